// What fails outside of every command of the CLI.
import { EXIT } from '../errors.ts';
import { textError } from '../render/error.ts';
import type { Host } from './host.ts';
import { fitForRunner } from './output.ts';

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
