// Ctrl-C and the end of a job: an apply is stopped between two steps, never in the middle of one.
import { CommandError, EXIT } from '../errors.ts';

export interface Stop {
  /** Nothing new is to be sent. */
  wanted: AbortSignal;
  /** Not even the answer to a push that is under way is waited for. */
  atOnce: AbortSignal;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const SAID =
  'Stopping after the current step. Interrupt again to stop at once; the outcome of a push may then be unknown.';

/** From now on the first signal asks to stop, the second not to wait, and the third ends the process as always. */
export function heedSignals(host: Pick<NodeJS.Process, 'on' | 'off'>, say: (sentence: string) => void): Stop {
  const [wanted, atOnce] = [new AbortController(), new AbortController()];
  const hear = () => {
    if (!wanted.signal.aborted) {
      wanted.abort();
      return say(SAID);
    }
    for (const signal of SIGNALS) host.off(signal, hear);
    atOnce.abort();
  };
  for (const signal of SIGNALS) host.on(signal, hear);
  return { wanted: wanted.signal, atOnce: atOnce.signal };
}

/** Throws {@link CommandError} before a push that somebody does not want any more. */
export function refuseStopped(stop: Stop | undefined, { sent, of }: { sent: number; of: number }): void {
  if (stop?.wanted.aborted !== true) return;
  if (sent === 0)
    throw new CommandError({
      code: 'stopped',
      message: 'The apply was stopped: nothing was changed on the server.',
      hint: 'Its announcement was withdrawn. Apply again.',
    });
  throw new CommandError({
    code: 'stopped',
    message: `The apply was stopped after ${sent} of ${of} pushes: the rest was not sent.`,
    hint: 'Apply again to continue with the remaining changes.',
    exitStatus: EXIT.unknown,
  });
}
