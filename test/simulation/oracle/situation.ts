// What a careful person knows before an apply, and notes after it: the projects of the commit, the ledger, Git's history.
import { basename } from 'node:path/posix';
import type { Apply } from '../apply.ts';
import { type Items, type Project, sameTree, type Stage, stageOf, type Tree } from '../items.ts';
import type { Ref, World } from '../world.ts';
import {
  type Applied,
  appliedAtOnce,
  type AppliedItem,
  type AppliedPart,
  type Source,
  type Unfinished,
} from './ledger.ts';
import { continuedBy, heirsOfApply } from './renames.ts';
import {
  type Claim,
  type End,
  Fault,
  isOwn,
  mayWait,
  type Others,
  type Situation,
  type StageSituation,
} from './oracle.ts';

/** The record of this project file. */
export function recordOf(world: World, path: string): Applied | 'unreadable' | undefined {
  return world.ledger.records.get(path);
}

interface Known {
  apply: Apply;
  project: Project;
  committed: Project;
  projects: ReadonlyMap<string, Project>;
  record: Applied | 'unreadable' | undefined;
  before: Items;
  keysBefore: readonly string[];
  lacks: readonly string[];
  /** Of a project with stages. */
  stage?: Stage | undefined;
  /** Those that the same command applies before it. */
  earlier?: readonly Stage[];
}

export function situationOf(world: World, known: Known): Situation {
  const { apply, project, record, before, stage } = known;
  const { ledger } = world;
  const { commit, given, path } = apply;
  const unfinished = ledger.unfinished.get(path) ?? [];
  const followed = partsFollowed(record, stage);
  const isOlder = ({ commit: one }: Source) => !world.isAncestor(one, commit);
  const parts = typeof record === 'object' ? record.parts : [];
  const { stages = [] } = project.settings;
  // Another stage may have applied rows of this one, under former names and contexts.
  const ofStage = [...(typeof record === 'object' ? record.items : [])].filter(
    ([item]) => stage !== undefined && stages[stageOf(item, stages)] === stage,
  );
  const sources = ofStage.map(([, { source }]) => source);
  return {
    reads: world.reads,
    stage: stageSituation(known),
    isInNoStage: (item) => stages.length > 0 && stageOf(item, stages) < 0,
    isStageUnnamed:
      stage !== undefined && apply.stage === undefined && project.settings.isSeparate === true,
    before,
    declared: project.declared,
    keysBefore: known.keysBefore,
    lacks: known.lacks,
    fileError: project.fileError,
    hidden: project.settings.hidden,
    record: knownOf(world, known),
    isOlder: record === 'unreadable' || followed.some(isOlder),
    mayBeOlder: [...unfinished, ...parts.map(({ source }) => source), ...sources].some(isOlder),
    isOffMain: record !== 'unreadable' && isOffMain(world, [...followed, ...unfinished], commit),
    unfinished: unfinished.map((one) => claimOf(world, one, apply)),
    isRunning: ledger.running.has(path),
    isOrphaned: continuedBy(world, path, commit).unknown.length > 0,
    keepsDrift: project.settings.keepsDrift && given.onDrift === undefined,
    prunesAll: project.settings.prunesAll === true,
    isDirty: apply.dirty !== undefined,
    others: othersOf(world, known),
    given,
    ...(typeof given.lastApplied === 'string' && {
      lastApplied: declaredAt(world, given.lastApplied, path),
    }),
  };
}

function stageSituation({ project, stage, earlier = [] }: Known): StageSituation | undefined {
  if (stage === undefined) return undefined;
  const { stages = [] } = project.settings;
  const of = (item: string) => stageOf(item, stages);
  return { of, index: stages.indexOf(stage), after: earlier.map((one) => stages.indexOf(one)) };
}

/** What the next apply must follow: that of the same stage, or else of everything; all, where it is of everything. */
function partsFollowed(record: Known['record'], stage: Stage | undefined): Source[] {
  if (typeof record !== 'object') return [];
  const { parts } = record;
  const last = parts.find((part) => part.stage && stage && isSameStage(part.stage, stage));
  const followed =
    stage === undefined
      ? parts
      : last === undefined
        ? parts.filter((part) => part.stage === undefined)
        : [last];
  return followed.map(({ source }) => source);
}

/** One that was renamed has the same contexts. */
function isSameStage(one: Stage, other: Stage): boolean {
  return one.name === other.name || one.contexts.join() === other.contexts.join();
}

function isOffMain(world: World, applies: readonly Source[], commit: string): boolean {
  const main = world.commit('main');
  const missing = applies.flatMap((one) =>
    world.isAncestor(one.commit, commit) ? [] : [one.commit],
  );
  const isElsewhere = (one: string) =>
    !world.isAncestor(one, main) && !world.isAncestor(commit, one);
  return missing.length > 0 && world.isAncestor(commit, main) && missing.every(isElsewhere);
}

