// What was probably meant: the nearest of the known words.
import { closest, distance } from 'fastest-levenshtein';

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
