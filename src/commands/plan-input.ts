// What a plan is made from, put together: the project's settings, what the server said, and the options.
import type { Options, ResolvedTarget } from '../options.ts';
import { isRead } from '../model/plan.ts';
import type { MissingRead, Read } from '../model/reads.ts';
import type { PlanInput } from '../plan/input.ts';
import type { Reader, TokenProblem } from '../remote/client.ts';
import type { Baseline } from './baseline.ts';
import { type Inspection, type Listing, USUAL_SETTINGS } from './inspect.ts';
import type { Live } from './live.ts';
import { liveNotes, missingNote, notSeen, pruneNotes } from './notes.ts';
import { policyOf } from './policy.ts';
import type { OpenProject } from './project.ts';
import { withTouchedKeys } from './touched-keys.ts';

interface Known {
  project: OpenProject;
  target: ResolvedTarget;
  options: Options;
  inspection: Inspection;
  baseline: Baseline;
  live: Live;
  reader: Reader;
  tokenProblem?: TokenProblem;
}

export interface PlanBasis {
  input: PlanInput;
  /** Absent where nothing that it says decided anything. */
  listing?: Listing;
  /** The reads of the server that it was made from, and those that were not to be had. */
  used: Read[];
  missing: MissingRead[];
}

/** Asks for single keys where live is not the export. */
export async function planInput(known: Known): Promise<PlanBasis> {
  const { project, target, options, inspection, baseline, live } = known;
  const { levels, elements } = inspection;
  const policy = policyOf(project, options);
  const isFirst = isFirstApply(baseline, options);
  const needsCounts = isFirst || !isRead(live.source);
  const listing = needsCounts ? await inspection.listing() : inspection.listed;
  const notes = [
    ...liveNotes({ ...known, listing }),
    ...[baseline.note ?? []].flat(),
    ...pruneNotes({ ...policy, live, baseline }),
  ];
  const input: PlanInput = {
    target: { url: target.url, ...target.repository, levels },
    settings: listing?.settings ?? USUAL_SETTINGS,
    desired: project.state,
    live: live.state,
    liveSource: live.source,
    ...policy,
    listUnmanaged: options.unmanaged,
    hasToken: options.token !== undefined,
    notes,
    ...approvalOf(options),
    // Without a record and without a read, every apply is like a first one.
    ...((isFirst || live.source === 'none') && { firstOf: listing?.counts?.keys ?? 'unknown' }),
    typesKnown: isRead(live.source) || baseline.reads !== undefined,
    ...(baseline.problem !== undefined &&
      options.baseline === undefined && { recordProblem: baseline.problem }),
    ...(baseline.state && { baseline: baseline.state }),
    ...(baseline.announced && { announced: baseline.announced }),
    ...(baseline.applied?.found && { beside: baseline.applied.facts.beside }),
    ...(elements && { elements }),
    ...(known.tokenProblem && { tokenProblem: known.tokenProblem }),
  };
  const basis = { used: [...inspection.answered], missing: [...inspection.missing, ...live.missing] };
  if (live.source === 'export')
    return { ...listed(input, listing), ...basis, used: [...basis.used, 'export'] };
  let late: Listing | undefined;
  const counts = async () => {
    if (listing !== undefined) return listing.counts;
    late = await inspection.listing();
    return late.counts;
  };
  const touched = await withTouchedKeys(input, { ...known, counts });
  return {
    ...(late === undefined
      ? listed(touched.input, listing)
      : { input: withLateListing(touched.input, late), listing: late }),
    used: [
      ...basis.used,
      ...(live.source === 'pulls' ? (['pull'] as const) : []),
      ...(touched.isAnswered ? (['keyData'] as const) : []),
    ],
    missing: [...basis.missing, ...touched.missing],
  };
}

function listed(input: PlanInput, listing: Listing | undefined): Pick<PlanBasis, 'input' | 'listing'> {
  return listing === undefined ? { input } : { input: withListing(input, listing), listing };
}

/** The same where it was asked for after the notes were written. */
export function withLateListing(input: PlanInput, listing: Listing): PlanInput {
  const { notes, ...rest } = withListing(input, listing);
  const { missing } = listing;
  return { ...rest, notes: [...notes, ...(missing.length === 0 ? [] : [missingNote(missing)])] };
}

/** With what `info/all` says of the repository. */
function withListing(input: PlanInput, { settings, counts }: Listing): PlanInput {
  const isWhole = input.liveSource === 'export' && counts !== undefined;
  const notes = input.liveSource === 'pulls' && counts !== undefined ? notSeen(input.live, counts) : [];
  return { ...input, settings, notes: [...input.notes, ...notes], ...(isWhole && { counted: counts }) };
}

function approvalOf({ force, digestKey }: Options): Pick<PlanInput, 'force' | 'digestKey'> {
  return { ...(force && { force }), ...(digestKey !== undefined && { digestKey }) };
}

/** Outside Git, and where the record cannot be read, nobody knows; who names a baseline says that it is not the first. */
export function isFirstApply(
  { applied, isUnknown, announced }: Baseline,
  options: Pick<Options, 'baseline'>,
): boolean {
  const isKnown = applied !== undefined && !isUnknown && typeof options.baseline !== 'string';
  return isKnown && !applied.found && announced === undefined;
}
