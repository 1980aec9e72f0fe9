// The CLI commands validate, plan, drift, apply, history and unlock: from flags to output.
import { type ApplyResult, execute, notSent, prepareApply, withApproval } from '../../commands/apply.ts';
import { drift } from '../../commands/drift.ts';
import { forget, history } from '../../commands/history.ts';
import { plan } from '../../commands/plan.ts';
import { checkOutput, writePlanFile } from '../../commands/plan-file.ts';
import { asMerged } from '../../commands/planned-merge.ts';
import type { PlanResult, Prepared } from '../../commands/prepare.ts';
import { chosenTargets, oneTarget } from '../../commands/targets.ts';
import { unlock } from '../../commands/unlock.ts';
import { validate } from '../../commands/validate.ts';
import { EXIT, type ExitStatus } from '../../errors.ts';
import { OUTCOMES } from '../../model/outcome.ts';
import { hasRefusals, isCounted } from '../../model/plan.ts';
import { type Options, resolveOptions } from '../../options.ts';
import { planDigest } from '../../plan/digest.ts';
import { jsonDrift, jsonPlan, versioned } from '../../render/json.ts';
import { mask } from '../../render/mask.ts';
import { printable } from '../../render/printable.ts';
import { historyTable } from '../../render/tables.ts';
import { applyQuestion, textDiagnostics, textDrift, textValid, unlockedText } from '../../render/text.ts';
import { linesFor, markdownOf, pageOf, printOutcome, printPlan, statusOf } from './plan-output.ts';
import { applyEach, driftTargets, planTargets, validateEach } from './several-targets.ts';
import { type Flags, printWarnings, runtime, type Terminal } from './terminal.ts';

export async function validateProject(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const { CONFIGHUB_CONFIG, CONFIGHUB_TARGET } = terminal.env;
  const { config, target } = flags;
  const options = resolveOptions({ config, target }, { CONFIGHUB_CONFIG, CONFIGHUB_TARGET });
  const targets = chosenTargets(options, runtime(terminal));
  if (targets !== undefined) return validateEach(terminal, flags, targets);
  const result = await validate(options, runtime(terminal));
  if (flags.json) {
    const { documents, keys, values, files, warnings } = result;
    terminal.out(versioned({ documents, keys, values, files, warnings }));
  } else {
    terminal.error(textDiagnostics(result.warnings, terminal));
    terminal.advise(textValid(result));
  }
  return EXIT.done;
}

export async function showPlan(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const options = resolveOptions(flags, terminal.env);
  for (const file of [flags.out, flags.html]) checkOutput(file, terminal.host.cwd());
  const { into } = options;
  const merging = into === undefined ? undefined : await asMerged({ base: into }, options, runtime(terminal));
  const merged = merging?.runtime ?? runtime(terminal);
  const targets = chosenTargets(options, merged);
  if (targets !== undefined) return planTargets(terminal, flags, { targets, merged });
  const isStrict = flags.out !== undefined;
  const result = await plan(options, merged, { isStrict });
  printWarnings(terminal, result);
  if (flags.markdown) terminal.out(markdownOf(result));
  else printPlan(terminal, flags, result);
  if (flags.out !== undefined) {
    const content = jsonPlan(mask(result.plan), { digest: planDigest(result.plan, options.digestKey) });
    writePlanFile(flags.out, { content, cwd: terminal.host.cwd() });
  }
  if (flags.html !== undefined) writePlanFile(flags.html, { content: pageOf(result, flags), cwd: terminal.host.cwd() });
  else if (isLong(result.plan) && terminal.host.stdout.isTTY && !flags.json && !flags.markdown)
    terminal.advise(AS_PAGE);
  return statusOf(result.plan, flags);
}

/** More changes than a person looks through in a terminal. */
const MANY_CHANGES = 1000;
const AS_PAGE = 'To look through these changes in a browser: confighub-sync plan --html plan.html\n';

function isLong({ changes }: PlanResult['plan']): boolean {
  return changes.filter(isCounted).length > MANY_CHANGES;
}

export async function showDrift(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const options = resolveOptions(flags, terminal.env);
  const targets = chosenTargets(options, runtime(terminal));
  if (targets !== undefined) return driftTargets(terminal, flags, targets);
  const result = await drift(options, runtime(terminal));
  printWarnings(terminal, result);
  const masked = mask(result.plan);
  terminal.out(flags.json ? jsonDrift(masked) : textDrift(masked, linesFor(terminal, flags, masked.target.levels)));
  return flags.detailedExitcode && masked.drift.some(isCounted) ? EXIT.changes : EXIT.done;
}

