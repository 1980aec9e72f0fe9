// The hidden command that completion scripts call: what may stand at the cursor. Nothing is an answer, too.
import { EXIT } from '../../errors.ts';
import { COMMAND_LIST } from '../command-list.ts';
import type { Host } from '../host.ts';
import { type CommandRow, GLOBAL_OPTIONS, type OptionRow } from '../option-rows.ts';
import { type Shell, SHELLS } from './scripts.ts';

interface Question {
  /** Those of the hidden command: the shell, and what it knows of the line. */
  args: readonly string[];
  /** The targets of the project file that the line names. Their reader is a bundle of its own, which flags do not need. */
  targetsIn: (config: string | undefined) => Promise<readonly string[]>;
}

/** Prints what may follow on the command line of a shell, as `completionScript` describes it. Only reads files. Never throws. */
export async function answerCompletion(host: Host, { args: [name, ...args], targetsIn }: Question): Promise<void> {
  const shell = SHELLS.find((one) => one === name);
  host.exitCode = EXIT.done;
  // A crash while a person types would only disturb.
  host.on('uncaughtException', () => undefined);
  for (const stream of [host.stdout, host.stderr]) stream.on('error', () => undefined);
  try {
    if (shell !== undefined) host.stdout.write(await answer(shell, { args, targetsIn }));
  } catch {
    host.stdout.write('words\n');
  }
}

async function answer(shell: Shell, { args, targetsIn }: Question): Promise<string> {
  const words = shell === 'bash' ? wordsOf(args[0] ?? '') : args.map(unquoted);
  const word = words.at(-1) ?? '';
  const expected = expectedAt(words.slice(0, -1), word);
  const [prefix = ''] = VALUE_OF_FLAG.exec(word) ?? [];
  if (expected.kind === 'files') return 'files\n';
  const typed = word.slice(prefix.length);
  const list =
    expected.kind === 'words' ? expected.words : (await targetsIn(expected.config)).map((value) => ({ value }));
  const fitting = list.filter(({ value }) => value.startsWith(typed));
  return `${['words', ...fitting.map((one) => WRITERS[shell](one, prefix))].join('\n')}\n`;
}

