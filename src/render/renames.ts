// Keys and files that a plan deletes and creates again under another name, with the same values in the same contexts.
import { grouped } from '../lib/collections.ts';
import { contextId } from '../model/context.ts';
import { type Change, isAboutOthers, type RowChange, rowChanges } from '../model/plan.ts';
import { itemId } from '../model/state.ts';
import { MASK, type MaskedPlan } from './mask.ts';

export interface Rename {
  kind: 'key' | 'file';
  from: string;
  to: string;
  /** All values or files of the new name, at least one. */
  created: RowChange[];
  /** All changes of both names. */
  changes: readonly Change[];
}

/**
 * Only unique pairs: one name that goes and one that comes with these values. Never with a secret, whose text is not
 * known here, and never with changes that overwrite drift or were pending before. In the order of the new names.
 */
export function renamesIn({ changes }: Pick<MaskedPlan, 'changes'>): Rename[] {
  if (!changes.some(({ action }) => action === 'delete')) return [];
  const groups = [...grouped(changes, itemId).values()];
  const alike = (action: 'create' | 'delete') =>
    grouped(
      groups.filter((group) => isWhole(group, action)),
      signatureOf,
    );
  const gone = alike('delete');
  return [...alike('create')].flatMap(([signature, come]) => {
    const [[from, otherFrom] = [], [to, otherTo]] = [gone.get(signature), come];
    const [[old] = [], [now] = []] = [from, to];
    if (!from || !to || !old || !now || otherFrom || otherTo) return [];
    const kind = now.kind === 'file' ? 'file' : 'key';
    return [
      { kind, from: old.name, to: now.name, created: rowChanges(to), changes: [...from, ...to] },
    ];
  });
}

/** Whether the plan creates or deletes the key or the file with everything that it has. */
function isWhole(group: readonly Change[], action: 'create' | 'delete'): boolean {
  const rows = rowChanges(group);
  if (rows.length === 0 || !group.every((change) => change.action === action && isPlain(change)))
    return false;
  const key = group.find((change) => change.kind === 'key');
  if (key !== undefined) return key.values === rows.length;
  // Other contexts of a file may stay: then applications get something else there.
  return rows.every(({ kind, affects }) => {
    const side = action === 'create' ? 'before' : 'after';
    return (
      kind === 'file' &&
      affects?.isExact &&
      affects.regions.every((region) => region[side] === undefined)
    );
  });
}

function isPlain(change: Change): boolean {
  if (change.secret || change.rewritten || change.pending || isAboutOthers(change)) return false;
  if (change.kind === 'key') return true;
  const text = textOf(change);
  return text !== undefined && !text?.includes(MASK.slice(0, -1));
}

function signatureOf(group: readonly Change[]): string {
  const key = group.find((change) => change.kind === 'key');
  const { deprecated = false, push = true } = key?.after ?? key?.before ?? {};
  const rows = rowChanges(group).map((change) => [
    contextId(change.context),
    change.kind === 'value' ? change.vdt : 'file',
    textOf(change),
  ]);
  return JSON.stringify([deprecated, push, ...rows]);
}

function textOf({ action, before, after }: RowChange): string | null | undefined {
  return action === 'delete' ? before : after;
}
