// Executes the plan of one target: begins the record, pushes, finishes the record, and verifies.
import { CommandError, EXIT } from '../errors.ts';
import { bothEnded } from '../lib/parallel.ts';
import { counted } from '../lib/text.ts';
import { hasRefusals, isRead } from '../model/plan.ts';
import type { CountsCheck } from '../model/server-reads.ts';
import { beginApply, finishApply, recordUnchanged, whileBegun } from './apply-record.ts';
import type { PlanResult, Prepared } from './prepare.ts';
import { compareCounts, pushUntilTaken, stillPlanned, verify } from './push.ts';
import type { Row } from './rows.ts';
import type { Applying } from './send.ts';
import type { Stop } from './stop.ts';

/**
 * Applies what was prepared, shown and approved. `remarks` are about the push and the record alone. Throws
 * {@link CommandError}, whose exit status tells whether something was sent.
 * @param stop absent: a signal ends the process as usual
 */
export async function execute(prepared: Prepared, stop?: Stop): Promise<Row & PlanResult> {
  const { plan, open } = await beginApply(prepared);
  const { options, result } = prepared;
  const row = { ...result, name: options.target, plan, remarks: [] };
  if (hasRefusals(plan)) return { ...row, outcome: 'refused' };
  if (plan.changes.length === 0) return { ...row, ...(await recordUnchanged(prepared)), outcome: 'nothing' };
  const { remarks, ...checked } = await whileBegun(open, () => push({ ...prepared, open, stop }));
  // The server is read while Git writes the record, which is written whatever is found.
  const finishing = open === undefined ? Promise.resolve({ remarks: [] }) : finishApply(open);
  const [finished, outcome = 'unchecked'] = await bothEnded(finishing, options.verify ? verify(prepared) : undefined);
  const isOpen = open !== undefined && finished.recorded === undefined;
  if (isOpen && outcome !== 'verified') throw leftOpen(finished.remarks);
  return { ...row, ...checked, ...finished, remarks: [...remarks, ...finished.remarks], outcome };
}

/** Nothing shows that the push has arrived, and the record does not say that it was accepted. */
function leftOpen(remarks: readonly string[]): CommandError {
  return new CommandError({
    code: 'record-open',
    message: `The server accepted the push, which was not verified. ${remarks.join(' ')}`,
    hint: 'Once origin can be reached and written, apply again.',
    exitStatus: EXIT.unknown,
  });
}

/** Sends what is left of the plan after a look at the server, and counts what it did where nothing can be read. */
async function push(applying: Applying): Promise<{ remarks: string[]; counts?: CountsCheck }> {
  const { options, input, result, readAt, runtime } = applying;
  await runtime.onStep(`Pushing ${counted(result.plan.changes.length, 'change')}`);
  // A person, a review, another target or a slow origin takes time.
  const left = await stillPlanned(applying, runtime.now().getTime() - readAt.getTime());
  const remarks = await pushUntilTaken(applying, left);
  // Before it is recorded: without a read, later plans take from the record that everything has arrived.
  const counts = options.verify && !isRead(input.liveSource) ? await compareCounts(applying) : undefined;
  return { remarks, ...(counts && { counts }) };
}
