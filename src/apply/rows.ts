// What became of each target of a command: one row for each, in the order of the project file.
import { type CommandError, EXIT, type ExitStatus, knownError } from '../errors.ts';
import { ahead } from '../lib/parallel.ts';
import { OUTCOMES, type Outcome, shownAs } from '../model/outcome.ts';
import { hasRefusals, isCounted, type Plan } from '../model/plan.ts';
import type { CountsCheck } from '../model/server-reads.ts';
import { tokenVariable } from '../model/targets.ts';
import type { PlanResult } from './prepare.ts';
import type { TargetOptions } from './project.ts';

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

/** Works on all targets; `show` gets each row as soon as those before it are shown. */
export async function rowsOf(
  targets: readonly TargetOptions[],
  work: (options: TargetOptions) => Promise<Row>,
  show: (row: Row) => void = () => undefined,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const { row } of eachTarget(targets, async (options) => ({ row: await work(options) }))) {
    show(row);
    rows.push(row);
  }
  return rows;
}

/** More would compete for the same processor, and hold their results in memory. */
const AT_A_TIME = 4;

/**
 * Works on a few targets at a time, and yields the results in their order. A target that fails does not stop the others.
 * Throws errors that are bugs.
 */
export async function* eachTarget<Result extends { row: Row }>(
  targets: readonly TargetOptions[],
  work: (options: TargetOptions) => Promise<Result>,
): AsyncGenerator<Result | { row: Row }> {
  const running: Promise<Result | { row: Row }>[] = [];
  for (const options of targets) {
    const failed = (error: unknown) => ({ row: failedRow(error, { name: options.target }) });
    running.push(ahead(work(options).catch(failed)));
    const [first] = running.length < AT_A_TIME ? [] : running.splice(0, 1);
    if (first !== undefined) yield await first;
  }
  for (const one of running) yield await one;
}

/**
 * The row of a target that an error stopped. Throws errors that are bugs.
 * @param known its name, and what is known of its plan
 */
export function failedRow(cause: unknown, known: Partial<Row>): Row {
  const error = knownError(cause);
  if (error === undefined) throw cause;
  const outcome = error.exitStatus === EXIT.unknown ? 'uncertain' : 'failed';
  return { ...known, error: known.name === undefined ? error : withTokenName(error, known.name), outcome };
}

/** Hints name the variable of the shared token; a target has one of its own. */
function withTokenName(error: CommandError, target: string): CommandError {
  const hint = error.hint?.replace(/CONFIGHUB_TOKEN(?:, input `token`| \(input `token`\))?/, tokenVariable(target));
  return hint === error.hint ? error : error.reworded({ hint });
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
