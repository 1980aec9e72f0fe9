// Two versions of a text that look the same, with what tells them apart written as its code; and invisible characters in messages.
import { printable, printableLine } from './printable.ts';

/** Only these differ in how they look. */
const PLAIN = /^[\x21-\x7e]*(?: [\x21-\x7e]+)*$/;
/** Characters that show nothing but room, or nothing at all; Hangul fillers are both. */
const SPACES = /[\s\p{Zs}\u115f\u1160\u2800\u3164\uffa0]+/gu;
const NOTHING = /\p{Default_Ignorable_Code_Point}/gu;
const MARK = /^\p{M}$/u;

/** The same for texts that look the same, as outputs show them: `\t` may be two characters, or a tab. */
function lookOf(text: string, isLine: boolean): string {
  const shown = isLine ? printableLine(text) : printable(text);
  return shown.replace(SPACES, ' ').replace(NOTHING, '').trimEnd().normalize('NFC');
}

/**
 * Both texts; where they look the same, with what differs as `\u{…}`. They are still to be made printable.
 * @param isLine of a diff, where neither tabs nor spaces at the end can be seen
 */
export function toldApart<One extends string | null | undefined>(
  before: One,
  after: One,
  { isLine = false } = {},
): [One | string, One | string] {
  if (typeof before !== 'string' || typeof after !== 'string' || before === after)
    return [before, after];
  if (PLAIN.test(before) && PLAIN.test(after)) return [before, after];
  if (lookOf(before, isLine) !== lookOf(after, isLine)) return [before, after];
  const [old, now] = [[...before], [...after]];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end))
    end++;
  return [written(old, start, end, isLine), written(now, start, end, isLine)];
}

/** @param start characters that both texts begin with. @param end characters that both end with */
function written(text: readonly string[], start: number, end: number, isLine: boolean): string {
  const last = text.findLastIndex((character) => character !== ' ');
  return text
    .map((character, at) => {
      if (at < start || at >= text.length - end) return character;
      if (character === '\t') return isLine ? '\\t' : character;
      // It may be what makes a text look like the code of a character.
      if (character === '\\') return codeOf(character);
      const isUnseen =
        character === ' '
          ? isLine && at > last
          : lookOf(`x${character}x`, isLine) !== `x${character}x` ||
            MARK.test(character) ||
            character.normalize('NFD') !== character;
      return isUnseen && !/[\r\n]/.test(character) ? codeOf(character) : character;
    })
    .join('');
}

/** Lines of a hunk, each with its sign: a removed one and the last added one that looks the same. */
export function linesToldApart(lines: readonly string[]): string[] {
  const shown = [...lines];
  const added = new Map(
    lines.flatMap((line, at) => (line.startsWith('+') ? [[lookOf(line.slice(1), true), at]] : [])),
  );
  for (const [at, line] of lines.entries()) {
    const other = line.startsWith('-') ? added.get(lookOf(line.slice(1), true)) : undefined;
    if (other === undefined) continue;
    const [old, now] = toldApart(line.slice(1), lines[other]?.slice(1) ?? '', { isLine: true });
    shown[at] = `-${old}`;
    shown[other] = `+${now}`;
  }
  return shown;
}

/** Each character that shows nothing but room, or nothing at all, as its code: in a message it may be what is wrong. */
export function spelled(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(/[\p{Zs}\u2800\p{Default_Ignorable_Code_Point}]/gu, (character) =>
    character === ' ' ? character : codeOf(character),
  );
}

function codeOf(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
