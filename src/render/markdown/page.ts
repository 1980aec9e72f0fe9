// Comments and job summaries in Markdown: of one target, or a table of several and a section for each with news.
import { grouped } from '../../lib/collections.ts';
import { counted } from '../../lib/text.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { importanceOf, OUTCOMES, type Outcome } from '../../model/outcome.ts';
import {
  changesOf,
  countOverrides,
  doneChanges,
  isCounted,
  isOverride,
  type SafetyChange,
} from '../../model/plan.ts';
import { nounOf } from '../../model/targets.ts';
import { Comparisons, type LineLinks, type Links } from '../change-lines.ts';
import type { MaskedPlan } from '../mask.ts';
import { type ShownProblem, together, withTargets } from '../problems.ts';
import { behindText, closingLine, doneLine } from '../sentences.ts';
import { driftViewOf, safetySection, type ViewOptions, viewOf } from '../view.ts';
import { code, markdownLink, type MarkdownProseOptions, markdownProse } from './escape.ts';
import {
  approvalSection,
  COMMENT,
  doneParagraph,
  fitted,
  LEAST,
  type Medium,
  mergeText,
  mergeUnknownText,
  fileErrorsText,
  type TextPart,
  paragraphs,
  planText,
  SUMMARY,
  sectionText,
  toldText,
} from './layout.ts';
import type { MarkdownFrame, Level } from './lines.ts';
import {
  atHost,
  byImportance,
  isApplied,
  isWithoutPlan,
  madeOffline,
  namesText,
  type RunFacts,
  reasonText,
  type Status,
  type TargetPage,
  targetTable,
  titleOf,
  whereText,
} from './targets.ts';

export interface PageOptions
  extends Pick<MarkdownProseOptions, 'runs'>,
    Omit<Links, keyof LineLinks> {
  status: RunFacts;
  /** Sentences about all targets, such as those that were removed. */
  notes?: readonly string[];
  shown?: ViewOptions;
  /** Where the full plan is, for what found no room. */
  fullPlan?: { text: string; url?: string | undefined };
}

export const rowsComment = rowsPage(COMMENT);
export const rowsSummary = rowsPage(SUMMARY);

function rowsPage(medium: Medium) {
  return (targets: readonly TargetPage[], options: PageOptions): string => {
    const [only] = targets;
    const isOnly = only !== undefined && only.name === undefined;
    const text = isOnly ? pageOfOne(only, options, medium) : pageOfAll(targets, options, medium);
    return `${text.trimEnd()}\n`;
  };
}

function frameOf(level: Level, options: PageOptions & Links): MarkdownFrame {
  const { text, url } = options.fullPlan ?? { text: 'the log of the run' };
  let { diffs } = level;
  return {
    ...options,
    level,
    takeDiff: () => diffs-- > 0,
    pointer: markdownLink(markdownProse(text), url),
    say: (sentence) => markdownProse(sentence, { runs: options.runs, most: level.words }),
  };
}

function pageOfOne(target: TargetPage, options: PageOptions, medium: Medium): string {
  const { kind, diagnostics = [] } = target;
  const heading = headingOfOne(target, options.status);
  // Errors say themselves why there is nothing else.
  const part = partOf(heading, diagnostics.length > 0 ? { kind, diagnostics } : target, options);
  return fitted(part, medium) ?? `### ${heading}`;
}

function headingOfOne(target: TargetPage, { isApply }: RunFacts): string {
  const { kind, plan, diagnostics = [] } = target;
  if (diagnostics.length > 0) return `❌ ${fileErrorsTitle(diagnostics)}: nothing was sent`;
  const title = titleOf(target, isApply);
  if (plan === undefined) return `${title}${kind === 'failed' ? ': nothing was sent' : ''}`;
  const { account, name } = plan.target;
  const of =
    account === '' && name === '' ? '' : `: ${code(`${account}/${name}`)}${atHost(plan.target)}`;
  return `${title}${of}`;
}

/** A variable that is not set is no error in the files. */
function fileErrorsTitle(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const missing = errors.filter(({ code }) => code === 'env-missing').length;
  if (missing === 0) return "Errors in the project's files";
  if (missing === errors.length) return 'Variables missing in the `env` of the workflow';
  return "Errors in the project's files, and variables missing in the `env` of the workflow";
}

