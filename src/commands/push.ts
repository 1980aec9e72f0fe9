// Sending the push of a plan once, and finding out what became of it.
import { CommandError, EXIT } from '../errors.ts';
import { addressOf, type Change, type Plan } from '../model/plan.ts';
import type { Options } from '../options.ts';
import { phasesOf } from '../plan/phases.ts';
import { createPusher } from '../remote/client.ts';
import { pushBody } from '../remote/push-body.ts';
import type { Reason } from '../remote/reason.ts';
import { applicationName } from './application-name.ts';
import { type Prepared, planAgain } from './prepare.ts';

/** What was sent did not have the effect that it should have; `differs` is masked by whoever shows it. */
export class VerifyError extends CommandError {
  override readonly differs: Plan;

  constructor(differs: Plan) {
    const { length } = differs.changes;
    super({
      code: 'verify-failed',
      message: `The server took the push, but ${length} ${length === 1 ? 'change is' : 'changes are'} still missing after it.`,
      hint: 'Somebody may have changed the repository at the same moment: plan again.',
      exitStatus: EXIT.unknown,
    });
    this.differs = differs;
  }
}

/**
 * Sends the pushes of a plan one after the other and reads again. Throws {@link CommandError} for every end but a
 * good one; its exit status says whether something was sent.
 */
export async function pushAndVerify(
  prepared: Prepared,
  { plan, options }: { plan: Plan; options: Options },
): Promise<'verified' | 'unverified'> {
  const { connection, target, input, changeComment } = prepared;
  const pusher = createPusher(connection, {
    repository: target.repository,
    applicationName: applicationName(options.applicationName),
  });
  const phases = phasesOf(plan.changes);
  for (const [index, changes] of phases.entries()) {
    const result = await pusher.push(pushBody({ changes, live: plan.live }, changeComment));
    const phase = { changes, index, count: phases.length };
    if (result.outcome === 'refused') throw refusedByServer(result.reason, phase);
    if (result.outcome === 'unknown') await settle(prepared, { ...result, phase });
  }
  if (input.liveSource !== 'export') return 'unverified';
  const after = await readAfter(prepared);
  if (after.changes.some((change) => !change.rewritten)) throw new VerifyError(after);
  return 'verified';
}

/** One push of several. */
interface Phase {
  changes: readonly Change[];
  index: number;
  count: number;
}

async function readAfter(prepared: Prepared): Promise<Plan> {
  try {
    const after = await planAgain(prepared);
    if (after !== undefined) return after;
  } catch (cause) {
    if (!(cause instanceof CommandError)) throw cause;
    throw unverified(cause.message, cause);
  }
  throw unverified('The repository can no longer be read.');
}

function unverified(message: string, cause?: unknown): CommandError {
  return new CommandError({
    code: 'unverified',
    message: `The server took the push, but it could not be verified: ${message}`,
    hint: 'Plan again: it should say `No changes.`',
    exitStatus: EXIT.unknown,
    cause,
  });
}

/** The answer got lost: reading tells whether the push was taken. It is never sent a second time blindly. */
async function settle(
  prepared: Prepared,
  { phase, error, mayStillRun }: { phase: Phase; error: CommandError; mayStillRun: boolean },
): Promise<void> {
  const left = prepared.input.liveSource === 'export' ? await readLeft(prepared) : undefined;
  const compared = phase.changes.filter((change) => !change.rewritten).map(identityOf);
  if (left !== undefined && compared.length > 0) {
    if (!compared.some((change) => left.has(change))) return;
    if (!mayStillRun && compared.every((change) => left.has(change))) throw lost(phase, error);
  }
  throw new CommandError({
    code: 'push-unknown',
    message: `Nobody can say whether the push was taken: ${error.message}`,
    hint: mayStillRun
      ? 'The server may still be at work on it. Wait some minutes, then plan again: it shows what is left to do.'
      : 'Plan again once the server answers; it shows what is left to do.',
    exitStatus: EXIT.unknown,
    cause: error,
  });
}

async function readLeft(prepared: Prepared): Promise<Set<string> | undefined> {
  const plan = await planAgain(prepared).catch(() => undefined);
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

function refusedByServer(reason: Reason, phase: Phase): CommandError {
  const { message, hint, key, file, context } = reason;
  const item = phase.changes.find((change) => isNamed(change, reason));
  const named = [key ?? file, context].filter((part) => part !== undefined);
  const about = named.length === 0 ? '' : ` (${named.join(' in ')})`;
  const where = item?.place === undefined ? '' : ` Declared at ${item.place}.`;
  const outcome =
    phase.index === 0 ? 'the push, nothing was changed' : `push ${phase.index + 1} of ${phase.count}`;
  return new CommandError({
    code: phase.index === 0 ? 'push-refused' : 'push-partial',
    message: `The server refused ${outcome}: ${message}${about}${where}${earlier(phase)}`,
    hint,
    exitStatus: phase.index === 0 ? EXIT.error : EXIT.unknown,
  });
}

function earlier({ index, count }: Phase): string {
  if (index === 0) return '';
  return ` ${index} of ${count} pushes ${index === 1 ? 'was' : 'were'} taken before, and stay${index === 1 ? 's' : ''}.`;
}

function isNamed(change: Change, { key, file, context }: Reason): boolean {
  if (key !== undefined && change.kind !== 'file') return change.key.toLowerCase() === key.toLowerCase();
  return file !== undefined && change.kind === 'file' && change.path === file && change.context === context;
}
