// [edge] What a step shows of what it does: the log, annotations, outputs, the summary and the comment.
import { relative, resolve, sep } from 'node:path';
import { notice } from '@actions/core';
import type { CompletedApply } from '../commands/complete-apply.ts';
import type { DriftResult } from '../commands/drift.ts';
import type { PlanResult } from '../commands/plan.ts';
import { CommandError, EXIT } from '../errors.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { hasRefusals, isCounted, type Plan } from '../model/plan.ts';
import { reviewOf } from '../plan/review.ts';
import { driftLine } from '../render/describe.ts';
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
import type { Status, StatusKind } from '../render/markdown/status.ts';
import { mask, type MaskedPlan } from '../render/mask.ts';
import { printable } from '../render/printable.ts';
import { textDiagnostics, textDrift, textPlan } from '../render/text.ts';
import { fail, failWith } from './fail.ts';
import { annotate, logText, writeSummary } from './log.ts';
import { outputPlan } from './outputs.ts';
import { digest, type Message, type PageFacts, pageOptions, type Publisher, statusFacts } from './publish.ts';
import { driftDigests } from './unseen-drift.ts';

const PLAIN = { color: false };

export interface StepFacts {
  page: PageFacts;
  /** `planned`: files of a pull request. `applied`: what was merged. Absent: nothing that a pull request should hear of. */
  phase?: Message['phase'];
  publisher: Publisher;
  digestKey: string | undefined;
}

export class Step {
  /** The first line of the log, held back until every secret of the files is registered. */
  #opening: string;
  #facts: StepFacts | undefined;
  #shown: MaskedPlan | undefined;
  /** The commit of an earlier apply that this run has told the end of. */
  #completed: string | undefined;
  /** Stands before everything that is said of the plan. */
  #first: string | undefined;

  constructor(opening = '') {
    this.#opening = opening;
  }

  begin(opening: string, facts: StepFacts): void {
    this.#opening = opening;
    this.#facts = facts;
  }

