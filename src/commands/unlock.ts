// unlock: marks an interrupted apply as ended, so that the next one takes over at once.
import { CommandError } from '../errors.ts';
import { endApply } from '../core/record.ts';
import { readRecord } from '../record/record.ts';
import { recordStore } from '../world/records.ts';
import { isUnlocked } from '../record/recorded-apply.ts';
import type { TargetOptions } from '../project/open-project.ts';
import { recordPlace } from '../project/record-places.ts';
import { described } from '../core/record-sentences.ts';
import { recordedPlace } from '../project/renamed-project.ts';
import type { Runtime } from '../runtime.ts';

/**
 * The apply that it ended, with when it began, and when it said last that it begins a push; nothing if none has begun, or
 * it is unlocked already. Throws {@link CommandError} if the record has changed meanwhile, or origin rejects the update.
 */
export async function unlock(options: TargetOptions, runtime: Runtime) {
  const { place: own, target } = await recordPlace(options, runtime);
  runtime.onStep('Reading the apply record');
  const place = await recordedPlace(own, target);
  const record = await readRecord(place);
  if (record.unreachable !== undefined)
    throw failed(
      `origin could not be reached (${record.unreachable}).`,
      'Once origin can be reached, run `confighub-sync unlock` again.',
    );
  const now = runtime.now();
  const [apply] = record.begun;
  if (record.problem !== undefined && apply === undefined)
    throw failed(record.problem, 'See `confighub-sync history`.');
  if (apply === undefined || isUnlocked(apply)) return {};
  const moved = await endApply(recordStore(place), place, apply, now);
  if (moved.outcome === 'conflict')
    throw failed('another apply started, or this one ended, in the meantime.');
  if (moved.outcome !== 'moved') throw failed(`the record cannot be changed: ${moved.reason}`);
  const { source, stageName: stage, actor, run, since, time } = apply;
  return {
    removed: {
      commit: source,
      stage,
      actor,
      run,
      since,
      pushSince: time,
      text: described(apply, now),
    },
  };
}

function failed(why: string, hint = 'Try again.'): CommandError {
  return new CommandError({ code: 'not-unlocked', message: `Nothing was unlocked: ${why}`, hint });
}
