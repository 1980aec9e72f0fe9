// Recording what was applied, so that the next plan knows what is ours.
import { type AppliedBaseline, writeApplied } from '../baseline/applied.ts';
import { committedPaths } from '../baseline/committed.ts';
import { GitError } from '../baseline/git.ts';
import type { GitRepository } from '../baseline/work-tree.ts';
import { countChanges } from '../model/plan.ts';
import type { Prepared } from './prepare.ts';
import type { Surroundings } from './project.ts';

/** Nothing is written when nothing changed. Sentences say where recording did not work. */
export async function record(
  { project, baseline, plan, head }: Prepared,
  surroundings: Pick<Surroundings, 'now' | 'actor' | 'run'>,
): Promise<string[]> {
  const { git } = project;
  const { ref, applied } = baseline;
  if (git === undefined || ref === undefined || applied === undefined) return [];
  try {
    const { files, remarks } = await recordable(git, { files: project.files, applied });
    if (!files.has(project.projectFile)) return remarks;
    if (plan.changes.length === 0 && applied.found && sameFiles(applied.files, files)) return [];
    const { create, update, delete: deleted } = countChanges(plan.changes);
    const written = await writeApplied(git, {
      ref,
      previous: { where: applied.where, commit: applied.commit },
      files,
      source: head?.commit,
      run: surroundings.run,
      actor: surroundings.actor,
      summary: `Apply ${head === undefined ? 'files' : shortCommit(head.commit)}: ${create} added, ${update} changed, ${deleted} destroyed`,
      now: surroundings.now(),
    });
    if (written.conflict)
      return ['Another apply was recorded at the same moment; theirs was kept. Plan again.'];
    return written.warning === undefined ? remarks : [...remarks, written.warning];
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return [`What was applied could not be recorded: ${error.message}`];
  }
}

/**
 * What may go into the record. At `origin` it is there for everybody who can read the repository, so it holds nothing
 * that is not committed there already: an ignored or generated file may hold a secret. Of a document that is not
 * committed the record keeps what it had.
 */
async function recordable(
  git: GitRepository,
  { files, applied }: { files: ReadonlyMap<string, Uint8Array>; applied: AppliedBaseline },
): Promise<{ files: Map<string, Buffer>; remarks: string[] }> {
  const all = new Map<string, Buffer>([...files].map(([path, bytes]) => [path, Buffer.from(bytes)]));
  if (!git.origin) return { files: all, remarks: [] };
  const committed = await committedPaths(git, all.keys());
  const left = [...all.keys()].filter((path) => !committed.has(path)).sort();
  for (const path of left) {
    const before = applied.found ? applied.files.get(path) : undefined;
    if (before === undefined) all.delete(path);
    else all.set(path, before);
  }
  if (left.length === 0) return { files: all, remarks: [] };
  const names = `${left.slice(0, 3).join(', ')}${left.length > 3 ? ` and ${left.length - 3} more` : ''}`;
  return {
    files: all,
    remarks: [`${names}: not committed, so not recorded; what only they declare is not pruned later.`],
  };
}

function sameFiles(a: ReadonlyMap<string, Uint8Array>, b: ReadonlyMap<string, Buffer>): boolean {
  if (a.size !== b.size) return false;
  return [...b].every(([path, bytes]) => {
    const there = a.get(path);
    return there !== undefined && bytes.equals(there);
  });
}

/** Enough of a commit id for people to recognise it. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 10);
}
