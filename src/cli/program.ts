// [edge] The command line: its commands and their options. What a command does is in commands/.
import { Command, CommanderError, Option } from 'commander';
import { EXIT } from '../errors.ts';
import { SPLITS } from '../model/import-plan.ts';
import { INTERFACES } from '../model/server-reads.ts';
import { VERSION } from '../version.ts';
import type { CommandFlags } from './commands/index.ts';
import type { Flags } from './commands/terminal.ts';
import { endOnUncaught, type Host, outputTo } from './host.ts';

const options = {
  config: new Option('-c, --config <file>', 'the project file (CONFIGHUB_CONFIG; default: confighub.yaml)'),
  url: new Option('--url <url>', 'base address of the server (CONFIGHUB_URL)'),
  repository: new Option('--repository <account/name>', 'the repository (CONFIGHUB_REPOSITORY)'),
  prune: new Option('--prune <mode>', 'managed, all or none (CONFIGHUB_PRUNE)'),
  onDrift: new Option(
    '--on-drift <choice>',
    'what others changed: overwrite, keep or fail (CONFIGHUB_ON_DRIFT; default: overwrite)',
  ),
  reads: new Option(
    '--reads <which>',
    'reads of the server that may be used: all, token (no export), documented or none (CONFIGHUB_READS)',
  ),
  rewriteSecrets: new Option(
    '--rewrite-secrets',
    'send secrets again even where the record says that they are unchanged',
  ),
  unmanaged: new Option('--unmanaged', 'list what is on the server and nobody here declares'),
  timeout: new Option(
    '--timeout <seconds>',
    'give up on a silent server after this long (CONFIGHUB_TIMEOUT; default: 120)',
  ),
  baseline: new Option(
    '--baseline <revision>',
    'compare with the documents of this commit instead of what was last applied',
  ),
  noBaseline: new Option('--no-baseline', 'take nothing for applied from here before: nothing is pruned'),
  base: new Option(
    '--base <revision>',
    'say which changes this branch makes, and which were pending in this commit already',
  ),
  offline: new Option(
    '--offline',
    'compare with what --base declares instead of the server; asks nothing, needs no token',
  ),
  force: new Option(
    '--force [digest]',
    'approve the one plan of this digest, as it prints it when limits refuse it; protected names behind it',
  ),
  json: new Option('--json', 'print JSON instead of text'),
  showPush: new Option('--show-push', 'print the body of the push, secrets masked'),
};
const TRANSPORT = [
  options.timeout,
  new Option('--ca-file <file>', 'trust these authorities alone, in PEM form (CONFIGHUB_CA_FILE)'),
  new Option(
    '--client-cert <file>',
    'certificate that the server asks for, in PEM form (CONFIGHUB_CLIENT_CERT)',
  ),
  new Option('--client-key <file>', 'its key, if it is in another file (CONFIGHUB_CLIENT_KEY)'),
  new Option('--insecure-http', 'let the token travel to another machine in the clear'),
];
const TARGET = [options.config, options.url, options.repository, options.prune, ...TRANSPORT];
const BASELINE = [options.baseline, options.noBaseline];

/** Runs one command to its end: everything that it has to say is printed, and nothing is thrown. */
export async function main(host: Host): Promise<void> {
  endOnUncaught(host);
  const program = programOf(host);
  try {
    await program.parseAsync(host.argv);
  } catch (error) {
    // commander has printed its help or its complaint already.
    if (!(error instanceof CommanderError)) throw error;
    host.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.error;
  }
}

