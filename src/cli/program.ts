// [edge] The command line: parses it, prints its help, and runs the command. What a command does is in commands/.
import { Command, CommanderError, Help, Option } from 'commander';
import { EXIT } from '../errors.ts';
import { nearest, shellQuoted } from '../lib/text.ts';
import { VERSION } from '../version.ts';
import { COMMAND_LIST, type CommandRow, GLOBAL_OPTIONS, type OptionRow } from './command-list.ts';
import type { SetupName } from './setup/index.ts';
import type { CommonFlags } from './commands/terminal.ts';
import { answerCompletion } from './completion/answer.ts';
import { COMPLETE } from './completion/shells.ts';
import { endOnUncaught, type Host, outputTo } from './host.ts';
import { RARE } from '../options.ts';

/** These are a bundle of their own, so that a plan does not load the built-in server and what edits files. */
const SETUP: readonly string[] = [
  'info',
  'init',
  'import',
  'promote',
  'completion',
  'serve',
] satisfies SetupName[];

const GLOBAL = 'Global options:';

/** The page that explains the commands. */
const PAGE = 'docs/cli.md';

/** Runs one command and sets the exit code. Prints everything, and never throws. */
export async function main(host: Host): Promise<void> {
  const [, , first, ...others] = host.argv;
  if (first === COMPLETE)
    return answerCompletion(host, others, (config) => targetsIn(host, config));
  endOnUncaught(host);
  const program = programOf(host);
  // commander takes one short flag for an option, and people also type `-V`.
  const args = host.argv.slice(2).map((arg, i) => (arg === '-V' && i === 0 ? '-v' : arg));
  try {
    refuseUnknown(program, args);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // commander has already printed the help or the error.
    if (!(error instanceof CommanderError)) throw error;
    host.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.error;
  }
}

async function targetsIn(host: Host, config: string | undefined): Promise<string[]> {
  const { targetNames } = await import(/* webpackIgnore: true */ './setup/index.ts');
  return targetNames(host, config);
}

function programOf(host: Host): Command {
  const program = new Command('confighub-sync')
    .optionsGroup(GLOBAL)
    .description('Makes Git the source of truth for a configuration repository server.')
    .version(VERSION, '-v, --version', 'print the version')
    .addHelpOption(help())
    .helpCommand('help [command]', 'print the help of a command')
    .configureOutput(outputTo(host, []))
    .configureHelp({ sortSubcommands: false, visibleOptions: withGlobalOptions, optionDescription })
    .addHelpText('after', `\nExit codes, environment variables and all options: ${PAGE}`)
    .exitOverride();
  for (const option of GLOBAL_OPTIONS) program.addOption(optionOf(option));
  for (const [name, row] of Object.entries(COMMAND_LIST)) {
    const command = program
      .command(name)
      .description(row.description)
      .addHelpOption(help())
      .configureOutput(outputTo(host, row.options))
      .exitOverride();
    if (row.argument !== undefined) command.argument(...row.argument);
    // Groups are listed in the order in which they begin.
    const options = [...row.options].sort(
      (a, b) => Number(a.group === RARE) - Number(b.group === RARE),
    );
    for (const option of options) command.addOption(optionOf(option));
    command.addHelpText('after', afterHelp(name, row));
    command.action(run(name));
  }
  return program;

  /** `--help` and `--version` load no command. Bundles: scripts/build.js. */
  function run(name: string): (...given: unknown[]) => Promise<void> {
    return async (...given) => {
      // commander passes the arguments, then the flags and the command.
      const parsed = given.at(-2) as object;
      const repeated = repeatedFlags(given.at(-1) as Command);
      const args = given.slice(0, -2).flat() as string[];
      const flags = { ...parsed, args, repeated, ...program.opts<CommonFlags>() };
      const { runCommand } = SETUP.includes(name)
        ? await import(/* webpackIgnore: true */ './setup/index.ts')
        : await import(/* webpackIgnore: true */ './commands/index.ts');
      await runCommand(host, name as never, flags as never);
    };
  }
}

function help(): Option {
  return new Option('-h, --help', 'print this help').helpGroup(GLOBAL);
}

/** In one group, which commander would list as two. */
function withGlobalOptions(command: Command): Option[] {
  return [...new Help().visibleOptions(command), ...(command.parent?.options ?? [])];
}

/** The description itself names the choices, which commander would list once more. */
function optionDescription({ description, defaultValueDescription }: Option): string {
  return defaultValueDescription === undefined
    ? description
    : `${description} (default: ${defaultValueDescription})`;
}

function optionOf({
  group,
  flags,
  description,
  choices,
  default: value,
  conflicts,
  isRepeatable,
}: OptionRow): Option {
  const option = new Option(flags, description).helpGroup(`${group}:`);
  if (choices !== undefined) option.choices(choices);
  if (conflicts !== undefined) option.conflicts([...conflicts]);
  if (isRepeatable)
    option.argParser((text: string, before: readonly string[] = []) => [...before, text]);
  return value === undefined ? option : option.default(value, value);
}

/** What an approval repeats: the flags given that its apply needs too, as a shell reads them. */
function repeatedFlags(command: Command): string {
  const isNeeded = ({ flags, group }: OptionRow) =>
    group !== 'Output' && !/^--(?:approve|show-push)\b/.test(flags);
  const needed = COMMAND_LIST.apply.options.filter(isNeeded).map(({ flags }) => flags);
  return command.options
    .filter(
      (option) =>
        needed.includes(option.flags) &&
        command.getOptionValueSource(option.attributeName()) === 'cli',
    )
    .flatMap((option) => {
      const values: unknown[] = [command.getOptionValue(option.attributeName())].flat();
      return values.map((value) =>
        typeof value === 'string' ? `${option.long} ${shellQuoted(value)}` : option.long,
      );
    })
    .join(' ');
}

function afterHelp(name: string, { examples }: CommandRow): string {
  const lines = examples.map(([line, meaning]) => `  $ confighub-sync ${line}\n      ${meaning}\n`);
  return `\nExamples:\n${lines.join('')}\nDocumentation: ${PAGE}#${name}`;
}

/** commander prints the general help for `foo --help` and `help foo`, as if there were nothing wrong. */
function refuseUnknown(program: Command, args: readonly string[]): void {
  const [first, second] = args.filter((arg) => !arg.startsWith('-'));
  const name = first === 'help' ? second : first;
  const names = [...Object.keys(COMMAND_LIST), 'help'];
  if (name === undefined || names.includes(name)) return;
  const near = nearest(name, names);
  const meant = near === undefined ? '' : `\n(Did you mean ${near}?)`;
  program.error(`error: unknown command '${name}'${meant}`, { code: 'commander.unknownCommand' });
}
