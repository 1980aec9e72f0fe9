// Globs of the project file: checking them, and matching them against paths in the work tree, in memory and in Git.
import { alternatives, globProblem, patternTest } from '../lib/glob.ts';
import { elementsOf } from '../model/context.ts';
import { cut } from '../model/diagnostic.ts';
import type { Project } from '../model/project.ts';
import type { Fields, Problem } from './fields.ts';
import { globsOf } from './source-path.ts';
import type { Entry, Node } from './syntax-tree.ts';

type GlobProblem = Pick<Problem, 'code' | 'message' | 'hint'>;

/** Reads globs of documents, which must stay inside the project folder. */
export function readInclude(fields: Fields, entry: Entry): string[] | undefined {
  return checkedGlobs(fields, entry, (glob) => problemIn(entry, glob) ?? (leadsOut(glob) ? outside(glob) : undefined));
}

function outside(glob: string): GlobProblem {
  return {
    code: 'outside-root',
    message: `\`${cut(glob)}\` points outside the project folder.`,
    hint: 'Globs are relative to the folder of confighub.yaml. To include files above it, move confighub.yaml up.',
  };
}

/** Reads globs of names. */
export function readGlobs(fields: Fields, entry: Entry): string[] | undefined {
  return checkedGlobs(fields, entry, (glob) => problemIn(entry, glob));
}

/** Reads globs of contexts: every element is a glob of its own. */
export function readContextGlobs(fields: Fields, entry: Entry): string[] | undefined {
  return checkedGlobs(fields, entry, (context) => problemIn(entry, context, elementsOf(context)));
}

/** A glob that is unsupported or could take too long to match. */
function problemIn(entry: Entry, glob: string, parts = [glob]): GlobProblem | undefined {
  const problem = parts.map(globProblem).find(Boolean);
  if (problem === undefined) return undefined;
  const message = `The glob \`${cut(glob)}\` in \`${entry.key.text}\` ${problem}.`;
  const hint = 'Use several simpler globs. Supported: `*`, `**`, `?`, `[…]`, `{a,b}` and a leading `!`.';
  return { code: 'bad-option', message, hint };
}

function checkedGlobs(
  fields: Fields,
  entry: Entry,
  problemOf: (glob: string) => GlobProblem | undefined,
): string[] | undefined {
  const globs = fields.texts(entry);
  const problems = globs?.map(problemOf) ?? [];
  for (const [index, problem] of problems.entries())
    if (problem !== undefined) fields.error({ ...problem, at: itemAt(entry, index) });
  return problems.every((problem) => problem === undefined) ? globs : undefined;
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

type Searched = Pick<Project, 'include' | 'sources'>;
type Test = (path: string) => boolean;

/** Tests whether a path is that of a document, or of a file that a source matches. */
export function documentMatcher(project: Searched): Test {
  return byAnyList(project, matcher);
}

/** The same as {@link searcher} for all documents and sources. */
export function documentSearcher(project: Searched): Test {
  return byAnyList(project, searcher);
}

function byAnyList({ include, sources }: Searched, testOfList: (globs: readonly string[]) => Test): Test {
  const tests = [include, ...sources.map(globsOf)].map(testOfList);
  return (path) => tests.some((fits) => fits(path));
}

/** Tests paths against globs; a glob that starts with `!` excludes. */
export function matcher(globs: readonly string[]): Test {
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
export function searcher(globs: readonly string[]): Test {
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

/** The folder of a glob up to its first wildcard, with `/`. */
export function folderOfGlob(glob: string): string {
  return /^(?:[^*?[{/]+\/)*/.exec(glob)?.[0] ?? '';
}

/** Tests whether a folder or one above it is excluded. */
function folderExcluder(excludes: readonly string[]): Test {
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
  fits: Test;
}

/** As in a shell: a wildcard matches a leading dot only if the glob has the dot. */
function testOf(glob: string): Test {
  return patternTest(glob, { dot: false });
}

function testOfExclude(glob: string): Test {
  return patternTest(glob, { dot: true });
}
