// [edge] Tells a workflow what a command plans and what becomes of it: one log, summary and comment for all targets, and outputs.
import { relative, resolve, sep } from 'node:path';
import { notice } from '@actions/core';
import { ProjectError } from '../project/open-project.ts';
import {
  exitCodeOf,
  failedRow,
  isDone,
  isPartial,
  isSent,
  nothingSentTo,
  outcomeText,
  type TargetRow,
} from '../core/target-rows.ts';
import type { PlansFacts, ReportEvent } from '../core/report.ts';
import { CommandError, EXIT } from '../errors.ts';
import { withName } from '../lib/text.ts';
import { importanceOf, OUTCOMES } from '../model/outcome.ts';
import {
  doneChanges,
  hasRefusals,
  isCounted,
  isOverride,
  isRestoring,
  type Plan,
} from '../model/plan.ts';
import { repositoryText } from '../model/targets.ts';
import { planDigest } from '../plan/digest.ts';
import {
  asWarning,
  type ToldProblem,
  textDiagnostics,
  sameErrors,
  textErrorOf,
  textRefused,
  toldOf,
  withTargets,
} from '../render/problems.ts';
import { htmlDrift, htmlPlan } from '../render/html/page.ts';
import {
  createdBy,
  driftFacts,
  driftMembers,
  jsonRows,
  planMembers,
  versioned,
} from '../render/json.ts';
import { closedText, KEEP_QUIET, type ListedDrift } from '../render/markdown/drift-issue.ts';
import { type PageOptions, rowsComment, rowsSummary } from '../render/markdown/page.ts';
import { type Contained, pageOf, type TargetPage } from '../render/markdown/targets.ts';
import { type MaskedPlan, mask } from '../render/mask.ts';
import { printable } from '../render/printable.ts';
import {
  driftLine,
  driftTotal,
  howToApprove,
  howToApproveText,
  planTotal,
  refusedTitle,
  restoredTitle,
} from '../render/sentences.ts';
import { isAsExpected, textDiffers, textDrift, textPlan, unverifiedText } from '../render/text.ts';
import { fail, failureText, noteSent } from './fail.ts';
import { annotate, logText, writeSummary } from './log.ts';
import { outputFailure, outputPlans, outputResult, outputTargets } from './outputs.ts';
import { digest, type Message, type Publisher } from './publish.ts';

const PLAIN = { color: false };

/** What is known once the inputs and the event are read. */
interface WorkflowFacts {
  page: PageOptions;
  /** Of the paths in annotations: the working directory, relative to the workspace. */
  folder: string;
  /** `planned`: files of a pull request; `applied`: a merge. Absent: no comment is written. */
  phase?: Message['phase'];
  publisher: Publisher;
  digestKey: string | undefined;
  /** Whether an issue says what drift there is. */
  driftIssue: boolean;
}

export class WorkflowReport {
  /** First line of the log, held back until all secrets of the files are registered. */
  #opening = '';
  #facts: Partial<WorkflowFacts> = {};
  #page: PageOptions = { status: {} };
  /** In the order of the project file. */
  #rows: readonly TargetRow[] = [];
  readonly #notices: string[] = [];
  /** Drift has a summary of its own, and no comment. */
  #isDrift = false;

  begin(opening: string, facts: WorkflowFacts): void {
    this.#opening = opening;
    this.#facts = facts;
    this.#page = facts.page;
  }

  async tell(event: ReportEvent): Promise<void> {
    if (event.about === 'plans') this.#plans(event.rows, event);
    else if (event.about === 'all drift') await this.#drift(event.rows);
    else if (event.about === 'apply') this.#applied(event.row);
    else if (event.about === 'end') await this.#end(event.rows);
  }

