// What a careful person knows before an apply, and notes after it: the projects of the commit, the ledger, Git's history.
import { type Apply, isInProcess } from '../apply.ts';
import { itemsOf, type Items, type Project, sameTree, type Tree } from '../items.ts';
import type { Ref, World } from '../world.ts';
import type { Applied, Unfinished } from './ledger.ts';
import type { Claim, End, Others, Situation } from './oracle.ts';

/** The record of this project file, or of what it was called before, where that is no longer there. */
export function recordOf(
  world: World,
  { project, projects }: Pick<Known, 'project' | 'projects'>,
): Applied | 'unreadable' | undefined {
  const own = world.ledger.records.get(project.path);
  if (own !== undefined) return own;
  return formerRecords(world, { project, projects }).find((one) => one !== 'unreadable');
}

function formerRecords({ ledger }: World, { project, projects }: Pick<Known, 'project' | 'projects'>) {
  const names = [...(ledger.renamed.get(project.path) ?? [])].filter((name) => !projects.has(name));
  return names.flatMap((name) => ledger.records.get(name) ?? []);
}

interface Known {
  apply: Apply;
  project: Project;
  committed: Project;
  projects: ReadonlyMap<string, Project>;
  record: Applied | 'unreadable' | undefined;
  before: Items;
}

export function situationOf(world: World, known: Known): Situation {
  const { apply, project, record, before } = known;
  const { ledger } = world;
  const { commit, given, path } = apply;
  return {
    reads: world.reads,
    before,
    declared: project.declared,
    mistake: project.mistake,
    hidden: project.settings.hidden,
    record: knownOf(world, known),
    isOlder: record === 'unreadable' || (record !== undefined && !world.isAncestor(record.commit, commit)),
    isOlderThanUnfinished: (ledger.unfinished.get(path) ?? []).some((one) => !world.isAncestor(one.commit, commit)),
    unfinished: (ledger.unfinished.get(path) ?? []).map((one) => claimOf(world, one, apply)),
    isRunning: ledger.running.has(path),
    mayBeRunning:
      [...(ledger.renamed.get(path) ?? [])].some((name) => ledger.running.has(name)) ||
      (isInProcess(apply) && isAnnounced(world)),
    keepsDrift: project.settings.keepsDrift && given.onDrift === undefined,
    isDirty: apply.dirty !== undefined,
    isCut: apply.interruption !== undefined,
    others: othersOf(world, known),
    given,
    ...(typeof given.baseline === 'string' && { baseline: declaredAt(world, given.baseline, path) }),
  };
}

/** A process has the clock of this machine, on which nobody has waited. */
function isAnnounced(world: World): boolean {
  return world.refs().some(({ expires }) => new Date(expires) > new Date());
}

function knownOf(world: World, { apply, committed, record }: Known): Situation['record'] {
  if (typeof record !== 'object') return record ?? 'none';
  const isRenamed = record.path !== apply.path;
  return {
    items: new Set(declaredIn(record.documents).keys()),
    isConfirmed: isConfirmed(world, record, apply.commit),
    isUncertain: isRenamed && !sameTree(record.documents, committed.documents),
  };
}

/** Its commit is an ancestor of the one that is applied, or of main, and has the documents that the record has. */
function isConfirmed(world: World, record: Applied, commit: string): boolean {
  if (![commit, world.commit('main')].some((newer) => world.isAncestor(record.commit, newer))) return false;
  const source = world.projects(record.commit).get(record.path);
  return source !== undefined && sameTree(source.documents, record.documents);
}

function claimOf(world: World, one: Unfinished, { path, commit }: Apply): Claim {
  const items = declaredIn(one.documents);
  const isSure = !one.isForged && isConfirmed(world, { ...one, path }, commit);
  return { items, pushed: one.pushed, isConfirmed: isSure, isForged: one.isForged === true };
}

function othersOf(world: World, known: Known): Others {
  const { apply, projects, record } = known;
  const { records, unfinished, writers } = world.ledger;
  const own = new Set([apply.path, typeof record === 'object' ? record.path : apply.path]);
  const confirmed = [...records.values()].filter(
    (one) => one !== 'unreadable' && !own.has(one.path) && isConfirmed(world, one, apply.commit),
  );
  /** What the own record declares from a later commit came to this project since. */
  const left = (one: Applied) => {
    const isLater =
      typeof record === 'object' && record.commit !== one.commit && world.isAncestor(one.commit, record.commit);
    const ours = isLater ? declaredIn(record.documents) : new Map<string, string>();
    return [...declaredIn(one.documents).keys()].filter((item) => !ours.has(item));
  };
  const begun = [...unfinished].filter(([path]) => path !== apply.path).flatMap(([, some]) => some);
  const beside = [...projects.values()].filter(({ path }) => path !== apply.path);
  const itemsOfAll = (all: readonly (Applied | Unfinished | 'unreadable')[]) =>
    new Set(all.flatMap((one) => (one === 'unreadable' ? [] : [...declaredIn(one.documents).keys()])));
  return {
    declared: new Set(beside.flatMap(({ declared }) => [...declared.keys()])),
    recorded: new Set(confirmed.flatMap((one) => (one === 'unreadable' ? [] : left(one)))),
    unfinished: itemsOfAll(begun),
    areBroken:
      beside.some(({ mistake }) => mistake !== undefined) || formerRecords(world, known).includes('unreadable'),
    wrote: (item) => (writers.get(item) ?? apply.path) !== apply.path,
  };
}

