// How the apply of a merge is interrupted: killed or cancelled at one of its steps, or left without origin.
import { kill } from '../crash/kills.ts';
import type { Running } from '../helpers/run.ts';
import type { Situation } from './situations.ts';
import type { Interruption, Stage } from './stage.ts';

interface Interrupted {
  /** Called with its process; absent: it needs none of its own. */
  started?: (running: Running) => void;
  /** Makes everything as before, once the run has ended. */
  end: () => void;
}

/** Of the first attempt; `undefined`: nothing interrupts it. */
export function interrupt(stage: Stage, { apply, host }: Situation): Interrupted | undefined {
  if (host === 'no origin before the push') return { end: stage.hideOrigin() };
  let restore: () => void = () => undefined;
  const end = () => {
    restore();
    stage.interruption = undefined;
    stage.gitHost.gate = async () => undefined;
  };
  const withoutOrigin = () => {
    restore = stage.hideOrigin();
    return 'pass' as const;
  };
  if (host === 'no origin after the push') {
    stage.interruption = atPush(withoutOrigin);
    return { end };
  }
  let running: Running | undefined;
  const killed = async () => running && kill(running);
  switch (apply) {
    case 'to its end':
    case 'only with later merges':
      return undefined;
    case 'killed before its push':
      stage.interruption = atPush(() => ({ bytes: '', first: killed }));
      break;
    case 'killed at its push':
      stage.interruption = atPush(() => ({ passed: '', after: killed }));
      break;
    case 'killed before its record is finished':
      // Without origin nothing is finished before the look that follows the push.
      stage.interruption = atPush(withoutOrigin, () => ({ bytes: '', first: killed }));
      break;
    case 'killed before its comment':
      stage.gitHost.gate = async ({ method, path }) => {
        if (method === 'GET' || !path.includes('/comments')) return;
        await killed();
        throw new Error('nobody waits for an answer');
      };
      break;
    case 'cancelled at its push':
      stage.interruption = atPush(() => {
        running?.child.kill('SIGTERM');
        return 'pass';
      });
  }
  return { started: (one) => (running = one), end };
}

/** @param next what becomes of the request after the push */
function atPush(
  first: () => ReturnType<Interruption>,
  next: Interruption = () => undefined,
): Interruption {
  let pushes = 0;
  let others = 0;
  return (request) => {
    if (request.method === 'POST') return pushes++ === 0 ? first() : undefined;
    return pushes === 1 && others++ === 0 ? next(request) : undefined;
  };
}
