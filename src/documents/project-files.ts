// [edge] The files of a project: in the working tree, as regular files inside its root, with links followed only within it; or in memory.
import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import posix from 'node:path/posix';
import { attempt } from '../lib/attempt.ts';
import type { Test } from '../lib/glob.ts';
import { codeOf } from '../lib/system.ts';
import { compareText, withCommas } from '../lib/text.ts';
import { timed } from '../lib/trace.ts';
import type { FileError } from '../model/diagnostic.ts';
import { looksSecret } from '../model/secrets.ts';
import { expanded, isLiteralGlob, matcher, searcher } from './globs.ts';

export interface FileListing {
  /** The paths that the globs match, sorted. */
  paths: string[];
  /** Paths that match but cannot be used. */
  problems: (FileError & { path: string })[];
}

/** Files by path relative to the project root, with `/`. Files outside the root cannot be read. */
export interface ProjectFiles {
  /** The path shown to users, for example relative to the working directory. */
  display(path: string): string;
  list(globs: readonly string[]): FileListing;
  read(path: string): FileContent;
}

/** `filtered`: Git stores what a filter makes of it, such as a cipher, so all of it is secret. */
export type FileContent = { bytes: Uint8Array; filtered?: boolean } | { problem: FileError };

export function filesInMemory(files: ReadonlyMap<string, Uint8Array>): ProjectFiles {
  return {
    display: (path) => path,
    list: (globs) => ({ paths: [...files.keys()].filter(matcher(globs)).sort(), problems: [] }),
    read: (path) => {
      const bytes = files.get(path);
      if (bytes !== undefined) return { bytes };
      return { problem: { code: 'file-missing', message: `File not found: ${path}.` } };
    },
  };
}

/** `content/a.txt` named in `config/x.yaml` → `config/content/a.txt`; `undefined` when that leaves the root. */
export function resolvePath(document: string, reference: string): string | undefined {
  const path = posix.join(posix.dirname(document), reference).replace(/\/$/, '');
  return /^(?:\/|[a-zA-Z]:)/.test(reference) || /^\.\.?(?:\/|$)/.test(path) ? undefined : path;
}

/** The text of UTF-8 bytes; otherwise the number of the first line that is not UTF-8, and what to do. */
export function decodeUtf8(
  bytes: Uint8Array,
): { text: string } | { noText: { line: number; isBinary: boolean; hint: string } } {
  if (isUtf8(bytes))
    return { text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString() };
  // Of other encodings only UTF-16 has NUL bytes, and a mark in front.
  const isUtf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const isBinary = !isUtf16 && bytes.includes(0);
  const hint = isBinary
    ? 'The server stores text only. Leave the file out, or store it elsewhere.'
    : 'The server stores text only. Convert the file to UTF-8.';
  return { noText: { line: firstBadLine(bytes), isBinary, hint } };
}

