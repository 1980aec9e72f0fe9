// What the work tree has that the checked-out commit does not: warned about before an apply, and left out of its record.
import type { AppliedBaseline } from '../record/applied-record.ts';
import { type GitRepository, type Head, inFolder } from '../record/git-repository.ts';
import { compareWithCommit, untrackedPaths } from '../record/work-tree-status.ts';
import { documentMatcher } from '../documents/globs.ts';
import { someOf } from '../lib/text.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { OpenProject } from './project.ts';
import { pathInGit } from './record-place.ts';

/** How the files of a project differ from the commit. Paths are relative to the project. */
export interface Differences {
  /** Committed, and not changed since. */
  committed: ReadonlySet<string>;
  /** Changed or removed, but tracked by Git. Sorted. */
  changed: string[];
  /** Whether the commit declares something else than the files, because of these or of untracked files. */
  isDirty: boolean;
}

/** `undefined` outside Git and before the first commit. Throws GitError. */
export async function differences(project: OpenProject): Promise<Differences | undefined> {
  const { git, files } = project;
  if (git === undefined || (await git.head()) === undefined) return undefined;
  const index = inFolder(project.index, git.folder);
  const { committed, removed } = await compareWithCommit(git, { index, paths: files.keys() });
  const isDocument = documentMatcher(project.project);
  const gone = removed.filter((path) => !files.has(path) && isDocument(path));
  const others = [...files.keys()].filter((path) => !committed.has(path));
  const unknown = new Set(untrackedPaths(index, others));
  const changed = [...gone, ...others.filter((path) => !unknown.has(path))].sort();
  return { committed, changed, isDirty: others.length + gone.length > 0 };
}

interface OpenWorkTree {
  project: OpenProject;
  differences?: Differences | undefined;
}

/** Untracked files have a warning of their own. */
export function uncommittedWarning({
  project,
  head,
  differences,
}: OpenWorkTree & { head?: Head | undefined }): string[] {
  if (differences === undefined || differences.changed.length === 0 || head === undefined) return [];
  const paths = someOf(differences.changed.map(project.display), { most: 3 });
  return [
    `${paths}: uncommitted changes, so what is applied differs from commit ${shortCommit(head.commit)}. Commit before you apply.`,
  ];
}

export interface Recordable {
  files: Map<string, Uint8Array>;
  /** Paths of uncommitted files, which are not recorded; `remarks` mention them. */
  left: string[];
  remarks: string[];
}

/**
 * The files for the record. Everyone with access to the Git repository can read a record at `origin`, so it contains only
 * committed files: an ignored or generated file may hold a secret. An uncommitted file is replaced by its committed
 * version, or else by what was recorded before.
 */
export async function recordable(
  git: GitRepository,
  { project, differences, applied }: OpenWorkTree & { applied: AppliedBaseline },
): Promise<Recordable> {
  const all = new Map(project.files);
  if (!git.origin) return { files: all, left: [], remarks: [] };
  const left = [...all.keys()].filter((path) => !differences?.committed.has(path)).sort();
  for (const path of left) {
    const committed = await committedContent(git, path);
    const before = committed ?? (applied.found ? applied.files.get(path) : undefined);
    if (before === undefined) all.delete(path);
    else all.set(path, before);
  }
  const names = left.map(project.display);
  const remark = `${someOf(names, { most: 3 })}: not committed, so not recorded. Items declared only there are not pruned later.`;
  return { files: all, left: names, remarks: left.length === 0 ? [] : [remark] };
}

/** `undefined` if HEAD has no such file. */
async function committedContent(git: GitRepository, path: string): Promise<Buffer | undefined> {
  const name = `HEAD:${pathInGit(git, path)}`;
  return name.includes('\n') ? undefined : (await git.objects.read(name))?.content;
}
