// [edge] The work tree as ProjectFiles: regular files inside the project's root, symbolic links followed only within it.
import {
  closeSync,
  constants,
  type Dirent,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { compareText } from '../model/diagnostic.ts';
import {
  expanded,
  type FileProblem,
  isLiteral,
  type Listing,
  matcher,
  type ProjectFiles,
  searcher,
  unmatched,
} from './project-files.ts';

/** A document or a content file larger than this is refused: a configuration server holds no such thing. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;

/**
 * @param root folder of the project file
 * @param shownFrom folder that places are shown relative to, normally the working directory
 */
export function workTreeFiles(root: string, shownFrom: string): ProjectFiles {
  const prefix = relative(shownFrom, root).split(sep).join('/');
  return {
    display: (path) => (prefix === '' ? path : `${prefix}/${path}`),
    list: (globs) => list(root, globs),
    read: (path) => read(root, path),
  };
}

function list(root: string, globs: readonly string[]): Listing {
  const { includes } = expanded(globs);
  const guard = new SearchGuard(root);
  let paths: string[];
  try {
    paths = search(root, { guard, isSearched: searcher(globs) });
  } catch (error) {
    const message = `The folder cannot be searched for documents (${errorCode(error)}).`;
    return { paths: [], problems: [{ path: '.', code: 'file-unreadable', message }], unmatched: [] };
  }
  // A document that is named outright and is not there must not look like one that was removed.
  const named = expanded(globs.filter(isLiteral)).includes;
  // Also where no glob leads into their folder.
  const literals = includes.filter((path) => isLiteral(path) && existsSync(join(root, path)));
  const matched = [...new Set([...paths, ...named, ...literals])].filter(matcher(globs));
  const { paths: documents, problems } = select(root, matched, new Set(named));
  const files = matched.filter((path) => !isDirectory(join(root, path)));
  return { paths: documents, problems: [...problems, ...guard.problems], unmatched: unmatched(globs, files) };
}

/** Every file and folder of the folders that are searched. */
function search(
  root: string,
  { guard, isSearched }: { guard: SearchGuard; isSearched: (folder: string) => boolean },
): string[] {
  const paths: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of guard.read(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      paths.push(path);
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && isDirectory(join(root, path)));
      if (isFolder && isSearched(path)) folders.push(path);
    }
  }
  return paths;
}

/** More folders than this behind symbolic links are a maze: links to links double with every level. */
const MAX_LINKED_FOLDERS = 1000;

/** Keeps a search from leaving the root, from walking in circles, and from getting lost among links. */
class SearchGuard {
  readonly problems: Listing['problems'] = [];
  readonly #root: string;
  #linked = 0;

  constructor(root: string) {
    this.#root = root;
  }

  read(path: string): Dirent[] {
    return this.#mayEnter(path) ? readdirSync(path, { withFileTypes: true }) : [];
  }

  #mayEnter(path: string): boolean {
    const shown = relative(this.#root, path).split(sep).join('/');
    const real = realPath(this.#root, shown);
    if ('problem' in real) {
      // A glob with `**` leads everywhere; only what a link leads to would have been searched.
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

function select(root: string, paths: string[], named: ReadonlySet<string>): Omit<Listing, 'unmatched'> {
  const byFile = new Map<string, string>();
  const problems: Listing['problems'] = [];
  for (const path of paths.sort(compareText)) {
    const real = realPath(root, path);
    if ('problem' in real) problems.push({ path, ...real.problem });
    else if (isDirectory(real.path)) {
      if (named.has(path)) problems.push({ path, ...folderProblem(path).problem });
    }
    // A link to a document that is matched itself is the same document, not a second one.
    else if (!byFile.has(real.path) || !isLink(root, path)) byFile.set(real.path, path);
  }
  return { paths: [...byFile.values()].sort(compareText), problems };
}

function read(root: string, path: string): ReturnType<ProjectFiles['read']> {
  const real = realPath(root, path);
  if ('problem' in real) return real;
  let file: number | undefined;
  try {
    // What is looked at is what is read, even if somebody puts a link or a pipe there in between.
    file = openSync(
      real.path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    const stat = fstatSync(file);
    if (stat.isDirectory()) return folderProblem(path);
    if (!stat.isFile()) return problem('not-a-file', `${path} is not a regular file.`);
    if (stat.size > MAX_FILE_BYTES) return problem('file-unreadable', `${path} is larger than 256 MiB.`);
    return { bytes: readFileSync(file) };
  } catch (error) {
    // A socket cannot even be opened.
    if (errorCode(error) === 'ENXIO') return problem('not-a-file', `${path} is not a regular file.`);
    return problem('file-unreadable', `${path} cannot be read (${errorCode(error)}).`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function realPath(root: string, path: string): { path: string } | { problem: FileProblem } {
  try {
    const real = realpathSync(join(root, path));
    const inside = relative(realpathSync(root), real);
    // Git keeps credentials in there, and no configuration.
    if (inside.split(sep).some((part) => part.toLowerCase() === '.git')) {
      return problem('outside-root', `${path} lies in Git's own folder.`, 'Name a file of the project.');
    }
    if (!inside.startsWith('..') && !isAbsolute(inside)) return { path: real };
    return problem(
      'outside-root',
      `${path} is a symbolic link that leads out of the project's folder.`,
      'Put the file itself into the project.',
    );
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return problem('file-missing', missingMessage(root, path));
    return problem('file-unreadable', `${path} cannot be read (${code}).`);
  }
}

function missingMessage(root: string, path: string): string {
  return isLink(root, path) ? `${path} is a symbolic link to nothing.` : `There is no file ${path}.`;
}

function isLink(root: string, path: string): boolean {
  try {
    return (
      lstatSync(join(root, path)).isSymbolicLink() ||
      realpathSync(join(root, path)) !== join(realpathSync(root), path)
    );
  } catch {
    return false;
  }
}

function folderProblem(path: string): { problem: FileProblem } {
  return problem('not-a-file', `${path} is a folder, not a file.`);
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function problem(code: FileProblem['code'], message: string, hint?: string): { problem: FileProblem } {
  return { problem: { code, message, ...(hint === undefined ? {} : { hint }) } };
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
