// [edge] The search for files below the project's root: it never leaves it, and no maze of links holds it up.
import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import fastGlob from 'fast-glob';
import { quoted } from '../model/glob.ts';
import type { Listing } from './project-files.ts';
import { isLink, problem, realPath } from './real-path.ts';

export interface Searching {
  includes: readonly string[];
  excludes: readonly string[];
}

/** What the globs match, folders and links as well, and what kept the search out of a folder. */
export function search(
  root: string,
  { includes, excludes }: Searching,
): { paths: string[]; problems: Listing['problems'] } {
  const guard = new SearchGuard(root);
  const paths = fastGlob.sync(includes.map(quoted), {
    cwd: root,
    ignore: excludes.map(quoted),
    onlyFiles: false,
    braceExpansion: false,
    extglob: false,
    // fast-glob asks for entries with their types, and for nothing else.
    fs: { readdirSync: ((path: string) => guard.read(path)) as unknown as typeof readdirSync },
  });
  return { paths, problems: guard.problems };
}

/** More folders than this behind symbolic links are a maze: links to links double with every level. */
const MAX_LINKED_FOLDERS = 1000;

/** Keeps a search from leaving the root, from walking in circles, and from getting lost among links. */
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
    // Globs of several folders are several searches.
    const mayEnter = this.#known.get(path) ?? this.#mayEnter(path);
    this.#known.set(path, mayEnter);
    return mayEnter ? readdirSync(path, { withFileTypes: true }) : [];
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