function knownOf(world: World, { apply, record }: Known): Situation['record'] {
  if (typeof record !== 'object') return record ?? 'none';
  const isSure = remembered((source: Source) => isConfirmed(world, source, apply));
  return {
    items: new Map(
      Array.from(record.items, ([item, { source, ...applied }]) => {
        return [item, { ...applied, isConfirmed: isSure(source) }] as const;
      }),
    ),
  };
}

function remembered<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const value = values.get(key) ?? compute(key);
    values.set(key, value);
    return value;
  };
}

/**
 * Its commit is an ancestor of the one that is applied, or of main, and has the documents that the record has; under
 * another name, for the project file alone that has become of it.
 */
function isConfirmed(
  world: World,
  record: Source,
  { commit, path }: { commit: string; path?: string },
): boolean {
  if (![commit, world.commit('main')].some((newer) => world.isAncestor(record.commit, newer)))
    return false;
  const source = world.projects(record.commit).get(record.path);
  const isOurs = path === undefined || path === record.path;
  return (
    source !== undefined &&
    sameTree(source.documents, record.documents) &&
    (isOurs || heirsOfApply(world, { own: path, last: record, commit }).heir === path)
  );
}

function claimOf(world: World, one: Unfinished, apply: Apply): Claim {
  const { items, pushed, isForged = false } = one;
  return { items, pushed, isConfirmed: !isForged && isConfirmed(world, one, apply), isForged };
}

function othersOf(world: World, known: Known): Others {
  const { apply, projects, record } = known;
  const { records, unfinished, writers } = world.ledger;
  const isSure = remembered((source: Source) =>
    isConfirmed(world, source, { commit: apply.commit }),
  );
  const confirmed = [...records].flatMap(([path, one]) =>
    path === apply.path || one === 'unreadable'
      ? []
      : [...one.items].filter(([, { source }]) => isSure(source)),
  );
  /** What the own record declares from a later commit came to this project since. */
  const isOursSince = ([item, { source }]: [string, AppliedItem]) => {
    const ours = typeof record === 'object' ? record.items.get(item)?.source : undefined;
    return (
      ours !== undefined &&
      ours.commit !== source.commit &&
      world.isAncestor(source.commit, ours.commit)
    );
  };
  const begun = [...unfinished].filter(([path]) => path !== apply.path).flatMap(([, some]) => some);
  const beside = [...projects.values()].filter(({ path }) => path !== apply.path);
  return {
    declared: new Set(beside.flatMap(({ declared }) => [...declared.keys()])),
    recorded: new Set(confirmed.flatMap((applied) => (isOursSince(applied) ? [] : [applied[0]]))),
    hasApplied: (item, text) =>
      confirmed.some(([other, applied]) => other === item && applied.text === text),
    unfinished: new Set(begun.flatMap(({ items }) => [...items.keys()])),
    areBroken: beside.some(({ fileError }) => fileError !== undefined),
    wrote: (item) => (writers.get(item) ?? apply.path) !== apply.path,
  };
}

function declaredAt(world: World, commit: string, path: string): Items {
  return world.projects(commit).get(path)?.declared ?? new Map();
}

interface Ended
  extends Omit<Known, 'projects' | 'before' | 'keysBefore' | 'lacks' | 'committed' | 'earlier'> {
  /** What was at origin before. */
  refs: readonly Ref[];
  /** What is there after it. */
  refsAfter: readonly Ref[];
  end: End;
  situation: Situation;
  after: Items;
  /** The other name of the project file that it continues. */
  former: string | undefined;
  /** Whether an item is as others left it while the apply ran. */
  isTheirs: (item: string) => boolean;
}

