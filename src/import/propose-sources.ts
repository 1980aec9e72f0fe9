// Files that a folder already has → the `sources` that may read them. Elements are recognised by their usual names.
import { matcher } from '../documents/globs.ts';
import { globsOf, levelsIn, readingsOf } from '../documents/source-path.ts';
import { grouped } from '../lib/collections.ts';
import { compareText } from '../lib/text.ts';
import { formatOf } from '../model/sources.ts';

export interface SourceProposal {
  /** With `{Level}` in place of what seem to be names of elements. */
  path: string;
  /** Elements that the name of the file means, but that no `{Level}` stands for. */
  context?: string;
  /** The files that it reads, sorted. */
  files: readonly string[];
}

/** What environments are usually called. */
const ENVIRONMENT =
  /^(?:prod(?:uction)?|live|pre-?prod(?:uction)?|stag(?:e|ing)|test(?:ing)?|qa|uat|int(?:egration)?|acc(?:eptance)?|dev(?:elop(?:ment)?)?|sandbox|demo)$/i;
const ENVIRONMENT_LEVEL = /env|stage|tier|landscape/i;
const APPLICATION_LEVEL = /app|service|component|module|product/i;

/** Of other programs, examples, and what stays on one machine. */
const NOT_PROPOSED =
  /(?:^|\/)(?:node_modules|vendor|target|build|dist|\.[^/]+)\/|(?:^|\/)(?:gradle|maven|log4j|logging|messages|package|tsconfig|docker-compose)[^/]*$|(?:^|[/._-])(?:example|sample|template|local)(?:[/._-]|$)/i;

/** Folders of the usual layout of sources, which are no applications. */
const LAYOUT = /^(?:src|main|test|resources)$/i;

/** Formats whose files are configuration whatever their name. The others are if it names an environment. */
const ALWAYS: readonly string[] = ['properties', 'dotenv'];

/** Sorted by path. Each file is in one proposal at most. */
export function proposeSources(paths: readonly string[], levels: readonly string[]): SourceProposal[] {
  const usable = paths.filter(isUsable).sort(compareText);
  const found = namedFiles(usable, levels);
  const common = commonFiles(found, usable);
  const isOther = (path: string) => !found.has(path) && !common.includes(path);
  const rest = usable.filter((path) => isOther(path) && ALWAYS.includes(formatOf(path) ?? ''));
  const named = [...grouped([...found.values()], ({ template }) => template).values()].map(proposalOf);
  const joined = joinNames(joinApplications([...named, ...common.map((path) => ({ path, files: [path] }))], levels));
  const proposals = [...joined, ...rest.map((path) => ({ path, files: [path] }))];
  return proposals
    .flatMap((one) => checked(one, { usable, levels, found }))
    .sort((a, b) => compareText(a.path, b.path));
}

/** Not with characters that mean something in a glob. */
function isUsable(path: string): boolean {
  return formatOf(path) !== undefined && !NOT_PROPOSED.test(path) && !/[*?[\]{}!|()\\]/.test(path);
}

interface NamedFile {
  path: string;
  element: string;
  template: string;
}

/** The files whose path names an environment, by path. */
function namedFiles(paths: readonly string[], levels: readonly string[]): Map<string, NamedFile> {
  const level = levels.find((name) => ENVIRONMENT_LEVEL.test(name)) ?? levels[0];
  if (level === undefined) return new Map();
  const all = paths.flatMap((path) => namedIn(path, level));
  const elements = grouped(all, ({ template }) => foldersOf(template));
  // A folder `test` alone holds tests; beside `prod` it is an environment.
  const fitting = all.filter(
    ({ template }) =>
      !template.slice(0, template.lastIndexOf('/') + 1).includes('{') ||
      new Set(elements.get(foldersOf(template))?.map(({ element }) => element)).size > 1,
  );
  // The name of the file says more than that of a folder, so it comes last.
  return new Map(fitting.map((one) => [one.path, one]));
}

