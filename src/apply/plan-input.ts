// Collects the input of a plan, and makes the plan.
import type { Loaded } from '../documents/load-project.ts';
import { CommandError } from '../errors.ts';
import { type Change, isRead, type KeyChange } from '../model/plan.ts';
import { nameMatcher, secretNames } from '../model/secrets.ts';
import type { MissingRead, ServerRead } from '../model/server-reads.ts';
import { keyId, type State } from '../model/state.ts';
import type { Options } from '../options.ts';
import type { PlanInput, Policy, SecretRules } from '../plan/input.ts';
import { vanished } from '../plan/rules/limits.ts';
import type { TokenProblem } from '../remote/client.ts';
import { valueProblem } from '../semantics/value-types.ts';
import { appliedIn, type Baseline, isRecorded } from './baseline.ts';
import { type Listing, USUAL_SETTINGS } from './inspect.ts';
import type { Live, Sources } from './live.ts';
import { liveNotes, missingNote, notSeen, pruneNotes } from './notes.ts';
import type { OtherProjects } from './other-projects.ts';
import { type Planned, planWithOwnership } from './ownership.ts';
import type { OpenProject } from './project.ts';
import { withTouchedKeys } from './touched-keys.ts';

interface PlanBasis {
  input: PlanInput;
  /** Absent if `info/all` was not read. */
  listing?: Listing | undefined;
  /** Reads of the server that were used. */
  used: ServerRead[];
  /** Reads that the server does not offer. */
  missing: MissingRead[];
}

/** Reads touched keys one by one if there is no export. */
export async function planInput(
  sources: Sources,
  live: Live,
  tokenProblem: TokenProblem | undefined,
): Promise<PlanBasis> {
  const { project, target, options, inspection, baseline } = sources;
  const { levels, elements } = inspection;
  const policy = policyOf(project, options);
  if (!isRecorded(project, options)) refuseWithoutRecord(project, policy);
  const isFirst = isFirstApply(baseline, options);
  const early = isFirst || !isRead(live.source) ? await inspection.listing() : inspection.listed;
  const input: PlanInput = {
    target: { url: target.url, ...target.repository, levels, declaredAs: project.choice.name },
    desired: project.state,
    live: live.state,
    liveSource: live.source,
    applied: { ...appliedIn(baseline), ...(options.baseline === undefined && { problem: baseline.problem }) },
    policy,
    secrets: { ...secretRulesOf(project), digestKey: options.digestKey },
    server: {
      settings: early?.settings ?? USUAL_SETTINGS,
      hasToken: options.token !== undefined,
      tokenProblem,
      elements,
      ...(live.unread && live.unread.length > 0 && { unread: live.unread }),
      listedFiles: inspection.answered.includes('info') ? inspection.files : undefined,
      // Without a record and a read, every apply is like the first.
      firstOf: isFirst || live.source === 'none' ? (early?.counts?.keys ?? 'unknown') : undefined,
      typesKnown: isRead(live.source) || baseline.record?.done?.reads !== undefined,
    },
    purpose: 'apply',
    listUnmanaged: options.unmanaged,
    force: options.force,
    notes: [
      ...liveNotes(sources, live, early),
      ...(baseline.note === undefined ? [] : [baseline.note]),
      ...pruneNotes(policy, live, baseline),
      ...(isRecorded(project, options) ? [] : [NOT_RECORDED]),
    ],
  };
  let listing = early;
  const counts = async () => {
    listing ??= await inspection.listing();
    return listing.counts;
  };
  // The counts do not tell what is in the contexts that cannot be read.
  const asking = { ...sources, ...(input.server.unread === undefined && { counts }) };
  const touched = live.source === 'pulls' ? await withTouchedKeys(input, asking) : { input, missing: [] };
  return {
    input: listing === undefined ? touched.input : withListing(touched.input, listing, listing !== early),
    listing,
    used: [inspection.answered, LIVE_READS[live.source] ?? [], touched.isAnswered ? ('keyData' as const) : []].flat(),
    missing: [...inspection.missing, ...live.missing, ...touched.missing],
  };
}

/** The reads that live is made from, besides those of single keys. */
const LIVE_READS: Partial<Record<Live['source'], ServerRead>> = { export: 'export', pulls: 'pull' };

