// A record that is to be changed by hand: no running apply holds it, and it is still as it was read.
import { CommandError } from '../errors.ts';
import { type ApplyRecord, isUnlocked, readRecord, type RecordPlace } from '../record/record.ts';
import type { MoveResult } from '../record/refs.ts';
import { gitProblem } from './git-files.ts';

/** The record of a project that no running apply holds. */
export async function readAtRest(place: RecordPlace): Promise<ApplyRecord> {
  const record = await readRecord(place).catch(gitProblem);
  if (record.unreachable !== undefined) throw notChanged(`origin cannot be reached (${record.unreachable}).`);
  const [top] = record.begun;
  // Whether its time is over only the clock of the server tells.
  if (top !== undefined && !isUnlocked(top))
    throw notChanged(
      'An apply has begun and is not done.',
      'Wait for it to finish. If it is no longer running, run `confighub-sync unlock`.',
    );
  return record;
}

export function refuseUnlessMoved(moved: MoveResult): void {
  if (moved.outcome === 'conflict') throw notChanged('Another apply began at the same time.');
  if (moved.outcome !== 'moved') throw notChanged(`The record cannot be changed: ${moved.reason}.`);
}

export function notChanged(message: string, hint = 'Try again.'): CommandError {
  return new CommandError({ code: 'record-unchanged', message, hint });
}
