// Common mistakes in YAML: from the parser's error and the text around it, what is wrong and what to do.
import { contextHint } from '../model/diagnostic.ts';

/** Where parsing stopped, and why. */
interface Stop {
  reason: string;
  text: string;
  offset: number;
}

/** Never quotes the text, which may contain a password. */
export interface YamlMistake {
  /** Completes "This is not valid YAML: …". Absent: the parser's own reason is good enough. */
  problem?: string;
  hint: string;
  /** Where the mistake is, if not where parsing stopped. */
  offset?: number;
}

/** The first mistake that fits, if any. */
export function yamlMistake(stop: Stop): YamlMistake | undefined {
  const lines = linesAround(stop);
  for (const find of MISTAKES) {
    const mistake = find(lines);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

interface Line {
  text: string;
  /** Of its first character. */
  offset: number;
}

interface Lines {
  reason: string;
  /** The line where parsing stopped. */
  at: Line;
  /** The rest of that line, from there. */
  rest: string;
  /** The lines before it that are neither blank nor comments, nearest first. */
  before: Line[];
}

/** Lines searched before the one where parsing stopped, and characters of each: the searches must stay fast. */
const MAX_LINES = 50;
const MAX_LENGTH = 300;

function linesAround({ reason, text, offset }: Stop): Lines {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const from = Math.max(start, offset - MAX_LENGTH);
  const at = { text: lineAt(text, from), offset: from };
  const before: Line[] = [];
  for (let end = start - 1, i = 0; end >= 0 && i < MAX_LINES; i++) {
    const begin = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
    const line = lineAt(text, begin);
    if (!/^\s*(?:#|$)/.test(line)) before.push({ text: line, offset: begin });
    end = begin - 1;
  }
  return { reason, at, rest: lineAt(text, offset), before };
}

function lineAt(text: string, offset: number): string {
  return text.slice(offset, offset + 2 * MAX_LENGTH).split(/\r?\n/, 1)[0] ?? '';
}

type Find = (lines: Lines) => YamlMistake | undefined;

/** In this order: the first ones are certain, the last ones are likely. */
const MISTAKES: readonly Find[] = [
  mergeConflict,
  tab,
  unquotedContext,
  unknownEscape,
  flowText,
  unclosed,
  reservedCharacter,
  missingSpace,
  listAfterColon,
  textAfterQuote,
  colonInValue,
  indentation,
  missingColon,
];

function mergeConflict({ at, before }: Lines): YamlMistake | undefined {
  const marker = [at, ...before].find(({ text }) => /^(?:<{7}|={7}|>{7})(?:\s|$)/.test(text));
  return (
    marker && { problem: 'it has markers of a merge conflict', hint: 'Resolve the conflict.', offset: marker.offset }
  );
}

function tab({ reason, at }: Lines): YamlMistake | undefined {
  const isTab = /\btab/.test(reason) || /^ *\t/.test(at.text);
  return isTab ? { hint: 'Indent with spaces: YAML does not allow tabs here.' } : undefined;
}

function unquotedContext({ at }: Lines): YamlMistake | undefined {
  const alias = /(?:^|[\s{[,])(\*[^\s,\]}]*;[^\s,\]}:]*|\*(?=:))/.exec(at.text)?.[1];
  const hint = alias === undefined ? undefined : contextHint(alias);
  return hint === undefined ? undefined : { hint };
}

function unknownEscape({ reason }: Lines): YamlMistake | undefined {
  if (!/escape/.test(reason)) return undefined;
  return { hint: 'In double quotes, write a backslash twice, or use single quotes.' };
}

function flowText({ reason, at }: Lines): YamlMistake | undefined {
  if (!/flow/.test(reason)) return undefined;
  if (/[*\w./-]\{/.test(at.text)) return { hint: 'Between [ and ], text that contains { or a comma needs quotes.' };
  if (/:\s[^"'{}[\]]*:\s/.test(at.text)) return { hint: 'Between { and }, a value that contains `: ` needs quotes.' };
  return undefined;
}

const OPENERS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '[': ']', '{': '}' };

/** The parser stops at the end of the text, or at the next line that is indented less. */
function unclosed({ reason, at, before }: Lines): YamlMistake | undefined {
  if (!/deficient indentation|unexpected end/.test(reason)) return undefined;
  for (const line of [at, ...before]) {
    const open = openIn(line.text);
    if (open === undefined) continue;
    const what = `\`${open.character}\``;
    const problem = `${what} is not closed`;
    return {
      problem,
      hint: `Add the closing \`${OPENERS[open.character]}\`, or quote the value if ${what} is part of it.`,
      offset: line.offset + open.index,
    };
  }
  return undefined;
}

/** The quote, or else the first bracket, that a line opens and does not close. */
function openIn(line: string): { character: string; index: number } | undefined {
  const open: { character: string; index: number }[] = [];
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i);
    const last = open.at(-1)?.character;
    const isQuoted = last === '"' || last === "'";
    if (last === '"' && character === '\\') i++;
    else if (isQuoted && character === last) open.pop();
    else if (isQuoted) continue;
    else if (character === '#' && /(?:^|\s)$/.test(line.slice(0, i))) break;
    else if (last !== undefined && character === OPENERS[last]) open.pop();
    else if (character in OPENERS && /(?:^|[\s:,[{-])$/.test(line.slice(0, i))) open.push({ character, index: i });
  }
  const last = open.at(-1);
  return last?.character === '"' || last?.character === "'" ? last : open[0];
}

function reservedCharacter({ rest }: Lines): YamlMistake | undefined {
  const [character] = rest;
  if (character === undefined || !'@`%]},'.includes(character)) return undefined;
  const shown = character === '`' ? 'a backtick' : `\`${character}\``;
  return { problem: `a value cannot begin with ${shown}`, hint: 'Quote the value.' };
}

/** `name:value`. YAML reads it as text that goes on in the next line, and stops there. */
function missingSpace({ reason, at, before: [previous] }: Lines): YamlMistake | undefined {
  if (!/mapping/.test(reason)) return undefined;
  for (const line of [previous, at]) {
    const name = line && /^\s*(?:- )*["']?[\w.-]+["']?:(?=[^\s:/])/.exec(line.text)?.[0];
    if (line === undefined || !name) continue;
    const offset = line.offset + name.length - 1;
    return { problem: 'a space is missing after the colon', hint: 'Write `name: value`.', offset };
  }
  return undefined;
}

function listAfterColon({ reason, at }: Lines): YamlMistake | undefined {
  if (/indentation of a mapping/.test(reason) && /^\s*- /.test(at.text))
    return { problem: 'there is a list item between the names of a mapping', hint: 'Write `name: value`.' };
  if (!/^\s*[^\s"'#:][^"'#:]*:\s+-\s/.test(at.text)) return undefined;
  return {
    problem: 'a list cannot begin in the line of its name',
    hint: 'Begin it in the next line, or write `[a, b]`. If it is text, quote it.',
  };
}

function textAfterQuote({ at }: Lines): YamlMistake | undefined {
  if (!/:\s+(?:"(?:[^"\\]|\\.)*"|'[^']*')\s*[^\s#,}\]':]/.test(at.text)) return undefined;
  return {
    problem: 'there is text after the closing quote',
    hint: 'Quote the whole value. Inside double quotes, write a quote as `\\"`.',
  };
}

function colonInValue({ reason, at }: Lines): YamlMistake | undefined {
  if (!/mapping/.test(reason) || !/^\s*(?:- )*[^\s"'#][^"'#]*?:\s+[^\s"'{[|>&*!#][^#]*?:(?:\s|$)/.test(at.text))
    return undefined;
  return { problem: 'a value contains a colon followed by a space', hint: 'Quote the value.' };
}

function indentation({ reason, at, before: [previous] }: Lines): YamlMistake | undefined {
  if (!/indentation/.test(reason) || previous === undefined) return undefined;
  const deeper = indentOf(at) - indentOf(previous);
  if (deeper === 0) return undefined;
  const hint =
    deeper > 0
      ? 'The line above already has a value: indent both lines alike, or remove that value.'
      : 'Indent this line exactly like the line above that it continues.';
  return { hint };
}

function indentOf({ text }: Line): number {
  return text.length - text.trimStart().length;
}

function missingColon({ reason }: Lines): YamlMistake | undefined {
  if (!/expected ':'|implicit key/.test(reason)) return undefined;
  return {
    problem: 'a line has no colon after its name',
    hint: 'Write `name: value`. A text of several lines needs `|`.',
  };
}
