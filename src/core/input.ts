// The input of a plan, from what is known so far, and what the plan says of it. Asks nothing.
import type { Loaded } from '../documents/load-project.ts';
import { CommandError } from '../errors.ts';
import { grouped } from '../lib/collections.ts';
import { countedBoth, listed } from '../lib/text.ts';
import { isRead } from '../model/plan.ts';
import { nameMatcher, secretNames } from '../model/secrets.ts';
import {
  type ItemCounts,
  mayRead,
  type MissingRead,
  type ReadMode,
} from '../model/server-reads.ts';
import type { State } from '../model/state.ts';
import { repositoryText } from '../model/targets.ts';
import type { Options } from '../options.ts';
import type { PlanInput, Policy, SecretRules } from '../plan/input.ts';
import { unmanagedItems } from '../plan/prune.ts';
import { refuseOtherListing } from './answers-agree.ts';
import { USUAL_SETTINGS } from './inspect.ts';
import { unseenIn } from './keys.ts';
import { appliedIn, type LastApplied, lastAppliedState } from './applied.ts';
import { withoutUnset } from '../plan/normalize.ts';
import { isFirstApply, type PlanFacts, type Live } from './plan-facts.ts';

/** Before anything is decided on it, or said of it. */
type ReadForPlan = Pick<
  PlanFacts,
  'files' | 'target' | 'options' | 'inspection' | 'lastApplied' | 'live'
> &
  Partial<Pick<PlanFacts, 'listing' | 'absentKeys' | 'tokenProblem' | 'notes'>>;

/** With all that was asked for. Throws {@link Contradiction}. */
export function inputOf(facts: PlanFacts): PlanInput {
  const { files, listing, masks, clearText } = facts;
  const input = readInput(facts);
  if (listing !== undefined) refuseOtherListing(listing, input);
  if (masks === undefined) return input;
  const secrets = { ...input.secrets, ...masks.secrets, clearText };
  return withoutUnset({ ...input, secrets }, files);
}

/** Before it is known what is secret: with variables that are not set. */
export function readInput(facts: ReadForPlan): PlanInput {
  const { files, target, options, inspection, lastApplied, live, listing, absentKeys } = facts;
  return {
    target: {
      url: target.url,
      ...target.repository,
      levels: inspection.levels,
      declaredAs: files.choice.name,
    },
    desired: files.state,
    live: live.state,
    liveSource: live.source,
    applied: {
      ...appliedIn(lastApplied),
      problem:
        options.lastApplied === undefined ? lastApplied.recorded.unusable?.problem : undefined,
    },
    policy: policyOf(files, options),
    secrets: { ...secretRulesOf(files), digestKey: options.digestKey },
    server: {
      settings: listing?.settings ?? USUAL_SETTINGS,
      reads: allowedReads(facts),
      hasToken: options.token !== undefined,
      tokenProblem: facts.tokenProblem,
      counted: live.source === 'export' ? listing?.counts : undefined,
      elements: inspection.elements,
      unread: live.unread,
      listedFiles: inspection.answered.includes('info') ? inspection.files : undefined,
      // Without a record and a read, every apply is like the first.
      firstOf:
        isFirstApply(facts) || live.source === 'none'
          ? (listing?.counts?.keys ?? 'unknown')
          : undefined,
      typesKnown: isRead(live.source) || lastApplied.recorded.record?.done?.reads !== undefined,
      absentKeys,
    },
    purpose: 'apply',
    listUnmanaged: options.unmanaged,
    approval: options.approve,
    notes: [...(facts.notes ?? [])],
  };
}

/** The reads that the project or its options allow; default: all. */
export function allowedReads({
  files,
  options,
}: Pick<PlanFacts, 'files' | 'options'>): ReadMode | undefined {
  return options.reads ?? files.project.reads;
}

