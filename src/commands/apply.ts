// apply: prepare the plans of all targets, then begin the record, push, finish it and verify, one target after the other.
import { CommandError, EXIT } from '../errors.ts';
import { bothEnded } from '../lib/parallel.ts';
import { counted } from '../lib/text.ts';
import { parseForce } from '../model/force.ts';
import type { Outcome } from '../model/outcome.ts';
import { hasRefusals, isRead } from '../model/plan.ts';
import type { CountsCheck } from '../model/server-reads.ts';
import type { Options } from '../options.ts';
import {
  beginApply,
  finishApply,
  type OpenApply,
  type Recorded,
  recordUnchanged,
  refuseUnrecordable,
  whileBegun,
} from './apply-record.ts';
import { withForce, withReviews } from './approval.ts';
import { refuseUnreviewed } from './plan-file.ts';
import { type PlanResult, prepare, type Prepared, type PrepareRuntime } from './prepare.ts';
import { compareCounts, pushUntilTaken, stillPlanned, verify } from './push.ts';
import { failedRow, isDone, plannedOutcome, type Row } from './rows.ts';
import type { Runtime } from './runtime.ts';
import type { Stop } from './stop.ts';
import { eachTarget, settled } from './targets.ts';

export interface ApplyResult extends PlanResult {
  outcome: Outcome;
  /** Where this apply wrote a record; absent: nowhere. */
  recorded?: Recorded['where'];
  /** Where only the counts of the server could be compared. */
  counts?: CountsCheck;
}

/** A target of an apply. */
export interface Target {
  row: Row;
  /** Absent: nothing is to be sent to it, for the reason that its row gives. */
  prepared?: Prepared;
}

/** The plans of an apply, open until they are closed. */
export interface Preparation {
  targets: readonly Target[];
  close: () => void;
}

/** Plans for all targets. Nothing is sent to any if one of the plans is refused or could not be made. */
export async function prepareTargets(targets: readonly Options[], runtime: PrepareRuntime): Promise<Preparation> {
  const prepared: Target[] = [];
  const close = () => {
    for (const one of prepared) one.prepared?.close();
  };
  try {
    for await (const one of eachTarget(targets, (options) => prepareApply(options, runtime)))
      prepared.push('error' in one ? { row: failedRow(one) } : targetOf(one.name, one.result));
    return { targets: prepared, close };
  } catch (error) {
    close();
    throw error;
  }
}

function targetOf(name: string | undefined, prepared: Prepared): Target {
  const { result } = prepared;
  return { row: { ...result, name, outcome: plannedOutcome(result.plan) }, prepared };
}

/** The plan of one target, with the refusals that only an apply has. The caller closes it. */
export async function prepareApply(options: Options, runtime: PrepareRuntime): Promise<Prepared> {
  refuseComparison(options);
  const planned = await prepare(options, runtime, { isApply: true });
  try {
    return await checked(await withReviews(planned, { runtime, isApply: true }), runtime);
  } catch (error) {
    planned.close();
    throw error;
  }
}

/** The target with the approval that its plan asks for; `undefined`: it asks for none, or that would not be enough. */
export async function withApproval({ row, prepared }: Target, runtime: PrepareRuntime): Promise<Target | undefined> {
  const force = row.plan?.force === undefined ? undefined : parseForce(row.plan.force);
  if (prepared === undefined || force === undefined || prepared.options.force !== undefined) return undefined;
  const approved = await checked(await withForce(prepared, force, runtime), runtime);
  return hasRefusals(approved.result.plan) ? undefined : targetOf(row.name, approved);
}

export interface Executing {
  runtime: Runtime;
  /** Absent: a signal ends the process as usual. */
  stop?: Stop | undefined;
}

/** Applies one target after the other, up to the first that fails, and yields what became of each. */
export async function* executeTargets(targets: readonly Target[], executing: Executing): AsyncGenerator<Row> {
  let stopped = targets.map(({ row }) => row).find((row) => !isDone(row));
  for (const { row, prepared } of targets) {
    if (stopped === undefined && prepared !== undefined) {
      const { name } = row;
      const one = await settled(name, execute(prepared, executing));
      const became: Row = 'error' in one ? failedRow(one, row) : { ...one.result, name };
      const applied: Row = { ...became, isAttempted: true };
      if (!isDone(applied)) stopped = applied;
      yield applied;
    } else yield isDone(row) ? { ...row, outcome: 'not-attempted', reason: notAttempted(stopped) } : row;
  }
}

function notAttempted(by: Row | undefined): string {
  if (by === undefined) return 'Not attempted.';
  return `Not attempted, because \`${by.name}\` ${by.outcome === 'refused' ? 'was refused' : 'failed'}.`;
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

function refuseComparison({ into, offline }: Options): void {
  if (into === undefined && !offline) return;
  throw new CommandError({
    code: 'bad-option',
    message: '`into` and `offline` are for plans only. Remove them, or run plan.',
  });
}

/** The plan with the refusals that only an apply has. */
async function checked(prepared: Prepared, { cwd }: PrepareRuntime): Promise<Prepared> {
  const { checkout, options, result } = prepared;
  const plan = refuseUnreviewed(await refuseUnrecordable(result.plan, checkout, options), options, cwd);
  return { ...prepared, result: { ...result, plan } };
}
