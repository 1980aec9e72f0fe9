// The debug lines of `--verbose`: printable, and without secrets.
import { printable } from './printable.ts';

/** Shorter texts would mask half of a line. No token is that short. */
const SHORTEST = 4;

/** A line with every secret, and the login of every URL, replaced by `***`. */
export function debugLine(line: string, secrets: Iterable<string>): string {
  const longestFirst = [...secrets].filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length);
  const masked = longestFirst.reduce((text, secret) => text.replaceAll(secret, '***'), line);
  return printable(masked.replace(/:\/\/[^\s/@'"]*(?:@[^\s/@'"]*)*@/g, '://***@'));
}
