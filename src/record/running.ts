// Whether an apply may still be running, as its record and the clock of the configuration server tell.
import type { ApplyRecord, RecordedApply } from './record.ts';
import type { ApplyDescription, ApplyMessage } from './record-format.ts';

const DAY = 24 * 3_600_000;

/**
 * The apply that may still push, by the clock of the configuration server; without `until` if its end is not readable or
 * more than a day ahead, which counts as running. A later attempt of the same run takes over at once.
 */
export function runningApply(
  { begun: [top] }: Pick<ApplyRecord, 'begun'>,
  { now, run, attempt }: { now: Date } & Pick<ApplyDescription, 'run' | 'attempt'>,
): { apply: RecordedApply; until?: Date } | undefined {
  if (top === undefined || isUnlocked(top)) return undefined;
  const isSameRun = run !== undefined && top.run === run;
  if (isSameRun && attempt !== undefined && Number(attempt) > Number(top.attempt ?? NaN))
    return undefined;
  const left = Date.parse(top.until ?? '') - now.getTime();
  if (!(left <= DAY)) return { apply: top };
  return left > 0 ? { apply: top, until: new Date(top.until ?? '') } : undefined;
}

/** Whether somebody unlocked it, or it said itself that it has ended. */
export function isUnlocked(apply: ApplyMessage): boolean {
  return apply.until === beginningOf(apply);
}

/** As the end of an apply: it has ended, whatever the clock says. */
export function beginningOf({ since }: ApplyMessage): string {
  return Number.isNaN(Date.parse(since)) ? new Date(0).toISOString() : since;
}
