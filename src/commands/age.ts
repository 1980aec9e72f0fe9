// Whether what is checked out may be applied: not older than what was applied last, and committed.
import { isAncestor } from '../baseline/ancestry.ts';
import { committedPaths, untrackedPaths } from '../baseline/committed.ts';
import type { GitRepository, Head } from '../baseline/work-tree.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { Plan } from '../model/plan.ts';
import type { Options } from '../options.ts';
import type { Baseline } from './baseline.ts';
import type { Prepared } from './prepare.ts';

/** A re-run of last week's job must not undo this week's: the commit last applied must be an ancestor of this one. */
export async function refuseOlder(
  { plan, project, baseline, head }: Prepared,
  options: Pick<Options, 'allowOlder'>,
): Promise<Plan> {
  if (plan.changes.length === 0 || options.allowOlder || project.git === undefined || head === undefined)
    return plan;
  const why = await olderBecause(project.git, baseline, head);
  if (why === undefined) return plan;
  const refusal = {
    severity: 'refusal',
    code: 'older-commit',
    message: `This commit is ${shortCommit(head.commit)}; ${why}.`,
    hint: 'Apply the newest commit, or apply once with --allow-older (input `allow-older: true`) if going back is meant.',
  } as const;
  return { ...plan, findings: [...plan.findings, refusal] };
}

/** Why a commit that has nothing to push is not to be recorded: the record says what is ours, and a newer one says more. */
export async function notRecorded(
  { project, baseline, head }: Prepared,
  options: Pick<Options, 'allowOlder'>,
): Promise<string | undefined> {
  const { git } = project;
  // A record that cannot be read is replaced.
  if (options.allowOlder || git === undefined || head === undefined || baseline.isUnknown) return undefined;
  const why = await olderBecause(git, baseline, head);
  return why && `This commit is ${shortCommit(head.commit)}; ${why}: the record stays as it is.`;
}

/** Why this commit is, or may be, older than the one last applied. A record that cannot be read is not the same as none. */
async function olderBecause(
  git: GitRepository,
  { source, isUnknown, problem }: Baseline,
  head: Head,
): Promise<string | undefined> {
  if (source === undefined) {
    // A record that is there and cannot be read has a rule of its own.
    return isUnknown && problem === undefined
      ? 'which commit was applied last cannot be known, so a newer one may be undone'
      : undefined;
  }
  const ancestry = await isAncestor(git, source, head.commit);
  if (ancestry.answer === 'yes') return undefined;
  const why = 'reason' in ancestry ? `may be newer (${ancestry.reason})` : 'is not among its ancestors';
  return `the commit last applied, ${shortCommit(source)}, ${why}`;
}

/** What is applied otherwise than committed, though the record names the commit. What Git does not track, others tell. */
export async function uncommitted({ project, head, plan }: Prepared): Promise<string[]> {
  if (project.git === undefined || head === undefined || plan.changes.length === 0) return [];
  const committed = await committedPaths(project.git, project.files.keys());
  const others = [...project.files.keys()].filter((path) => !committed.has(path));
  if (others.length === 0) return [];
  const unknown = new Set(untrackedPaths(await project.git.index(), others));
  const paths = others.filter((path) => !unknown.has(path)).sort();
  if (paths.length === 0) return [];
  const names = `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`;
  return [
    `${names}: not committed, so the commit ${shortCommit(head.commit)} is not quite what is applied. Commit first, then apply.`,
  ];
}
