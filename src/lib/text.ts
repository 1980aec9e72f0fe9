// Helpers for text: counts with nouns, suggestions for unknown words, trimming and comparing.
import { closest, distance } from 'fastest-levenshtein';

export interface Range {
  start: number;
  end: number;
}

/** Replaces a range. */
export interface TextEdit extends Range {
  text: string;
}

/** The text with edits, by position. What an earlier edit has replaced, a later one does not keep. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    pieces.push(text.slice(from, Math.max(from, edit.start)), edit.text);
    from = Math.max(from, edit.end);
  }
  return `${pieces.join('')}${text.slice(from)}`;
}

/** `2 keys and 1 file`, without nouns whose count is 0; empty if all are. */
export function countedBoth(counts: readonly (readonly [count: number, noun: string])[]): string {
  return counts.flatMap(([count, noun]) => (count > 0 ? [counted(count, noun)] : [])).join(' and ');
}

/** `1 key`, `2 keys`, `1,000 keys`. */
export function counted(count: number, noun: string): string {
  return `${withCommas(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `1 key is`, `2 keys are`. */
export function countedAre(count: number, noun: string): string {
  return `${counted(count, noun)} ${count === 1 ? 'is' : 'are'}`;
}

/** The pronoun for what was counted: `it` or `them`. */
export function itOrThem(count: number): string {
  return count === 1 ? 'it' : 'them';
}

/** Lines that all end with a line break. */
export function asLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Blocks of lines with an empty line between them. Empty blocks are left out. */
export function asBlocks(blocks: readonly (readonly string[])[]): string {
  return blocks
    .filter(({ length }) => length > 0)
    .map(asLines)
    .join('\n');
}

/** `shop: …`, if there is a name. */
export function withName(name: string | undefined, text: string): string {
  return name === undefined ? text : `${name}: ${text}`;
}

/** Subject of a sentence about everything: `The only change`, `Both changes`, `All 3 changes`. */
export function allOf(count: number, noun: string): string {
  if (count === 1) return `The only ${noun}`;
  return count === 2 ? `Both ${noun}s` : `All ${counted(count, noun)}`;
}

/** As one word of a POSIX shell. */
export function shellQuoted(text: string): string {
  return /^[\w./:@=+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** One UTF-16 unit as JSON can write it: `\u003c` for `<`. */
export function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** `a, b and 7 more files`, or `a, b and 7 more` without a noun. */
export function someOf(
  items: readonly string[],
  { most, noun }: { most: number; noun?: string },
): string {
  const shown = items.slice(0, most).join(', ');
  const left = items.length - most;
  if (left <= 0) return shown;
  return `${shown} and ${noun === undefined ? `${withCommas(left)} more` : counted(left, `more ${noun}`)}`;
}

/** `1000` → `1,000`. Loading `Intl` for this would take 15 ms, a tenth of a small plan. */
export function withCommas(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** The most similar known word, if at most about a third of the word differs. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const words = [...known];
  if (words.length === 0 || word === '') return undefined;
  const lower = word.toLowerCase();
  const best = closest(
    lower,
    words.map((candidate) => candidate.toLowerCase()),
  );
  const match = words.find((candidate) => candidate.toLowerCase() === best);
  const longer = words.find((candidate) => candidate.toLowerCase().startsWith(lower));
  if (longer !== undefined && lower.length > 2) return longer;
  const isSimilar =
    distance(lower, best) <= Math.ceil(lower.length / 3) || lettersOf(lower) === lettersOf(best);
  return isSimilar ? match : undefined;
}

/** Equal for words in which letters only changed places, such as `vtd` and `vdt`. */
function lettersOf(word: string): string {
  return [...word].sort().join('');
}

/** The hint for an unknown word: the most similar known word, otherwise all of them. */
export function meant(word: string, known: Iterable<string>): string {
  const words = [...known];
  const near = nearest(word, words);
  return near === undefined ? `Known: ${words.join(', ')}.` : `Did you mean \`${near}\`?`;
}

/** A sentence of others, some of which have no full stop. */
export function withFullStop(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}

/** Removes these characters from the end of a text. A regular expression would take quadratic time. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Names without regard to case; those that differ only in it, by UTF-16 units. */
export function compareNames(a: string, b: string): number {
  return a === b ? 0 : compareText(a.toLowerCase(), b.toLowerCase()) || compareText(a, b);
}

/** Compares by UTF-16 units, independent of the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
