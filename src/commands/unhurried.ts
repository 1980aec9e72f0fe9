// [edge] Long work in steps, with the event loop in between: what waits for a server or for Git goes on meanwhile.
import { setImmediate } from 'node:timers/promises';

/** Steps of less are done in one go. */
const LONG_MS = 5;
/** A process that ended, or a connection that opened, is heard of in several rounds. */
const ROUNDS = 4;

/**
 * The result of all steps. What is under way gets further before the first: a request is sent, Git is asked the next
 * thing.
 */
export async function unhurried<Result>(steps: Generator<void, Result>): Promise<Result> {
  await goOn();
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - since < LONG_MS) continue;
    await goOn();
    since = performance.now();
  }
}

async function goOn(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await setImmediate();
}
