// Reports what a step does with several targets: one log, summary and comment for all, and outputs as sums.
import { type AppliedTarget, type ApplyResult, outcomeText } from '../commands/apply.ts';
import type { DriftResult } from '../commands/drift.ts';
import type { PlanResult } from '../commands/prepare.ts';
import { ProjectError } from '../commands/project.ts';
import type { TargetResult } from '../commands/targets.ts';
import { CommandError, EXIT, type ExitStatus } from '../errors.ts';
import { hasRefusals, isCounted } from '../model/plan.ts';
import { planDigest } from '../plan/digest.ts';
import { textError } from '../render/error.ts';
import { htmlDrift, htmlPlan } from '../render/html/page.ts';
import { driftMembers, errorMembers, jsonTargets, planMembers } from '../render/json.ts';
import { type TargetsPageOptions, targetsComment, targetsSummary } from '../render/markdown/targets.ts';
import { type MaskedPlan, mask } from '../render/mask.ts';
import { printable } from '../render/printable.ts';
import { driftLine } from '../render/sentences.ts';
import { Total, textTargetDrift, textTargetPlan } from '../render/targets-text.ts';
import { isAsExpected, type TextOptions, textDiagnostics, textDiffers, unverifiedText } from '../render/text.ts';
import { fail, failWith } from './fail.ts';
import { writeSummary } from './log.ts';
import {
  outputFailure,
  outputPartial,
  outputPlans,
  outputResult,
  outputTargetResults,
  type StepResult,
} from './outputs.ts';
import { approvalAdvice, asWarning, type Reporter } from './reporter.ts';
import { isNews } from './step.ts';
import { type ProblemsOf, withTargets } from './target-problems.ts';
import {
  appliedRow,
  driftRow,
  failedRow,
  isStopping,
  kindOf,
  plannedRow,
  problemOf,
  type TargetRow,
} from './target-row.ts';

const PLAIN = { color: false };

type Problem = Parameters<Reporter['annotate']>[0][number];

interface Surroundings {
  /** Targets that the project file no longer names. */
  removed?: readonly object[];
  /** What to say about all targets, such as those that were removed. */
  notes?: readonly string[];
}

interface Forms<Result> extends Pick<Surroundings, 'removed'> {
  members: (result: Result) => object;
  html: typeof htmlPlan;
}