/** Files for every environment: `application.yml` beside `application-staging.yml`. */
function commonFiles(found: ReadonlyMap<string, NamedFile>, usable: readonly string[]): string[] {
  const names = new Set([...found.values()].map(({ template }) => template.replace(/[-_.]\{[^}]*\}(?=[^/]*$)/, '')));
  return usable.filter((path) => names.has(path) && !found.has(path));
}

/** The folders up to the one that is an element. */
function foldersOf(template: string): string {
  return template.slice(0, template.indexOf('}') + 1);
}

/** One for each place that may be an environment: folders, and parts of the name of the file. */
function namedIn(path: string, level: string): NamedFile[] {
  return [...path.matchAll(/pre-prod(?:uction)?|[^/._-]+/gi)].flatMap((match) => {
    const [element] = match;
    const [start, end] = [match.index, match.index + element.length];
    const isFolder = path.indexOf('/', start) !== -1;
    const isWhole = /^(?:\/|)$/.test(path.charAt(start - 1)) && path.charAt(end) === '/';
    if (!ENVIRONMENT.test(element) || (isFolder && !isWhole)) return [];
    return [{ path, element, template: `${path.slice(0, start)}{${level}}${path.slice(end)}` }];
  });
}

function proposalOf(files: readonly NamedFile[]): SourceProposal {
  return { path: files[0]?.template ?? '', files: files.map(({ path }) => path) };
}

/** Folders that differ where all else is the same are applications: `apps/{Application}/application-{Environment}.properties`. */
function joinApplications(proposals: readonly SourceProposal[], levels: readonly string[]): SourceProposal[] {
  const level = levels.find((name) => APPLICATION_LEVEL.test(name));
  if (level === undefined) return [...proposals];
  const places = proposals.flatMap((proposal) =>
    applicationPaths(proposal.path, level).map((path) => ({ path, proposal })),
  );
  const largestFirst = [...grouped(places, ({ path }) => path)].sort(([, a], [, b]) => b.length - a.length);
  const left = new Set(proposals);
  const found = largestFirst.flatMap(([path, all]) => {
    const group = all.map(({ proposal }) => proposal).filter((one) => left.has(one));
    if (group.length < 2) return [];
    for (const one of group) left.delete(one);
    return [joined(path, group)];
  });
  return [...found, ...left];
}

/** One for each folder that may be an application, the innermost first. */
function applicationPaths(path: string, level: string): string[] {
  if (levelsIn(path).includes(level)) return [];
  const parts = path.split('/');
  return parts
    .slice(0, -1)
    .flatMap((part, i) => (part.includes('{') || LAYOUT.test(part) ? [] : [parts.with(i, `{${level}}`).join('/')]))
    .reverse();
}

/** Several files in the folder of an environment: `config/{Environment}/*.yaml`. */
function joinNames(proposals: readonly SourceProposal[]): SourceProposal[] {
  const byTemplate = grouped(proposals, ({ path }) =>
    /\}.*\//.test(path) && !/\/[^/]*\{[^/]*$/.test(path) ? path.replace(/[^/]+(\.[^./]+)$/, '*$1') : path,
  );
  return [...byTemplate].flatMap(([path, group]) => (group.length > 1 ? [joined(path, group)] : group));
}

function joined(path: string, group: readonly SourceProposal[]): SourceProposal {
  return { path, files: group.flatMap(({ files }) => files).sort(compareText) };
}

interface Known {
  usable: readonly string[];
  levels: readonly string[];
  found: ReadonlyMap<string, NamedFile>;
}

/** A path that would read other files too, or one file in two ways, becomes one source for each file. */
function checked(proposal: SourceProposal, { usable, levels, found }: Known): SourceProposal[] {
  const matches = usable.filter(matcher(globsOf(proposal.path)));
  const isSame = matches.length === proposal.files.length && matches.every((path, i) => path === proposal.files[i]);
  if (isSame && matches.every((path) => readingsOf(proposal.path, path).length === 1)) return [proposal];
  return proposal.files.map((path) => {
    const named = found.get(path);
    const level = levels.indexOf(levelsIn(named?.template ?? '')[0] ?? '');
    const context = levels.map((_, i) => (i === level ? named?.element : '*')).join(';');
    return { path, files: [path], ...(named !== undefined && { context }) };
  });
}
