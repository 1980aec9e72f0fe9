// The CLI commands plan, drift and apply for a project file with `targets`: from flags to output.
import {
  type AppliedTarget,
  executeTargets,
  exitStatusOf,
  isPartial,
  isRefused,
  isSending,
  isSent,
  leaveTargets,
  outcomeText,
  type Preparation,
  prepareTargets,
  UNCHANGED,
} from '../../commands/apply.ts';
import { type DriftResult, drift } from '../../commands/drift.ts';
import { plan } from '../../commands/plan.ts';
import { writePlanFile } from '../../commands/plan-file.ts';
import type { PlanResult } from '../../commands/prepare.ts';
import { removedTargets, removedText } from '../../commands/removed-targets.ts';
import type { Runtime } from '../../commands/runtime.ts';
import { distinct, eachTarget, type TargetOptions, type TargetResult, worstStatus } from '../../commands/targets.ts';
import { validateTargets } from '../../commands/validate.ts';
import { type CommandError, EXIT, type ExitStatus } from '../../errors.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { isCounted } from '../../model/plan.ts';
import { resolveOptions } from '../../options.ts';
import { planDigest } from '../../plan/digest.ts';
import { textError } from '../../render/error.ts';
import { driftMembers, errorMembers, jsonTargets, planMembers, type TargetJson, versioned } from '../../render/json.ts';
import { mask } from '../../render/mask.ts';
import { printable } from '../../render/printable.ts';
import { type Approvable, howToApproveAll } from '../../render/sentences.ts';
import { Total, textTargetDrift, textTargetPlan } from '../../render/targets-text.ts';
import { ONLY_HERE, textDiagnostics, textDiffers, textValid } from '../../render/text.ts';
import { linesFor, markdownOfTargets, pageOf, pushesOf, pushesText, statusOf } from './plan-output.ts';
import { type Flags, runtime, type Terminal } from './terminal.ts';

export async function validateEach(
  terminal: Terminal,
  flags: Flags,
  targets: readonly TargetOptions[],
): Promise<ExitStatus> {
  const result = await validateTargets(targets, runtime(terminal));
  if (flags.json) {
    const counts = result.targets.map(({ name, documents, keys, values, files }) => ({
      name,
      documents,
      keys,
      values,
      files,
    }));
    terminal.out(versioned({ ...result, targets: counts }));
  } else {
    terminal.error(textDiagnostics(result.warnings, terminal));
    for (const { name, ...counts } of result.targets) terminal.advise(`${name}: ${textValid(counts)}`);
  }
  return EXIT.done;
}

export async function planTargets(
  terminal: Terminal,
  flags: Flags,
  { targets, merged }: { targets: readonly TargetOptions[]; merged: Runtime },
): Promise<ExitStatus> {
  const printer = new Printer(terminal);
  const total = new Total();
  const statuses: ExitStatus[] = [];
  const documents: TargetJson[] = [];
  const reviewed: TargetJson[] = [];
  const pages: TargetResult<PlanResult>[] = [];
  const plans: Approvable[] = [];
  const show = (one: TargetResult<PlanResult>) => {
    const name = one.target;
    statuses.push('error' in one ? one.error.exitStatus : statusOf(one.result.plan, flags));
    total.add('result' in one ? one.result.plan : undefined);
    if (flags.json)
      documents.push({
        name,
        members: membersOf(one, (result) => planMembers(mask(result.plan), { pushes: pushesOf(result, flags) })),
      });
    else if (flags.markdown) pages.push(one);
    if ('error' in one) {
      printer.error(one, flags);
      return;
    }
    const { result } = one;
    const { target, findings, force, forced } = result.plan;
    plans.push({ target, findings, force, forced });
    printer.warnings(result);
    if (!flags.json && !flags.markdown) printer.plan(result, flags);
    if (flags.out !== undefined) {
      const digest = planDigest(result.plan, targets.find(({ target }) => target === name)?.digestKey);
      reviewed.push({ name, members: planMembers(mask(result.plan), { digest }) });
    }
    if (flags.html !== undefined) writePage(terminal, flags, { file: flags.html, name, result });
  };
  const isStrict = flags.out !== undefined;
  await eachTarget(targets, { work: (options) => plan(options, merged, { isStrict }), show });
  const removed = await removedTargets(resolveOptions(flags, terminal.env), merged);
  const notes = removedText(removed, targets[0]?.config ?? '');
  if (flags.json) terminal.out(jsonTargets(documents, removed));
  else if (flags.markdown) terminal.out(markdownOfTargets(pages, notes));
  else {
    for (const note of notes) terminal.out(`${printable(note)}\n\n`);
    if (plans.length === targets.length) printer.approval(plans, flags);
    // The plan of a single target ends with its counts.
    if (targets.length > 1) terminal.out(`${total.planLine}\n`);
  }
  const status = worstStatus(statuses);
  if (flags.out !== undefined && status !== EXIT.error)
    writePlanFile(flags.out, { content: jsonTargets(reviewed), cwd: terminal.host.cwd() });
  return status;
}