  log(text: string): void {
    if (this.#opening + text !== '') logText(this.#opening + text);
    this.#opening = '';
  }

  notice(text: string): void {
    this.log('');
    this.#notices.push(text);
    notice(text, { title: 'confighub-sync' });
  }

  annotate(problems: readonly ToldProblem[]): void {
    annotate(problems, this.#facts.folder ?? '');
  }

  /** Shows all plans. Throws the error if no plan can be made at all. */
  #plans(rows: readonly TargetRow[], { removed = [], notes = [] }: PlansFacts): void {
    this.#start(rows);
    this.#page = { ...this.#page, notes };
    for (const same of sameErrors(rows)) this.#plan(same);
    for (const note of notes) this.log(`${printable(note)}\n\n`);
    const plans = plansOf(rows);
    if (this.#isNamed && plans.some(hasRefusals)) this.log(`${approvalAdvice(plans)}\n`);
    if (this.#isNamed) this.log(`${planTotal(rows)}\n`);
    this.#annotate(rows, ({ plan }) => plan?.findings ?? []);
    const { digestKey } = this.#facts;
    const { planned } = this.#page.status;
    const members = (masked: MaskedPlan, plan: Plan, { commit }: TargetRow) =>
      planMembers(masked, { commit, digest: planDigest(plan, digestKey) });
    this.#output(jsonRows(rows, members, removed, planned && createdBy(planned)), htmlPlan);
  }

  async #drift(rows: readonly TargetRow[]): Promise<void> {
    this.#isDrift = true;
    this.#start(rows);
    for (const same of sameErrors(rows)) {
      const plan = same[0]?.plan;
      this.log(plan ? textDrift(mask(plan), PLAIN) : textErrorOf(same, PLAIN));
    }
    if (this.#isNamed) this.log(`${driftTotal(rows)}\n`);
    this.#annotate(rows, ({ plan }) => {
      const drifted = plan?.drift.some(isCounted) ? [asWarning(driftLine(plan), 'drift')] : [];
      return [...drifted, ...(plan?.findings ?? [])];
    });
    this.#output(jsonRows(rows, driftMembers), htmlDrift);
    await writeSummary(rowsSummary(this.#pages(), this.#page));
    if (this.#facts.driftIssue) await this.#driftIssues();
  }

  async #driftIssues(): Promise<void> {
    for (const { name, plan, applied } of this.#rows) {
      if (plan === undefined) continue;
      const masked = mask(plan);
      const state = plan.drift.some(isCounted) ? ('drifted' as const) : ('clean' as const);
      // What it declares may not stay: until it has ended, an issue about the drift that it repairs stays open.
      if (state === 'clean' && plan.findings.some(({ code }) => code === 'apply-running')) continue;
      const of = `${repositoryText(plan.target)}${name === undefined ? '' : ` (${name})`}`;
      const files = digest(JSON.stringify([...(applied?.ids ?? [])].sort()));
      const text = rowsComment(
        [{ kind: state, plan: masked, links: { declaredAt: applied?.source } }],
        this.#page,
      );
      const report = {
        state,
        title: `Drift: ${of} was changed on the server`,
        markdown: state === 'clean' ? text : `${text}\n${KEEP_QUIET}`,
        closing: (listed: ListedDrift) => closedText(listed, { apply: applied, files }, this.#page),
        listed: {
          plan: digest(versioned(driftFacts(masked))),
          applied: applied?.commit,
          files: isRemovable(plan) ? files : undefined,
        },
      };
      await this.#facts.publisher?.driftIssue(report, name);
    }
  }

  #applied(row: TargetRow): void {
    const { name, outcome, error, counts, isAttempted, stillOpen } = row;
    const { remarks: before = [] } = this.#rows.find((row) => row.name === name) ?? {};
    const remarks = (row.remarks ?? []).filter((text) => !before.includes(text));
    const became = { ...row, remarks: [...before, ...remarks] };
    this.#rows = this.#rows.map((row) => (row.name === name ? became : row));
    if (isSent(row)) noteSent();
    if (name !== undefined) this.log(`${name}: ${outcomeText(row)}\n`);
    else if (OUTCOMES[outcome].isDone) this.log(OUTCOMES[outcome].line ?? '');
    if (!isAttempted) return;
    if (error?.differs) this.log(textDiffers(error.differs, PLAIN));
    // An apply that another run began meanwhile refuses a plan that was shown without it.
    if (outcome === 'refused') this.log(textRefused(row, PLAIN));
    const unverified = outcome === 'unverified' ? unverifiedText(row) : undefined;
    if (unverified !== undefined) this.log(`${unverified}\n`);
    const isOdd = unverified !== undefined && counts && !isAsExpected(counts);
    this.#annotate([{ ...row, warnings: [], remarks }], () => [
      ...(isOdd ? [asWarning(unverified, 'counts')] : []),
      ...(stillOpen ? [{ severity: 'refusal' as const, code: 'record-open', ...stillOpen }] : []),
      ...(OUTCOMES[outcome].result === 'applied' ? restoredIn(row) : []),
    ]);
  }

  async #end(rows: readonly TargetRow[]): Promise<void> {
    if (this.#isApply) {
      if (rows.every(({ outcome }) => outcome === 'nothing')) this.log('Nothing to apply.');
      else if (!rows.some(({ isAttempted }) => isAttempted) && this.#isNamed)
        this.log(nothingSentTo(rows));
    } else this.#rows = rows;
    if (!this.#isDrift) await this.#comment();
    this.#conclude();
  }

  /** Writes summary and comment about all targets. */
  async #comment(): Promise<void> {
    const rows = this.#rows;
    const isBare = rows.every(
      ({ name, plan, error }) => name === undefined && !plan && !error?.diagnostics,
    );
    if (!isBare) await writeSummary(rowsSummary(this.#pages(), this.#page));
    const isNews = (plan: Plan) =>
      doneChanges(plan).some(isCounted) || hasRefusals(plan) || (plan.safety?.length ?? 0) > 0;
    const hasNews =
      plansOf(rows).some(isNews) ||
      rows.some(({ error, plan }) => error && (this.#isNamed || !plan));
    const [worst] = rows
      .map(({ outcome }) => outcome)
      .sort((a, b) => importanceOf(a) - importanceOf(b));
    const outcome = isPartial(rows) ? 'uncertain' : worst;
    const settles = outcome && OUTCOMES[outcome].settles;
    const { phase, publisher } = this.#facts;
    if (phase === undefined) return;
    const markdownOf = (contained?: Contained) =>
      rowsComment(this.#pages(), { ...this.#page, status: { ...this.#page.status, contained } });
    // Without one, it is an approval that was only planned: the apply that was refused has a comment already.
    const isApply = this.#isApply === true;
    const since = isApply
      ? [...new Set(rows.flatMap(({ lastAppliedCommit }) => lastAppliedCommit ?? []))]
      : [];
    const isOfAll = rows.every(({ lastAppliedCommit }) => lastAppliedCommit !== undefined);
    const isNew = hasNews && (isApply || phase === 'planned');
    const applied = { since, isOfAll, outcome: isApply ? settles : undefined };
    await publisher?.comment({ markdownOf, hasNews: isNew, phase, ...applied });
  }

  /** Sets the outputs about the end of the step, and its exit code. */
  #conclude(): void {
    const rows = this.#rows;
    const status = exitCodeOf(rows);
    const results = rows.map(({ outcome }) => OUTCOMES[outcome].result);
    const error = rows.find((row) => row.error !== undefined)?.error;
    this.#outputTargets();
    if (status === EXIT.done)
      outputResult(results.find((result) => result === 'applied') ?? results[0] ?? 'nothing');
    else if (status === EXIT.refused && error === undefined) outputResult('refused');
    else outputFailure(error, status === EXIT.unknown);
    if (status !== EXIT.done) fail(this.#failure(), status);
  }

  /** Ends a step that a bug stopped, or an error that no target has alone. */
  async failed(error: unknown): Promise<void> {
    const rows = this.#rows;
    const commandError = error instanceof CommandError ? error : undefined;
    const diagnostics = commandError?.diagnostics ?? [];
    this.log(textDiagnostics(diagnostics, PLAIN));
    this.annotate(diagnostics);
    const stopped = rows.findIndex((row) => row.error === undefined && !row.isAttempted);
    const mayBeSent = this.#isApply === true && stopped >= 0;
    const exitCode = mayBeSent ? EXIT.unknown : EXIT.error;
    const shown =
      commandError ??
      new CommandError({ code: 'bug', message: 'A bug in confighub-sync: see the log.', exitCode });
    this.#rows = rows.map((row, at) => {
      if (at === stopped) return failedRow(shown, row);
      return isDone(row) && !row.isAttempted ? { ...row, outcome: 'not-attempted' } : row;
    });
    if (rows.length === 0) this.#rows = [failedRow(shown, {})];
    this.#outputTargets();
    outputFailure(error);
    fail(
      failureText(error),
      rows.some(isSent) ? EXIT.unknown : (commandError?.exitCode ?? EXIT.error),
    );
    await this.#comment();
  }

  /** Of the only target without a name, the wrapper is left out. */
  get #isNamed(): boolean {
    return this.#rows.some(({ name }) => name !== undefined);
  }

  #start(rows: readonly TargetRow[]): void {
    const [only] = rows;
    if (only?.name === undefined && only?.error !== undefined) throw only.error;
    const byTarget = rows.map(({ name, warnings, error }) => ({
      target: name,
      problems: warnings ?? error?.diagnostics ?? [],
    }));
    const problems = withTargets(byTarget);
    if (rows.every(({ error }) => error instanceof ProjectError))
      throw new ProjectError(problems, 'nothing was sent');
    this.log(textDiagnostics(problems, PLAIN));
    this.#rows = rows;
  }

  /** @param rows one with a plan, or those that the same error stopped */
  #plan(rows: readonly TargetRow[]): void {
    const plan = rows[0]?.plan;
    const isApply = this.#isApply;
    this.log(plan ? textPlan(mask(plan), { ...PLAIN, isApply }) : textErrorOf(rows, PLAIN));
  }

  #annotate(
    rows: readonly TargetRow[],
    problemsOf: (row: TargetRow) => readonly ToldProblem[],
  ): void {
    const byTarget = rows.map((row) => ({
      target: row.name,
      problems: [...(row.error?.diagnostics ?? []), ...problemsOf(row), ...toldOf(row)],
    }));
    this.annotate(withTargets(byTarget));
  }

