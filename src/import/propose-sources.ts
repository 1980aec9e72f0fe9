// Files that a folder already has → the `sources` that may read them. Elements are recognised by their usual names.
import { matcher } from '../documents/globs.ts';
import { globsOf, readingsOf } from '../documents/source-path.ts';
import { grouped } from '../lib/collections.ts';
import { compareText } from '../lib/text.ts';
import { formatOf } from '../model/sources.ts';
import { applicationFolders, applicationIn, environmentsIn, nameStemOf, stemOf } from './element-names.ts';

export interface SourceProposal {
  /** With `{Level}` in place of what seem to be names of elements. */
  path: string;
  /** Elements that the path of the file means, but that no `{Level}` stands for. */
  context?: string;
  /** The files that it reads, sorted. */
  files: readonly string[];
}

const ENVIRONMENT_LEVEL = /env|stage|tier|landscape/i;
const APPLICATION_LEVEL = /app|service|component|module|product/i;

/** Of other programs, examples, and what stays on one machine. */
const NOT_PROPOSED =
  /(?:^|\/)(?:node_modules|vendor|target|build|dist|\.[^/]+)\/|(?:^|\/)(?:gradle|maven|log4j|logging|messages|package|tsconfig|docker-compose)[^/]*$|(?:^|[/._-])(?:example|sample|template|local)(?:[/._-]|$)/i;

/** Formats whose files are configuration whatever their name. The others are if it names an environment. */
const ALWAYS: readonly string[] = ['properties', 'dotenv'];

interface Proposing {
  levels: readonly string[];
  /** Other files, which no source may read. */
  others?: readonly string[];
}

/** Sorted by path. Each file is in one proposal at most. */
export function proposeSources(paths: readonly string[], { levels, others = [] }: Proposing): SourceProposal[] {
  const usable = paths.filter(isUsable).sort(compareText);
  const files = filesIn(usable, levels);
  const check: Check = { levels, all: [...paths, ...others] };
  const groups = [...grouped(files, ({ template }) => template)].map(([path, some]) => ({ path, files: some }));
  const together = grouped(groups, ({ path }) => withAnyName(path, environmentLevel(levels)));
  return [...together.values()].flatMap((some) => proposed(some, check)).sort((a, b) => compareText(a.path, b.path));
}

/** Whether files of other programs, or examples: they are not proposed, but may be meant. */
export function isOfOthers(path: string): boolean {
  return NOT_PROPOSED.test(path);
}

/** Not with characters that mean something in a glob. */
function isUsable(path: string): boolean {
  return formatOf(path) !== undefined && !NOT_PROPOSED.test(path) && !/[*?[\]{}!|()\\;]/.test(path);
}

interface KnownFile {
  path: string;
  /** With `{Level}` in place of each element. */
  template: string;
  /** By level. */
  elements: ReadonlyMap<string, string>;
}

/** The files that seem to be configuration, with what their paths say. */
function filesIn(usable: readonly string[], levels: readonly string[]): KnownFile[] {
  const environment = environmentLevel(levels);
  const application = levels.find((name) => APPLICATION_LEVEL.test(name) && name !== environment);
  const named = environmentsIn(usable, environment);
  const templateOf = (path: string) => named.get(path)?.template ?? path;
  const isChosen = (path: string) => named.has(path) || ALWAYS.includes(formatOf(path) ?? '');
  const names = new Set(usable.filter(isChosen).map((path) => nameStemOf(templateOf(path))));
  const similar = usable.filter((path) => names.has(nameStemOf(templateOf(path))));
  const applications = application === undefined ? new Set<string>() : applicationFolders(similar.map(templateOf));
  const all = similar.map((path): KnownFile => {
    const element = named.get(path)?.element;
    const elements: [string, string][] = environment && element ? [[environment, element]] : [];
    const template = templateOf(path);
    const found = application && applicationIn(template, { applications, level: application });
    if (!found) return { path, template, elements: new Map(elements) };
    return { path, template: found.template, elements: new Map([...elements, [application, found.element]]) };
  });
  // `application.yml` beside `application-staging.yml`, or beside that of another application.
  const known = all.filter(({ path, elements }) => isChosen(path) && elements.size > 0);
  const stems = new Set(known.map(({ template }) => stemOf(template)));
  return all.filter(({ path, template }) => isChosen(path) || stems.has(stemOf(template)));
}

/** The level whose elements have the usual names of environments. Those of applications do not. */
function environmentLevel(levels: readonly string[]): string | undefined {
  return levels.find((name) => ENVIRONMENT_LEVEL.test(name)) ?? levels.find((name) => !APPLICATION_LEVEL.test(name));
}

/** Several files in the folder of an environment: `config/{Environment}/*.yaml`. */
function withAnyName(path: string, environment: string | undefined): string {
  return path.includes(`{${environment}}/`) ? path.replace(/[^/]+(\.[^./]+)$/, '*$1') : path;
}

/** Files that one source may read. */
interface Group {
  path: string;
  files: readonly KnownFile[];
  /** Elements that the source names in its context, by level. */
  named?: ReadonlyMap<string, string>;
}

interface Check {
  levels: readonly string[];
  /** Every file of the folder. */
  all: readonly string[];
}

/** One source for all, if it reads these files and no other; otherwise one for each path, each environment, or each file. */
function proposed(groups: readonly Group[], check: Check): SourceProposal[] {
  const isFitting = (group: Group) => readsThese(group, check);
  const [whole] = groups.length > 1 ? [joined(groups, check)].filter(isFitting) : [];
  const chosen = whole === undefined ? groups : [whole];
  return chosen
    .flatMap((one) => (isFitting(one) ? [one] : byEnvironment(one, check)))
    .flatMap((one) => (isFitting(one) ? [one] : one.files.map(alone)))
    .map(({ path, files, named }) => ({
      path,
      files: files.map((file) => file.path).sort(compareText),
      ...(named?.size && { context: check.levels.map((level) => named.get(level) ?? '*').join(';') }),
    }));
}

function joined(groups: readonly Group[], { levels }: Check): Group {
  const [path = ''] = groups.map((one) => withAnyName(one.path, environmentLevel(levels)));
  return { path, files: groups.flatMap(({ files }) => files) };
}

/** `application-prod.yml` in the context of `prod`, for each environment, where `application-docker.yml` is none. */
function byEnvironment({ path, files }: Group, { levels }: Check): Group[] {
  const level = environmentLevel(levels) ?? '';
  return [...grouped(files, ({ elements }) => elements.get(level))].map(([element, some]) =>
    element === undefined
      ? { path, files: some }
      : { path: path.replace(`{${level}}`, () => element), files: some, named: new Map([[level, element]]) },
  );
}

function alone(file: KnownFile): Group {
  return { path: file.path, files: [file], named: file.elements };
}

/** Whether a source reads these files, each in the way that is meant, and no other. */
function readsThese(group: Group, { all }: Check): boolean {
  const matches = new Set(all.filter(matcher(globsOf(group.path))));
  return matches.size === group.files.length && group.files.every((file) => isReadAsMeant(group, file));
}

function isReadAsMeant({ path, named }: Group, { path: file, elements }: KnownFile): boolean {
  const [reading, other] = readingsOf(path, file);
  if (reading === undefined || other !== undefined) return false;
  return [...elements].every(([level, element]) => (named?.get(level) ?? reading.elements.get(level)) === element);
}
