// Reads a `.properties` file as Java does: names and values with their places, and what Java refuses.
import { type Pair, parseLines } from 'dot-properties';
import { type Entry, type Fields, textNode } from './fields.ts';

/** A backslash with what it escapes. The group: `\u` without its digits. */
const ESCAPES = /\\(?:(u(?![0-9a-fA-F]{4}))|[\s\S])/g;

export function readProperties(fields: Fields): Entry[] {
  const pairs = parseLines(withLineFeeds(fields.source.text), true).filter(
    (line): line is Required<Pair> => line.type === 'PAIR',
  );
  return pairs.map(
    ({ key, value: text, range: [offset, behind = offset, start = offset, end = start] }) => {
      refuseEscape(fields, offset, Math.max(behind, end));
      return { key: textNode(offset, key), value: textNode(start, text ?? '', end) };
    },
  );
}

/** With every escaped line break as the library knows it in names, too. A space at the start of a line means nothing. */
function withLineFeeds(text: string): string {
  return text.replace(/\\(?:\r\n|[\s\S])/g, (pair) => LINE_FEEDS.get(pair) ?? pair);
}

const LINE_FEEDS = new Map([
  ['\\\r\n', '\\\n '],
  ['\\\r', '\\\n'],
]);

/** Reports the first escape that makes Java refuse the whole file. */
function refuseEscape(fields: Fields, start: number, end: number): void {
  const written = fields.source.text.slice(start, end);
  const unfinished = [...written.matchAll(ESCAPES)].find(([, isUnfinished]) => isUnfinished);
  if (unfinished === undefined) return;
  const message =
    '`\\u` is not followed by four hexadecimal digits, so Java refuses the whole file.';
  const hint = 'Write each backslash of the text twice, as in `C:\\\\users\\\\new`.';
  fields.error({ code: 'properties-syntax', at: start + unfinished.index, message, hint });
}