/** Throws {@link CommandError}: what was changed on the server could not be told from what was not. */
export function refuseUnrecordedDrift({
  files,
  options,
}: Pick<PlanFacts, 'files' | 'options'>): void {
  const { project } = files;
  const { onDrift } = policyOf(files, options);
  if (isRecorded({ files, options }) || onDrift === 'overwrite') return;
  throw new CommandError({
    code: 'bad-option',
    message: `\`onDrift: ${onDrift}\` needs the apply record, which \`record: false\` in the project file turns off.`,
    hint: 'Remove `record: false`, or set `onDrift: overwrite`.',
    places: [project.places.record].flatMap((place) => place ?? []),
  });
}

function isRecorded({ files, options }: Pick<PlanFacts, 'files' | 'options'>): boolean {
  return options.record ?? files.project.record;
}

/** Of what is read in any case. */
export function readNotes(facts: ReadForPlan): string[] {
  const { lastApplied } = facts;
  return [
    ...liveNotes(facts),
    ...renamedNotes(lastApplied),
    ...(lastApplied.chosen === undefined ? [] : [lastApplied.chosen.note]),
    ...pruneNotes(readInput(facts), facts),
    ...(isRecorded(facts) ? [] : [NOT_RECORDED]),
  ];
}

/** Of the settings and counts of the server. @param isLate whether they were asked for after the first notes */
export function listingNotes({ live, listing }: PlanFacts, isLate: boolean): string[] {
  if (listing === undefined) return [];
  const { counts, missing } = listing;
  return [
    ...(live.source === 'pulls' && counts !== undefined ? notSeen(live.state, counts) : []),
    ...(isLate ? missingNotes(missing) : []),
  ];
}

/** What is masked because nobody knows what is secret. */
export function maskNotes({ masks }: Pick<PlanFacts, 'masks'>): string[] {
  const { problem } = masks ?? {};
  return problem === undefined
    ? []
    : [`All live values are masked: ${problem.message}. ${problem.hint}`];
}

function renamedNotes({ recorded: { place, record } }: LastApplied): string[] {
  const { former } = record ?? {};
  if (place === undefined || former === undefined) return [];
  return [
    `${former.projectFile} was renamed to ${place.projectFile}, which keeps its apply record.`,
  ];
}

const NOT_RECORDED =
  '`record: false`: apply runs are not recorded, so nothing is pruned, drift is not detected, and nothing keeps two apply runs apart.';

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

const MADE_FROM: Record<Live['source'], string> = {
  export: 'Based on the export.',
  pulls: 'Read with the token, one context at a time',
  'last-applied': 'Based on the record of the last apply; the server was not read.',
  none: 'Based on the files alone; the server was not read. Every declared item is written, and only items declared with `opp: delete` are deleted.',
};

function madeFrom(facts: ReadForPlan): string {
  const { source, missing } = facts.live;
  const reads = allowedReads(facts);
  if (source !== 'pulls') return MADE_FROM[source];
  const [exported] = missing;
  const why = mayRead(reads, 'export')
    ? `the server did not provide the full export (${exported?.reason})`
    : `\`reads\` is \`${reads}\``;
  return `${MADE_FROM.pulls}, because ${why}.`;
}

const AFFECTED = 'which applications are affected';

const NOT_CHECKED: Record<Live['source'], readonly string[]> = {
  export: [],
  pulls: [
    'values in contexts that neither the files nor the last apply use',
    'inactive and duplicate values',
    'keys without values',
    'which context a file comes from',
  ],
  'last-applied': ['changes made on the server since then', AFFECTED],
  none: ['what the server already contains', AFFECTED],
};