function partOf(heading: string, target: TargetPage, options: PageOptions): TextPart {
  const { name, plan, diagnostics = [], links } = target;
  const status: Status = { ...options.status, ...target };
  const isDrift = OUTCOMES[status.kind].result === 'checked';
  const view =
    plan &&
    (isDrift ? driftViewOf : viewOf)({ ...plan, isDone: isApplied(status.kind) }, options.shown);
  const fileErrors = together(diagnostics);
  // What is to be said of several targets is said once.
  const [told, lost] =
    name === undefined ? [toldIn([target]), lostText([target], status)] : [[], ''];
  return {
    lines:
      fileErrors.length + (view?.sections ?? []).reduce((sum, { lines }) => sum + lines.length, 0),
    render: (level) => {
      const frame = frameOf(level, { ...options, ...links });
      const text = () => {
        if (plan === undefined || view === undefined)
          return `${reasonText(status, frame)}${lost}${whereText({ ...status, planned: undefined })}${toldText(told, frame)}`;
        // The plans of several targets are approved together.
        const approval = name === undefined ? approvalSection([plan], frame) : '';
        const advice = isDrift && !view.isEmpty ? driftAdvice(plan) : '';
        return `${planText(view, status, frame, { approval, told })}${advice}`;
      };
      return `### ${heading}\n\n${text()}${fileErrorsText(fileErrors, frame)}`;
    },
  };
}

/** What the plans do not say themselves; the same of several targets once. */
function toldIn(targets: readonly TargetPage[]): ShownProblem[] {
  const toldOfTargets = targets.map(({ name, plan, warnings = [] }) => {
    const said = new Set(plan?.findings.map(({ message }) => message));
    return { target: name, problems: warnings.filter(({ message }) => !said.has(message)) };
  });
  return together(withTargets(toldOfTargets));
}

function driftAdvice(plan: MaskedPlan): string {
  const { declaredAs } = plan.target;
  const of = declaredAs === undefined ? '' : ` --target ${declaredAs}`;
  const hasChanges = plan.drift.some((change) => isCounted(change) && !isOverride(change));
  const restores = hasChanges
    ? 'The next apply restores the declared state, unless `onDrift` prevents it. '
    : '';
  return `${restores}${overridesAdvice(plan)}To keep a change, import it with \`confighub-sync import${of} --only drift\`.\n`;
}

function overridesAdvice(plan: MaskedPlan): string {
  if (countOverrides(plan) === 0) return '';
  return plan.prune === 'all'
    ? 'The next apply deletes overrides, because of `prune: all`. '
    : 'An apply leaves overrides alone. To delete one, declare it with `opp: delete`. ';
}

/** What there is about all targets takes two thirds of the room at most, and their sections what is left. */
function pageOfAll(pages: readonly TargetPage[], options: PageOptions, medium: Medium): string {
  const { status, notes = [] } = options;
  const { safety, targets } = withSafetyApart(pages);
  const plans = targets.flatMap(({ plan }) => plan ?? []);
  const behind = behindText(plans.find((plan) => plan.behind !== undefined) ?? {});
  const base = plans.find((plan) => plan.base !== undefined)?.base?.commit;
  const told = toldIn(targets);
  const approve = {
    render: (level: Level) => approvalSection(plans, frameOf(level, options), '###'),
    lines: 0,
  };
  const approval = fitted(approve, { ...medium, limit: medium.limit / 3 }) ?? '';
  const render = (level: Level) => {
    const frame = frameOf(level, { ...options, removedAt: base });
    return [
      headingOf(targets, status),
      lostText(targets, status),
      offlineText(targets, status),
      behind === '' ? '' : `**${frame.say(behind)}**\n\n`,
      totalText(targets, status),
      whereText(plans.length === 0 ? { ...status, planned: undefined } : status, base),
      paragraphs(notes, frame),
      toldText(told, frame),
      safety.length === 0
        ? ''
        : sectionText(safetySection({ safety }, ` of all ${nounOf(targets)}s`), frame),
      targetTable(targets, frame, status.isApply),
      whyText(targets, approval),
    ].join('');
  };
  const most = { ...medium, limit: (medium.limit * 2) / 3 - medium.size(approval) };
  const head = fitted({ render, lines: notes.length }, most) ?? headingOf(targets, status);
  const limit = medium.limit - medium.size(head) - medium.size(approval);
  return `${head}${sections(targets, options, { ...medium, limit })}${approval}`;
}

const NOT_LOST =
  'These changes are not lost: run this job again, or leave them to the next apply.\n\n';

/** What becomes of a merge whose apply could not even be planned. Errors need another commit. */
function lostText(targets: readonly TargetPage[], { isApply }: RunFacts): string {
  const isLost = isApply && isWithoutPlan(worstIn(targets)) && isNothingApplied(targets);
  return isLost && targets.every(({ diagnostics = [] }) => diagnostics.length === 0)
    ? NOT_LOST
    : '';
}

