// [edge] How a step fails, from its first module on: imported before all others, so that no crash prints what it likes.
import { setFailed } from '@actions/core';
import { EXIT, type ExitStatus } from '../errors.ts';
import { textError } from '../render/error.ts';

/** `setFailed` always means 1; the exit status says more. */
export function fail(message: string, status: ExitStatus): void {
  setFailed(message.trim());
  process.exitCode = status;
}

/** The runner puts `Error:` in front itself. */
export function failWith(error: unknown, status: ExitStatus): void {
  fail(textError(error, { color: false }).replace(/^error /gm, ''), status);
}

let isCrashed = false;
let isSent = false;

/** An apply was sent: what crashed beside it, or does later, is not an error after which nothing was. */
export function noteSent(): void {
  isSent = true;
  if (isCrashed) process.exitCode = EXIT.unknown;
}

// One sentence and the places in this program, not a line of minified source and a message that could hold anything.
process.on('uncaughtException', (error) => {
  const status = process.exitCode ?? (isSent ? EXIT.unknown : EXIT.error);
  isCrashed = true;
  failWith(error, EXIT.error);
  process.exitCode = status;
});
