// Adds to each change what applications get because of it, computed from all rows of its key or file.
import { grouped, withMembers } from '../lib/collections.ts';
import { type Context, contextId, fullContext } from '../model/context.ts';
import {
  type Affected,
  type Change,
  holdsSecret,
  type LiveSource,
  type AffectedRegion,
  type WinningRow,
  type RowChange,
  rowChanges,
} from '../model/plan.ts';
import { type Effect, effectsOf } from '../semantics/effects.ts';
import { type Groups, indexGroups } from '../semantics/resolution.ts';
import { annotated, type AnnotateInput } from './annotate.ts';
import { itemId } from '../model/state.ts';
import type { PlanInput } from './input.ts';

type Input = Pick<PlanInput, 'liveSource'> & {
  target: Pick<PlanInput['target'], 'levels'>;
} & AnnotateInput;

/** A row on one side of the changes, with its context in full. */
interface SideRow {
  context: string;
  /** Absent if unknown. */
  text?: string | null | undefined;
  change?: RowChange;
}

/**
 * The server does not tell the members of context groups, so a group counts as an element: its name stands for its
 * members. Without an export, live lacks values in undeclared contexts, and effects are not exact.
 */
export function withAffected(changes: readonly Change[], input: Input): Change[] {
  const groups = indexGroups(input.target.levels, []);
  const affectedOfNew = affectedByNew(groups, input.liveSource);
  const affected = new Map<Change, Affected>();
  const effectsOfExisting: OwnEffects[] = [];
  for (const [item, ofItem] of grouped(rowChanges(changes), itemId)) {
    const live = liveRows(item, input);
    if (live.length === 0 && ofItem.every(({ action }) => action === 'create'))
      for (const [change, affects] of affectedOfNew(ofItem)) affected.set(change, affects);
    else
      for (const effects of effectsOfItem(ofItem, live, groups, input.liveSource))
        effectsOfExisting.push(effects);
  }
  const secretSides = secretRows(effectsOfExisting, input);
  for (const effects of effectsOfExisting)
    affected.set(effects.change, affectedIn(effects, secretSides));
  return changes.map((change) => {
    const affects = affected.get(change);
    return affects === undefined || change.kind === 'key'
      ? change
      : withMembers(change, { affects });
  });
}

/**
 * Of an item that has no rows yet: who is affected then depends on the contexts of its new rows alone, and most items have
 * the same ones.
 */
function affectedByNew(
  groups: Groups,
  source: LiveSource,
): (changes: readonly RowChange[]) => (readonly [RowChange, Affected])[] {
  const byContexts = new Map<string, Map<Context, Affected>>();
  return (changes) => {
    const contexts = changes.map(({ context }) => context).join('\n');
    const affectedByContext =
      byContexts.get(contexts) ??
      new Map(
        effectsOfItem(changes, [], groups, source).map((effects) => [
          effects.change.context,
          affectedIn(effects, NO_SECRETS),
        ]),
      );
    byContexts.set(contexts, affectedByContext);
    return changes.flatMap((change) => {
      const affects = affectedByContext.get(change.context);
      return affects === undefined ? [] : [[change, affects] as const];
    });
  };
}

const NO_SECRETS: ReadonlySet<SideRow> = new Set();

function affectedIn(
  { change, isExact, effects }: OwnEffects,
  secret: ReadonlySet<SideRow>,
): Affected {
  return { isExact, regions: effects.map((effect) => regionOf(effect, change, secret)) };
}

function liveRows(item: string, { live, target }: Input): SideRow[] {
  return [...(live.items.get(item)?.rows.values() ?? [])].map(({ context, text, unknown }) => ({
    context: fullContext(context, target.levels.length),
    text: unknown ? undefined : text,
  }));
}

interface OwnEffects {
  change: RowChange;
  isExact: boolean;
  effects: Effect<SideRow>[];
}

/** The effects of all changes of one key or file; empty if there are too many contexts to compare. */
function effectsOfItem(
  changes: readonly RowChange[],
  live: readonly SideRow[],
  groups: Groups,
  source: LiveSource,
): OwnEffects[] {
  const changed = new Set(changes.map(({ context }) => contextId(context)));
  const kept = live.filter(({ context }) => !changed.has(contextId(context)));
  const side = (name: 'before' | 'after') => [
    ...kept,
    ...changes.flatMap((change) => rowOf(change, name) ?? []),
  ];
  const [before, after] = [side('before'), side('after')];
  const isSame = (row: SideRow, other: SideRow) =>
    row.text !== undefined && row.text === other.text;
  const allEffects = effectsOf({ before, after, groups, same: isSame });
  if (allEffects === undefined) return [];
  return changes.map((change) => {
    const effects = allEffects.filter(
      ({ before, after }) => after?.change === change || before?.change === change,
    );
    const isExact =
      source === 'export' && (effects.length > 0 || hasNoRivals([...before, ...after]));
    return { change, isExact, effects };
  });
}

/** The row of a change, with the same content as on the server or in the files. */
function rowOf(change: RowChange, side: 'before' | 'after'): SideRow | undefined {
  const hasSide = change.action === 'update' || (change.action === 'create') === (side === 'after');
  if (!hasSide) return undefined;
  return { context: change.context, text: change[side], change };
}

/** Whether each level has at most one name: two names could be a group and its member. */
function hasNoRivals(rows: readonly SideRow[]): boolean {
  const names = rows.flatMap(({ context }) =>
    context
      .toLowerCase()
      .split(';')
      .flatMap((name, level) => (name === '*' ? [] : [`${level} ${name}`])),
  );
  const levels = [...new Set(names)].map((name) => name.split(' ')[0]);
  return new Set(levels).size === levels.length;
}

/** Whether a row is not the changed one, which has marks of its own. */
function isOther(row: SideRow | undefined, change: RowChange): row is SideRow {
  return row !== undefined && row.change !== change;
}

/** Rows that must be masked: an unchanged row may be secret although the changed one is not. */
function secretRows(ofChanges: readonly OwnEffects[], input: Input): ReadonlySet<SideRow> {
  const rows = ofChanges.flatMap(({ change, effects }) =>
    effects.flatMap(({ before, after }) =>
      [before, after].flatMap((row) => (isOther(row, change) ? { row, change } : [])),
    ),
  );
  const probes = rows.map(({ row: { context, text }, change }): Change => {
    const content = text ?? '';
    return { ...change, action: 'update', context, before: content, after: content };
  });
  const marks = annotated(probes, input);
  return new Set(
    rows.flatMap(({ row, change }, i) =>
      holdsSecret(change) || holdsSecret(marks[i] ?? change) ? row : [],
    ),
  );
}

function regionOf(
  effect: Effect<SideRow>,
  change: RowChange,
  secret: ReadonlySet<SideRow>,
): AffectedRegion {
  const { contexts, before, after } = effect;
  // The change itself has its own text, and files are too long to repeat.
  const hasText = (row: SideRow) =>
    change.kind === 'value' && isOther(row, change) && row.text !== undefined;
  const shown = (row: SideRow): WinningRow => ({
    context: row.context,
    text: hasText(row) ? row.text : undefined,
    secret: secret.has(row) || undefined,
  });
  return { contexts, before: before && shown(before), after: after && shown(after) };
}