/** What the plan was made from and could not check; empty if it saw everything. */
function liveNotes(facts: ReadForPlan): string[] {
  const { inspection, lastApplied, live, listing } = facts;
  const { source } = live;
  const isEmpty = listing?.counts?.keys === 0;
  const unseen = source === 'none' && isEmpty ? [] : NOT_CHECKED[source];
  const unchecked = [...unseen, ...notInspected(facts)];
  if (source === 'export' && unchecked.length === 0) return [];
  const missing = [...(listing?.missing ?? []), ...inspection.missing, ...live.missing];
  const isBlind = source === 'last-applied' || source === 'none';
  // Beside pulls, the first sentence says why there is no export.
  const untold = missing.filter(({ read }) => isBlind || read !== 'export');
  // Every server lists its repositories.
  const isDoubtful = missing.some(({ read }) => read === 'info/all');
  return [
    `${madeFrom(facts)}${unchecked.length === 0 ? '' : ` Not checked: ${listed(unchecked)}.`}`,
    ...missingNotes(untold, allowedReads(facts)),
    ...(isDoubtful ? [DOUBTFUL] : []),
    ...(isBlind && lastApplied.begun.length > 0 ? [UNFINISHED] : []),
  ];
}

const DOUBTFUL =
  'Even the list of repositories (`info/all`) is missing: `url` may be wrong, or a gateway in front of the server may require a login.';

const UNFINISHED =
  'An earlier apply did not finish: everything it may have changed is written again.';

function notInspected({ inspection, target, options, listing }: ReadForPlan): string[] {
  const { answered, elements } = inspection;
  const repository = repositoryText(target.repository);
  const hasDetail = answered.length > 0;
  const isRepositoryRead = hasDetail || (listing?.answered.length ?? 0) > 0;
  return [
    ...(!isRepositoryRead ? [`whether ${repository} exists and has these context levels`] : []),
    ...(hasDetail || options.token === undefined
      ? []
      : [`whether the token belongs to ${repository}`]),
    ...(elements === undefined ? ['whether context elements are misspelled'] : []),
  ];
}

/**
 * ``With `reads: token`, the server is not asked for `export`.`` and ``Reads of the server that failed: `pull` (status 404), `info` (answered with a web page).``
 * @param mode the reads that are allowed; default: all
 */
function missingNotes(missing: readonly MissingRead[], mode?: ReadMode): string[] {
  const ruledOut = missing.flatMap(({ read }) => (mayRead(mode, read) ? [] : read));
  const others = missing.filter(({ read }) => mayRead(mode, read));
  const parts = [...grouped(others, ({ reason }) => reason)].map(
    ([reason, same]) => `${listed(same.map(({ read }) => `\`${read}\``))} (${reason})`,
  );
  return [
    ...(ruledOut.length === 0
      ? []
      : [
          `With \`reads: ${mode}\`${mode === 'documented' ? ' (only what the interface documents)' : ''}, the server is not asked for ${listed(ruledOut.map((read) => `\`${read}\``))}.`,
        ]),
    ...(parts.length === 0 ? [] : [`Reads of the server that failed: ${parts.join(', ')}.`]),
  ];
}

function pruneNotes(input: PlanInput, { live, lastApplied, options }: ReadForPlan): string[] {
  const { prune } = input.policy;
  if (prune === 'managed' && lastAppliedState(lastApplied) === undefined) {
    // Of what was not read, nobody knows.
    const hasOthers = live.source !== 'export' || unmanagedItems(input).length > 0;
    return hasOthers
      ? [`What the files no longer declare stays on the server: ${lastApplied.reason}.`]
      : [];
  }
  if (prune !== 'all' || live.source === 'export') return [];
  if (live.source !== 'pulls') return [PRUNES_APPLIED];
  return [options.chosenStage === undefined ? `${PRUNES_READ} ${PRUNES_KEYS}` : PRUNES_READ];
}

const PRUNES_READ =
  '`prune: all` covers only values in the contexts that were read, and files that this project applied or that are for every context.';
const PRUNES_KEYS = 'An unmanaged key that has one of these values is deleted with all its values.';
const PRUNES_APPLIED = 'Without the export, `prune: all` deletes only what was last applied.';

/** How much pulls did not show. Empty if they showed everything, or items were deleted meanwhile. */
function notSeen(live: State, counts: ItemCounts): string[] {
  const { keys, values } = unseenIn(live, counts);
  if (keys <= 0 && values <= 0) return [];
  const what = countedBoth([
    [keys, 'key'],
    [values, 'value'],
  ]);
  return [`Not read, according to the server's counts: ${what}.`];
}
