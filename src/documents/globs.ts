// Globs of the project file: checking them, and matching them against paths in the work tree, in memory and in Git.
import { alternatives, globProblem, patternTest } from '../lib/glob.ts';
import { elementsOf } from '../model/context.ts';
import { cut } from '../model/diagnostic.ts';
import type { Project } from '../model/project.ts';
import type { Fields } from './fields.ts';
import { globsOf } from './source-path.ts';
import type { Entry, Node } from './syntax-tree.ts';

/** Reads globs of documents, which must stay inside the project folder. */
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

/** The node of one glob, whether in a list or a single text. */
export function itemAt({ value }: Entry, index: number): Node {
  return value.kind === 'sequence' ? (value.items[index] ?? value) : value;
}

/** Absolute paths, and paths through `..`. */
const LEADS_OUT = /^\/|^[a-zA-Z]:|(^|[/{,])\.\.(\/|$)/;

/** Whether a glob may match outside of the folder it is relative to. */
export function leadsOut(glob: string): boolean {
  const { includes, excludes } = expanded([glob]);
  return [glob, ...includes, ...excludes].some((one) => LEADS_OUT.test(one));
}

/** Reads globs of names. */
export function readGlobs(fields: Fields, entry: Entry, problemOf = globProblem): string[] | undefined {
  const globs = fields.texts(entry);
  return globs !== undefined && areSimple(fields, entry, { globs, problemOf }) ? globs : undefined;
}

/** Reads globs of contexts: every element is a glob of its own. */
export function readContextGlobs(fields: Fields, entry: Entry): string[] | undefined {
  return readGlobs(fields, entry, (context) => elementsOf(context).map(globProblem).find(Boolean));
}

/** Refuses globs that are unsupported or could take too long to match. */
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

/** Tests whether a path is that of a document, or of a file that a source matches. */
export function documentMatcher(project: Searched): (path: string) => boolean {
  const tests = globLists(project).map(matcher);
  return (path) => tests.some((fits) => fits(path));
}

/** The same as {@link searcher} for all documents and sources. */
export function documentSearcher(project: Searched): (folder: string) => boolean {
  const tests = globLists(project).map(searcher);
  return (folder) => tests.some((fits) => fits(folder));
}

type Searched = Pick<Project, 'include' | 'sources'>;

function globLists({ include, sources }: Searched): (readonly string[])[] {
  return [include, ...sources.map(globsOf)];
}

/** Tests paths against globs; a glob that starts with `!` excludes. */
export function matcher(globs: readonly string[]): (path: string) => boolean {
  const { includes, excludes } = expanded(globs);
  const literals = new Set(includes.filter(isLiteral));
  const patterns = includes.filter((glob) => !literals.has(glob)).map(testOf);
  const files = excludes.map(testOfExclude);
  const isExcludedFolder = folderExcluder(excludes);
  return (path) =>
    (literals.has(path) || patterns.some((fits) => fits(path))) &&
    !files.some((fits) => fits(path)) &&
    !isExcludedFolder(path.split('/').slice(0, -1).join('/'));
}

/** Tests whether a listing would search a folder or one above it, for folders that are not in the work tree. */
export function searcher(globs: readonly string[]): (folder: string) => boolean {
  const { includes, excludes } = expanded(globs);
  const isExcludedFolder = folderExcluder(excludes);
  const globsByPart = includes.map((glob) => glob.split('/').map((text) => ({ text, fits: testOf(text) })));
  return (folder) => globsByPart.some((parts) => leadsInto(parts, folder.split('/'))) && !isExcludedFolder(folder);
}

/** The globs with wildcards that match none of the paths. */
export function unmatched(globs: readonly string[], paths: readonly string[]): string[] {
  return globs.filter((glob) => !isExclude(glob) && !isLiteral(glob) && !paths.some(matcher([glob])));
}

/** The globs normalised, with braces expanded. */
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
export function normalise(glob: string): string {
  return glob.replace(/\/{2,}/g, '/').replace(/(^|^!|\/)(?:\.\/)+/g, '$1');
}

/** Whether a glob has no wildcard, so that it names one file. */
export function isLiteral(glob: string): boolean {
  return !/^!|[*?[{]/.test(glob);
}

/** Tests whether a folder or one above it is excluded. */
function folderExcluder(excludes: readonly string[]): (folder: string) => boolean {
  const folders = excludes.filter((glob) => glob.endsWith('/**') || isLiteral(glob.split('/').at(-1) ?? ''));
  const patterns = folders.map(testOfExclude);
  return (folder) => {
    const parts = folder.split('/');
    const paths = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
    return paths.some((path) => patterns.some((fits) => fits(path)));
  };
}

/** Compares part by part; after `**` any folder may match. */
function leadsInto(glob: readonly Part[], folder: string[]): boolean {
  for (const [i, name] of folder.entries()) {
    const part = glob[i];
    if (part?.text.includes('**')) return folder.slice(i).every((below) => isFound(below, glob.slice(i + 1)));
    if (part === undefined || i === glob.length - 1 || !(part.text === name || part.fits(name))) return false;
  }
  return true;
}

/** `**` skips names that start with a dot, unless a later part of the glob starts with a dot too. */
function isFound(folder: string, behind: readonly Part[]): boolean {
  return !folder.startsWith('.') || behind.some(({ text, fits }) => text.startsWith('.') && fits(folder));
}

interface Part {
  text: string;
  fits: (name: string) => boolean;
}

/** As in a shell: a wildcard matches a leading dot only if the glob has the dot. */
function testOf(glob: string): (path: string) => boolean {
  return patternTest(glob, { dot: false });
}

function testOfExclude(glob: string): (path: string) => boolean {
  return patternTest(glob, { dot: true });
}
