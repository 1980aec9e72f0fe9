// Words for changes and counts, shared by all renderers.
import { counted } from '../lib/text.ts';
import {
  addressOf,
  type Change,
  countChanges,
  type Effects,
  type Finding,
  isCounted,
  isRestoring,
  type KeyChange,
  type Plan,
  type SafetyChange,
  type ValueChange,
} from '../model/plan.ts';
import { KEY_METADATA, type KeyMetadata } from '../model/state.ts';
import { lineCount } from './file-diff.ts';
import { pairWithin, quotedWithin } from './columns.ts';
import { memberChanges, memberText } from './member-changes.ts';
import { quoted } from './printable.ts';
import { emptiedKeys, NOTHING_LEFT } from './received.ts';

export const SYMBOLS = { create: '+', update: '~', delete: '-' } as const;

/** A line of the plan. */
export interface Item {
  change: Change;
  isEmptied?: true;
  /** `new key, Integer` and the like. */
  remark?: string;
}

/** A visible change, and the created or deleted key that is shown on its line. */
export interface Entry {
  change: Change;
  owner?: KeyChange;
  /** Its key is deleted, and leaves no value to any application: the line of the key says so. */
  isEmptied?: true;
}

/** The visible changes in order. A key created or deleted with its values is shown on the first of them. */
export function entries(changes: readonly Change[]): Entry[] {
  const result: Entry[] = [];
  const emptied = emptiedKeys(changes);
  let hiddenKey: KeyChange | undefined;
  for (const change of changes) {
    if (!isCounted(change) && !change.rewritten) {
      hiddenKey = change.kind === 'key' ? change : undefined;
      continue;
    }
    const isOwned = change.kind === 'value' && change.key === hiddenKey?.key;
    const isEmptied = change.kind === 'value' && emptied.has(change.key);
    result.push({ change, ...(isOwned && hiddenKey && { owner: hiddenKey }), ...(isEmptied && { isEmptied }) });
    hiddenKey = undefined;
  }
  return result;
}

/** Whether both are of one key or one file. */
export function isSameItem(one: Change, other: Change): boolean {
  return (one.kind === 'file') === (other.kind === 'file') && addressOf(one) === addressOf(other);
}

/** The changes that overwrite drift, and all others. A key created or deleted with its values stays with them. */
export function apart(changes: readonly Change[]): { restored: Change[]; others: Change[] } {
  return { restored: changes.filter(isRestoring), others: changes.filter((one) => !isRestoring(one)) };
}

export function items(changes: readonly Change[], effects: Effects = 'short'): Item[] {
  return entries(changes).map((entry) => {
    const { change, isEmptied } = entry;
    const remark = [change.pending && 'pending before', remarkOf(entry, effects)].filter(Boolean).join(', ');
    return { change, ...(isEmptied && { isEmptied }), ...(remark !== '' && { remark }) };
  });
}

/** `new key, Integer`, `conflict: also changed in the files`, or nothing. */
export function remarkOf({ change, owner, isEmptied }: Entry, effects: Effects = 'short'): string {
  const left = owner !== undefined && isEmptied && effects !== 'none' ? NOTHING_LEFT.value : undefined;
  return [causeRemark(change), surplusRemark(change), owner && keyRemark(owner), left]
    .filter((one) => one !== undefined)
    .join(', ');
}

function surplusRemark(change: Change): string | undefined {
  if (change.kind !== 'value' || !change.surplus) return undefined;
  return `stored ${change.surplus === 1 ? 'twice' : `${change.surplus + 1} times`} on the server`;
}

function causeRemark(change: Change): string | undefined {
  if (change.cause === 'conflict') return 'conflict: also changed in the files';
  if (change.cause !== 'override' || change.kind === 'key') return undefined;
  const { context, place } = change.overrides ?? {};
  const from = place === undefined ? '' : ` from ${place.file}:${place.line}`;
  return `created on the server${context === undefined ? '' : `, overrides ${context}${from}`}`;
}

/** Both sides if a diff explains them better than a line: file contents and values of several lines. */
export function comparedTexts(change: Change, most = Infinity): [before: string, after: string] | undefined {
  if (change.kind === 'key' || change.secret || change.rewritten) return undefined;
  const { kind, before, after } = change;
  if (before == null || after == null || before.length + after.length > most) return undefined;
  return kind === 'file' || hasLines(before) || hasLines(after) ? [before, after] : undefined;
}

