// How the CLI prints plans and apply results: text, JSON, Markdown and HTML.
import { writePlanFile } from '../../apply/plan-file.ts';
import {
  distinctDiagnostics,
  isPartial,
  nothingSent,
  outcomeText,
  type TargetRow,
} from '../../apply/targets.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { OUTCOMES } from '../../model/outcome.ts';
import { type Change, hasRefusals } from '../../model/plan.ts';
import { planDigest } from '../../plan/digest.ts';
import { phasesOf } from '../../plan/push-batches.ts';
import { nounOf } from '../../model/targets.ts';
import { pushBody } from '../../remote/push-body.ts';
import { textDiagnostics, textError, textRefused } from '../../render/problems.ts';
import { htmlPlan } from '../../render/html/page.ts';
import { createdBy, jsonOf, jsonRows, planMembers } from '../../render/json.ts';
import { rowsComment } from '../../render/markdown/page.ts';
import { pageOf } from '../../render/markdown/targets.ts';
import { MASK, mask } from '../../render/mask.ts';
import { printable } from '../../render/printable.ts';
import { chosenBy } from '../../show/asked.ts';
import { affectsContext } from '../../render/affected-text.ts';
import { howToApprove, planTotal, withDone } from '../../render/sentences.ts';
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
import type { ShownChanges } from '../../render/view.ts';
import { isCommitSha } from '../../model/apply-entry.ts';
import type { Flags, Terminal } from './terminal.ts';

/**
 * Without links to lines: where the repository is on the web is unknown.
 * @param notes about the targets of the project file
 */
export function markdownOf(
  rows: readonly TargetRow[],
  flags: Flags,
  notes: readonly string[],
  now: Date,
): string {
  const commit = rows.find((row) => row.commit !== undefined)?.commit;
  const { base } = flags;
  // As for a pull request: what it says is true of this base, and of this time.
  const compared = base !== undefined && {
    onto: isCommitSha(base) ? undefined : base,
    planned: now,
  };
  const status = { commit: commit === undefined ? undefined : { sha: commit }, ...compared };
  const isShown = rows.some(({ name, plan }) => name !== undefined || plan !== undefined);
  // The one choice that depends on the levels, `--affecting`, is not for Markdown.
  const shown = shownOf(flags, []);
  return isShown
    ? rowsComment(rows.map(pageOf), {
        status,
        notes,
        shown,
        fullPlan: { text: 'the JSON plan (`--json`)' },
      })
    : '';
}

/** @param removed what was applied before and is no target any more */
export function planJson(
  rows: readonly TargetRow[],
  flags: Flags,
  { removed, now }: { removed: readonly object[]; now: Date },
): string {
  return jsonRows(
    rows,
    (masked, _, row) => planMembers(masked, { commit: row.commit, pushes: pushesOf(row, flags) }),
    removed,
    createdBy(now),
  );
}

export function applyJson(rows: readonly TargetRow[], flags: Flags): string {
  return jsonRows(rows, (masked, _, row) =>
    planMembers(masked, {
      pushes: pushesOf(row, flags),
      outcome: row.outcome,
      serverCounts: row.counts,
    }),
  );
}

/** Writes the plan file that is reviewed, unless a plan could not be made. */
export function writePlan(
  terminal: Terminal,
  { out }: Flags,
  rows: readonly TargetRow[],
  digestKey?: string,
): void {
  if (out === undefined || rows.some(({ error }) => error !== undefined)) return;
  const content = jsonRows(rows, (masked, plan) =>
    planMembers(masked, { digest: planDigest(plan, digestKey) }),
  );
  writeNamed(terminal, out, content);
}

/** `plan.html`; of several targets `plan.shop.html`. */
export function writePages(terminal: Terminal, flags: Flags, rows: readonly TargetRow[]): void {
  const { html, repeated } = flags;
  if (html === undefined) return;
  const planned = terminal.runtime.now();
  for (const { name, plan, commit, removedAt } of rows) {
    if (plan === undefined) continue;
    const status = { commit: commit === undefined ? undefined : { sha: commit }, planned };
    const shown = shownOf(flags, plan.target.levels);
    const content = htmlPlan(mask(plan), { removedAt, repeated, shown, status });
    const file =
      name === undefined
        ? html
        : html.replace(/(?:\.[^./\\]*)?$/, (extension) => `.${name}${extension}`);
    writeNamed(terminal, file, content);
  }
}

/** Not on stdout, which may be JSON or Markdown. */
export function writeNamed(terminal: Terminal, file: string, content: string): void {
  writePlanFile(file, { content, cwd: terminal.host.cwd() });
  if (!terminal.isQuiet) terminal.error(`Wrote ${printable(file)}.\n`);
}

/** Prints rows as text. What several targets share is printed once. */
export class Printer {
  readonly #terminal: Terminal;
  readonly #flags: Flags;
  readonly #isApply: boolean;
  readonly #printed = new Set<string>();

