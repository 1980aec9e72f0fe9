// What the CLI uses of the process that it runs in, so that a test can run it within its own.
import { EXIT } from '../errors.ts';
import { withoutCommands } from '../render/printable.ts';
import { textError } from '../render/error.ts';

export type Host = Pick<
  NodeJS.Process,
  | 'argv'
  | 'env'
  | 'cwd'
  | 'stdin'
  | 'stdout'
  | 'stderr'
  | 'exitCode'
  | 'on'
  | 'off'
  | 'once'
  | 'prependListener'
>;

// What the runner of a workflow may read of what is printed, and what commander prints of flags and help.

/** What is printed in a step of a workflow is read by its runner. */
export function fitForRunner(text: string, { env }: Pick<Host, 'env'>): string {
  return env.GITHUB_ACTIONS === 'true' ? withoutCommands(text) : text;
}

/** The help, and what is wrong with the flags. */
export function outputTo(host: Host) {
  return {
    writeOut: (text: string) => host.stdout.write(fitForRunner(text, host)),
    writeErr: (text: string) => host.stderr.write(fitForRunner(text, host)),
    // It quotes an unknown flag with its value, and that could be a token.
    outputError: (text: string, write: (text: string) => void) =>
      write(text.replace(/'(-[^\s=']*)=[\s\S]*'/, "'$1'")),
  };
}

// What fails outside of every command of the CLI.

/**
 * What fails outside of a command ends in one sentence, not in a line of minified source; a reader that has seen
 * enough of a help text (`| head`) is no failure.
 */
export function endOnUncaught(host: Host): void {
  for (const stream of [host.stdout, host.stderr]) stream.on('error', () => undefined);
  host.on('uncaughtException', (error) => {
    host.stderr.write(fitForRunner(textError(error, { color: false }), host));
    // A command that is under way says itself how it ends.
    host.exitCode ||= EXIT.error;
  });
}
