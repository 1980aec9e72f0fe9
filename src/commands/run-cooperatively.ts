// [edge] Long work in steps, with the event loop in between: the first requests and Git go on while documents are read.
import { setImmediate } from 'node:timers/promises';

/** The result of all steps. */
export async function runCooperatively<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    await setImmediate();
    const step = steps.next();
    if (step.done) return step.value;
  }
}
