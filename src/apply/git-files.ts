// Project files that are read from Git: those of a commit, and the work tree with the changes that a merge brings.
import type { TreeEntry } from '../record/git-objects.ts';
import type { GitRepository } from '../record/git-repository.ts';
import { type Files, readContents } from '../record/git-snapshot.ts';
import { matcher, isLiteral, unmatched } from '../documents/globs.ts';
import type { ProjectFiles } from '../documents/project-files.ts';

/** Files of which some are read from Git once a reader has asked for them. */
export interface LazyFiles {
  files: ProjectFiles;
  /** Reads what was asked for, and these paths; `false`: there was nothing to read, so that all that was read is whole. */
  readMore: (paths?: Iterable<string>) => Promise<boolean>;
}

interface InGit {
  git: GitRepository;
  /** By path relative to the folder of the project file. */
  entries: readonly TreeEntry[];
  /** Their source, for messages. */
  commit: string;
  /** Contents that are known already. */
  known?: Files | undefined;
}

/** `rest` has everything else; what is not read yet looks empty. */
export function lazyFiles({ git, entries, commit, known }: InGit, rest: ProjectFiles): LazyFiles {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const contents: Files = new Map(known);
  const wanted = new Set<string>();
  return {
    files: {
      ...rest,
      read: (path) => {
        const bytes = contents.get(path);
        if (bytes !== undefined) return { bytes };
        if (!byPath.has(path)) return rest.read(path);
        wanted.add(path);
        return { bytes: new Uint8Array() };
      },
    },
    readMore: async (paths = []) => {
      const missing = [...new Set([...wanted, ...paths])].flatMap((path) => byPath.get(path) ?? []);
      wanted.clear();
      if (missing.length === 0) return false;
      for (const [path, bytes] of await readContents(git, { commit, entries: missing })) contents.set(path, bytes);
      return true;
    },
  };
}

/** What a merge changes in the folder of the project. */
export interface MergeChanges {
  git: GitRepository;
  /** Of the merge. */
  tree: string;
  /** New files, and those with other contents. */
  entries: readonly TreeEntry[];
  deleted: ReadonlySet<string>;
  /** The project file, if it is among them. */
  known: Files;
}

/** The work tree as it would be after a merge. */
export function mergedFiles(changes: MergeChanges, workTree: ProjectFiles): LazyFiles {
  const { tree: commit, entries, deleted } = changes;
  const paths = new Set(entries.map(({ path }) => path));
  return lazyFiles(
    { ...changes, commit },
    {
      ...workTree,
      list: (globs) => {
        const listed = workTree.list(globs);
        // A path that is named must not look like one that was removed.
        const here = listed.paths.filter((path) => !deleted.has(path) || globs.filter(isLiteral).includes(path));
        const brought = [...paths].filter(matcher(globs));
        return {
          paths: [...new Set([...here, ...brought])].sort(),
          problems: listed.problems.filter(({ path }) => !paths.has(path)),
          unmatched: unmatched(listed.unmatched, brought),
        };
      },
      read: (path) =>
        deleted.has(path)
          ? { problem: { code: 'file-missing', message: `File not found: ${path}.` } }
          : workTree.read(path),
    },
  );
}
