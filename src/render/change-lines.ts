// The lines of a section for a terminal: names, contexts and values in columns, cut where the line ends.
import { padded, widest, widthOf } from './columns.ts';
import { type Line, type Sign, textWithin, whereOf } from './describe.ts';
import { type Colors, textDiff } from './file-diff.ts';
import { printable } from './printable.ts';

/** Longer names, contexts and texts do not affect the alignment of other lines. Parts of the width. */
const MAX_NAME = 0.37;
const MAX_CONTEXT = 0.27;
const MAX_TEXT = 0.34;
/** A text with fewer columns than these has a line of its own. */
const LEAST_TEXT = 36;
const INDENT = ' '.repeat(6);

interface Layout {
  colors: Colors;
  /** Columns. */
  width: number;
}

interface LaidOut {
  line: Line;
  head: string;
  /** Why it is there, and where it is declared. */
  notes: string;
}

/** A line for each; below it who receives it, and what differs. Either all have their places on the line, or none. */
export function changeLines(lines: readonly Line[], { colors, width }: Layout): string[] {
  const rows = rowsOf(lines, width);
  const roomOf = ({ head, notes }: LaidOut) => width - widthOf(head) - (notes === '' ? 0 : widthOf(notes) + 2);
  const whole = (row: LaidOut) => textWithin(row.line.text, width);
  const isBeside = rows.every((row) => roomOf(row) >= Math.min(LEAST_TEXT, widthOf(whole(row))));
  const texts = rows.map((row) => {
    const left = isBeside ? roomOf(row) : width - widthOf(row.head);
    const isBelow = left < Math.min(LEAST_TEXT, widthOf(whole(row)));
    return { isBelow, text: printable(textWithin(row.line.text, isBelow ? width - INDENT.length : left)) };
  });
  const textWidth = widest(
    texts.map(({ text }) => text),
    width * MAX_TEXT,
  );
  return rows.flatMap((row, i) => {
    const { line, head, notes } = row;
    const { text = '', isBelow } = texts[i] ?? {};
    const paint = painterOf(line.sign, colors);
    const gap = text === '' && textWidth === 0 ? '' : '  ';
    const end = !isBeside || notes === '' ? '' : `${gap}${colors.dim(notes)}`;
    const isAligned = end !== '' && widthOf(head) + textWidth + widthOf(notes) + 2 <= width;
    const shown = isAligned ? padded(text, textWidth) : text;
    const first = paint(isBelow ? head.trimEnd() : end === '' ? `${head}${shown}`.trimEnd() : `${head}${shown}`);
    return [
      `${first}${end}`,
      ...(isBelow ? [paint(`${INDENT}${text}`)] : []),
      ...(isBeside || notes === '' ? [] : [`${INDENT}${colors.dim(notes)}`]),
      ...line.receivers.map(
        ({ text: who, isLoss }) => `${INDENT}${(isLoss ? colors.red : colors.dim)(printable(who))}`,
      ),
      ...(line.diff === undefined || line.diff.isWhole ? [] : textDiff(line.diff.lines, colors)),
    ];
  });
}

function rowsOf(lines: readonly Line[], width: number): LaidOut[] {
  const names = lines.map(({ name }) => printable(name));
  const contexts = lines.map(({ kind, context }) => (kind === 'key' ? '(key)' : printable(context ?? '')));
  const [nameWidth, contextWidth] = [widest(names, width * MAX_NAME), widest(contexts, width * MAX_CONTEXT)];
  const hasContexts = contexts.some((context) => context !== '');
  return lines.map((line, i) => {
    const context = hasContexts ? `${padded(contexts[i] ?? '', contextWidth)}  ` : '';
    const notes = [line.remark, whereOf(line)].flatMap((note) => (note === undefined ? [] : [printable(note)]));
    return { line, head: `  ${line.sign} ${padded(names[i] ?? '', nameWidth)}  ${context}`, notes: notes.join('  ') };
  });
}

function painterOf(sign: Sign, colors: Colors): (text: string) => string {
  const paints = {
    '+': colors.green,
    '~': colors.yellow,
    '-': colors.red,
    '→': colors.yellow,
    '!': colors.red,
    '=': colors.dim,
  };
  return paints[sign];
}