export function note(world: World, ended: Ended): void {
  const { project, record, refs, refsAfter, end, situation, after, former, stage } = ended;
  const { ledger } = world;
  const { path, commit } = ended.apply;
  const source: Source = { path, commit, documents: project.documents };
  if (end.outcome === 'refused') return;
  const moved = movedRef(refs, refsAfter);
  if (moved !== undefined) ledger.refs.set(path, moved.name);
  const declared = [...project.declared].filter(([item]) => isOwn(item, situation));
  const others = ledger.unfinished.get(path) ?? [];
  if (end.outcome === 'unknown') {
    // It may have been killed before it began.
    if (moved === undefined) return;
    const pushed = new Set(
      declared.flatMap(([item]) =>
        after.get(item) !== situation.before.get(item) && !ended.isTheirs(item) ? [item] : [],
      ),
    );
    // In the place of what cannot be read it begins anew.
    if (record === 'unreadable') ledger.forget(path);
    const left = record === 'unreadable' ? [] : others;
    ledger.unfinished.set(path, [...left, { ...source, items: new Map(declared), pushed }]);
    if (moved.until !== '' && new Date(moved.until) > world.now()) ledger.running.add(path);
    else ledger.running.delete(path);
    return;
  }
  const { isRunning, isDirty, isOrphaned } = situation;
  // Where all of it has arrived, the record of one that may still be running is closed.
  const isWaiting = isRunning && moved === undefined;
  if (end.outcome === 'nothing' && (isWaiting || isDirty || isOrphaned)) return;
  // What has nothing to push does not take the place of what is newer, but of what cannot be read.
  const isOlder = situation.isOlder || situation.mayBeOlder;
  const mayBeNewer = isOlder && record !== 'unreadable' && !situation.given.allowOlder;
  const isTakenOver = end.outcome === 'nothing' && mayBeNewer;
  if (isTakenOver && moved === undefined) return;
  if (isTakenOver && (stage === undefined || situation.isOlder) && !situation.isOffMain)
    throw new Fault('The record of a newer commit is gone.');
  const last = lastOf(record, stage);
  // A record names the unfinished apply that it takes over, also where nothing was left to push.
  const isSame =
    former === undefined &&
    end.outcome === 'nothing' &&
    situation.unfinished.length === 0 &&
    last !== undefined &&
    sameTree(filesOf(world, last), filesOf(world, source));
  if (!isSame || isTakenOver)
    ledger.records.set(
      path,
      stage === undefined
        ? appliedAtOnce(source)
        : appliedInStage({ source, stage, record, declared, situation, after }),
    );
  // What was begun of another stage, or is left to one, counts until it is applied there.
  const isLeft = (item: string) =>
    !isOwn(item, situation) || (!project.declared.has(item) && mayWait(item, situation));
  const left = others.flatMap((one) => {
    const items = new Map([...one.items].filter(([item]) => isLeft(item)));
    return items.size > 0 ? [{ ...one, items }] : [];
  });
  if (left.length > 0) ledger.unfinished.set(path, left);
  else ledger.unfinished.delete(path);
  ledger.running.delete(path);
  ledger.applied.set(path, commit);
}

/** Before it ends, another apply finds that this one has begun. Returns what forgets that. */
export function noteBegun(
  world: World,
  { apply: { path, commit }, project: { documents, declared } }: Pick<Known, 'apply' | 'project'>,
  { refs, situation }: Pick<Ended, 'refs' | 'situation'>,
): () => void {
  const { ledger } = world;
  const moved = movedRef(refs, world.refs());
  if (moved === undefined || moved.until === '') return () => undefined;
  const others = ledger.unfinished.get(path) ?? [];
  const items = new Map([...declared].filter(([item]) => isOwn(item, situation)));
  ledger.unfinished.set(path, [...others, { path, commit, documents, items, pushed: new Set() }]);
  ledger.running.add(path);
  return () => {
    ledger.unfinished.set(path, others);
    if (others.length === 0) ledger.unfinished.delete(path);
    ledger.running.delete(path);
  };
}

/** The newest apply of a stage, or of everything. */
function lastOf(record: Known['record'], stage: Stage | undefined): Source | undefined {
  if (typeof record !== 'object') return undefined;
  const isSame = (part: AppliedPart) =>
    stage === undefined
      ? part.stage === undefined
      : part.stage !== undefined && isSameStage(part.stage, stage);
  return record.parts.find(isSame)?.source;
}

interface AppliedNow {
  source: Source;
  stage: Stage;
  record: Known['record'];
  /** What the stage declares. */
  declared: readonly (readonly [string, string])[];
  situation: Situation;
  after: Items;
}

/** Rows of other stages stay as their own applies left them; what waits for a later stage is still managed. */
function appliedInStage({
  source,
  stage,
  record,
  declared,
  situation,
  after,
}: AppliedNow): Applied {
  const before = typeof record === 'object' ? record : undefined;
  const isIn = new Set(declared.map(([item]) => item));
  const items = new Map<string, AppliedItem>();
  for (const [item, applied] of before?.items ?? []) {
    const mayBeMoved = !situation.declared.has(item) && mayWait(item, situation);
    if (!isOwn(item, situation)) {
      const isTaken = mayBeMoved && situation.before.has(item) && !after.has(item);
      if (!isTaken) items.set(item, applied);
    } else if (!isIn.has(item) && after.has(item) && mayBeMoved)
      items.set(item, { ...applied, isUnsure: true });
  }
  for (const [item, text] of declared) items.set(item, { text, source });
  const others = (before?.parts ?? []).filter((part) => part.stage?.name !== stage.name);
  return { ...source, items, parts: [{ source, stage }, ...others] };
}

/** What a record holds: the documents, and the project file under the name that it had then. */
function filesOf(world: World, { path, commit, documents }: Source): Tree {
  return new Map(documents).set(basename(path), world.tree(commit).get(path) ?? '');
}

/** The record that this apply has written, whatever its ref is called. */
function movedRef(before: readonly Ref[], after: readonly Ref[]): Ref | undefined {
  const known = new Set(before.map(({ name, commit }) => `${name} ${commit}`));
  return after.find(
    ({ name, commit }) => name.endsWith('/applied') && !known.has(`${name} ${commit}`),
  );
}