/** Whether a text has more than one line. */
function hasLines(text: string): boolean {
  return text.slice(0, -1).includes('\n');
}

/** Before → after in one line of so many columns; only `(secret, …)` for a secret. */
export function describe(change: Change, columns: number): string {
  if (change.kind === 'key') return describeKey(change, columns);
  if (change.secret) return `(secret, ${change.rewritten ? 'rewritten' : `${change.action}d`})`;
  if (change.rewritten) return 'rewritten';
  if (change.kind === 'value') return describeValue(change, columns);
  const { action, before, after } = change;
  const content = after ?? before;
  if (action !== 'update') return content === undefined ? 'not read' : lineCount(content);
  // A read by token may only reveal that a file differs.
  if (before === undefined) return `replaced by ${lineCount(after ?? '')}`;
  return `${lineCount(before)} → ${after === undefined ? 'different text' : lineCount(after)}`;
}

function describeValue(change: ValueChange, columns: number): string {
  const { action, before, after } = change;
  if (action === 'create') return after === undefined ? 'not read' : quotedWithin(after, columns);
  if (action === 'delete') return before === undefined ? 'not read' : quotedWithin(before, columns);
  // Unknown after an apply whose outcome is unknown.
  if (before === undefined) return `replaced by ${quotedWithin(after ?? null, columns - 'replaced by '.length)}`;
  const texts = comparedTexts(change);
  const members = texts === undefined ? memberChanges(change) : undefined;
  if (members !== undefined) return memberText(members, columns);
  return texts === undefined ? pairWithin(before, after ?? null, columns) : texts.map(lineCount).join(' → ');
}

function describeKey(change: KeyChange, columns: number): string {
  if (change.action !== 'update') return keyRemark(change);
  return metadataOf(change, Math.floor(columns / 3))
    .map(([name, before, after]) => `${name} ${before} → ${after}`)
    .join(', ');
}

/** Changed metadata of a key: name, before, after. */
export function metadataOf({ before = {}, after = {} }: KeyChange, columns?: number): [string, string, string][] {
  return KEY_METADATA.filter((name) => before[name] !== after[name]).map((name) => [
    name,
    metadataText(before[name], columns),
    metadataText(after[name], columns),
  ]);
}

function metadataText(value: KeyMetadata[keyof KeyMetadata], columns: number | undefined): string {
  if (typeof value !== 'string') return String(value ?? 'none');
  return columns === undefined ? quoted(value) : quotedWithin(value, columns);
}

function keyRemark({ action, after }: KeyChange): string {
  if (action === 'delete') return 'key deleted';
  const flags = [...(after?.deprecated ? ['deprecated'] : []), ...(after?.push === false ? ['locked'] : [])];
  const group = after?.securityGroup === undefined ? [] : [`in ${after.securityGroup}`];
  return ['new key', after?.vdt ?? 'Text', ...flags, ...group].join(', ');
}

/** Where a finding is: `config/shop.yaml:3:5`, or `config/shop.yaml:3:5 (removed)` for a line that was removed. */
export function findingPlace({ place, removedFrom }: Pick<Finding, 'place' | 'removedFrom'>): string | undefined {
  if (place !== undefined) return String(place);
  return removedFrom === undefined ? undefined : `${removedFrom} (removed)`;
}

/** `config/shop.yaml:3:5`, or `was config/shop.yaml:3:5` for a line that was removed. */
export function whereOf({ place, removedFrom }: Pick<Finding, 'place' | 'removedFrom'>): string | undefined {
  if (place !== undefined) return String(place);
  return removedFrom === undefined ? undefined : `was ${removedFrom}`;
}

/** A sentence about the changes that the closing line does not count, if there are any. */
export function rewrittenLines(plan: Plan): string[] {
  const count = plan.changes.filter((change) => change.rewritten).length;
  if (count === 0) return [];
  const [what, they] = count === 1 ? ['1 item is', 'it'] : [`${count} items are`, 'they'];
  return [`${what} rewritten by every apply, because ${they} cannot be compared.`];
}

