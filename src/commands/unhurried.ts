// [edge] Long work in steps, with the event loop in between: what waits for a server goes on meanwhile.
import { setImmediate } from 'node:timers/promises';

/** The result of all steps. */
export async function unhurried<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}
