// [edge] What each command of the CLI does between its flags and its output. Modules load when their command runs.
import { setTimeout } from 'node:timers/promises';
import type { ApplyResult } from '../commands/apply.ts';
import type { PlanResult } from '../commands/plan.ts';
import type { Surroundings } from '../commands/project.ts';
import { heedSignals } from '../commands/stop.ts';
import { EXIT, type ExitStatus } from '../errors.ts';
import { hasRefusals, isCounted } from '../model/plan.ts';
import { type Given, type Options, resolveOptions } from '../options.ts';
import { printable } from '../render/printable.ts';
import type { Terminal } from './terminal.ts';

/** Flags as commander hands them over. */
export interface Flags extends Given {
  color: boolean;
  json?: boolean;
  showPush?: boolean;
  detailedExitcode?: boolean;
  /** Of the plan file that is written. */
  out?: string;
}

export function surroundings(terminal: Terminal): Surroundings {
  return {
    cwd: process.cwd(),
    env: process.env,
    now: () => new Date(),
    onSecret: () => undefined,
    pause: (milliseconds) => setTimeout(milliseconds),
    onStep: (step) => terminal.step(step),
    heedStop: () => heedSignals((sentence) => terminal.error(`${sentence}\n`)),
    ...(process.env.USER !== undefined && { actor: process.env.USER }),
  };
}

