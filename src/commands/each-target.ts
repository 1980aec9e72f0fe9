// Runs a command for several targets: a few at a time, with the results in the order of the project file.
import { CommandError, EXIT, type ExitStatus, knownError } from '../errors.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { tokenVariable } from '../model/targets.ts';
import type { TargetOptions } from './targets.ts';

/** What became of one target. */
export type TargetResult<Result> = { target: string } & ({ result: Result } | { error: CommandError });

/** More would compete for the same processor, and hold their results in memory. */
export const AT_A_TIME = 4;

/**
 * Calls `show` with each result as soon as those before it are shown. A target that fails does not stop the others.
 * Rejects with errors that are bugs.
 */
export async function eachTarget<Result>(
  targets: readonly TargetOptions[],
  {
    work,
    show,
  }: {
    work: (options: TargetOptions) => Promise<Result>;
    show: (result: TargetResult<Result>) => void | Promise<void>;
  },
): Promise<void> {
  const started: Promise<TargetResult<Result>>[] = [];
  const start = (options: TargetOptions | undefined) => {
    if (options === undefined) return;
    const running = settled(options.target, work(options));
    running.catch(() => undefined);
    started.push(running);
  };
  for (const options of targets.slice(0, AT_A_TIME)) start(options);
  for (const index of targets.keys()) {
    const [next] = started.splice(0, 1);
    if (next === undefined) return;
    await show(await next);
    start(targets[index + AT_A_TIME]);
  }
}

/** Rejects with errors that are bugs. */
export async function settled<Result>(target: string, running: Promise<Result>): Promise<TargetResult<Result>> {
  try {
    return { target, result: await running };
  } catch (error) {
    const known = knownError(error);
    if (known === undefined) throw error;
    return { target, error: withTokenName(known, target) };
  }
}

/** Hints name the variable of the shared token; a target has one of its own. */
function withTokenName(error: CommandError, target: string): CommandError {
  const { code, message, exitStatus, places } = error;
  const hint = error.hint?.replace(/CONFIGHUB_TOKEN(?:, input `token`| \(input `token`\))?/, tokenVariable(target));
  return hint === error.hint ? error : new CommandError({ code, message, hint, exitStatus, places, cause: error });
}

/** The mistakes of all targets without those that several share, such as mistakes in the project file. */
export function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const found = new Map(
    diagnostics.map((one) => [`${one.place ?? one.file ?? ''}\0${one.code}\0${one.message}`, one] as const),
  );
  return [...found.values()];
}

/** The exit status of all targets: an error counts more than a refusal, and a refusal more than changes. */
export class Worst {
  status: ExitStatus = EXIT.done;

  add(status: ExitStatus): void {
    const rank: readonly ExitStatus[] = [EXIT.done, EXIT.changes, EXIT.refused, EXIT.error, EXIT.unknown];
    if (rank.indexOf(status) > rank.indexOf(this.status)) this.status = status;
  }
}
