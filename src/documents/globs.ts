// Globs of the project file: checking them, and matching them against paths in the working tree, in memory and in Git.
import { alternatives, globProblem, patternTest, type Test } from '../lib/glob.ts';
import { elementsOf } from '../model/context.ts';
import { cut, type FileError } from '../model/diagnostic.ts';
import type { Project } from '../model/project.ts';
import type { Entry, Fields, Node } from './fields.ts';
import { globsOf, type SourcePaths } from '../model/sources.ts';

/** Reads globs of names, or others that a check is for. */
export function readGlobs(
  fields: Fields,
  entry: Entry,
  check: (entry: Entry, glob: string) => FileError | undefined = problemIn,
): string[] | undefined {
  const globs = fields.texts(entry);
  const problems = globs?.map((glob) => check(entry, glob)) ?? [];
  for (const [index, problem] of problems.entries())
    if (problem !== undefined) fields.error({ ...problem, at: itemAt(entry, index) });
  return problems.every((problem) => problem === undefined) ? globs : undefined;
}

/** Of globs of files, which must stay inside the project folder. @param tested what the glob is to a matcher */
export function problemOfPath(entry: Entry, glob: string, tested = glob): FileError | undefined {
  const problem = problemIn(entry, glob, [tested]);
  if (problem !== undefined || !leadsOut(tested)) return problem;
  return {
    code: 'outside-root',
    message: `\`${cut(glob)}\` points outside the project folder.`,
    hint: 'It is relative to the folder of confighub.yaml. To read files above it, move confighub.yaml up.',
  };
}

/** Of globs of contexts: every element is a glob of its own. */
export function problemOfContext(entry: Entry, context: string): FileError | undefined {
  return problemIn(entry, context, elementsOf(context));
}

/** A glob that is unsupported or could take too long to match. */
function problemIn(entry: Entry, glob: string, parts = [glob]): FileError | undefined {
  const problem = parts.map(globProblem).find((text) => text !== undefined);
  if (problem === undefined) return undefined;
  const message = `The glob \`${cut(glob)}\` in \`${entry.key.text}\` ${problem}.`;
  const hint =
    'Use several simpler globs. Supported: `*`, `**`, `?`, `[…]`, `{a,b}` and a leading `!`.';
  return { code: 'bad-option', message, hint };
}

/** The node of one glob, whether in a list or a single text. */
export function itemAt({ value }: Entry, index: number): Node {
  return value.kind === 'sequence' ? (value.items[index] ?? value) : value;
}

/** Whether a glob may match outside the folder it is relative to: `/etc/*`, `C:a`, `../*`, `a/../*`, `{a,..}/*`. */
function leadsOut(glob: string): boolean {
  const { includes, excludes } = expanded([glob]);
  return [glob, ...includes, ...excludes].some((text) => ABSOLUTE.test(text) || PARENT.test(text));
}

