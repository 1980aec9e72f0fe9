// Words for changes, shared by all renderers: what a line says of each.
import type { Place } from '../model/diagnostic.ts';
import {
  addressOf,
  type Change,
  type Effects,
  type Finding,
  isCounted,
  isRestoring,
  type KeyChange,
  type SafetyChange,
  type ValueChange,
} from '../model/plan.ts';
import { KEY_METADATA, type KeyMetadata } from '../model/state.ts';
import { pairWithin, quotedWithin } from './columns.ts';
import { lineCount, sizeChange } from './file-diff.ts';
import { memberChanges, memberText } from './member-changes.ts';
import { quoted } from './printable.ts';
import { hiddenText, type MaskedPlan } from './mask.ts';
import { emptiedKeys, leavesNothing, NOTHING_LEFT, receivedLines } from './received.ts';
import { type Rename, renamesIn, withoutRenamed } from './renames.ts';

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

/** The changes of a plan, and its drift, by the parts of an output. */
interface PlanParts {
  /** Changes that overwrite drift. A key created or deleted with its values stays with them. */
  restored: Change[];
  renames: Rename[];
  /** All other changes. */
  others: Change[];
  /** Drift that is left alone. */
  kept: Change[];
}

export function partsOf({ changes, drift }: MaskedPlan): PlanParts {
  const renames = renamesIn({ changes });
  const own = changes.filter((change) => !isRestoring(change));
  return {
    restored: changes.filter(isRestoring),
    renames,
    others: withoutRenamed(own, renames),
    kept: drift,
  };
}

export function items(changes: readonly Change[], effects: Effects): Item[] {
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

/** Who receives a change, where its context does not say it. Of an emptied key, the line of the key says it. */
export function receiversOf({ change, isEmptied }: Item | Entry, effects: Effects = 'short'): Receiver[] {
  if (change.kind === 'key' || isEmptied) return [];
  const isLoss = leavesNothing(change);
  return receivedLines(change, effects).map((text) => ({ text, isLoss }));
}

export interface Receiver {
  text: string;
  /** Applications receive nothing afterwards. */
  isLoss: boolean;
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

interface Describing {
  columns: number;
  /** The lines of the diff of its texts, if known. */
  diff?: readonly string[] | undefined;
}

/** Before → after in one line of so many columns; only `(secret, …)` for a secret. */
export function describe(change: Change, { columns, diff }: Describing): string {
  if (change.kind === 'key') return describeKey(change, columns);
  if (change.secret && change.unset !== undefined) return hiddenText(change.unset);
  if (change.secret) return `(secret, ${change.rewritten ? 'rewritten' : `${change.action}d`})`;
  if (change.rewritten) return 'rewritten';
  if (change.kind === 'value') return describeValue(change, { columns, diff });
  const { action, before, after } = change;
  const content = after ?? before;
  if (action !== 'update') return content === undefined ? 'not read' : lineCount(content);
  // A read by token may only reveal that a file differs.
  if (before === undefined) return `replaced by ${lineCount(after ?? '')}`;
  return after === undefined
    ? `${lineCount(before)} → different text`
    : sizeChange([lineCount(before), lineCount(after)], diff);
}

function describeValue(change: ValueChange, { columns, diff }: Describing): string {
  const { action, before, after } = change;
  if (action === 'create') return after === undefined ? 'not read' : quotedWithin(after, columns);
  if (action === 'delete') return before === undefined ? 'not read' : quotedWithin(before, columns);
  // Unknown after an apply whose outcome is unknown.
  if (before === undefined) return `replaced by ${quotedWithin(after ?? null, columns - 'replaced by '.length)}`;
  const texts = comparedTexts(change);
  const members = texts === undefined ? memberChanges(change) : undefined;
  if (members !== undefined) return memberText(members, columns);
  if (texts === undefined) return pairWithin(before, after ?? null, columns);
  const [old, now] = texts;
  return sizeChange([lineCount(old), lineCount(now)], diff);
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

/**
 * Whether a file of `sources` is its own content: it is declared by being there, at its first character, where no document
 * declares anything.
 */
export function isOwnContent({ place, contentPath }: { place?: Place | undefined; contentPath?: string | undefined }) {
  return contentPath !== undefined && place?.line === 1 && place.column === 1;
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

/** `managed → all`. */
export function safetyText({ before, after }: SafetyChange): string {
  return `${before ?? 'none'} → ${after ?? 'none'}`;
}
