// The cause of each change, from comparing desired, live and what was last applied.
import { grouped, withMembers } from '../lib/collections.ts';
import { sameJson } from '../lib/json.ts';
import {
  type Cause,
  type Change,
  type KeyChange,
  type RowChange,
  valueChanges,
} from '../model/plan.ts';
import {
  type Address,
  emptyState,
  type Item,
  itemId,
  keyId,
  MERGED_METADATA,
  type Row,
  rowAt,
  type State,
  isPresent,
  type Vdt,
} from '../model/state.ts';
import { storedText } from '../semantics/value-types.ts';
import { addressIn } from './find-item.ts';
import { type AppliedStates, type PlanInput, statesOf } from './input.ts';

type CauseInput = Pick<PlanInput, 'desired' | 'live' | 'applied'>;

/** An item before or after a change; `undefined`: absent. A `null` text is a value. */
export type PresentItem = { text: string | null; native?: true | undefined } | undefined;
/** An item as a state declares it; `undefined`: not declared; `unknown`: present, with an unknown text. */
export type AppliedItem = 'absent' | 'unknown' | PresentItem;

/** The same changes, each with its cause. If nothing was applied, every cause is `declared` or `rewritten`. */
export function withCauses(changes: readonly Change[], input: CauseInput): Change[] {
  const states = lastAppliedStates(input.applied);
  const [lastApplied] = states;
  if (lastApplied === undefined)
    return changes.map((change) =>
      withMembers(change, { cause: change.rewritten ? 'rewritten' : 'declared' }),
    );
  const withRowCauses = changes.map((change) =>
    change.kind === 'key'
      ? change
      : withMembers(change, { cause: rowCause(change, states, input) }),
  );
  const values = grouped(valueChanges(withRowCauses), itemId);
  return withRowCauses.map((change): Change => {
    if (change.kind !== 'key') return change;
    return {
      ...change,
      cause: keyCause(
        change,
        appliedKeys(change, input.applied),
        input.desired,
        values.get(itemId(change)),
      ),
    };
  });
}

function rowCause(change: RowChange, states: readonly State[], input: CauseInput): Cause {
  const at = addressIn(change);
  const vdt = change.kind === 'value' ? change.vdt : undefined;
  const applied = appliedRows(at, states, { here: input.applied.here, vdt });
  const live = rowAt(input.live, at);
  const isNew = applied.every((item) => isSame(item, undefined));
  // What an unfinished apply declared is its work only where live has exactly its text.
  const overwritten = applied[0] === undefined ? 'unmanaged' : 'conflict';
  // An item that others created is never considered ours, whatever its content.
  if (live?.unknown && isNew && change.after !== undefined) return overwritten;
  if (change.rewritten) return 'rewritten';
  if (change.kind === 'value' && change.surplus && change.before === change.after)
    return 'declared';
  if (applied.includes('unknown')) return 'declared';
  if (applied.some((item) => isSame(item, present(change.before, live)))) return 'declared';
  if (live?.unknown && !live.drifted) return 'declared';
  const after = present(change.after);
  if (isMirrorDelete(applied, after, appliedRow(input.desired, at, vdt))) return 'declared';
  if (overwritten === 'unmanaged' && after !== undefined) return overwritten;
  return applied.some((item) => isSame(item, after)) ? 'drift' : 'conflict';
}

/** What another branch applied last tells nothing about rows that it does not declare. */
function appliedRows(
  at: Address,
  states: readonly State[],
  { here, vdt }: { here: State | undefined; vdt: Vdt | undefined },
): AppliedItem[] {
  const applied = states.map((state) => appliedRow(state, at, vdt));
  return here === undefined || applied.some((item) => item !== undefined)
    ? applied
    : [appliedRow(here, at, vdt)];
}

function present(text: string | null | undefined, live?: Row): PresentItem {
  if (text === undefined) return undefined;
  return { text, native: live?.native };
}

/** `prune: all` deletes items that nobody declares, even those once declared absent and created by others since. */
function isMirrorDelete(
  applied: readonly AppliedItem[],
  after: PresentItem,
  desired: AppliedItem,
): boolean {
  if (after !== undefined) return false;
  const isSilent = desired === undefined && applied.every((item) => isSame(item, undefined));
  return isSilent || applied.every((item) => item === undefined);
}

