// What every plan reads, before it shows what else is needed.
import { ahead } from '../lib/parallel.ts';
import { isRead } from '../model/plan.ts';
import type { State } from '../model/state.ts';
import { repositoryText } from '../model/targets.ts';
import type { Options } from '../options.ts';
import { recordedLive } from '../plan/stand-in.ts';
import { ifOffered, type Offered } from '../remote/answer.ts';
import { refuseUnlisted } from './answers-agree.ts';
import { baseOf, type ProjectContents, type LastApplied, mayBeApplied } from './applied.ts';
import { finishedIn } from './applied-parts.ts';
import { clearTextIn } from './clear-text.ts';
import { readInput, readNotes, refuseUnrecordedDrift } from './input.ts';
import {
  type AskedRepository,
  askRepository,
  inspect,
  type RepositoryListing,
  fetchListing,
} from './inspect.ts';
import { isFirstApply, type PlanFacts, type Live } from './plan-facts.ts';
import { liveOf, pullsOf } from './live.ts';
import type { Server, World } from './world.ts';
import { lastAppliedOf } from './last-applied.ts';
import { masksOf } from './masks.ts';

/** The files, and what the server was asked before they were read. */
export interface OpenedPlan {
  files: ProjectContents;
  asked: AskedRepository & { exporting: Promise<Offered<State>>; readAt: Date };
}

/** The first questions need no document; errors in the files are told before those of the connection. */
export async function open(world: World, options: Options): Promise<OpenedPlan> {
  const asked = startReading(world, options);
  const files = await world.files();
  world.tell(`Reading ${repositoryText(world.target.repository)}`);
  return { asked, files };
}

export function startReading(world: World, { token }: Options): OpenedPlan['asked'] {
  const readAt = world.now();
  const exporting = ahead(ifOffered('export', world.exported()));
  return { readAt, exporting, ...askRepository(world, token !== undefined) };
}

/** Everything is asked for as early as its question is known, and awaited in the order in which errors are told. */
export async function read(world: World, options: Options, opened: OpenedPlan): Promise<PlanFacts> {
  const { target } = world;
  const { asked, files } = opened;
  const applying = ahead(lastAppliedOf(world, files, options));
  // Two simultaneous fetches conflict in a shallow clone, so this waits until what was last applied is read.
  const basing = ahead(
    applying.then(async () =>
      options.base === undefined ? undefined : baseOf(await world.version(options.base, 'base')),
    ),
  );
  // What inspection finds explains the other failures, so it is awaited first.
  const inspection = await inspect(asked, { target, ...files });
  const lastApplied = await applying;
  const { readAt } = asked;
  const inspected = { files, target, options, readAt, inspection, lastApplied };
  const pulls = pullsOf(world, inspected);
  // A first apply needs the counts: they are read in parallel with the export.
  const counting = isFirstApply(inspected) ? ahead(ensureListing(world, inspected)) : undefined;
  const liveRead = await liveOf(
    await asked.exporting,
    { ...inspected, pulls },
    { mayBeUnread: true },
  );
  const live = standIn(liveRead, lastApplied, files.state);
  const base = await basing;
  // Pulls with a bad token would have failed.
  const isUnchecked = options.token !== undefined && live.source === 'export';
  const tokenProblem = isUnchecked ? await world.tokenProblem() : undefined;
  const differences = await world.differences(lastApplied.recorded.record?.former?.projectFile);
  const factsBeforeMasks = { ...inspected, pulls, live, base, tokenProblem, differences };
  const masks = await masksOf(world, factsBeforeMasks);
  const facts = await withNotes(world, { ...factsBeforeMasks, masks }, counting);
  return { ...facts, clearText: clearTextIn(files, { base: base?.base, ...readInput(facts) }) };
}

/** What was last applied, in the place of live where nothing can be read. */
function standIn(live: Live, lastApplied: LastApplied, desired: State): Live {
  if (live.source !== 'none') return live;
  const { done: state, begun, parts } = lastApplied;
  const source = state === undefined && begun.length === 0 ? 'none' : 'last-applied';
  const intents = mayBeApplied(lastApplied);
  const finished = finishedIn(parts).toReversed();
  const types = new Map(finished.flatMap(({ apply }) => [...apply.types]));
  return { ...live, source, state: recordedLive({ types, intents, state }, desired) };
}

const NO_PROJECTS = { inFiles: [], versions: [], recorded: [] };

/**
 * With the settings and counts of the server where every plan needs them, and with what is said of what was read. Throws
 * {@link Contradiction}.
 */
export async function withNotes(
  world: Server,
  facts: Omit<PlanFacts, 'notes' | 'verdicts' | 'otherProjects'>,
  counting?: Promise<RepositoryListing>,
): Promise<PlanFacts> {
  const { inspection, live } = facts;
  refuseUnlisted(inspection, live);
  refuseUnrecordedDrift(facts);
  const isNeeded = isFirstApply(facts) || !isRead(live.source);
  const listing = isNeeded ? await (counting ?? ensureListing(world, facts)) : inspection.listed;
  const otherProjects = facts.masks?.otherProjects ?? NO_PROJECTS;
  const factsWithoutNotes = { ...facts, listing, otherProjects, verdicts: new Map() };
  return { ...factsWithoutNotes, notes: readNotes(factsWithoutNotes) };
}

/** Settings and counts, unless they were read to find the repository. */
export async function ensureListing(
  world: Server,
  { inspection, target }: Pick<PlanFacts, 'inspection' | 'target'>,
): Promise<RepositoryListing> {
  return inspection.listed ?? fetchListing(world, target.repository);
}
