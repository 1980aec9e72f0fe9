// Makes a plan, and asks on the way for what only the plan shows to be needed.
import type { Plan } from '../model/plan.ts';
import type { AppliedStage } from '../model/stages.ts';
import type { Options } from '../options.ts';
import { planOf } from '../plan/make-plan.ts';
import { agreed } from '../remote/agreement.ts';
import { partsWithChosen } from './applied.ts';
import { doneIn, isOfStage } from './applied-parts.ts';
import { isDecisive } from './decisive.ts';
import { inputOf, listingNotes, maskNotes, readInput } from './input.ts';
import { fetchListing } from './inspect.ts';
import { withTouchedKeys } from './keys.ts';
import { isFirstApply, type PlanFacts } from './plan-facts.ts';
import { type Owned, withOwners } from './owners.ts';
import { inStage } from './stages.ts';
import { startReading, open, read } from './read.ts';
import type { Server, World } from './world.ts';

export async function plan(world: World, options: Options): Promise<Planned> {
  return planFrom(world, await settle(world, options), options);
}

/**
 * All that is read for a plan, which is the same for each stage. The server and the record are read once more if two
 * answers contradict each other; the files are not.
 */
export async function settle(world: World, options: Options): Promise<Owned> {
  const opened = await open(world, options);
  return agreed(
    () => settleFrom(world, read(world, options, opened)),
    () =>
      settleFrom(world, read(world, options, { ...opened, asked: startReading(world, options) })),
  );
}

export interface Planned extends Omit<Owned, 'compared'> {
  plan: Plan;
  /** Absent: the plan is of the whole commit. */
  stage?: AppliedStage | undefined;
}

async function settleFrom(world: World, reading: Promise<PlanFacts>): Promise<Owned> {
  const facts = await withKeys(world, await reading);
  const owned = await withOwners(world, facts, inputOf(facts));
  return withSettings(world, owned);
}

/** @param options those of the stage; apart from it, the same as `owned` was read with */
export async function planFrom(
  world: Pick<World, 'earlierStates'>,
  { facts, input, compared: whole }: Owned,
  options: Options,
): Promise<Planned> {
  const { files, inspection, lastApplied, listing } = facts;
  const settled = {
    facts: { ...facts, options },
    input: { ...input, approval: options.approve },
    compared: whole,
  };
  const { compared, ...planned } = await inStage(world, settled, {
    files,
    options,
    elements: inspection.elements,
    isRecorded: lastApplied.recorded.place !== undefined,
    inOrder: lastApplied.chosen && doneIn(partsWithChosen(lastApplied)),
    firstOf: (stage) =>
      isFirstApply({ lastApplied, options }, (part) => isOfStage(part, stage, files.state))
        ? (listing?.counts?.keys ?? 'unknown')
        : undefined,
    record: lastApplied.recorded.record,
  });
  return { ...planned, plan: planOf(compared) };
}

/**
 * By token, each touched key is asked for (`keyData`): pulls show neither `push` nor keys without values. A deletion asks
 * for the counts of the repository (`info/all`) before, because it may affect values that no pull showed.
 */
export async function withKeys(world: Server, facts: PlanFacts): Promise<PlanFacts> {
  const askedFacts = facts.live.source === 'pulls' ? await withAskedKeys(world, facts) : facts;
  const addedNotes = listingNotes(askedFacts, askedFacts.listing !== facts.listing);
  return { ...askedFacts, notes: [...facts.notes, ...addedNotes, ...maskNotes(facts)] };
}

async function withAskedKeys(world: Server, facts: PlanFacts): Promise<PlanFacts> {
  const { live, target } = facts;
  let { listing } = facts;
  const counts = async () => {
    listing ??= await fetchListing(world, target.repository);
    return listing.counts;
  };
  const { input, answered, missing } = await withTouchedKeys(readInput(facts), {
    server: world,
    seen: live.seen,
    // If contexts cannot be read, counts do not tell what is in them.
    counts: live.unread?.length ? undefined : counts,
  });
  const used = [...live.answered, ...answered];
  return {
    ...facts,
    listing,
    live: { ...live, state: input.live, answered: used, missing: [...live.missing, ...missing] },
    absentKeys: input.server.absentKeys,
  };
}

/**
 * The repository's settings (`info/all`), if no step before asked for them and they could change the plan: it is the most
 * expensive way to read the server. With them, the owners are judged again; verdicts on records are kept.
 */
async function withSettings(world: World, owned: Owned): Promise<Owned> {
  if (owned.facts.listing !== undefined || !isDecisive(owned)) return owned;
  const listing = await fetchListing(world, owned.facts.target.repository);
  const facts = { ...owned.facts, listing };
  const factsWithNotes = { ...facts, notes: [...facts.notes, ...listingNotes(facts, true)] };
  return withOwners(world, factsWithNotes, inputOf(factsWithNotes));
}
