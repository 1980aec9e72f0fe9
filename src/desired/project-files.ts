// What the reader needs to know of a folder of files, wherever it lies: the work tree or a Git tree.
import micromatch from 'micromatch';
import type { DiagnosticCode } from '../model/diagnostic.ts';
import { patternTest } from '../model/glob.ts';

export interface FileProblem {
  code: DiagnosticCode;
  message: string;
  hint?: string;
}

export interface Listing {
  /** The paths that one of the globs matches, sorted. */
  paths: string[];
  /** What must not be left out in silence. */
  problems: (FileProblem & { path: string })[];
  /** The globs that match no file, those without a wildcard left out: they are a problem each. */
  unmatched: string[];
}

/** Files by path relative to the project's root, with `/`. Nothing outside the root can be read. */
export interface ProjectFiles {
  /** How people find a file: the path put before a place, for example relative to the working directory. */
  display(path: string): string;
  list(globs: readonly string[]): Listing;
  read(path: string): { bytes: Uint8Array } | { problem: FileProblem };
}

/** Files held in memory, as a baseline's are. */
export function filesInMemory(files: ReadonlyMap<string, Uint8Array>): ProjectFiles {
  return {
    display: (path) => path,
    list: (globs) => {
      const paths = [...files.keys()].filter(matcher(globs)).sort();
      return { paths, problems: [], unmatched: unmatched(globs, paths) };
    },
    read: (path) => {
      const bytes = files.get(path);
      if (bytes !== undefined) return { bytes };
      return { problem: { code: 'file-missing', message: `There is no file ${path}.` } };
    },
  };
}

/** A shell's manners: a name with a dot in front is found only where the glob has the dot. */
const MATCHING = {
  dot: false,
  matchBase: false,
  nobrace: false,
  nocase: false,
  noext: false,
  noglobstar: false,
  posix: true,
  strictSlashes: false,
} as const;

/** Matches in the work tree, in memory and in what Git has alike; a glob with `!` in front excludes. */
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
  return globs.filter((glob) => !/^!(?!\()/.test(glob) && !isLiteral(glob) && !paths.some(matcher([glob])));
}

/** Braces expanded, and everything else that can be written in several ways brought into one. */
export function expanded(globs: readonly string[]): { includes: string[]; excludes: string[] } {
  const options = { expand: true, nodupes: true, keepEscaping: true };
  const all = globs.flatMap((glob) => micromatch.braces(glob, options)).map(normalise);
  const isExclude = (glob: string) => /^!(?!\()/.test(glob);
  return {
    includes: all.filter((glob) => glob !== '' && !isExclude(glob)),
    excludes: all.filter(isExclude).map((glob) => normalise(glob.slice(1))),
  };
}

/** `./config/*`, `config/./*` and `config//*` mean the same as `config/*`. */
function normalise(glob: string): string {
  return glob.replace(/\/{2,}/g, '/').replace(/(^|^!|\/)(?:\.\/)+/g, '$1');
}

/** No wildcard in it, by the rules of fast-glob: the name of one file. */
export function isLiteral(glob: string): boolean {
  const isPattern =
    /[*?\\]|^!|\[[^[]*\]|(?:^|[^!*+?@])\([^(]*\|[^|]*\)|[!*+?@]\([^(]*\)/.test(glob) ||
    /,|\.\./.test(/\{[^}]*(?=\})/.exec(glob)?.[0] ?? '');
  return !isPattern;
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

/** Part by part; what `**` or a group in parentheses may stand for is not looked at more closely. */
function leadsInto(glob: readonly Part[], folder: string[]): boolean {
  for (const [i, name] of folder.entries()) {
    const part = glob[i];
    if (part?.text.includes('(')) return true;
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

function testOf(glob: string, options: { dot?: boolean } = {}): (path: string) => boolean {
  return patternTest(glob, { ...MATCHING, ...options });
}

function matchesAny(patterns: readonly ((path: string) => boolean)[], path: string): boolean {
  return patterns.some((pattern) => pattern(path));
}

/** How many globs the braces of one stand for: counted, because expanding them could take for ever. */
export function countExpansions(glob: string): number {
  const open = [{ start: 0, alternatives: 0, product: 1 }];
  for (let i = 0; i < glob.length; i++) {
    const [char, last] = [glob[i], open.at(-1)];
    if (char === '\\') i++;
    else if (char === '{') open.push({ start: i + 1, alternatives: 0, product: 1 });
    else if (char === ',' && last !== undefined && open.length > 1) {
      last.alternatives += last.product;
      last.product = 1;
    } else if (char === '}' && last !== undefined && open.length > 1) {
      open.pop();
      const above = open.at(-1);
      const count = rangeLength(glob.slice(last.start, i)) ?? last.alternatives + last.product;
      if (above !== undefined) above.product *= count;
    }
  }
  return open.reduce((count, { alternatives, product }) => count * (alternatives + product), 1);
}

function rangeLength(text: string): number | undefined {
  const [, from, to, step] = /^(-?\w+)\.\.(-?\w+)(?:\.\.-?(\d+))?$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const [a, b] = /^-?\d+$/.test(from + to.replace('-', ''))
    ? [Number(from), Number(to)]
    : [from.charCodeAt(0), to.charCodeAt(0)];
  return Math.floor(Math.abs(b - a) / Math.max(Number(step ?? 1), 1)) + 1;
}

/** `content/a.txt` named in `config/x.yaml` → `config/content/a.txt`; `undefined` when that leaves the root. */
export function resolvePath(document: string, reference: string): string | undefined {
  if (reference.startsWith('/') || /^[a-zA-Z]:/.test(reference)) return undefined;
  const parts = document.split('/').slice(0, -1);
  for (const part of reference.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.length === 0 ? undefined : parts.join('/');
}

/** The text of UTF-8 bytes, or the line of the first bytes that are none. */
export function decodeUtf8(bytes: Uint8Array): { text: string } | { line: number } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { line: firstBadLine(bytes) };
  }
}

function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(10, start);
    const end = found === -1 ? bytes.length : found;
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end + 1;
  }
  return line;
}
