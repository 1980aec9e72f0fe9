// [edge] What fails outside of every command of the CLI.
import { EXIT } from '../errors.ts';
import { textError } from '../render/error.ts';
import { fitForRunner } from './output.ts';

/**
 * What fails outside of a command ends in one sentence, not in a line of minified source; a reader that has seen
 * enough of a help text (`| head`) is no failure.
 */
export function endOnUncaught(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('uncaughtException', (error) => {
    process.stderr.write(fitForRunner(textError(error, { color: false })));
    // A command that is under way says itself how it ends.
    process.exitCode ||= EXIT.error;
  });
}
