// history: lists the recorded applies, newest first, or deletes the record of a project that no longer exists.
import { basename } from 'node:path';
import { readCommit } from '../baseline/applied-record.ts';
import { type History, readHistory } from '../baseline/apply-history.ts';
import type { GitRepository } from '../baseline/git-repository.ts';
import { applyingRef } from '../baseline/ref-names.ts';
import { fetchCommits, moveRefs, refValues, type Where } from '../baseline/refs.ts';
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
  const names = [refs.ref, refs.former];
  const places: readonly Where[] = git.origin ? ['origin', 'local'] : ['local'];
  const removed: ForgetResult['removed'] = [];
  for (const where of places) {
    const read = await refValues(git, { where, refs: [...names, ...names.map(applyingRef)] }).catch(gitProblem);
    if ('unreachable' in read) throw notForgotten(`origin cannot be reached (${read.unreachable}).`);
    const { values } = read;
    if (names.some((name) => values.has(applyingRef(name))))
      throw notForgotten(
        'An announced apply is not recorded yet.',
        'Wait for it to finish. If it is no longer running, run `confighub-sync unlock`, then apply.',
      );
    const moves = [];
    for (const ref of names) {
      const expected = values.get(ref);
      if (expected === undefined) continue;
      const isOwn = ref === refs.ref || (await isFormerOf(git, { where, commit: expected, projectFile }));
      if (isOwn) moves.push({ ref, commit: undefined, expected });
    }
    if (moves.length === 0) continue;
    const moved = await moveRefs(git, { where, moves }).catch(gitProblem);
    if (moved.outcome === 'conflict') throw notForgotten('Another apply was recorded at the same time.');
    if (moved.outcome !== 'moved') throw notForgotten(`Cannot remove the record: ${moved.reason}.`);
    for (const { ref, expected: commit } of moves) {
      const restore = where === 'origin' ? `git push origin ${commit}:${ref}` : `git update-ref ${ref} ${commit}`;
      removed.push({ ref, commit, where, restore });
    }
  }
  const repository = `${repositoryText(target.repository)} at ${target.url}`;
  return { projectFile, repository, removed };
}

/** All project files of a folder share the former name, so the record must show which one it belongs to. */
async function isFormerOf(
  git: GitRepository,
  { where, commit, projectFile }: { where: Where; commit: string; projectFile: string },
): Promise<boolean> {
  if (where === 'origin') await fetchCommits(git, [commit]);
  const record = await readCommit(git, { where, commit });
  return record.found && record.projectFile === undefined && record.files.has(basename(projectFile));
}

function notForgotten(message: string, hint = 'Try again.'): CommandError {
  return new CommandError({ code: 'not-forgotten', message, hint });
}
