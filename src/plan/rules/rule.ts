// Types of rules, and what their checks share.
import { type Change, fileChanges, type Finding, type RowChange } from '../../model/plan.ts';
import type { State } from '../../model/state.ts';
import type { PlanInput } from '../input.ts';

export interface GuardInput extends PlanInput {
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
export interface PlanRule {
  code: string;
  severity: Finding['severity'];
  /** The refusal can be approved for one plan (`approve`). */
  isApprovable?: true;
  /** What to do: the hint of findings that have none of their own. If the rule can be approved, the plan says how. */
  advice?: string;
  check: (input: GuardInput) => RuleFinding[];
}

export const APPROVABLE = { severity: 'refusal', isApprovable: true } as const;

type FindingPlace = Pick<RuleFinding, 'place' | 'removedFrom'>;

/** A finding for each change or declared item of which there is something to say: a sentence, or more than that. */
export function findingsAt<One extends FindingPlace>(
  all: readonly One[],
  say: (item: One) => string | RuleFinding | undefined,
): RuleFinding[] {
  return all.flatMap((item) => {
    const said = say(item);
    if (said === undefined) return [];
    const finding = typeof said === 'string' ? { message: said } : said;
    return [{ ...placedAt(item), ...finding }];
  });
}

export function placedAt({ place, removedFrom }: FindingPlace): FindingPlace {
  return place === undefined ? { removedFrom } : { place };
}

/** Files that the plan creates or updates. */
export function writtenFiles(changes: readonly Change[]): (RowChange & { after: string })[] {
  return fileChanges(changes).filter(
    (change): change is RowChange & { after: string } => change.after !== undefined,
  );
}
