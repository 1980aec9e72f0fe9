// Escapes untrusted text in Markdown: inside a code span or fence, GitHub renders no links, mentions or images.
import { clipped, MAX_LINE, printable, printableLine } from '../printable.ts';

/** Longer names, contexts and settings are clipped. */
const MAX_NAME = 200;

/** A code span on one line, fenced by one backtick more than the longest run in the text. */
export function code(text: string, max = MAX_NAME): string {
  const shown = printable(clipped(text, max)) || ' ';
  const fence = '`'.repeat(longestRun(shown) + 1);
  // CommonMark strips one space from each end, unless the text is all spaces.
  const space = /^`|`$|^ .*[^ ].* $/.test(shown) ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}

/**
 * Code in a cell of a table, which a bar would end. Renderers disagree about a bar after a backslash, so that one is
 * replaced.
 */
export function cell(text: string, max = MAX_NAME): string {
  return code(text, max).replace(
    /(\\*)\|/g,
    (_, slashes: string) => `${slashes}${slashes === '' ? '\\|' : '¦'}`,
  );
}

export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

export function fold(title: string, text: string): string {
  return `<details><summary>${title}</summary>\n\n${text}\n</details>\n\n`;
}

/** A diff in a fence that no line can close, indented for a list item. */
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

const MAX_URL = 2000;

/** A link around trusted Markdown; the bare Markdown if the URL is not an http(s) address. */
export function markdownLink(markdown: string, url: string | undefined): string {
  if (url === undefined || url.length > MAX_URL || !/^https?:\/\/./i.test(url)) return markdown;
  // Characters that could end or change the link are percent-encoded; `&` could start an entity.
  return `[${markdown}](${url.replace(/[^\w\-.~:/?#@!&+,;=%]/gu, encoded).replaceAll('&', '&amp;')})`;
}

function encoded(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

const MAX_PROSE = 1000;
/** For a text that is already clipped. */
const UNCUT = Number.POSITIVE_INFINITY;

/** Plain words, which Markdown and GitHub never interpret, wherever they are. */
const WORD = /^\(?(?!www)[A-Za-z]+(?:['-][a-z]+)*[.,:;!?]?\)?[.,:;]?$/i;
/** Not followed by `.` or `)`, which could start a numbered list, and too short for a commit SHA. */
const NUMBER = /^\(?\d{1,3}(?:,\d{3}){0,2}(?:\.\d{1,3})?(?:%\)?)?[,:;]?$/;
/** GitHub links text that could be an abbreviated commit SHA. */
const COMMIT = /^[^a-z]?[0-9a-f]{7,}[^a-z]*$/i;

export interface MarkdownProseOptions {
  /** Characters: more are clipped. */
  most?: number;
  /** Address of the workflow runs, up to their number: these become links. */
  runs?: string | undefined;
}

/**
 * A sentence of ours that may contain untrusted names and values. Text between backticks becomes a code span, and so
 * does every other run of words that are not plain.
 */
export function markdownProse(
  sentence: string,
  { runs, most = MAX_PROSE }: MarkdownProseOptions = {},
): string {
  const text = clipped(sentence, most);
  if (/^ | $| {2}|^$/.test(text)) return code(text, UNCUT);
  const parts: string[][] = [];
  let wasAlone = true;
  for (const token of tokens(text)) {
    const isAlone = isPlainWord(token) || QUOTED.test(token) || runLink(token, runs) !== undefined;
    if (isAlone || wasAlone) parts.push([token]);
    else parts.at(-1)?.push(token);
    wasAlone = isAlone;
  }
  return parts.map((part) => runLink(part.join(' '), runs) ?? inMarkdown(part.join(' '))).join(' ');
}

/** The address of a run, with surrounding punctuation. */
const RUN = /^(\(?)(https?:\/\/[^\s()]+\/)(\d{1,20})(\)?[.,:;]?)$/;

/** Only for runs of this repository: any other address could lead anywhere. */
function runLink(token: string, runs: string | undefined): string | undefined {
  const [, before = '', address, id = '', after = ''] = RUN.exec(token) ?? [];
  return address === undefined || address !== runs
    ? undefined
    : `${before}${markdownLink(`run ${id}`, address + id)}${after}`;
}

/** Text between backticks, with surrounding punctuation. */
const QUOTED = /^(\(?)`([^`]+)`(\)?[.,:;?]?)$/;

/** Up to a space: {@link QUOTED}, or a run without any. */
const QUOTED_OR_RUN = /\(?`[^`]+`\)?[.,:;?]?(?= |$)|[^ ]+/g;

/** Split at single spaces, but not within backticks. */
function tokens(text: string): string[] {
  return text.match(QUOTED_OR_RUN) ?? [];
}

function isPlainWord(token: string): boolean {
  return token === '→' || NUMBER.test(token) || (WORD.test(token) && !COMMIT.test(token));
}

const LAST_MARK = /(?<=[^.,:;])[.,:;]$/;
/** Punctuation at the end, with a closing parenthesis before it. */
const LAST_MARKS = /(?<=[^.,:;)])(?:[.,:;]|\)[.,:;]?)$/;

function inMarkdown(run: string): string {
  if (isPlainWord(run)) return run;
  const [, before = '', inner, after = ''] = QUOTED.exec(run) ?? [];
  if (inner !== undefined) return `${before}${code(inner, UNCUT)}${after}`;
  // A parenthesis around more than the run is not a part of it.
  const start = run.includes(')') ? '' : (/^\((?=.)/.exec(run)?.[0] ?? '');
  const [end = ''] = (run.includes('(') ? LAST_MARK : LAST_MARKS).exec(run) ?? [];
  return `${start}${code(run.slice(start.length, run.length - end.length), UNCUT)}${end}`;
}
