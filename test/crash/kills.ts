// Processes that are killed at moments that nobody chose: a seed, a number of kills, and what is waited for after one.
import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Running } from '../helpers/run.ts';
import { Random } from '../fuzz/random.ts';

/** So many kills of each kind; `CONFIGHUB_TEST_KILLS` asks for more, of a new seed each time. */
export function killsOf(few: number): number {
  return Number(process.env.CONFIGHUB_TEST_KILLS ?? few);
}

export const SEED = Number(
  process.env.CONFIGHUB_TEST_SEED ??
    (process.env.CONFIGHUB_TEST_KILLS === undefined ? 1 : Date.now() % 1e9),
);

/** Numbers from 0 to 1, always the same for a seed. */
export function randomOf(seed: number): () => number {
  const random = new Random(seed);
  return () => random.next() / 2 ** 32;
}

/** Kills it so many milliseconds after `since`, unless it has ended before. Whether it was killed. */
export async function killAfter(
  run: Running,
  { since = Promise.resolve(), milliseconds }: { since?: Promise<unknown>; milliseconds: number },
): Promise<boolean> {
  await Promise.race([since, run.ended]);
  await Promise.race([setTimeout(milliseconds), run.ended]);
  return kill(run);
}

/** With all that it started. Whether it had not ended before. */
export async function kill(run: Running): Promise<boolean> {
  const { status } = await run.stop('SIGKILL');
  await orphansOf(run);
  return status === null;
}

/** Git runs in groups of its own, and goes on when who called it has ended: until the last of them has ended. */
async function orphansOf({ mark }: Running): Promise<void> {
  if (!existsSync('/proc')) return;
  while (isMarked(mark)) await setTimeout(5);
}

function isMarked(mark: string): boolean {
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(join('/proc', pid, 'environ'), 'latin1').includes(mark);
    } catch {
      // It ended meanwhile, or is somebody else's.
      return false;
    }
  });
}

/** Resolves when a name appears in a folder that matches. */
export function appearing(
  folder: string,
  name: RegExp,
): { seen: Promise<void>; close: () => void } {
  let close: () => void = () => undefined;
  const seen = new Promise<void>((resolve) => {
    const watcher = watch(folder, (_, found) => {
      if (found !== null && name.test(found)) resolve();
    });
    close = () => watcher.close();
  });
  return { seen, close: () => close() };
}