function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(10, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

/** Larger documents and content files are refused. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** The folder of a file, such as the project file, and the name of the file in it. */
export function folderOf(
  path: string,
  cwd: string,
): { root: string; files: ProjectFiles; name: string } {
  const whole = resolve(cwd, path);
  const root = dirname(whole);
  return { root, files: workingTreeFiles(root, cwd), name: basename(whole) };
}

/** @param shownFrom folder to which displayed paths are relative, normally the working directory */
export function workingTreeFiles(root: string, shownFrom: string): ProjectFiles {
  const prefix = relative(shownFrom, root).split(sep).join('/');
  return {
    display: (path) => (prefix === '' ? path : `${prefix}/${path}`),
    list: (globs) => {
      const end = timed();
      const listing = list(root, globs);
      end(() => `search ${root}: ${listing.paths.length} documents`);
      return listing;
    },
    read: (path) => {
      const end = timed();
      const content = read(root, path);
      const outcome = () =>
        'bytes' in content ? `${withCommas(content.bytes.length)} bytes` : content.problem.code;
      end(() => `read ${looksSecret(path) ? '…' : join(root, path)}: ${outcome()}`);
      return content;
    },
  };
}

function list(root: string, globs: readonly string[]): FileListing {
  let listing: FileListing;
  try {
    listing = new Search(root, searcher(globs));
  } catch (error) {
    const message = `Cannot search the folder for documents (${codeOf(error)}).`;
    return { paths: [], problems: [{ path: '.', code: 'file-unreadable', message }] };
  }
  // A missing document listed by its path must not look like one that was removed.
  const named = expanded(globs.filter(isLiteralGlob)).includes;
  const matched = [...new Set([...listing.paths, ...named])].filter(matcher(globs));
  const { paths, problems } = select(root, matched, new Set(named));
  return { paths, problems: [...problems, ...listing.problems] };
}

function select(root: string, paths: string[], named: ReadonlySet<string>): FileListing {
  const byFile = new Map<string, string>();
  const problems: FileListing['problems'] = [];
  for (const path of paths.sort(compareText)) {
    const real = realPath(root, path);
    if ('problem' in real) problems.push({ path, ...real.problem });
    else if (statSync(real.path, { throwIfNoEntry: false })?.isDirectory()) {
      if (named.has(path)) problems.push({ path, ...folderProblem(path).problem });
    }
    // A link to a document that matches too is the same document.
    else if (!byFile.has(real.path) || !isLink(root, path)) byFile.set(real.path, path);
  }
  return { paths: [...byFile.values()].sort(compareText), problems };
}

function read(root: string, path: string): FileContent {
  const real = realPath(root, path);
  if ('problem' in real) return real;
  let file: number | undefined;
  try {
    // Checks and reads the same open file, even if a link or pipe replaces it in between.
    file = openSync(
      real.path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    const stat = fstatSync(file);
    if (stat.isDirectory()) return folderProblem(path);
    if (!stat.isFile()) return problem('not-a-file', `${path} is not a regular file.`);
    if (stat.size > MAX_FILE_BYTES)
      return problem('file-unreadable', `${path} is larger than 256 MiB.`);
    return { bytes: readFileSync(file) };
  } catch (error) {
    // A socket cannot be opened.
    if (codeOf(error) === 'ENXIO') return problem('not-a-file', `${path} is not a regular file.`);
    return problem('file-unreadable', `Cannot read ${path} (${codeOf(error)}).`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Maximum folders reached through symbolic links: links to links double with every level. */
const MAX_LINKED_FOLDERS = 1000;

/** Everything in the folders that may hold documents, without following links out of the root, in cycles or without bound. */
class Search implements FileListing {
  readonly paths: string[] = [];
  readonly problems: FileListing['problems'] = [];
  readonly #root: string;
  readonly #isSearched: Test;
  #linked = 0;

  constructor(root: string, isSearched: Test) {
    this.#root = root;
    this.#isSearched = isSearched;
    const folders = 'path' in realPath(root, '') ? [''] : [];
    // Level by level: the limit then ends a maze of links before its paths are long.
    for (const folder of folders) for (const inner of this.#foldersIn(folder)) folders.push(inner);
  }

  #foldersIn(folder: string): string[] {
    const entries = readdirSync(join(this.#root, folder), { withFileTypes: true });
    return entries.flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      this.paths.push(path);
      const isFolder = entry.isSymbolicLink()
        ? attempt(() => statSync(join(this.#root, path)).isDirectory())
        : entry.isDirectory();
      return isFolder && this.#isSearched(path) && this.#mayEnter(path) ? [path] : [];
    });
  }

  #mayEnter(path: string): boolean {
    const real = realPath(this.#root, path);
    if ('problem' in real) {
      // `**` also leads to folders that hold no documents; only links need a report.
      if (real.problem.code === 'outside-root' && isLink(this.#root, path))
        this.problems.push({ path, ...real.problem });
      return false;
    }
    if (!isLink(this.#root, path)) return true;
    for (let at = path; at !== '.'; ) {
      at = dirname(at);
      if (realpathSync(join(this.#root, at)) === real.path) return false;
    }
    this.#linked++;
    if (this.#linked === MAX_LINKED_FOLDERS + 1) {
      const message = `More than ${MAX_LINKED_FOLDERS} folders are reached through symbolic links.`;
      this.problems.push({
        path,
        code: 'file-unreadable',
        message,
        hint: 'Remove links to folders.',
      });
    }
    return this.#linked <= MAX_LINKED_FOLDERS;
  }
}

/** The path with links resolved, if it is inside the root and outside of `.git`; otherwise a problem. */
function realPath(root: string, path: string): { path: string } | { problem: FileError } {
  // In Git, and so in records and on other systems, it would be a part of a name.
  if (sep === '\\' && path.includes(sep)) return missing(path);
  try {
    const real = realpathSync(join(root, path));
    const inside = relative(realpathSync(root), real);
    // `.git` contains credentials and no configuration.
    if (inside.split(sep).some(isGitFolder))
      return problem(
        'outside-root',
        `${path} is inside the .git folder.`,
        'Use a file of the project.',
      );
    if (inside.split(sep)[0] !== '..' && !isAbsolute(inside)) return { path: real };
    const message = `${path} is a symbolic link that points outside the project folder.`;
    return problem('outside-root', message, 'Put the file itself into the project.');
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT') return problem('file-unreadable', `Cannot read ${path} (${code}).`);
    return isLink(root, path)
      ? problem('file-missing', `${path} is a broken symbolic link.`)
      : missing(path);
  }
}

function missing(path: string): { problem: FileError } {
  const hint = path.includes('\\') ? 'Write `/` instead of `\\`, on Windows too.' : undefined;
  return problem('file-missing', `File not found: ${path}.`, hint);
}

function isLink(root: string, path: string): boolean {
  const whole = join(root, path);
  return (
    attempt(
      () =>
        lstatSync(whole).isSymbolicLink() || realpathSync(whole) !== join(realpathSync(root), path),
    ) === true
  );
}

function folderProblem(path: string): { problem: FileError } {
  return problem('not-a-file', `${path} is a folder, not a file.`);
}

function problem(code: FileError['code'], message: string, hint?: string): { problem: FileError } {
  return { problem: { code, message, hint } };
}

// Names that reach the folder `.git` on some file system. Git refuses to check them out, everywhere.

/** Characters that HFS+ ignores in names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** NTFS has short names and streams (`.git::$INDEX_ALLOCATION`), Windows drops dots and spaces at the end. */
export function isGitFolder(name: string): boolean {
  const plain = name
    .replace(IGNORED, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
  return plain === '.git' || plain === 'git~1';
}