export class TargetsStep {
  readonly #reporter: Reporter;
  /** In the order of the project file. */
  readonly #rows = new Map<string, TargetRow>();
  /** Sentences about all targets. */
  #notes: readonly string[] = [];
  /** Remarks that were annotated with the plan. */
  readonly #remarks = new Set<string>();

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  /**
   * Shows all plans. An apply calls this before anything is sent. Throws one error if no plan can be made because of
   * mistakes in the files.
   */
  plans(results: readonly TargetResult<PlanResult>[], { removed = [], notes = [] }: Surroundings = {}): void {
    this.#notes = notes;
    this.#start(results);
    for (const one of results) this.#rows.set(one.target, plannedRow(one));
    const total = new Total();
    for (const one of results) {
      total.add('result' in one ? one.result.plan : undefined);
      this.#reporter.log('result' in one ? textTargetPlan(mask(one.result.plan), this.#lines) : errorLine(one));
    }
    for (const note of notes) this.#reporter.log(`${printable(note)}\n\n`);
    if (this.#plans().some(hasRefusals)) this.#reporter.log(`${approvalAdvice(this.#plans())}\n`);
    this.#reporter.log(`${total.planLine}\n`);
    this.#annotate(results, (one) => ('result' in one ? one.result.plan.findings : []));
    const digestKey = this.#reporter.facts?.digestKey;
    this.#output(results, {
      members: ({ plan }) => planMembers(mask(plan), { digest: planDigest(plan, digestKey) }),
      html: htmlPlan,
      removed,
    });
  }

  /** Shows drift in log, outputs and summary. */
  async drift(results: readonly TargetResult<DriftResult>[]): Promise<void> {
    this.#start(results);
    const total = new Total();
    for (const one of results) {
      this.#rows.set(one.target, driftRow(one));
      total.add('result' in one ? one.result.plan : undefined);
      this.#reporter.log('result' in one ? textTargetDrift(mask(one.result.plan), PLAIN) : errorLine(one));
    }
    this.#reporter.log(`${total.driftLine}\n`);
    this.#annotate(results, (one) => {
      const isDrifted = 'result' in one && one.result.plan.drift.some(isCounted);
      return isDrifted ? [asWarning(driftLine(one.result.plan), 'drift')] : [];
    });
    this.#output(results, { members: ({ plan }) => driftMembers(mask(plan)), html: htmlDrift });
    await writeSummary(this.#summary());
  }

  /** Shows what became of one target. Takes them in the order of the project file. */
  applied(one: AppliedTarget): void {
    const planned = this.#rows.get(one.target);
    const stoppedBy = [...this.#rows.values()].find(isStopping);
    this.#rows.set(one.target, appliedRow(one, { planned, stoppedBy }));
    this.#reporter.log(`${one.target}: ${outcomeText(one)}\n`);
    const problems = 'error' in one ? this.#failure(one) : this.#outcome(one);
    this.#reporter.annotate(withTargets([{ target: one.target, problems }]));
  }

  #failure({ error, attempted }: { error: CommandError; attempted: boolean }): readonly Problem[] {
    const { diagnostics = [], differs } = error;
    if (differs !== undefined) this.#reporter.log(textDiffers(differs, PLAIN));
    return attempted ? diagnostics : [];
  }

  #outcome({ attempted, result }: { attempted: boolean; result: ApplyResult }): readonly Problem[] {
    const { outcome, plan, remarks, counts } = result;
    // An apply that another run announced meanwhile refuses a plan that was shown without it.
    if (attempted && outcome === 'refused') this.#reporter.log(textTargetPlan(mask(plan), this.#lines));
    const unverified = outcome === 'unverified' ? unverifiedText(counts) : undefined;
    if (unverified !== undefined) this.#reporter.log(`${unverified}\n`);
    const isOdd = unverified !== undefined && counts && !isAsExpected(counts);
    const news = remarks.filter((text) => !this.#remarks.has(text));
    return [...(isOdd ? [asWarning(unverified, 'counts')] : []), ...news.map((text) => asWarning(text))];
  }

  /** Writes summary and comment about all targets. */
  async report(): Promise<void> {
    await writeSummary(this.#summary());
    const rows = [...this.#rows.values()];
    const kind = kindOf(rows);
    const hasNews = this.#plans().some(isNews) || rows.some(({ error }) => error !== undefined);
    await this.#reporter.comment(targetsComment(this.#pages(), this.#pageOptions()), { kind, hasNews });
  }

  /** Sets the outputs about the end of the step, and its exit status. */
  end(done: StepResult, status: ExitStatus): void {
    const rows = [...this.#rows.values()];
    const [error] = rows.flatMap((row) => row.error ?? []);
    this.#outputTargets();
    if (status === EXIT.unknown) outputPartial(error?.code);
    else if (error !== undefined) outputFailure(error);
    else outputResult(status === EXIT.refused ? 'refused' : done);
    if (status === EXIT.done) return;
    const isRefused = rows.some(({ page: { kind } }) => kind === 'refused');
    const advice = isRefused ? [approvalAdvice(this.#plans())] : [];
    fail([...rows.flatMap((row) => problemOf(row, this.#reporter.facts?.isApply)), ...advice].join('\n'), status);
  }

  /** Ends an apply that a bug stopped. */
  async crashed(error: unknown, { isSent }: { isSent: boolean }): Promise<void> {
    const bug = new CommandError({
      code: 'bug',
      message: 'A bug in confighub-sync: see the log.',
      exitStatus: EXIT.unknown,
    });
    let stoppedBy: TargetRow | undefined;
    for (const [target, row] of this.#rows) {
      if (row.result !== 'planned') continue;
      const { page } = row;
      const skipped: TargetRow = { page: { ...page, kind: 'not-attempted' }, result: 'skipped' };
      this.#rows.set(target, stoppedBy === undefined ? failedRow({ target, error: bug }, row) : skipped);
      stoppedBy ??= row;
    }
    this.#outputTargets();
    outputFailure(error);
    failWith(error, isSent ? EXIT.unknown : EXIT.error);
    await this.report();
  }

  #start(results: readonly TargetResult<PlanResult | DriftResult>[]): void {
    const found = results.map((one) => ({
      target: one.target,
      problems: 'result' in one ? one.result.warnings : (one.error.diagnostics ?? []),
    }));
    const problems = withTargets(found);
    const isMistaken = (one: (typeof results)[number]) => 'error' in one && one.error instanceof ProjectError;
    if (results.every(isMistaken)) throw new ProjectError(problems, 'nothing was sent');
    this.#reporter.log(textDiagnostics(problems, PLAIN));
  }

  #annotate<Result extends PlanResult | DriftResult>(
    results: readonly TargetResult<Result>[],
    own: (one: TargetResult<Result>) => readonly Problem[],
  ): void {
    const found = results.map((one): ProblemsOf<Problem> => {
      if ('error' in one) return { target: one.target, problems: one.error.diagnostics ?? [] };
      const { warnings, remarks } = one.result;
      for (const text of remarks) this.#remarks.add(text);
      return { target: one.target, problems: [...own(one), ...warnings, ...remarks.map((text) => asWarning(text))] };
    });
    this.#reporter.annotate(withTargets(found));
  }

  #output<Result extends PlanResult | DriftResult>(
    results: readonly TargetResult<Result>[],
    { members, html, removed }: Forms<Result>,
  ): void {
    const documents = results.map((one) => ({
      name: one.target,
      members: 'result' in one ? members(one.result) : errorMembers(one.error),
    }));
    const pages = new Map<string, string>();
    for (const { page } of this.#rows.values()) {
      const { name, plan, removedAt } = page;
      if (plan !== undefined) pages.set(name, html(plan, { ...this.#reporter.page(page), removedAt }));
    }
    outputPlans(this.#plans(), { json: jsonTargets(documents, removed), markdown: this.#summary(), pages });
    this.#outputTargets();
  }

  #outputTargets(): void {
    outputTargetResults(
      [...this.#rows.values()].map(({ page: { name, plan }, result, error }) => ({
        name,
        result,
        plan,
        errorCode: error?.code,
      })),
    );
  }

  get #lines(): TextOptions {
    return { ...PLAIN, isApply: this.#reporter.facts?.isApply };
  }

  #plans(): MaskedPlan[] {
    return this.#pages().flatMap(({ plan }) => plan ?? []);
  }

  #pages() {
    return [...this.#rows.values()].map(({ page }) => page);
  }

  #summary(): string {
    return targetsSummary(this.#pages(), this.#pageOptions());
  }

  #pageOptions(): TargetsPageOptions {
    const { status, ...options } = this.#reporter.page({ kind: 'planned' });
    const { kind: _, ...common } = status;
    return { ...options, status: common, notes: this.#notes };
  }
}

function errorLine({ target, error }: { target: string; error: CommandError }): string {
  return `${target}: ${textError(error, PLAIN)}`;
}
