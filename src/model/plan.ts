// The plan: a sorted list of changes with what guards say of them. A plain value that every output and the push share.
import { compareText } from '../lib/text.ts';
import { compareContexts, type Context } from './context.ts';
import type { Place } from './diagnostic.ts';
import type { OnDrift, PruneMode } from './project.ts';
import type { KeyMetadata, Vdt } from './state.ts';

export const ACTIONS = ['create', 'update', 'delete'] as const;
type Action = (typeof ACTIONS)[number];

/**
 * Why a change is there, from comparing three states: `declared`: the files changed since the last apply; `drift`: the
 * server did; `conflict`: both, differently; `override`: others added it beside declared items; `rewritten`: nothing
 * tells whether it differs.
 */
export const CAUSES = ['declared', 'drift', 'conflict', 'override', 'rewritten'] as const;
export type Cause = (typeof CAUSES)[number];

interface ChangeOf<Kind extends string> {
  kind: Kind;
  action: Action;
  /** Absent only until the three states were compared. */
  cause?: Cause;
  /** The line that asks for it. */
  place?: Place;
  /** Of a deletion that no line asks for: the line of the last apply that is no longer there. */
  removedFrom?: Place;
  /** Every output shows that it changes, none shows what. */
  secret?: true;
  /** Cannot be compared, so it is written on every apply; shown, not counted. */
  rewritten?: true;
  /** The plan of the base has it too: it is not the work of this branch. */
  pending?: true;
}

/** Existence or metadata of a key. The values of a new or deleted key are changes of their own. */
export interface KeyChange extends ChangeOf<'key'> {
  key: string;
  before?: KeyMetadata;
  after?: KeyMetadata;
  /** Of a deletion: all of the key is to go (`opp: delete`, `prune: all`), whatever else it holds by then. */
  whole?: true;
  /** How many values go or come along; a key change beside such values is not counted. */
  values: number;
  /** Of a creation where live was not read: it may be there already, so `after` has what is declared and no defaults. */
  mayExist?: true;
  /** An active context on the server, which makes a change of metadata alone stick (behaviour.md, 18.5). */
  anchor?: Context;
}

/** Of a value or a file that others added: the narrowest declared one that its readers would get without it. */
interface Overriding {
  overrides?: { context: Context; place?: Place };
}

/** One value. `before` is absent for a creation, `after` for a deletion. Contexts are written in full. */
export interface ValueChange extends ChangeOf<'value'>, Overriding {
  key: string;
  context: Context;
  /** Type of the key after the push: every entry of a push must name it. */
  vdt: Vdt;
  /** The server holds it more than once: as many rows go first, each by a push of its own (behaviour.md, section 17). */
  surplus?: number;
  /** Live was not read: if the key is gone, the push makes it again, `locked` only for a token that may push it then. */
  mayMakeKey?: 'locked' | 'unlocked';
  before?: string | null;
  after?: string | null;
}

export interface FileChange extends ChangeOf<'file'>, Overriding {
  path: string;
  context: Context;
  /** That the file is in after the push: its entry must name it, with the password. */
  securityGroup?: string;
  /** May stand in one push with the new keys that its placeholders name; an update is then sent as a file made anew. */
  withNewKeys?: true;
  before?: string;
  after?: string;
}

export type Change = KeyChange | ValueChange | FileChange;

/** What live was read from: the export; a pull of each context; the baseline in their place; nothing; offline, what the base declares. */
export const LIVE_SOURCES = ['export', 'pulls', 'baseline', 'none', 'base'] as const;
export type LiveSource = (typeof LIVE_SOURCES)[number];

/** Whether the server was read, so that a plan shows what others changed, and reading again tells what became of a push. */
export function isRead(source: LiveSource): boolean {
  return source === 'export' || source === 'pulls';
}

/** What a guard says: a `refusal` stops the apply, a `warning` is shown. */
export interface Finding {
  severity: 'refusal' | 'warning';
  code: string;
  message: string;
  hint?: string;
  place?: Place;
  /** Of a deletion that no line asks for: the line of the last apply that is no longer there. */
  removedFrom?: Place;
}

/** Names a value, a key without values, or a file. Contexts are written in full. */
export type ItemName =
  | { kind: 'value'; key: string; context: Context }
  | { kind: 'key'; key: string }
  | { kind: 'file'; path: string; context: Context };

export interface Target {
  url: string;
  account: string;
  name: string;
  /** Names of the context levels, broad first. */
  levels: string[];
}