/**
 * What the last apply, and each unfinished one, may have applied. Before a first apply this was nothing: items of an
 * unfinished one that the server lacks were not pushed, rather than deleted by others.
 */
function lastAppliedStates(applied: AppliedStates): State[] {
  const { lastApplied = applied.begun && emptyState() } = applied;
  return statesOf({ ...applied, lastApplied });
}

export function isSame(applied: AppliedItem, now: PresentItem): boolean {
  if (applied === undefined || applied === 'absent') return now === undefined;
  if (applied === 'unknown' || now === undefined) return false;
  if (applied.text === now.text) return true;
  return (applied.native === true || now.native === true) && sameJson(applied.text, now.text);
}

/** @param vdt the type of the key if the state does not declare one */
export function appliedRow(
  { items }: State,
  { id, context }: Address,
  vdt: Vdt = 'Text',
): AppliedItem {
  const item = items.get(id);
  const row = item?.rows.get(context);
  if (item?.absent || row?.absent) return 'absent';
  if (item === undefined || row === undefined) return undefined;
  if (row.unknown) return 'unknown';
  return { text: storedText(item.vdt ?? vdt, row.text), native: row.native };
}

/** A key created or deleted with values has their cause; metadata has a cause of its own for each member. */
function keyCause(
  change: KeyChange,
  keys: readonly AppliedKey[],
  desired: State,
  values: readonly RowChange[] = [],
): Cause {
  if (change.action === 'update') {
    return strongest(changedMembers(change).map((name) => memberCause(change, keys, name)));
  }
  if (values.length > 0 && change.values > 0)
    return strongest(values.map(({ cause = 'declared' }) => cause));
  const [applied, ...begun] = keys;
  // As an unfinished apply left it.
  if (begun.some((item) => isPresent(item) === (change.action === 'delete'))) return 'declared';
  if (applied === undefined || (applied.absent && !desired.items.has(keyId(change.name))))
    return 'declared';
  return (change.action === 'create') === (applied.absent !== true) ? 'drift' : 'declared';
}

/** One conflict makes it a conflict; only drift throughout makes it drift. */
function strongest(causes: Iterable<Cause>): Cause {
  const all = new Set(causes);
  const first = (['conflict', 'unmanaged'] as const).find((cause) => all.has(cause));
  return first ?? (all.size === 1 && all.has('drift') ? 'drift' : 'declared');
}

type AppliedKey = Item | undefined;

/** The key as {@link lastAppliedStates} has it, or else as this branch applied it last. */
export function appliedKeys(
  { name }: Pick<KeyChange, 'name'>,
  applied: AppliedStates,
): AppliedKey[] {
  const keyIn = ({ items }: State) => items.get(keyId(name));
  const keys = lastAppliedStates(applied).map(keyIn);
  return applied.here === undefined || keys.some((key) => key !== undefined)
    ? keys
    : [keyIn(applied.here)];
}

export type Member = (typeof MERGED_METADATA)[number];

export function changedMembers({ before = {}, after = {} }: KeyChange): Member[] {
  return MERGED_METADATA.filter((name) => before[name] !== after[name]);
}

/**
 * A member that the last apply did not declare was not managed before. Of a key that it did not declare, an update of
 * what is there takes the key over.
 * @param keys as {@link appliedKeys} returns them
 */
export function memberCause(
  { before = {}, after = {} }: Pick<KeyChange, 'before' | 'after'>,
  keys: readonly AppliedKey[],
  name: Member,
): Cause {
  if (before[name] !== undefined && keys.every((key) => key === undefined)) return 'unmanaged';
  const [applied, ...begun] = keys.map((key) => key?.[name]);
  if (applied === undefined) return 'declared';
  const declared = [applied, ...begun.filter((value) => value !== undefined)];
  if (declared.some((value) => value === before[name])) return 'declared';
  return declared.some((value) => value === after[name]) ? 'drift' : 'conflict';
}
