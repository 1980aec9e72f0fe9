// unlock: declares dead an apply that announced itself and will never end, so that the next one takes over at once.
import { readApplied } from '../baseline/applied.ts';
import { declareDead } from '../baseline/applying.ts';
import { applyingRef } from '../baseline/ref.ts';
import { CommandError } from '../errors.ts';
import type { Options } from '../options.ts';
import { gitProblem, type Surroundings } from './project.ts';
import { recordPlace } from './record-place.ts';
import { described, isRunning } from './running.ts';

export interface UnlockResult {
  /** Whose announcement it was; absent: there was none, or the next apply takes it over already. */
  removed?: {
    commit?: string;
    actor?: string;
    run?: string;
    since?: string;
    /** The last push that the apply sent began then or later; ISO 8601. Absent: nobody knows. */
    pushSince?: string;
    text: string;
  };
}

/** Throws where somebody was faster, or where origin does not let go of the ref. */
export async function unlock(options: Options, surroundings: Surroundings): Promise<UnlockResult> {
  const { git, refs } = await recordPlace(options, surroundings);
  surroundings.onStep('Looking for an announced apply');
  let { ref } = refs;
  let found = await readApplied(git, refs).catch(gitProblem);
  if (found.applying === undefined && found.refs.has(applyingRef(refs.former))) {
    ref = refs.former;
    found = await readApplied(git, { ...refs, ref }).catch(gitProblem);
  }
  const { applying, where, warnings } = found;
  if (applying === undefined) {
    // Nobody can say that there is none where it would be.
    if (git.origin && where === 'local' && warnings[0] !== undefined) throw failed(warnings[0]);
    return {};
  }
  if (!isRunning(applying, surroundings.now())) return {};
  const moved = await declareDead(git, { ref, applying }).catch(gitProblem);
  if (moved.outcome === 'conflict')
    throw failed('Another apply announced itself, or this one ended, meanwhile.');
  if (moved.outcome !== 'moved') throw failed(`The announcement cannot be changed: ${moved.reason}`);
  const { source, actor, run, since, pushSince = since } = applying;
  return {
    removed: {
      ...(source !== undefined && { commit: source }),
      ...(actor !== undefined && { actor }),
      ...(run !== undefined && { run }),
      ...(since && { since: since.toISOString() }),
      ...(pushSince && { pushSince: pushSince.toISOString() }),
      text: described(applying, surroundings.now()),
    },
  };
}

function failed(message: string): CommandError {
  return new CommandError({ code: 'not-unlocked', message, hint: 'Try again.' });
}