export async function validateProject(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const [{ validate }, { json }, { textDiagnostics, textValid }] = await Promise.all([
    import('../commands/validate.ts'),
    import('../render/json.ts'),
    import('../render/text.ts'),
  ]);
  const result = await validate(
    resolveOptions({ config: flags.config }, { CONFIGHUB_CONFIG: process.env.CONFIGHUB_CONFIG }),
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
  const { plan } = await import('../commands/plan.ts');
  const options = resolveOptions(flags, process.env);
  const planning = plan(options, surroundings(terminal));
  // Loaded while the server is being waited for.
  const [result] = await Promise.all([planning, renderers()]);
  await printDoubts(terminal, result);
  await printPlan(terminal, flags, result);
  if (flags.out !== undefined) await writePlan(flags.out, { result, options });
  if (hasRefusals(result.plan)) return EXIT.refused;
  return flags.detailedExitcode && result.plan.changes.some(isCounted) ? EXIT.changes : EXIT.done;
}

/** For review, and for `apply --plan`. */
async function writePlan(
  path: string,
  { result: { plan }, options }: { result: PlanResult; options: Options },
): Promise<void> {
  const [{ mask }, { jsonPlan }, { reviewOf }, { writePlanFile }] = await Promise.all([
    import('../render/redact.ts'),
    import('../render/json.ts'),
    import('../plan/review.ts'),
    import('../commands/plan-file.ts'),
  ]);
  writePlanFile(path, jsonPlan(mask(plan), { review: reviewOf(plan, options.digestKey) }));
}

export async function showDrift(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const [{ drift }, { mask }, { jsonDrift }, { textDrift }] = await Promise.all([
    import('../commands/drift.ts'),
    import('../render/redact.ts'),
    import('../render/json.ts'),
    import('../render/text.ts'),
  ]);
  const result = await drift(resolveOptions(flags, process.env), surroundings(terminal));
  await printDoubts(terminal, result);
  const masked = mask(result.plan);
  terminal.out(flags.json ? jsonDrift(masked) : textDrift(masked, terminal));
  return flags.detailedExitcode && masked.drift.some(isCounted) ? EXIT.changes : EXIT.done;
}

export async function applyProject(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const { apply } = await import('../commands/apply.ts');
  let shown: PlanResult | undefined;
  let isApproved = false;
  const show = async (planned: PlanResult) => {
    const seen = shown?.remarks ?? [];
    const isNew = shown === undefined || (isApproved && hasRefusals(planned.plan));
    await printDoubts(terminal, {
      warnings: shown === undefined ? planned.warnings : [],
      remarks: planned.remarks.filter((remark) => !seen.includes(remark)),
    });
    shown = planned;
    // JSON is one document, written when the end is known.
    if (!flags.json && isNew) await printPlan(terminal, flags, planned);
  };
  const approve = async (planned: PlanResult) => {
    await show(planned);
    isApproved = await terminal.confirm(`Apply it all the same (force: ${planned.plan.force})?`);
    return isApproved;
  };
  const { outcome, ...result } = await apply(
    resolveOptions(flags, process.env),
    { ...surroundings(terminal), ...(terminal.isInteractive && !flags.json && { approve }) },
    show,
  );
  terminal.sent = outcome !== 'nothing' && outcome !== 'refused';
  if (flags.json) await printPlan(terminal, flags, { ...result, outcome });
  for (const remark of result.remarks) terminal.error(`warning: ${printable(remark)}\n`);
  if (!flags.json) terminal.out(OUTCOMES[outcome]);
  return outcome === 'refused' ? EXIT.refused : EXIT.done;
}

const OUTCOMES: Record<ApplyResult['outcome'], string> = {
  nothing: '',
  refused: 'Refused: nothing was sent.\n',
  verified: 'Applied, read again and verified.\n',
  unchecked: 'Applied. Not verified, as asked.\n',
  unverified: 'Applied. Not verified: what the repository holds cannot be read.\n',
};

async function printDoubts(
  terminal: Terminal,
  { warnings, remarks }: Pick<PlanResult, 'warnings' | 'remarks'>,
): Promise<void> {
  const { textDiagnostics } = await import('../render/text.ts');
  terminal.error(textDiagnostics(warnings, terminal));
  for (const remark of remarks) terminal.error(`warning: ${printable(remark)}\n`);
}

function renderers() {
  return Promise.all([
    import('../render/redact.ts'),
    import('../render/json.ts'),
    import('../render/text.ts'),
    import('../remote/push-body.ts'),
    import('../plan/phases.ts'),
  ]);
}

async function printPlan(
  terminal: Terminal,
  flags: Flags,
  { plan, changeComment, outcome }: PlanResult & Partial<ApplyResult>,
): Promise<void> {
  const [{ mask, MASK }, { json, jsonPlan }, { textPlan }, { pushBody }, { phasesOf }] = await renderers();
  const masked = mask(plan);
  const isSent = plan.changes.length > 0 && !hasRefusals(plan);
  const pushes = flags.showPush
    ? (isSent ? phasesOf(plan) : []).map((changes) =>
        pushBody({ ...mask({ ...plan, changes: [...changes] }), passwordOf: () => MASK }, changeComment),
      )
    : undefined;
  if (flags.json) terminal.out(jsonPlan(masked, { pushes, outcome }));
  else
    terminal.out(`${(pushes ?? []).map((push) => `${json(push)}\n`).join('')}${textPlan(masked, terminal)}`);
}

export async function showInfo(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const [{ info }, { json }] = await Promise.all([
    import('../commands/info.ts'),
    import('../render/json.ts'),
  ]);
  const repositories = await info(resolveOptions(flags, process.env), surroundings(terminal));
  if (flags.json) terminal.out(json({ version: 1, repositories }));
  else terminal.out((await import('../render/table.ts')).repositoryTable(repositories));
  return EXIT.done;
}

export async function initProject(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const [{ init }, { writeNewFiles }] = await Promise.all([
    import('../commands/init.ts'),
    import('../commands/write-files.ts'),
  ]);
  const files = init(resolveOptions(flags, process.env));
  writeNewFiles(process.cwd(), files);
  terminal.out(
    `Wrote ${files.map(({ path }) => path).join(' and ')}.\nNext: confighub-sync validate, then confighub-sync plan.\n`,
  );
  return EXIT.done;
}

export async function runDemo(terminal: Terminal): Promise<ExitStatus> {
  const { demo } = await import('../demo.ts');
  return demo((text) => terminal.out(text));
}
