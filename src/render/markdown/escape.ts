// Foreign text in Markdown: always inside a code span or a fence, where GitHub makes no link, mention or image of it.
import { withCommas } from '../../lib/text.ts';
import { printable, printableLine } from '../printable.ts';

/** The longest name, context or setting that is shown whole. */
const MAX_NAME = 200;

/** A code span that any text fits into: fenced by one backtick more than its longest run, on one line, in bounds. */
export function code(text: string, max = MAX_NAME): string {
  const shown = printable(clipped(text, max)) || ' ';
  const fence = '`'.repeat(longestRun(shown) + 1);
  // CommonMark takes one space off each end, unless there is nothing but spaces.
  const space = /^`|`$|^ .*[^ ].* $/.test(shown) ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}

/** The start of a text, with its length where something is left out. Never cuts a character in two. */
export function clipped(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max;
  return `${text.slice(0, end)}… (${withCommas(text.length)} characters)`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Longer lines say nothing more in a diff. */
const MAX_LINE = 400;

/** Lines of a diff in a fence that none of them can close, indented to stand in a list item. */
export function diffFence(lines: readonly string[], indent: string): string {
  const shown = lines.map((line) => printableLine(clipped(line, MAX_LINE)));
  const fence = '`'.repeat(Math.max(3, longestRun(shown.join('\n')) + 1));
  return [`${fence}diff`, ...shown, fence].map((line) => `${indent}${line}\n`).join('');
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** Links are longer only by mischief. */
const MAX_URL = 2000;

/** A link around Markdown that the product made; the bare Markdown where the address is none of the web. */
export function link(markdown: string, url: string | undefined): string {
  if (url === undefined || url.length > MAX_URL || !/^https?:\/\/./i.test(url)) return markdown;
  return `[${markdown}](${destination(url)})`;
}

/** Everything that could end or change the link is percent-encoded; `&` could begin an entity. */
function destination(url: string): string {
  return url.replace(/[^\w\-.~:/?#@!&+,;=%]/gu, (character) => encoded(character)).replaceAll('&', '&amp;');
}

function encoded(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

// Sentences of findings and notes: plain words stay prose, everything else in them stands in code spans.

/** No message needs more. */
const MAX_PROSE = 1000;
/** Of a text that was cut as a whole. */
const UNCUT = Number.POSITIVE_INFINITY;

/** Words of letters: nothing that Markdown or GitHub reads anything into, wherever they stand. */
const WORD = /^\(?(?!www)[A-Za-z]+(?:['-][a-z]+)*[.,:;!?]?\)?[.,:;]?$/i;
/** Not before `.` or `)`, where a line could become a numbered list; not so long as to be a commit. */
const NUMBER = /^\(?\d{1,3}(?:,\d{3}){0,2}(?:\.\d{1,3})?[,:;]?$/;
/** GitHub links what could be an abbreviated commit. */
const COMMIT = /^[^a-z]?[0-9a-f]{7,}[^a-z]*$/i;

/**
 * A sentence of the product, in which names and values of others may stand. What stands there between backticks is a
 * code span; of the rest, each run of words that are not plain is one.
 */
export function prose(sentence: string): string {
  const text = clipped(sentence, MAX_PROSE);
  if (/^ | $| {2}|^$/.test(text)) return code(text, UNCUT);
  const runs: string[][] = [];
  let wasPlain = true;
  for (const token of tokens(text)) {
    const isPlain = isPlainWord(token);
    if (isPlain || wasPlain || QUOTED.test(token)) runs.push([token]);
    else runs.at(-1)?.push(token);
    wasPlain = isPlain || QUOTED.test(token);
  }
  return runs.map((run) => inMarkdown(run.join(' '))).join(' ');
}

/** What the product itself puts between backticks, with the punctuation around it. */
const QUOTED = /^(\(?)`([^`]+)`(\)?[.,:;?]?)$/;

/** Split at single spaces, but not within backticks. */
function tokens(text: string): string[] {
  return text.match(/\(?`[^`]+`\)?[.,:;?]?(?= |$)|[^ ]+/g) ?? [];
}

function isPlainWord(token: string): boolean {
  return token === '→' || NUMBER.test(token) || (WORD.test(token) && !COMMIT.test(token));
}

function inMarkdown(run: string): string {
  if (isPlainWord(run)) return run;
  const [, before = '', inner, after = ''] = QUOTED.exec(run) ?? [];
  if (inner !== undefined) return `${before}${code(inner, UNCUT)}${after}`;
  const end = /[^.,:;]([.,:;])$/.exec(run)?.[1] ?? '';
  return `${code(run.slice(0, run.length - end.length), UNCUT)}${end}`;
}
