// The bundle of everyday commands: validate, plan, drift, apply, show, history and unlock, from flags to output.
import { apply } from '../../commands/apply.ts';
import { drift } from '../../commands/drift.ts';
import { forget, history, historyOf, move } from '../../commands/history.ts';
import {
  planTarget,
  type StageReads,
  refuseUnknownNames,
  unknownElements,
} from '../../commands/plan.ts';
import { show, showDifferences, showSideBySide } from '../../commands/show.ts';
import { asMerged } from '../../project/git-files.ts';
import { removedTargets, removedText } from '../../project/record-places.ts';
import { chosenTargets, oneTarget, withStages } from '../../project/chosen-targets.ts';
import type { Question } from '../../core/apply.ts';
import { exitCodeOf, type TargetRow, workOnTargets } from '../../core/target-rows.ts';
import { heedSignals, tellInterrupted } from '../../world/stop-signals.ts';
import { unlock } from '../../commands/unlock.ts';
import type { TargetOptions } from '../../project/open-project.ts';
import { refuseBadPatterns } from '../../show/asked.ts';
import { validate } from '../../commands/validate.ts';
import { badOption, CommandError, EXIT, type ExitCode } from '../../errors.ts';
import { counted, withName } from '../../lib/text.ts';
import { nounOf } from '../../model/targets.ts';
import { countDrift, isCounted } from '../../model/plan.ts';
import { isDifferent } from '../../model/side-by-side.ts';
import { type Options, resolveOptions } from '../../options.ts';
import { versioned } from '../../render/json.ts';
import { htmlHistory } from '../../render/html/history.ts';
import { htmlSideBySide } from '../../render/html/side-by-side.ts';
import { jsonItemHistory, maskHistory, textItemHistory } from '../../render/item-history.ts';
import { printable } from '../../render/printable.ts';
import { historyTable, jsonShown, textShown } from '../../render/tables.ts';
import { maskShown } from '../../render/mask.ts';
import { jsonComparison, textComparison } from '../../render/comparison.ts';
import { textDiagnostics } from '../../render/problems.ts';
import { applyQuestion, textValid, unlockedText } from '../../render/text.ts';
import { checkOutputs } from './outputs.ts';
import { pageFile, writeNamed, writePages, writePlan } from './plan-output.ts';
import { runnerOf, targetOfFlags } from './run-command.ts';
import { terminalReport } from './terminal-report.ts';
import { type Flags, printWarnings, type Terminal } from './terminal.ts';

async function validateProject(terminal: Terminal, flags: Flags): Promise<ExitCode> {
  const { CONFIGHUB_CONFIG, CONFIGHUB_TARGET } = terminal.env;
  const { config, target } = flags;
  const options = resolveOptions({ config, target }, { CONFIGHUB_CONFIG, CONFIGHUB_TARGET });
  const { targets, warnings } = await validate(
    chosenTargets(options, terminal.runtime),
    terminal.runtime,
  );
  if (flags.json) {
    const counts = targets.map(({ hasSources: _, ...rest }) => rest);
    const [only] = counts;
    terminal.out(
      versioned(only?.name === undefined ? { ...only, warnings } : { targets: counts, warnings }),
    );
  } else {
    terminal.error(textDiagnostics(warnings, terminal));
    for (const { name, ...counts } of targets) terminal.advise(withName(name, textValid(counts)));
  }
  return EXIT.done;
}

async function showPlan(terminal: Terminal, flags: Flags): Promise<ExitCode> {
  const options = resolveOptions(flags, terminal.env);
  const { base } = options;
  const { html } = flags;
  const merging =
    base === undefined ? undefined : await asMerged({ base }, options, terminal.runtime);
  const merged = merging?.runtime ?? terminal.runtime;
  const chosen = chosenTargets(options, merged);
  const targets = withStages(chosen, merged);
  const pages = targets.map(({ target, stage }) => html && pageFile(html, stage ?? target));
  await checkOutputs([flags.out, ...pages], options, terminal.runtime);
  const report = terminalReport(terminal, flags);
  const isText = !flags.json && !flags.markdown;
  const isStrict = flags.out !== undefined;
  const { args = [], affecting } = flags;
  refuseBadPatterns(args);
  const isChosen = args.length > 0 || affecting !== undefined;
  const show = (row: TargetRow) => report({ about: 'plan', row });
  const reads: StageReads = new Map();
  const work = (target: TargetOptions) => planTarget(target, merged, { isStrict, reads });
  const rows = await workOnTargets(targets, work, isChosen ? undefined : show);
  // Only all targets together tell that nothing has a name.
  if (isChosen) {
    refuseUnknownNames(args, rows);
    if (affecting !== undefined) printWarnings(terminal, unknownElements(affecting, rows));
    for (const row of rows) await show(row);
  }
  const removed = await removedTargets(chosen, merged);
  const notes = removedText(removed, options.config);
  await report({ about: 'plans', rows, removed, notes });
  writePlan(terminal, flags, rows, options.digestKey);
  writePages(terminal, flags, rows);
  const isLong = rows.some(
    ({ plan }) => plan && plan.changes.filter(isCounted).length > MANY_CHANGES,
  );
  if (isText && flags.html === undefined && terminal.host.stdout.isTTY && isLong)
    terminal.advise(AS_PAGE);
  const isChanged = rows.some(
    ({ plan }) => plan && (plan.changes.some(isCounted) || countDrift(plan) > 0),
  );
  return statusOf(rows, flags, isChanged);
}

