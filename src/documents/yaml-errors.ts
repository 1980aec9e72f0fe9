// Common errors in YAML: from the parser's error and the text around it, what is wrong and what to do.
import { contextHint } from '../model/diagnostic.ts';

/** Never quotes the text, which may contain a password. */
interface YamlError {
  /** Completes "This is not valid YAML: …". Absent: the parser's own reason is good enough. */
  problem?: string;
  hint: string;
  /** Where the error is, if not where parsing stopped. */
  offset?: number;
}

/** The first error that fits, if any. @param offset where parsing stopped */
export function yamlError(reason: string, text: string, offset: number): YamlError | undefined {
  const around = linesAround(text, offset);
  const column = offset - around.at.offset;
  const left = around.at.text.slice(0, column);
  const right = around.at.text.slice(column);
  const lines = { reason, ...around, left, right };
  return KINDS.map((find) => find(lines)).find((yamlError) => yamlError !== undefined);
}

interface TextLine {
  text: string;
  /** Of its first character. */
  offset: number;
}

interface Lines {
  reason: string;
  /** The line where parsing stopped. */
  at: TextLine;
  /** What is in this line before the place, and after it. */
  left: string;
  right: string;
  /** The lines before it that are neither empty nor comments, nearest first. */
  before: TextLine[];
}

/** Characters that are searched before and after the place where parsing stopped: the searches must stay fast. */
const MAX_BEFORE = 3000;
const MAX_BEHIND = 300;

function linesAround(text: string, offset: number): Pick<Lines, 'at' | 'before'> {
  const before: TextLine[] = [];
  let at: TextLine = { text: '', offset: Math.max(0, offset - MAX_BEFORE) };
  for (const line of text.slice(at.offset, offset + MAX_BEHIND).split('\n')) {
    at = { text: line.replace(/\r$/, ''), offset: at.offset };
    const next = at.offset + line.length + 1;
    if (next > offset) break;
    if (!/^\s*(?:#|$)/.test(line)) before.unshift(at);
    at = { text: '', offset: next };
  }
  return { at, before };
}

type YamlErrorKind = (lines: Lines) => YamlError | undefined;

/** @param line pattern of the line, with `▮` at the place where parsing stopped */
function when(reason: RegExp, line: RegExp, error: YamlError): YamlErrorKind {
  return ({ reason: given, left, right }) =>
    reason.test(given) && line.test(`${left}▮${right}`) ? error : undefined;
}

const ANY = /(?:)/;
const TAB: YamlError = {
  problem: 'it is indented with a tab',
  hint: 'Indent with spaces: YAML does not allow tabs here.',
};
const NO_TEXT = 'If the value is text, quote it: `name: "{{ a }}:{{ b }}"`.';
const AFTER_BRACKET = /bad indentation|end of the stream/;
const ENTRIES =
  'Write each entry as `name: value`, and entries that belong together with the same indentation.';

/** In this order: the first ones are certain, and the last ones only say what the words of the parser leave out. */
const KINDS: readonly YamlErrorKind[] = [
  mergeConflict,
  when(/\btab/, ANY, TAB),
  when(ANY, /^ *▮?\t/, TAB),
  unquotedContext,
  unclosedQuote,
  unclosedBracket,
  reservedStart,
  when(ANY, /:\s+▮-(?:\s|$)/, {
    problem: 'a list begins on the line of its name',
    hint: 'Write each item as `- item` on a line of its own. If it is text, quote it: `name: "- a"`.',
  }),
  behindQuote,
  when(/bad indentation/, /:\s.*▮:(?:\s|$)/, {
    problem: 'there is a second colon in the line',
    hint: 'If it is part of the value, quote it: `name: "a: b"`.',
  }),
  when(AFTER_BRACKET, /▮[}\]]/, { problem: 'a closing bracket has no opening one', hint: NO_TEXT }),
  when(AFTER_BRACKET, /[}\]]\s*▮/, {
    problem: 'something follows a closing bracket',
    hint: NO_TEXT,
  }),
  missingSpace,
  when(/bad indentation/, ANY, {
    hint: `${ENTRIES} Quote a text of several lines, or write it below \`|\`.`,
  }),
  when(/end of the stream|multiline key/, ANY, {
    problem: 'this does not belong to the lines above it',
    hint: ENTRIES,
  }),
  when(/missed comma/, ANY, {
    hint: 'Separate the items with commas, and quote texts that contain `[`, `]`, `{`, `}` or `,`.',
  }),
  when(/escape sequence/, ANY, {
    problem: 'a backslash in double quotes does not begin a valid YAML escape',
    hint: 'Write two backslashes, or put the text in single quotes.',
  }),
  when(/non-printable|null byte/, ANY, {
    hint: 'Remove the character, or write it as an escape in double quotes, such as `"\\u0001"`.',
  }),
  when(/directive/, ANY, {
    problem: 'a line that begins with `%` is not an entry',
    hint: 'If it is a name, quote it: `"%name": value`.',
  }),
];

function mergeConflict({ at, before }: Lines): YamlError | undefined {
  const marker = [at, ...before].find(({ text }) => /^(?:<{7}|={7}|>{7})(?:\s|$)/.test(text));
  const hint =
    'Keep the lines of one side, and remove the markers `<<<<<<<`, `=======` and `>>>>>>>`.';
  return marker && { problem: 'it contains merge conflict markers', hint, offset: marker.offset };
}

