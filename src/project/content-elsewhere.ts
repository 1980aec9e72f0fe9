// Files whose content Git keeps elsewhere: symbolic links, submodules, pointers of Git LFS. An apply cannot push it.
import { isLfsPointer } from '../lib/lfs.ts';
import { foldersAndFile } from '../lib/paths.ts';
import { compareText, someOf } from '../lib/text.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Finding } from '../model/plan.ts';
import { type GitRepository, inFolder, type IndexEntry } from '../record/git-repository.ts';
import { isLink } from '../record/working-tree-status.ts';
import type { Runtime } from '../runtime.ts';

/** What of an open project says where its contents are. */
interface OpenContents {
  git: GitRepository | undefined;
  index: readonly IndexEntry[];
  files: ReadonlyMap<string, Uint8Array>;
  display: (path: string) => string;
}

type Kind = 'symlink' | 'submodule' | 'lfs-pointer';

/** By the mode of the file, or of a folder above it. */
const BY_MODE: Readonly<Record<string, Kind>> = { '120000': 'symlink', '160000': 'submodule' };

const SAYS: Record<Kind, { one: string; many: string; why: string; hint: string }> = {
  symlink: {
    one: 'is a symbolic link',
    many: 'are symbolic links',
    why: 'Git stores only the path that a link points to, without the content, so an apply cannot push it',
    hint: 'Replace the link with the file itself, or let `include` or `path` name the file that the link points to.',
  },
  submodule: {
    one: 'is a submodule',
    many: 'are submodules',
    why: 'Git stores only the commit of a submodule, without its files, so an apply cannot push them',
    hint: "Copy the files into this Git repository, or apply them from the submodule's own.",
  },
  'lfs-pointer': {
    one: 'is only a Git LFS pointer',
    many: 'are only Git LFS pointers',
    why: 'the content was not checked out, so an apply cannot push it',
    hint: 'Run `git lfs pull` (in a workflow, set `lfs: true` for actions/checkout).',
  },
};

/** What refuses an apply of these files, whether they are committed or not, and so every plan of them. */
export function contentElsewhere(project: OpenContents, merge: Runtime['merge']): Finding[] {
  const found: Record<Kind, Set<string>> = {
    symlink: new Set(),
    submodule: new Set(),
    'lfs-pointer': new Set(),
  };
  const modes = new Map(
    inFolder(project.index, project.git?.folder ?? '').map(({ path, mode }) => [path, mode]),
  );
  // The merge brings these as regular files.
  const brought = new Set(merge?.changes?.entries.map(({ path }) => path));
  for (const [path, bytes] of project.files) {
    if (isLfsPointer(bytes)) found['lfs-pointer'].add(path);
    const parts = project.git === undefined || brought.has(path) ? [] : foldersAndFile(path);
    const isTracked = parts.some((part) => modes.has(part));
    for (const part of parts) {
      const kind = isTracked
        ? BY_MODE[modes.get(part) ?? '']
        : project.git && isLink(project.git, part)
          ? 'symlink'
          : undefined;
      if (kind !== undefined) found[kind].add(part);
    }
  }
  return (Object.keys(SAYS) as Kind[]).flatMap((kind) => {
    const paths = [...found[kind]].sort(compareText).map(project.display);
    return paths.length === 0 ? [] : [{ severity: 'refusal', ...saidOf(kind, paths) }];
  });
}

function saidOf<Code extends Kind>(kind: Code, paths: readonly string[]) {
  const { one, many, why, hint } = SAYS[kind];
  const are = paths.length === 1 ? one : many;
  return {
    code: kind,
    message: `${someOf(paths, { most: 10, noun: 'file' })} ${are}: ${why}.`,
    hint,
  };
}

/** With one error for each document that is a pointer, instead of what a reader makes of its lines. */
export function withPointers(
  diagnostics: readonly Diagnostic[],
  files: ReadonlyMap<string, Uint8Array>,
  display: (path: string) => string,
): Diagnostic[] {
  const pointers = [...files].flatMap(([path, bytes]) =>
    isLfsPointer(bytes) ? [display(path)] : [],
  );
  const wrong = new Set(
    diagnostics.flatMap((diagnostic) =>
      diagnostic.severity === 'error' ? fileOf(diagnostic) : [],
    ),
  );
  const unread = pointers.filter((file) => wrong.has(file));
  return [
    ...diagnostics.filter((diagnostic) => !unread.includes(fileOf(diagnostic))),
    ...unread.map(
      (file): Diagnostic => ({ severity: 'error', ...saidOf('lfs-pointer', [file]), file }),
    ),
  ];
}

function fileOf({ place, file = '' }: Diagnostic): string {
  return place?.file ?? file;
}
