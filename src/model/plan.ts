// The plan: a sorted list of changes, with the findings of the rules. A plain value shared by all outputs and the push.
import { firstOfEach } from '../lib/collections.ts';
import { compareNames, type Range, shellQuoted } from '../lib/text.ts';
import { type Context, type ContextPattern, compareContexts } from './context.ts';
import type { Place } from './diagnostic.ts';
import type { OnDrift, PruneMode } from './project.ts';
import type { ReadMode } from './server-reads.ts';
import type { KeyMetadata, Named, Vdt } from './state.ts';

export const ACTIONS = ['create', 'update', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

/**
 * The cause of a change, from comparing three states. `declared`: the files changed since the last apply; `drift`: the
 * server did; `conflict`: both did, differently; `unmanaged`: the files declare what the server has already and the last
 * apply did not declare; `override`: others added it, and it wins over a declared item; `rewritten`: it cannot be compared.
 */
export const CAUSES = [
  'declared',
  'drift',
  'conflict',
  'unmanaged',
  'override',
  'rewritten',
] as const;
export type Cause = (typeof CAUSES)[number];

interface ChangeOf<Kind extends string> {
  kind: Kind;
  /** Of the key, or the path of the file. */
  name: string;
  action: Action;
  /** Absent only until the three states are compared. */
  cause?: Cause;
  /** The line that declares it. */
  place?: Place | undefined;
  /** The file that its new text comes from, relative to the root of the project. */
  contentPath?: string | undefined;
  /** For a pruned item: the line of the last apply that was removed. */
  removedFrom?: Place | undefined;
  /** Outputs show that it changes, but not its content. */
  secret?: true | undefined;
  /** Secrets inside of its texts, or in another known version of the item: outputs show the other lines. */
  secrets?: Secrets | undefined;
  /** Its new text is a secret, or has one, that is new in the files in clear text. */
  clearText?: true | undefined;
  /** Cannot be compared, so every apply writes it; shown, but not counted. */
  rewritten?: true | undefined;
  /** The plan of the base has the same change: it is not the work of this branch. */
  pending?: true;
}

/** Secrets inside of two versions of a text. */
export interface Secrets {
  /** Whole lines that must not be shown. The lines of one secret are one range. */
  before: readonly Range[];
  after: readonly Range[];
  /** What is secret in them, and in other versions. Never shown. */
  texts: readonly string[];
}

/** Whether a digest of its texts could reveal a secret. */
export function holdsSecret(change: Change): boolean {
  return change.kind !== 'key' && (change.secret === true || change.secrets !== undefined);
}

interface KeyChangeBy<By extends Action> extends ChangeOf<'key'> {
  action: By;
  context?: undefined;
  /** How many values are created or deleted with the key; if any, the key change itself is not counted. */
  values: number;
}

export interface KeyCreation extends KeyChangeBy<'create'> {
  before?: undefined;
  after: KeyMetadata;
  /** The server was not read, so the key may exist: `after` has only declared metadata, without defaults. */
  mayExist?: true | undefined;
}

export interface KeyUpdate extends KeyChangeBy<'update'> {
  before: KeyMetadata;
  after: KeyMetadata;
  /** An active context on the server, which makes it store a change of metadata alone (behaviour.md, 18.5). */
  anchor?: Context | undefined;
}

export interface KeyDeletion extends KeyChangeBy<'delete'> {
  before: KeyMetadata;
  after?: undefined;
  /** The whole key is deleted (`opp: delete`, `prune: all`), with any other values. */
  whole?: true | undefined;
}

/** Existence or metadata of a key. The values of a new or deleted key are changes of their own. */
export type KeyChange = KeyCreation | KeyUpdate | KeyDeletion;

/** A row that wins in some contexts. `text` is that of another value of the key, if known. */
export interface WinningRow {
  context: Context;
  text?: string | null | undefined;
  secret?: true | undefined;
}

/** What applications get in these contexts before and after the push; absent: nothing. */
export interface AffectedRegion {
  contexts: ContextPattern;
  before?: WinningRow | undefined;
  after?: WinningRow | undefined;
}

/** Where applications get something else because of a change. */
export interface Affected {
  /** Whether these are all contexts: every row of the key or file was read, and no context group can interfere. */
  isExact: boolean;
  regions: AffectedRegion[];
}

/** How much a text says about which applications each change affects. */
export const SHOW_AFFECTED = ['none', 'short', 'full'] as const;
export type ShowAffected = (typeof SHOW_AFFECTED)[number];

/** Of the text of an item in one context. `before` is absent for a creation, `after` for a deletion. */
export interface RowChange extends ChangeOf<'value' | 'file'> {
  /** In full. */
  context: Context;
  /** The content of a file is never `null`. */
  before?: string | null | undefined;
  after?: string | null | undefined;
  /** Of a value: the type of its key after the push, which every entry of a push must name. */
  vdt?: Vdt | undefined;
  /**
   * Of a file: its security group after the push, which the entry must name, with the password. Of a value: that of its
   * key on the server, see {@link needsItsKey}.
   */
  securityGroup?: string | undefined;
  /** Number of surplus rows of a value on the server, each deleted first by a push of its own (behaviour.md, section 17). */
  surplus?: number | undefined;
  /**
   * Of a value, without a read: if the key was deleted, the push creates it again; `locked` requires a token that may
   * push it.
   */
  mayMakeKey?: 'locked' | 'unlocked';
  /** Of a file, without a read: whether it is to be created or updated is not known. */
  mayExist?: true;
  /** The variable with its text, which is not set here. */
  unset?: string | undefined;
  /** Absent if unknown, and where the plan is not compared with a server. */
  affects?: Affected | undefined;
  /** For an override: the most specific declared item that some applications would get without it. */
  overrides?: { context: Context; place?: Place | undefined } | undefined;
}

export type Change = KeyChange | RowChange;

/**
 * Whether a push of it must not create the key. It is about a key that is in a security group; if that was deleted, an
 * entry would create it outside of the group, with its values in clear text (behaviour.md, 12.1).
 */
export function needsItsKey(change: Change): boolean {
  if (change.kind === 'file' || change.action === 'delete') return false;
  const before = change.kind === 'key' ? change.before : change;
  return before?.securityGroup !== undefined;
}

export function keyChanges(changes: readonly Change[]): KeyChange[] {
  return changes.filter((change) => change.kind === 'key');
}

export function rowChanges(changes: readonly Change[]): RowChange[] {
  return changes.filter((change) => change.kind !== 'key');
}

export function valueChanges(changes: readonly Change[]): RowChange[] {
  return rowChanges(changes).filter(({ kind }) => kind === 'value');
}

export function fileChanges(changes: readonly Change[]): RowChange[] {
  return rowChanges(changes).filter(({ kind }) => kind === 'file');
}

/** The source of live: the export; pulls of each context; what was last applied instead; nothing; or, offline, the base. */
export const LIVE_SOURCES = ['export', 'pulls', 'last-applied', 'none', 'base'] as const;
export type LiveSource = (typeof LIVE_SOURCES)[number];

/** Whether the server was read: only then drift is visible, and pushes can be verified. */
export function isRead(source: LiveSource): boolean {
  return source === 'export' || source === 'pulls';
}

/** The finding of a rule. A `refusal` stops the apply. */
export interface Finding {
  severity: 'refusal' | 'warning';
  code: string;
  message: string;
  hint?: string | undefined;
  /** A refusal that an approval of the plan covers. */
  approvable?: true;
  /** The option of an apply that lifts it; an approval does not. */
  liftedBy?: 'allow-older';
  place?: Place | undefined;
  /** For a pruned item: the line of the last apply that was removed. */
  removedFrom?: Place | undefined;
}

/**
 * Where a refused plan can be approved, if the entry knows: by a review of its pull request, or by starting the
 * workflow ({@link ManualRun}) with the input `approve`. In a terminal: with `--approve`.
 */
export type ApprovalWay = 'review' | 'dispatch';

/** The workflow that a person starts to apply an approved plan. */
export interface ManualRun {
  name: string;
  /** Absent: unknown. */
  branch?: string | undefined;
  /** The files are not on that branch before a merge. */
  isAfterMerge?: boolean;
  /** What to choose in its form, so that it applies. */
  field?: readonly [name: string, value: string] | undefined;
  /** The only stage of this run, which the next one must choose too. */
  stage?: string | undefined;
  /** Another run of it was started with values that the next one needs too. */
  isAgain?: boolean;
}

/** What examples/workflows calls the one that applies. */
export const APPLY_WORKFLOW: ManualRun = {
  name: 'Apply configuration',
  field: ['command', 'apply'],
};

/** Names a value, a key without values, or a file. */
export interface ItemName extends Named {
  /** In full; absent: of a key without values. */
  context?: Context | undefined;
}

export interface Target {
  url: string;
  account: string;
  name: string;
  /** Names of the context levels, broad first. */
  levels: string[];
  /** Its name in `targets` of the project file, or that of the stage in `stages`; absent: the file has none. */
  declaredAs?: string | undefined;
}

export interface Plan {
  target: Target;
  /** The stage that it is of; absent: it is of the whole commit. */
  stage?: string | undefined;
  /** The stage before it, if each is applied by itself (`applyStages: separately`). */
  waitsFor?: string;
  live: LiveSource;
  prune: PruneMode;
  onDrift: OnDrift;
  /** Maximum number of values and files in one push; absent: one atomic push. */
  batch?: number | undefined;
  /** The reads of the server that the project or its options allow; default: all. */
  reads?: ReadMode | undefined;
  /** Facts that a reader needs to judge the plan, in full sentences. */
  notes: string[];
  /** Variables that are not set here: what needs them is not compared, and the plan cannot be approved. */
  unset?: readonly string[] | undefined;
  /** The changes that an apply pushes. */
  changes: Change[];
  /** The known elements of the first context level, in the order to show them. Absent if effects are unknown. */
  elements?: string[] | undefined;
  /** Drift that an apply leaves alone, depending on `onDrift`, and overrides, unless `prune: all` deletes them. */
  drift: Change[];
  /** What `drift` found, which counts overrides as drift: an apply leaves them alone, so that plans do not. */
  isDrift?: true;
  /** How many items changed the same way in the files and on the server since the last apply. */
  converged: number;
  /** What an unfinished apply changed since the last one that is done, as far as the server has it. Absent: nothing. */
  alreadySent?: Change[] | undefined;
  /** Whose work that was, once this apply has taken it over. */
  sentBy?: string;
  /** An apply did what the plan says. */
  isDone?: boolean;
  /** How many more the last apply did not declare, and the server has as the files declare them. Absent: none. */
  alreadyThere?: number | undefined;
  /** How many live items are unmanaged, besides those that are shown as drift. */
  unmanaged: number;
  unmanagedItems?: ItemName[] | undefined;
  findings: Finding[];
  /** The `approve` that approves this plan, if it has refusals that may be approved. */
  approval?: string | undefined;
  /** The `approve` that approved it, if it would have been refused. */
  approved?: string;
  /** Logins of the people whose reviews approved it. */
  approvedBy?: readonly string[] | undefined;
  /** Absent in a terminal. */
  approvalWay?: ApprovalWay;
  /** Of an approval in a workflow; absent: {@link APPLY_WORKFLOW}. */
  manualRun?: ManualRun | undefined;
  /**
   * The comparison with a base, if requested (`--base`): how many of the counted changes the plan of the base has too,
   * absent for an offline plan; and how many items only that plan changes, absent if live is not known well enough.
   */
  base?: { commit: string; pending?: number; dropped?: number };
  behind?: BehindBase;
  /**
   * Of a branch: why nobody knows yet what its merge applies, without capital letter and full stop. Absent: it applies
   * what the plan shows.
   */
  mergeUnknown?: string;
  /** Safety settings that differ from the base. */
  safety?: SafetyChange[];
}

export interface Counts {
  create: number;
  update: number;
  delete: number;
}

/** Whether a change is counted. A key created or deleted with values counts by its values. */
export function isCounted(change: Change): boolean {
  if (change.rewritten) return false;
  return change.kind !== 'key' || change.action === 'update' || change.values === 0;
}

/** Whether a change overwrites drift. */
export function isRestoring({ cause }: Change): boolean {
  return cause === 'drift' || cause === 'conflict';
}

/** Whether a change overwrites an item that the last apply did not declare. */
export function isTakingOver({ cause }: Change): boolean {
  return cause === 'unmanaged';
}

export function isOverride({ cause }: Change): boolean {
  return cause === 'override';
}

/** Whether a change is about what others did on the server. */
export function isAboutOthers(change: Change): boolean {
  return isRestoring(change) || isTakingOver(change) || isOverride(change);
}

/** How many items drifted, overwritten or not. */
export function countDrift({
  changes,
  drift,
  isDrift,
}: Pick<Plan, 'changes' | 'drift' | 'isDrift'>): number {
  const left = drift.filter((change) => isCounted(change) && (isDrift || !isOverride(change)));
  return left.length + changes.filter((change) => isCounted(change) && isRestoring(change)).length;
}

export function countOverrides({ changes, drift }: Pick<Plan, 'changes' | 'drift'>): number {
  return [...changes, ...drift].filter(isOverride).length;
}

export function countChanges(changes: readonly Change[]): Counts {
  const counts: Counts = { create: 0, update: 0, delete: 0 };
  for (const change of changes) if (isCounted(change)) counts[change.action]++;
  return counts;
}

/** Those of several plans; of the stages of one commit, each key counts once. */
export function changesOf(plans: readonly Pick<Plan, 'changes' | 'stage'>[]): Change[] {
  const changes = plans.flatMap((plan) => plan.changes);
  if (plans.every(({ stage }) => stage === undefined)) return changes;
  return firstOfEach(changes, (change) =>
    change.kind === 'key' && isCounted(change) ? change.name.toLowerCase() : change,
  );
}

/** What an apply of the plan sent; if it had nothing to send, what it took over from one that did not finish. */
export function doneChanges({ changes, alreadySent = [], sentBy }: Plan): Change[] {
  return sentBy === undefined || changes.length > 0 ? changes : alreadySent;
}

export function hasRefusals(plan: Plan): boolean {
  return plan.findings.some(({ severity }) => severity === 'refusal');
}

export function withFindings(plan: Plan, ...findings: readonly Finding[]): Plan {
  return { ...plan, findings: [...plan.findings, ...findings] };
}

/** Keys before files; by name; a key before its values; broad contexts first. */
export function compareChanges(a: ItemName, b: ItemName): number {
  return (
    Number(a.kind === 'file') - Number(b.kind === 'file') ||
    compareNames(a.name, b.name) ||
    Number(a.kind !== 'key') - Number(b.kind !== 'key') ||
    compareContexts(a.context ?? '', b.context ?? '')
  );
}

/** The same with its name as JSON has it: the `key`, or the `path` of a file. */
export function inJson(item: ItemName): object {
  const name = item.kind === 'file' ? 'path' : 'key';
  return Object.fromEntries(
    Object.entries(item).map(([member, value]) => [member === 'name' ? name : member, value]),
  );
}

/** What a change is about in a message, with the context of a row. */
export function nameInContext({ name, context }: ItemName): string {
  return context === undefined ? name : `${name} in \`${context}\``;
}

/** The branch lacks commits of its base. */
export interface BehindBase {
  /** The name of the base. */
  base: string;
  /** How many commits; absent: unknown, perhaps none. */
  commits?: number | undefined;
  /** The plan is that of the merge; absent: it shows the commits as undone. */
  merged?: true | undefined;
  /** The last applied commit is among them, so an apply of this branch is refused. */
  applyRefused?: true;
}

/** What brings a branch up to date, as the end of a sentence. */
export function howToUpdate({ base }: Pick<BehindBase, 'base'>): string {
  const fetched = shellQuoted(`origin/${base}`);
  return `run \`git fetch origin\`, then \`git merge ${fetched}\` or \`git rebase ${fetched}\``;
}

/** A setting that differs between base and head; `before` or `after` is absent if not set. */
export interface SafetyChange {
  /** Name of the field of the project file, or of the limit. */
  setting: string;
  before?: string | undefined;
  after?: string | undefined;
  /** Whether less or more is protected afterwards, if certain. */
  effect?: 'looser' | 'stricter' | undefined;
  place?: Place | undefined;
  /** The line in the base, if head has none. */
  removedFrom?: Place | undefined;
}