  log(text: string): void {
    if (this.#opening + text !== '') logText(this.#opening + text);
    this.#opening = '';
  }

  /** A fact that is worth a line above the log. */
  notice(text: string): void {
    this.log('');
    notice(text, { title: 'confighub-sync' });
  }

  annotate(problems: Parameters<typeof annotate>[0]): void {
    annotate(problems, this.#facts?.page.folder ?? '');
  }

  /**
   * A plan, as soon as it is made: an apply shows it before anything is sent.
   * @param first a sentence that whoever merged must not miss
   */
  plan({ plan, warnings, remarks }: PlanResult, { kind, first }: { kind: StatusKind; first?: string }): void {
    const masked = mask(plan);
    this.#shown = masked;
    this.#first = first;
    if (first !== undefined) this.log(`${printable(first)}\n\n`);
    this.log(`${textDiagnostics(warnings, PLAIN)}${textPlan(masked, PLAIN)}`);
    const unseen = first === undefined ? [] : [asWarning(first, 'drift-not-shown')];
    this.annotate([...unseen, ...warnings, ...plan.findings, ...remarks.map((text) => asWarning(text))]);
    const review = reviewOf(plan, this.#facts?.digestKey);
    outputPlan(masked, {
      env: process.env,
      files: {
        'plan-path': jsonPlan(masked, { review }),
        'markdown-plan-path': planSummary(masked, this.#page({ kind })),
      },
    });
  }

  /** What became of the plan that was shown. */
  async report(status: Pick<Status, 'kind' | 'reason'>): Promise<void> {
    const plan = this.#shown;
    if (plan === undefined) return;
    await writeSummary(planSummary(plan, this.#page(status)));
    // That there is nothing left to do is no news beside what was applied.
    const isSaid = status.kind === 'unchanged' && this.#completed === this.#facts?.page.commit;
    if (!isSaid) await this.#comment(planComment(plan, this.#page(status)), isNews(plan));
  }

  /** The end of an earlier apply whose answer was lost, under its own pull request. */
  async completed({ source, run, plan }: CompletedApply): Promise<void> {
    const { page, publisher } = this.#facts ?? {};
    if (source === undefined || page === undefined) return;
    const { run: found, ...facts } = page;
    const its = { ...facts, commit: source, ...(run !== undefined && { run }) };
    const who = found === undefined ? 'A later run' : `A later run, ${found},`;
    const reason = `The answer of the server was lost. ${who} found that the server took it.`;
    const status = { kind: 'applied' as const, reason, ...statusFacts(its) };
    const markdown = planComment(mask(plan), { ...pageOptions(its), status });
    await publisher?.comment({
      markdown,
      hasNews: true,
      phase: 'applied',
      plan: digest(markdown),
      applied: source,
    });
    this.#completed = source;
  }

  /** What others changed: the log, the outputs and the summary; what an issue would say. */
  async drift({ plan, warnings, remarks }: DriftResult) {
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
    outputPlan(masked, {
      env: process.env,
      files: { 'plan-path': jsonDrift(masked), 'markdown-plan-path': driftSummary(masked, page) },
    });
    await writeSummary(driftSummary(masked, page));
    const state = count === 0 ? ('clean' as const) : ('drifted' as const);
    const { account, name } = plan.target;
    const about = `Drift: ${account}/${name} was changed on the server`;
    return { state, title: about, markdown: driftComment(masked, page), plan: digest(jsonDrift(masked)) };
  }

  /** An error that ends the step; its output is set by whoever caught it. */
  async failed(error: unknown): Promise<void> {
    const known = error instanceof CommandError ? error : undefined;
    const diagnostics = known?.diagnostics ?? [];
    this.log(textDiagnostics(diagnostics, PLAIN));
    this.annotate(diagnostics);
    if (known?.differs)
      this.log(
        `Still different after the push, what was found → what is declared:\n\n${textPlan(mask(known.differs), PLAIN)}`,
      );
    const isSent = known?.exitStatus === EXIT.unknown;
    failWith(error, known?.exitStatus ?? EXIT.error);
    const reason = known?.message ?? 'A mistake of confighub-sync: see the log.';
    if (diagnostics.length > 0) await this.#mistakes(diagnostics);
    else if (this.#shown !== undefined) await this.report({ kind: isSent ? 'uncertain' : 'failed', reason });
    else
      await this.#comment(failureComment(this.#page({ kind: 'failed', reason }).status, this.#pages()), true);
  }

  failIfRefused(plan: Plan): void {
    if (hasRefusals(plan))
      fail('The plan is refused: nothing was sent. See the reasons above.', EXIT.refused);
  }

  async #mistakes(diagnostics: readonly Diagnostic[]): Promise<void> {
    await writeSummary(mistakesSummary(diagnostics, this.#pages()));
    await this.#comment(mistakesComment(diagnostics, this.#pages()), true);
  }

  async #comment(markdown: string, hasNews: boolean): Promise<void> {
    const { phase, publisher } = this.#facts ?? {};
    if (phase === undefined) return;
    const drift = this.#shown === undefined ? [] : driftDigests(this.#shown);
    await publisher?.comment({ markdown, hasNews, phase, plan: digest(markdown), drift });
  }

  #pages() {
    return this.#facts === undefined ? {} : pageOptions(this.#facts.page);
  }

  #page(status: Pick<Status, 'kind' | 'reason'>) {
    const facts = this.#facts === undefined ? {} : statusFacts(this.#facts.page);
    const reason = [this.#first, status.reason].filter((text) => text !== undefined).join(' ');
    return { ...this.#pages(), status: { ...status, ...facts, ...(reason !== '' && { reason }) } };
  }
}

/** Worth a comment where there is none yet. */
function isNews(plan: MaskedPlan): boolean {
  return plan.changes.some(isCounted) || hasRefusals(plan) || (plan.safety?.length ?? 0) > 0;
}

export function asWarning(message: string, code = 'baseline') {
  return { severity: 'warning', code, message } as const;
}

/** A working directory relative to the workspace, with `/`. */
export function folderOf(directory: string): string {
  const workspace = process.env.GITHUB_WORKSPACE ?? process.cwd();
  return relative(workspace, resolve(workspace, directory)).split(sep).join('/');
}
