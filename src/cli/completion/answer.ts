// The hidden command that completion scripts call: what may stand at the cursor. Nothing is an answer, too.
import type { Names, NamesWanted } from '../../commands/completion.ts';
import { EXIT } from '../../errors.ts';
import { COMMAND_LIST } from '../command-list.ts';
import type { Host } from '../host.ts';
import type { CommandRow, OptionRow } from '../option-rows.ts';
import { insertedByBash, quotedForPowerShell, unquoted, type Word, wordsOf } from './quoting.ts';
import { type Shell, SHELLS } from './scripts.ts';

interface Question {
  /** Those of the hidden command: the shell, and what it knows of the line. */
  args: readonly string[];
  /** The names that the project declares. The reader is a bundle of its own, which commands and flags do not need. */
  namesFor: (wanted: NamesWanted, typed: string) => Promise<Names>;
}

/** Prints what may follow on the command line of a shell, as `completionScript` describes it. Only reads files. Never throws. */
export async function answerCompletion(host: Host, { args: [name, ...args], namesFor }: Question): Promise<void> {
  const shell = SHELLS.find((one) => one === name);
  host.exitCode = EXIT.done;
  // A crash while a person types would only disturb.
  host.on('uncaughtException', () => undefined);
  for (const stream of [host.stdout, host.stderr]) stream.on('error', () => undefined);
  try {
    if (shell !== undefined) host.stdout.write(await answer(shell, { args, namesFor }));
  } catch {
    host.stdout.write('words\n');
  }
}

/** What is on the line: the words before the one that is typed, and this one. */
interface Typed {
  before: readonly string[];
  word: Word;
}

async function answer(shell: Shell, { args, namesFor }: Question): Promise<string> {
  const { before, word } = shell === 'bash' ? lineOfBash(args) : lineOf(args);
  const { expected, prefix } = positionAt(before, word.text);
  if (expected.kind === 'files') return 'files\n';
  const typed = word.text.slice(prefix.length);
  const { isWhole, list } =
    expected.kind === 'words' ? { isWhole: true, list: expected.words } : candidates(await namesFor(expected, typed));
  const fitting = list.filter(({ value }) => value.startsWith(typed) && isHarmless(value));
  const lines = fitting.map((one) => WRITERS[shell](one, { word, prefix })).filter((line) => line !== undefined);
  return `${[isWhole ? 'words' : 'nospace', ...lines].join('\n')}\n`;
}

/** The line up to the cursor, and where bash breaks words. */
function lineOfBash([line = '', breaks = '']: readonly string[]): Typed {
  const [, ...words] = wordsOf(line, breaks);
  const word = words.at(-1) ?? { text: '', quote: '', kept: 0 };
  return { before: words.slice(0, -1).map(({ text }) => text), word };
}

/** Each word as it stands on the line. */
function lineOf(args: readonly string[]): Typed {
  const words = args.map(unquoted);
  return { before: words.slice(0, -1), word: { text: words.at(-1) ?? '', quote: '', kept: 0 } };
}

function candidates({ names, isWhole }: Names): { isWhole: boolean; list: readonly Candidate[] } {
  return { isWhole, list: names.map((value) => ({ value })) };
}

/** A name from a file must not control the terminal, nor become two lines. */
function isHarmless(value: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value);
}

type Writer = (candidate: Candidate, typed: { word: Word; prefix: string }) => string | undefined;

const WRITERS: Record<Shell, Writer> = {
  bash: ({ value }, { word, prefix }) => insertedByBash(`${prefix}${value}`, word),
  zsh: ({ value, description }) => described(value, description),
  fish: ({ value, description }, { prefix }) => described(`${prefix}${value}`, description),
  powershell: ({ value, description }, { prefix }) =>
    described(`${quotedForPowerShell(`${prefix}${value}`)}\t${value}`, description),
};

function described(value: string, description: string | undefined): string {
  return description === undefined ? value : `${value}\t${description}`;
}

// What may stand at the cursor: commands, flags, values of a flag, files, or names from the files of the project.

interface Candidate {
  value: string;
  description?: string;
}

