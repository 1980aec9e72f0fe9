// history: lists the recorded applies, newest first, or deletes the record of a project that no longer exists.
import { type History, readHistory } from '../record/apply-history.ts';
import { applyingRef } from '../record/ref-names.ts';
import { moveRefs, refValues, type Where } from '../record/refs.ts';
import { CommandError } from '../errors.ts';
import { repositoryText } from '../model/targets.ts';
import type { Options } from '../options.ts';
import { gitProblem } from './project.ts';
import { recordPlace } from './record-place.ts';
import type { GitRuntime, Runtime } from './runtime.ts';

type HistoryRuntime = GitRuntime & Pick<Runtime, 'onStep'>;

/** @param limit unchecked; default: 20 applies */
export async function history(options: Options, runtime: HistoryRuntime, limit: string | undefined): Promise<History> {
  const count = Number(limit ?? 20);
  if (!Number.isInteger(count) || count < 1 || count > 100_000) {
    const message = 'Invalid limit: expected a number of applies from 1 to 100000.';
    throw new CommandError({ code: 'bad-option', message });
  }
  const { git, refs } = await recordPlace(options, runtime);
  runtime.onStep('Reading the history of applies');
  return readHistory(git, { ...refs, limit: count }).catch(gitProblem);
}

export interface ForgetResult {
  /** Path of the project file within the Git repository. */
  projectFile: string;
  /** `account/name at URL`: one project file may have records of several targets. */
  repository: string;
  /** The deleted refs, each with the Git command that restores it. Empty: there was no record. */
  removed: { ref: string; commit: string; where: Where; restore: string }[];
}

/** Deletes the record of a project, so that its items become unmanaged. Throws {@link CommandError}. */
export async function forget(options: Options, runtime: HistoryRuntime): Promise<ForgetResult> {
  const { git, projectFile, target, refs } = await recordPlace(options, runtime);
  runtime.onStep('Removing the record of applies');
  const { ref } = refs;
  const places: readonly Where[] = git.origin ? ['origin', 'local'] : ['local'];
  const removed: ForgetResult['removed'] = [];
  for (const where of places) {
    const read = await refValues(git, { where, refs: [ref, applyingRef(ref)] }).catch(gitProblem);
    if ('unreachable' in read) throw notForgotten(`origin cannot be reached (${read.unreachable}).`);
    const { values } = read;
    if (values.has(applyingRef(ref)))
      throw notForgotten(
        'An announced apply is not recorded yet.',
        'Wait for it to finish. If it is no longer running, run `confighub-sync unlock`, then apply.',
      );
    const commit = values.get(ref);
    if (commit === undefined) continue;
    const moves = [{ ref, commit: undefined, expected: commit }];
    const moved = await moveRefs(git, { where, moves }).catch(gitProblem);
    if (moved.outcome === 'conflict') throw notForgotten('Another apply was recorded at the same time.');
    if (moved.outcome !== 'moved') throw notForgotten(`Cannot remove the record: ${moved.reason}.`);
    const restore = where === 'origin' ? `git push origin ${commit}:${ref}` : `git update-ref ${ref} ${commit}`;
    removed.push({ ref, commit, where, restore });
  }
  const repository = `${repositoryText(target.repository)} at ${target.url}`;
  return { projectFile, repository, removed };
}

function notForgotten(message: string, hint = 'Try again.'): CommandError {
  return new CommandError({ code: 'not-forgotten', message, hint });
}
