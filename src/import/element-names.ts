// What the paths of files say: which parts are names of environments, and which folders are applications.
import { grouped } from '../lib/collections.ts';
import { compareText } from '../lib/text.ts';

/** What environments are usually called. */
const ENVIRONMENT =
  /^(?:prod(?:uction)?|live|pre-?prod(?:uction)?|stag(?:e|ing)|test(?:ing)?|qa|uat|int(?:egration)?|acc(?:eptance)?|dev(?:elop(?:ment)?)?|sandbox|demo)$/i;

/** Folders of the usual layout of sources, which are no applications. */
const LAYOUT = /^(?:src|main|test|resources)$/i;

/** A path in which a level stands for an element. */
export interface NamedPath {
  path: string;
  /** With `{Level}` in place of the element. */
  template: string;
  element: string;
}

/** The files whose path names an environment, by path. All files below a folder agree whether it is one. */
export function environmentsIn(paths: readonly string[], level: string | undefined): Map<string, NamedPath> {
  if (level === undefined) return new Map();
  const all = paths.map((path) => ({ folders: foldersIn(path, level), name: nameIn(path, level) }));
  const places = grouped(
    all.flatMap(({ folders, name }) => folders.map((folder) => ({ folder, name }))),
    ({ folder }) => placeOf(folder.template),
  );
  const isEnvironment = new Map([...places].map(([place, files]) => [place, areEnvironments(files)]));
  const found = all.flatMap(({ folders, name }) => {
    const folder = folders.find(({ template }) => isEnvironment.get(placeOf(template)));
    return folder ?? name ?? [];
  });
  return new Map(found.map((one) => [one.path, one]));
}

/**
 * A folder `test` alone holds tests; beside `prod` it is an environment. Unless most files there name another one:
 * `services/demo/application-prod.yml` is a service.
 */
function areEnvironments(files: readonly { folder: NamedPath; name: NamedPath | undefined }[]): boolean {
  const others = files.filter(({ folder, name }) => name !== undefined && name.element !== folder.element);
  return new Set(files.map(({ folder }) => folder.element)).size > 1 && others.length * 2 <= files.length;
}

/** The template up to the end of the level. */
function placeOf(template: string): string {
  return template.slice(0, template.indexOf('}') + 1);
}

/** The folders that may be an environment, the outermost first. Directly below `src` there are kinds of sources. */
function foldersIn(path: string, level: string): NamedPath[] {
  return [...path.matchAll(/(?<=^|\/)(?<!(?:^|\/)src\/)[^/]+(?=\/)/g)].flatMap((match) =>
    ENVIRONMENT.test(match[0]) ? [namedBy(path, match, level)] : [],
  );
}

/** The last part of the file's name that may be an environment. */
function nameIn(path: string, level: string): NamedPath | undefined {
  const start = path.lastIndexOf('/') + 1;
  const parts = [...path.matchAll(/pre-prod(?:uction)?|[^/._-]+/gi)];
  const found = parts.findLast((match) => match.index >= start && ENVIRONMENT.test(match[0]));
  return found && namedBy(path, found, level);
}

function namedBy(path: string, match: RegExpExecArray, level: string): NamedPath {
  const [element] = match;
  const end = match.index + element.length;
  return { path, element, template: `${path.slice(0, match.index)}{${level}}${path.slice(end)}` };
}

/** The path without the extension, and without an environment in the name: `application` and `application-prod` are alike. */
export function stemOf(template: string): string {
  const folder = template.slice(0, template.lastIndexOf('/') + 1);
  return `${folder}${nameStemOf(template)}`;
}

export function nameStemOf(template: string): string {
  const name = template.slice(template.lastIndexOf('/') + 1);
  // `.env` is no extension, and `{Level}` neither.
  const plain = name.replace(/(?<=.)\.[^.{}]+$/, '');
  return plain.replace(/^\{[^}]*\}[-_.]?|[-_.]\{[^}]*\}/, '');
}

/**
 * The folders that are applications: those that hold the same file as others beside them, whatever its extension and
 * environment, and those of the same name elsewhere. None is inside another one.
 */
export function applicationFolders(templates: readonly string[]): Set<string> {
  const found = new Applications();
  const candidates = templates.flatMap((template) =>
    foldersOf(template)
      .filter(mayBeApplication)
      .map((folder) => ({ folder, parent: parentOf(folder), rest: stemOf(template).slice(folder.length) })),
  );
  const parents = [...grouped(candidates, ({ parent }) => parent)]
    .map(([parent, all]) => ({ parent, siblings: siblingsIn(all) }))
    .filter(({ siblings }) => siblings.length > 0);
  // Where most files agree is right; otherwise the outer folders.
  const order = parents.sort(
    (a, b) =>
      b.siblings.length - a.siblings.length || depthOf(a.parent) - depthOf(b.parent) || compareText(a.parent, b.parent),
  );
  for (const { siblings } of order) {
    const left = siblings.filter(({ folder }) => found.mayAdd(folder));
    for (const { folder } of siblingsIn(left)) found.add(folder);
  }
  const names = new Set([...found.folders].map(nameOf));
  for (const template of templates) {
    const named = foldersOf(template).find((folder) => names.has(nameOf(folder)) && found.mayAdd(folder));
    if (named !== undefined) found.add(named);
  }
  return found.folders;
}

interface Candidate {
  folder: string;
  parent: string;
  /** What follows the folder. */
  rest: string;
}

/** Those that differ from another one in the folder only. */
function siblingsIn(candidates: readonly Candidate[]): Candidate[] {
  const groups = [...grouped(candidates, ({ rest }) => rest).values()];
  return groups.filter((group) => new Set(group.map(({ folder }) => folder)).size > 1).flat();
}

class Applications {
  readonly folders = new Set<string>();
  readonly #above = new Set<string>();

  /** Not inside of another application, nor around one. */
  mayAdd(folder: string): boolean {
    return !this.#above.has(folder) && !foldersOf(`${parentOf(folder)}/x`).some((one) => this.folders.has(one));
  }

  add(folder: string): void {
    this.folders.add(folder);
    for (const one of foldersOf(folder)) this.#above.add(one);
  }
}

/** The application that a file is in, and the template with the level in its place. */
export function applicationIn(
  template: string,
  { applications, level }: { applications: ReadonlySet<string>; level: string },
): { template: string; element: string } | undefined {
  const folder = foldersOf(template).find((one) => applications.has(one));
  if (folder === undefined) return undefined;
  const parent = parentOf(folder);
  const start = parent === '' ? '' : `${parent}/`;
  return { element: nameOf(folder), template: `${start}{${level}}${template.slice(folder.length)}` };
}

function mayBeApplication(folder: string): boolean {
  const name = nameOf(folder);
  return !name.includes('{') && !LAYOUT.test(name);
}

/** Of a file, the outermost first: `a/b/c.yml` is in `a` and `a/b`. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function depthOf(path: string): number {
  return path === '' ? 0 : path.split('/').length;
}
