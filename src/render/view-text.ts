// What an application receives as a table for a terminal, and as JSON.
import picocolors from 'picocolors';
import { counted } from '../lib/text.ts';
import type { ViewedFile, ViewedValue, WinningRow } from '../model/application-view.ts';
import { changeLines } from './change-lines.ts';
import { padded, quotedWithin, widest, widthOf } from './columns.ts';
import { type Colors, lineCount } from './file-diff.ts';
import { versioned } from './json.ts';
import { hiddenText, MASK } from './mask.ts';
import type { MaskedView } from './mask-view.ts';
import { DEFAULT_WIDTH, printable, printableLine } from './printable.ts';

export interface ViewOptions {
  color: boolean;
  /** Columns. */
  width?: number;
  /** Whether the contents of files are shown. */
  contents: boolean;
}

export function textView(view: MaskedView, { color, width = DEFAULT_WIDTH, contents }: ViewOptions): string {
  const colors = picocolors.createColors(color);
  const items = [...view.values, ...view.files];
  if (view.source === 'difference') return differenceText(view, { colors, width });
  const head = items.length === 0 ? `${headOf(view)}.` : `${headOf(view)}:`;
  const lines = items.length === 0 ? [] : ['', ...tableLines(view, { colors, width, contents })];
  return `${[head, ...lines].join('\n')}\n`;
}

/** `Production;Billing receives 5 keys from acme/shop at https://config.example.com`. */
function headOf({ context, source, target, kind, values, files }: MaskedView): string {
  const count = values.length + files.length;
  const what =
    count === 0 ? `no ${kind === 'files' ? 'files' : 'keys'}` : counted(count, kind === 'files' ? 'file' : 'key');
  const where = source === 'desired' ? 'according to the files' : `from ${serverOf(target)}`;
  return printable(`${context} receives ${what} ${where}`);
}

function serverOf(target: MaskedView['target']): string {
  return target === undefined
    ? 'the server'
    : `${target.repository.account}/${target.repository.name} at ${target.url}`;
}

interface Row {
  name: string;
  text: string | null;
  /** Shown without quotes. */
  isPlain: boolean;
  row: string;
  place: string;
  content: string[];
}

interface Layout {
  colors: Colors;
  width: number;
}

/** Longer names and contexts do not affect the alignment of other lines. Parts of the width. */
const MAX_NAME = 0.37;
const MAX_ROW = 0.27;
const MAX_PLACE = 0.3;
/** With less room for values, the row and the place have a line of their own below the name and the value. */
const LEAST_TEXT = 24;
const GAP = '  ';
const INDENT = ' '.repeat(6);

function tableLines(view: MaskedView, { colors, width, contents }: Layout & Pick<ViewOptions, 'contents'>): string[] {
  const rows = [...view.values, ...view.files].map((item) => rowOf(item, { source: view.source, contents }));
  const heads = { name: view.kind === 'files' ? 'file' : 'key', value: view.kind === 'files' ? 'content' : 'value' };
  const nameWidth = widest([heads.name, ...rows.map(({ name }) => name)], width * MAX_NAME);
  const rowWidth = widest(['from', ...rows.map(({ row }) => row)], width * MAX_ROW);
  const placeWidth = widest(['declared in', ...rows.map(({ place }) => place)], width * MAX_PLACE);
  const room = width - nameWidth - rowWidth - placeWidth - 3 * GAP.length;
  const wanted = rows.reduce((most, one) => Math.max(most, widthOf(valueText(one, width))), 0);
  const isWide = room >= Math.min(LEAST_TEXT, wanted);
  const valueWidth = isWide ? Math.min(room, Math.max(wanted, heads.value.length)) : 0;
  const start = (name: string, value: string) => `${padded(name, nameWidth)}${GAP}${padded(value, valueWidth)}`;
  const end = (row: string, place: string) => `${padded(row, rowWidth)}${GAP}${place}`;
  const dim = (text: string) => colors.dim(text.trimEnd());
  const [firstHead, secondHead] = [start(heads.name, heads.value), end('from', 'declared in')];
  const beside = isWide ? GAP.length + rowWidth + GAP.length + placeWidth : 0;
  return [
    ...(isWide ? [dim(`${firstHead}${GAP}${secondHead}`)] : [dim(firstHead), dim(`${INDENT}${secondHead}`)]),
    ...rows.flatMap((one) => {
      const left = width - widthOf(padded(one.name, nameWidth)) - GAP.length - beside;
      const first = start(one.name, valueText(one, Math.max(left, LEAST_TEXT)));
      const second = end(one.row, one.place);
      const lines = isWide ? [`${first}${GAP}${dim(second)}`.trimEnd()] : [first.trimEnd(), dim(`${INDENT}${second}`)];
      return [...lines, ...contentLines(one, colors)];
    }),
  ];
}

