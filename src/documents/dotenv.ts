// A `.env` file as one program reads it; or as npm dotenv does, with a finding wherever other programs read something else.
import { counted } from '../lib/text.ts';
import type { FileError } from '../model/diagnostic.ts';
import type { DotenvReader } from '../model/sources.ts';
import { READERS, type Statement } from './dotenv-readers.ts';
import { type Entry, type Fields, type FieldProblem, textNode } from './fields.ts';

const OTHERS = [READERS.python, READERS.compose];

/** Tests a name. What is read differently in the value of any other is no warning. */
type IsWanted = (name: string) => boolean;

/** @param reader the program that the file is for; absent: it is not known */
export function readDotenv(
  fields: Fields,
  reader: DotenvReader | undefined,
  isWanted: IsWanted,
): Entry[] {
  const { text } = fields.source;
  const statements = READERS[reader ?? 'npm'](text);
  for (const { problem, offset, name = '' } of statements) {
    if (problem === 'unread') fields.error({ at: offset, ...unread(reader) });
    else if (problem === 'variable' && reader !== undefined && isWanted(name))
      fields.error({ at: offset, ...unknownVariable(reader) });
  }
  if (reader === undefined) reportDifferences(fields, isWanted);
  return statements.flatMap(({ name, text: value, offset, start, end, problem }) => {
    return name === undefined || problem
      ? []
      : [{ key: textNode(offset, name), value: textNode(start, value, end) }];
  });
}

const PROGRAMS: Readonly<Record<DotenvReader, string>> = {
  npm: 'npm dotenv',
  python: 'python-dotenv',
  compose: 'Docker Compose',
};

function unread(reader: DotenvReader | undefined): FileError {
  const isOthers = reader === 'python' || reader === 'compose';
  return {
    code: 'dotenv-syntax',
    message: isOthers
      ? `${PROGRAMS[reader]} does not read this line as a name with a value.`
      : 'This line is neither a name with a value nor a comment.',
    hint: `Write \`NAME=value\`. ${isOthers ? 'Close each quote, and write nothing after it.' : 'Quote a value that spans several lines.'}`,
  };
}

function unknownVariable(reader: DotenvReader): FileError {
  return {
    code: 'dotenv-syntax',
    message: `${PROGRAMS[reader]} replaces a variable in this value, but its text is not known here.`,
    hint: `Write that text itself. Only variables that the file sets above this line are known, written as \`\${NAME}\`.${reader === 'compose' ? ' If `$` is text, put the value in single quotes.' : ''}`,
  };
}

interface DotenvDifference {
  severity: 'error' | 'warning';
  /** Whether a line is of this kind, if it is of none before. */
  fits: (line: DotenvLine) => boolean;
  /** One sentence without its full stop. */
  what: string;
  /** How to write it so that all of them read the same. */
  instead: string;
}

/** A line as npm dotenv reads it. */
interface DotenvLine {
  /** The value as it is written, quotes included. */
  written: string;
  /** Between the name and the value. */
  sign: string;
  /** Behind the value on its line: spaces and a comment. */
  behind: string;
  isExpanded: boolean;
}

