// Ends a command that waits for something that will never happen: Node.js would end the process without a word.
import { CommandError, EXIT } from '../errors.ts';
import { lastStep } from '../lib/trace.ts';
import { mayHavePushed } from '../remote/pusher.ts';

/** Settles as the work does. Rejects if the process has nothing left to do and the work is not done. */
export async function settled<Result>(
  host: Pick<NodeJS.Process, 'once' | 'off'>,
  work: Promise<Result>,
): Promise<Result> {
  let onIdle = () => {};
  const idle = new Promise<never>((_, reject) => {
    onIdle = () => reject(neverEnding());
  });
  host.once('beforeExit', onIdle);
  try {
    return await Promise.race([work, idle]);
  } finally {
    host.off('beforeExit', onIdle);
  }
}

function neverEnding(): CommandError {
  const isSent = mayHavePushed();
  return new CommandError({
    code: 'bug',
    message: `confighub-sync waited for something that can no longer happen. The last step was: ${lastStep()}.`,
    hint: `Please report this.${isSent ? ' The server may have accepted the push: apply again to find out.' : ''}`,
    exitCode: isSent ? EXIT.unknown : EXIT.error,
  });
}