/** What a project of the commit, or a record, treats as secret: keys, and paths of files. */
export function secretsOf(world: World, commit: string): ReadonlySet<string> {
  const recorded = [...world.ledger.records.values()].flatMap((one) =>
    one === 'unreadable' ? [] : (world.projects(one.commit).get(one.path) ?? []),
  );
  return new Set([...world.projects(commit).values(), ...recorded].flatMap(({ settings }) => settings.secret));
}

function declaredAt(world: World, commit: string, path: string): Items {
  return world.projects(commit).get(path)?.declared ?? new Map();
}

export function declaredIn(documents: Tree): Map<string, string> {
  return new Map([...documents.values()].flatMap((document) => [...itemsOf(document)]));
}

interface Ended extends Omit<Known, 'projects' | 'before'> {
  /** What was at origin before. */
  refs: readonly Ref[];
  end: End;
  situation: Situation;
  after: Items;
  /** Whether an item is as others left it while the apply ran. */
  isTheirs: (item: string) => boolean;
}

export function note(
  world: World,
  { apply, project, committed, record, refs, end, situation, after, isTheirs }: Ended,
): void {
  const { ledger } = world;
  const { path, commit } = apply;
  const { documents, declared } = project;
  if (end.outcome === 'refused') return;
  const isAnnounced = noteRefs(world, { path, refs });
  if (end.outcome === 'unknown') {
    const pushed = new Set(
      [...declared.keys()].filter((item) => after.get(item) !== situation.before.get(item) && !isTheirs(item)),
    );
    const others = ledger.unfinished.get(path) ?? [];
    ledger.unfinished.set(path, [...others, { commit, documents, pushed }]);
    if (isAnnounced) ledger.running.add(path);
    return;
  }
  if (end.outcome === 'nothing' && (situation.isRunning || situation.mayBeRunning)) return;
  // What has nothing to push does not take the place of what is newer, but of what cannot be read.
  const isOlder = situation.isOlder || situation.isOlderThanUnfinished;
  const mayBeNewer = isOlder && record !== 'unreadable' && !situation.given.allowOlder;
  if (end.outcome === 'nothing' && mayBeNewer) return;
  const recorded = recordable({ documents, committed, record });
  // A record names the unfinished apply that it takes over, also where nothing was left to push.
  const isSame =
    end.outcome === 'nothing' &&
    situation.unfinished.length === 0 &&
    typeof record === 'object' &&
    record.path === path &&
    sameTree(record.documents, recorded);
  if (!isSame) ledger.records.set(path, { path, commit, documents: recorded });
  if (typeof record === 'object' && record.path !== path) ledger.records.delete(record.path);
  ledger.unfinished.delete(path);
  ledger.running.delete(path);
  ledger.applied.set(path, commit);
}

/**
 * Notes which ref has the record, whatever refs are called: the one that this apply has moved. Whether it has left an
 * announcement that does not count as dead yet.
 */
function noteRefs(world: World, { path, refs }: { path: string; refs: readonly Ref[] }): boolean {
  const isMoved = (ref: Ref) => !refs.some(({ name, commit }) => name === ref.name && commit === ref.commit);
  const moved = world.refs().filter(isMoved);
  const record = moved.find(({ name }) => name.endsWith('/applied'));
  if (record !== undefined) world.ledger.refs.set(path, record.name);
  const announced = moved.find(({ name }) => name.endsWith('/applying'));
  return announced !== undefined && new Date(announced.expires) > world.now();
}

/** Of a document that is not as it is committed, the record has what is committed, or else what it had. */
function recordable({ documents, committed, record }: Pick<Ended, 'committed' | 'record'> & { documents: Tree }): Tree {
  const kept = typeof record === 'object' ? record.documents : new Map<string, string>();
  return new Map(
    [...documents].flatMap(([path, text]): [string, string][] => {
      if (committed.documents.get(path) === text) return [[path, text]];
      const before = committed.documents.get(path) ?? kept.get(path);
      return before === undefined ? [] : [[path, before]];
    }),
  );
}
