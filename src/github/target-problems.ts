// Mistakes, findings and remarks of several targets: each with the names of its targets, and only once.
import { someOf } from '../lib/text.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Finding } from '../model/plan.ts';

export type Problem = Diagnostic | Finding;

interface ProblemsOf<One extends Problem> {
  /** Absent: the only target of a project file without `targets`. */
  target: string | undefined;
  problems: readonly One[];
}

const MAX_NAMES = 3;

/** What all targets share, such as a mistake in the project file, names none. */
export function withTargets<One extends Problem>(found: readonly ProblemsOf<One>[]): One[] {
  const groups = new Map<string, { problem: One; targets: Set<string> }>();
  for (const { target, problems } of found) {
    for (const problem of problems) {
      const id = idOf(problem);
      const group = groups.get(id) ?? { problem, targets: new Set() };
      groups.set(id, group);
      group.targets.add(target ?? '');
    }
  }
  const isCommon = (targets: ReadonlySet<string>) => targets.size > 1 && targets.size === found.length;
  return [...groups.values()].map(({ problem, targets }) => {
    // Empty if the targets could not be read.
    const names = isCommon(targets) ? '' : someOf([...targets], { most: MAX_NAMES });
    return names === '' ? problem : { ...problem, message: `${names}: ${problem.message}` };
  });
}

function idOf(problem: Problem): string {
  const { severity, code, message, hint, place } = problem;
  const file = place ?? ('file' in problem ? problem.file : undefined);
  return JSON.stringify([severity, code, message, hint, file === undefined ? '' : String(file)]);
}