/** Sentences about items that the plan does not touch. @param end of the one about unmanaged items */
export function othersLines({ converged, unmanaged }: Plan, end = '.'): string[] {
  const inSync = `Already in sync: ${counted(converged, 'item')} changed the same way in the files and on the server.`;
  return [
    ...(converged > 0 ? [inSync] : []),
    ...(unmanaged > 0 ? [`The server has ${counted(unmanaged, 'unmanaged item')}${end}`] : []),
  ];
}

/** Title of the drift that an apply overwrites, or is refused for. */
export function restoredTitle({ changes, onDrift }: Plan): string {
  const restored = changes.filter((change) => isCounted(change) && isRestoring(change));
  const [count, both] = [restored.length, restored.filter(({ cause }) => cause === 'conflict').length];
  const them = count === 1 ? 'it' : 'them';
  if (onDrift !== 'overwrite' && both === count)
    return `${itemsWere(count)} changed in the files and, differently, on the server`;
  const since = `${itemsWere(count)} changed on the server since the last apply`;
  if (both === 0) return `${since}; applying restores ${them}`;
  const which = both === count ? them : `${both} of them`;
  return `${since}, and the files changed ${which} too; applying overwrites ${them}`;
}

/** Drift that the plan leaves alone: items created next to declared ones, and the rest. */
export function driftApart(drift: readonly Change[]): { added: Change[]; kept: Change[] } {
  const isAdded = ({ cause }: Change) => cause === 'override';
  return { added: drift.filter(isAdded), kept: drift.filter((change) => !isAdded(change)) };
}

/** Title of the items created next to declared ones, which the plan leaves alone. */
export function addedTitle({ drift, prune }: Plan): string {
  const { length } = driftApart(drift).added;
  const left = length === 1 ? 'is' : 'are';
  return `${itemsWere(length)} created on the server next to declared ones, and ${left} left alone (prune: ${prune})`;
}

/** Title of the other drift that a plan leaves alone. */
export function driftTitle({ drift, onDrift }: Plan): string {
  const count = driftApart(drift).kept.filter(isCounted).length;
  const left = onDrift === 'keep' ? `, and ${count === 1 ? 'is' : 'are'} left alone` : '';
  return `${itemsWere(count)} changed on the server since the last apply${left} (onDrift: ${onDrift})`;
}

function itemsWere(count: number): string {
  return count === 1 ? '1 item was' : `${count} items were`;
}

/** `Drift: 0 created, 1 updated, 0 deleted on the server since the last apply.` or `No drift.` */
export function driftLine({ drift }: Plan): string {
  const { create, update, delete: deleted } = countChanges(drift);
  if (create + update + deleted === 0) return 'No drift.';
  const { length } = driftApart(drift).added;
  const created = `${create} created${length === 0 ? '' : ` (${length} next to declared items)`}`;
  return `Drift: ${created}, ${update} updated, ${deleted} deleted on the server since the last apply.`;
}

/** `Plan: 3 to create, 1 to update, 2 to delete.` or `No changes.` */
export function closingLine(plan: Pick<Plan, 'changes'>): string {
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

/** `managed → all`. */
export function safetyText({ before, after }: SafetyChange): string {
  return `${before ?? 'none'} → ${after ?? 'none'}`;
}

/** Sentences about the base; empty if every change is the work of this branch. */
export function baseLines({ base, changes }: Plan): string[] {
  const pending = base?.pending ?? 0;
  const dropped = droppedLines(base?.dropped ?? 0);
  if (pending === 0) return dropped;
  const { create, update, delete: deleted } = countChanges(changes);
  const all = create + update + deleted;
  const allOfThem = all === 1 ? 'The only change' : `All ${all} changes`;
  const what = pending < all ? `${pending} of ${all} changes` : allOfThem;
  return [`${what} ${pending === 1 ? 'was' : 'were'} pending before this branch.`, ...dropped];
}

export function droppedLines(dropped: number): string[] {
  if (dropped === 0) return [];
  const [what, verb] = dropped === 1 ? ['1 change', 'is'] : [`${dropped} changes`, 'are'];
  const was = dropped === 1 ? 'was' : 'were';
  return [`${what} that ${was} pending before this branch ${verb} no longer planned.`];
}
