// The hidden command that completion scripts call: what can follow at the cursor. An empty answer is valid.
import { EXIT } from '../../errors.ts';
import { COMMAND_LIST, type CommandRow, GLOBAL_OPTIONS, type OptionRow } from '../command-list.ts';
import type { Host } from '../host.ts';
import { type Shell, SHELLS } from './shells.ts';

/** The targets of the project file that the line names. Their reader is a bundle of its own, which flags do not need. */
type TargetsIn = (config: string | undefined) => Promise<readonly string[]>;

/**
 * Prints what may follow on the command line of a shell, as `COMPLETE` describes it. Only reads files. Never throws.
 * @param args those of the hidden command: the shell, and what it knows of the line
 */
export async function answerCompletion(
  host: Host,
  args: readonly string[],
  targetsIn: TargetsIn,
): Promise<void> {
  const shell = SHELLS.find((name) => name === args[0]);
  host.exitCode = EXIT.done;
  // A crash while a person types would only disturb.
  host.on('uncaughtException', () => undefined);
  for (const stream of [host.stdout, host.stderr]) stream.on('error', () => undefined);
  try {
    if (shell !== undefined) host.stdout.write(await answer(shell, args.slice(1), targetsIn));
  } catch {
    host.stdout.write('words\n');
  }
}

async function answer(
  shell: Shell,
  args: readonly string[],
  targetsIn: TargetsIn,
): Promise<string> {
  const words = shell === 'bash' ? wordsOf(args[0] ?? '') : args.map(unquoted);
  const typed = words.at(-1) ?? '';
  const expected = expectedAt(words.slice(0, -1), typed);
  if (expected === 'files') return 'files\n';
  const list =
    'targetsOf' in expected
      ? (await targetsIn(expected.targetsOf)).map((value) => ({ value }))
      : expected;
  const [prefix = ''] = VALUE_OF_FLAG.exec(typed) ?? [];
  const fitting = list.filter(({ value }) => value.startsWith(typed.slice(prefix.length)));
  const lines = fitting.map((word) =>
    WRITERS[shell](word, prefix)
      .filter((part) => part !== undefined)
      .join('\t'),
  );
  return `${['words', ...lines].join('\n')}\n`;
}

/** A word of a shell, with escaped characters and quoted texts, whether closed or not. */
const SHELL_WORD = /(?:[^\s"'\\]|\\.?|"[^"]*"?|'[^']*'?)+/g;

/** The words of a line up to the cursor, without the name of the program; the last one is being typed. */
function wordsOf(line: string): string[] {
  const [, ...words] = line.match(SHELL_WORD) ?? [];
  return [...words.map(unquoted), ...(/\s$/.test(line) ? [''] : [])];
}

/** No variable and no command is expanded: completing a line must not run anything. */
function unquoted(word: string): string {
  return word.replace(/["']/g, '');
}

/** @param prefix `--flag=` in front of the value, which bash and zsh do not replace */
const WRITERS: Record<
  Shell,
  (candidate: Candidate, prefix: string) => readonly (string | undefined)[]
> = {
  bash: ({ value }) => [value],
  zsh: ({ value, description }) => [value, description],
  fish: ({ value, description }, prefix) => [`${prefix}${value}`, description],
  powershell: ({ value, description }, prefix) => [`${prefix}${value}`, value, description],
};

interface Candidate {
  value: string;
  description?: string;
}

type Expected = readonly Candidate[] | 'files' | { targetsOf: string | undefined };

/** `--flag=` in front of the value that is typed. */
const VALUE_OF_FLAG = /^(--[\w-]+)=/;

const GLOBAL_FLAGS: readonly Candidate[] = [
  ...GLOBAL_OPTIONS.map(candidateOf),
  { value: '--help', description: 'print the help' },
];

const COMMANDS: readonly Candidate[] = [
  ...Object.entries(COMMAND_LIST).map(([value, { description }]) => ({ value, description })),
  { value: 'help', description: 'print the help of a command' },
];

/** @param before the words between the name of the program and the one that is typed */
function expectedAt(before: readonly string[], typed: string): Expected {
  const at = before.findIndex((word) => !word.startsWith('-'));
  const name = before[at];
  if (name === undefined)
    return typed.startsWith('-')
      ? [...GLOBAL_FLAGS, { value: '--version', description: 'print the version' }]
      : COMMANDS;
  if (name === 'help') return at === before.length - 1 ? COMMANDS : [];
  const row = Object.entries(COMMAND_LIST).find(([command]) => command === name)?.[1];
  return row === undefined ? [] : inCommand(row, before.slice(at + 1), typed);
}

/** @param before the words after the name of the command, without the one that is typed */
function inCommand(row: CommandRow, before: readonly string[], typed: string): Expected {
  // By long flag; empty for a flag without a value.
  const given = new Map<string, string>();
  const optionOf = (name: string) =>
    row.options.find(({ flags }) => name.startsWith('-') && flags.split(/[ ,]+/).includes(name));
  const words = [...before];
  let count = 0;
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    // After it there are no flags.
    if (word === '--') return argumentOf(row, count + words.length);
    if (!word.startsWith('-')) count += 1;
    const [name = '', value] = word.split(/=(.*)/s);
    const option = optionOf(name);
    if (option === undefined) continue;
    const isOpen = value === undefined && takesValue(option, words[0] ?? typed);
    if (isOpen && words.length === 0) return valuesOf(option, given);
    given.set(longOf(option), (isOpen ? words.shift() : value) ?? '');
  }
  const [, flag] = VALUE_OF_FLAG.exec(typed) ?? [];
  if (flag !== undefined) {
    const option = optionOf(flag);
    return option && takesValue(option, '') ? valuesOf(option, given) : [];
  }
  if (!typed.startsWith('-') && row.argument !== undefined) return argumentOf(row, count);
  const left = row.options.filter((option) => option.isRepeatable || !given.has(longOf(option)));
  return [...left.map(candidateOf), ...GLOBAL_FLAGS];
}

function longOf({ flags }: OptionRow): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? '';
}

/** @param next the word after the flag; a value in brackets may be left out */
function takesValue({ flags }: OptionRow, next: string): boolean {
  return flags.includes('<') || (flags.includes('[') && !next.startsWith('-'));
}

/** Without the name of the variable that says the same. */
function candidateOf(option: OptionRow): Candidate {
  return {
    value: longOf(option),
    description: option.description.replace(/ \((?:also |CONFIGHUB_)[^)]*\)$/, ''),
  };
}

function valuesOf(option: OptionRow, given: ReadonlyMap<string, string>): Expected {
  const choices = option.choices ?? option.suggestions;
  if (choices !== undefined) return choices.map((value) => ({ value }));
  if (option.flags.includes('<file>')) return 'files';
  return longOf(option) === '--target' ? { targetsOf: given.get('--config') } : [];
}

function argumentOf({ choices = [] }: CommandRow, count: number): Expected {
  return count > 0 ? [] : choices.map((value) => ({ value }));
}