export async function driftTargets(
  terminal: Terminal,
  flags: Flags,
  targets: readonly TargetOptions[],
): Promise<ExitStatus> {
  const printer = new Printer(terminal);
  const total = new Total();
  const statuses: ExitStatus[] = [];
  const documents: TargetJson[] = [];
  const show = (one: TargetResult<DriftResult>) => {
    total.add('result' in one ? one.result.plan : undefined);
    if (flags.json)
      documents.push({ name: one.target, members: membersOf(one, (result) => driftMembers(mask(result.plan))) });
    if ('error' in one) {
      statuses.push(one.error.exitStatus);
      return printer.error(one, flags);
    }
    const { result } = one;
    if (flags.detailedExitcode && result.plan.drift.some(isCounted)) statuses.push(EXIT.changes);
    printer.warnings(result);
    if (!flags.json)
      terminal.out(textTargetDrift(mask(result.plan), linesFor(terminal, flags, result.plan.target.levels)));
  };
  await eachTarget(targets, { work: (options) => drift(options, runtime(terminal)), show });
  terminal.out(flags.json ? jsonTargets(documents) : `${total.driftLine}\n`);
  return worstStatus(statuses);
}

export async function applyEach(
  terminal: Terminal,
  flags: Flags,
  { targets, mustAsk }: { targets: readonly TargetOptions[]; mustAsk: boolean },
): Promise<ExitStatus> {
  const printer = new Printer(terminal);
  const preparation = await prepareTargets(targets, runtime(terminal));
  try {
    const { targets: prepared } = preparation;
    showPlans(terminal, flags, { prepared, printer, mustAsk });
    const hasWaited = mustAsk && isSending(prepared);
    const isWanted = !hasWaited || (await terminal.confirm(`Apply these changes to ${targets.length} targets?`));
    const applied: AppliedTarget[] = [];
    const executing = { runtime: runtime(terminal), stop: terminal.heedStop(), hasWaited };
    for await (const one of isWanted ? executeTargets(prepared, executing) : leaveTargets(prepared)) {
      if (isSent(one)) terminal.sent = true;
      if (one.attempted) printer.applied(one, flags);
      applied.push(one);
    }
    if (flags.json) terminal.out(jsonTargets(applied.map((one) => appliedJson(one, flags))));
    else terminal.out(appliedText(applied));
    return exitStatusOf(applied);
  } finally {
    preparation.close();
  }
}

function showPlans(
  terminal: Terminal,
  flags: Flags,
  { prepared, printer, mustAsk }: { prepared: Preparation['targets']; printer: Printer; mustAsk: boolean },
): void {
  const total = new Total();
  const isShown = !terminal.isQuiet || isRefused(prepared) || mustAsk;
  for (const one of prepared) {
    total.add('result' in one ? one.result.result.plan : undefined);
    if ('error' in one) printer.error(one, flags);
    else {
      const { result } = one.result;
      printer.warnings(result);
      if (!flags.json && isShown) printer.plan(result, flags, true);
    }
  }
  const made = prepared.flatMap((one) => ('result' in one ? one.result.result.plan : []));
  if (!flags.json && made.length === prepared.length) printer.approval(made, flags);
  if (!flags.json && isShown && prepared.length > 1) terminal.out(`${total.planLine}\n`);
}