type Expected = { kind: 'words'; words: readonly Candidate[] } | { kind: 'files' } | NamesWanted;

interface Position {
  expected: Expected;
  /** `--flag=` in front of the value that is typed. */
  prefix: string;
}

const NOTHING: Expected = { kind: 'words', words: [] };

const GLOBAL_FLAGS: readonly Candidate[] = [
  { value: '--verbose', description: 'print every request, Git process and file read, with the time it took' },
  { value: '--quiet', description: 'print only errors, warnings and the result' },
  { value: '--no-color', description: 'disable colors' },
  { value: '--help', description: 'print the help' },
];
const VERSION_FLAG: Candidate = { value: '--version', description: 'print the version' };

/** @param before the words between the name of the program and the one that is typed */
function positionAt(before: readonly string[], typed: string): Position {
  const at = before.findIndex((word) => !word.startsWith('-'));
  const name = before[at];
  if (name === undefined) return plain(typed.startsWith('-') ? words([...GLOBAL_FLAGS, VERSION_FLAG]) : COMMANDS);
  if (name === 'help') return plain(at === before.length - 1 ? COMMANDS : NOTHING);
  const row: CommandRow | undefined = Object.entries(COMMAND_LIST).find(([one]) => one === name)?.[1];
  return row === undefined ? plain(NOTHING) : inCommand(row, { before: before.slice(at + 1), typed });
}

function plain(expected: Expected): Position {
  return { expected, prefix: '' };
}

function words(list: readonly Candidate[]): Expected {
  return { kind: 'words', words: list };
}

const COMMANDS: Expected = words([
  ...Object.entries(COMMAND_LIST).map(([value, { description }]) => ({ value, description })),
  { value: 'help', description: 'print the help of a command' },
]);

interface Line {
  /** The words behind the name of the command, without the one that is typed. */
  before: readonly string[];
  typed: string;
}

function inCommand(row: CommandRow, { before, typed }: Line): Position {
  const given = givenIn(row, { before, typed });
  if (given.pending !== undefined) return plain(expectedOf(given.pending, given));
  if (given.isOver) return plain(argumentOf(row, given));
  const [prefix = '', flag] = /^(--[\w-]+)=/.exec(typed) ?? [];
  if (flag !== undefined) {
    const option = row.options.find((one) => longOf(one) === flag);
    return { expected: option && takesValue(option) ? expectedOf(option, given) : NOTHING, prefix };
  }
  const hasArgument = row.argument !== undefined;
  return plain(typed.startsWith('-') || !hasArgument ? flagsOf(row, given) : argumentOf(row, given));
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

function givenIn(row: CommandRow, { before, typed }: Line): Given {
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
  // Without the name of the variable that says the same.
  const meaning = ({ description }: OptionRow) => description.replace(/ \(CONFIGHUB_[^)]*\)$/, '');
  const own = open.map((option) => ({ value: longOf(option), description: meaning(option) }));
  return words([...own, ...GLOBAL_FLAGS]);
}

function expectedOf(option: OptionRow, given: Given): Expected {
  const choices = option.choices ?? option.suggestions;
  if (choices !== undefined) return words(choices.map((value) => ({ value })));
  if (option.flags.includes('<file>')) return { kind: 'files' };
  if (option.flags.includes('<elements>')) return { kind: 'context', ...namedBy(given) };
  return longOf(option) === '--target' ? { kind: 'target', ...namedBy(given) } : NOTHING;
}

function argumentOf({ argument, isArgumentOf }: CommandRow, given: Given): Expected {
  if (argument === undefined || (given.count > 0 && !argument[0].includes('...'))) return NOTHING;
  if (isArgumentOf !== 'project') return words((isArgumentOf ?? []).map((value) => ({ value })));
  return { kind: 'item', ...namedBy(given) };
}

function namedBy({ flags }: Given): Omit<NamesWanted, 'kind'> {
  const config = flags.get('--config')?.at(-1);
  return {
    ...(config !== undefined && { config }),
    targets: flags.get('--target') ?? [],
    isFile: flags.has('--file') || flags.has('--files'),
  };
}
