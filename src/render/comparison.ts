// A comparison of two contexts: as text for a terminal, and as JSON.
import { counted, countedAre, listed } from '../lib/text.ts';
import type { ComparedRow, Comparison, Difference } from '../model/comparison.ts';
import { patternText } from '../model/context.ts';
import { inNaturalOrder } from './change-lines.ts';
import { type Colors, colorsOf } from './colors.ts';
import {
  type Cell,
  type Column,
  plainTable,
  quotedWithin,
  startOfDifference,
  columnsOf,
  wrapped,
} from './columns.ts';
import { diffLines, lineCount, textDiff } from './differences.ts';
import { versioned } from './json.ts';
import { toldApart } from './lookalikes.ts';
import { MASK } from './mask.ts';
import { DEFAULT_WIDTH, printable } from './printable.ts';

interface ComparisonOptions {
  color: boolean;
  width?: number;
}

/** Two lines for each difference, one for each context; of files, with what differs below. */
export function textComparison(
  comparison: Comparison,
  { color, width = DEFAULT_WIDTH }: ComparisonOptions,
): string {
  const colors = colorsOf(color);
  const head = wrapped(printable(headOf(comparison)), width).join('\n');
  const differences = sorted(comparison.differences);
  if (differences.length === 0) return `${head}\n`;
  const columns: Column[] = [
    { head: 'context' },
    { head: 'value' },
    { head: 'from', paint: colors.dim },
    { head: 'declared in', paint: colors.dim },
  ];
  const cells = differences.flatMap((difference) => [
    sideCells(difference, 0),
    sideCells(difference, 1),
  ]);
  const above = (i: number) => {
    const difference = differences[i / 2];
    const title = difference && titleOf(difference);
    const last = differences[i / 2 - 1];
    return title === undefined || (last && titleOf(last) === title) ? [] : ['', colors.bold(title)];
  };
  const after = (i: number) => {
    const difference = differences[(i - 1) / 2];
    return difference ? contentDiff(difference, colors) : [];
  };
  const table = plainTable(columns, cells, {
    width,
    paintHead: colors.dim,
    above,
    after,
    mostBelow: 2,
  });
  return `${head}\n\n${table}`;
}

/** Within what one context lacks, and within what both have. */
function sorted(differences: readonly Difference[]): Difference[] {
  const isWhole = ({ rows }: Difference) => rows.every((row) => row !== undefined);
  return [false, true].flatMap((whole) =>
    inNaturalOrder(
      differences.filter((difference) => isWhole(difference) === whole),
      (difference) => difference,
    ),
  );
}

/** `As declared (the server was not read), 2 of 12 keys and 1 of 3 files differ between Staging;Billing and Production;Billing:`. */
function headOf({ contexts, compared, differences, kept, tooMany }: Comparison): string {
  const named = (which: (difference: Difference) => boolean) =>
    new Set(differences.filter(which).map(({ kind, name }) => `${kind} ${name}`)).size;
  const { keys, files } = compared;
  const isFile = ({ kind }: Difference) => kind === 'file';
  const isKnown = (difference: Difference) => !difference.isUnknown;
  const counts = [
    ...(keys > 0
      ? [
          `${named((difference) => isKnown(difference) && !isFile(difference))} of ${counted(keys, 'key')}`,
        ]
      : []),
    ...(files > 0
      ? [
          `${named((difference) => isKnown(difference) && isFile(difference))} of ${counted(files, 'file')}`,
        ]
      : []),
  ];
  const unknown = named((difference) => difference.isUnknown);
  const notCompared = [
    ...(unknown > 0 ? [`${countedAre(unknown, 'secret')} not compared`] : []),
    ...(kept.length > 0
      ? [`${kept.length} ${kept.length === 1 ? 'differs' : 'differ'} on purpose (\`promote.keep\`)`]
      : []),
    ...(tooMany.length > 0
      ? [
          `${listed(tooMany)} ${tooMany.length === 1 ? 'has' : 'have'} values in too many contexts to be compared`,
        ]
      : []),
  ];
  const bothContexts = contexts.join(' and ');
  const differ = counts.length === 1 && counts[0]?.startsWith('1 ') ? 'differs' : 'differ';
  if (differences.length === 0 && tooMany.length === 0)
    return `As declared (the server was not read), ${[`nothing${kept.length > 0 ? ' else' : ''} differs between ${bothContexts}`, ...notCompared].join(', and ')}.`;
  const end = differences.length === 0 ? '.' : ':';
  return `As declared (the server was not read), ${[`${counts.join(' and ')} ${differ} between ${bothContexts}`, ...notCompared].join(', and ')}${end}`;
}

