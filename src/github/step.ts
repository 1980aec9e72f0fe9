// [edge] Reports what a step does with one target: log, annotations, outputs, summary and comment.
import { relative, resolve, sep } from 'node:path';
import type { DriftResult } from '../commands/drift.ts';
import type { PlanResult } from '../commands/prepare.ts';
import { CommandError, EXIT } from '../errors.ts';
import { hasRefusals, isCounted, type Plan } from '../model/plan.ts';
import { planDigest } from '../plan/digest.ts';
import { driftLine, refusedTitle } from '../render/sentences.ts';
import { htmlDrift, htmlPlan } from '../render/html/page.ts';
import { jsonDrift, jsonPlan } from '../render/json.ts';
import {
  driftSummary,
  failureComment,
  mistakesComment,
  mistakesSummary,
  planComment,
  planSummary,
} from '../render/markdown/comment.ts';
import type { StatusKind } from '../render/markdown/status.ts';
import { mask, type MaskedPlan } from '../render/mask.ts';
import { textDiagnostics, textDiffers, textDrift, textPlan } from '../render/text.ts';
import { fail, failWith } from './fail.ts';
import { writeSummary } from './log.ts';
import { outputPlan } from './outputs.ts';
import { approvalAdvice, asWarning, type Ending, type Reporter } from './reporter.ts';

const PLAIN = { color: false };

export class Step {
  readonly #reporter: Reporter;
  #shown: MaskedPlan | undefined;
  /** The commit that has the lines which the plan removes. */
  #removedAt: string | undefined;

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  /** Shows a plan. An apply calls this before anything is sent. */
  plan({ plan, warnings, remarks, removedAt }: PlanResult, kind: StatusKind): void {
    const masked = mask(plan);
    this.#shown = masked;
    this.#removedAt = removedAt;
    this.#reporter.log(
      `${textDiagnostics(warnings, PLAIN)}${textPlan(masked, { ...PLAIN, isApply: this.#reporter.facts?.isApply })}`,
    );
    this.#reporter.annotate([...warnings, ...plan.findings, ...remarks.map((text) => asWarning(text))]);
    const digest = planDigest(plan, this.#reporter.facts?.digestKey);
    const page = this.#page({ kind });
    outputPlan(masked, {
      json: jsonPlan(masked, { digest }),
      markdown: planSummary(masked, page),
      html: htmlPlan(masked, page),
    });
  }

  /** Writes summary and comment about the outcome of the plan that was shown. */
  async report(ending: Ending): Promise<void> {
    const plan = this.#shown;
    if (plan === undefined) return;
    await writeSummary(planSummary(plan, this.#page(ending)));
    const markdown = planComment(plan, this.#page(ending));
    await this.#reporter.comment(markdown, { hasNews: isNews(plan), kind: ending.kind });
  }

  /** Shows drift in log, outputs and summary. */
  async drift({ plan, warnings, remarks }: DriftResult): Promise<void> {
    const masked = mask(plan);
    const count = plan.drift.filter(isCounted).length;
    const title = driftLine(plan);
    const page = this.#page({ kind: count === 0 ? 'clean' : 'drifted' });
    this.#reporter.log(`${textDiagnostics(warnings, PLAIN)}${textDrift(masked, PLAIN)}`);
    this.#reporter.annotate([
      ...warnings,
      ...remarks.map((text) => asWarning(text)),
      ...(count === 0 ? [] : [asWarning(title, 'drift')]),
    ]);
    const markdown = driftSummary(masked, page);
    outputPlan(masked, { json: jsonDrift(masked), markdown, html: htmlDrift(masked, page) });
    await writeSummary(markdown);
  }

  /** Reports the error that fails the step, except for the outputs. */
  async failed(error: unknown): Promise<void> {
    const known = error instanceof CommandError ? error : undefined;
    const diagnostics = known?.diagnostics ?? [];
    this.#reporter.log(textDiagnostics(diagnostics, PLAIN));
    this.#reporter.annotate(diagnostics);
    if (known?.differs) this.#reporter.log(textDiffers(known.differs, PLAIN));
    failWith(error, known?.exitStatus ?? EXIT.error);
    const reason = known?.message ?? 'A bug in confighub-sync: see the log.';
    const hint = known?.hint;
    if (diagnostics.length > 0) {
      const page = this.#page({ kind: 'failed' });
      await writeSummary(mistakesSummary(diagnostics, page));
      await this.#reporter.comment(mistakesComment(diagnostics, page), { hasNews: true, kind: 'mistakes' });
    } else if (this.#shown !== undefined) {
      await this.report({ kind: known?.exitStatus === EXIT.unknown ? 'uncertain' : 'failed', reason, hint });
    } else {
      const { status, ...page } = this.#page({ kind: 'failed', reason, hint });
      await this.#reporter.comment(failureComment(status, page), { hasNews: true, kind: 'failed' });
    }
  }

  failIfRefused(plan: Plan): void {
    if (hasRefusals(plan))
      fail(`${refusedTitle(this.#reporter.facts?.isApply)} ${approvalAdvice([plan])}`, EXIT.refused);
  }

  #page(ending: Ending) {
    return { ...this.#reporter.page(ending), removedAt: this.#removedAt };
  }
}

/** Whether the plan justifies a new comment. */
export function isNews(plan: MaskedPlan): boolean {
  return plan.changes.some(isCounted) || hasRefusals(plan) || (plan.safety?.length ?? 0) > 0;
}

/** The working directory relative to the workspace, with `/`. */
export function folderOf(directory: string): string {
  const workspace = process.env.GITHUB_WORKSPACE ?? process.cwd();
  return relative(workspace, resolve(workspace, directory)).split(sep).join('/');
}
