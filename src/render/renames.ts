// Keys and files that a plan deletes and creates again under another name, with the same values in the same contexts.
import { grouped } from '../lib/collections.ts';
import { counted } from '../lib/text.ts';
import { contextId } from '../model/context.ts';
import { type Change, isRestoring, type RowChange, rowChanges } from '../model/plan.ts';
import { itemId } from '../model/state.ts';
import { MASK, type MaskedPlan } from './mask.ts';

export interface Rename {
  kind: 'key' | 'file';
  from: string;
  to: string;
  /** All changes of the new name, at least one. */
  created: RowChange[];
}

/** The changes of one key or of one path. */
type Group = readonly Change[];

/**
 * Only unique pairs: one name that goes and one that comes with these values. Never with a secret, whose text is not
 * known here, and never with changes that overwrite drift or were pending before. In the order of the new names.
 */
export function renamesIn({ changes }: Pick<MaskedPlan, 'changes'>): Rename[] {
  if (!changes.some(({ action }) => action === 'delete')) return [];
  const groups = [...grouped(changes, itemId).values()];
  const gone = grouped(
    groups.filter((group) => isWhole(group, 'delete')),
    signatureOf,
  );
  const come = grouped(
    groups.filter((group) => isWhole(group, 'create')),
    signatureOf,
  );
  return [...come].flatMap(([signature, created]) => {
    const [one, other] = [only(gone.get(signature)), only(created)];
    if (one === undefined || other === undefined) return [];
    const rows = rowChanges(other);
    return [
      { kind: rows[0]?.kind === 'file' ? 'file' : 'key', from: groupName(one), to: groupName(other), created: rows },
    ];
  });
}

/** The changes that are no part of a rename. */
export function withoutRenamed(changes: readonly Change[], renames: readonly Rename[]): Change[] {
  if (renames.length === 0) return [...changes];
  const ids = new Set(renames.flatMap(({ kind, from, to }) => [from, to].map((name) => itemId({ kind, name }))));
  return changes.filter((change) => !ids.has(itemId(change)));
}

export const RENAMED = 'Renamed, with the same values';

/** More contexts are counted. */
const MAX_CONTEXTS = 4;

/** `*;*, Staging;*`. */
export function contextsOf({ created }: Rename): string[] {
  const contexts = created.map(({ context }) => context);
  return contexts.length <= MAX_CONTEXTS ? contexts : [counted(contexts.length, 'context')];
}

/** What applications notice that still ask for the old name. */
export function goneText({ kind, from }: Rename): string {
  return `applications that still read \`${from}\` get no ${kind === 'file' ? 'file' : 'value'}`;
}

/** Whether the plan creates or deletes the key or the file with everything that it has. */
function isWhole(group: Group, action: 'create' | 'delete'): boolean {
  const rows = rowChanges(group);
  if (rows.length === 0 || !group.every((change) => change.action === action && isPlain(change))) return false;
  const key = group.find((change) => change.kind === 'key');
  if (key !== undefined) return key.values === rows.length;
  // Other contexts of a file may stay: then something else is received there.
  return rows.every(({ kind, received }) => {
    const side = action === 'create' ? 'before' : 'after';
    return kind === 'file' && received?.isExact && received.regions.every((region) => region[side] === undefined);
  });
}

function isPlain(change: Change): boolean {
  if (change.secret || change.rewritten || change.pending || isRestoring(change)) return false;
  if (change.kind === 'key') return true;
  const text = textOf(change);
  return text !== undefined && !text?.includes(MASK.slice(0, -1));
}

function signatureOf(group: Group): string {
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

function groupName(group: Group): string {
  return group[0]?.name ?? '';
}

function only<Item>(list: readonly Item[] | undefined): Item | undefined {
  return list?.length === 1 ? list[0] : undefined;
}
