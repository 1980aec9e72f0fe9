// Files in formats of other programs that a project declares as configuration: `sources` of the project file.
import { alternatives } from '../lib/glob.ts';
import type { Place } from './diagnostic.ts';
import type { Vdt } from './state.ts';

export const SOURCE_FIELDS = [
  'path',
  'exclude',
  'part',
  'as',
  'format',
  'reader',
  'encoding',
  'context',
  'elements',
  'prefix',
  'separator',
  'types',
  'keys',
  'ignore',
  'placeholders',
  'root',
] as const;

/** How the keys of a file can be read. Without `format`, the end of its name says it. */
export const SOURCE_FORMATS = ['properties', 'dotenv', 'yaml', 'json'] as const;
export type SourceFormat = (typeof SOURCE_FORMATS)[number];

/** Programs that read `.env` files differently: npm dotenv, python-dotenv, Docker Compose. */
export const DOTENV_READERS = ['npm', 'python', 'compose'] as const;
export type DotenvReader = (typeof DOTENV_READERS)[number];

/** How characters beyond ASCII are stored. */
export const ENCODINGS = ['utf-8', 'latin1'] as const;

/** What a file becomes: `keys`, the default, or one file of the server. */
export const SOURCE_KINDS = ['keys', 'files'] as const;

/** What becomes of the placeholders in files of the server that nothing declares. */
export const PLACEHOLDER_MODES = ['keep'] as const;

/** Which files a source reads. */
export interface SourcePaths {
  /** Glob in which `{Level}` stands for the name of an element. */
  path: string;
  /** Globs of files that the path matches, and that are not read. */
  exclude: readonly string[];
}

export interface DeclaredSource extends SourcePaths {
  /** The part of each file that is read, as a path of names joined by `.`; absent: all but the profiles in it. */
  part?: string | undefined;
  as: (typeof SOURCE_KINDS)[number];
  /** Absent: as the name of each file says. */
  format?: SourceFormat | undefined;
  /** Which program `.env` files are for. Absent: any; they are read as npm dotenv does, and what others read differently is reported. */
  reader?: DotenvReader | undefined;
  /** Absent: UTF-8, and a warning where programs read something else. */
  encoding?: (typeof ENCODINGS)[number] | undefined;
  /** Elements of the levels that the path does not name; absent: all `*`. */
  context?: string | undefined;
  /** What an element is called in the path, and on the server; before the `elements` of the project. */
  elements: ReadonlyMap<string, string>;
  /** Put before each name. */
  prefix: string;
  /** Between the parts of a nested name. */
  separator: string;
  /** Types by globs of key names; the first that matches counts. */
  types: readonly (readonly [glob: string, vdt: Vdt])[];
  /** Globs of the names that are read; absent: all. */
  keys?: readonly string[] | undefined;
  /** Globs of the names that are not. */
  ignore: readonly string[];
  /** `keep`: each declares a key whose value is the placeholder itself; absent: they are left to the rules of the plan. */
  placeholders?: (typeof PLACEHOLDER_MODES)[number] | undefined;
  /** The folder that paths on the server are relative to. */
  root: string;
  place: Place;
}

/** How the text of a file is read. */
export interface SourceReading
  extends Partial<Pick<DeclaredSource, 'separator' | 'reader' | 'encoding' | 'part'>> {
  format: SourceFormat;
}

/** As its source says, or by the name of the file; `undefined`: its format is unknown. */
export function readingOf(path: string, source?: DeclaredSource): SourceReading | undefined {
  const name = path.split('/').at(-1) ?? '';
  const format = source?.format ?? FORMATS.find(([pattern]) => pattern.test(name))?.[1];
  return format && { ...source, format };
}

/** The extension comes first: `.env.yaml` is YAML. */
const FORMATS: readonly (readonly [RegExp, SourceFormat])[] = [
  [/\.properties$/i, 'properties'],
  [/\.ya?ml$/i, 'yaml'],
  [/\.json$/i, 'json'],
  [/^\.env(?:\..+)?$|\.env$/i, 'dotenv'],
];

/**
 * What follows the part in a name: `url` for `prod.url` in `prod`, and nothing for `prod` itself. `undefined`: the name is
 * not in the part.
 */
export function nameInPart(name: string, part: string): string | undefined {
  const inProfile = inProfileOf(part, name);
  if (inProfile === part) return '';
  return inProfile.startsWith(`${part}.`) ? inProfile.slice(part.length + 1) : undefined;
}

/** A name for several profiles as one for that of the part: `%prod.url` for `%{dev,prod}.url`. */
export function inProfileOf(part: string, name: string): string {
  const profile = part.replace(/\..*/s, '');
  return profilesIn(name).includes(profile) ? name.replace(/^[^.]*/, () => profile) : name;
}

