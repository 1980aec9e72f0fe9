// What became of each target of a command: a row, an outcome, and the exit code of all together.
import { type CommandError, EXIT, type ExitCode, knownError } from '../errors.ts';
import { ahead } from '../lib/parallel.ts';
import { type Outcome, OUTCOMES, shownAs } from '../model/outcome.ts';
import { hasRefusals, isCounted, type Plan } from '../model/plan.ts';
import type { CountsCheck } from '../model/server-reads.ts';
import { nounOf, tokenOf } from '../model/targets.ts';
import type { Options } from '../options.ts';
import type { RecordedApply } from '../record/recorded-apply.ts';
import type { PlanResult } from './plan-facts.ts';
import type { RecordedOutcome } from './recording.ts';

/** What became of an apply. */
export interface ApplyOutcome extends RecordedOutcome {
  outcome: Outcome;
  plan: Plan;
  /** Why it has this outcome, in full sentences. */
  reason?: string;
  /** Where only the counts of the server could be compared. */
  counts?: CountsCheck | undefined;
}

export interface TargetRow
  extends Partial<PlanResult>,
    Pick<ApplyOutcome, 'reason' | 'recorded' | 'stillOpen' | 'counts'> {
  /** Absent: the only target of a project file without `targets`. */
  name?: string | undefined;
  /** The name is that of a stage. */
  isStage?: true;
  /** The stages of the command share one token. */
  isTokenShared?: true | undefined;
  outcome: Outcome;
  /** Its apply began. */
  isAttempted?: true;
  error?: CommandError;
  /** Of `drift`: the last apply on record, with which the server was compared. */
  applied?: RecordedApply | undefined;
}

/** What the row of these options is called. */
export function rowCalled({
  target,
  chosenStage,
  isTokenShared,
}: Pick<Options, 'target' | 'chosenStage' | 'isTokenShared'>): Pick<
  TargetRow,
  'name' | 'isStage' | 'isTokenShared'
> {
  if (chosenStage === undefined) return { name: target };
  return { name: chosenStage.name, isStage: true, isTokenShared };
}

/** Works on all targets; `show` gets each row as soon as those before it are shown. */
export async function workOnTargets(
  targets: readonly Options[],
  work: (options: Options) => Promise<TargetRow>,
  show: (row: TargetRow) => void | Promise<void> = () => undefined,
): Promise<TargetRow[]> {
  const rows: TargetRow[] = [];
  for await (const { row } of eachTarget(targets, async (options) => ({
    row: await work(options),
  }))) {
    await show(row);
    rows.push(row);
  }
  return rows;
}

/** More would compete for the same processor, and hold their results in memory. */
const AT_A_TIME = 4;

/** A few at a time; yields results in their order. One that fails does not stop the others. Throws errors that are bugs. */
export async function* eachTarget<Result extends { row: TargetRow }>(
  targets: readonly Options[],
  work: (options: Options) => Promise<Result>,
): AsyncGenerator<Result | { row: TargetRow }> {
  const running: Promise<Result | { row: TargetRow }>[] = [];
  for (const options of targets) {
    const failed = (error: unknown) => ({ row: failedRow(error, rowCalled(options)) });
    running.push(ahead(work(options).catch(failed)));
    const [first] = running.length < AT_A_TIME ? [] : running.splice(0, 1);
    if (first !== undefined) yield await first;
  }
  for (const row of running) yield await row;
}

/** The row of a target that an error stopped. Rethrows bugs. @param rowSoFar its name, and what is known of its plan */
export function failedRow(cause: unknown, rowSoFar: Partial<TargetRow>): TargetRow {
  const error = knownError(cause);
  if (error === undefined) throw cause;
  const outcome = error.exitCode === EXIT.unknown ? 'uncertain' : 'failed';
  return {
    ...rowSoFar,
    error: rowSoFar.name === undefined ? error : withTokenName(error, rowSoFar),
    outcome,
  };
}

/** Hints name the variable of the shared token. A target has its own variable instead, and a stage can take either. */
function withTokenName(error: CommandError, row: Partial<TargetRow>): CommandError {
  const hint = error.hint?.replace(
    /CONFIGHUB_TOKEN(?:, input `token`| \(input `token`\))?/,
    (shared) => tokenOf(row, shared),
  );
  return hint === error.hint ? error : error.reworded({ hint });
}

export function plannedOutcome(plan: Plan): Outcome {
  if (hasRefusals(plan)) return 'refused';
  if (plan.live === 'base') return 'offline';
  return plan.changes.some(isCounted) ? 'planned' : 'unchanged';
}

export function isDone({ outcome }: TargetRow): boolean {
  return OUTCOMES[outcome].isDone;
}

/** Whether something was sent to the server of the target. */
export function isSent({ outcome }: TargetRow): boolean {
  return OUTCOMES[outcome].isSent === true;
}

/** Whether a later apply continues: something was sent, and not all is done. */
export function isPartial(rows: readonly TargetRow[]): boolean {
  return rows.some(isSent) && !rows.every(isDone);
}

/** Of all targets together: once something was sent anywhere, a failure means that the result is partial. */
export function exitCodeOf(rows: readonly TargetRow[]): ExitCode {
  if (rows.every(isDone)) return EXIT.done;
  if (rows.some(isSent)) return EXIT.unknown;
  return rows.find(({ error }) => error !== undefined)?.error?.exitCode ?? EXIT.refused;
}

/** Also says how to apply the first stage alone, if only a later one was refused: it waits for no other stage. */
export function nothingSentTo(rows: readonly TargetRow[]): string {
  const nothing = `Nothing was sent to any ${nounOf(rows)}.`;
  const [first] = rows;
  const isInTheWay = first?.isStage && first.outcome === 'not-attempted';
  return isInTheWay && first.plan?.changes.length !== 0
    ? `${nothing} To apply ${first.name} alone, name it: \`--stage ${first.name}\` (input \`stage\`).`
    : nothing;
}

/** What became of the target of an apply, in a few words. */
export function outcomeText(row: TargetRow): string {
  const { words = '' } = OUTCOMES[shownAs(row)];
  if (row.error !== undefined) return `${words}: ${row.error.code}`;
  return row.outcome === 'nothing' && row.recorded !== undefined
    ? 'recorded; nothing was sent'
    : words;
}
