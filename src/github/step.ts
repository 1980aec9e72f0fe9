// [edge] Reports what a step does: log, annotations, outputs, summary and comment.
import { relative, resolve, sep } from 'node:path';
import { notice } from '@actions/core';
import type { CompletedApply } from '../commands/complete-apply.ts';
import type { DriftResult } from '../commands/drift.ts';
import type { PlanResult } from '../commands/plan.ts';
import { CommandError, EXIT } from '../errors.ts';
import { hasRefusals, isCounted, type Plan } from '../model/plan.ts';
import { reviewOf } from '../plan/review.ts';
import { howToApprove } from '../render/approve.ts';
import { driftLine } from '../render/describe.ts';
import { htmlDrift, htmlPlan } from '../render/html/page.ts';
import { jsonDrift, jsonPlan } from '../render/json.ts';
import {
  driftComment,
  driftSummary,
  failureComment,
  mistakesComment,
  mistakesSummary,
  planComment,
  planSummary,
} from '../render/markdown/comment.ts';
import { type BroughtBy, broughtComment, laterLine } from '../render/markdown/later.ts';
import type { Status, StatusKind } from '../render/markdown/status.ts';
import { mask, type MaskedPlan } from '../render/mask.ts';
import { printable } from '../render/printable.ts';
import { textDiagnostics, textDrift, textPlan } from '../render/text.ts';
import { fail, failWith } from './fail.ts';
import { annotate, logText, writeSummary } from './log.ts';
import { outputPlan } from './outputs.ts';
import type { AppliedOutcome } from './posts.ts';
import { digest, type Message, type PageFacts, pageOptions, type Publisher, statusFacts } from './publish.ts';
import { driftDigests } from './unseen-drift.ts';

const PLAIN = { color: false };

/** What the comment of an apply says for good: see {@link AppliedOutcome}. */
const OUTCOMES: Readonly<Partial<Record<StatusKind | 'mistakes', AppliedOutcome>>> = {
  unchanged: 'nothing',
  uncertain: 'uncertain',
  unverified: 'applied',
  applied: 'applied',
};

export interface StepFacts {
  page: PageFacts;
  /** `planned`: files of a pull request; `applied`: a merge. Absent: no comment is written. */
  phase?: Message['phase'];
  publisher: Publisher;
  digestKey: string | undefined;
  /** The branch whose pushes are applied, if the pull request goes there. */
  mergeInto?: string | undefined;
}

/** How a run ended. */
type Outcome = Pick<Status, 'kind' | 'reason'> & { hint?: string | undefined };

export class Step {
  /** First line of the log, held back until all secrets of the files are registered. */
  #opening = '';
  #facts: StepFacts | undefined;
  #shown: MaskedPlan | undefined;
  /** The commit that has the lines which the plan removes. */
  #removedAt: string | undefined;
  /** The commit of an earlier apply whose outcome this run reported. */
  #completed: string | undefined;
  /** Precedes the plan wherever it is shown. */
  #notice: string | undefined;

  begin(opening: string, facts: StepFacts): void {
    this.#opening = opening;
    this.#facts = facts;
  }