const ABSOLUTE = /^\/|^[a-zA-Z]:/;
/** `..` as a whole name, perhaps the first of an alternative in braces. */
const PARENT = /(^|[/{,])\.\.(\/|$)/;

type Searched = Pick<Project, 'include'> & { sources: readonly SourcePaths[] };

/** Tests whether a path is that of a document, or of a file that a source matches. */
export function documentMatcher(project: Searched): Test {
  return byAnyList(project, matcher);
}

/** The same as {@link searcher} for all documents and sources. */
export function documentSearcher(project: Searched): Test {
  return byAnyList(project, searcher);
}

/**
 * Where files are left out of a project, as the end of a sentence: in what reads them. What neither `include` nor a source
 * matches is a content that a `path` names.
 */
export function leftOutIn(
  { include, sources }: Searched,
  paths: readonly string[],
  testOf = matcher,
): string {
  const isOfSource = sources.map((source) => testOf(globsOf(source)));
  const isIncluded = testOf(include);
  const ways = paths.map((path) => {
    if (isOfSource.some((fits) => fits(path))) return 'with `exclude` in the source';
    return isIncluded(path) ? 'in `include`' : 'by removing the `path` that names them';
  });
  return [...new Set(ways)].sort().reverse().join(', or ');
}

function byAnyList(
  { include, sources }: Searched,
  testOfList: (globs: readonly string[]) => Test,
): Test {
  const tests = [include, ...sources.map(globsOf)].map(testOfList);
  return (path) => tests.some((fits) => fits(path));
}

/** Tests paths against globs; a glob that starts with `!` excludes. */
export function matcher(globs: readonly string[]): Test {
  const { includes, excludes } = expanded(globs);
  const literals = new Set(includes.filter(isLiteralGlob));
  const patterns = includes.filter((glob) => !literals.has(glob)).map(testOf);
  const files = excludes.map(testOfExclude);
  const isExcludedFolder = folderExcluder(excludes);
  return (path) =>
    (literals.has(path) || patterns.some((fits) => fits(path))) &&
    !files.some((fits) => fits(path)) &&
    !isExcludedFolder(path.split('/').slice(0, -1).join('/'));
}

/** Tests whether a listing would search a folder or one above it, for folders that are not in the working tree. */
export function searcher(globs: readonly string[]): Test {
  const { includes, excludes } = expanded(globs);
  const isExcludedFolder = folderExcluder(excludes);
  const folders = includes.flatMap(foldersOf).map(testOf);
  return (folder) => folders.some((fits) => fits(folder)) && !isExcludedFolder(folder);
}

/** Globs of the folders that are searched for a glob: what comes before each `/`, and below `**`. */
function foldersOf(glob: string): string[] {
  const parts = glob.split('/');
  const globs = parts.map((part, i) => ({ part, whole: parts.slice(0, i + 1).join('/') }));
  return globs
    .filter(({ part }, i) => i < parts.length - 1 || part === '**')
    .map(({ whole }) => whole);
}

/** The globs with wildcards that match none of the paths. */
export function unmatched(globs: readonly string[], paths: readonly string[]): string[] {
  return globs.filter(
    (glob) => !isExclude(glob) && !isLiteralGlob(glob) && !paths.some(matcher([glob])),
  );
}

export function expanded(globs: readonly string[]): { includes: string[]; excludes: string[] } {
  const patterns = globs.flatMap(alternatives).map(normalize);
  const includes = patterns.filter((glob) => !isExclude(glob));
  const excludes = patterns.filter(isExclude).map((glob) => normalize(glob.slice(1)));
  const isGlob = (glob: string) => glob !== '';
  return { includes: includes.filter(isGlob), excludes: excludes.filter(isGlob) };
}

function isExclude(glob: string): boolean {
  return glob.startsWith('!');
}

/** `./config/*`, `config/./*` and `config//*` mean the same as `config/*`, and `!./a` the same as `!a`. */
export function normalize(glob: string): string {
  const withSingleSlashes = glob.replace(/\/{2,}/g, '/');
  return withSingleSlashes.replace(/(^|^!|\/)(?:\.\/)+/g, '$1');
}

/** Whether a glob has no wildcard, so that it names one file. */
export function isLiteralGlob(glob: string): boolean {
  return !/^!|[*?[{]/.test(glob);
}

/** The folder of a glob up to its first wildcard, with `/`: `config/` of `config/{shop,till}/*.yaml`. */
export function folderOfGlob(glob: string): string {
  return /^(?:[^*?[{/]+\/)*/.exec(glob)?.[0] ?? '';
}

function folderExcluder(excludes: readonly string[]): Test {
  const folders = excludes.filter(
    (glob) => glob.endsWith('/**') || isLiteralGlob(glob.split('/').at(-1) ?? ''),
  );
  const patterns = folders.map(testOfExclude);
  return (folder) => {
    const parts = folder.split('/');
    const paths = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
    return paths.some((path) => patterns.some((fits) => fits(path)));
  };
}

/** As in a shell: a wildcard matches a leading dot only if the glob has the dot. */
function testOf(glob: string): Test {
  return patternTest(glob, { dot: false });
}

function testOfExclude(glob: string): Test {
  return patternTest(glob, { dot: true });
}