/** The words of a line up to the cursor, without the name of the program; the last one is being typed. */
function wordsOf(line: string): string[] {
  const [, ...words] = line.match(/(?:[^\s"'\\]|\\.?|"[^"]*"?|'[^']*'?)+/g) ?? [];
  return [...words.map(unquoted), ...(/\s$/.test(line) ? [''] : [])];
}

/** No variable and no command is expanded: completing a line must not run anything. */
function unquoted(word: string): string {
  return word.replace(/["']/g, '');
}

/** @param prefix `--flag=` in front of the value, which bash and zsh do not replace */
const WRITERS: Record<Shell, (candidate: Candidate, prefix: string) => string> = {
  bash: ({ value }) => value,
  zsh: ({ value, description }) => described(value, description),
  fish: ({ value, description }, prefix) => described(`${prefix}${value}`, description),
  powershell: ({ value, description }, prefix) => described(`${prefix}${value}\t${value}`, description),
};

function described(value: string, description: string | undefined): string {
  return description === undefined ? value : `${value}\t${description}`;
}

// What may stand at the cursor: commands, flags, values of a flag, files, or targets of the project.

interface Candidate {
  value: string;
  description?: string;
}

type Expected =
  | { kind: 'words'; words: readonly Candidate[] }
  | { kind: 'files' }
  | { kind: 'targets'; config: string | undefined };

/** `--flag=` in front of the value that is typed. */
const VALUE_OF_FLAG = /^(--[\w-]+)=/;

const NOTHING: Expected = { kind: 'words', words: [] };

const GLOBAL_FLAGS: readonly Candidate[] = [
  ...GLOBAL_OPTIONS.map(flagOf),
  { value: '--help', description: 'print the help' },
];
const VERSION_FLAG: Candidate = { value: '--version', description: 'print the version' };

/** @param before the words between the name of the program and the one that is typed */
function expectedAt(before: readonly string[], typed: string): Expected {
  const at = before.findIndex((word) => !word.startsWith('-'));
  const name = before[at];
  if (name === undefined) return typed.startsWith('-') ? words([...GLOBAL_FLAGS, VERSION_FLAG]) : COMMANDS;
  if (name === 'help') return at === before.length - 1 ? COMMANDS : NOTHING;
  const row: CommandRow | undefined = Object.entries(COMMAND_LIST).find(([one]) => one === name)?.[1];
  return row === undefined ? NOTHING : inCommand(row, before.slice(at + 1), typed);
}

function words(list: readonly Candidate[]): Expected {
  return { kind: 'words', words: list };
}

const COMMANDS: Expected = words([
  ...Object.entries(COMMAND_LIST).map(([value, { description }]) => ({ value, description })),
  { value: 'help', description: 'print the help of a command' },
]);

/** @param before the words behind the name of the command, without the one that is typed */
function inCommand(row: CommandRow, before: readonly string[], typed: string): Expected {
  const given = givenIn(row, before, typed);
  if (given.pending !== undefined) return expectedOf(given.pending, given);
  if (given.isOver) return argumentOf(row, given);
  const [, flag] = VALUE_OF_FLAG.exec(typed) ?? [];
  if (flag !== undefined) {
    const option = row.options.find((one) => longOf(one) === flag);
    return option && takesValue(option) ? expectedOf(option, given) : NOTHING;
  }
  return typed.startsWith('-') || row.argument === undefined ? flagsOf(row, given) : argumentOf(row, given);
}

/** What the words before the cursor say. */
interface Given {
  /** Values by long flag; empty for a flag without one. */
  flags: Map<string, string[]>;
  /** The flag whose value is being typed. */
  pending?: OptionRow;
  /** Number of words that belong to no flag. */
  count: number;
  /** After `--` there are no flags. */
  isOver: boolean;
}

function givenIn(row: CommandRow, before: readonly string[], typed: string): Given {
  const given: Given = { flags: new Map(), count: 0, isOver: false };
  const words = [...before];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (given.isOver || !word.startsWith('-')) given.count += 1;
    else if (word === '--') given.isOver = true;
    else {
      const [name = '', value] = word.split(/=(.*)/s);
      const option = row.options.find((one) => one.flags.split(/[ ,]+/).includes(name));
      if (option === undefined) continue;
      const isOpen = value === undefined && takesValue(option);
      const isLeftOut = isOpen && isOptional(option) && (words[0] ?? typed).startsWith('-');
      if (isOpen && !isLeftOut && words.length === 0) return { ...given, pending: option };
      const text = isOpen && !isLeftOut ? words.shift() : value;
      given.flags.set(longOf(option), [...(given.flags.get(longOf(option)) ?? []), text ?? '']);
    }
  }
  return given;
}

function longOf({ flags }: OptionRow): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? '';
}

function takesValue({ flags }: OptionRow): boolean {
  return /[<[]/.test(flags);
}

function isOptional({ flags }: OptionRow): boolean {
  return flags.includes('[');
}

/** Those that may still be given. */
function flagsOf(row: CommandRow, { flags }: Given): Expected {
  const open = row.options.filter((option) => option.isRepeatable || !flags.has(longOf(option)));
  return words([...open.map(flagOf), ...GLOBAL_FLAGS]);
}

/** Without the name of the variable that says the same. */
function flagOf(option: OptionRow): Candidate {
  return { value: longOf(option), description: option.description.replace(/ \((?:also |CONFIGHUB_)[^)]*\)$/, '') };
}

function expectedOf(option: OptionRow, given: Given): Expected {
  const choices = option.choices ?? option.suggestions;
  if (choices !== undefined) return words(choices.map((value) => ({ value })));
  if (option.flags.includes('<file>')) return { kind: 'files' };
  if (longOf(option) !== '--target') return NOTHING;
  return { kind: 'targets', config: given.flags.get('--config')?.at(-1) };
}

function argumentOf({ choices = [] }: CommandRow, { count }: Given): Expected {
  return words(count > 0 ? [] : choices.map((value) => ({ value })));
}
