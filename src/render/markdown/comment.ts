// Comments and job summaries in Markdown: of a plan, of drift, or of mistakes in the files.
import type { Diagnostic } from '../../model/diagnostic.ts';
import { countOverrides } from '../../model/plan.ts';
import { type LinkOptions, linksOf } from '../links.ts';
import type { MaskedPlan } from '../mask.ts';
import { together } from '../problems.ts';
import { driftViewOf, viewOf } from '../view.ts';
import { approvalText } from './approval.ts';
import { link, type ProseOptions, prose } from './escape.ts';
import { COMMENT, fitted, type Medium, type Part, SUMMARY } from './fit.ts';
import { listText, planPart } from './layout.ts';
import { type Frame, type Level, mistakeLine } from './lines.ts';
import { failureHeading, heading, reasonText, type Status, whereText } from './status.ts';

export interface PageOptions extends ProseOptions, LinkOptions {
  /** Where the full plan is, for what found no room. */
  fullPlan?: { text: string; url?: string | undefined };
}

export interface PlanPageOptions extends PageOptions {
  status: Status;
}

export const planComment = planPage(COMMENT);
export const planSummary = planPage(SUMMARY);
/** For the drift issue; `status.kind` is `drifted` or `clean`. */
export const driftComment = driftPage(COMMENT);
export const mistakesComment = mistakesPage(COMMENT);

export function planPage(medium: Medium) {
  return (plan: MaskedPlan, { status, ...options }: PlanPageOptions): string => {
    const frameAt = frameOf(options);
    const approval = (frame: Frame) => approvalText([plan], frame);
    const start = heading(status, plan.target);
    return pageOf(withStart(start, planPart(viewOf(plan), { status, frameAt, approval })), { medium, start });
  };
}

export function driftPage(medium: Medium) {
  return (plan: MaskedPlan, { status, ...options }: PlanPageOptions): string => {
    const start = heading(status, plan.target);
    return pageOf(withStart(start, driftPart(plan, status, frameOf(options))), { medium, start });
  };
}

/** What drifted, and what to do about it. */
export function driftPart(plan: MaskedPlan, status: Status, frameAt: (level: Level) => Frame): Part {
  const view = driftViewOf(plan);
  const { counts, render } = planPart({ ...view, isEmpty: false }, { status, frameAt });
  const { declaredAs } = plan.target;
  const of = declaredAs === undefined ? '' : ` --target ${declaredAs}`;
  const stays = countOverrides(plan) === 0 ? '' : ' Items created on the server stay unless `prune: all` deletes them.';
  const advice = `The next apply restores the declared state, unless \`onDrift\` prevents it.${stays} To keep a change, import it with \`confighub-sync import${of} --only drift\`.\n`;
  return { counts, render: (level) => `${render(level)}${view.isEmpty ? '' : advice}` };
}

/** For a run without a plan; `status.reason` says why. */
export function failureComment(status: Status, options: PageOptions = {}): string {
  const frameAt = frameOf(options);
  const start = failureHeading(status);
  const render = (level: Level) => `${start}${reasonText(status, frameAt(level))}${whereText(status)}`;
  return pageOf({ counts: [], render }, { medium: COMMENT, start });
}

export function mistakesPage(medium: Medium) {
  return (diagnostics: readonly Diagnostic[], { status, ...options }: PageOptions & { status?: Status } = {}) => {
    const frameAt = frameOf(options);
    const start = "### ❌ Mistakes in the project's files: nothing was sent\n\n";
    const mistakes = together(diagnostics);
    const render = (level: Level) => {
      const frame = frameAt(level);
      const about = status === undefined ? '' : `${reasonText(status, frame)}${whereText(status)}`;
      return `${start}${about}${mistakesText(
        mistakes.map((one) => mistakeLine(one, frame)),
        frame,
      )}`;
    };
    return pageOf({ counts: [mistakes.length], render }, { medium, start });
  };
}

/** A list of mistakes without a heading. */
export function mistakesText(lines: readonly string[], frame: Frame): string {
  return listText('', lines, frame);
}

function withStart(start: string, { counts, render }: Part): Part {
  return { counts, render: (level) => `${start}${render(level)}` };
}

/** @param start what is left where nothing else fits */
function pageOf(part: Part, { medium, start }: { medium: Medium; start: string }): string {
  return `${(fitted(part, medium) ?? start).trimEnd()}\n`;
}

/** What all lines of a page share, at each level of detail. */
export function frameOf(options: PageOptions): (level: Level) => Frame {
  const { fullPlan, runs } = options;
  const { text, url } = fullPlan ?? { text: 'the log of the run' };
  const pointer = link(prose(text), url);
  const links = linksOf(options);
  return (level) => ({
    ...links,
    level,
    pointer,
    say: (sentence) => prose(sentence, { runs, most: level.words }),
  });
}
