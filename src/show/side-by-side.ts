// What applications get in several elements of one level, or in some contexts, side by side. Secrets are never compared by their text.
import { badOption } from '../errors.ts';
import { nearest } from '../lib/text.ts';
import type { ComparedRow } from '../model/comparison.ts';
import { type ContextPattern, elementsOf } from '../model/context.ts';
import { elementsOfLevel } from '../model/element-counts.ts';
import type { Project } from '../model/project.ts';
import { nameMatcher } from '../model/secrets.ts';
import type { SideBySide, SideCell, SideItem, SideVerdict } from '../model/side-by-side.ts';
import {
  elementsIn,
  type Item,
  type Named,
  rowsIn,
  type State,
  isPresent,
} from '../model/state.ts';
import { type Effect, effectsOf } from '../semantics/effects.ts';
import { type Groups, indexGroups, type RequestedElements } from '../semantics/resolution.ts';
import { comparedRows, isUnknown, sameFor, shownSide } from './compare.ts';
import type { Side } from './sides.ts';

interface PageColumn {
  title: string;
  /** Of each level; `undefined`: every element, each compared with itself. */
  elements: RequestedElements;
}

export interface PageColumns extends Pick<SideBySide, 'level' | 'left'> {
  columns: readonly PageColumn[];
}

/** More columns make a page that no browser opens quickly. */
const MAX_COLUMNS = 30;

/**
 * One column for each element of a level that rows, `stages` or `order` name, and one for any other element if it gets
 * something. Throws a {@link CommandError} that names the levels.
 * @param by name of the level; absent: that of `stages`, the first one that `order` names, or the first one
 */
export function columnsBy(
  { levels, state }: Pick<Side, 'levels' | 'state'>,
  by: string | undefined,
  { order, stages }: Pick<Project, 'order' | 'stages'>,
): PageColumns {
  const elements = elementsIn(state, levels.length);
  const staged = stages.flatMap(({ name, contexts }) => contexts?.flatMap(elementsOf) ?? [name]);
  const ofStages = elements.findIndex((names) =>
    staged.some((name) => names.has(name.toLowerCase())),
  );
  const at = by === undefined && ofStages >= 0 ? ofStages : levelIn(levels, by, order);
  const level = levels[at] ?? '';
  const inOrder = staged.flatMap((name) => elements[at]?.get(name.toLowerCase()) ?? []);
  const named = elementsOfLevel([state], at, order.get(level) ?? inOrder);
  const titles = [...(hasAnyOther(state, at) || named.length === 0 ? ['*'] : []), ...named];
  const columns = titles.slice(0, MAX_COLUMNS).map((title) => ({
    title,
    elements: levels.map((_, i) => (i === at ? title : undefined)),
  }));
  return { level, columns, left: titles.length - columns.length };
}

function levelIn(
  levels: readonly string[],
  by: string | undefined,
  order: Project['order'],
): number {
  if (by === undefined)
    return Math.max(
      levels.findIndex((level) => order.has(level)),
      0,
    );
  const at = levels.findIndex((level) => level.toLowerCase() === by.toLowerCase());
  if (at >= 0) return at;
  const near = nearest(by, levels);
  throw badOption(
    `There is no level \`${by.slice(0, 80)}\`: the levels are ${levels.join(';')}.`,
    near === undefined ? undefined : `Did you mean \`${near}\`?`,
  );
}

/** Whether a row applies to elements that nothing names. */
function hasAnyOther(state: State, level: number): boolean {
  return [...rowsIn(state)].some(
    ({ row }) => isPresent(row) && (elementsOf(row.context)[level] ?? '*') === '*',
  );
}

/**
 * @param isChosen which keys and files are shown
 * @param keep globs of the names that differ on purpose
 */
