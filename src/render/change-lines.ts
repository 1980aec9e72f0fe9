// The lines of changes for a terminal: names, contexts and values in columns, cut where the line ends.
import { addressOf, type Effects } from '../model/plan.ts';
import { padded, widest, widthOf } from './columns.ts';
import { comparedTexts, describe, type Item, receiversOf, SYMBOLS, whereOf } from './describe.ts';
import { type Colors, diffLines, textDiff } from './file-diff.ts';
import { printable } from './printable.ts';

/** Longer names, contexts and texts do not affect the alignment of other lines. Parts of the width. */
const MAX_NAME = 0.37;
const MAX_CONTEXT = 0.27;
const MAX_TEXT = 0.34;
/** A value that does not fit has the rest of the line; with fewer columns than these, a line of its own. */
const LEAST_TEXT = 36;
const INDENT = ' '.repeat(6);

export interface LineOptions {
  colors: Colors;
  /** Columns. */
  width: number;
  /** How much to say about who receives each change. */
  effects: Effects;
}

/** A line for each item; below it who receives it, and the diff of an updated file or of a value of several lines. */
export function changeLines(listed: readonly Item[], options: LineOptions): string[] {
  const { width } = options;
  const names = listed.map(({ change }) => printable(addressOf(change)));
  const contexts = listed.map(({ change }) => (change.kind === 'key' ? '(key)' : printable(change.context)));
  const [nameWidth, contextWidth] = [widest(names, width * MAX_NAME), widest(contexts, width * MAX_CONTEXT)];
  const rows = listed.map((item, i) => {
    const head = `  ${SYMBOLS[item.change.action]} ${padded(names[i] ?? '', nameWidth)}  ${padded(contexts[i] ?? '', contextWidth)}  `;
    return rowOf(item, { head, width });
  });
  const inline = rows.filter(({ apart }) => apart === 'nothing').map(({ text }) => text);
  const textWidth = widest(inline, width * MAX_TEXT);
  return rows.flatMap((row) => painted(row, { ...options, textWidth }));
}

interface Row {
  item: Item;
  head: string;
  text: string;
  /** Below the line; none: the texts are not compared. */
  diff: { lines: string[] | undefined } | undefined;
  /** What created or removed it, and where it is declared. */
  notes: readonly string[];
  /** What does not fit behind the head, and has a line of its own. */
  apart: 'nothing' | 'notes' | 'text and notes';
}

function rowOf(item: Item, { head, width }: { head: string; width: number }): Row {
  const { change, remark } = item;
  const notes = [remark, whereOf(change)].flatMap((note) => (note === undefined ? [] : [printable(note)]));
  const left = width - widthOf(head);
  const room = notes.length === 0 ? left : left - widthOf(notes.join('  ')) - 2;
  const texts = comparedTexts(change);
  const diff = texts && { lines: diffLines(...texts) };
  const row = { item, head, notes, diff };
  const textIn = (columns: number) => describe(change, { columns, diff: diff?.lines });
  const whole = textIn(width);
  if (widthOf(whole) <= room) return { ...row, text: whole, apart: 'nothing' };
  if (widthOf(whole) <= left || left >= LEAST_TEXT)
    return { ...row, text: textIn(left), apart: notes.length === 0 ? 'nothing' : 'notes' };
  return { ...row, text: textIn(width - INDENT.length), apart: 'text and notes' };
}

function painted(row: Row, { colors, width, effects, textWidth }: LineOptions & { textWidth: number }): string[] {
  const { head, text, notes, apart } = row;
  const { change } = row.item;
  const paint = { create: colors.green, update: colors.yellow, delete: colors.red }[change.action];
  const diff = row.diff === undefined ? [] : textDiff(row.diff.lines, colors);
  const receivers = receiversOf(row.item, effects).map(({ text, isLoss }) => {
    const paintLine = isLoss ? colors.red : colors.dim;
    return `${INDENT}${paintLine(printable(text))}`;
  });
  const below = [...receivers, ...diff];
  const note = notes.join('  ');
  // That a key leaves no value is what a reader must not miss.
  const paintNote = row.item.isEmptied && row.item.remark !== undefined ? colors.red : colors.dim;
  const fits = widthOf(note) <= width - INDENT.length;
  const noteLines = (fits && note !== '' ? [note] : notes).map((one) => `${INDENT}${paintNote(one)}`);
  if (apart === 'notes') return [paint(`${head}${text}`), ...noteLines, ...below];
  if (apart === 'text and notes') return [paint(head.trimEnd()), paint(`${INDENT}${text}`), ...noteLines, ...below];
  const isAligned = widthOf(head) + textWidth + 2 + widthOf(note) <= width;
  const body = isAligned ? padded(text, textWidth) : text;
  const end = note === '' ? '' : `  ${paintNote(note)}`;
  return [`${paint(`${head}${end === '' ? text : body}`)}${end}`, ...below];
}
