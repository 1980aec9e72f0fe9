// The rows that `show` lists: all of them, each with who gets it, or those that win in one context.
import { compareNames } from '../lib/text.ts';
import { compareContexts } from '../model/context.ts';
import type { ShownRow } from '../model/shown.ts';
import type { Item, Row } from '../model/state.ts';
import { annotated } from '../plan/annotate.ts';
import { encodedMarks } from '../plan/encoded-secrets.ts';
import { rowNameAndType } from '../plan/find-item.ts';
import { unsetOf } from '../plan/normalize.ts';
import { effectsOf } from '../semantics/effects.ts';
import { indexGroups, weightOf, winnersOf } from '../semantics/resolution.ts';
import { textForApplication } from '../semantics/value-types.ts';
import type { Side } from './sides.ts';

/** Keys before files, by name; the rows of one item by precedence. */
export function shownRows(side: Side): ShownRow[] {
  const groups = indexGroups(side.levels, []);
  const unsorted = side.elements === undefined ? allRows(side) : winningRows(side, side.elements);
  const sortable = unsorted.map((row) => {
    const { kind, name, context } = row.change;
    return { row, isFile: kind === 'file', name, weight: weightOf(context, groups) };
  });
  sortable.sort(
    (a, b) =>
      Number(a.isFile) - Number(b.isFile) ||
      compareNames(a.name, b.name) ||
      b.weight - a.weight ||
      compareContexts(a.row.change.context, b.row.change.context),
  );
  return sortable.map(({ row }) => row);
}

/** The rows that win in a context. */
function winningRows(
  { state, groups, levels, untold }: Side,
  elements: readonly string[],
): ShownRow[] {
  const winners = [...winnersOf(state, elements, indexGroups(levels, groups)).values()];
  return [
    ...winners.map(({ item, row }) =>
      shownRow(item, { ...row, text: textForApplication(item.vdt, row.text) }, levels),
    ),
    ...untold.map(
      (path): ShownRow => ({
        change: { kind: 'file', action: 'create', name: path, context: '*' },
      }),
    ),
  ];
}

/** Every row, with the contexts in which it wins. A key that must not exist has no value in any context. */
function allRows({ state, levels }: Side): ShownRow[] {
  const absent: Row = { context: '*', text: null, absent: true };
  return [...state.items.values()].flatMap((item) => {
    const rows = item.absent ? [absent] : [...item.rows.values()];
    return withAffected(
      rows.map((row) => shownRow(item, row, levels)),
      levels,
    );
  });
}

export function shownRow(item: Item, row: Row, levels: readonly string[]): ShownRow {
  const { text, absent, unknown } = row;
  const of = rowNameAndType(item, row, levels.length);
  return {
    change: { ...of, action: 'create', after: absent || unknown ? undefined : text },
    context: of.context,
    unset: unsetOf(row),
    absent,
  };
}

function withAffected(rows: readonly ShownRow[], levels: readonly string[]): ShownRow[] {
  const after = rows
    .filter(({ absent }) => !absent)
    .map((row) => ({ context: row.change.context, row }));
  const effects = effectsOf({
    before: [],
    after,
    groups: indexGroups(levels, []),
    same: () => false,
  });
  if (effects === undefined) return [...rows];
  const patternsOf = (row: ShownRow) =>
    effects.filter((effect) => effect.after?.row === row).map(({ contexts }) => contexts);
  return rows.map((row) => (row.absent ? row : { ...row, applications: patternsOf(row) }));
}

/** Adds the line that declares each row, and marks secrets, also base64 of secrets in rows that are not shown. */
export function marked(rows: readonly ShownRow[], { source, marks }: Side): ShownRow[] {
  const withLines = annotated(
    rows.map(({ change }) => change),
    { ...marks, isTheirs: source === 'live' },
  );
  const changes = withLines.map(encodedMarks(withLines, marks));
  return rows.map((row, i) => {
    const change = changes[i];
    const isUntold = row.context === undefined;
    return isUntold || change === undefined || change.kind === 'key' ? row : { ...row, change };
  });
}