  constructor(terminal: Terminal, flags: Flags, isApply = false) {
    this.#terminal = terminal;
    this.#flags = flags;
    this.#isApply = isApply;
  }

  /** @param isText whether the plan itself is printed, and not only what is wrong */
  plan(row: TargetRow, isText: boolean): void {
    this.#problems(row);
    const { plan } = row;
    if (plan === undefined || !isText) return;
    const text = textPlan(mask(plan), {
      ...this.#lines(plan.target.levels),
      isApply: this.#isApply,
    });
    const pushes = pushesOf(row, this.#flags) ?? [];
    this.#terminal.out(`${pushes.map((push) => `${jsonOf(push)}\n`).join('')}${text}`);
  }

  drift(row: TargetRow): void {
    this.#problems(row);
    const { plan } = row;
    if (plan !== undefined && !this.#flags.json)
      this.#terminal.out(textDrift(mask(plan), this.#lines(plan.target.levels)));
  }

  /** The plans of an apply, before anything is sent. JSON is one document, printed when the outcomes are known. */
  plans(rows: readonly TargetRow[], isAsked: boolean): void {
    const isRefused = rows.some(
      ({ plan, error }) => error !== undefined || (plan && hasRefusals(plan)),
    );
    const isText = !this.#flags.json && (!this.#terminal.isQuiet || isRefused || isAsked);
    for (const row of rows) this.plan(row, isText);
    if (!this.#flags.json) this.approval(rows);
    if (isText && rows.length > 1) this.#terminal.out(`${planTotal(rows)}\n`);
  }

  /** How to approve all plans: nothing is sent to any target unless all are approved. A single plan says it itself. */
  approval(rows: readonly TargetRow[]): void {
    if (rows.some(({ name, plan }) => name === undefined || plan === undefined)) return;
    const how = howToApprove(
      rows.flatMap(({ plan }) => plan ?? []),
      this.#flags.repeated,
    );
    if (how !== undefined)
      this.#terminal.out(`${approvalLines(how, this.#terminal).join('\n')}\n\n`);
  }

  /** What is to be said about one apply besides its outcome. */
  applied(row: TargetRow): void {
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
  outcomes(rows: readonly TargetRow[]): void {
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
  #problems({ name, warnings = [], remarks = [], stillOpen, error }: TargetRow): void {
    this.#diagnostics(warnings);
    const said = [...remarks, ...(stillOpen ? [`${stillOpen.message} ${stillOpen.hint}`] : [])];
    for (const text of said.map((remark) => this.#terminal.prose(`warning: ${printable(remark)}`)))
      if (this.#isNew(text)) this.#terminal.error(text);
    if (error === undefined || this.#flags.json) return;
    this.#diagnostics(error.diagnostics ?? []);
    const { differs } = error;
    if (differs !== undefined) this.#terminal.error(textDiffers(differs, this.#terminal));
    this.#terminal.error(
      `${name === undefined ? '' : `${name}: `}${textError(error, this.#terminal)}`,
    );
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

  #lines(levels: readonly string[]): TextOptions {
    const { color, width, proseWidth } = this.#terminal;
    const { repeated, summary } = this.#flags;
    return {
      color,
      width,
      proseWidth,
      repeated,
      isSummary: summary,
      ...shownOf(this.#flags, levels),
    };
  }
}

/** What is shown never changes what is planned. */
function shownOf(
  { showAffected, affecting, args = [] }: Flags,
  levels: readonly string[],
): ShownChanges {
  if (affecting === undefined && args.length === 0) return { showAffected };
  const isNamed = chosenBy(args);
  const isAffecting = (change: Change) =>
    affecting === undefined || affectsContext(change, { context: affecting, levels });
  return { showAffected, isListed: (change) => isNamed(change) && isAffecting(change) };
}

/** A line for each target. Empty if no target had anything to do: the plans said so. */
function outcomesText(rows: readonly TargetRow[]): string {
  const outcomes = rows.map((row) => withDone(outcomeText(row), row));
  if (outcomes.every((outcome) => outcome === OUTCOMES.unchanged.words)) return '';
  const names = rows.map(({ name = '' }) => name);
  const width = Math.max(...names.map(({ length }) => length));
  const lines = names.map((name, index) => `${name.padEnd(width)}  ${outcomes[index]}\n`);
  if (!rows.some((row) => row.isAttempted)) lines.push(`${nothingSent(rows)}\n`);
  if (isPartial(rows))
    lines.push(`Apply again to continue: ${nounOf(rows)}s that are already applied are skipped.\n`);
  return lines.join('');
}

/** The bodies that an apply would send, if they are asked for. */
function pushesOf(
  { plan, changeComment = '' }: TargetRow,
  { showPush }: Flags,
): object[] | undefined {
  if (!showPush || plan === undefined) return undefined;
  const isSent = plan.changes.length > 0 && !hasRefusals(plan);
  return (isSent ? phasesOf(plan) : []).map((changes) =>
    pushBody(
      { ...mask({ ...plan, changes: [...changes] }), passwordOf: () => MASK },
      changeComment,
    ),
  );
}
