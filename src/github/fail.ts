// [edge] How a step fails, crashes included. Imported first, so that the handler covers all other modules.
import { setFailed } from '@actions/core';
import { EXIT, type ExitCode } from '../errors.ts';
import { textError } from '../render/problems.ts';

/** Sets the exit code; `setFailed` would always set 1. */
export function fail(message: string, status: ExitCode): void {
  setFailed(message.trim());
  process.exitCode = status;
}

/** Without the prefix `error`: the runner adds its own. */
export function failureText(error: unknown): string {
  return textError(error, { color: false })
    .replace(/^error /gm, '')
    .trim();
}

let isCrashed = false;
let isSent = false;

/** Call after an apply was sent: the exit code of a crash, earlier or later, is then `unknown`. */
export function noteSent(): void {
  isSent = true;
  if (isCrashed) process.exitCode = EXIT.unknown;
}

// What cannot be logged cannot be reported in the log either. A closed log is no failure: the runner was killed, and the
// step still ends as any other.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exitCode ||= EXIT.error;
  });

// Prints one sentence and a stack without the message, which could contain secrets.
process.on('uncaughtException', (error) => {
  const status = process.exitCode ?? (isSent ? EXIT.unknown : EXIT.error);
  isCrashed = true;
  fail(failureText(error), EXIT.error);
  process.exitCode = status;
});
