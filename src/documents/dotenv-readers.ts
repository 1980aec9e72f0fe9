// Reads a `.env` file as npm dotenv, python-dotenv and compose-go do: the values that each gets, and where they are.
import { parse as parseDotenv } from 'dotenv';
import { trimEndOf } from '../lib/text.ts';
import type { DotenvReader } from '../model/sources.ts';

/** What a program takes from one place of the file. */
export interface Statement {
  /** Where the name begins, or what the program does not read. */
  offset: number;
  /** Absent: the program takes nothing from here. */
  name?: string | undefined;
  text: string;
  /** Of the value, quotes included. */
  start: number;
  end: number;
  /** The program replaced a `$`. */
  isExpanded?: boolean;
  /** Why there is no text: the program does not read a value here, or the value depends on its environment. */
  problem?: 'unread' | 'variable' | undefined;
}

/** As the library reads it, which knows no places: name, sign, and what is assigned. Only quotes span lines. */
const NPM =
  /^\s*(?:export[^\S\r\n]+)?([\w.-]+)([^\S\r\n]*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$/dgm;

function readNpm(text: string): Statement[] {
  let until = 0;
  const lines = [...text.matchAll(NPM)].flatMap(
    ({ 0: statement, 1: name, 3: assigned = '', index, indices }) => {
      const others = leftOut(text, until, index);
      until = index + statement.length;
      const [offset, behind] = indices?.[1] ?? [0, 0];
      const [, sign] = indices?.[2] ?? [0, 0];
      const { V: value = '' } = parseDotenv(`V${text.slice(behind, until)}`);
      const written = assigned.trim();
      const start = sign + (written === '' ? 0 : assigned.indexOf(written));
      return [...others, { offset, name, text: value, start, end: start + written.length }];
    },
  );
  return [...lines, ...leftOut(text, until, text.length)];
}

/** Lines that the library leaves out without a word. */
function leftOut(text: string, start: number, end: number): Statement[] {
  const starts = [...text.slice(start, end).matchAll(/[^\s#].*|#.*/g)].map(
    ({ index }) => start + index,
  );
  return starts.filter((at) => text[at] !== '#').map(unread);
}

function unread(offset: number): Statement {
  return { offset, text: '', start: offset, end: offset, problem: 'unread' };
}

/** What is a space for each of them, within a line and everywhere. */
const WIDE =
  '\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';
const PYTHON_BLANK = `\t\v\f\x1c\x1d\x1e\x1f \x85\xa0${WIDE}`;
const PYTHON_SPACE = `${PYTHON_BLANK}\n\r`;
const GO_BLANK = '\t\v\f\r \x85\xa0';
const GO_SPACE = `${GO_BLANK}\n${WIDE}`;

/** Name, sign and value, as far as they are there: like the library, it never backtracks. */
const PYTHON_VALUE = String.raw`'(?:\\[\s\S]|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"|(?!['"${PYTHON_BLANK}])[^\r\n]+`;
const PYTHON_SIGN = `(=)(?:[${PYTHON_BLANK}]+(?=#)|[${PYTHON_BLANK}]*(${PYTHON_VALUE})?)`;
const PYTHON_NAME = `('[^']+'|(?!')[^=#${PYTHON_SPACE}]+)[${PYTHON_BLANK}]*`;
const PYTHON = new RegExp(
  `[${PYTHON_SPACE}]*(?:export[${PYTHON_BLANK}]+)?(?:${PYTHON_NAME}(?:${PYTHON_SIGN})?)?`,
  'dy',
);
const PYTHON_END = new RegExp(
  String.raw`(?:[${PYTHON_BLANK}]*#[^\r\n]*)?[${PYTHON_BLANK}]*(?:\r\n|\n|\r|$)`,
  'y',
);
const PYTHON_REST = /[^\r\n]*(?:\r|\n)?/y;
const PYTHON_COMMENT = new RegExp(`[${PYTHON_SPACE}]#`);
const PYTHON_VARIABLE = /\$\{([^}:]*)(?::-[^}]*)?\}/g;

function readPython(text: string): Statement[] {
  const statements: Statement[] = [];
  const values = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const match = matchAt(PYTHON, text, at);
    const [assignment = '', key, sign, given = ''] = match ?? [];
    const behind = at + assignment.length;
    const end = matchAt(PYTHON_END, text, behind);
    at = behind + (end ?? matchAt(PYTHON_REST, text, behind) ?? [''])[0].length;
    const [offset] = match?.indices?.[1] ?? [behind];
    if (end === null) statements.push(unread(offset));
    else if (key !== undefined) {
      const name = key.replace(/^'(.*)'$/s, '$1');
      const written = withoutComment(given, PYTHON_COMMENT, PYTHON_SPACE);
      const value = expanded(pythonText(written), PYTHON_VARIABLE, values);
      const start = behind - given.length;
      const problem = sign === undefined ? 'unread' : value.problem;
      statements.push({ ...value, offset, name, start, end: start + written.length, problem });
      values.set(name, value.text);
    }
  }
  return statements;
}

