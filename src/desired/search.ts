// [edge] The search for files below the project's root: it never leaves it, and no maze of links holds it up.
import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Listing } from './project-files.ts';
import { isDirectory, isLink, problem, realPath } from './real-path.ts';

/** Every file and folder of the folders that are searched. */
export function search(
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
export class SearchGuard {
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
