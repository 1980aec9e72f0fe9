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
  /** URL of the folder of the documentation. */
  docs?: string;
  /** Where the full plan is, for what found no room. */
  fullPlan?: { text: string; url?: string };
}

export interface PlanPageOptions extends PageOptions {
  status: Status;
}

export const planComment = planPage(COMMENT);
export const planSummary = planPage(SUMMARY);

function planPage(budget: Budget) {
  return (plan: MaskedPlan, { status, ...options }: PlanPageOptions) =>
    page(budget, { options, blocks: (frame) => layout(plan, { ...frame, status }) });
}

/** For the drift issue; `status.kind` is `drifted` or `clean`. */
export const driftComment = driftPage(COMMENT);
export const driftSummary = driftPage(SUMMARY);

function driftPage(budget: Budget) {
  return (plan: MaskedPlan, { status, ...options }: PlanPageOptions) =>
    page(budget, { options, blocks: (frame) => driftLayout(plan, { ...frame, status }) });
}

/** For a run without a plan; `status.reason` says why. */
export function failureComment(status: Status, options: PageOptions = {}): string {
  return page(COMMENT, { options, blocks: () => [failureHeading(status), statusLines(status)] });
}

export const mistakesComment = mistakesPage(COMMENT);
export const mistakesSummary = mistakesPage(SUMMARY);

function mistakesPage(budget: Budget) {
  return (diagnostics: readonly Diagnostic[], options: PageOptions = {}) =>
    page(budget, {
      options,
      blocks: (frame) => [
        "### ❌ Mistakes in the project's files: nothing was sent\n\n",
        lineList(
          diagnostics.map((one) => () => diagnosticLine(one, frame.linkOf)),
          { frame, rank: 'refusals', noun: 'mistake' },
        ),
      ],
    });
}

interface Page {
  options: PageOptions;
  blocks: (frame: Frame) => Block[];
}

function page(budget: Budget, { options: { linkOf, docs, fullPlan }, blocks }: Page): string {
  const { text, url } = fullPlan ?? { text: 'the log of the run' };
  const pointer = link(prose(text), url);
  const frame = { linkOf: linkOf ?? (() => undefined), docs, pointer, diffLines: budget.diffLines };
  const lost = (count: number) =>
    `${count === 1 ? 'A diff is' : `${withCommas(count)} diffs are`} left out: see ${pointer}.\n`;
  return `${fitted(blocks(frame), { budget, lost }).trimEnd()}\n`;
}