function statusOf(
  rows: readonly TargetRow[],
  { detailedExitcode }: Flags,
  isChanged: boolean,
): ExitCode {
  const status = exitCodeOf(rows);
  return status === EXIT.done && detailedExitcode && isChanged ? EXIT.changes : status;
}

/** More changes than a person looks through in a terminal. */
const MANY_CHANGES = 1000;
const AS_PAGE =
  'To look through these changes in a browser: confighub-sync plan --html plan.html\n';

async function showDrift(terminal: Terminal, flags: Flags): Promise<ExitCode> {
  const options = resolveOptions(flags, terminal.env);
  const targets = chosenTargets(options, terminal.runtime);
  const report = terminalReport(terminal, flags);
  const rows = await workOnTargets(
    targets,
    (target) => drift(target, terminal.runtime),
    (row) => report({ about: 'drift', row }),
  );
  await report({ about: 'all drift', rows });
  const isChanged = rows.some(({ plan }) => plan?.drift.some(isCounted));
  return statusOf(rows, flags, isChanged);
}

async function applyProject(terminal: Terminal, flags: Flags): Promise<ExitCode> {
  const options = resolveOptions(flags, terminal.env);
  const chosen = withStages(chosenTargets(options, terminal.runtime), terminal.runtime, {
    isApply: true,
  });
  const mustAsk = terminal.mustAsk(flags);
  const say = (sentence: string) => terminal.error(`${sentence}\n`);
  const untold = tellInterrupted(terminal.host, say);
  try {
    const report = terminalReport(terminal, flags, { isApply: true });
    const rows = await apply(chosen, terminal.runtime, {
      report,
      confirm: mustAsk ? (question) => terminal.confirm(textOf(question)) : undefined,
      heedSignals: () => {
        untold();
        return heedSignals(terminal.host, say);
      },
    });
    await report({ about: 'end', rows });
    return exitCodeOf(rows);
  } finally {
    untold();
  }
}

function textOf(question: Question): string {
  if (question.ask === 'approve') return `Apply anyway (approval: ${question.approval})?`;
  const { plan, rows } = question;
  return plan
    ? applyQuestion(plan)
    : `Apply these changes to ${counted(rows.length, nounOf(rows))}?`;
}

interface ShowFlags extends Flags {
  context?: string;
  against?: string;
  live?: boolean;
  by?: string;
}

async function showRows(terminal: Terminal, flags: ShowFlags): Promise<ExitCode> {
  const { args: patterns = [], context, live = false, against, html, by } = flags;
  if (against !== undefined && context === undefined)
    throw badOption(
      '`--against` needs `--context`.',
      'For example: show --context "Staging;**" --against "Production;**".',
    );
  if (html === undefined && by !== undefined)
    throw badOption(
      '`--by` chooses the columns of the page that `--html` writes.',
      'For example: show --by Application --html show.html.',
    );
  const options = targetOfFlags(terminal, flags);
  const { runtime } = terminal;
  await checkOutputs([html], options, runtime);
  let isDifferentInBoth = false;
  if (html !== undefined) {
    const asked = { patterns, context, against, by, live };
    const { shown, remarks, warnings } = await showSideBySide(asked, options, runtime);
    printWarnings(terminal, remarks, warnings);
    writeNamed(terminal, html, htmlSideBySide(shown, remarks, runtime.now()));
    isDifferentInBoth = against !== undefined && shown.items.some(isDifferent);
  } else if (against !== undefined && context !== undefined) {
    const asked = { patterns, context, against };
    const { comparison, remarks, warnings } = await showDifferences(asked, options, runtime);
    printWarnings(terminal, remarks, warnings);
    terminal.out(flags.json ? jsonComparison(comparison) : textComparison(comparison, terminal));
    isDifferentInBoth = comparison.differences.some(({ isUnknown }) => !isUnknown);
  } else {
    const { shown, remarks, warnings } = await show({ patterns, context, live }, options, runtime);
    printWarnings(terminal, remarks, warnings);
    const masked = maskShown(shown);
    terminal.out(flags.json ? jsonShown(masked) : textShown(masked, terminal));
  }
  return flags.detailedExitcode && isDifferentInBoth ? EXIT.changes : EXIT.done;
}

interface HistoryFlags extends Flags {
  limit?: string;
  since?: string;
}

