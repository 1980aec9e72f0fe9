// What became of each target of a command: one row for each, in the order of the project file.
import { type CommandError, EXIT, type ExitStatus } from '../errors.ts';
import { OUTCOMES, type Outcome, shownAs } from '../model/outcome.ts';
import { hasRefusals, isCounted, type Plan } from '../model/plan.ts';
import type { CountsCheck } from '../model/server-reads.ts';
import type { Options } from '../options.ts';
import type { PlanResult } from './prepare.ts';
import { eachTarget } from './targets.ts';

export interface Row extends Partial<PlanResult> {
  /** Absent: the only target of a project file without `targets`. */
  name?: string | undefined;
  outcome: Outcome;
  /** Its apply began. */
  isAttempted?: true;
  /** What stopped it. */
  error?: CommandError;
  /** Why it has this outcome, in full sentences. */
  reason?: string;
  /** Where an apply wrote a record; absent: nowhere, or a remark says where. */
  recorded?: 'origin' | 'local' | undefined;
  /** Where only the counts of the server could be compared. */
  counts?: CountsCheck;
}

type Work = (options: Options) => Promise<Omit<Row, 'name'>>;

/** Works on all targets; `show` gets each row as soon as those before it are shown. */
export async function rowsOf(
  targets: readonly Options[],
  { work, show = () => undefined }: { work: Work; show?: (row: Row) => void },
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const one of eachTarget(targets, work)) {
    const row = 'error' in one ? failedRow(one) : { ...one.result, name: one.name };
    show(row);
    rows.push(row);
  }
  return rows;
}

/** @param planned what is known of its plan */
export function failedRow(
  { name, error }: { name?: string | undefined; error: CommandError },
  planned: Partial<Row> = {},
): Row {
  return { ...planned, name, error, outcome: error.exitStatus === EXIT.unknown ? 'uncertain' : 'failed' };
}

/** What a plan is before it is applied. */
export function plannedOutcome(plan: Plan): Outcome {
  if (hasRefusals(plan)) return 'refused';
  if (plan.live === 'base') return 'offline';
  return plan.changes.some(isCounted) ? 'planned' : 'unchanged';
}

export function isDone({ outcome }: Row): boolean {
  return OUTCOMES[outcome].isDone;
}

/** Whether something was sent to the server of the target. */
export function isSent({ outcome }: Row): boolean {
  return OUTCOMES[outcome].isSent === true;
}

/** Whether a later apply continues: something was sent, and not all is done. */
export function isPartial(rows: readonly Row[]): boolean {
  return rows.some(isSent) && !rows.every(isDone);
}

/** Of all targets together: once something was sent anywhere, a failure means that the result is partial. */
export function exitStatusOf(rows: readonly Row[]): ExitStatus {
  if (rows.every(isDone)) return EXIT.done;
  if (rows.some(isSent)) return EXIT.unknown;
  return rows.find(({ error }) => error !== undefined)?.error?.exitStatus ?? EXIT.refused;
}

/** What became of the target of an apply, in a few words. */
export function outcomeText(row: Row): string {
  const { words = '' } = OUTCOMES[shownAs(row)];
  if (row.error !== undefined) return `${words}: ${row.error.code}`;
  return row.outcome === 'nothing' && row.recorded !== undefined ? 'recorded; nothing was sent' : words;
}