  log(text: string): void {
    if (this.#opening + text !== '') logText(this.#opening + text);
    this.#opening = '';
  }

  notice(text: string): void {
    this.log('');
    notice(text, { title: 'confighub-sync' });
  }

  annotate(problems: Parameters<typeof annotate>[0]): void {
    annotate(problems, this.#facts?.page.folder ?? '');
  }

  /**
   * Shows a plan. An apply calls this before anything is sent.
   * @param unseenDrift warning to show before the plan
   */
  plan(
    { plan, warnings, remarks, removedAt }: PlanResult,
    { kind, unseenDrift }: { kind: StatusKind; unseenDrift?: string | undefined },
  ): void {
    const masked = mask(plan);
    this.#shown = masked;
    this.#removedAt = removedAt;
    this.#notice = unseenDrift;
    if (unseenDrift !== undefined) this.log(`${printable(unseenDrift)}\n\n`);
    this.log(`${textDiagnostics(warnings, PLAIN)}${textPlan(masked, PLAIN)}`);
    const unseen = unseenDrift === undefined ? [] : [asWarning(unseenDrift, 'drift-not-shown')];
    this.annotate([...unseen, ...warnings, ...plan.findings, ...remarks.map((text) => asWarning(text))]);
    const review = reviewOf(plan, this.#facts?.digestKey);
    const page = this.#page({ kind });
    outputPlan(masked, {
      json: jsonPlan(masked, { review }),
      markdown: planSummary(masked, page),
      html: htmlPlan(masked, page),
    });
  }

  /** Writes summary and comment about the outcome of the plan that was shown. */
  async report(status: Outcome): Promise<void> {
    const plan = this.#shown;
    if (plan === undefined) return;
    await writeSummary(planSummary(plan, this.#page(status)));
    // `unchanged` must not replace the comment about the completed apply of the same commit.
    const isReported = status.kind === 'unchanged' && this.#completed === this.#facts?.page.commit;
    const markdown = planComment(plan, this.#page(status));
    if (!isReported) await this.#comment(markdown, { hasNews: isNews(plan), kind: status.kind });
  }

  /** Updates the comments of other pull requests whose commits this apply brought to the server too. */
  async brought(by: BroughtBy, commits: readonly string[]): Promise<void> {
    const { page, publisher } = this.#facts ?? {};
    const target = this.#shown?.target;
    if (page === undefined || target === undefined) return;
    const facts = statusFacts(page);
    await publisher?.brought({ commits, markdown: (before) => broughtComment({ ...facts, by, target, before }) });
  }

  /** Reports the outcome of an earlier apply whose answer was lost, on its own pull request. */
  async completed({ source, run, plan }: CompletedApply): Promise<void> {
    const { page, publisher } = this.#facts ?? {};
    if (source === undefined || page === undefined) return;
    const { run: thisRun, ...facts } = page;
    const earlier = { ...facts, commit: source, ...(run !== undefined && { run }) };
    const by = thisRun === undefined ? 'A later run' : `A later run (${thisRun})`;
    const reason = `The answer of the server was lost. ${by} found that the server accepted the push.`;
    const status = { kind: 'applied' as const, reason, ...statusFacts(earlier) };
    const markdown = planComment(mask(plan), { ...pageOptions(earlier), status });
    await publisher?.comment({
      markdown,
      hasNews: true,
      phase: 'applied',
      outcome: 'applied',
      plan: digest(markdown),
      applied: source,
    });
    this.#completed = source;
  }

  /** Shows drift in log, outputs and summary. */
  async drift({ plan, warnings, remarks }: DriftResult): Promise<void> {
    const masked = mask(plan);
    const count = plan.drift.filter(isCounted).length;
    const title = driftLine(plan);
    const page = this.#page({ kind: count === 0 ? 'clean' : 'drifted' });
    this.log(`${textDiagnostics(warnings, PLAIN)}${textDrift(masked, PLAIN)}`);
    this.annotate([
      ...warnings,
      ...remarks.map((text) => asWarning(text)),
      ...(count === 0 ? [] : [asWarning(title, 'drift')]),
    ]);
    const markdown = driftSummary(masked, page);
    outputPlan(masked, { json: jsonDrift(masked), markdown, html: htmlDrift(masked, page) });
    await writeSummary(markdown);
  }

  /** Opens, updates or closes the drift issue. After an apply, with the reason, none is opened. */
  async driftIssue({ plan }: Pick<DriftResult, 'plan'>, reason?: string): Promise<void> {
    const masked = mask(plan);
    const isClean = !plan.drift.some(isCounted);
    const page = this.#page({ kind: isClean ? 'clean' : 'drifted', ...(reason !== undefined && { reason }) });
    const { account, name } = plan.target;
    await this.#facts?.publisher.driftIssue({
      state: isClean ? 'clean' : 'drifted',
      title: `Drift: ${account}/${name} was changed on the server`,
      markdown: driftComment(masked, page),
      plan: digest(jsonDrift(masked)),
    });
  }

  /** Reports the error that fails the step, except for the outputs. */
  async failed(error: unknown): Promise<void> {
    const known = error instanceof CommandError ? error : undefined;
    const diagnostics = known?.diagnostics ?? [];
    this.log(textDiagnostics(diagnostics, PLAIN));
    this.annotate(diagnostics);
    if (known?.differs)
      this.log(`Differences after the push (live → desired):\n\n${textPlan(mask(known.differs), PLAIN)}`);
    failWith(error, known?.exitStatus ?? EXIT.error);
    const reason = known?.message ?? 'A bug in confighub-sync: see the log.';
    const hint = known?.hint;
    if (diagnostics.length > 0) {
      const page = this.#page({ kind: 'failed' });
      await writeSummary(mistakesSummary(diagnostics, page));
      await this.#comment(mistakesComment(diagnostics, page), { hasNews: true, kind: 'mistakes' });
    } else if (this.#shown !== undefined) {
      await this.report({ kind: known?.exitStatus === EXIT.unknown ? 'uncertain' : 'failed', reason, hint });
    } else {
      const { status } = this.#page({ kind: 'failed', reason, hint });
      await this.#comment(failureComment(status, this.#pages()), { hasNews: true, kind: 'failed' });
    }
  }

  failIfRefused(plan: Plan): void {
    if (!hasRefusals(plan)) return;
    const how = howToApprove(plan) ?? 'See the reasons above.';
    fail(`The plan was refused; nothing was sent. ${printable(how)}`, EXIT.refused);
  }

  async #comment(
    markdown: string,
    { hasNews, kind }: { hasNews: boolean; kind: StatusKind | 'mistakes' },
  ): Promise<void> {
    const { phase, publisher, page } = this.#facts ?? {};
    if (phase === undefined || page === undefined) return;
    const drift = this.#shown === undefined ? [] : driftDigests(this.#shown);
    const later = laterLine(kind, { ...statusFacts(page), plan: this.#shown });
    const outcome = phase === 'applied' ? OUTCOMES[kind] : undefined;
    await publisher?.comment({ markdown, hasNews, phase, outcome, later, plan: digest(markdown), drift });
  }

  #pages() {
    return this.#facts === undefined ? {} : pageOptions(this.#facts.page);
  }

  #page({ kind, hint, reason: why }: Outcome) {
    const { page, mergeInto } = this.#facts ?? {};
    const reason = [this.#notice, why].filter((text) => text !== undefined).join(' ');
    const told = { ...(reason !== '' && { reason }), ...(hint !== undefined && { hint }) };
    const status = { kind, ...told, ...(mergeInto !== undefined && { mergeInto }), ...(page && statusFacts(page)) };
    return { ...this.#pages(), status, removedAt: this.#removedAt };
  }
}

/** Whether the plan justifies a new comment. */
export function isNews(plan: MaskedPlan): boolean {
  return plan.changes.some(isCounted) || hasRefusals(plan) || (plan.safety?.length ?? 0) > 0;
}

export function asWarning(message: string, code = 'baseline') {
  return { severity: 'warning', code, message } as const;
}

/** The working directory relative to the workspace, with `/`. */
export function folderOf(directory: string): string {
  const workspace = process.env.GITHUB_WORKSPACE ?? process.cwd();
  return relative(workspace, resolve(workspace, directory)).split(sep).join('/');
}