export async function applyProject(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const options = resolveOptions(flags, terminal.env);
  const targets = chosenTargets(options, runtime(terminal));
  const mustAsk = terminal.mustAsk(flags);
  const untold = terminal.tellInterrupted();
  try {
    if (targets !== undefined) return await applyEach(terminal, flags, { targets, mustAsk });
    return await applyOne(terminal, flags, { options, mustAsk });
  } finally {
    untold();
  }
}

async function applyOne(
  terminal: Terminal,
  flags: Flags,
  { options, mustAsk }: { options: Options; mustAsk: boolean },
): Promise<ExitStatus> {
  const prepared = await prepareApply(options, runtime(terminal));
  try {
    const { result: planned } = prepared;
    // JSON is one document, printed when the outcome is known.
    const show = (result: PlanResult, isWanted: boolean) => {
      if (!flags.json && isWanted) printPlan(terminal, flags, result, true);
    };
    printWarnings(terminal, planned);
    const isAsked = mustAsk && planned.plan.changes.length > 0;
    show(planned, !terminal.isQuiet || isAsked || hasRefusals(planned.plan));
    const approved = isAsked ? await ask(terminal, prepared) : prepared;
    const isRefused = hasRefusals(planned.plan) && approved === prepared;
    if (approved === undefined || isRefused) return end(terminal, flags, notSent(prepared));
    const stop = terminal.heedStop();
    const result = await execute(approved, { runtime: runtime(terminal), stop, hasWaited: isAsked });
    // Another apply may have begun meanwhile.
    show(result, result.outcome === 'refused');
    return end(terminal, flags, result);
  } finally {
    prepared.close();
  }
}

/** The plan as a person approves it; `undefined`: it is not wanted, or no approval would be enough. */
async function ask(terminal: Terminal, prepared: Prepared): Promise<Prepared | undefined> {
  const { plan } = prepared.result;
  if (!hasRefusals(plan)) return (await terminal.confirm(applyQuestion(plan))) ? prepared : undefined;
  const approved = await withApproval(prepared, runtime(terminal));
  if (approved === undefined) return undefined;
  return (await terminal.confirm(`Apply anyway (force: ${plan.force})?`)) ? approved : undefined;
}

function end(terminal: Terminal, flags: Flags, result: ApplyResult): ExitStatus {
  const { result: what, isDone } = OUTCOMES[result.outcome];
  terminal.sent = what === 'applied';
  if (flags.json) printPlan(terminal, flags, result);
  printWarnings(terminal, { remarks: result.remarks });
  if (!flags.json) printOutcome(terminal, result);
  return isDone ? EXIT.done : EXIT.refused;
}

export interface HistoryFlags extends Flags {
  limit?: string;
  forget?: boolean;
}

export async function showHistory(terminal: Terminal, flags: HistoryFlags): Promise<ExitStatus> {
  const given = resolveOptions(flags, terminal.env);
  // The record of a target that the project file no longer names.
  const options = given.repository === undefined ? oneTarget(given, runtime(terminal)) : given;
  if (flags.forget) return forgetRecord(terminal, flags, options);
  const { entries, warnings } = await history(options, runtime(terminal), flags.limit);
  printWarnings(terminal, { remarks: warnings });
  terminal.out(flags.json ? versioned({ applies: entries }) : historyTable(entries, terminal.width));
  return EXIT.done;
}

async function forgetRecord(terminal: Terminal, flags: HistoryFlags, options: Options): Promise<ExitStatus> {
  const { projectFile, repository, removed } = await forget(options, runtime(terminal));
  const whose = `${printable(projectFile)} for ${printable(repository)}`;
  if (flags.json) terminal.out(versioned({ projectFile, removed }));
  else if (removed.length === 0) terminal.out(`Nothing to forget: there is no record of ${whose}.\n`);
  else {
    terminal.out(
      `Removed the record of ${whose}. What it declared stays on the server as unmanaged items.\nTo restore the record:\n`,
    );
    for (const { restore } of removed) terminal.out(`  ${restore}\n`);
  }
  return EXIT.done;
}

export async function unlockTarget(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const options = oneTarget(resolveOptions(flags, terminal.env), runtime(terminal));
  const result = await unlock(options, runtime(terminal));
  const { removed } = result;
  if (flags.json) {
    const { text: _, ...details } = removed ?? { text: '' };
    terminal.out(versioned({ unlocked: removed !== undefined, ...(removed && { removed: details }) }));
  } else terminal.out(unlockedText(result));
  return EXIT.done;
}
