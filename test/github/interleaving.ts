// Runs several clients of one Git host in every possible order of their requests.
import type { GitHostServer, Request } from './server.ts';

/** Runs by the token that each of them has. */
export type Runs = Readonly<Record<string, () => Promise<unknown>>>;

interface Waiting {
  run: string;
  request: Request;
  let: () => void;
}

export interface Played {
  /** `a POST`, `b GET`: what was handled, in this order. */
  steps: string[];
  /** How many runs could have gone on at each step. */
  choices: number[];
}

/**
 * Handles one request after the other: whenever every run waits or is done, the next of `schedule` goes on (the
 * first one, where the schedule has ended).
 *
 * @param isHeld requests of others are handled at once: they change nothing, or nothing that others see
 */
export async function play(
  server: GitHostServer,
  {
    runs,
    schedule,
    isHeld,
  }: { runs: Runs; schedule: readonly number[]; isHeld: (request: Request) => boolean },
): Promise<Played> {
  const waiting: Waiting[] = [];
  let active = 0;
  let wake: () => void = () => undefined;
  const rest = () => {
    active--;
    wake();
  };
  server.gate = (request) => {
    if (!isHeld(request)) return Promise.resolve();
    return new Promise((resolve) => {
      waiting.push({ run: request.token, request, let: resolve });
      rest();
    });
  };
  const all = Object.values(runs).map((run) => {
    active++;
    return run().finally(rest);
  });
  const played: Played = { steps: [], choices: [] };
  for (;;) {
    if (active > 0) await new Promise<void>((resolve) => (wake = () => active === 0 && resolve()));
    if (waiting.length === 0) break;
    waiting.sort((a, b) => (a.run < b.run ? -1 : 1));
    const [next] = waiting.splice(schedule[played.steps.length] ?? 0, 1);
    played.choices.push(waiting.length + 1);
    played.steps.push(`${next.run} ${next.request.method}`);
    active++;
    next.let();
  }
  await Promise.all(all);
  return played;
}

/** Plays all schedules, and says how many there were. */
export async function everyOrder(
  attempt: (schedule: readonly number[]) => Promise<Played>,
): Promise<number> {
  let schedule: number[] | undefined = [];
  let count = 0;
  while (schedule !== undefined) {
    const { choices } = await attempt(schedule);
    count++;
    schedule = following(schedule, choices);
  }
  return count;
}

/** The last choice that has another one behind it is changed, and what comes after it begins anew. */
function following(schedule: readonly number[], choices: readonly number[]): number[] | undefined {
  const taken = choices.map((_, i) => schedule[i] ?? 0);
  const last = taken.findLastIndex((choice, i) => choice + 1 < choices[i]);
  return last < 0 ? undefined : [...taken.slice(0, last), taken[last] + 1];
}
