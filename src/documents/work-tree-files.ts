// [edge] The work tree as ProjectFiles: regular files inside the project root; symbolic links are followed only within it.
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import fastGlob from 'fast-glob';
import { quoted } from '../lib/glob.ts';
import { codeOf } from '../lib/system.ts';
import { compareText, withCommas } from '../lib/text.ts';
import { timed } from '../lib/trace.ts';
import type { Mistake } from '../model/diagnostic.ts';
import { looksSecret } from '../model/secrets.ts';
import { expanded, isLiteral, matcher } from './globs.ts';
import type { Listing, ProjectFiles } from './project-files.ts';

/** Larger documents and content files are refused. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** The folder of a file, such as the project file, and the name of the file in it. */
export function folderOf(path: string, cwd: string): { root: string; files: ProjectFiles; name: string } {
  const whole = resolve(cwd, path);
  const root = dirname(whole);
  return { root, files: workTreeFiles(root, cwd), name: basename(whole) };
}

/**
 * @param root folder of the project file
 * @param shownFrom folder to which displayed paths are relative, normally the working directory
 */
export function workTreeFiles(root: string, shownFrom: string): ProjectFiles {
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
      const found = read(root, path);
      end(
        () =>
          `read ${looksSecret(path) ? '…' : join(root, path)}: ${'bytes' in found ? `${withCommas(found.bytes.length)} bytes` : found.problem.code}`,
      );
      return found;
    },
  };
}

function list(root: string, globs: readonly string[]): Listing {
  let found: Listing;
  try {
    found = search(root, expanded(globs));
  } catch (error) {
    const message = `Cannot search the folder for documents (${codeOf(error)}).`;
    return { paths: [], problems: [{ path: '.', code: 'file-unreadable', message }] };
  }
  // A missing document listed by its path must not look like one that was removed.
  const named = expanded(globs.filter(isLiteral)).includes;
  const matched = [...new Set([...found.paths, ...named])].filter(matcher(globs));
  const { paths, problems } = select(root, matched, new Set(named));
  return { paths, problems: [...problems, ...found.problems] };
}

function select(root: string, paths: string[], named: ReadonlySet<string>): Listing {
  const byFile = new Map<string, string>();
  const problems: Listing['problems'] = [];
  for (const path of paths.sort(compareText)) {
    const real = realPath(root, path);
    if ('problem' in real) problems.push({ path, ...real.problem });
    else if (isDirectory(real.path)) {
      if (named.has(path)) problems.push({ path, ...folderProblem(path).problem });
    }
    // A link to a document that matches too is the same document.
    else if (!byFile.has(real.path) || !isLink(root, path)) byFile.set(real.path, path);
  }
  return { paths: [...byFile.values()].sort(compareText), problems };
}

