// Types of rules, and lookups shared by their checks.
import type { DiagnosticCode } from '../../model/diagnostic.ts';
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

interface Facts {
  code: string;
  /** Completes the sentence "A change that …". */
  detects: string;
  /** What the server would do; completes the sentence "The server …". */
  server: string;
  /** What to do: the hint of a finding that has none of its own. */
  advice: string;
}

/** Reported while the files are read, as a diagnostic with this code. */
interface FileRule extends Facts {
  code: DiagnosticCode;
  severity: 'refusal';
  found: 'files';
  isPolicy?: true;
}

/** Checked on the plan; `read`: the finding is about what was read, not about a change. */
export interface PlanRule extends Facts {
  severity: Finding['severity'];
  found: 'plan' | 'files and plan' | 'read';
  /** Our own rule: the server would accept the change. */
  isPolicy?: true;
  /** The refusal can be approved for one plan (`force`). */
  isApprovable?: true;
  check: (input: GuardInput) => RuleFinding[];
}

/** Never found: pushes are built so that it cannot happen. */
interface PushRule extends Facts {
  severity: 'avoided';
  found: 'push';
}

/** Checked when an apply begins, against the record or a reviewed plan. */
interface ApplyRule extends Facts {
  severity: 'refusal';
  found: 'apply';
}

export type Rule = FileRule | PlanRule | PushRule | ApplyRule;

/** What rules of each kind have in common, for their rows. */
export const IN_FILES = { severity: 'refusal', found: 'files' } as const;
export const AVOIDED = { severity: 'avoided', found: 'push' } as const;
export const AT_APPLY = { severity: 'refusal', found: 'apply' } as const;

export interface RuleGroup {
  title: string;
  rules: readonly Rule[];
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
