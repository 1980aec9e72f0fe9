// What a project file that is gone has become: who looks at the documents of both commits can tell, or cannot.
import { posix } from 'node:path';
import { nameOf, type Project } from '../items.ts';
import type { World } from '../world.ts';
import type { Source } from './ledger.ts';

/** Project files that a commit does not have, and that have a record. */
function goneAt(world: World, commit: string): string[] {
  const { records, unfinished } = world.ledger;
  const files = world.tree(commit);
  return [...new Set([...records.keys(), ...unfinished.keys()])]
    .filter((path) => !files.has(path))
    .sort();
}

/** The project file whose record a project without one continues; those of which nobody can tell. */
export function continuedBy(
  world: World,
  own: string,
  commit: string,
): { former?: string; unknown: string[] } {
  const { records, unfinished } = world.ledger;
  if (records.has(own) || unfinished.has(own)) return { unknown: [] };
  const open = goneAt(world, commit)
    .map((path) => ({ path, ...heirsOf(world, { own, path, commit }) }))
    .filter(({ path, best }) =>
      best.length === 0 ? !isOther(world, { own, path, commit }) : best.includes(own),
    );
  const [only, second] = open.filter(({ heir }) => heir === own);
  if (only !== undefined && second === undefined) return { former: only.path, unknown: [] };
  return { unknown: open.map(({ path }) => path) };
}

function heirsOf(
  world: World,
  { own, path, commit }: { own: string; path: string; commit: string },
): Heirs {
  const last = lastOf(world, path);
  return last === undefined ? NOBODY : heirsOfApply(world, { own, last, commit });
}

function lastOf({ ledger: { records, unfinished } }: World, path: string): Source | undefined {
  const last = records.get(path) ?? unfinished.get(path)?.at(-1);
  return last === 'unreadable' ? undefined : last;
}

/** A project that stood beside the one that is gone, and has nothing of it. */
function isOther(
  world: World,
  { own, path, commit }: { own: string; path: string; commit: string },
): boolean {
  const last = lastOf(world, path);
  const former = last && projectOf(world, last);
  const beside = world.projects(commit).get(own);
  if (!former || !beside || last.path === own || !world.tree(last.commit).has(own)) return false;
  return heldBy(beside, former).count === 0;
}

interface Heirs {
  /** The new project file that has most of the documents, and more than any other. */
  heir: string | undefined;
  /** Those of which none has more. */
  best: readonly string[];
}

const NOBODY: Heirs = { heir: undefined, best: [] };

/** Which new project files have the documents of the commit of an apply. */
export function heirsOfApply(
  world: World,
  { own, last, commit }: { own: string; last: Source; commit: string },
): Heirs {
  const files = world.tree(commit);
  if (last.path !== own && files.has(last.path)) return NOBODY;
  const former = projectOf(world, last);
  if (former === undefined) return NOBODY;
  const before = world.tree(last.commit);
  const { records, unfinished } = world.ledger;
  const isNew = (path: string) =>
    (path === last.path || !before.has(path)) &&
    (path === own || !(records.has(path) || unfinished.has(path)));
  const held = [...world.projects(commit).values()]
    .filter(({ path }) => isNew(path) || path === last.path)
    .map((project) => ({ path: project.path, ...heldBy(project, former) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const [best, second] = held;
  const isMost =
    best !== undefined &&
    2 * best.count > former.documents.size &&
    best.count > (second?.count ?? 0);
  const isHeir = isMost && (best.isAlike || 2 * best.kept > former.documents.size);
  const all = held.filter(({ count }) => count === best?.count).map(({ path }) => path);
  return { heir: isHeir ? best.path : undefined, best: all };
}

function projectOf(world: World, { path, commit }: Source): Project | undefined {
  try {
    return world.projects(commit).get(path);
  } catch {
    // Somebody named a commit that there is not.
    return undefined;
  }
}

/** How many documents are where they were, or elsewhere as they were, or moved along with what is mostly the same project. */
function heldBy(
  project: Project,
  former: Project,
): { count: number; kept: number; isAlike: boolean } {
  const own = [...project.documents].map(([below, text]) => ({
    below,
    path: posix.join(project.folder, below),
    text,
  }));
  const [keys, theirs] = [project, former].map(
    ({ declared }) => new Set([...declared.keys()].map(nameOf)),
  );
  const left = [...(theirs ?? [])].filter((key) => !keys?.has(key)).length;
  const isAlike = left === 0 || 2 * left < (theirs?.size ?? 0);
  const isKept = (below: string) =>
    own.some(({ path }) => path === posix.join(former.folder, below));
  const held = [...former.documents].filter(
    ([below, text]) =>
      isKept(below) || own.some((one) => one.text === text || (isAlike && one.below === below)),
  );
  return { count: held.length, kept: held.filter(([below]) => isKept(below)).length, isAlike };
}
