// Whether what is checked out may be applied: not older than what was applied last, and committed.
import { isAncestor } from '../baseline/ancestry.ts';
import type { Plan } from '../model/plan.ts';
import type { Options } from '../options.ts';
import type { Prepared } from './prepare.ts';
import { shortCommit } from './record.ts';

/** A re-run of last week's job must not undo this week's: the commit last applied must be an ancestor of this one. */
export async function refuseOlder(
  { plan, project, baseline, head }: Prepared,
  options: Pick<Options, 'allowOlder'>,
): Promise<Plan> {
  const { source } = baseline;
  if (plan.changes.length === 0 || options.allowOlder) return plan;
  if (project.git === undefined || source === undefined || head === undefined) return plan;
  const ancestry = await isAncestor(project.git, source, head.commit);
  if (ancestry.answer === 'yes') return plan;
  const why = 'reason' in ancestry ? `may be newer (${ancestry.reason})` : 'is not among its ancestors';
  const refusal = {
    severity: 'refusal',
    code: 'older-commit',
    message: `This commit is ${shortCommit(head.commit)}; the commit last applied, ${shortCommit(source)}, ${why}.`,
    hint: 'Apply the newest commit, or apply once with --allow-older (input `allow-older: true`) if going back is meant.',
  } as const;
  return { ...plan, findings: [...plan.findings, refusal] };
}

/** What is applied without being committed: the record names the commit, which does not hold it. */
export async function uncommitted({ project, head, plan }: Prepared): Promise<string[]> {
  if (project.git === undefined || head === undefined || plan.changes.length === 0) return [];
  const paths = await project.git.uncommitted(project.files.keys());
  if (paths.length === 0) return [];
  const names = `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`;
  return [`${names}: not committed, so the commit ${shortCommit(head.commit)} is not quite what is applied.`];
}
