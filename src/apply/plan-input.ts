// Collects the input of a plan, with notes on what it is made from, and makes the plan.
import type { Loaded } from '../documents/load-project.ts';
import { CommandError } from '../errors.ts';
import { counted, listed } from '../lib/text.ts';
import { type Change, isOverride, isRead } from '../model/plan.ts';
import { nameMatcher, secretNames } from '../model/secrets.ts';
import {
  type ItemCounts,
  type MissingRead,
  mayRead,
  type ServerRead,
} from '../model/server-reads.ts';
import { keyId, type State } from '../model/state.ts';
import { repositoryText } from '../model/targets.ts';
import type { Options } from '../options.ts';
import { type PlanInput, type Policy, type SecretRules, statesOf } from '../plan/input.ts';
import { unmanagedItems } from '../plan/prune.ts';
import { vanished } from '../plan/rules/limits.ts';
import type { TokenProblem } from '../remote/client.ts';
import { valueProblem } from '../semantics/value-types.ts';
import { refuseOtherListing, refuseUnlisted } from './answers-agree.ts';
import { type Listing, USUAL_SETTINGS } from '../core/inspect.ts';
import { type Live, type Sources, unseenIn, withTouchedKeys } from './live.ts';
import { type Planned, planWithOwnership } from './other-projects.ts';
import {
  appliedIn,
  type LastApplied,
  lastAppliedState,
  type OtherProjects,
} from '../core/applied.ts';

/**
 * Reads touched keys one by one if there is no export. `used` and `missing` are the reads that were answered and those
 * that the server does not offer; without a `listing`, `info/all` was not read. Throws {@link Contradiction}.
 */
export async function planInput(
  sources: Sources,
  live: Live,
  tokenProblem: TokenProblem | undefined,
): Promise<{
  input: PlanInput;
  listing?: Listing | undefined;
  used: ServerRead[];
  missing: MissingRead[];
}> {
  const { project, target, options, inspection, lastApplied, connection } = sources;
  const { levels, elements } = inspection;
  refuseUnlisted(inspection, live);
  const policy = policyOf(project, options);
  const isKept = options.record ?? project.project.record;
  // What was changed on the server could not be told from what was not.
  if (!isKept && policy.onDrift !== 'overwrite')
    throw new CommandError({
      code: 'bad-option',
      message: `\`onDrift: ${policy.onDrift}\` needs the apply record, which \`record: false\` in the project file turns off.`,
      hint: 'Remove `record: false`, or set `onDrift: overwrite`.',
      places: [project.project.places.record].flatMap((place) => place ?? []),
    });
  const isFirst = isFirstApply(lastApplied, options);
  const early = isFirst || !isRead(live.source) ? await inspection.listing() : inspection.listed;
  const unnoted: PlanInput = {
    target: { url: target.url, ...target.repository, levels, declaredAs: project.choice.name },
    desired: project.state,
    live: live.state,
    liveSource: live.source,
    applied: {
      ...appliedIn(lastApplied),
      problem: options.lastApplied === undefined ? lastApplied.problem : undefined,
    },
    policy,
    secrets: { ...secretRulesOf(project), digestKey: options.digestKey },
    server: {
      settings: early?.settings ?? USUAL_SETTINGS,
      reads: connection.reads,
      hasToken: options.token !== undefined,
      tokenProblem,
      elements,
      unread: live.unread,
      listedFiles: inspection.answered.includes('info') ? inspection.files : undefined,
      // Without a record and a read, every apply is like the first.
      firstOf: isFirst || live.source === 'none' ? (early?.counts?.keys ?? 'unknown') : undefined,
      typesKnown: isRead(live.source) || lastApplied.record?.done?.reads !== undefined,
    },
    purpose: 'apply',
    listUnmanaged: options.unmanaged,
    approval: options.approve,
    notes: [],
  };
  const input: PlanInput = {
    ...unnoted,
    notes: [
      ...liveNotes(sources, live, early),
      ...renamedNotes(lastApplied),
      ...(lastApplied.note === undefined ? [] : [lastApplied.note]),
      ...pruneNotes(unnoted, live, lastApplied),
      ...(isKept ? [] : [NOT_RECORDED]),
    ],
  };
  let listing = early;
  const counts = async () => {
    listing ??= await inspection.listing();
    return listing.counts;
  };
  // The counts do not tell what is in the contexts that cannot be read.
  const asking = { ...sources, seen: live.seen, counts: live.unread?.length ? undefined : counts };
  const touched =
    live.source === 'pulls'
      ? await withTouchedKeys(input, asking)
      : { input, answered: [], missing: [] };
  return {
    input:
      listing === undefined
        ? touched.input
        : withListing(touched.input, listing, listing !== early),
    listing,
    used: [...inspection.answered, ...live.answered, ...touched.answered],
    missing: [...inspection.missing, ...live.missing, ...touched.missing],
  };
}