/** The profiles of Quarkus that a name is for, as parts: `%dev` and `%test` of `%dev.url` and `%{dev,test}.url`. */
export function profilesIn(name: string): string[] {
  const [, profiles] = /^%\{?([^.{}]*)/.exec(name) ?? [];
  return profiles === undefined ? [] : profiles.split(',').map((profile) => `%${profile}`);
}

/** Whether two sources that match the same file would read the same of it. */
export function overlap(...sources: [DeclaredSource, DeclaredSource]): boolean {
  const [a = '', b = ''] = sources
    .map(({ part = '' }) => part)
    .sort((part, other) => part.length - other.length);
  const isWhole = sources.some(({ as }) => as === 'files');
  return isWhole || (a === '' ? !b.startsWith('%') : nameInPart(b, a) !== undefined);
}

/** Whether names are the parts of a tree, joined by `separator`. */
export function isNested(format: SourceFormat): boolean {
  return format === 'yaml' || format === 'json';
}

/** A level in braces. Braces with a comma are a list of the glob. */
const LEVEL = /\{([^{},]*)\}/g;

export function levelsIn(path: string): string[] {
  return [...new Set([...path.matchAll(LEVEL)].map(([, level = '']) => level))];
}

/** Globs that find the files of a source; a leading `!` excludes. */
export function globsOf({ path, exclude }: SourcePaths): string[] {
  return [
    ...alternatives(path).map((glob) => glob.replace(LEVEL, '*')),
    ...exclude.map((glob) => `!${glob}`),
  ];
}

/**
 * The path as a glob with a wildcard for each level that is only a part of a name. Only these take time to match: a whole
 * name can be matched in one way.
 */
export function withoutLevels(path: string): string {
  return path.replace(/(^|\/)\{[^{},]*\}(?=\/|$)/g, '$1x').replace(LEVEL, '?');
}

export interface PathReading {
  /** The element of each level that the path names, as written there. */
  elements: ReadonlyMap<string, string>;
  /** Where the elements are in the path of the file. */
  spans: readonly (readonly [start: number, end: number])[];
}

/** How a file can be read: not at all, in one way, or ambiguously. */
export function readingsOf(path: string, file: string): PathReading[] {
  // If there are several ways to match, the longest and the shortest elements differ.
  const readings = alternatives(path).flatMap((glob) =>
    ['', '?'].flatMap((amount) => readingBy(glob, file, amount) ?? []),
  );
  const distinct = new Map(
    readings.map((reading) => [JSON.stringify([...reading.elements].sort()), reading]),
  );
  return [...distinct.values()];
}

/** @param amount behind each quantifier: as much as possible, or `?` for as little */
function readingBy(path: string, file: string, amount: string): PathReading | undefined {
  const levels: string[] = [];
  const pattern = path.replace(TOKEN, (token, level: string | undefined) => {
    // `[!a]` is `[^a]` in a regular expression.
    const literal = token.length > 1 ? token.replace(/^\[!/, '[^') : `\\${token}`;
    if (level === undefined) return WILDCARDS[token]?.(amount) ?? literal;
    const index = levels.indexOf(level);
    // The same level twice: the same element in both places.
    if (index !== -1) return `\\${index + 1}`;
    levels.push(level);
    return `([^/]+${amount})`;
  });
  const match = new RegExp(`^${pattern}$`, 'du').exec(file);
  if (match === null) return undefined;
  const elements = new Map(levels.map((level, i) => [level, match[i + 1] ?? '']));
  const spans = levels.flatMap((_, i) =>
    match.indices?.[i + 1] === undefined ? [] : [match.indices[i + 1]],
  );
  return { elements, spans: spans as PathReading['spans'] };
}

/** A level, a wildcard, a set of characters, or a character that is special in a regular expression. */
const TOKEN = /\{([^{},]*)\}|\*\*\/|\*\*|\*|\?|\[[^\]]+\]|[.+^$()|\\{}[\]/]/g;

const WILDCARDS: Readonly<Record<string, (amount: string) => string>> = {
  '**/': (amount) => `(?:[^/]+/)*${amount}`,
  '**': (amount) => `.*${amount}`,
  '*': (amount) => `[^/]*${amount}`,
  '?': () => '[^/]',
};

/**
 * The path on the server: relative to the root, without what names elements: a folder, or a part of a name with the
 * character before it. `nginx/Staging/site.conf` and `nginx/site-Staging.conf` become `site.conf`.
 */
export function serverPath(file: string, root: string, spans: PathReading['spans']): string {
  const from = root === '' ? 0 : root.length + 1;
  let path = file;
  for (const [start, end] of spans.toSorted(([a], [b]) => b - a)) {
    const isFolder = (start === 0 || path[start - 1] === '/') && path[end] === '/';
    const first = !isFolder && /[-_.]/.test(path[start - 1] ?? '') ? start - 1 : start;
    path = start < from ? path : path.slice(0, first) + path.slice(isFolder ? end + 1 : end);
  }
  return path.slice(from);
}