function programOf(host: Host): Command {
  const program = new Command('confighub-sync')
    .description('Makes Git the source of truth for a configuration repository server.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .option('--no-color', 'plain text even on a terminal (also NO_COLOR)')
    .configureOutput(outputTo(host))
    .configureHelp({ sortSubcommands: false, showGlobalOptions: true })
    .showHelpAfterError('Run it with --help to see what it takes.')
    .exitOverride();

  command('validate', 'check the files of the project; asks no server')
    .addOption(options.config)
    .addOption(options.json)
    .action(run('validate'));

  command('plan', 'show what an apply would change; cannot write')
    .withOptions([...TARGET, ...BASELINE, options.base, options.offline])
    .addOption(options.onDrift)
    .addOption(options.reads)
    .addOption(options.rewriteSecrets)
    .addOption(options.force)
    .addOption(options.unmanaged)
    .addOption(options.json)
    .addOption(options.showPush)
    .option('--out <file>', 'write the plan into a file, for review and for `apply --plan`')
    .option('--detailed-exitcode', 'exit with 2 when there are changes, or drift that stays')
    .action(run('plan'));

  command('drift', 'show what others changed on the server since the last apply; cannot write')
    .withOptions([options.config, options.url, options.repository, ...TRANSPORT, options.baseline])
    .addOption(options.reads)
    .addOption(options.json)
    .option('--detailed-exitcode', 'exit with 2 when there is drift')
    .action(run('drift'));

  command('apply', 'make the server what the files declare, in one atomic push')
    .withOptions([...TARGET, ...BASELINE])
    .addOption(options.onDrift)
    .addOption(options.reads)
    .addOption(options.rewriteSecrets)
    .addOption(options.force)
    .addOption(options.unmanaged)
    .option('--plan <file>', 'push nothing that is not in this file, which `plan --out` wrote')
    .option('--no-verify', 'do not read again what was pushed')
    .option('--allow-older', 'apply a commit although a newer one was applied before')
    .option(
      '--change-comment <text>',
      'comment of the push, with placeholders (CONFIGHUB_CHANGE_COMMENT; default: {message}, of the commit)',
    )
    .option(
      '--application-name <name>',
      'who pushes, sent in Latin letters without accents (CONFIGHUB_APPLICATION_NAME; default: confighub-sync)',
    )
    .addOption(options.json)
    .addOption(options.showPush)
    .action(run('apply'));

  command('history', 'list what was applied: when, which commit, by whom, how many changes')
    .withOptions([options.config, options.url, options.repository])
    .option('--limit <number>', 'at most so many, newest first (default: 20)')
    .option('--forget', 'remove the record of the project that --config names, for a project that is gone')
    .addOption(options.json)
    .action(run('history'));

  command('unlock', 'let the next apply take over from one that died')
    .withOptions([options.config, options.url, options.repository])
    .addOption(options.json)
    .action(run('unlock'));

  command('info', 'list the repositories of the server, or say what it offers')
    .withOptions([options.config, options.url, options.repository, ...TRANSPORT])
    .option('--capabilities', 'say what the server offers for this repository, and what that adds')
    .option('--raw', 'print the answer of the server as it is')
    .addOption(options.json)
    .action(run('info'));

  command('init', 'write a commented confighub.yaml and a first document; never overwrites')
    .withOptions([options.config, options.url, options.repository, options.prune])
    .action(run('init'));

  command('import', 'write documents that declare what the server holds, or edit those that are there')
    .withOptions([options.config, options.url, options.repository, ...TRANSPORT])
    .addOption(
      new Option('--split <how>', 'new documents: one, by context, or by prefix of the keys')
        .choices(SPLITS)
        .default('none', 'none'),
    )
    .addOption(
      new Option('--only <what>', 'drift: take over only what others changed since the last apply').choices([
        'drift',
      ]),
    )
    .option('--dry-run', 'show what would be written, and write nothing')
    .option('-y, --yes', 'write without asking')
    .addOption(options.json)
    .action(run('import'));

  command('serve', 'run the embedded server, for trying things out')
    .option('--repository <account/name>', 'the repository that it has')
    .option('--levels <names>', 'its context levels, broad first: Environment,Application')
    .option('--config <file>', 'instead of both: a YAML or JSON file with all that it has')
    .addOption(new Option('--port <number>', 'port to listen at; 0 takes a free one').default('7080', '7080'))
    .addOption(new Option('--host <address>', 'address to listen at').default('127.0.0.1', '127.0.0.1'))
    .option('--data <file>', 'keep the state in this file (default: in memory)')
    .addOption(
      new Option('--interface <which>', 'full, or documented: only the list of repositories and the push')
        .choices(INTERFACES)
        .default('full', 'full'),
    )
    .option('--without <reads>', 'leave out these reads: export,pull,info,keyData,rawFile')
    .addOption(new Option('--json', 'print one line of JSON with address and tokens'))
    .action(run('serve'));

  command(
    'demo',
    'apply an example to the embedded server, change it on both sides, and bring them together',
  ).action(run('demo'));
  return program;

  function command(name: string, description: string): Command & { withOptions(options: Option[]): Command } {
    const made = program.command(name).description(description).exitOverride();
    return Object.assign(made, {
      withOptions: (list: Option[]) => {
        for (const option of list) made.addOption(option);
        return made;
      },
    });
  }

  /** The commands are a bundle of their own (scripts/build.js): `--help` and `--version` load none of it. */
  function run<Name extends keyof CommandFlags>(name: Name): (flags: CommandFlags[Name]) => Promise<void> {
    return async (flags) => {
      const { runCommand } = await import(/* webpackIgnore: true */ './commands/index.ts');
      await runCommand(host, name, { ...flags, ...program.opts<Pick<Flags, 'color'>>() });
    };
  }
}
