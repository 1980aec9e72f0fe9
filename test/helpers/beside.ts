// A failure beside a command, which no promise of it knows of: loaded before the built program.
import type { Desk } from './process.ts';

/** Throws once, from the event loop, beside the first request of a method. */
export function failingBeside(desk: Desk, on: 'GET' | 'POST'): Record<string, string> {
  const hook = `import http from 'node:http';
const { end } = http.ClientRequest.prototype;
let isDone = false;
http.ClientRequest.prototype.end = function (...given) {
  if (!isDone && this.method === '${on}') { isDone = true; setTimeout(() => { throw new Error('beside'); }); }
  return end.apply(this, given);
};\n`;
  desk.sandbox.write('beside.mjs', hook);
  return { NODE_OPTIONS: `--import=${desk.sandbox.path('beside.mjs')}` };
}

/** Pauses of the built program are over at once, or never. */
export function pausing(
  desk: Pick<Desk, 'sandbox'>,
  how: 'at once' | 'never',
): Record<string, string> {
  const hook = `import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
timers.setTimeout = ${how === 'never' ? '() => new Promise(() => {})' : 'async () => {}'};
syncBuiltinESMExports();\n`;
  desk.sandbox.write('pausing.mjs', hook);
  return { NODE_OPTIONS: `--import=${desk.sandbox.path('pausing.mjs')}` };
}
