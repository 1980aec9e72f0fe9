// The globs of a project file: `*`, `**`, `?`, `[…]`, `{a,b}` and a leading `!`, matched by picomatch.
import picomatch from 'picomatch';

/** Whether a glob, or several, match a name or a path. */
export type Test = (text: string) => boolean;

const MAX_GLOB_LENGTH = 200;
/** Of a few, such as classes between two stars, more than one place is tried. */
const MAX_WILDCARDS = 4;
const MAX_ALTERNATIVES = 20;

/** Why a glob is refused, as the end of a sentence; `undefined` if it is valid. */
export function globProblem(glob: string): string | undefined {
  if (glob.length > MAX_GLOB_LENGTH) return `has more than ${MAX_GLOB_LENGTH} characters`;
  if (/[@!?*+]\(|\|/.test(glob)) return 'is an extended glob, which is not supported';
  if (glob.includes('\\')) return 'escapes a character with `\\`, which is not supported';
  const all = alternatives(glob);
  if (all.length > MAX_ALTERNATIVES) return `has more than ${MAX_ALTERNATIVES} alternatives`;
  if (all.some((alternative) => /[{}]/.test(alternative)))
    return 'has braces that are not a list such as `{a,b}`';
  const wildcards = all.map((alternative) => alternative.match(/\*+|\?|\[[^\]]*\]/g)?.length ?? 0);
  if (Math.max(...wildcards) > MAX_WILDCARDS) return `has more than ${MAX_WILDCARDS} wildcards`;
  return undefined;
}

/** Expands lists in braces, without duplicates. Stops after more than {@link MAX_ALTERNATIVES}. */
export function alternatives(glob: string): string[] {
  let all = [glob];
  while (all.length <= MAX_ALTERNATIVES && all.some((alternative) => LIST.test(alternative)))
    all = [...new Set(all.flatMap(withoutFirstList))];
  return all;
}

/** The first list without a nested list. */
const LIST = /\{([^{}]*,[^{}]*)\}/;

function withoutFirstList(glob: string): string[] {
  const [list, items = ''] = LIST.exec(glob) ?? [''];
  return items.split(',').map((item) => glob.replace(list, () => item));
}

/** A text that everything has in it that a glob matches, ignoring case; `''` if none is known. */
export function literalPart(glob: string): string {
  if (/[![{\s]/.test(glob)) return '';
  return glob
    .split(/[*?/]+/)
    .reduce((longest, literal) => (literal.length > longest.length ? literal : longest), '');
}

/** A test for names of keys, ignoring case. They have no folders: every wildcard matches `/`, too. */
export function keyTest(glob: string): Test {
  // Of paths, these are all files in all folders.
  const test = globTest(withoutFolders(glob.replaceAll('**/*', '**')), { nocase: true });
  return (name) => test(withoutFolders(name));
}

/** In the place of `/`, a character that no name has. */
function withoutFolders(text: string): string {
  return text.replaceAll('/', '\x01');
}

/** A test for elements, and for paths on the server. Every glob matches its own text. */
export function globTest(glob: string, { nocase }: { nocase: boolean }): Test {
  if (glob.startsWith('!')) {
    const test = globTest(glob.slice(1), { nocase });
    return (text) => text !== '' && (text === glob || !test(text));
  }
  const tests = alternatives(glob).map((alternative) =>
    patternTest(alternative, { dot: true, nocase }),
  );
  return (text) => text !== '' && (text === glob || tests.some((test) => test(text)));
}

/** A test for one of the {@link alternatives}, without `!`. `dot`: wildcards match leading dots too. */
export function patternTest(glob: string, options: { dot: boolean; nocase?: boolean }): Test {
  if (glob === '') return () => false;
  const restricted = { nobrace: true, noextglob: true, nonegate: true, posix: true };
  const { source, flags } = picomatch.makeRe(quoted(glob), { ...options, ...restricted });
  const pattern = new RegExp(withoutRetries(source, options), flags);
  return (text) => pattern.test(text);
}

// Patterns of what the library writes: a `*` in a part of a path; and between two of them, texts, `.` and `?`.
const STAR = String.raw`\[\^\/\]\*\?`;
const CHARACTERS = String.raw`(?:\\[^\w/]|\[\^\/\](?!\*)|[^\\[\](){}*+?|^$./])+`;
const STAR_TO_STAR = new RegExp(String.raw`${STAR}${CHARACTERS}(?=(?:\(\?=\.\))?${STAR})`, 'g');

/**
 * The same pattern, in a time that grows with the length of a name alone. What is between two `*`, or two `**`, is kept
 * where it is found first: the second one makes up for any other place, so none is tried. `[^/]*?a`, which is `*a` before
 * another `*`, becomes `(?=(?<kept1>[^/]*?a))\k<kept1>`: nothing inside of a lookahead is tried again.
 */
function withoutRetries(source: string, options: { dot: boolean }): string {
  let count = 0;
  const keptFirst: Keep = (pattern) => {
    const name = `kept${++count}`;
    return `(?=(?<${name}>${pattern}))\\k<${name}>`;
  };
  return withNearestFolders(source, options, keptFirst).replace(STAR_TO_STAR, keptFirst);
}

type Keep = (pattern: string) => string;

/** One part of a path that is between two `**` is kept where it is found first. */
function withNearestFolders(source: string, { dot }: { dot: boolean }, keptFirst: Keep): string {
  // As the library writes it: what no wildcard matches, any number of folders, `**/` in front, and `/**/`.
  const hidden = dot ? String.raw`\.{1,2}(?:\/|$)` : String.raw`\.`;
  const folders = String.raw`(?:(?:(?!(?:^|\/)${hidden}).)*?)`;
  const leading = String.raw`(?:^|\/|${folders}\/)`;
  const inner = String.raw`(?:\/(?!${hidden})${folders}\/|\/|$)`;
  const nearest = String.raw`(?:\/|\/(?!${hidden})${folders}\/|$)`;
  const visible = `(?!${hidden})`;
  const isOnePart = (pattern: string) =>
    !/\\\/|\[/.test(pattern.replace(visible, '').replace(/\[\^(?:\.\\)?\/\]/g, ''));
  const isVisible = (pattern: string) =>
    pattern.startsWith(visible) || /^(?:[^\\[(]|\\[^.]|\[\^\.)/.test(pattern);
  const [head = '', ...rest] = source.split(inner);
  const after = rest.map((pattern) => ({ globstar: nearest, pattern }));
  const isLeading = head.startsWith(START + leading);
  if (isLeading)
    after.unshift({ globstar: leading, pattern: head.slice((START + leading).length) });
  const last = after.at(-1);
  const sections = after.map((section) => {
    const { globstar, pattern } = section;
    return section !== last && isOnePart(pattern) && isVisible(pattern)
      ? keptFirst(String.raw`${globstar}${pattern}(?=\/|$)`)
      : globstar + pattern;
  });
  return [isLeading ? START : head, ...sections].join('');
}

const START = '^(?:';

/** Escapes characters that are special only to the library. */
function quoted(glob: string): string {
  return glob.replace(/[()+"]/g, '\\$&');
}