  #output(json: string, htmlOf: typeof htmlPlan): void {
    const targets = this.#pages();
    const pages = targets.flatMap(({ name, plan, links }) =>
      plan ? [{ name, html: htmlOf(plan, { ...this.#page, ...links }) }] : [],
    );
    const markdown = rowsSummary(targets, this.#page);
    outputPlans(plansOf(this.#rows), { json, markdown, pages });
    this.#outputTargets();
  }

  #pages(): TargetPage[] {
    return this.#rows.map((row) =>
      pageOf({ ...row, remarks: [...this.#notices, ...(row.remarks ?? [])] }),
    );
  }

  #outputTargets(): void {
    if (this.#isNamed) outputTargets(this.#rows);
  }

  /** What the failure of the step says. */
  #failure(): string {
    const rows = this.#rows;
    const together = sameErrors(rows);
    const common = together.length === 1 ? rows[0]?.error : undefined;
    if (rows.length > 1 && common !== undefined) return failureText(common);
    const title = refusedTitle(this.#isApply);
    const advice = rows.some(({ outcome }) => outcome === 'refused')
      ? [approvalAdvice(plansOf(rows))]
      : [];
    const problems = together.flatMap((same) => {
      const [{ error, outcome } = {}] = same;
      const names = same.flatMap(({ name }) => name ?? []);
      const of = names.length === 0 ? undefined : names.join(', ');
      if (error !== undefined) return [withName(of, failureText(error))];
      return outcome === 'refused' ? [withName(of, title)] : [];
    });
    return [...problems, ...advice].join(this.#isNamed ? '\n' : ' ');
  }

  get #isApply(): boolean | undefined {
    return this.#page.status.isApply;
  }
}

function plansOf(rows: readonly TargetRow[]): Plan[] {
  return rows.flatMap(({ plan }) => plan ?? []);
}

/** Whether the next apply would leave none of the drift. */
function isRemovable({ drift, onDrift, prune }: Plan): boolean {
  return drift.every((change) => (isOverride(change) ? prune === 'all' : onDrift === 'overwrite'));
}

/** What an apply restored, although nothing that was merged changed it. */
function restoredIn({ plan }: TargetRow): ToldProblem[] {
  const isRestored = plan?.changes.some((change) => isCounted(change) && isRestoring(change));
  return plan && isRestored
    ? [asWarning(`${restoredTitle({ ...plan, isDone: true })}.`, 'drift')]
    : [];
}

/** What to do about the refused plans of a run. */
function approvalAdvice(plans: readonly Plan[]): string {
  const how = howToApprove(plans);
  return how === undefined
    ? 'See the reasons above.'
    : howToApproveText(how).split('\n').map(printable).join('\n');
}

/** The working directory relative to the workspace, with `/`. */
export function folderInWorkspace(directory: string): string {
  const workspace = process.env.GITHUB_WORKSPACE ?? process.cwd();
  return relative(workspace, resolve(workspace, directory)).split(sep).join('/');
}
