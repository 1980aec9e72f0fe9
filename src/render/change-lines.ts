// The lines of changes for a terminal: names, contexts and values in columns, cut where the line ends.
import { addressOf } from '../model/plan.ts';
import { padded, widthOf } from './columns.ts';
import { comparedTexts, describe, type Item, SYMBOLS, whereOf } from './describe.ts';
import { type Colors, textDiff } from './file-diff.ts';
import { printable } from './printable.ts';

/** Longer names, contexts and texts do not affect the alignment of other lines. Parts of the width. */
const MAX_NAME = 0.37;
const MAX_CONTEXT = 0.27;
const MAX_TEXT = 0.34;
/** A value that does not fit has the rest of the line; with fewer columns than these, a line of its own. */
const LEAST_TEXT = 36;
const INDENT = ' '.repeat(6);

/** A line for each item, with the diff of an updated file or of a value of several lines below it. */
export function changeLines(listed: readonly Item[], { colors, width }: { colors: Colors; width: number }): string[] {
  const names = listed.map(({ change }) => printable(addressOf(change)));
  const contexts = listed.map(({ change }) => (change.kind === 'key' ? '(key)' : printable(change.context)));
  const [nameWidth, contextWidth] = [widest(names, width * MAX_NAME), widest(contexts, width * MAX_CONTEXT)];
  const rows = listed.map((item, i) => {
    const head = `  ${SYMBOLS[item.change.action]} ${padded(names[i] ?? '', nameWidth)}  ${padded(contexts[i] ?? '', contextWidth)}  `;
    return rowOf(item, { head, width });
  });
  const inline = rows.filter(({ apart }) => apart === 'nothing').map(({ text }) => text);
  const textWidth = widest(inline, width * MAX_TEXT);
  return rows.flatMap((row) => painted(row, { colors, width, textWidth }));
}

interface Row {
  item: Item;
  head: string;
  text: string;
  /** What created or removed it, and where it is declared. */
  notes: string;
  /** What does not fit behind the head, and has a line of its own. */
  apart: 'nothing' | 'notes' | 'text and notes';
}

function rowOf(item: Item, { head, width }: { head: string; width: number }): Row {
  const { change, remark } = item;
  const notes = [remark, whereOf(change)].flatMap((note) => (note === undefined ? [] : [printable(note)])).join('  ');
  const left = width - widthOf(head);
  const room = notes === '' ? left : left - widthOf(notes) - 2;
  const whole = describe(change, width);
  if (widthOf(whole) <= room) return { item, head, text: whole, notes, apart: 'nothing' };
  if (widthOf(whole) <= left || left >= LEAST_TEXT)
    return { item, head, text: describe(change, left), notes, apart: notes === '' ? 'nothing' : 'notes' };
  return { item, head, text: describe(change, width - INDENT.length), notes, apart: 'text and notes' };
}

function painted(
  row: Row,
  { colors, width, textWidth }: { colors: Colors; width: number; textWidth: number },
): string[] {
  const { head, text, notes, apart } = row;
  const { change } = row.item;
  const paint = { create: colors.green, update: colors.yellow, delete: colors.red }[change.action];
  const texts = comparedTexts(change);
  const diff = texts === undefined ? [] : textDiff(...texts, colors);
  const noteLines = notes === '' ? [] : [`${INDENT}${colors.dim(notes)}`];
  if (apart === 'notes') return [paint(`${head}${text}`), ...noteLines, ...diff];
  if (apart === 'text and notes') return [paint(head.trimEnd()), paint(`${INDENT}${text}`), ...noteLines, ...diff];
  const isAligned = widthOf(head) + textWidth + 2 + widthOf(notes) <= width;
  const body = isAligned ? padded(text, textWidth) : text;
  const end = notes === '' ? '' : `  ${colors.dim(notes)}`;
  return [`${paint(`${head}${end === '' ? text : body}`)}${end}`, ...diff];
}

function widest(texts: readonly string[], limit: number): number {
  return texts.reduce((width, text) => {
    const own = widthOf(text);
    return own > limit ? width : Math.max(width, own);
  }, 0);
}
