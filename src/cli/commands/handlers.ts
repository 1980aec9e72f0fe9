// The CLI commands validate, plan, drift, apply, history and unlock: from flags to output.
import { apply, type ApplyResult } from '../../commands/apply.ts';
import { drift } from '../../commands/drift.ts';
import { forget, history } from '../../commands/history.ts';
import { writePlanFile } from '../../commands/plan-file.ts';
import { plan, type PlanResult } from '../../commands/plan.ts';
import { unlock } from '../../commands/unlock.ts';
import { validate } from '../../commands/validate.ts';
import { EXIT, type ExitStatus } from '../../errors.ts';
import { hasRefusals, isCounted } from '../../model/plan.ts';
import { type Options, resolveOptions } from '../../options.ts';
import { phasesOf } from '../../plan/push-batches.ts';
import { reviewOf } from '../../plan/review.ts';
import { pushBody } from '../../remote/push-body.ts';
import { htmlPlan } from '../../render/html/page.ts';
import { json, jsonDrift, jsonPlan } from '../../render/json.ts';
import { planComment } from '../../render/markdown/comment.ts';
import { plannedKind } from '../../render/markdown/status.ts';
import { MASK, mask } from '../../render/mask.ts';
import { printable } from '../../render/printable.ts';
import { historyJson, historyTable } from '../../render/tables.ts';
import {
  applyQuestion,
  isAsExpected,
  textDiagnostics,
  textDrift,
  type TextOptions,
  textPlan,
  textValid,
  recordedText,
  unlockedText,
  unverifiedText,
} from '../../render/text.ts';
import { type Flags, runtime, type Terminal } from './terminal.ts';

export async function validateProject(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const result = await validate(
    resolveOptions({ config: flags.config }, { CONFIGHUB_CONFIG: terminal.host.env.CONFIGHUB_CONFIG }),
    runtime(terminal),
  );
  if (flags.json) {
    const { documents, keys, values, files, warnings } = result;
    terminal.out(json({ version: 1, documents, keys, values, files, warnings }));
  } else {
    terminal.error(textDiagnostics(result.warnings, terminal));
    terminal.advise(textValid(result));
  }
  return EXIT.done;
}

export async function showPlan(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const options = resolveOptions(flags, terminal.host.env);
  const result = await plan(options, runtime(terminal));
  printWarnings(terminal, result);
  if (flags.markdown) terminal.out(markdownOf(result));
  else printPlan(terminal, flags, result);
  if (flags.out !== undefined) {
    const content = jsonPlan(mask(result.plan), { review: reviewOf(result.plan, options.digestKey) });
    writePlanFile(flags.out, { content, cwd: terminal.host.cwd() });
  }
  if (flags.html !== undefined) writePlanFile(flags.html, { content: pageOf(result), cwd: terminal.host.cwd() });
  if (hasRefusals(result.plan)) return EXIT.refused;
  const { changes, drift } = result.plan;
  return flags.detailedExitcode && [...changes, ...drift].some(isCounted) ? EXIT.changes : EXIT.done;
}

/** Without links to lines: where the repository is on the web is unknown. */
function markdownOf({ plan, commit, removedAt }: PlanResult): string {
  const status = { kind: plannedKind(plan), ...(commit !== undefined && { commit: { sha: commit } }) };
  return planComment(mask(plan), { status, removedAt, fullPlan: { text: 'the JSON plan (`--json`)' } });
}

function pageOf({ plan, commit, removedAt }: PlanResult): string {
  return htmlPlan(mask(plan), { removedAt, ...(commit !== undefined && { status: { commit: { sha: commit } } }) });
}

export async function showDrift(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const result = await drift(resolveOptions(flags, terminal.host.env), runtime(terminal));
  printWarnings(terminal, result);
  const masked = mask(result.plan);
  terminal.out(flags.json ? jsonDrift(masked) : textDrift(masked, linesFor(terminal, flags)));
  return flags.detailedExitcode && masked.drift.some(isCounted) ? EXIT.changes : EXIT.done;
}

