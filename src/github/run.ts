// What the commands of one step share, for one target and for several.
import type { ApplyRuntime, Outcome } from '../commands/apply.ts';
import type { Options } from '../options.ts';
import type { StatusKind } from '../render/markdown/status.ts';
import type { Proposal } from './event.ts';
import type { EventContext } from './event-context.ts';
import type { Inputs } from './inputs.ts';
import type { StepResult } from './outputs.ts';
import type { Publisher } from './publish.ts';
import type { Reporter } from './reporter.ts';

export interface Run {
  inputs: Inputs;
  context: EventContext;
  /** The working directory relative to the workspace. */
  folder: string;
  options: Options;
  runtime: ApplyRuntime;
  publisher: Publisher;
  reporter: Reporter;
  /** The pull request whose files are checked out. */
  proposal: Proposal | undefined;
  /** The branch whose pushes are applied, if the pull request goes there. */
  mergeInto: string | undefined;
}

/** How log, output `result` and comment show the outcome of an apply. */
export const OUTCOMES: Readonly<Record<Outcome, { log?: string; result: StepResult; kind: StatusKind }>> = {
  nothing: { log: 'Nothing to apply.', result: 'nothing', kind: 'unchanged' },
  refused: { result: 'refused', kind: 'refused' },
  // Only a person at a terminal declines.
  declined: { result: 'refused', kind: 'refused' },
  verified: { log: 'Applied and verified.', result: 'applied', kind: 'applied' },
  unchecked: { log: 'Applied, not verified.', result: 'applied', kind: 'unverified' },
  unverified: { result: 'applied', kind: 'unverified' },
};
