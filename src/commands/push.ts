// Sending the push of a plan once, and finding out what became of it.
import { CommandError, EXIT } from '../errors.ts';
import type { Change, Plan } from '../model/plan.ts';
import type { Options } from '../options.ts';
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

/** Throws {@link CommandError} for every end but a good one; its exit status says whether something was sent. */
export async function pushAndVerify(
  prepared: Prepared,
  { plan, options }: { plan: Plan; options: Options },
): Promise<'verified' | 'unverified'> {
  const { connection, target, input, changeComment } = prepared;
  const pusher = createPusher(connection, {
    repository: target.repository,
    applicationName: applicationName(options.applicationName),
  });
  const result = await pusher.push(pushBody(plan, changeComment));
  if (result.outcome === 'refused') throw refusedByServer(result.reason, plan);
  if (result.outcome === 'unknown') return settle(prepared, { plan, error: result.error });
  if (input.liveSource !== 'export') return 'unverified';
  const after = await readAfter(prepared);
  if (after.changes.some((change) => !change.rewritten)) throw new VerifyError(after);
  return 'verified';
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
  { plan, error }: { plan: Plan; error: CommandError },
): Promise<'verified'> {
  const after =
    prepared.input.liveSource === 'export' ? await planAgain(prepared).catch(() => undefined) : undefined;
  if (after?.changes.every((change) => change.rewritten)) return 'verified';
  const untouched = after !== undefined && sameChanges(after, plan);
  throw new CommandError({
    code: untouched ? 'push-lost' : 'push-unknown',
    message: untouched
      ? `The push did not arrive: ${error.message}`
      : `Nobody can say whether the push was taken: ${error.message}`,
    hint: untouched
      ? 'Nothing was changed. Try again.'
      : 'Plan again once the server answers; it shows what is left to do.',
    exitStatus: untouched ? EXIT.error : EXIT.unknown,
    cause: error,
  });
}

function sameChanges(a: Plan, b: Plan): boolean {
  const text = (plan: Plan) => JSON.stringify(plan.changes.map(({ place: _, ...change }) => change));
  return text(a) === text(b);
}

function refusedByServer(reason: Reason, plan: Plan): CommandError {
  const item = plan.changes.find((change) => isNamed(change, reason));
  const name = reason.key ?? reason.file;
  const about =
    name === undefined && reason.context === undefined
      ? ''
      : ` (${[name, reason.context].filter(Boolean).join(' in ')})`;
  const where = item?.place === undefined ? '' : ` Declared at ${item.place}.`;
  return new CommandError({
    code: 'push-refused',
    message: `The server refused the push, nothing was changed: ${reason.message}${about}${where}`,
    hint: reason.hint,
  });
}

function isNamed(change: Change, { key, file, context }: Reason): boolean {
  if (key !== undefined && change.kind !== 'file') return change.key.toLowerCase() === key.toLowerCase();
  return file !== undefined && change.kind === 'file' && change.path === file && change.context === context;
}
