// Comments and job summaries in Markdown: of a plan, of drift, or of mistakes in the files.
import { withCommas } from '../../lib/text.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { type LinkOptions, linksOf } from '../links.ts';
import type { MaskedPlan } from '../mask.ts';
import { type Block, type Budget, COMMENT, fitted, SUMMARY } from './budget.ts';
import { link, type ProseOptions, prose } from './escape.ts';
import { diagnosticLine } from './findings.ts';
import { comparer, type Frame } from './items.ts';
import { driftParts, planParts } from './layout.ts';
import { lineList } from './lists.ts';
import { failureHeading, heading, type Status, statusLines } from './status.ts';

export interface PageOptions extends ProseOptions, LinkOptions {
  /** Where the full plan is, for what found no room. */
  fullPlan?: { text: string; url?: string | undefined };
}

export interface PlanPageOptions extends PageOptions {
  status: Status;
}

export const planComment = planPage(COMMENT, planParts);
export const planSummary = planPage(SUMMARY, planParts);
/** For the drift issue; `status.kind` is `drifted` or `clean`. */
export const driftComment = planPage(COMMENT, driftParts);
export const driftSummary = planPage(SUMMARY, driftParts);

function planPage(budget: Budget, partsOf: typeof planParts) {
  return (plan: MaskedPlan, { status, ...options }: PlanPageOptions) =>
    page(budget, {
      options,
      blocks: (frame) => [heading(status, plan.target), ...partsOf(plan, { ...frame, status })],
    });
}

/** For a run without a plan; `status.reason` says why. */
export function failureComment(status: Status, options: PageOptions = {}): string {
  return page(COMMENT, { options, blocks: (frame) => [failureHeading(status), statusLines(status, frame)] });
}

export const mistakesComment = mistakesPage(COMMENT);
export const mistakesSummary = mistakesPage(SUMMARY);

function mistakesPage(budget: Budget) {
  return (diagnostics: readonly Diagnostic[], { status, ...options }: PageOptions & { status?: Status } = {}) =>
    page(budget, {
      options,
      blocks: (frame) => [
        "### ❌ Mistakes in the project's files: nothing was sent\n\n",
        status === undefined ? '' : statusLines(status, frame),
        lineList(
          diagnostics.map((one) => () => diagnosticLine(one, frame)),
          { frame, rank: 'refusals', noun: 'mistake' },
        ),
      ],
    });
}

interface Page {
  options: PageOptions;
  blocks: (frame: Frame) => Block[];
}

/** Fits the blocks into the budget. */
export function page(budget: Budget, { options, blocks }: Page): string {
  const { fullPlan, runs } = options;
  const { text, url } = fullPlan ?? { text: 'the log of the run' };
  const pointer = link(prose(text), url);
  const frame: Frame = {
    ...linksOf(options),
    say: (sentence) => prose(sentence, { runs }),
    compare: comparer(budget.diffs),
    pointer,
    diffLines: budget.diffLines,
  };
  const lost = (count: number) =>
    `${count === 1 ? 'A diff is' : `${withCommas(count)} diffs are`} left out: see ${pointer}.\n`;
  return `${fitted(blocks(frame), { budget, lost }).trimEnd()}\n`;
}
