// Sentences of findings and notes: plain words stay prose, everything else in them stands in code spans.
import { clipped, code } from './escape.ts';

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
