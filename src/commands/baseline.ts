// The baseline of a target: found, parsed by the same parser, or the reason why there is none.
import { type AppliedBaseline, readApplied } from '../baseline/applied.ts';
import { GitError } from '../baseline/git.ts';
import { baselineRef } from '../baseline/ref.ts';
import { loadProject } from '../desired/load.ts';
import { filesInMemory } from '../desired/project-files.ts';
import type { State } from '../model/state.ts';
import type { ResolvedTarget } from '../options.ts';
import type { OpenProject } from './project.ts';

export interface Baseline {
  /** Absent: nothing is known to be ours; `reason` says why, as the end of a sentence. */
  state?: State;
  reason: string;
  warnings: string[];
  /** Where the next apply is recorded; absent outside Git. */
  ref?: string;
  applied?: AppliedBaseline;
  /** The commit that was last applied. */
  source?: string;
}

export async function readBaseline(project: OpenProject, target: ResolvedTarget): Promise<Baseline> {
  const { git } = project;
  if (git === undefined) {
    return {
      reason: 'this folder is in no Git repository, so nothing says what was applied before',
      warnings: [],
    };
  }
  const repository = `${target.repository.account}/${target.repository.name}`;
  const ref = baselineRef({ url: target.url, repository, folder: git.folder });
  try {
    return parseBaseline(project, { ref, applied: await readApplied(git, ref) });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { ref, reason: 'the record of the last apply cannot be read', warnings: [error.message] };
  }
}

function parseBaseline(
  { projectFile }: OpenProject,
  { ref, applied }: { ref: string; applied: AppliedBaseline },
): Baseline {
  const { warnings } = applied;
  if (!applied.found) {
    const reason =
      applied.commit === undefined
        ? 'nothing was applied from here before'
        : 'the record of the last apply cannot be read';
    return { ref, applied, reason, warnings };
  }
  const source = applied.source === undefined ? {} : { source: applied.source };
  const loaded = loadProject(filesInMemory(applied.files), { env: 'unknown', projectFile });
  const mistake = loaded.diagnostics.find(({ severity }) => severity === 'error');
  if (mistake === undefined) return { ref, applied, ...source, state: loaded.state, reason: '', warnings };
  const warning = `What was last applied can no longer be read (${mistake.place ?? mistake.file}: ${mistake.message})`;
  return {
    ref,
    applied,
    ...source,
    reason: 'the record of the last apply can no longer be read',
    warnings: [...warnings, warning],
  };
}
