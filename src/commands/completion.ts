// completion: names that the files of a project declare, as far as they can be read. Contacts no server.
import { type Loaded, loadProject, loadProjectFile } from '../documents/load-project.ts';
import { folderOf } from '../documents/work-tree-files.ts';
import { globProblem, globTest } from '../lib/glob.ts';
import { compareText } from '../lib/text.ts';
import { elementsIn } from './show-context.ts';

/** What names of the project are asked for, and what the flags before the cursor say about it. */
export interface NamesWanted {
  kind: 'target' | 'context' | 'item';
  /** What `--config` says. */
  config?: string;
  /** What `--target` says. */
  targets: readonly string[];
  /** Only paths of files. */
  isFile: boolean;
}

export interface ProjectPlace {
  /** Path of the project file. */
  config: string;
  cwd: string;
  /** Names or globs of targets; empty: all. */
  targets: readonly string[];
}

/** More at once are no help. Then only the next part of each name is offered. */
const MAX_NAMES = 200;

export interface Names {
  names: string[];
  /** False: these are only beginnings. */
  isWhole: boolean;
}

export function targetNames({ config, cwd }: ProjectPlace): Names {
  const { files, name } = folderOf(config, cwd);
  const { targets = [] } = loadProjectFile(files, name);
  return { names: targets.map((target) => target.name), isWhole: true };
}

/** Keys and paths of files, or only these. */
export function itemNames(place: ProjectPlace, { typed, isFile }: { typed: string; isFile: boolean }): Names {
  const names = loadAll(place).flatMap(({ state }) => [
    ...(isFile ? [] : [...state.keys.values()].filter(({ absent }) => !absent).map(({ name }) => name)),
    ...[...state.files.values()].map(({ path }) => path),
  ]);
  return abridged(unique(names), typed);
}

/** Contexts of which each element stands in a document. */
export function contextNames(place: ProjectPlace, typed: string): Names {
  const loaded = loadAll(place);
  const depth = Math.max(0, ...loaded.map(({ project, depth: found }) => project.levels?.length ?? found?.levels ?? 0));
  const levels = Array.from({ length: depth }, () => new Set<string>());
  for (const { state } of loaded) {
    for (const [level, elements] of elementsIn(state, depth).entries())
      for (const element of elements.values()) levels[level]?.add(element);
  }
  // `*` is any element without values of its own.
  return combined(
    levels.map((elements) => [...unique(elements), '*']),
    typed,
  );
}

/** Every combination, or, if these are too many, only up to the element that is typed. */
function combined(levels: readonly (readonly string[])[], typed: string): Names {
  const given = typed.split(';').slice(0, -1);
  const start = given.map((element) => `${element};`).join('');
  const open = levels.slice(given.length);
  const [first] = open;
  if (first === undefined) return { names: [], isWhole: true };
  const count = open.reduce((product, elements) => product * elements.length, 1);
  const isWhole = count <= MAX_NAMES || open.length === 1;
  if (!isWhole) return { names: first.map((element) => `${start}${element};`), isWhole };
  const ends = open.reduce<readonly string[]>(
    (ways, elements) => ways.flatMap((way) => elements.map((element) => (way === '' ? element : `${way};${element}`))),
    [''],
  );
  return { names: ends.map((end) => `${start}${end}`), isWhole };
}

/** Too many names are cut behind the next `.` or `/`. */
function abridged(names: readonly string[], typed: string): Names {
  const fitting = names.filter((name) => name.startsWith(typed));
  if (fitting.length <= MAX_NAMES) return { names: fitting, isWhole: true };
  const parts = fitting.map((name) => typed + (/^[^./]*[./]?/.exec(name.slice(typed.length))?.[0] ?? ''));
  const cut = unique(parts);
  return { names: cut, isWhole: cut.length === fitting.length };
}

function unique(names: Iterable<string>): string[] {
  return [...new Set(names)].sort(compareText);
}

/** The chosen targets, or the project of a file without targets. */
function loadAll({ config, cwd, targets: patterns }: ProjectPlace): Loaded[] {
  const { files, name: projectFile } = folderOf(config, cwd);
  const { targets } = loadProjectFile(files, projectFile);
  // No variable is read: a value could be secret, and none is needed.
  const load = (name?: string) =>
    loadProject(files, { env: 'unknown', missingEnv: 'warning', projectFile, choice: { name } });
  if (targets === undefined) return [load()];
  const tests = patterns
    .filter((pattern) => globProblem(pattern) === undefined)
    .map((pattern) => globTest(pattern, { nocase: false }));
  const chosen = targets.filter(({ name }) => tests.length === 0 || tests.some((fits) => fits(name)));
  return chosen.map(({ name }) => load(name));
}