function renamedNotes({ place, record }: LastApplied): string[] {
  const { former } = record ?? {};
  if (place === undefined || former === undefined) return [];
  return [
    `${former.projectFile} was renamed to ${place.projectFile}, which keeps its apply record.`,
  ];
}

const NOT_RECORDED =
  '`record: false`: applies are not recorded, so nothing is pruned, drift is not detected, and nothing keeps two apply runs apart.';

/** @param isLate whether it was read after the notes were written */
function withListing(input: PlanInput, listing: Listing, isLate: boolean): PlanInput {
  const { settings, counts, missing } = listing;
  const { live, liveSource } = input;
  refuseOtherListing(listing, input);
  return {
    ...input,
    server: { ...input.server, settings, counted: liveSource === 'export' ? counts : undefined },
    notes: [
      ...input.notes,
      ...(liveSource === 'pulls' && counts !== undefined ? notSeen(live, counts) : []),
      ...(isLate && missing.length > 0 ? [missingNote(missing)] : []),
    ],
  };
}

/** `false` if unknown: outside Git, or if the record cannot be read. A chosen last applied commit means that there was an apply. */
export function isFirstApply(
  { record, isUnknown, done, begun }: LastApplied,
  options: Pick<Options, 'lastApplied'>,
): boolean {
  const isKnown = record !== undefined && !isUnknown && options.lastApplied === undefined;
  return isKnown && done === undefined && begun.length === 0;
}

/** The settings of a project, overridden by options. */
export function policyOf(
  { project }: Pick<Loaded, 'project'>,
  options: Pick<Options, 'prune' | 'onDrift' | 'record'>,
): Policy {
  return {
    order: project.order.get(project.levels?.[0] ?? ''),
    prune: (options.record ?? project.record) ? (options.prune ?? project.prune) : 'none',
    onDrift: options.onDrift ?? project.onDrift,
    scope: project.scope,
    isProtected: nameMatcher(project.protect),
    allowNewContexts: project.allowNewContexts,
    forceKeyPush: project.forceKeyPush,
    limits: project.limits,
    batch: project.batch,
  };
}

/** What the project file says of secrets, and the passwords that its variables hold. */
export function secretRulesOf({
  project,
  passwords,
}: Pick<Loaded, 'project' | 'passwords'>): SecretRules {
  return { isSecretName: secretNames(project.redact), passwordOf: passwords.of };
}

/** Reads `info/all`, the most expensive read for the server, only if it could change the plan and was not read yet. */
export async function planWithListing(
  input: PlanInput,
  sources: Sources,
  others: OtherProjects,
  listing: Listing | undefined,
): Promise<Planned & { listing: Listing | undefined }> {
  const planned = await planWithOwnership(input, sources, others);
  if (listing !== undefined || !isDecisive(planned)) return { ...planned, listing };
  const asked = await sources.inspection.listing();
  return {
    ...(await planWithOwnership(withListing(input, asked, true), sources, others)),
    listing: asked,
  };
}

/** Whether the server's settings or counts could change the plan. */
function isDecisive({ input, plan: { changes, drift } }: Planned): boolean {
  const { live, liveSource, applied } = input;
  const { lastApplied } = applied;
  return (
    [...changes, ...drift.filter((change) => !isOverride(change))].some(isAboutTypes) ||
    statesOf(applied).some((state) => hasOtherType(state, live)) ||
    changes.some((change) => isSecured(change, input)) ||
    // An export without applied items may be incomplete; the counts would show it.
    (liveSource === 'export' && lastApplied !== undefined && vanished(lastApplied, live).gone > 0)
  );
}

/** With value types off, types do not change and values are not checked (behaviour.md, section 7.3). */
function isAboutTypes(change: Change): boolean {
  if (change.kind === 'key') {
    const { action, before, after } = change;
    if (action === 'create') return after?.vdt !== undefined && after.vdt !== 'Text';
    return action === 'update' && before?.vdt !== after?.vdt;
  }
  return (
    change.kind === 'value' &&
    change.after != null &&
    valueProblem(change.vdt ?? 'Text', change.after) !== undefined
  );
}

/** With security off, a security group has no effect (behaviour.md, section 12.1). */
function isSecured(change: Change, { desired, live }: PlanInput): boolean {
  if (change.kind === 'file') return change.securityGroup !== undefined;
  const id = keyId(change.name);
  return [desired, live].some(({ items }) => items.get(id)?.securityGroup !== undefined);
}

/** Whether a key has another type than it was applied with. */
function hasOtherType({ items }: State, live: State): boolean {
  return [...items].some(([id, { vdt }]) => {
    const liveVdt = live.items.get(id)?.vdt;
    return vdt !== undefined && liveVdt !== undefined && vdt !== liveVdt;
  });
}