function read(root: string, path: string): ReturnType<ProjectFiles['read']> {
  const real = realPath(root, path);
  if ('problem' in real) return real;
  let file: number | undefined;
  try {
    // Checks and reads the same open file, even if a link or pipe replaces it in between.
    file = openSync(real.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(file);
    if (stat.isDirectory()) return folderProblem(path);
    if (!stat.isFile()) return problem('not-a-file', `${path} is not a regular file.`);
    if (stat.size > MAX_FILE_BYTES) return problem('file-unreadable', `${path} is larger than 256 MiB.`);
    return { bytes: readFileSync(file) };
  } catch (error) {
    // A socket cannot be opened.
    if (codeOf(error) === 'ENXIO') return problem('not-a-file', `${path} is not a regular file.`);
    return problem('file-unreadable', `Cannot read ${path} (${codeOf(error)}).`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** What the globs match, including folders and links, and why folders were not searched. */
function search(root: string, { includes, excludes }: ReturnType<typeof expanded>): Listing {
  const guard = new SearchGuard(root);
  const paths = fastGlob.sync(includes.map(quoted), {
    cwd: root,
    ignore: excludes.map(quoted),
    onlyFiles: false,
    braceExpansion: false,
    extglob: false,
    // fast-glob only calls it with `withFileTypes`.
    fs: { readdirSync: ((path: string) => guard.read(path)) as unknown as typeof readdirSync },
  });
  return { paths, problems: guard.problems };
}

/** Maximum folders reached through symbolic links: links to links double with every level. */
const MAX_LINKED_FOLDERS = 1000;

/** Keeps a search inside the root, and from following links in circles or without bound. */
class SearchGuard {
  readonly problems: Listing['problems'] = [];
  readonly #root: string;
  /** Whether the search may enter a folder. */
  readonly #known = new Map<string, boolean>();
  #linked = 0;

  constructor(root: string) {
    this.#root = root;
  }

  read(path: string): Dirent[] {
    // fast-glob searches the same folder once per base folder of the globs.
    const mayEnter = this.#known.get(path) ?? this.#mayEnter(path);
    this.#known.set(path, mayEnter);
    return mayEnter ? readdirSync(path, { withFileTypes: true }) : [];
  }

  #mayEnter(path: string): boolean {
    const shown = relative(this.#root, path).split(sep).join('/');
    const real = realPath(this.#root, shown);
    if ('problem' in real) {
      // `**` also visits folders that hold no documents; only links need a report.
      if (real.problem.code === 'outside-root' && isLink(this.#root, shown))
        this.problems.push({ path: shown, ...real.problem });
      return false;
    }
    if (!isLink(this.#root, shown)) return true;
    for (let above = dirname(shown); above !== '.'; above = dirname(above)) {
      if (realpathSync(join(this.#root, above)) === real.path) return false;
    }
    if (real.path === realpathSync(this.#root)) return false;
    this.#linked++;
    if (this.#linked === MAX_LINKED_FOLDERS + 1) {
      const message = `More than ${MAX_LINKED_FOLDERS} folders are reached through symbolic links.`;
      this.problems.push({
        path: shown,
        ...problem('file-unreadable', message, 'Remove links to folders.').problem,
      });
    }
    return this.#linked <= MAX_LINKED_FOLDERS;
  }
}

/** The path with links resolved, if it is inside the root and outside of `.git`; otherwise a problem. */
function realPath(root: string, path: string): { path: string } | { problem: Mistake } {
  // In Git, and so in records and on other systems, it would be a part of a name.
  if (sep === '\\' && path.includes(sep)) return missing(path);
  try {
    const real = realpathSync(join(root, path));
    const inside = relative(realpathSync(root), real);
    // `.git` contains credentials and no configuration.
    if (inside.split(sep).some(isGitFolder)) {
      return problem('outside-root', `${path} is inside the .git folder.`, 'Use a file of the project.');
    }
    if (inside.split(sep)[0] !== '..' && !isAbsolute(inside)) return { path: real };
    return problem(
      'outside-root',
      `${path} is a symbolic link that points outside the project folder.`,
      'Put the file itself into the project.',
    );
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT') return problem('file-unreadable', `Cannot read ${path} (${code}).`);
    return isLink(root, path) ? problem('file-missing', `${path} is a broken symbolic link.`) : missing(path);
  }
}

function missing(path: string): { problem: Mistake } {
  const hint = path.includes('\\') ? 'Write `/` instead of `\\`, on Windows too.' : undefined;
  return problem('file-missing', `File not found: ${path}.`, hint);
}

function isLink(root: string, path: string): boolean {
  try {
    return (
      lstatSync(join(root, path)).isSymbolicLink() || realpathSync(join(root, path)) !== join(realpathSync(root), path)
    );
  } catch {
    return false;
  }
}

function folderProblem(path: string): { problem: Mistake } {
  return problem('not-a-file', `${path} is a folder, not a file.`);
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function problem(code: Mistake['code'], message: string, hint?: string): { problem: Mistake } {
  return { problem: { code, message, hint } };
}

// Names that reach the folder `.git` on some file system. Git refuses to check them out, everywhere.

/** Characters that HFS+ ignores in names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** NTFS has short names and streams (`.git::$INDEX_ALLOCATION`), Windows drops dots and blanks at the end. */
export function isGitFolder(name: string): boolean {
  const plain = name
    .replace(IGNORED, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
  return plain === '.git' || plain === 'git~1';
}
