// What the commands of one step share, for one target and for several.
import type { ApplyRuntime, Outcome } from '../commands/apply.ts';
import { drift } from '../commands/drift.ts';
import { CommandError } from '../errors.ts';
import type { Options } from '../options.ts';
import type { BroughtBy } from '../render/markdown/later.ts';
import type { StatusKind } from '../render/markdown/status.ts';
import type { Proposal } from './event.ts';
import type { EventContext } from './event-context.ts';
import type { Inputs } from './inputs.ts';
import type { StepResult } from './outputs.ts';
import type { Publisher } from './publish.ts';
import { asWarning, type Reporter } from './reporter.ts';

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
export const OUTCOMES: Readonly<
  Record<Outcome, { log?: string; result: StepResult; kind: StatusKind; brought?: BroughtBy }>
> = {
  nothing: { log: 'Nothing to apply.', result: 'nothing', kind: 'unchanged', brought: 'nothing' },
  refused: { result: 'refused', kind: 'refused' },
  // Only a person at a terminal declines.
  declined: { result: 'refused', kind: 'refused' },
  verified: { log: 'Applied and verified.', result: 'applied', kind: 'applied', brought: 'verified' },
  unchecked: { log: 'Applied, not verified.', result: 'applied', kind: 'unverified', brought: 'unverified' },
  unverified: { result: 'applied', kind: 'unverified', brought: 'unverified' },
};

const AFTER_APPLY = 'Checked after an apply.';

type DriftReport = (result: Awaited<ReturnType<typeof drift>>, reason: string) => Promise<void>;

/** Updates or closes an open drift issue after an apply. Never fails the step. */
export async function updateDriftIssue(
  { options: { baseline: _, ...options }, runtime, publisher, inputs, reporter }: Run,
  report: DriftReport,
): Promise<void> {
  if (!inputs.driftIssue || !(await publisher.hasDriftIssue(options.target))) return;
  try {
    // Read again as the scheduled run does, so that both say the same.
    await report(await drift(options, runtime), AFTER_APPLY);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const of = options.target === undefined ? '' : ` of \`${options.target}\``;
    reporter.annotate([asWarning(`The drift issue${of} is not up to date: ${error.message}`, 'no-issue')]);
  }
}