const MADE_FROM: Record<Live['source'], string> = {
  export: 'Based on the export.',
  pulls: 'Read with the token, one context at a time',
  'last-applied': 'Based on the record of the last apply; the repository was not read.',
  none: 'Based on the files alone; the repository was not read. Every declared item is written, and only items declared with `opp: delete` are deleted.',
};

function madeFrom({ connection: { reads } }: Sources, { source, missing }: Live): string {
  if (source !== 'pulls') return MADE_FROM[source];
  const [exported] = missing;
  const why = mayRead(reads, 'export')
    ? `the server did not provide the full export (${exported?.reason})`
    : `\`reads\` is \`${reads}\``;
  return `${MADE_FROM.pulls}, because ${why}.`;
}

const NOT_CHECKED: Record<Live['source'], readonly string[]> = {
  export: [],
  pulls: [
    'values in contexts that neither the files nor the last apply use',
    'inactive and duplicate values',
    'keys without values',
    'which context a file comes from',
  ],
  'last-applied': ['changes made on the server since then'],
  none: ['what the repository already contains'],
};

/** What the plan was made from and could not check; empty if it saw everything. */
function liveNotes(sources: Sources, live: Live, listing: Listing | undefined): string[] {
  const { inspection, lastApplied } = sources;
  const { source } = live;
  const isEmpty = listing?.counts?.keys === 0;
  const unseen = source === 'none' && isEmpty ? [] : NOT_CHECKED[source];
  const unchecked = [...unseen, ...notInspected(sources, listing)];
  if (source === 'export' && unchecked.length === 0) return [];
  const missing = [...(listing?.missing ?? []), ...inspection.missing, ...live.missing];
  const isBlind = source === 'last-applied' || source === 'none';
  // Beside pulls, the first sentence says why there is no export.
  const untold = missing.filter(({ read }) => isBlind || read !== 'export');
  // Every server lists its repositories.
  const isDoubtful = missing.some(({ read }) => read === 'info/all');
  return [
    `${madeFrom(sources, live)}${unchecked.length === 0 ? '' : ` Not checked: ${listed(unchecked)}.`}`,
    ...(untold.length === 0 ? [] : [missingNote(untold)]),
    ...(isDoubtful ? [DOUBTFUL] : []),
    ...(isBlind && lastApplied.begun.length > 0 ? [UNFINISHED] : []),
  ];
}

const DOUBTFUL =
  'Even the list of repositories (`info/all`) is missing: `url` may be wrong, or a gateway in front of the server may require a login.';

const UNFINISHED =
  'An earlier apply did not finish: everything it may have changed is written again.';

function notInspected(
  { inspection, target, options }: Sources,
  listing: Listing | undefined,
): string[] {
  const { answered, elements } = inspection;
  const repository = repositoryText(target.repository);
  const hasDetail = answered.length > 0;
  const isKnown = hasDetail || (listing?.answered.length ?? 0) > 0;
  return [
    ...(!isKnown ? [`whether ${repository} exists and has these context levels`] : []),
    ...(hasDetail || options.token === undefined
      ? []
      : [`whether the token belongs to ${repository}`]),
    ...(elements === undefined ? ['whether context elements are misspelled'] : []),
  ];
}

/** `Not read: export and pull (status 404), info (answered with a web page).` */
function missingNote(missing: readonly MissingRead[]): string {
  const byReason = new Map<string, string[]>();
  for (const { read, reason } of missing)
    byReason.set(reason, [...(byReason.get(reason) ?? []), read]);
  const parts = [...byReason].map(([reason, reads]) => `${listed(reads)} (${reason})`);
  return `Not read: ${parts.join(', ')}.`;
}

function pruneNotes(input: PlanInput, live: Live, lastApplied: LastApplied): string[] {
  const { prune } = input.policy;
  if (prune === 'managed' && lastAppliedState(lastApplied) === undefined) {
    // Of what was not read, nobody knows.
    const hasOthers = live.source !== 'export' || unmanagedItems(input).length > 0;
    return hasOthers ? [`Nothing is pruned: ${lastApplied.reason}.`] : [];
  }
  if (prune !== 'all' || live.source === 'export') return [];
  return [live.source === 'pulls' ? PRUNES_READ : PRUNES_APPLIED];
}

const PRUNES_READ =
  '`prune: all` covers only values in the contexts that were read, and files that this project applied or that are for every context. An unmanaged key that has one of these values is deleted with all its values.';
const PRUNES_APPLIED = 'Without the export, `prune: all` deletes only what was last applied.';

/** How much pulls did not show. Empty if they showed everything, or items were deleted meanwhile. */
function notSeen(live: State, counts: ItemCounts): string[] {
  const { keys, values } = unseenIn(live, counts);
  if (keys <= 0 && values <= 0) return [];
  const what = [
    ...(keys > 0 ? [counted(keys, 'key')] : []),
    ...(values > 0 ? [counted(values, 'value')] : []),
  ];
  return [`Not read, according to the server's counts: ${what.join(' and ')}.`];
}
