// [edge] What the runner of a workflow may read of what is printed, and what commander prints of flags and help.
import { withoutCommands } from '../render/printable.ts';

/** What is printed in a step of a workflow is read by its runner. */
export function fitForRunner(text: string): string {
  return process.env.GITHUB_ACTIONS === 'true' ? withoutCommands(text) : text;
}

/** The help, and what is wrong with the flags. */
export const OUTPUT = {
  writeOut: (text: string) => process.stdout.write(fitForRunner(text)),
  writeErr: (text: string) => process.stderr.write(fitForRunner(text)),
  // It quotes an unknown flag with its value, and that could be a token.
  outputError: (text: string, write: (text: string) => void) =>
    write(text.replace(/'(-[^\s=']*)=[\s\S]*'/, "'$1'")),
};