function rowOf(
  { change, after = {} }: ViewedValue | ViewedFile,
  { source, contents }: Pick<ViewOptions, 'contents'> & Pick<MaskedView, 'source'>,
): Row {
  const text = change.after ?? null;
  const isHidden = text === MASK;
  const isFile = change.kind === 'file';
  const shown = isHidden ? hiddenText(after.unset) : isFile ? lineCount(text ?? '') : text;
  const content = contents && isFile && !isHidden ? (text ?? '').replace(/\n$/, '').split('\n') : [];
  return {
    name: printable(isFile ? change.path : change.key),
    text: shown,
    isPlain: isHidden || isFile,
    row: printable(after.context ?? (isFile ? 'not known' : '')),
    place: placeText(after, source),
    content,
  };
}

function placeText({ place, context }: WinningRow, source: MaskedView['source']): string {
  if (place !== undefined) return printable(`${place.file}:${place.line}`);
  return source === 'live' && context !== undefined ? 'not in the files' : '';
}

function valueText({ text, isPlain }: Row, columns: number): string {
  return isPlain ? printable(text ?? '') : quotedWithin(text, columns);
}

function contentLines({ content }: Row, colors: Colors): string[] {
  return content.map((line) => `${INDENT}${colors.dim('|')} ${printableLine(line)}`.trimEnd());
}

function differenceText(view: MaskedView, { colors, width }: Layout): string {
  const items = [...view.values, ...view.files];
  const what = view.kind === 'files' ? 'file' : 'key';
  const title =
    items.length === 0
      ? `${view.context} receives the same from ${serverOf(view.target)} as the files declare.`
      : `${counted(items.length, what)} ${items.length === 1 ? 'differs' : 'differ'} for ${view.context}: ${serverOf(view.target)} → the files`;
  const listed = items.map((item) => {
    const { change, after } = item;
    const remark = remarkOf(item);
    return {
      change: { ...change, ...(after?.place && { place: after.place }) },
      ...(remark !== undefined && { remark }),
    };
  });
  const lines = changeLines(listed, { colors, width, effects: 'none' });
  const left = leftOutLines(view).map((line) => colors.dim(line));
  return `${[printable(title), ...(lines.length > 0 ? ['', ...lines] : []), ...(left.length > 0 ? ['', ...left] : [])].join('\n')}\n`;
}

/** What the line of a change does not say: where the value on the server comes from. */
function remarkOf({ before, after }: ViewedValue | ViewedFile): string | undefined {
  if (after === undefined) return 'only on the server';
  if (before === undefined) return 'only in the files';
  if (before.context === undefined || before.context.toLowerCase() === after.context?.toLowerCase()) return undefined;
  const where = before.place === undefined ? ', not in the files' : '';
  return `on the server from ${before.context}${where}`;
}

function leftOutLines({ leftOut, kind }: MaskedView): string[] {
  const { undeclared = 0, incomparable = 0 } = leftOut ?? {};
  const [thing, text] = kind === 'files' ? ['file', 'content'] : ['key', 'value'];
  const are = undeclared === 1 ? 'is' : 'are';
  return [
    ...(undeclared === 0
      ? []
      : [`${counted(undeclared, thing)} on the server ${are} not declared in the files, and not compared.`]),
    ...(incomparable === 0
      ? []
      : [
          `${counted(incomparable, text)} cannot be compared: ${incomparable === 1 ? 'it is' : 'they are'} encrypted, or from a variable that is not set here.`,
        ]),
  ];
}

export function jsonView(view: MaskedView): string {
  const { context, source, target, kind, values, files, leftOut } = view;
  const isDifference = source === 'difference';
  const item = (one: ViewedValue | ViewedFile) => (isDifference ? differenceJson(one) : itemJson(one));
  return versioned({
    context,
    ...(isDifference ? { difference: ['live', 'desired'] } : { from: source }),
    target: target && { url: target.url, ...target.repository },
    ...(kind === 'values' ? { keys: values.map(item) } : { files: files.map(item) }),
    ...leftOut,
  });
}

function nameJson({ change }: ViewedValue | ViewedFile): object {
  return change.kind === 'file' ? { path: change.path } : { key: change.key, vdt: change.vdt };
}

function itemJson(one: ViewedValue | ViewedFile): object {
  const { after = {} } = one;
  return { ...nameJson(one), ...sideJson(one, after, 'after') };
}

function differenceJson(one: ViewedValue | ViewedFile): object {
  const { change, before, after } = one;
  const was = before && sideJson(one, before, 'before');
  return { ...nameJson(one), action: change.action, before: was, after: after && sideJson(one, after, 'after') };
}

function sideJson({ change, isMasked }: ViewedValue | ViewedFile, row: WinningRow, side: 'before' | 'after'): object {
  const { context, place, unset } = row;
  return {
    [change.kind === 'file' ? 'content' : 'value']: change[side] ?? null,
    secret: isMasked,
    unset,
    row: context,
    place,
  };
}
