// What validate, plan, drift and apply do between their flags and their output. Loaded in one piece: each needs most of it.
import { apply, type ApplyResult } from '../../commands/apply.ts';
import { drift } from '../../commands/drift.ts';
import { writePlanFile } from '../../commands/plan-file.ts';
import { plan, type PlanResult } from '../../commands/plan.ts';
import { validate } from '../../commands/validate.ts';
import { EXIT, type ExitStatus } from '../../errors.ts';
import { hasRefusals, isCounted } from '../../model/plan.ts';
import { type Options, resolveOptions } from '../../options.ts';
import { phasesOf } from '../../plan/phases.ts';
import { reviewOf } from '../../plan/review.ts';
import { pushBody } from '../../remote/push-body.ts';
import { json, jsonDrift, jsonPlan } from '../../render/json.ts';
import { isAsExpected, unverifiedText } from '../../render/outcome.ts';
import { printable } from '../../render/printable.ts';
import { MASK, mask } from '../../render/redact.ts';
import { textDiagnostics, textDrift, textPlan, textValid } from '../../render/text.ts';
import { type Flags, surroundings } from './surroundings.ts';
import type { Terminal } from './terminal.ts';

export async function validateProject(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const result = await validate(
    resolveOptions({ config: flags.config }, { CONFIGHUB_CONFIG: terminal.host.env.CONFIGHUB_CONFIG }),
    surroundings(terminal),
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
  const result = await plan(options, surroundings(terminal));
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
  const result = await drift(resolveOptions(flags, terminal.host.env), surroundings(terminal));
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
    { ...surroundings(terminal), ...(terminal.isInteractive && !flags.json && { approve }) },
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
