// Makes texts from files and servers safe for a terminal and a log: one line, bounded, no control characters.
import { withCommas } from '../lib/text.ts';

/** Control, bidirectional, zero-width and other invisible characters that could move or hide text. */
const PLAIN = /^[\x20-\x7e]*$/;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

/** The text with every invisible character written as `\u{…}`; line breaks as `\n`, tabs as `\t`. */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(INVISIBLE, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}

/** A line of a file: as {@link printable}, but tabs stay. */
export function printableLine(line: string): string {
  return line.split('\t').map(printable).join('\t');
}

/** The start of a text, with the full length if clipped. */
export function clipped(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${startOf(text, max)}… (${withCommas(text.length)} characters)`;
}

/** At most so many code units of a text, without the half of a character. */
export function startOf(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}

/** Characters that outputs show of one line of a diff. */
export const MAX_LINE = 400;

/** Columns without a terminal, so that the same input gives the same bytes. */
export const DEFAULT_WIDTH = 120;

/** Single quotes for text with double quotes, such as JSON. */
export function inQuotes(text: string): string {
  if (!text.includes('"')) return `"${text}"`;
  return text.includes("'") ? `"${text.replaceAll('"', '\\"')}"` : `'${text}'`;
}

/**
 * A text without workflow commands of a runner, in both forms: `::name::` at the start of a line, and `##[name]`
 * anywhere. JSON keeps its meaning.
 */
export function withoutCommands(text: string): string {
  return text.replace(/##(?=\[)/g, '#\\u0023').replace(/^([\s\u0085]*):(?=:)/gm, '$1\\u003a');
}

/** Shorter texts would mask half of a line. No token is that short. */
const SHORTEST_SECRET = 4;
/** Of a URL; it may contain `@`. */
const LOGIN = /:\/\/[^\s/@'"]*(?:@[^\s/@'"]*)*@/g;

/** A line of `--verbose`, with every secret, and the login of every URL, replaced by `***`. */
export function debugLine(line: string, secrets: Iterable<string>): string {
  const longestFirst = [...secrets]
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
  const masked = longestFirst.reduce((text, secret) => text.replaceAll(secret, '***'), line);
  return printable(masked.replace(LOGIN, '://***@'));
}
