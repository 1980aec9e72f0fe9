// Recording what was applied, so that the next plan knows what is ours.
import { writeApplied } from '../baseline/applied.ts';
import { GitError } from '../baseline/git.ts';
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
  const files = new Map([...project.files].map(([path, bytes]) => [path, Buffer.from(bytes)]));
  if (plan.changes.length === 0 && applied.found && sameFiles(applied.files, files)) return [];
  const { create, update, delete: deleted } = countChanges(plan.changes);
  try {
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
    return written.warning === undefined ? [] : [written.warning];
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return [`What was applied could not be recorded: ${error.message}`];
  }
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
