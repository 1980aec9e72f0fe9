// What the runner of a workflow may read of what is printed, and what commander prints of flags and help.
import { withoutCommands } from '../render/printable.ts';
import type { Host } from './host.ts';

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
