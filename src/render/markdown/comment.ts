// A plan, or the mistakes that kept one from being made, as Markdown: a comment or a job summary.
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { MaskedPlan } from '../redact.ts';
import { type Block, type Budget, COMMENT, fitted, SUMMARY } from './budget.ts';
import { link } from './escape.ts';
import { diagnosticLine } from './findings.ts';
import type { LinkOf } from './item.ts';
import { layout } from './layout.ts';
import { type Frame, lineList } from './lists.ts';
import { prose } from './prose.ts';
import type { Status } from './status.ts';

/** What every kind of comment takes. */
export interface PageOptions {
  /** Address of a line at the head commit. */
  linkOf?: LinkOf;
  /** Where everything is that found no room. */
  fullPlan?: { text: string; url?: string };
  /** An HTML comment of the product's own, which stands first: by it the comment is found again. */
  marker?: string;
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
  return page(layout(plan, { ...frame, status: options.status }), { options, frame, budget });
}

function mistakesPage(
  diagnostics: readonly Diagnostic[],
  { options, budget }: { options: PageOptions; budget: Budget },
) {
  const frame = frameOf(options, budget);
  const lines = diagnostics.map((one) => () => diagnosticLine(one, frame.linkOf));
  const title = "### ❌ Mistakes in the project's files: nothing was sent\n\n";
  const list = lineList(lines, { frame, rank: 'refusals', noun: 'mistake' });
  return page([title, list], { options, frame, budget });
}

function frameOf({ linkOf, fullPlan }: PageOptions, budget: Budget): Frame {
  const { text, url } = fullPlan ?? { text: 'the log of the run' };
  return {
    linkOf: linkOf ?? (() => undefined),
    pointer: link(prose(text), url),
    diffLines: budget.diffLines,
  };
}

function page(
  blocks: Block[],
  { options, frame, budget }: { options: PageOptions; frame: Frame; budget: Budget },
): string {
  const marker = options.marker === undefined ? [] : [`${options.marker}\n`];
  const lost = (count: number) =>
    `${count === 1 ? 'A diff is' : `${count.toLocaleString('en')} diffs are`} left out: see ${frame.pointer}.\n`;
  return `${fitted([...marker, ...blocks], { budget, lost }).trimEnd()}\n`;
}
