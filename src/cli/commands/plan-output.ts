// Plans and apply results of the CLI as JSON, Markdown and HTML, and the files that have them.
import { writePlanFile } from '../../world/plan-file.ts';
import type { TargetRow } from '../../core/target-rows.ts';
import { type Change, hasRefusals } from '../../model/plan.ts';
import { planDigest } from '../../plan/digest.ts';
import { phasesOf } from '../../plan/push-batches.ts';
import { pushBody } from '../../remote/push-body.ts';
import { htmlPlan } from '../../render/html/page.ts';
import { createdBy, jsonRows, planMembers } from '../../render/json.ts';
import { rowsComment } from '../../render/markdown/page.ts';
import { pageOf } from '../../render/markdown/targets.ts';
import { MASK, mask } from '../../render/mask.ts';
import { printable } from '../../render/printable.ts';
import { chosenBy } from '../../show/asked.ts';
import { affectsContext } from '../../render/affected-text.ts';
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
  const shown = shownOf(flags);
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
    const shown = shownOf(flags);
    const content = htmlPlan(mask(plan), { removedAt, repeated, shown, status });
    writeNamed(terminal, pageFile(html, name), content);
  }
}

export function pageFile(html: string, name: string | undefined): string {
  return name === undefined
    ? html
    : html.replace(/(?:\.[^./\\]*)?$/, (extension) => `.${name}${extension}`);
}

/** Not on stdout, which may be JSON or Markdown. */
export function writeNamed(terminal: Terminal, file: string, content: string): void {
  writePlanFile(file, { content, cwd: terminal.host.cwd() });
  if (!terminal.isQuiet) terminal.error(`Wrote ${printable(file)}.\n`);
}

/** What is shown never changes what is planned. */
export function shownOf({ showAffected, affecting, args = [] }: Flags): ShownChanges {
  if (affecting === undefined && args.length === 0) return { showAffected };
  const isNamed = chosenBy(args);
  const isAffecting = (change: Change) =>
    affecting === undefined || affectsContext(change, affecting);
  return { showAffected, isListed: (change) => isNamed(change) && isAffecting(change) };
}

/** The bodies that an apply would send, if they are asked for. */
export function pushesOf(
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
