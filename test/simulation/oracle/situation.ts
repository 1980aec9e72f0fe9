// What a careful person knows before an apply, and notes after it: the projects of the commit, the ledger, Git's history.
import { basename } from 'node:path/posix';
import type { Apply } from '../apply.ts';
import { itemsOf, type Items, type Project, sameTree, type Tree } from '../items.ts';
import type { Ref, World } from '../world.ts';
import type { Applied, Unfinished } from './ledger.ts';
import { continuedBy, heirsOfApply } from './renames.ts';
import { type Claim, type End, Fault, type Others, type Situation } from './oracle.ts';

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
}

export function situationOf(world: World, known: Known): Situation {
  const { apply, project, record, before } = known;
  const { ledger } = world;
  const { commit, given, path } = apply;
  return {
    reads: world.reads,
    before,
    declared: project.declared,
    fileError: project.fileError,
    hidden: project.settings.hidden,
    record: knownOf(world, known),
    isOlder:
      record === 'unreadable' || (record !== undefined && !world.isAncestor(record.commit, commit)),
    isOlderThanUnfinished: (ledger.unfinished.get(path) ?? []).some(
      (one) => !world.isAncestor(one.commit, commit),
    ),
    isOffMain: isOffMain(world, [record, ...(ledger.unfinished.get(path) ?? [])], commit),
    unfinished: (ledger.unfinished.get(path) ?? []).map((one) => claimOf(world, one, apply)),
    isRunning: ledger.running.has(path),
    isOrphaned: continuedBy(world, path, commit).unknown.length > 0,
    keepsDrift: project.settings.keepsDrift && given.onDrift === undefined,
    isDirty: apply.dirty !== undefined,
    others: othersOf(world, known),
    given,
    ...(typeof given.lastApplied === 'string' && {
      lastApplied: declaredAt(world, given.lastApplied, path),
    }),
  };
}

function isOffMain(
  world: World,
  applies: readonly (Known['record'] | Unfinished)[],
  commit: string,
): boolean {
  if (applies.includes('unreadable')) return false;
  const main = world.commit('main');
  const missing = applies.flatMap((one) =>
    typeof one === 'object' && !world.isAncestor(one.commit, commit) ? [one.commit] : [],
  );
  const isElsewhere = (one: string) =>
    !world.isAncestor(one, main) && !world.isAncestor(commit, one);
  return missing.length > 0 && world.isAncestor(commit, main) && missing.every(isElsewhere);
}

function knownOf(world: World, { apply, record }: Known): Situation['record'] {
  if (typeof record !== 'object') return record ?? 'none';
  return {
    items: declaredIn(record.documents),
    isConfirmed: isConfirmed(world, record, apply),
  };
}

/**
 * Its commit is an ancestor of the one that is applied, or of main, and has the documents that the record has; under
 * another name, for the project file alone that has become of it.
 */
function isConfirmed(
  world: World,
  record: Applied,
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
  const items = declaredIn(one.documents);
  const isSure = !one.isForged && isConfirmed(world, one, apply);
  return { items, pushed: one.pushed, isConfirmed: isSure, isForged: one.isForged === true };
}

function othersOf(world: World, known: Known): Others {
  const { apply, projects, record } = known;
  const { records, unfinished, writers } = world.ledger;
  const beyond = [...records].filter(([path]) => path !== apply.path);
  const confirmed = beyond.flatMap(([, one]) =>
    one !== 'unreadable' && isConfirmed(world, one, { commit: apply.commit }) ? [one] : [],
  );
  /** What the own record declares from a later commit came to this project since. */
  const left = (one: Applied) => {
    const isLater =
      typeof record === 'object' &&
      record.commit !== one.commit &&
      world.isAncestor(one.commit, record.commit);
    const ours = isLater ? declaredIn(record.documents) : new Map<string, string>();
    return [...declaredIn(one.documents).keys()].filter((item) => !ours.has(item));
  };
  const begun = [...unfinished].filter(([path]) => path !== apply.path).flatMap(([, some]) => some);
  const beside = [...projects.values()].filter(({ path }) => path !== apply.path);
  const itemsOfAll = (all: readonly (Applied | Unfinished | 'unreadable')[]) =>
    new Set(
      all.flatMap((one) => (one === 'unreadable' ? [] : [...declaredIn(one.documents).keys()])),
    );
  return {
    declared: new Set(beside.flatMap(({ declared }) => [...declared.keys()])),
    recorded: new Set(confirmed.flatMap(left)),
    hasApplied: (item, text) =>
      confirmed.some((one) => declaredIn(one.documents).get(item) === text),
    unfinished: itemsOfAll(begun),
    areBroken: beside.some(({ fileError }) => fileError !== undefined),
    wrote: (item) => (writers.get(item) ?? apply.path) !== apply.path,
  };
}

