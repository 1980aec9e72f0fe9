// history: the applies that were recorded, newest first.
import { readHistory } from '../baseline/history.ts';
import type { History } from '../baseline/history.ts';
import { CommandError } from '../errors.ts';
import type { Options } from '../options.ts';
import { gitProblem, type Surroundings } from './project.ts';
import { recordPlace } from './record-place.ts';

const DEFAULT_LIMIT = 20;

/** @param limit how many, as it was given */
export async function history(
  options: Options,
  surroundings: Surroundings,
  limit: string | undefined,
): Promise<History> {
  const count = Number(limit ?? DEFAULT_LIMIT);
  if (!Number.isInteger(count) || count < 1 || count > 100_000) {
    const message = 'The limit is a number of applies from 1 to 100000.';
    throw new CommandError({ code: 'bad-option', message });
  }
  const { git, ref } = await recordPlace(options, surroundings);
  surroundings.onStep('Reading the history of applies');
  return readHistory(git, { ref, limit: count }).catch(gitProblem);
}
