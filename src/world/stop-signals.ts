// Stops an apply on a signal: on the first one between two steps, on the second one at once.

export interface StopSignals {
  /** Send nothing more. */
  wanted: AbortSignal;
  /** Do not even wait for the answer to a running push. */
  atOnce: AbortSignal;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const STOPPING =
  'Stopping after the current step. Interrupt again to stop at once; the outcome of a push may then be unknown.';

type Process = Pick<NodeJS.Process, 'on' | 'off' | 'kill' | 'pid'>;

/** Before an apply begins its record, a signal ends the process as usual, after a sentence. Returns what ends this. */
export function tellInterrupted(host: Process, say: (sentence: string) => void): () => void {
  const end = listen(host, (signal) => {
    end();
    say('Interrupted: nothing was sent to the server.');
    host.kill(host.pid, signal);
  });
  return end;
}

/** From now on the first signal requests a stop, the second one at once, and the third ends the process as usual. */
export function heedSignals(
  host: Pick<Process, 'on' | 'off'>,
  say: (sentence: string) => void,
): StopSignals {
  const [wanted, atOnce] = [new AbortController(), new AbortController()];
  const end = listen(host, () => {
    if (!wanted.signal.aborted) {
      wanted.abort();
      return say(STOPPING);
    }
    end();
    atOnce.abort();
  });
  return { wanted: wanted.signal, atOnce: atOnce.signal };
}

function listen(
  host: Pick<Process, 'on' | 'off'>,
  onSignal: (signal: NodeJS.Signals) => void,
): () => void {
  for (const signal of SIGNALS) host.on(signal, onSignal);
  return () => {
    for (const signal of SIGNALS) host.off(signal, onSignal);
  };
}