/** The reasons come before what to do about them. */
function whyText(targets: readonly TargetPage[], approval: string): string {
  if (!targets.some(({ kind }) => kind === 'refused')) return '';
  return `Each refused ${nounOf(targets)} below says why.${approval === '' ? '' : ' How to approve is at the end.'}\n\n`;
}

/** Which plans are made from the files alone, unless the sentence about the merge says that. */
function offlineText(targets: readonly TargetPage[], { mergeInto }: RunFacts): string {
  const unread = targets.filter(({ kind }) => kind === 'offline');
  return unread.length === 0 || mergeInto !== undefined
    ? ''
    : madeOffline(namesIn(unread, targets));
}

/** `a, b`; empty for all of them. */
function namesIn(some: readonly TargetPage[], all: readonly TargetPage[]): string[] {
  return some.length === all.length ? [] : some.map(({ name = '' }) => name);
}

/** What is set outside of `targets` holds for all of them, and is said once. */
function withSafetyApart(targets: readonly TargetPage[]): {
  safety: SafetyChange[];
  targets: TargetPage[];
} {
  const [first = [], ...others] = targets.flatMap(({ plan }) =>
    plan === undefined ? [] : [plan.safety ?? []],
  );
  const changesOfOthers = others.map(
    (safety) => new Set(safety.map((change) => JSON.stringify(change))),
  );
  const isOfAll = (id: string) =>
    changesOfOthers.length > 0 && changesOfOthers.every((ids) => ids.has(id));
  const safety = first.filter((change) => isOfAll(JSON.stringify(change)));
  const said = new Set(safety.map((change) => JSON.stringify(change)));
  const without = targets.map((target) => {
    const { plan } = target;
    const ofTarget = plan?.safety?.filter((change) => !said.has(JSON.stringify(change)));
    return plan === undefined || ofTarget === undefined
      ? target
      : { ...target, plan: { ...plan, safety: ofTarget } };
  });
  return { safety, targets: without };
}

/** These say nothing else about the other targets. */
const OF_ALL: ReadonlySet<Outcome> = new Set(['planned', 'offline', 'unchanged', 'clean']);

/** `⛔ Refused: 1 of 3 targets, nothing is applied`. */
function headingOf(targets: readonly TargetPage[], { isApply }: RunFacts): string {
  const noun = nounOf(targets);
  const all = counted(targets.length, noun);
  const worst = worstIn(targets);
  const { kind } = worst;
  const these = targets.filter((target) => target.kind === kind);
  const isStopped = (kind === 'refused' || isWithoutPlan(worst)) && isNothingApplied(targets);
  const of =
    OF_ALL.has(kind) || these.length === targets.length ? all : `${these.length} of ${all}`;
  const [otherKind, text] = OTHERS[kind] ?? [];
  const count = targets.filter((target) => target.kind === otherKind).length;
  const others = count === 0 || count === targets.length ? '' : `, ${count} ${text}`;
  const nothing = isApply ? `, nothing was sent to any ${noun}` : ', nothing is applied';
  const title =
    otherKind === kind && others !== '' ? OUTCOMES.planned.heading : titleOf(worst, isApply);
  return `### ${title}: ${of}${others}${isStopped && targets.length > 1 ? nothing : ''}\n\n`;
}

function isNothingApplied(targets: readonly TargetPage[]): boolean {
  return !targets.some((target) => isApplied(target.kind));
}

/** One that has a plan, if there is one. */
function worstIn(targets: readonly TargetPage[]): Pick<TargetPage, 'kind' | 'plan'> {
  const kind = worstOf(targets);
  return targets.find((target) => target.kind === kind && target.plan !== undefined) ?? { kind };
}

function worstOf(targets: readonly TargetPage[]): Outcome {
  const [worst = 'unchanged'] = targets
    .map(({ kind }) => kind)
    .sort((a, b) => importanceOf(a) - importanceOf(b));
  return worst;
}

/** What else there is, where the heading would leave that open. */
const OTHERS: Readonly<Partial<Record<Outcome, readonly [other: Outcome, text: string]>>> = {
  failed: ['refused', 'refused'],
  verified: ['unchanged', 'without changes'],
  'taken-over': ['unchanged', 'without changes'],
  offline: ['offline', 'without the server'],
};

