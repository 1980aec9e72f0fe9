// Globs of the project file: checked, and matched against paths in the work tree, in memory and in Git.
import { alternatives, globProblem, patternTest } from '../lib/glob.ts';
import { elementsOf } from '../model/context.ts';
import { cut } from '../model/diagnostic.ts';
import type { Fields } from './fields.ts';
import type { Entry, Node } from './syntax-tree.ts';

// Globs of the project file: checked, so that none keeps the program busy or points outside the project folder.

/** Globs of documents. */
export function readInclude(fields: Fields, entry: Entry): string[] | undefined {
  const globs = fields.texts(entry);
  if (globs === undefined || !areSimple(fields, entry, { globs, problemOf: globProblem })) return undefined;
  const escaping = [...globs.entries()].filter(([, glob]) => leadsOut(glob));
  for (const [index, glob] of escaping) {
    fields.error({
      code: 'outside-root',
      at: itemAt(entry, index),
      message: `\`${cut(glob)}\` points outside the project folder.`,
      hint: 'Globs are relative to the folder of confighub.yaml. To include files above it, move confighub.yaml up.',
    });
  }
  return escaping.length === 0 ? globs : undefined;
}

/** The glob itself, in a list or alone. */
function itemAt({ value }: Entry, index: number): Node {
  return value.kind === 'sequence' ? (value.items[index] ?? value) : value;
}

function leadsOut(glob: string): boolean {
  const { includes, excludes } = expanded([glob]);
  return [glob, ...includes, ...excludes].some((one) => /^\/|^[a-zA-Z]:|(^|[/{,])\.\.(\/|$)/.test(one));
}

/** Globs of names. */
export function readGlobs(fields: Fields, entry: Entry, problemOf = globProblem): string[] | undefined {
  const globs = fields.texts(entry);
  return globs !== undefined && areSimple(fields, entry, { globs, problemOf }) ? globs : undefined;
}

/** Globs of contexts: every element is a glob of its own. */
export function readContextGlobs(fields: Fields, entry: Entry): string[] | undefined {
  return readGlobs(fields, entry, (context) => elementsOf(context).map(globProblem).find(Boolean));
}

/** One that could take for ever, or that has no meaning here, is refused. */
function areSimple(
  fields: Fields,
  entry: Entry,
  { globs, problemOf }: { globs: readonly string[]; problemOf: typeof globProblem },
): boolean {
  let isSimple = true;
  for (const [index, glob] of globs.entries()) {
    const problem = problemOf(glob);
    if (problem === undefined) continue;
    isSimple = false;
    fields.error({
      code: 'bad-option',
      at: itemAt(entry, index),
      message: `The glob \`${cut(glob)}\` in \`${entry.key.text}\` ${problem}.`,
      hint: 'Use several simpler globs. Supported: `*`, `**`, `?`, `[…]`, `{a,b}` and a leading `!`.',
    });
  }
  return isSimple;
}

// Which paths the globs of a project match, in the work tree, in memory and in what Git has alike.

/** A glob with `!` in front excludes. */
export function matcher(globs: readonly string[]): (path: string) => boolean {
  const { includes, excludes } = expanded(globs);
  const literals = new Set(includes.filter(isLiteral));
  const patterns = includes.filter((glob) => !literals.has(glob)).map((glob) => testOf(glob));
  const files = excludes.map((glob) => testOf(glob, { dot: true }));
  const isExcludedFolder = folderExcluder(excludes);
  return (path) =>
    (literals.has(path) || matchesAny(patterns, path)) &&
    !matchesAny(files, path) &&
    !isExcludedFolder(path.split('/').slice(0, -1).join('/'));
}

/** Whether the listing would search a folder, or one above it: asked of those that are not there to be searched. */
export function searcher(globs: readonly string[]): (folder: string) => boolean {
  const { includes, excludes } = expanded(globs);
  const isExcludedFolder = folderExcluder(excludes);
  const globsByPart = includes.map((glob) => glob.split('/').map(partOf));
  return (folder) =>
    globsByPart.some((parts) => leadsInto(parts, folder.split('/'))) && !isExcludedFolder(folder);
}

/** The globs that match none of the paths, as they were written. */
export function unmatched(globs: readonly string[], paths: readonly string[]): string[] {
  return globs.filter((glob) => !isExclude(glob) && !isLiteral(glob) && !paths.some(matcher([glob])));
}

/** Braces expanded, and everything else that can be written in several ways brought into one. */
export function expanded(globs: readonly string[]): { includes: string[]; excludes: string[] } {
  const all = globs.flatMap(alternatives).map(normalise);
  const excludes = all.filter(isExclude).map((glob) => normalise(glob.slice(1)));
  return {
    includes: all.filter((glob) => !isExclude(glob)).filter(Boolean),
    excludes: excludes.filter(Boolean),
  };
}

function isExclude(glob: string): boolean {
  return glob.startsWith('!');
}

/** `./config/*`, `config/./*` and `config//*` mean the same as `config/*`. */
function normalise(glob: string): string {
  return glob.replace(/\/{2,}/g, '/').replace(/(^|^!|\/)(?:\.\/)+/g, '$1');
}

/** No wildcard in it: the name of one file. */
export function isLiteral(glob: string): boolean {
  return !/^!|[*?[{]/.test(glob);
}

/** An excluded folder takes everything in it along. */
function folderExcluder(excludes: readonly string[]): (folder: string) => boolean {
  const folders = excludes.filter((glob) => glob.endsWith('/**') || isLiteral(glob.split('/').at(-1) ?? ''));
  const patterns = folders.map((glob) => testOf(glob, { dot: true }));
  return (folder) => {
    const parts = folder.split('/');
    return parts.some((_, i) => matchesAny(patterns, parts.slice(0, i + 1).join('/')));
  };
}

/** Part by part; what `**` may stand for is not looked at more closely. */
function leadsInto(glob: readonly Part[], folder: string[]): boolean {
  for (const [i, name] of folder.entries()) {
    const part = glob[i];
    if (part?.text.includes('**')) return folder.slice(i).every((below) => isFound(below, glob.slice(i + 1)));
    if (part === undefined || i === glob.length - 1 || !(part.text === name || part.fits(name))) return false;
  }
  return true;
}

/** `**` passes by what has a dot in front, unless a part behind it has the dot as well. */
function isFound(folder: string, behind: readonly Part[]): boolean {
  return !folder.startsWith('.') || behind.some(({ text, fits }) => text.startsWith('.') && fits(folder));
}

interface Part {
  text: string;
  fits: (name: string) => boolean;
}

function partOf(text: string): Part {
  return { text, fits: testOf(text) };
}

/** As in a shell: a name with a dot in front is found only where the glob has the dot. */
function testOf(glob: string, options = { dot: false }): (path: string) => boolean {
  return patternTest(glob, options);
}

function matchesAny(patterns: readonly ((path: string) => boolean)[], path: string): boolean {
  return patterns.some((pattern) => pattern(path));
}