export interface Plan {
  target: Target;
  live: LiveSource;
  prune: PruneMode;
  onDrift: OnDrift;
  /** At most so many values and files in one push; absent: one atomic push. */
  batch?: number;
  /** Facts that the reader needs to judge the plan, in whole sentences. */
  notes: string[];
  /** What an apply pushes. */
  changes: Change[];
  /** What others changed on the server and the files did not, where it stays as it is: see `onDrift` and `prune`. */
  drift: Change[];
  /** How many items the files and the server changed in the same way since the last apply. */
  converged: number;
  /** How many keys' values and files on the server nobody here declares. */
  unmanaged: number;
  /** Which they are, where that was asked for. */
  unmanagedItems?: ItemName[];
  findings: Finding[];
  /** What approves this plan and no other, where something refuses it that may be approved. */
  force?: string;
  /** What approved it, where something would have refused it. */
  forced?: string;
  /** What the changes were compared with, where that was asked for. */
  base?: BaseSummary;
  /** Guards that the project file changes against the base. */
  safety?: SafetyChange[];
}

export interface Counts {
  create: number;
  update: number;
  delete: number;
}

/** Values, files, and what happens to a key itself; a key that comes or goes with values counts by its values. */
export function isCounted(change: Change): boolean {
  if (change.rewritten) return false;
  return change.kind !== 'key' || change.action === 'update' || change.values === 0;
}

/** Whether a change overwrites what others changed on the server since the last apply. */
export function isRestoring({ cause }: Change): boolean {
  return cause === 'drift' || cause === 'conflict' || cause === 'override';
}

/** How many items others changed on the server, whatever becomes of them. */
export function countDrift({ changes, drift }: Pick<Plan, 'changes' | 'drift'>): number {
  return (
    drift.filter(isCounted).length +
    changes.filter((change) => isCounted(change) && isRestoring(change)).length
  );
}

/** How many of these others added beside declared items, whatever becomes of them. */
export function countOverrides({ changes, drift }: Pick<Plan, 'changes' | 'drift'>): number {
  return [...changes, ...drift].filter(({ cause }) => cause === 'override').length;
}

export function countChanges(changes: readonly Change[]): Counts {
  const counts: Counts = { create: 0, update: 0, delete: 0 };
  for (const change of changes) if (isCounted(change)) counts[change.action]++;
  return counts;
}

export function hasRefusals(plan: Plan): boolean {
  return plan.findings.some(({ severity }) => severity === 'refusal');
}

/** Keys before files; by name; a key before its values; broad contexts first. */
export function compareChanges(a: Change, b: Change): number {
  return (
    Number(a.kind === 'file') - Number(b.kind === 'file') ||
    compareAddresses(addressOf(a), addressOf(b)) ||
    Number(a.kind !== 'key') - Number(b.kind !== 'key') ||
    compareContexts('context' in a ? a.context : '', 'context' in b ? b.context : '')
  );
}

function compareAddresses(a: string, b: string): number {
  // Most changes stand beside another one of their key.
  return a === b ? 0 : compareText(a.toLowerCase(), b.toLowerCase()) || compareText(a, b);
}

/** Name of the key or path of the file. */
export function addressOf(change: Change): string {
  return change.kind === 'file' ? change.path : change.key;
}

// What a plan says of the branch that its commits are to go to: which changes were pending there, which guards change.

/** What a plan was told of its base (`--base`). */
export interface BaseSummary {
  commit: string;
  /** How many of the counted changes the plan of the base has too. Absent where only an offline plan was made. */
  pending?: number;
  /** How many items the plan of the base changes, and this one does not. Absent where live is not known well enough. */
  dropped?: number;
}

/** Settings of the project file that protect what is on the server, or say where that is. */
export const SAFETY_SETTINGS = [
  'url',
  'repository',
  'include',
  'prune',
  'onDrift',
  'reads',
  'protect',
  'scope',
  'ignore',
  'deletes',
  'updates',
  'existing',
  'maxDeletes',
  'maxUpdates',
  'forceKeyPush',
  'allowNewContexts',
  'redact',
  'passwords',
  'batch',
] as const;
export type SafetySetting = (typeof SAFETY_SETTINGS)[number];

/** A setting that head has otherwise than base; absent `before` or `after`: nothing is set. */
export interface SafetyChange {
  setting: SafetySetting;
  before?: string;
  after?: string;
  /** Whether less or more is guarded afterwards, where that is certain. */
  effect?: 'looser' | 'stricter';
  place?: Place;
  /** The line of the base, where head has none. */
  removedFrom?: Place;
}