const CLOSED = /^(["'])(?:\\[\s\S]|(?!\1)[^\\])*\1/;
const isQuoted = (written: string) => /^["']/.test(written);

const ANY: DotenvDifference = {
  severity: 'warning',
  fits: () => true,
  what: 'npm dotenv, python-dotenv and Docker Compose read this line differently',
  instead: 'Write `NAME=value`, with plain spaces only',
};

/** What is lost for one of the programs is an error; what it reads as another text, a warning. */
const DIFFERENCES: readonly DotenvDifference[] = [
  {
    severity: 'error',
    fits: ({ written }) => /^(["'])[\s\S]*\\\1$/.test(written) && !CLOSED.test(written),
    what: 'The backslash before the last quote is text for npm dotenv; python-dotenv and Docker Compose do not find the end of the value',
    instead: 'Remove the quotes',
  },
  {
    severity: 'error',
    fits: ({ written }) => isQuoted(written) && !CLOSED.test(written),
    what: 'This value begins with a quote that is not closed: npm dotenv keeps the quote, python-dotenv and Docker Compose refuse the line',
    instead: 'Close the quote, or put the whole value in quotes of the other kind',
  },
  {
    severity: 'error',
    fits: ({ written }) =>
      isQuoted(written) && (CLOSED.exec(written)?.[0].length ?? 0) < written.length,
    what: 'There is text after the closing quote, which python-dotenv and Docker Compose do not read as part of the value',
    instead: 'Put the whole value in quotes that do not occur in it',
  },
  {
    severity: 'error',
    fits: ({ written, sign, behind }) =>
      behind.startsWith('#') && /\S$/.test(written || sign) && !isQuoted(written),
    what: 'npm dotenv ends this value at the `#`, but python-dotenv and Docker Compose do not',
    instead: 'Put the value in quotes; before a comment, write a space',
  },
  {
    severity: 'warning',
    fits: ({ written }) => written.startsWith('`'),
    what: 'Backticks are quotes for npm dotenv, and text for python-dotenv and Docker Compose',
    instead: 'Use single or double quotes',
  },
  {
    severity: 'warning',
    fits: ({ isExpanded }) => isExpanded,
    what: '`$` is text for npm dotenv, and begins a variable for python-dotenv or Docker Compose',
    instead: `Put \`$NAME\` in single quotes, and write the text itself in place of \`\${NAME}\``,
  },
  {
    severity: 'warning',
    fits: ({ written }) => isQuoted(written) && written.includes('\\'),
    what: 'npm dotenv reads a backslash in quotes differently from python-dotenv and Docker Compose',
    instead: 'Remove the quotes: without them, a backslash is text',
  },
  {
    severity: 'warning',
    fits: ({ sign }) => sign.startsWith(':'),
    what: 'npm dotenv reads `NAME: value`, and takes the next line if no value follows; python-dotenv reads nothing',
    instead: 'Write `NAME=value`',
  },
  {
    severity: 'warning',
    fits: ({ behind }) => behind.includes('#'),
    what: 'Docker Compose reads the comment on this line as part of the value',
    instead: 'Put the value in quotes (`NAME="" # comment` if it is empty)',
  },
  {
    severity: 'warning',
    fits: ({ written }) => written.includes('\r'),
    what: 'Docker Compose keeps the CR of the line breaks in this value; npm dotenv and python-dotenv read LF',
    instead: 'End the lines with LF, or write `\\n` in double quotes',
  },
  ANY,
];

/** Each line of which something is lost, and one warning of each kind for the file. */
function reportDifferences(fields: Fields, isWanted: IsWanted): void {
  const { text } = fields.source;
  if (isSameForAll(text, isWanted)) return;
  const warnings = new Map<DotenvDifference, { line: Statement; more: number }>();
  let isFound = false;
  for (const line of READERS.npm(text)) {
    const difference = differenceIn(line, text, isWanted);
    isFound ||= difference !== undefined || line.problem !== undefined;
    if (difference?.severity === 'error') fields.error(mistakeOf(difference, line));
    else if (difference) {
      const { line: first, more } = warnings.get(difference) ?? { line, more: -1 };
      warnings.set(difference, { line: first, more: more + 1 });
    }
  }
  for (const [difference, { line, more }] of warnings)
    fields.warn(mistakeOf(difference, line, more));
  if (!isFound) fields.warn(mistakeOf(ANY, lineOfOthers(text, isWanted)));
}

function differenceIn(
  line: Statement,
  text: string,
  isWanted: IsWanted,
): DotenvDifference | undefined {
  const { problem, name = '', offset, start, end } = line;
  let from = offset;
  let until = end;
  while (/[^\r\n]/.test(text.charAt(from - 1))) from--;
  while (/[^\r\n]/.test(text.charAt(until))) until++;
  const whole = text.slice(from, until);
  if (problem !== undefined || isSameForAll(whole, () => true)) return undefined;
  const told = {
    written: text.slice(start, end),
    sign: text.slice(offset + name.length, start),
    behind: text.slice(end, until),
    isExpanded: OTHERS.some((read) => read(whole).some(({ isExpanded }) => isExpanded)),
  };
  return DIFFERENCES.find(
    ({ severity, fits }) => (severity === 'error' || isWanted(name)) && fits(told),
  );
}

function mistakeOf(
  { what, instead }: DotenvDifference,
  { offset }: Pick<Statement, 'offset'>,
  more = 0,
): FieldProblem {
  const message = `${what}${more === 0 ? '' : ` (here and on ${counted(more, 'more line')})`}.`;
  const hint = `${instead}. Or set \`reader\` in the source to the program that reads this file.`;
  return { code: 'readers-differ', at: offset, message, hint };
}

/** Where another program reads something in what is no line for npm dotenv. */
function lineOfOthers(text: string, isWanted: IsWanted): Pick<Statement, 'offset'> {
  const values = valuesOf(READERS.npm(text), isWanted);
  const others = OTHERS.flatMap((read) => read(text));
  return (
    others.find(({ name, text: value }) => name === undefined || values.get(name) !== value) ?? {
      offset: 0,
    }
  );
}

/** Whether all programs read the same, and everything that there is. What has the names that are not wanted may differ. */
function isSameForAll(text: string, isWanted: IsWanted): boolean {
  const readings = Object.values(READERS).map((read) => read(text));
  const isKnown = ({ problem, name }: Statement) =>
    problem === undefined || (name !== undefined && !isWanted(name));
  if (!readings.flat().every(isKnown)) return false;
  const [first, ...others] = readings.map((statements) =>
    JSON.stringify([...valuesOf(statements, isWanted)]),
  );
  return others.every((other) => other === first);
}

function valuesOf(
  statements: readonly Statement[],
  isWanted: IsWanted,
): Map<string | undefined, string> {
  return new Map(
    statements.filter(({ name = '' }) => isWanted(name)).map(({ name, text }) => [name, text]),
  );
}
