// Executes the plan of one target: begins the record, pushes, finishes the record, and verifies.
import { CommandError, EXIT } from '../errors.ts';
import { bothEnded } from '../lib/parallel.ts';
import { counted } from '../lib/text.ts';
import type { Outcome } from '../model/outcome.ts';
import { hasRefusals, isRead } from '../model/plan.ts';
import type { CountsCheck } from '../model/server-reads.ts';
import { beginApply, finishApply, type OpenApply, type Recorded, recordUnchanged, whileBegun } from './apply-record.ts';
import type { PlanResult, Prepared } from './prepare.ts';
import { compareCounts, pushUntilTaken, stillPlanned, verify } from './push.ts';
import type { Runtime } from './runtime.ts';
import type { Stop } from './stop.ts';

export interface ApplyResult extends PlanResult {
  outcome: Outcome;
  /** Where this apply wrote a record; absent: nowhere. */
  recorded?: Recorded['where'];
  /** Where only the counts of the server could be compared. */
  counts?: CountsCheck;
}

export interface Executing {
  runtime: Runtime;
  /** Absent: a signal ends the process as usual. */
  stop?: Stop | undefined;
}

/**
 * Applies what was prepared, shown and approved. `remarks` are about the push and the record alone. Throws
 * {@link CommandError}, whose exit status tells whether something was sent.
 */
export async function execute(prepared: Prepared, executing: Executing): Promise<ApplyResult> {
  const { options, result: planned } = prepared;
  const { runtime } = executing;
  const { plan, open } = await beginApply(prepared, runtime);
  const result = { ...planned, plan };
  if (hasRefusals(plan)) return { ...result, remarks: [], outcome: 'refused' };
  const source = { ...prepared, result };
  if (plan.changes.length === 0) {
    const { where, remarks } = await recordUnchanged(source, runtime);
    return { ...result, remarks, ...recordedAt(where), outcome: 'nothing' };
  }
  const { remarks: pushed, ...counted } = await whileBegun(open, () => push(source, { ...executing, open }));
  // The server is read while Git writes the record, which is written whatever is found.
  const finishing = open === undefined ? Promise.resolve<Recorded>({ remarks: [] }) : finishApply(open);
  const verifying = options.verify ? verify(source, plan) : undefined;
  const [recorded, outcome = 'unchecked'] = await bothEnded(finishing, verifying);
  if (recorded.isOpen && outcome !== 'verified') throw leftOpen(recorded);
  const remarks = [...pushed, ...recorded.remarks];
  return { ...result, remarks, ...recordedAt(recorded.where), ...counted, outcome };
}

function recordedAt(where: Recorded['where']): Pick<ApplyResult, 'recorded'> {
  return where === undefined ? {} : { recorded: where };
}

/** Nothing shows that the push has arrived, and the record does not say that it was accepted. */
function leftOpen({ remarks }: Recorded): CommandError {
  return new CommandError({
    code: 'record-open',
    message: `The server accepted the push, which was not verified. ${remarks.join(' ')}`,
    hint: 'Once origin can be reached and written, apply again.',
    exitStatus: EXIT.unknown,
  });
}

/** Sends what is left of the plan after a look at the server, and counts what it did where nothing can be read. */
async function push(
  source: Prepared,
  { open, runtime, stop }: Executing & { open: OpenApply | undefined },
): Promise<{ remarks: string[]; counts?: CountsCheck }> {
  const { options, input, result, readAt } = source;
  const { plan, changeComment } = result;
  await runtime.onStep(`Pushing ${counted(plan.changes.length, 'change')}`);
  // A person, a review, another target or a slow origin takes time.
  const left = await stillPlanned(source, { plan, age: runtime.now().getTime() - readAt.getTime() });
  const remarks = await pushUntilTaken(source, { plan: left, changeComment, open, options, runtime, stop });
  // Before it is recorded: without a read, later plans take from the record that everything has arrived.
  const counts = options.verify && !isRead(input.liveSource) ? await compareCounts(source, plan) : undefined;
  return { remarks, ...(counts && { counts }) };
}