export async function applyProject(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  let shown: PlanResult | undefined;
  let isAsked = false;
  const show = async (planned: PlanResult, isWanted = !terminal.isQuiet || hasRefusals(planned.plan)) => {
    const seen = shown?.remarks ?? [];
    const isNew = shown === undefined || (isAsked && hasRefusals(planned.plan));
    printWarnings(terminal, {
      warnings: shown === undefined ? planned.warnings : [],
      remarks: planned.remarks.filter((remark) => !seen.includes(remark)),
    });
    shown = planned;
    // JSON is one document, printed when the outcome is known.
    if (!flags.json && isNew && isWanted) printPlan(terminal, flags, planned);
  };
  const approve = async (planned: PlanResult) => {
    await show(planned);
    const isApproved = await terminal.confirm(`Apply anyway (force: ${planned.plan.force})?`);
    isAsked ||= isApproved;
    return isApproved;
  };
  const confirm = async (planned: PlanResult) => {
    await show(planned, true);
    isAsked = true;
    return terminal.confirm(applyQuestion(planned.plan));
  };
  const mayAsk = terminal.isInteractive && !flags.json && !flags.yes;
  const result = await apply(
    resolveOptions(flags, terminal.host.env),
    { ...runtime(terminal), ...(mayAsk && { approve, confirm }) },
    show,
  );
  terminal.sent = !SENDS_NOTHING.includes(result.outcome);
  if (flags.json) printPlan(terminal, flags, result);
  const seen = shown?.remarks ?? [];
  printWarnings(terminal, { remarks: result.remarks.filter((remark) => !seen.includes(remark)) });
  if (!flags.json) printOutcome(terminal, result);
  return result.outcome === 'refused' || result.outcome === 'declined' ? EXIT.refused : EXIT.done;
}

const SENDS_NOTHING: readonly ApplyResult['outcome'][] = ['nothing', 'refused', 'declined'];

const OUTCOMES: Record<Exclude<ApplyResult['outcome'], 'unverified'>, string> = {
  nothing: '',
  refused: 'Refused: nothing was sent.\n',
  declined: 'Not applied: nothing was sent.\n',
  verified: 'Applied and verified.\n',
  unchecked: 'Applied, not verified (--no-verify).\n',
};

function printOutcome(terminal: Terminal, { outcome, counts, recorded }: ApplyResult): void {
  const text = outcome === 'unverified' ? `${unverifiedText(counts)}\n` : OUTCOMES[outcome];
  if (counts === undefined || isAsExpected(counts)) terminal.out(text);
  else terminal.error(`warning: ${text}`);
  terminal.advise(recordedText(recorded, { isSent: outcome !== 'nothing' }));
}

function printWarnings(
  terminal: Terminal,
  { warnings = [], remarks }: Pick<PlanResult, 'remarks'> & Partial<Pick<PlanResult, 'warnings'>>,
): void {
  terminal.error(textDiagnostics(warnings, terminal));
  for (const remark of remarks) terminal.error(`warning: ${printable(remark)}\n`);
}

function linesFor({ color, width }: Terminal, { effects }: Flags): TextOptions {
  return { color, width, ...(effects && { effects }) };
}

function printPlan(
  terminal: Terminal,
  flags: Flags,
  { plan, changeComment, outcome, counts }: PlanResult & Partial<ApplyResult>,
): void {
  const masked = mask(plan);
  const isSent = plan.changes.length > 0 && !hasRefusals(plan);
  const pushes = flags.showPush
    ? (isSent ? phasesOf(plan) : []).map((changes) =>
        pushBody({ ...mask({ ...plan, changes: [...changes] }), passwordOf: () => MASK }, changeComment),
      )
    : undefined;
  if (flags.json) terminal.out(jsonPlan(masked, { pushes, outcome, counts }));
  else
    terminal.out(
      [...(pushes ?? []).map((push) => `${json(push)}\n`), textPlan(masked, linesFor(terminal, flags))].join(''),
    );
}

export interface HistoryFlags extends Flags {
  limit?: string;
  forget?: boolean;
}

export async function showHistory(terminal: Terminal, flags: HistoryFlags): Promise<ExitStatus> {
  const options = resolveOptions(flags, terminal.host.env);
  if (flags.forget) return forgetRecord(terminal, flags, options);
  const { entries, warnings } = await history(options, runtime(terminal), flags.limit);
  printWarnings(terminal, { remarks: warnings });
  terminal.out(
    flags.json ? json({ version: 1, applies: historyJson(entries) }) : historyTable(entries, terminal.width),
  );
  return EXIT.done;
}

async function forgetRecord(terminal: Terminal, flags: HistoryFlags, options: Options): Promise<ExitStatus> {
  const result = await forget(options, runtime(terminal));
  const { projectFile, removed } = result;
  const name = printable(projectFile);
  if (flags.json) terminal.out(json({ version: 1, ...result }));
  else if (removed.length === 0) terminal.out(`Nothing to forget: ${name} has no record.\n`);
  else {
    terminal.out(
      `Removed the record of ${name}. What it declared stays on the server as unmanaged items.\nTo restore the record:\n`,
    );
    for (const { restore } of removed) terminal.out(`  ${restore}\n`);
  }
  return EXIT.done;
}

export async function unlockTarget(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const result = await unlock(resolveOptions(flags, terminal.host.env), runtime(terminal));
  const { removed } = result;
  if (flags.json) {
    const { text: _, ...details } = removed ?? { text: '' };
    terminal.out(json({ version: 1, unlocked: removed !== undefined, ...(removed && { removed: details }) }));
  } else terminal.out(unlockedText(result));
  return EXIT.done;
}
