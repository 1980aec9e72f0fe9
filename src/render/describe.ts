// What a change says of itself in words, for every renderer.
import { counted } from '../lib/text.ts';
import {
  type Change,
  countChanges,
  type Finding,
  isCounted,
  isRestoring,
  type ItemName,
  type KeyChange,
  type Plan,
  type SafetyChange,
  type ValueChange,
} from '../model/plan.ts';
import { KEY_METADATA, type KeyMetadata } from '../model/state.ts';
import { lineCount } from './file-diff.ts';
import { quoted, quotedPair } from './printable.ts';

export const SYMBOLS = { create: '+', update: '~', delete: '-' } as const;

/** A line of the plan: a counted change, or one that is written again, with what the key itself has to say. */
export interface Item {
  change: Change;
  /** Before → after in one line; `(secret, …)` and no more for a secret. */
  text: string;
  /** `new key, Integer` and the like. */
  remark?: string;
}

/** A change that a reader sees, and the key that comes or goes with it, which has no line of its own. */
export interface Entry {
  change: Change;
  owner?: KeyChange;
}

/** The changes that a reader sees, in their order. A key that comes or goes speaks on its first value. */
export function entries(changes: readonly Change[]): Entry[] {
  const result: Entry[] = [];
  let waiting: KeyChange | undefined;
  for (const change of changes) {
    if (!isCounted(change) && !change.rewritten) {
      waiting = change.kind === 'key' ? change : undefined;
      continue;
    }
    const isOwned = waiting !== undefined && change.kind === 'value' && change.key === waiting.key;
    result.push(isOwned && waiting !== undefined ? { change, owner: waiting } : { change });
    waiting = undefined;
  }
  return result;
}

/** What an apply writes over, and everything else: a key that comes or goes stands with its values. */
export function apart(changes: readonly Change[]): { restored: Change[]; others: Change[] } {
  const restored = changes.filter(isRestoring);
  return {
    restored,
    others: restored.length === 0 ? [...changes] : changes.filter((one) => !isRestoring(one)),
  };
}

export function items(changes: readonly Change[]): Item[] {
  return entries(changes).map((entry) => {
    const { change } = entry;
    const why = remarkOf(entry);
    const remark = change.pending ? ['pending before', why].filter(Boolean).join(', ') : why;
    const item = { change, text: describe(change) };
    return remark === '' ? item : { ...item, remark };
  });
}

/** `new key, Integer`, `changed on the server`, or nothing. */
export function remarkOf({ change, owner }: Entry): string {
  return [causeRemark(change), surplusRemark(change), owner && keyRemark(owner)]
    .filter((one) => one !== undefined)
    .join(', ');
}

function surplusRemark(change: Change): string | undefined {
  if (change.kind !== 'value' || !change.surplus) return undefined;
  return `the server holds it ${change.surplus === 1 ? 'twice' : `${change.surplus + 1} times`}`;
}

/** Why, where it is not for the files' sake alone. */
function causeRemark(change: Change): string | undefined {
  if (change.cause === 'conflict') return 'conflict: changed in the files too';
  if (change.cause !== 'override' || change.kind === 'key') return undefined;
  const { context, place } = change.overrides ?? {};
  const from = place === undefined ? '' : ` from ${place.file}:${place.line}`;
  return `added on the server${context === undefined ? '' : `, overrides ${context}${from}`}`;
}

export function describe(change: Change): string {
  if (change.kind === 'key') return describeKey(change);
  if (change.secret) return `(secret, ${change.rewritten ? 'written again' : SECRET_VERBS[change.action]})`;
  if (change.rewritten) return 'written again';
  if (change.kind === 'value') return describeValue(change);
  // Read by token, what a file holds may be told only as: something else.
  if (change.action === 'update' && change.before === undefined)
    return `replaced by ${lineCount(change.after ?? '')}`;
  if (change.action === 'update' && change.after === undefined)
    return `${lineCount(change.before ?? '')} → another text`;
  if (change.action === 'update')
    return `${lineCount(change.before ?? '')} → ${lineCount(change.after ?? '')}`;
  const content = change.after ?? change.before;
  return content === undefined ? 'not read' : lineCount(content);
}

