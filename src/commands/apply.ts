// apply: opens its targets for the core, which plans, asks, and applies them; a signal stops it between two steps.
import { applyWorldOf } from '../world/apply-world.ts';
import { openTarget } from '../world/open-target.ts';
import type { TargetOptions } from '../project/open-project.ts';
import type { Runtime } from '../runtime.ts';
import type { StopSignals } from '../world/stop-signals.ts';
import { type EntryPoint, applyTargets } from '../core/apply.ts';
import type { TargetRow } from '../core/target-rows.ts';

export interface ApplyCommand extends Pick<EntryPoint, 'confirm' | 'report'> {
  /** Called when the plans are confirmed. Absent: a signal ends the process as usual. */
  heedSignals?: () => StopSignals;
}

/** A row for each target. Throws errors that are bugs. */
export function apply(
  targets: readonly TargetOptions[],
  runtime: Runtime,
  { heedSignals, ...entry }: ApplyCommand,
): Promise<TargetRow[]> {
  let stop: StopSignals | undefined;
  return applyTargets(targets, {
    ...entry,
    heedSignals: () => {
      stop = heedSignals?.();
    },
    open: async (options: TargetOptions) => {
      const opened = await openTarget(options, runtime, { isApply: true });
      return { ...opened, writable: () => applyWorldOf(opened, stop) };
    },
  });
}
