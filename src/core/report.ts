// What a command tells while it works, to one sink: a terminal, or the log, summary and comment of a workflow.
import type { TargetRow } from './target-rows.ts';

export type ReportEvent =
  /** One plan is made; those before it were told. */
  | { about: 'plan'; row: TargetRow }
  /** All plans are made: those of an apply before anything is sent. */
  | ({ about: 'plans'; rows: readonly TargetRow[] } & PlansFacts)
  | { about: 'drift'; row: TargetRow }
  | { about: 'all drift'; rows: readonly TargetRow[] }
  /** What became of the apply of one target. */
  | { about: 'apply'; row: TargetRow }
  /** The command ends. */
  | { about: 'end'; rows: readonly TargetRow[] };

export interface PlansFacts {
  /** A person is asked next. */
  isAsked?: boolean;
  /** What was applied before and is no target any more. */
  removed?: readonly object[];
  /** Sentences about all targets, such as those that were removed. */
  notes?: readonly string[];
}

export type Reporter = (event: ReportEvent) => void | Promise<void>;
