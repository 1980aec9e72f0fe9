// Which paths the globs of a project match, in the work tree, in memory and in what Git has alike.
import micromatch from 'micromatch';
import { patternTest } from '../model/glob.ts';

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
