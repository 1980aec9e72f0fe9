// Tells a terminal, or a script that reads stdout, what a command plans and what becomes of it: as text, JSON or Markdown.
import type { PlansFacts, Reporter, ReportEvent } from '../../core/report.ts';
import { nounOf } from '../../model/targets.ts';
import {
  isPartial,
  isSent,
  nothingSentTo,
  outcomeText,
  type TargetRow,
} from '../../core/target-rows.ts';
import { type Diagnostic, distinctDiagnostics } from '../../model/diagnostic.ts';
import { OUTCOMES } from '../../model/outcome.ts';
import { hasRefusals } from '../../model/plan.ts';
import { driftMembers, jsonOf, jsonRows } from '../../render/json.ts';
import { mask } from '../../render/mask.ts';
import { printable } from '../../render/printable.ts';
import { sameErrors, textDiagnostics, textErrorOf, textRefused } from '../../render/problems.ts';
import { driftTotal, howToApprove, planTotal, withDone } from '../../render/sentences.ts';
import {
  approvalLines,
  isAsExpected,
  ONLY_HERE,
  type TextOptions,
  textDiffers,
  textDrift,
  textPlan,
  unverifiedText,
} from '../../render/text.ts';
import { applyJson, markdownOf, planJson, pushesOf, shownOf } from './plan-output.ts';
import type { Flags, Terminal } from './terminal.ts';

/** @param options.isApply whether the plans are about to be applied. Default: false */
export function terminalReport(
  terminal: Terminal,
  flags: Flags,
  { isApply = false } = {},
): Reporter {
  const report = new TerminalReport(terminal, flags, isApply);
  return (event) => report.tell(event);
}

/** What several targets share is printed once. */
class TerminalReport {
  readonly #terminal: Terminal;
  readonly #flags: Flags;
  readonly #isApply: boolean;
  readonly #printed = new Set<string>();
  /** Targets that the same error stopped. It is printed once the next target turns out not to be one of them. */
  #failed: TargetRow[] = [];

  constructor(terminal: Terminal, flags: Flags, isApply: boolean) {
    this.#terminal = terminal;
    this.#flags = flags;
    this.#isApply = isApply;
  }

  tell(event: ReportEvent): void {
    const { json, markdown } = this.#flags;
    if (!('row' in event)) this.#errors();
    if (event.about === 'plan') this.#plan(event.row, !json && !markdown);
    else if (event.about === 'plans') {
      if (this.#isApply) this.#plansToApply(event.rows, event.isAsked === true);
      else this.#plans(event.rows, event);
    } else if (event.about === 'drift') this.#drift(event.row);
    else if (event.about === 'all drift') this.#allDrift(event.rows);
    else if (event.about === 'apply') this.#applied(event.row);
    else if (json) this.#terminal.out(applyJson(event.rows, this.#flags));
    else this.#outcomes(event.rows);
  }

  /** @param isText whether the plan itself is printed, and not only what is wrong */
  #plan(row: TargetRow, isText: boolean): void {
    this.#problems(row);
    const { plan } = row;
    if (plan === undefined || !isText) return;
    const text = textPlan(mask(plan), { ...this.#lines(), isApply: this.#isApply });
    const pushes = pushesOf(row, this.#flags) ?? [];
    this.#terminal.out(`${pushes.map((push) => `${jsonOf(push)}\n`).join('')}${text}`);
  }

  /** What all plans have in common, after the plans themselves; or all of them as JSON or Markdown. */
  #plans(rows: readonly TargetRow[], { removed = [], notes = [] }: PlansFacts): void {
    const { json, markdown } = this.#flags;
    const now = this.#terminal.runtime.now();
    if (json) this.#terminal.out(planJson(rows, this.#flags, { removed, now }));
    else if (markdown) this.#terminal.out(markdownOf(rows, this.#flags, notes, now));
    else {
      for (const note of notes) this.#terminal.out(`${printable(note)}\n\n`);
      this.#approval(rows);
      // The plan of a single target ends with its counts.
      if (rows.length > 1) this.#terminal.out(`${planTotal(rows)}\n`);
    }
  }

  #drift(row: TargetRow): void {
    this.#problems(row);
    const { plan } = row;
    if (plan !== undefined && !this.#flags.json)
      this.#terminal.out(textDrift(mask(plan), this.#lines()));
  }

  #allDrift(rows: readonly TargetRow[]): void {
    if (this.#flags.json) this.#terminal.out(jsonRows(rows, driftMembers));
    else if (rows[0]?.name !== undefined) this.#terminal.out(`${driftTotal(rows)}\n`);
  }

  /** The plans of an apply, before anything is sent. JSON is one document, printed when the outcomes are known. */
  #plansToApply(rows: readonly TargetRow[], isAsked: boolean): void {
    const isRefused = rows.some(
      ({ plan, error }) => error !== undefined || (plan && hasRefusals(plan)),
    );
    const isText = !this.#flags.json && (!this.#terminal.isQuiet || isRefused || isAsked);
    for (const row of rows) this.#plan(row, isText);
    this.#errors();
    if (!this.#flags.json) this.#approval(rows);
    if (isText && rows.length > 1) this.#terminal.out(`${planTotal(rows)}\n`);
  }

  /** How to approve all plans: nothing is sent to any target unless all are approved. A single plan says it itself. */
  #approval(rows: readonly TargetRow[]): void {
    if (rows.some(({ name, plan }) => name === undefined || plan === undefined)) return;
    const how = howToApprove(
      rows.flatMap(({ plan }) => plan ?? []),
      this.#flags.repeated,
    );
    if (how !== undefined)
      this.#terminal.out(`${approvalLines(how, this.#terminal).join('\n')}\n\n`);
  }

  /** What is to be said about one apply besides its outcome. */
  #applied(row: TargetRow): void {
    this.#terminal.sent ||= isSent(row);
    if (!row.isAttempted) return;
    this.#problems(row);
    if (this.#flags.json) return;
    // An apply that another run began meanwhile refuses a plan that was shown without it.
    if (row.outcome === 'refused') this.#terminal.out(textRefused(row, this.#terminal));
    const isNews =
      row.name !== undefined && row.recorded === 'local' && row.lastAppliedCommit === undefined;
    if (isNews && this.#isNew(ONLY_HERE)) this.#terminal.advise(this.#terminal.prose(ONLY_HERE));
  }

  /** What became of all, after all errors. */
  #outcomes(rows: readonly TargetRow[]): void {
    const [only] = rows;
    if (only !== undefined && only.name === undefined) this.#outcome(only);
    else this.#terminal.out(outcomesText(rows));
  }

  #outcome(row: TargetRow): void {
    const { plan, outcome, counts, recorded, error, lastAppliedCommit } = row;
    if (error !== undefined) return;
    const line = withDone(OUTCOMES[outcome].line ?? '', { outcome, plan });
    const text = outcome === 'unverified' ? `${unverifiedText(row)}\n` : line;
    if (counts === undefined || isAsExpected(counts)) this.#terminal.out(text);
    else this.#terminal.error(`warning: ${text}`);
    if (recorded !== undefined && outcome === 'nothing')
      this.#terminal.advise('Recorded; nothing was sent.\n');
    if (recorded === 'local' && lastAppliedCommit === undefined)
      this.#terminal.advise(this.#terminal.prose(ONLY_HERE));
  }