export function sideBySide(
  side: Side,
  { columns, level, left }: PageColumns,
  { isChosen, keep }: { isChosen: (item: Named) => boolean; keep: readonly string[] },
): SideBySide {
  const { source, state, target } = side;
  const items = [...state.items.values()].filter(isChosen);
  const shown = comparedRows(side, items.filter(isPresent));
  const groups = indexGroups(side.levels, side.groups);
  const isKept = nameMatcher(keep);
  const sideItems = items.map((item): SideItem => {
    const rows = isPresent(item)
      ? [...item.rows.values()].flatMap((row) => shown.get(row) ?? [])
      : [];
    return {
      ...headOf(item),
      isAbsent: !isPresent(item),
      isKept: isKept(item.name),
      ...receivedIn({ rows, columns, groups, same: sameFor(item) }),
    };
  });
  const untold = side.untold.map((name): SideItem => ({ ...UNTOLD, name, isKept: isKept(name) }));
  return {
    source,
    repository: target?.repository,
    url: target?.url,
    level,
    columns: columns.map(({ title }) => title),
    left,
    items: [...sideItems.filter((item) => isShown(item, level)), ...untold.filter(isChosen)],
  };
}

function headOf({ kind, name, vdt }: Item): Pick<SideItem, 'kind' | 'name' | 'vdt'> {
  return kind === 'key'
    ? { kind: 'value', name, vdt: vdt ?? 'Text' }
    : { kind, name, vdt: undefined };
}

/** A file of which the server does not tell the row. */
const UNTOLD = {
  kind: 'file',
  vdt: undefined,
  isAbsent: false,
  rows: [],
  cells: undefined,
} as const;

/** A context has only what its applications get. */
function isShown({ cells, isAbsent }: SideItem, level: string | undefined): boolean {
  const isReceived =
    cells === undefined || cells.some(({ row, others }) => row !== undefined || others.length > 0);
  return isReceived || (isAbsent && level !== undefined);
}

interface Received {
  rows: readonly ComparedRow[];
  columns: readonly PageColumn[];
  groups: Groups;
  same: (one: ComparedRow, other: ComparedRow) => boolean;
}

function receivedIn({ rows, columns, groups, same }: Received): Pick<SideItem, 'rows' | 'cells'> {
  const all = receivedBy(rows, groups);
  const applicationsOf = (row: ComparedRow) =>
    all?.filter(({ after }) => after === row).map(({ contexts }) => contexts);
  const cells: SideCell[] = [];
  let before: PageColumn | undefined;
  for (const { elements } of columns) {
    const received = receivedBy(rows, groups, elements);
    const differences =
      before === undefined
        ? []
        : effectsOf({
            before: rows,
            after: rows,
            groups,
            same,
            between: [before.elements, elements],
          });
    if (received === undefined || differences === undefined) break;
    cells.push({ ...contentOf(received, elements), differs: verdictsOf(differences) });
    before = { title: '', elements };
  }
  return {
    rows: rows.map((row) => ({ row: shownSide(row), applications: applicationsOf(row) })),
    cells: cells.length === columns.length ? cells : undefined,
  };
}

/** What each application gets there, or anywhere. */
function receivedBy(
  rows: readonly ComparedRow[],
  groups: Groups,
  elements?: RequestedElements,
): Effect<ComparedRow>[] | undefined {
  const between = elements && ([elements, elements] as const);
  return effectsOf({
    before: [],
    after: rows,
    groups,
    same: () => false,
    between,
  });
}

function contentOf(
  received: readonly Effect<ComparedRow>[],
  asked: RequestedElements,
): Pick<SideCell, 'row' | 'others'> {
  const ofAny = received.find(isOfAny)?.after;
  return {
    row: ofAny && shownSide(ofAny),
    others: received.flatMap((effect) =>
      effect.after === undefined || isOfAny(effect)
        ? []
        : { applications: withoutAsked(effect.contexts, asked), row: shownSide(effect.after) },
    ),
  };
}

/** Whether it is about the applications that no row names. */
function isOfAny({ contexts }: Effect<ComparedRow>): boolean {
  return contexts.elements.every((element) => element === '*');
}

/** The elements of the other levels. */
function withoutAsked(
  { elements, except }: ContextPattern,
  asked: RequestedElements,
): ContextPattern {
  const free = (pattern: readonly string[]) => pattern.filter((_, i) => asked[i] === undefined);
  return { elements: free(elements), except: except.map(free) };
}

function verdictsOf(differences: readonly Effect<ComparedRow>[]): SideCell['differs'] {
  const verdict = (some: readonly Effect<ComparedRow>[]): SideVerdict => {
    if (some.length === 0) return 'same';
    return some.every(isUnknown) ? 'unknown' : 'differs';
  };
  return {
    row: verdict(differences.filter(isOfAny)),
    others: verdict(differences.filter((effect) => !isOfAny(effect))),
  };
}
