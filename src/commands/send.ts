// Sending the pushes of a plan, each once, and finding out what became of them.
import { CommandError, EXIT } from '../errors.ts';
import { addressOf, type Change, isRead, type LiveSource, type Plan } from '../model/plan.ts';
import { emptyState } from '../model/state.ts';
import { holds, mayBeDone } from '../plan/holds.ts';
import { phasesOf } from '../plan/phases.ts';
import { standIn } from '../plan/stand-in.ts';
import type { Pusher } from '../remote/pusher.ts';
import { pushBody } from '../remote/push-body.ts';
import type { Lease } from './lease.ts';
import { planAgain } from './plan-again.ts';
import type { Prepared } from './prepare.ts';
import { earlier, type Phase, refusedByServer, unchanged } from './refused.ts';
import { refuseStopped, type Stop } from './stop.ts';

/** A push that the server refused. `error` says so to a person; `isPassing`: the same push may be taken later. */
interface Refused {
  error: CommandError;
  isPassing: boolean;
}

/** What became of the pushes of a plan. */
export interface Sent {
  refused?: Refused;
  /** Sentences about pushes that changed nothing. */
  remarks: string[];
}

/**
 * Sends the phases one after the other, and stops at the first that is refused. Throws {@link CommandError} where
 * nobody can say what became of one.
 */
export async function sendPlan(
  prepared: Prepared,
  {
    plan,
    pusher,
    lease,
    stop,
    onStep,
  }: {
    plan: Plan;
    pusher: Pusher;
    lease: Lease | undefined;
    stop: Stop | undefined;
    onStep: (step: string) => void;
  },
): Promise<Sent> {
  const phases = phasesOf(plan);
  const remarks: string[] = [];
  for (const [index, changes] of phases.entries()) {
    await lease?.beforePush({ index, count: phases.length });
    refuseStopped(stop, { sent: index, of: phases.length });
    if (phases.length > 1) onStep(`Push ${index + 1} of ${phases.length}`);
    const result = await pusher.push(
      pushBody({ changes, passwordOf: prepared.input.passwordOf }, prepared.changeComment),
    );
    const phase = { changes, index, count: phases.length };
    if (result.outcome === 'refused') {
      const { reason } = result;
      if (reason.code === undefined && mayHoldAll(prepared, changes)) {
        remarks.push(unchanged(reason, phase));
        continue;
      }
      const error = refusedByServer(reason, phase);
      return { refused: { error, isPassing: reason.isPassing === true && index === 0 }, remarks };
    }
    if (result.outcome !== 'unknown') continue;
    if (stop?.atOnce.aborted) throw new PushUnknown(result.error, result.mayStillRun);
    await settle(prepared, { ...result, phase });
  }
  return { remarks };
}

/**
 * Whether a push may have nothing to change: the server answers that as it answers a refusal (interface.md, Push), an
 * invalid password included. After an apply whose outcome is not known, each item is what one of the two made of it.
 */
function mayHoldAll({ baseline, input }: Prepared, changes: readonly Change[]): boolean {
  if (isRead(input.liveSource) || changes.some((change) => groupOf(change) !== undefined)) return false;
  const { intents = [], recorded = emptyState() } = baseline;
  const possible = intents.length === 0 ? [] : [recorded, ...intents].map((state) => standIn(state));
  return changes.every((change) => mayBeDone(change) || possible.some((state) => holds(state, change)));
}

function groupOf(change: Change): string | undefined {
  if (change.kind === 'file') return change.securityGroup;
  return change.kind === 'key' ? change.after?.securityGroup : undefined;
}

/** Nobody can say what became of a push; `mayStillRun`: the server may even be at work on it. */
export class PushUnknown extends CommandError {
  readonly mayStillRun: boolean;

  constructor(cause: CommandError, mayStillRun: boolean) {
    super({
      code: 'push-unknown',
      message: `Nobody can say whether the push was taken: ${cause.message}`,
      hint: mayStillRun
        ? 'The server may still be at work on it. Wait some minutes, then plan again: it shows what is left to do.'
        : 'Plan again once the server answers; it shows what is left to do.',
      exitStatus: EXIT.unknown,
      cause,
    });
    this.mayStillRun = mayStillRun;
  }
}

/** The answer got lost: reading tells whether the push was taken. It is never sent a second time blindly. */
async function settle(
  prepared: Prepared,
  { phase, error, mayStillRun }: { phase: Phase; error: CommandError; mayStillRun: boolean },
): Promise<void> {
  const { liveSource } = prepared.input;
  const left = isRead(liveSource) ? await readLeft(prepared, phase.changes) : undefined;
  // A push is taken whole, so that those that are told tell enough.
  const compared = phase.changes.filter((change) => isTold(change, liveSource)).map(identityOf);
  if (left !== undefined && compared.length > 0) {
    if (!compared.some((change) => left.has(change))) return;
    if (!mayStillRun && compared.every((change) => left.has(change))) throw lost(phase, error);
  }
  throw new PushUnknown(error, mayStillRun);
}

/** Pulls do not tell whether a file is there. Which of the rows of a value is gone, nothing tells. */
export function isTold(change: Change, source: LiveSource): boolean {
  return !change.rewritten && !('surplus' in change) && (source === 'export' || change.kind !== 'file');
}

async function readLeft(prepared: Prepared, changes: readonly Change[]): Promise<Set<string> | undefined> {
  const plan = await planAgain(prepared, { changes }).catch(() => undefined);
  return plan && new Set(plan.changes.map(identityOf));
}

function identityOf(change: Change): string {
  return JSON.stringify([
    change.kind,
    change.action,
    addressOf(change),
    'context' in change && change.context,
  ]);
}

function lost(phase: Phase, cause: CommandError): CommandError {
  return new CommandError({
    code: 'push-lost',
    message: `${cause.message} Read again: the push changed nothing.${earlier(phase)}`,
    hint: phase.index === 0 ? cause.hint : 'Apply again: it goes on with what is left.',
    exitStatus: phase.index === 0 ? EXIT.error : EXIT.unknown,
    cause,
  });
}
