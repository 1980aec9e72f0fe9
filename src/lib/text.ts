// Small helpers for text: counts with their nouns, and the nearest known word.
import { closest, distance } from 'fastest-levenshtein';

// Numbers as people read them, with their nouns.

/** `1 key`, `2 keys`, `1,000 keys`. */
export function counted(count: number, noun: string): string {
  return `${withCommas(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A whole number: `1,000`. Loading `Intl` for it would take 15 ms, a tenth of a small plan. */
export function withCommas(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

// What was probably meant: the nearest of the known words.

/** `did you mean …?` for a word that is at most about a third wrong, or nothing. */
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
  return distance(lower, best) <= Math.ceil(lower.length / 3) ? match : undefined;
}

/** The hint for an unknown word: the nearest one, otherwise all that are known. */
export function meant(word: string, known: Iterable<string>): string {
  const words = [...known];
  const near = nearest(word, words);
  return near === undefined ? `Known: ${words.join(', ')}.` : `Did you mean \`${near}\`?`;
}

// The end of a text taken off. A regular expression for it tries again from every such character inside the text.

/** Without these characters at its end, however many there are. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Order by UTF-16 units: the same on every machine, whatever its locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