function titleOf({ name, vdt, isUnknown }: Difference): string {
  const type = vdt !== undefined && vdt !== 'Text' ? `  ${vdt}` : '';
  return printable(`${name}${type}${isUnknown ? '  secrets are not compared' : ''}`);
}

function sideCells(difference: Difference, side: 0 | 1): Cell[] {
  const row = difference.rows[side];
  const context = `  ${patternText(difference.contexts[side])}`;
  if (row === undefined) return [context, difference.kind === 'file' ? '(no file)' : '(no value)'];
  const place = row.place && `${row.place.file}:${row.place.line}`;
  return [context, valueCell(difference, side), row.context, place ?? ''];
}

function valueCell({ kind, rows }: Difference, side: 0 | 1): Cell {
  const row = rows[side];
  if (row?.variable !== undefined) return `(secret, from ${row.variable})`;
  if (row === undefined || (row.isMasked && row.text === MASK)) return MASK;
  const { text } = row;
  if (kind === 'file') return lineCount(text ?? '');
  const texts = toldApart(rows[0]?.text ?? null, rows[1]?.text ?? null);
  const shown = texts[side] ?? null;
  return (columns) => {
    const whole = quotedWithin(shown, Number.POSITIVE_INFINITY);
    if (columnsOf(whole) <= columns || texts[0] === null || texts[1] === null)
      return quotedWithin(shown, columns);
    return quotedWithin(shown, columns, startOfDifference(texts[0], texts[1], columns / 3));
  };
}

/** The lines of a file that differ, from the first context to the second. */
function contentDiff({ kind, contexts, rows: [one, other] }: Difference, colors: Colors): string[] {
  if (kind !== 'file' || one?.text == null || other?.text == null) return [];
  if (one.text === other.text) return [];
  const lines = diffLines(one.text, other.text);
  const [first, second] = contexts.map(patternText);
  return textDiff(lines && [`--- ${first}`, `+++ ${second}`, ...lines], colors);
}

export function jsonComparison({
  contexts,
  compared,
  differences,
  kept,
  tooMany,
}: Comparison): string {
  const [context, against] = contexts;
  const ofKind = (isFile: boolean) =>
    sorted(differences)
      .filter(({ kind }) => (kind === 'file') === isFile)
      .map(differenceJson);
  return versioned({
    context,
    against,
    compared,
    keys: ofKind(false),
    files: ofKind(true),
    kept: kept.length > 0 ? kept : undefined,
    notCompared: tooMany.length > 0 ? tooMany : undefined,
  });
}

function differenceJson({ kind, name, vdt, contexts, rows, isUnknown }: Difference): object {
  return {
    ...(kind === 'file' ? { path: name } : { key: name, vdt }),
    // Nothing that is not secret differs.
    secretsNotCompared: isUnknown || undefined,
    context: sideJson(kind, contexts[0], rows[0]),
    against: sideJson(kind, contexts[1], rows[1]),
  };
}

/** `from` is `null` where an application gets nothing. */
function sideJson(
  kind: Difference['kind'],
  { elements, except }: Difference['contexts'][0],
  row: ComparedRow | undefined,
): object {
  return {
    applications: { elements, except },
    from: row?.context ?? null,
    [kind === 'file' ? 'content' : 'value']: row?.text,
    secret: row?.isMasked || undefined,
    variable: row?.variable,
    place: row?.place,
  };
}