/** Every line break is LF for the library. */
function pythonText(written: string): string {
  const text = written.replace(/\r\n?/g, '\n');
  if (text.startsWith("'")) return text.slice(1, -1).replace(/\\([\\'])/g, '$1');
  if (text.startsWith('"'))
    return text
      .slice(1, -1)
      .replace(/\\([\\'"abfnrtv])/g, (_, letter) => ESCAPES[letter] ?? letter);
  return text;
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const COMPOSE_START = new RegExp(
  String.raw`(?:[${GO_SPACE}]+|#[^\n]*)*(?:export(?=[\t\n\f\r ])[${GO_BLANK}]*(?=[\s\S]))?`,
  'y',
);
const COMPOSE_NAME = new RegExp(
  String.raw`([${GO_BLANK}\p{L}\p{N}_.\-[\]]*)[=:][${GO_BLANK}]*`,
  'uy',
);
const COMPOSE_VALUE = /(["'])(?:\\[\s\S]|(?!\1)[^\\])*\1|(?!["'])[^\n]*/y;
const COMPOSE_VARIABLE = /\$(?:\$|([_a-z][_a-z0-9]*)|\{(?:([_a-z][_a-z0-9]*)\})?)/giu;

/** The program refuses a file in which it cannot read a line. Here it goes on with the next line. */
function readCompose(text: string): Statement[] {
  const statements: Statement[] = [];
  const values = new Map<string, string>();
  for (let at = 0; ; ) {
    const offset = at + (matchAt(COMPOSE_START, text, at)?.[0] ?? '').length;
    if (offset >= text.length) return statements;
    const [assignment = '', key = ''] = matchAt(COMPOSE_NAME, text, offset) ?? [];
    const name = trimEndOf(key, GO_SPACE);
    const start = offset + assignment.length;
    const given =
      assignment === '' || name.includes(' ')
        ? undefined
        : matchAt(COMPOSE_VALUE, text, start)?.[0];
    if (given === undefined) statements.push(unread(offset));
    else {
      const written = withoutComment(given, / #/, GO_SPACE);
      const value = written.startsWith("'")
        ? { text: composeText(written) }
        : expanded(composeText(written), COMPOSE_VARIABLE, values);
      statements.push({ ...value, offset, name, start, end: start + written.length });
      values.set(name, value.text);
    }
    at =
      given === undefined
        ? offset + (matchAt(/[^\n]*/y, text, offset)?.[0] ?? '').length
        : start + given.length;
  }
}

function composeText(written: string): string {
  const [quote = ''] = written;
  if (quote !== '"' && quote !== "'") return written;
  const text = written
    .slice(1, -1)
    .replace(/\\([\s\S])/g, (pair, escaped) => (escaped === quote ? quote : pair));
  if (quote === "'") return text;
  return text.replace(/\\(?:([abfnrtv$"\\])|0(\d{0,3}))/g, (_, letter, octal) => {
    if (letter !== undefined) return letter === '$' ? '$$' : (ESCAPES[letter] ?? letter);
    return /^[0-3][0-7]{2}$/.test(octal)
      ? String.fromCharCode(Number.parseInt(octal, 8))
      : `\\${octal}`;
  });
}

/** A value without the comment after it. In quotes, there is none. */
function withoutComment(given: string, comment: RegExp, space: string): string {
  if (/^["']/.test(given)) return given;
  const at = given.search(comment);
  return trimEndOf(at === -1 ? given : given.slice(0, at), space);
}

/** With the values of the names above. Whatever else a program puts in place of a `$` is not known here. */
function expanded(
  text: string,
  variable: RegExp,
  values: ReadonlyMap<string, string>,
): Pick<Statement, 'text' | 'isExpanded' | 'problem'> {
  let isExpanded = false;
  let problem: Statement['problem'];
  const result = text.replace(variable, (reference, name, otherName) => {
    isExpanded = true;
    const value = reference === '$$' ? '$' : values.get(name ?? otherName);
    if (value === undefined) problem = 'variable';
    return value ?? '';
  });
  return { text: result, isExpanded, problem };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

export const READERS: Readonly<Record<DotenvReader, (text: string) => Statement[]>> = {
  npm: readNpm,
  python: readPython,
  compose: readCompose,
};
