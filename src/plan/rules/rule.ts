// Types of rules, and lookups shared by their checks.
import type { Change, FileChange, Finding } from '../../model/plan.ts';
import type { State } from '../../model/state.ts';
import { fileChanges } from '../diff.ts';
import type { PlanInput } from '../input.ts';

export interface GuardInput extends PlanInput {
  /** The state after the push. */
  after: State;
  changes: readonly Change[];
  /** Drift that the push leaves alone. */
  drift: readonly Change[];
}

/** Code and default severity come from the rule. */
export type RuleFinding = Omit<Finding, 'code' | 'severity'> &
  Partial<Pick<Finding, 'severity'>> & {
    /** The item that an approval must name. */
    name?: string;
  };

/** A check of the plan. docs/messages.md explains every code. */
export interface Rule {
  code: string;
  severity: Finding['severity'];
  /** The refusal can be approved for one plan (`force`). */
  isApprovable?: true;
  /** What to do: the hint of a finding that has none of its own. Not for rules that can be approved: the plan says how. */
  advice?: string;
  check: (input: GuardInput) => RuleFinding[];
}

/** Where a change or a declared item is. */
export function at({ place, removedFrom }: Where): Where {
  return place === undefined ? { removedFrom } : { place };
}

type Where = Pick<RuleFinding, 'place' | 'removedFrom'>;

/** Files that the plan creates or updates. */
export function writtenFiles(changes: readonly Change[]): (FileChange & { after: string })[] {
  return fileChanges(changes).filter((change): change is FileChange & { after: string } => change.after !== undefined);
}