/** A line for each target, after all errors. Empty if no target had anything to do: the plans said so. */
function appliedText(applied: readonly AppliedTarget[]): string {
  const outcomes = applied.map(outcomeText);
  if (outcomes.every((outcome) => outcome === UNCHANGED)) return '';
  const width = Math.max(...applied.map(({ target }) => target.length));
  const lines = applied.map(({ target }, index) => `${target.padEnd(width)}  ${outcomes[index]}\n`);
  if (!applied.some(({ attempted }) => attempted)) lines.push('Nothing was sent to any target.\n');
  if (isPartial(applied)) lines.push('Apply again to continue: targets that are already applied are skipped.\n');
  return lines.join('');
}

function appliedJson(one: AppliedTarget, flags: Flags): TargetJson {
  const members = membersOf(one, (result) => {
    const outcome = one.attempted || result.outcome === 'refused' ? result.outcome : 'not-attempted';
    const { counts } = result;
    return planMembers(mask(result.plan), { pushes: pushesOf(result, flags), outcome, counts });
  });
  return { name: one.target, members };
}

function membersOf<Result>(one: TargetResult<Result>, members: (result: Result) => object): object {
  return 'result' in one ? members(one.result) : errorMembers(one.error);
}

/** `plan.html` → `plan.shop.html`. */
function writePage(
  terminal: Terminal,
  flags: Flags,
  { file, name, result }: { file: string; name: string; result: PlanResult },
): void {
  const own = /\.[^./\\]*$/.test(file) ? file.replace(/(\.[^./\\]*)$/, `.${name}$1`) : `${file}.${name}`;
  writePlanFile(own, { content: pageOf(result, flags), cwd: terminal.host.cwd() });
}

/** Prints what several targets share only once. */
class Printer {
  readonly #terminal: Terminal;
  readonly #printed = new Set<string>();

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  plan(result: PlanResult, flags: Flags, isApply = false): void {
    const lines = linesFor(this.#terminal, flags, result.plan.target.levels);
    const text = textTargetPlan(mask(result.plan), { ...lines, isApply });
    this.#terminal.out(`${pushesText(pushesOf(result, flags))}${text}`);
  }

  /** How to approve all of these plans: nothing is sent to any target unless all are approved. */
  approval(plans: readonly Approvable[], { repeated }: Flags): void {
    const how = howToApproveAll(plans, repeated);
    if (how !== undefined) this.#terminal.out(`${printable(how)}\n\n`);
  }

  warnings({ warnings = [], remarks }: { warnings?: readonly Diagnostic[]; remarks: readonly string[] }): void {
    this.#diagnostics(warnings);
    for (const remark of remarks) this.#once(`warning: ${printable(remark)}\n`);
  }

  /** In JSON, the error is in the list of targets. */
  error({ target, error }: { target: string; error: CommandError }, { json: isJson }: Flags): void {
    if (isJson) return;
    this.#diagnostics(error.diagnostics ?? []);
    const { differs } = error;
    if (differs !== undefined) this.#terminal.error(textDiffers(differs, this.#terminal));
    this.#terminal.error(`${target}: ${textError(error, this.#terminal)}`);
  }

  /** What is to be said about one apply besides its outcome. */
  applied(one: AppliedTarget, flags: Flags): void {
    if ('error' in one) {
      this.error(one, flags);
      return;
    }
    const { remarks, outcome, recorded } = one.result;
    this.warnings({ remarks });
    if (flags.json) return;
    // An apply that another run announced meanwhile refuses a plan that was shown without it.
    if (outcome === 'refused') {
      this.plan(one.result, flags, true);
      this.approval([one.result.plan], flags);
    }
    if (recorded === 'local' && this.#isNew(ONLY_HERE)) this.#terminal.advise(ONLY_HERE);
  }

  #diagnostics(diagnostics: readonly Diagnostic[]): void {
    const fresh = distinct(diagnostics).filter((one) => this.#isNew(textDiagnostics([one], this.#terminal)));
    this.#terminal.error(textDiagnostics(fresh, this.#terminal));
  }

  #once(text: string): void {
    if (this.#isNew(text)) this.#terminal.error(text);
  }

  #isNew(text: string): boolean {
    const isNew = !this.#printed.has(text);
    this.#printed.add(text);
    return isNew;
  }
}