const SECRET_VERBS = { create: 'created', update: 'changed', delete: 'deleted' } as const;

function describeValue({ action, before, after }: ValueChange): string {
  if (action === 'create') return after === undefined ? 'not read' : quoted(after);
  if (action === 'delete') return before === undefined ? 'not read' : quoted(before);
  // After an apply whose outcome is not known.
  if (before === undefined) return `replaced by ${quoted(after ?? null)}`;
  return quotedPair(before, after ?? null);
}

function describeKey(change: KeyChange): string {
  if (change.action !== 'update') return keyRemark(change) ?? '';
  return metadataOf(change)
    .map(([name, before, after]) => `${name} ${before} → ${after}`)
    .join(', ');
}

/** What of a key's metadata changes: name, before, after. */
export function metadataOf({ before = {}, after = {} }: KeyChange): [string, string, string][] {
  return KEY_METADATA.filter((name) => before[name] !== after[name]).map((name) => [
    name,
    shown(before[name]),
    shown(after[name]),
  ]);
}

function shown(value: KeyMetadata[keyof KeyMetadata]): string {
  return typeof value === 'string' ? quoted(value) : String(value ?? 'none');
}

function keyRemark({ action, after }: KeyChange): string | undefined {
  if (action === 'delete') return 'the key goes too';
  const flags = [...(after?.deprecated ? ['deprecated'] : []), ...(after?.push === false ? ['locked'] : [])];
  const group = after?.securityGroup === undefined ? [] : [`in ${after.securityGroup}`];
  return ['new key', after?.vdt ?? 'Text', ...flags, ...group].join(', ');
}

/** `config/shop.yaml:3:5`, or `was config/shop.yaml:3:5` for a line that is gone. */
export function whereOf({
  place,
  removedFrom,
}: Pick<Change | Finding, 'place' | 'removedFrom'>): string | undefined {
  if (place !== undefined) return String(place);
  return removedFrom === undefined ? undefined : `was ${removedFrom}`;
}

/** What the closing line does not count. */
export function rewrittenLine(plan: Plan): string | undefined {
  const count = plan.changes.filter((change) => change.rewritten).length;
  if (count === 0) return undefined;
  const what = count === 1 ? '1 item is' : `${count} items are`;
  return `${what} written again with every apply, because nothing tells whether it differs.`;
}

/** What others did, in sentences; empty where they did nothing that concerns this plan. */
export function othersLines(plan: Plan): string[] {
  const { converged, unmanaged, unmanagedItems } = plan;
  const list = unmanagedItems === undefined ? ' (--unmanaged lists them).' : ':';
  return [
    ...(converged > 0
      ? [
          `Already in sync: ${counted(converged, 'item')} changed the same way in the files and on the server.`,
        ]
      : []),
    ...(unmanaged > 0 ? [`The server has ${counted(unmanaged, 'unmanaged item')}${list}`] : []),
    ...(unmanagedItems ?? []).map((item) => `  ${itemName(item)}`),
  ];
}

function itemName(item: ItemName): string {
  if (item.kind === 'key') return `${item.key} (key)`;
  return `${item.kind === 'file' ? item.path : item.key}  ${item.context}`;
}

/** What stands above the drift that an apply overwrites, or is refused for. */
export function restoredTitle({ changes, onDrift }: Plan): string {
  const restored = changes.filter((change) => isCounted(change) && isRestoring(change));
  const [count, both] = [restored.length, restored.filter(({ cause }) => cause === 'conflict').length];
  const what = count === 1 ? '1 item was' : `${count} items were`;
  const them = count === 1 ? 'it' : 'them';
  // What others added is all else that is written over.
  if (onDrift !== 'overwrite' && both === count)
    return `${what} changed in the files and, differently, on the server:`;
  const since = `${what} changed on the server since the last apply`;
  if (both === 0) return `${since}; applying restores ${them}:`;
  const which = both === count ? them : `${both} of them`;
  return `${since}, and the files changed ${which} too; applying overwrites ${them}:`;
}