/** What the plans of all targets change together; what was done, if something was. */
function totalText(targets: readonly TargetPage[], status: Pick<RunFacts, 'mergeInto'>): string {
  const done = targets.filter(({ kind }) => isApplied(kind));
  const changes = changesOf(
    (done.length > 0 ? done : targets).flatMap(({ plan }) =>
      plan ? { ...plan, changes: doneChanges(plan) } : [],
    ),
  );
  if (done.length > 0) return changes.some(isCounted) ? doneParagraph(doneLine({ changes })) : '';
  const reasons = grouped(targets, ({ plan }) => plan?.mergeUnknown);
  const unknown = [...reasons]
    .map(([why, of]) => mergeUnknownText(why, status, namesIn(of, targets)))
    .join('');
  if (!changes.some(isCounted)) return unknown;
  const isSure = worstOf(targets) === 'planned' && unknown === '';
  const merge = isSure ? (stagesMergeText(targets, status) ?? mergeText(status)) : '';
  return `${unknown}${merge}**${closingLine({ changes }).replace(/^Plan: /, '')}**\n\n`;
}

/** If not all stages are applied by the merge; otherwise `undefined`. */
function stagesMergeText(
  targets: readonly TargetPage[],
  { mergeInto }: Pick<RunFacts, 'mergeInto'>,
): string | undefined {
  const waiting = targets.filter(({ plan }) => plan?.waitsFor !== undefined);
  if (waiting.length === 0 || mergeInto === undefined) return undefined;
  const merged = targets.filter((target) => !waiting.includes(target));
  const [first, later] = [merged, waiting].map((some) =>
    namesText(some.map(({ name = '' }) => name)),
  );
  return `Merging into ${code(mergeInto)} applies ${first}; ${later} ${waiting.length === 1 ? 'waits for an apply of its own' : 'wait for apply runs of their own'}. Together: `;
}

/**
 * In the order of the targets. The more important a target, the more detail it has: each leaves room for the least that
 * the others take, as far as that is possible.
 * @param medium its limit is what is left for all of them
 */
function sections(targets: readonly TargetPage[], options: PageOptions, medium: Medium): string {
  const { pointer } = frameOf(LEAST, options);
  const groups = grouped(targets.filter(hasNews), groupOf);
  const first = [...groups.values()].flatMap(([one]) => one ?? []);
  const more = (count: number) =>
    `There is no room here for the plans of ${counted(count, `more ${nounOf(targets)}`)}: see ${pointer}.\n`;
  const shown = { ...options.shown, comparisons: new Comparisons() };
  const ranked = byImportance(first).map((target) => {
    const names = (groups.get(groupOf(target)) ?? []).map(({ name = '' }) => name);
    const heading = `${titleOf(target, options.status.isApply)}: ${namesText(names)}`;
    // The page says once when and where it was made, and that the server was not read.
    const told = target.kind === 'offline' ? { ...target, kind: 'planned' as const } : target;
    const ofRun = { ...options, status: { isApply: options.status.isApply }, shown };
    const part = partOf(heading, told, ofRun);
    return { target, part, least: medium.size(part.render(LEAST)) };
  });
  let left = medium.limit - medium.size(more(targets.length));
  let reserved = ranked.reduce((sum, { least }) => sum + least, 0);
  const texts = new Map<TargetPage, string>();
  for (const { target, part, least } of ranked) {
    reserved -= least;
    const text = fitted(part, {
      ...medium,
      limit: Math.max(left - reserved, Math.min(least, left)),
    });
    if (text === undefined) continue;
    left -= medium.size(text);
    texts.set(target, text);
  }
  const missing = first
    .filter((target) => !texts.has(target))
    .flatMap((target) => groups.get(groupOf(target)) ?? []).length;
  return `${first.map((target) => texts.get(target) ?? '').join('')}${missing === 0 ? '' : more(missing)}`;
}

/** Targets that fail for the same reason share a section. */
function groupOf(target: TargetPage): TargetPage | string {
  const { plan, reason, hint, diagnostics } = target;
  return plan === undefined ? JSON.stringify([reason, hint, diagnostics]) : target;
}

/** Of the others, the table says enough. */
function hasNews({ plan, reason, diagnostics }: TargetPage): boolean {
  if (plan === undefined || reason !== undefined || diagnostics !== undefined) return true;
  const { drift, findings, safety = [], unmanagedItems = [], base } = plan;
  const listed = [drift, findings, safety, unmanagedItems].some(({ length }) => length > 0);
  return listed || doneChanges(plan).some(isCounted) || (base?.dropped ?? 0) > 0;
}