const NOT_RECORDED =
  '`record: false`: applies are not recorded, so nothing is pruned, drift is not detected, and nothing keeps two applies apart.';

/** Throws {@link CommandError}: without a record, what was changed on the server cannot be told from what was not. */
function refuseWithoutRecord({ project }: OpenProject, { onDrift }: Policy): void {
  if (onDrift === 'overwrite') return;
  throw new CommandError({
    code: 'bad-option',
    message: `\`onDrift: ${onDrift}\` needs the record of applies, which \`record: false\` in the project file turns off.`,
    hint: 'Remove `record: false`, or set `onDrift: overwrite`.',
    places: [project.places.record].flatMap((place) => place ?? []),
  });
}

/** @param isLate whether it was read after the notes were written */
function withListing(input: PlanInput, { settings, counts, missing }: Listing, isLate: boolean): PlanInput {
  const { live, liveSource } = input;
  const isWhole = liveSource === 'export' && counts !== undefined;
  return {
    ...input,
    server: { ...input.server, settings, ...(isWhole && { counted: counts }) },
    notes: [
      ...input.notes,
      ...(liveSource === 'pulls' && counts !== undefined ? notSeen(live, counts) : []),
      ...(isLate && missing.length > 0 ? [missingNote(missing)] : []),
    ],
  };
}

/** `false` if unknown: outside Git, or if the record cannot be read. A chosen baseline means that there was an apply. */
export function isFirstApply(
  { record, isUnknown, done, begun }: Baseline,
  options: Pick<Options, 'baseline'>,
): boolean {
  const isKnown = record !== undefined && !isUnknown && options.baseline === undefined;
  return isKnown && done === undefined && begun.length === 0;
}

/** The settings of a project, overridden by options. */
export function policyOf(
  { project }: Pick<Loaded, 'project'>,
  options: Pick<Options, 'prune' | 'onDrift' | 'record'>,
): Policy {
  return {
    order: project.order.get(project.levels?.[0] ?? ''),
    prune: isRecorded({ project }, options) ? (options.prune ?? project.prune) : 'none',
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
export function secretRulesOf({ project, passwords }: Pick<Loaded, 'project' | 'passwords'>): SecretRules {
  return { isSecretName: secretNames(project.redact), passwordOf: passwords.of };
}

/**
 * Reads `info/all`, the most expensive read for the server, only if it could change the plan.
 * @param listing absent if it is not read yet
 */
export async function planWithListing(
  input: PlanInput,
  sources: Sources,
  others: OtherProjects,
  listing: Listing | undefined,
): Promise<Planned & { listing?: Listing }> {
  const planned = await planWithOwnership(input, sources, others);
  if (listing !== undefined) return { ...planned, listing };
  if (!isDecisive(planned)) return planned;
  const asked = await sources.inspection.listing();
  return { ...(await planWithOwnership(withListing(input, asked, true), sources, others)), listing: asked };
}

/** Whether the server's settings or counts could change the plan. */
function isDecisive({ input, plan: { changes, drift } }: Planned): boolean {
  const { live, liveSource, applied: known } = input;
  const { baseline, begun = [] } = known;
  const applied = [...(baseline ? [baseline] : []), ...begun];
  return (
    [...changes, ...drift].some(isAboutTypes) ||
    applied.some((state) => hasOtherType(state, live)) ||
    changes.some((change) => isSecured(change, input)) ||
    // An export without applied items may be incomplete; the counts would show it.
    (liveSource === 'export' && baseline !== undefined && vanished(baseline, live).gone > 0)
  );
}

/** With value types off, types do not change and values are not checked (behaviour.md, section 7.3). */
function isAboutTypes(change: Change): boolean {
  if (change.kind === 'key') return isTyped(change);
  return (
    change.kind === 'value' && change.after != null && valueProblem(change.vdt ?? 'Text', change.after) !== undefined
  );
}

function isTyped({ action, before, after }: KeyChange): boolean {
  if (action === 'create') return after?.vdt !== undefined && after.vdt !== 'Text';
  return action === 'update' && before?.vdt !== after?.vdt;
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
