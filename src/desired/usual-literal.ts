// Texts over several lines behind `|`, as js-yaml reads them: part of usual-yaml.ts.
import type { Scalar } from './tree.ts';
import { CODE, type Cursor, unusual } from './usual-line.ts';

/** `|`, `|-` or `|+` and the lines that are indented deeper than `indent`; ends at the break of the last one. */
export function readLiteral(cursor: Cursor, indent: number): Scalar {
  const { text } = cursor;
  const chomping = text.charCodeAt(cursor.at + 1);
  const header = chomping === CODE.dash || chomping === CODE.plus ? 2 : 1;
  if (text.charCodeAt(cursor.at + header) !== CODE.break) unusual();
  const offset = cursor.at + header + 1;
  const own = blanksAt(text, offset, text.length);
  // Blank lines before the first that has a text, or nothing at all.
  if (own <= indent || text.charCodeAt(offset + own) === CODE.break) unusual();
  const { lines, end } = readLines(text, offset, own);
  cursor.at = end;
  while (chomping !== CODE.plus && lines.at(-1) === '') lines.pop();
  const content = lines.join('\n');
  return { kind: 'scalar', text: chomping === CODE.dash ? content : `${content}\n`, plain: false, offset };
}

function readLines(text: string, offset: number, own: number): { lines: string[]; end: number } {
  const lines: string[] = [];
  let start = offset;
  while (start < text.length) {
    const blanks = blanksAt(text, start, own);
    const end = text.indexOf('\n', start);
    if (blanks === own) lines.push(text.slice(start + own, end));
    else if (start + blanks === end) lines.push('');
    else break;
    start = end + 1;
  }
  return { lines, end: start - 1 };
}

/** How many blanks stand there, and no more than `most` are counted. */
function blanksAt(text: string, start: number, most: number): number {
  let count = 0;
  while (count < most && text.charCodeAt(start + count) === CODE.blank) count++;
  return count;
}