  /** Warnings and remarks; in JSON, an error is in the document. */
  #problems(row: TargetRow): void {
    const { warnings = [], remarks = [], stillOpen, error } = row;
    if (sameErrors([...this.#failed, row]).length > 1) this.#errors();
    this.#diagnostics(warnings);
    const said = [...remarks, ...(stillOpen ? [`${stillOpen.message} ${stillOpen.hint}`] : [])];
    for (const text of said.map((remark) => this.#terminal.prose(`warning: ${printable(remark)}`)))
      if (this.#isNew(text)) this.#terminal.error(text);
    if (error === undefined || this.#flags.json) return;
    this.#diagnostics(error.diagnostics ?? []);
    const { differs } = error;
    if (differs !== undefined) this.#terminal.error(textDiffers(differs, this.#terminal));
    this.#failed.push(row);
  }

  #errors(): void {
    const failed = this.#failed;
    this.#failed = [];
    if (failed.length > 0) this.#terminal.error(textErrorOf(failed, this.#terminal));
  }

  #diagnostics(diagnostics: readonly Diagnostic[]): void {
    const fresh = distinctDiagnostics(diagnostics).filter((diagnostic) =>
      this.#isNew(textDiagnostics([diagnostic], this.#terminal)),
    );
    this.#terminal.error(textDiagnostics(fresh, this.#terminal));
  }

  #isNew(text: string): boolean {
    const isNew = !this.#printed.has(text);
    this.#printed.add(text);
    return isNew;
  }

  #lines(): TextOptions {
    const { color, width, proseWidth } = this.#terminal;
    const { repeated, summary } = this.#flags;
    return {
      color,
      width,
      proseWidth,
      repeated,
      isSummary: summary,
      ...shownOf(this.#flags),
    };
  }
}

/** A line for each target. Empty if no target had anything to do: the plans said so. */
function outcomesText(rows: readonly TargetRow[]): string {
  const outcomes = rows.map((row) => withDone(outcomeText(row), row));
  if (outcomes.every((outcome) => outcome === OUTCOMES.unchanged.words)) return '';
  const names = rows.map(({ name = '' }) => name);
  const width = Math.max(...names.map(({ length }) => length));
  const lines = names.map((name, index) => `${name.padEnd(width)}  ${outcomes[index]}\n`);
  if (!rows.some((row) => row.isAttempted)) lines.push(`${nothingSentTo(rows)}\n`);
  if (isPartial(rows))
    lines.push(`Apply again to continue: ${nounOf(rows)}s that are already applied are skipped.\n`);
  return lines.join('');
}
