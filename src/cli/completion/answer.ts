// The hidden command that completion scripts call. It only reads files, and prints no error: nothing is an answer, too.
import type { NamesWanted } from '../../commands/completion.ts';
import { EXIT } from '../../errors.ts';
import type { Host } from '../host.ts';
import { type Candidate, type Position, positionAt } from './position.ts';
import { insertedByBash, quotedForPowerShell, unquoted, type Word, wordsOf } from './quoting.ts';
import { type Shell, SHELLS } from './scripts.ts';

interface Question {
  /** Those of the hidden command: the shell, and what it knows of the line. */
  args: readonly string[];
  /** The names that the project declares. The reader is a bundle of its own, which commands and flags do not need. */
  namesFor: (wanted: NamesWanted, typed: string) => Promise<{ names: readonly string[]; isWhole: boolean }>;
}

/** Prints what may follow on the command line of a shell, as `completionScript` describes it. Never throws. */
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
  const position = positionAt(before, word.text);
  const { expected, prefix } = position;
  if (expected.kind === 'files') return 'files\n';
  const typed = word.text.slice(prefix.length);
  const { isWhole, list } =
    expected.kind === 'words' ? { isWhole: true, list: expected.words } : listed(await namesFor(expected, typed));
  const fitting = list.filter(({ value }) => value.startsWith(typed) && isHarmless(value));
  const lines = fitting.map((one) => WRITERS[shell](one, { word, position })).filter((line) => line !== undefined);
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

function listed({ names, isWhole }: Awaited<ReturnType<Question['namesFor']>>): {
  isWhole: boolean;
  list: readonly Candidate[];
} {
  return { isWhole, list: names.map((value) => ({ value })) };
}

/** A name from a file must not control the terminal, nor become two lines. */
function isHarmless(value: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value);
}

interface Place {
  word: Word;
  position: Position;
}

const WRITERS: Record<Shell, (candidate: Candidate, place: Place) => string | undefined> = {
  bash: ({ value }, { word, position }) => insertedByBash(`${position.prefix}${value}`, word),
  zsh: ({ value, description }) => described(value, description),
  fish: ({ value, description }, { position }) => described(`${position.prefix}${value}`, description),
  powershell: ({ value, description }, { position }) =>
    described(`${quotedForPowerShell(`${position.prefix}${value}`)}\t${value}`, description),
};

function described(value: string, description: string | undefined): string {
  return description === undefined ? value : `${value}\t${description}`;
}