/** What a project of the commit, or a record, treats as secret: keys, and paths of files. */
export function secretsOf(world: World, commit: string): ReadonlySet<string> {
  const recorded = [...world.ledger.records.values()].flatMap((one) =>
    one === 'unreadable' ? [] : (world.projects(one.commit).get(one.path) ?? []),
  );
  return new Set(
    [...world.projects(commit).values(), ...recorded].flatMap(({ settings }) => settings.secret),
  );
}

function declaredAt(world: World, commit: string, path: string): Items {
  return world.projects(commit).get(path)?.declared ?? new Map();
}

function declaredIn(documents: Tree): Map<string, string> {
  return new Map([...documents.values()].flatMap((document) => [...itemsOf(document)]));
}

interface Ended extends Omit<Known, 'projects' | 'before' | 'committed'> {
  /** What was at origin before. */
  refs: readonly Ref[];
  end: End;
  situation: Situation;
  after: Items;
  /** Whether it continues a project file of another name. */
  isRenamed: boolean;
  /** Whether an item is as others left it while the apply ran. */
  isTheirs: (item: string) => boolean;
}

export function note(
  world: World,
  { apply, project, record, refs, end, situation, after, isRenamed, isTheirs }: Ended,
): void {
  const { ledger } = world;
  const { path, commit } = apply;
  const { documents, declared } = project;
  if (end.outcome === 'refused') return;
  const moved = movedRef(world, refs);
  if (moved !== undefined) ledger.refs.set(path, moved.name);
  if (end.outcome === 'unknown') {
    // It may have been killed before it began.
    if (moved === undefined) return;
    const pushed = new Set(
      [...declared.keys()].filter(
        (item) => after.get(item) !== situation.before.get(item) && !isTheirs(item),
      ),
    );
    // In the place of what cannot be read it begins anew.
    if (record === 'unreadable') ledger.forget(path);
    const others = ledger.unfinished.get(path) ?? [];
    ledger.unfinished.set(path, [...others, { path, commit, documents, pushed }]);
    if (moved.until !== '' && new Date(moved.until) > world.now()) ledger.running.add(path);
    else ledger.running.delete(path);
    return;
  }
  const { isRunning, isDirty, isOrphaned } = situation;
  // Where all of it has arrived, the record of one that may still be running is closed.
  const isWaiting = isRunning && moved === undefined;
  if (end.outcome === 'nothing' && (isWaiting || isDirty || isOrphaned)) return;
  // What has nothing to push does not take the place of what is newer, but of what cannot be read.
  const isOlder = situation.isOlder || situation.isOlderThanUnfinished;
  const mayBeNewer = isOlder && record !== 'unreadable' && !situation.given.allowOlder;
  const isTakenOver = end.outcome === 'nothing' && mayBeNewer;
  if (isTakenOver && moved === undefined) return;
  if (isTakenOver && !situation.isOffMain) throw new Fault('The record of a newer commit is gone.');
  // A record names the unfinished apply that it takes over, also where nothing was left to push.
  const isSame =
    !isRenamed &&
    end.outcome === 'nothing' &&
    situation.unfinished.length === 0 &&
    typeof record === 'object' &&
    sameTree(filesOf(world, record), filesOf(world, { path, commit, documents }));
  if (!isSame || isTakenOver) ledger.records.set(path, { path, commit, documents });
  ledger.unfinished.delete(path);
  ledger.running.delete(path);
  ledger.applied.set(path, commit);
}

/** What a record holds: the documents, and the project file under the name that it had then. */
function filesOf(world: World, { path, commit, documents }: Applied): Tree {
  return new Map(documents).set(basename(path), world.tree(commit).get(path) ?? '');
}

/** The record that this apply has written, whatever its ref is called. */
function movedRef(world: World, refs: readonly Ref[]): Ref | undefined {
  const known = new Set(refs.map(({ name, commit }) => `${name} ${commit}`));
  return world
    .refs()
    .find(({ name, commit }) => name.endsWith('/applied') && !known.has(`${name} ${commit}`));
}
