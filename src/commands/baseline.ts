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
  /** There may be a record, and it could not be read: nothing can be said of what was applied last. */
  isUnknown?: true;
}

const UNREADABLE = 'the record of the last apply cannot be read';

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
    return { ref, reason: UNREADABLE, warnings: [error.message], isUnknown: true };
  }
}

function parseBaseline(
  { projectFile }: OpenProject,
  { ref, applied }: { ref: string; applied: AppliedBaseline },
): Baseline {
  const { warnings } = applied;
  if (!applied.found) {
    // Without a warning there is no record anywhere; with one there may be.
    const isUnknown = applied.commit !== undefined || warnings.length > 0;
    if (!isUnknown) return { ref, applied, reason: 'nothing was applied from here before', warnings };
    return { ref, applied, reason: UNREADABLE, warnings, isUnknown };
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