async function showHistory(
  terminal: Terminal,
  flags: HistoryFlags & { forget?: boolean; move?: string },
): Promise<ExitCode> {
  const given = resolveOptions(flags, terminal.env);
  // The record of a target that the project file no longer names.
  const options = given.repository === undefined ? oneTarget(given, terminal.runtime) : given;
  const { args: patterns = [], forget: isForgotten, move: moved } = flags;
  const { since, html } = flags;
  if (flags.yes && !isForgotten)
    throw badOption('`--yes` is only for `--forget`.', 'Leave it out.');
  if (patterns.length > 0 || since !== undefined || html !== undefined) {
    if (isForgotten || moved !== undefined) throw new CommandError(WHOLE_RECORD);
    return showHistoryOf(patterns, terminal, flags, options);
  }
  if (isForgotten) return forgetRecord(terminal, flags, options);
  if (moved !== undefined) return moveRecord(terminal, flags, options, moved);
  const { entries, warnings } = await history(options, terminal.runtime, flags.limit);
  printWarnings(terminal, warnings);
  terminal.out(
    flags.json
      ? versioned({ applies: entries })
      : historyTable(entries, terminal.width, flags.repeated),
  );
  return EXIT.done;
}

const WHOLE_RECORD = {
  code: 'bad-option',
  message: '`--forget` and `--move` are for a whole record, not for a part of it.',
  hint: 'Leave out the names, `--since` and `--html`.',
} as const;

async function showHistoryOf(
  patterns: readonly string[],
  terminal: Terminal,
  flags: HistoryFlags,
  options: Options,
): Promise<ExitCode> {
  const { limit, since, html, json } = flags;
  await checkOutputs([html], options, terminal.runtime);
  const changes = await historyOf({ patterns, limit, since }, options, terminal.runtime);
  printWarnings(terminal, changes.warnings);
  const masked = maskHistory(changes);
  const createdAt = terminal.runtime.now();
  if (html !== undefined) writeNamed(terminal, html, htmlHistory(masked, createdAt));
  if (json) terminal.out(jsonItemHistory(masked, createdAt));
  else if (html === undefined) terminal.out(textItemHistory(masked, terminal));
  return EXIT.done;
}

async function forgetRecord(terminal: Terminal, flags: Flags, options: Options): Promise<ExitCode> {
  const confirm = (why: string) => confirmForget(terminal, flags, why);
  const forgotten = await forget(options, terminal.runtime, confirm);
  const { projectFile, repository, removed, isKept } = forgotten;
  const whose = `${printable(projectFile)} for ${printable(repository)}`;
  if (isKept) terminal.out('The record was not removed.\n');
  else if (flags.json)
    terminal.out(versioned({ projectFile, removed: removed === undefined ? [] : [removed] }));
  else if (removed === undefined)
    terminal.out(`Nothing to forget: there is no record of ${whose}.\n`);
  else {
    terminal.out(
      `Removed the record of ${whose}. What it declared stays on the server as unmanaged items.\nTo restore the record:\n  ${removed.restore}\n`,
    );
  }
  return EXIT.done;
}

/** Whether to remove a record although its project may still be applied. Throws {@link CommandError} if nobody can answer. */
async function confirmForget(
  terminal: Terminal,
  { yes, json }: Flags,
  why: string,
): Promise<boolean> {
  if (yes) return true;
  if (json || !terminal.isInteractive)
    throw new CommandError({
      code: 'not-confirmed',
      message: `The record was not removed: this needs confirmation. ${why}`,
      hint: `${NO_RECORD} To remove it anyway, pass --yes.`,
    });
  return terminal.confirm(printable(`${why} ${NO_RECORD} Remove the record?`));
}

const NO_RECORD =
  'Without its record, the next apply of this project deletes nothing that earlier ones declared.';

async function moveRecord(
  terminal: Terminal,
  flags: Flags,
  options: Options,
  given: string,
): Promise<ExitCode> {
  const { from, to } = await move(options, terminal.runtime, given);
  if (flags.json) terminal.out(versioned({ from, to }));
  else terminal.out(`Moved the record of ${printable(from)} to ${printable(to)}.\n`);
  return EXIT.done;
}

async function unlockTarget(terminal: Terminal, flags: Flags): Promise<ExitCode> {
  const options = targetOfFlags(terminal, flags);
  const result = await unlock(options, terminal.runtime);
  const { removed } = result;
  if (flags.json) {
    const details = removed && { ...removed, text: undefined };
    terminal.out(versioned({ unlocked: removed !== undefined, removed: details }));
  } else terminal.out(unlockedText(result, terminal));
  return EXIT.done;
}

export type EverydayName = Parameters<typeof runCommand>[1];

export const runCommand = runnerOf({
  validate: validateProject,
  plan: showPlan,
  drift: showDrift,
  apply: applyProject,
  show: showRows,
  history: showHistory,
  unlock: unlockTarget,
});