/** What others added beside declared items, and the rest of the drift that a plan leaves as it is. */
export function driftApart(drift: readonly Change[]): { added: Change[]; kept: Change[] } {
  const isAdded = ({ cause }: Change) => cause === 'override';
  return { added: drift.filter(isAdded), kept: drift.filter((change) => !isAdded(change)) };
}

/** What stands above items that others added, and the plan leaves alone. */
export function addedTitle({ drift, prune }: Plan): string {
  const { length } = driftApart(drift).added;
  const what = length === 1 ? '1 item was' : `${length} items were`;
  const left = length === 1 ? 'is' : 'are';
  return `${what} added on the server beside declared ones, and ${left} left alone (prune: ${prune}):`;
}

/** What stands above the drift that a plan leaves as it is. */
export function driftTitle({ drift, onDrift }: Plan): string {
  const count = driftApart(drift).kept.filter(isCounted).length;
  const what = count === 1 ? '1 item was' : `${count} items were`;
  const left = onDrift === 'keep' ? `, and ${count === 1 ? 'is' : 'are'} left alone` : '';
  return `${what} changed on the server since the last apply${left} (onDrift: ${onDrift}):`;
}

/** `Drift: 0 created, 1 updated, 0 deleted on the server since the last apply.` or `No drift.` */
export function driftLine({ drift }: Plan): string {
  const { create, update, delete: deleted } = countChanges(drift);
  if (create + update + deleted === 0) return 'No drift.';
  const { length } = driftApart(drift).added;
  const created = `${create} created${length === 0 ? '' : ` (${length} beside declared items)`}`;
  return `Drift: ${created}, ${update} updated, ${deleted} deleted on the server since the last apply.`;
}

/** `Plan: 3 to create, 1 to update, 2 to delete.` or `No changes.` */
export function closingLine(plan: Plan): string {
  const { create, update, delete: deleted } = countChanges(plan.changes);
  if (create + update + deleted === 0) return 'No changes.';
  return `Plan: ${create} to create, ${update} to update, ${deleted} to delete.`;
}

export function refusals(plan: Plan): Finding[] {
  return plan.findings.filter(({ severity }) => severity === 'refusal');
}

export function warnings(plan: Plan): Finding[] {
  return plan.findings.filter(({ severity }) => severity === 'warning');
}

// What a plan says of its base, in words: which changes were pending before, and which guards the branch changes.

export const SAFETY_TITLE = 'This branch changes what protects the server:';

/** `prune  managed → all` with `looser` beside it, as far as that is certain. */
export function safetyText({ before, after }: SafetyChange): string {
  return `${before ?? 'none'} → ${after ?? 'none'}`;
}

/** Sentences about the base; empty where all changes are the work of this branch. */
export function baseLines({ base, changes }: Plan): string[] {
  const { create, update, delete: deleted } = countChanges(changes);
  return [
    ...pendingLines(base?.pending ?? 0, create + update + deleted),
    ...droppedLines(base?.dropped ?? 0),
  ];
}

function pendingLines(pending: number, all: number): string[] {
  if (pending === 0) return [];
  const what =
    pending < all ? `${pending} of ${all} changes` : all === 1 ? 'The only change' : `All ${all} changes`;
  return [`${what} ${pending === 1 ? 'was' : 'were'} pending before this branch.`];
}

export function droppedLines(dropped: number): string[] {
  if (dropped === 0) return [];
  return [
    dropped === 1
      ? '1 change that was pending before this branch is no longer planned.'
      : `${dropped} changes that were pending before this branch are no longer planned.`,
  ];
}
