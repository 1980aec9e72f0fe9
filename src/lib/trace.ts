// [edge] Tells listeners about requests, Git processes and file reads, with the time that they took (`--verbose`).
import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';

const NAME = 'confighub-sync.trace';
const traces = channel(NAME);

let last = 'the start';

/** The step that was begun last, of those that are waited for. Without secrets. */
export function lastStep(): string {
  return last;
}

/**
 * Starts the clock; the returned function tells the listeners what ended. The text may hold secrets.
 * @param step for {@link lastStep}
 */
export function timed(step = last): (text: () => string) => void {
  last = step;
  if (!traces.hasSubscribers) return () => undefined;
  const begun = performance.now();
  return (text) => traces.publish(`${text()}, ${Math.round(performance.now() - begun)} ms`);
}

/** Calls the listener with one line for each step, until the returned function is called. */
export function listen(listener: (line: string) => void): () => void {
  const onMessage = (line: unknown) => listener(String(line));
  subscribe(NAME, onMessage);
  return () => unsubscribe(NAME, onMessage);
}
