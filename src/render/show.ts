// Rows of keys and files without their secrets, as a table for a terminal and as JSON.
import picocolors from 'picocolors';
import { counted } from '../lib/text.ts';
import { patternText } from '../model/context.ts';
import { nameOf } from '../model/plan.ts';
import type { Shown, ShownRow } from '../model/shown.ts';
import { padded, quotedWithin, widest, widthOf } from './columns.ts';
import { type Colors, lineCount } from './file-diff.ts';
import { versioned } from './json.ts';
import { hiddenText, MASK, maskTexts } from './mask.ts';
import { DEFAULT_WIDTH, printable } from './printable.ts';

declare const masked: unique symbol;
/** Rows that may be shown; only {@link maskShown} makes them. */
type MaskedShown = Omit<Shown, 'rows'> & { rows: (ShownRow & { isMasked: boolean })[]; readonly [masked]: true };

export function maskShown({ rows, ...shown }: Shown): MaskedShown {
  const hidden = rows.map((row) => {
    const change = maskTexts(row.change);
    return { ...row, change, isMasked: change.secret === true || change.after !== row.change.after };
  });
  return { ...shown, rows: hidden } as unknown as MaskedShown;
}

interface Layout {
  color: boolean;
  width?: number;
}

/** One line for each item that an application receives, or each item with its rows. */
export function textShown(shown: MaskedShown, { color, width = DEFAULT_WIDTH }: Layout): string {
  const { context, rows } = shown;
  const colors = picocolors.createColors(color);
  const isOfOne = context !== undefined;
  const title = isOfOne ? headOf(shown) : rows.length === 0 ? 'There are no keys or files.' : undefined;
  const lines = rows.map((row) => lineOf(row, { isOfOne, source: shown.source }));
  const heads = isOfOne
    ? { name: 'name', value: 'value', from: 'from' }
    : { name: 'context', value: 'value', from: 'received in' };
  const table = rows.length === 0 ? [] : tableLines(lines, { heads, colors, width });
  return `${[...(title === undefined ? [] : [title, ...(rows.length === 0 ? [] : [''])]), ...table].join('\n')}\n`;
}

/** `The files give Production;Billing 5 keys and 1 file:`. */
function headOf({ context, target, rows }: MaskedShown): string {
  const files = rows.filter(({ change }) => change.kind === 'file').length;
  const keys = rows.length - files;
  const counts = [...(keys > 0 ? [counted(keys, 'key')] : []), ...(files > 0 ? [counted(files, 'file')] : [])];
  const who =
    target === undefined
      ? 'The files give'
      : `${target.repository.account}/${target.repository.name} at ${target.url} gives`;
  return printable(`${who} ${context} ${counts.join(' and ') || 'nothing'}${rows.length > 0 ? ':' : '.'}`);
}

interface Line {
  /** In front of the first row of an item. */
  title: string | undefined;
  name: string;
  text: string | null;
  /** Shown without quotes. */
  isPlain: boolean;
  from: string;
  place: string;
}

function lineOf(row: ShownRow, { isOfOne, source }: { isOfOne: boolean; source: Shown['source'] }): Line {
  const { change, context, received } = row;
  const { place } = change;
  const undeclared = source === 'live' && context !== undefined ? 'not in the files' : '';
  return {
    title: isOfOne ? undefined : titleOf(row),
    name: printable(isOfOne ? nameOf(change) : `  ${context}`),
    ...textOf(row),
    from: printable((isOfOne ? context : received && receivedIn(received)) ?? ''),
    place: place === undefined ? undeclared : printable(`${place.file}:${place.line}`),
  };
}

function titleOf({ change }: ShownRow): string {
  const type = change.kind === 'value' && change.vdt !== 'Text' ? `  ${change.vdt}` : '';
  return printable(`${nameOf(change)}${type}`);
}

function receivedIn(patterns: NonNullable<ShownRow['received']>): string {
  if (patterns.length === 0) return 'no application';
  return patterns.map(patternText).join(patterns.some(({ except }) => except.length > 0) ? ' and in ' : ', ');
}

