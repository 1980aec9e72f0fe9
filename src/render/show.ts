// Rows of keys and files without their secrets, as a table for a terminal and as JSON.
import picocolors from 'picocolors';
import { counted } from '../lib/text.ts';
import { patternText } from '../model/context.ts';
import type { Shown, ShownRow } from '../model/shown.ts';
import { type Cell, type Column, plainTable, quotedWithin } from './columns.ts';
import { lineCount } from './differences.ts';
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

/** One line for each item that an application receives, or each item with its rows. */
export function textShown(
  shown: MaskedShown,
  { color, width = DEFAULT_WIDTH }: { color: boolean; width?: number },
): string {
  const { context, rows, source } = shown;
  const colors = picocolors.createColors(color);
  const isOfOne = context !== undefined;
  if (rows.length === 0) return `${isOfOne ? headOf(shown) : 'There are no keys or files.'}\n`;
  const [name, from] = isOfOne ? ['name', 'from'] : ['context', 'received in'];
  const columns: Column[] = [
    { head: name },
    { head: 'value' },
    { head: from, paint: colors.dim },
    { head: 'declared in', paint: colors.dim },
  ];
  const cells = rows.map((row): Cell[] => {
    const { change, context: at = '', received } = row;
    const place = change.place && `${change.place.file}:${change.place.line}`;
    const undeclared = source === 'live' && at !== '' ? 'not in the files' : '';
    const [first, second] = isOfOne ? [change.name, at] : [`  ${at}`, received && receivedIn(received)];
    return [first, valueCell(row), second ?? '', place ?? undeclared];
  });
  const titles = rows.map(titleOf);
  const above = (i: number) => (isOfOne || titles[i] === titles[i - 1] ? [] : ['', colors.bold(titles[i] ?? '')]);
  const table = plainTable(columns, cells, { width, paintHead: colors.dim, above, mostBelow: 2 });
  return `${isOfOne ? `${headOf(shown)}\n\n` : ''}${table}`;
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

function titleOf({ change }: ShownRow): string {
  const type = change.kind === 'value' && change.vdt !== 'Text' ? `  ${change.vdt}` : '';
  return printable(`${change.name}${type}`);
}

function receivedIn(patterns: NonNullable<ShownRow['received']>): string {
  if (patterns.length === 0) return 'no application';
  return patterns.map(patternText).join(patterns.some(({ except }) => except.length > 0) ? ' and in ' : ', ');
}

function valueCell({ change, context, unset, absent }: ShownRow): Cell {
  if (absent) return '(must not exist)';
  if (change.secret) return hiddenText(unset);
  const { kind, after } = change;
  if (after === undefined) return context === undefined ? '(not told by the server)' : '(not known)';
  return kind === 'file' ? lineCount(after ?? '') : (columns) => quotedWithin(after, columns);
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
    ...(change.kind === 'file' ? { path: change.name } : { key: change.name, vdt: change.vdt }),
    context,
    ...(!absent && { [change.kind === 'file' ? 'content' : 'value']: text }),
    ...(isMasked && { secret: true }),
    unset,
    absent,
    place: change.place,
    received: received?.map(({ elements, except }) => ({ elements, except })),
  };
}
