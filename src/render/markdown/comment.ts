// Comments and job summaries in Markdown: of a plan, of drift, or of mistakes in the files.
import { withCommas } from '../../lib/text.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { MaskedPlan } from '../mask.ts';
import { type Block, type Budget, COMMENT, fitted, SUMMARY } from './budget.ts';
import { link, prose } from './escape.ts';
import { diagnosticLine, type LinkOf } from './items.ts';
import { driftLayout, layout } from './layout.ts';
import { type Frame, lineList } from './lists.ts';
import { failureHeading, type Status, statusLines } from './status.ts';

export interface PageOptions {
  /** The URL of a line at the head commit. */
  linkOf?: LinkOf;
  /** Where the full plan is, for what found no room. */
  fullPlan?: { text: string; url?: string };
}

export interface PlanPageOptions extends PageOptions {
  status: Status;
}

export function planComment(plan: MaskedPlan, options: PlanPageOptions): string {
  return planPage(plan, { options, budget: COMMENT });
}

export function planSummary(plan: MaskedPlan, options: PlanPageOptions): string {
  return planPage(plan, { options, budget: SUMMARY });
}

export function mistakesComment(diagnostics: readonly Diagnostic[], options: PageOptions = {}): string {
  return mistakesPage(diagnostics, { options, budget: COMMENT });
}

export function mistakesSummary(diagnostics: readonly Diagnostic[], options: PageOptions = {}): string {
  return mistakesPage(diagnostics, { options, budget: SUMMARY });
}

function planPage(plan: MaskedPlan, { options, budget }: { options: PlanPageOptions; budget: Budget }) {
  const frame = frameOf(options, budget);
  return page(layout(plan, { ...frame, status: options.status }), { frame, budget });
}

/** For the drift issue; `status.kind` is `drifted` or `clean`. */
export function driftComment(plan: MaskedPlan, options: PlanPageOptions): string {
  return driftPage(plan, { options, budget: COMMENT });
}

export function driftSummary(plan: MaskedPlan, options: PlanPageOptions): string {
  return driftPage(plan, { options, budget: SUMMARY });
}

function driftPage(plan: MaskedPlan, { options, budget }: { options: PlanPageOptions; budget: Budget }) {
  const frame = frameOf(options, budget);
  return page(driftLayout(plan, { ...frame, status: options.status }), { frame, budget });
}

/** For a run without a plan; `status.reason` says why. */
export function failureComment(status: Status, options: PageOptions = {}): string {
  return page([failureHeading(status), statusLines(status)], {
    frame: frameOf(options, COMMENT),
    budget: COMMENT,
  });
}

function mistakesPage(
  diagnostics: readonly Diagnostic[],
  { options, budget }: { options: PageOptions; budget: Budget },
) {
  const frame = frameOf(options, budget);
  const lines = diagnostics.map((one) => () => diagnosticLine(one, frame.linkOf));
  const title = "### ❌ Mistakes in the project's files: nothing was sent\n\n";
  const list = lineList(lines, { frame, rank: 'refusals', noun: 'mistake' });
  return page([title, list], { frame, budget });
}

function frameOf({ linkOf, fullPlan }: PageOptions, budget: Budget): Frame {
  const { text, url } = fullPlan ?? { text: 'the log of the run' };
  return {
    linkOf: linkOf ?? (() => undefined),
    pointer: link(prose(text), url),
    diffLines: budget.diffLines,
  };
}

function page(blocks: Block[], { frame, budget }: { frame: Frame; budget: Budget }): string {
  const lost = (count: number) =>
    `${count === 1 ? 'A diff is' : `${withCommas(count)} diffs are`} left out: see ${frame.pointer}.\n`;
  return `${fitted(blocks, { budget, lost }).trimEnd()}\n`;
}