function textOf({ change, context, unset, absent }: ShownRow): Pick<Line, 'text' | 'isPlain'> {
  if (absent) return { text: '(must not exist)', isPlain: true };
  if (change.secret) return { text: hiddenText(unset), isPlain: true };
  if (change.after === undefined)
    return { text: context === undefined ? '(not told by the server)' : '(not known)', isPlain: true };
  if (change.kind === 'file') return { text: lineCount(change.after), isPlain: true };
  return { text: change.after, isPlain: false };
}

interface Table {
  heads: Pick<Line, 'name' | 'from'> & { value: string };
  colors: Colors;
  width: number;
}

/** Longer names and contexts do not affect the alignment of other lines. Parts of the width. */
const MAX_NAME = 0.37;
const MAX_FROM = 0.27;
const MAX_PLACE = 0.3;
/** With less room for values, contexts and places have a line of their own below the name and the value. */
const LEAST_TEXT = 24;
const GAP = '  ';
const INDENT = ' '.repeat(6);

function tableLines(lines: readonly Line[], { heads, colors, width }: Table): string[] {
  const nameWidth = widest([heads.name, ...lines.map(({ name }) => name)], width * MAX_NAME);
  const fromWidth = widest([heads.from, ...lines.map(({ from }) => from)], width * MAX_FROM);
  const placeWidth = widest([DECLARED, ...lines.map(({ place }) => place)], width * MAX_PLACE);
  const room = width - nameWidth - fromWidth - placeWidth - 3 * GAP.length;
  const wanted = lines.reduce((most, line) => Math.max(most, widthOf(valueText(line, width))), heads.value.length);
  const isWide = room >= Math.min(LEAST_TEXT, wanted);
  const beside = isWide ? GAP.length + fromWidth + GAP.length + placeWidth : 0;
  const valueWidth = isWide ? Math.min(room, wanted) : 0;
  const laidOut = (name: string, value: string, end: string): string[] => {
    const start = `${padded(name, nameWidth)}${GAP}${padded(value, valueWidth)}`;
    const isFitting = isWide && widthOf(start) + GAP.length + widthOf(end) <= width;
    if (end === '') return [start.trimEnd()];
    return isFitting
      ? [`${start}${GAP}${colors.dim(end)}`.trimEnd()]
      : [start.trimEnd(), colors.dim(`${INDENT}${end}`)];
  };
  const endOf = (from: string, place: string) => `${isWide ? padded(from, fromWidth) : from}${GAP}${place}`.trimEnd();
  const head = laidOut(heads.name, heads.value, endOf(heads.from, DECLARED));
  let above: string | undefined;
  return [
    ...head.map((line) => colors.dim(line)),
    ...lines.flatMap((line) => {
      const title = line.title === undefined || line.title === above ? [] : ['', colors.bold(line.title)];
      above = line.title;
      const left = width - widthOf(padded(line.name, nameWidth)) - GAP.length - beside;
      const value = valueText(line, Math.max(left, LEAST_TEXT));
      return [...title, ...laidOut(line.name, value, endOf(line.from, line.place))];
    }),
  ];
}

const DECLARED = 'declared in';

function valueText({ text, isPlain }: Line, columns: number): string {
  return isPlain ? printable(text ?? '') : quotedWithin(text, columns);
}

export function jsonShown({ context, source, target, rows }: MaskedShown): string {
  const ofKind = (kind: 'value' | 'file') => rows.filter(({ change }) => change.kind === kind).map(rowJson);
  return versioned({
    context,
    from: source,
    target: target && { url: target.url, ...target.repository },
    keys: ofKind('value'),
    files: ofKind('file'),
  });
}

function rowJson({ change, context, unset, absent, received, isMasked }: MaskedShown['rows'][number]): object {
  const text = change.secret ? MASK : change.after;
  return {
    ...(change.kind === 'file' ? { path: change.path } : { key: change.key, vdt: change.vdt }),
    context,
    ...(!absent && { [change.kind === 'file' ? 'content' : 'value']: text }),
    ...(isMasked && { secret: true }),
    unset,
    absent,
    place: change.place,
    received: received?.map(({ elements, except }) => ({ elements, except })),
  };
}