/** A context at the start of a node: `*;Billing`, or `*` before a colon. */
const BARE_CONTEXT = /(?:^|[\s{[,])(\*[^\s,\]}]*;[^\s,\]}:]*|\*(?=:))/;

function unquotedContext({ at }: Lines): YamlError | undefined {
  const match = BARE_CONTEXT.exec(at.text);
  const [withBefore = '', alias = ''] = match ?? [];
  const hint = contextHint(alias);
  if (match === null || hint === undefined) return undefined;
  return {
    problem: 'a context is not quoted',
    hint,
    offset: at.offset + match.index + withBefore.length - alias.length,
  };
}

/** The parser stops at the end of the text, or at the next line that is indented less. */
const STOPPED_LATER = /deficient indentation|unexpected end/;

function unclosedQuote({ reason, at, before }: Lines): YamlError | undefined {
  if (!STOPPED_LATER.test(reason)) return undefined;
  for (const line of [at, ...before]) {
    const open = quoteIn(line.text);
    if (open === undefined) continue;
    const problem = `\`${open.quote}\` is not closed`;
    const hint = `Add the closing \`${open.quote}\` at the end of the value. If the quote is part of the text, put the whole value in ${open.quote === '"' ? "single quotes: `'…'`" : 'double quotes: `"…"`'}.`;
    return { problem, hint, offset: line.offset + open.index };
  }
  return undefined;
}

/** The quote that a line opens and does not close. */
function quoteIn(line: string): { quote: string; index: number } | undefined {
  let open: { quote: string; index: number } | undefined;
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i);
    if (open?.quote === '"' && character === '\\') i++;
    else if (open !== undefined) open = character === open.quote ? undefined : open;
    else if (character === '#' && /(?:^|\s)$/.test(line.slice(0, i))) break;
    else if (/["']/.test(character) && /(?:^|[\s:,[{-])$/.test(line.slice(0, i)))
      open = { quote: character, index: i };
  }
  return open;
}

/** A name and its colon, perhaps quoted or in a list, but not a URL. */
const NAME_WITHOUT_SPACE = /^\s*(?:- )*["']?[\w.-]+["']?:(?=[^\s:/])/;

/** `name:value`. YAML reads it as text that goes on in the next line, and stops there. */
function missingSpace({ reason, at, before: [previous] }: Lines): YamlError | undefined {
  if (!/mapping/.test(reason)) return undefined;
  for (const line of [previous, at]) {
    const name = line && NAME_WITHOUT_SPACE.exec(line.text)?.[0];
    if (line === undefined || !name) continue;
    const offset = line.offset + name.length - 1;
    return { problem: 'a space is missing after the colon', hint: 'Write `name: value`.', offset };
  }
  return undefined;
}

/** What no plain text can begin with. */
function reservedStart({ left, right }: Lines): YamlError | undefined {
  const [start] = /^(?:[@`%]|\?(?=\s|$))/.exec(right) ?? [];
  if (start === undefined || !/(?:^|[\s,[{])$/.test(left)) return undefined;
  const shown = start === '`' ? 'a backtick' : `\`${start}\``;
  const form = start === '`' ? '' : `: \`name: "${start}value"\``;
  return { problem: `${shown} cannot begin a text without quotes`, hint: `Quote the text${form}.` };
}

function behindQuote({ left, right }: Lines): YamlError | undefined {
  const text = left.trimEnd();
  const quote = text.slice(-1);
  const isClosing = quoteIn(text) === undefined && quoteIn(text.slice(0, -1))?.quote === quote;
  if (!isClosing || /^\s*:(?:\s|$)/.test(right)) return undefined;
  const form = quote === '"' ? `name: '"a" b'` : `name: "it's"`;
  const hint = `If the quotes are part of the text, put the whole value in quotes of the other kind: \`${form}\`.`;
  return { problem: 'something follows the closing quote', hint };
}

const QUOTED_OR_COMMENT = /"(?:[^"\\]|\\.)*"|'[^']*'|(?:^|\s)#.*/g;

function unclosedBracket({ reason, at, before }: Lines): YamlError | undefined {
  if (!STOPPED_LATER.test(reason)) return undefined;
  for (const line of [at, ...before]) {
    const plain = line.text.replace(QUOTED_OR_COMMENT, (part) => ' '.repeat(part.length));
    const index = openBracketIn(plain);
    if (index === undefined) continue;
    const open = plain.charAt(index);
    const hint = `Add the closing \`${open === '[' ? ']' : '}'}\`. If the value is text, quote it: \`name: "${open}a"\`.`;
    return { problem: `\`${open}\` is not closed`, hint, offset: line.offset + index };
  }
  return undefined;
}

/** The first bracket that a line opens and does not close. */
function openBracketIn(line: string): number | undefined {
  const open: number[] = [];
  for (let i = 0; i < line.length; i++)
    if ('[{'.includes(line.charAt(i))) open.push(i);
    else if (']}'.includes(line.charAt(i))) open.pop();
  return open[0];
}
