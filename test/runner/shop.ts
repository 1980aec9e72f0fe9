// The shop that the workflows work on: its first apply, and how a run of one of them ended.
import { expect } from 'vitest';
import type { Ran } from './act.ts';
import type { RunnerStage } from './stage.ts';

/** The form of configuration-apply.yml. */
export const FORM = { command: 'plan', approve: '', 'on-drift': '' };

/** How many pushes the server took. */
export function history({ server }: RunnerStage): number {
  return server.history('acme', 'shop').length;
}

/** What is on main is on the server, as after any apply. */
export async function applyFirst(stage: RunnerStage): Promise<void> {
  stage.git('switch', '--quiet', 'main');
  const ran = await stage.run('push');
  expect(ran.outputs, ran.log).toMatchObject({ result: 'applied' });
}

/**
 * Fails with the log of the run where it ended otherwise.
 * @param end of all jobs, in the order in which they ended; or of the run, whatever its jobs are
 */
export function expectRun(
  { status, jobs, outputs, log }: Ran,
  end: Ran['jobs'] | 'success' | 'failure',
  said: Ran['outputs'] = {},
): void {
  const ends = typeof end === 'string' ? [end] : Object.values(end);
  const expected = ends.every((one) => one === 'success') ? 0 : 1;
  expect({ status, outputs }, log).toMatchObject({ status: expected, outputs: said });
  if (typeof end !== 'string') expect(Object.entries(jobs), log).toEqual(Object.entries(end));
}
