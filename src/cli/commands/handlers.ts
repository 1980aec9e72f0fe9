// What validate, plan, drift and apply do between their flags and their output. Loaded in one piece: each needs most of it.
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
import { json, jsonDrift, jsonPlan } from '../../render/json.ts';
import { MASK, mask } from '../../render/mask.ts';
import { printable } from '../../render/printable.ts';
import { historyJson, historyTable } from '../../render/tables.ts';
import {
  isAsExpected,
  textDiagnostics,
  textDrift,
  textPlan,
  textValid,
  unlockedText,
  unverifiedText,
} from '../../render/text.ts';
import { type Flags, runtime, type Terminal } from './terminal.ts';

export async function validateProject(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const result = await validate(
    resolveOptions({ config: flags.config }, { CONFIGHUB_CONFIG: terminal.host.env.CONFIGHUB_CONFIG }),
    runtime(terminal),
  );
  const { documents, keys, values, files, warnings } = result;
  if (flags.json) terminal.out(json({ version: 1, documents, keys, values, files, warnings }));
  else {
    terminal.error(textDiagnostics(warnings, terminal));
    terminal.out(textValid(result));
  }
  return EXIT.done;
}

export async function showPlan(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const options = resolveOptions(flags, terminal.host.env);
  const result = await plan(options, runtime(terminal));
  printDoubts(terminal, result);
  printPlan(terminal, flags, result);
  if (flags.out !== undefined) writePlan(flags.out, { cwd: terminal.host.cwd(), result, options });
  if (hasRefusals(result.plan)) return EXIT.refused;
  const { changes, drift } = result.plan;
  return flags.detailedExitcode && [...changes, ...drift].some(isCounted) ? EXIT.changes : EXIT.done;
}

/** For review, and for `apply --plan`. */
function writePlan(
  path: string,
  { result: { plan }, options, cwd }: { result: PlanResult; options: Options; cwd: string },
): void {
  const content = jsonPlan(mask(plan), { review: reviewOf(plan, options.digestKey) });
  writePlanFile(path, { content, cwd });
}

export async function showDrift(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const result = await drift(resolveOptions(flags, terminal.host.env), runtime(terminal));
  printDoubts(terminal, result);
  const masked = mask(result.plan);
  terminal.out(flags.json ? jsonDrift(masked) : textDrift(masked, terminal));
  return flags.detailedExitcode && masked.drift.some(isCounted) ? EXIT.changes : EXIT.done;
}

export async function applyProject(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  let shown: PlanResult | undefined;
  let isApproved = false;
  const show = async (planned: PlanResult) => {
    const seen = shown?.remarks ?? [];
    const isNew = shown === undefined || (isApproved && hasRefusals(planned.plan));
    printDoubts(terminal, {
      warnings: shown === undefined ? planned.warnings : [],
      remarks: planned.remarks.filter((remark) => !seen.includes(remark)),
    });
    shown = planned;
    // JSON is one document, written when the end is known.
    if (!flags.json && isNew) printPlan(terminal, flags, planned);
  };
  const approve = async (planned: PlanResult) => {
    await show(planned);
    isApproved = await terminal.confirm(`Apply it all the same (force: ${planned.plan.force})?`);
    return isApproved;
  };
  const { outcome, counts, ...result } = await apply(
    resolveOptions(flags, terminal.host.env),
    { ...runtime(terminal), ...(terminal.isInteractive && !flags.json && { approve }) },
    show,
  );
  terminal.sent = outcome !== 'nothing' && outcome !== 'refused';
  if (flags.json) printPlan(terminal, flags, { ...result, outcome, ...(counts && { counts }) });
  for (const remark of result.remarks) terminal.error(`warning: ${printable(remark)}\n`);
  if (!flags.json) printOutcome(terminal, { outcome, ...(counts && { counts }) });
  return outcome === 'refused' ? EXIT.refused : EXIT.done;
}

const OUTCOMES: Record<Exclude<ApplyResult['outcome'], 'unverified'>, string> = {
  nothing: '',
  refused: 'Refused: nothing was sent.\n',
  verified: 'Applied, read again and verified.\n',
  unchecked: 'Applied. Not verified, as asked.\n',
};

function printOutcome(
  terminal: Terminal,
  { outcome, counts }: Pick<ApplyResult, 'outcome' | 'counts'>,
): void {
  const text = outcome === 'unverified' ? `${unverifiedText(counts)}\n` : OUTCOMES[outcome];
  if (counts === undefined || isAsExpected(counts)) terminal.out(text);
  else terminal.error(`warning: ${text}`);
}

function printDoubts(
  terminal: Terminal,
  { warnings, remarks }: Pick<PlanResult, 'warnings' | 'remarks'>,
): void {
  terminal.error(textDiagnostics(warnings, terminal));
  for (const remark of remarks) terminal.error(`warning: ${printable(remark)}\n`);
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
    terminal.out(`${(pushes ?? []).map((push) => `${json(push)}\n`).join('')}${textPlan(masked, terminal)}`);
}

// Commands of the CLI about the record of applies.

export interface HistoryFlags extends Flags {
  limit?: string;
  forget?: boolean;
}

export async function showHistory(terminal: Terminal, flags: HistoryFlags): Promise<ExitStatus> {
  const options = resolveOptions(flags, terminal.host.env);
  if (flags.forget) return forgetRecord(terminal, flags);
  const { entries, warnings } = await history(options, runtime(terminal), flags.limit);
  for (const warning of warnings) terminal.error(`warning: ${printable(warning)}\n`);
  if (flags.json) terminal.out(json({ version: 1, applies: historyJson(entries) }));
  else terminal.out(historyTable(entries));
  return EXIT.done;
}

async function forgetRecord(terminal: Terminal, flags: HistoryFlags): Promise<ExitStatus> {
  const result = await forget(resolveOptions(flags, terminal.host.env), runtime(terminal));
  const { projectFile, removed } = result;
  const name = printable(projectFile);
  if (flags.json) terminal.out(json({ version: 1, ...result }));
  else if (removed.length === 0) terminal.out(`There is no record of ${name}: nothing to forget.\n`);
  else {
    terminal.out(
      `Forgot the record of ${name}. What it declared stays on the server, and belongs to no project now.\nTo bring the record back:\n`,
    );
    for (const { restore } of removed) terminal.out(`  ${restore}\n`);
  }
  return EXIT.done;
}

export async function unlockTarget(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const result = await unlock(resolveOptions(flags, terminal.host.env), runtime(terminal));
  const { removed } = result;
  if (flags.json) {
    const { text: _, ...of } = removed ?? { text: '' };
    terminal.out(json({ version: 1, unlocked: removed !== undefined, ...(removed && { removed: of }) }));
  } else terminal.out(unlockedText(result));
  return EXIT.done;
}
