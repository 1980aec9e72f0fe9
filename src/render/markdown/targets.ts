// Comments and job summaries about several targets: a table of all, and a section for each with something to say.
import { grouped } from '../../lib/collections.ts';
import { counted, withCommas } from '../../lib/text.ts';
import { OUTCOMES, type Outcome } from '../../model/outcome.ts';
import { countChanges, isCounted, type SafetyChange } from '../../model/plan.ts';
import { Comparisons } from '../describe.ts';
import type { MaskedPlan } from '../mask.ts';
import { together } from '../problems.ts';
import { behindText, closingLine, doneText } from '../sentences.ts';
import { safetySection, viewOf } from '../view.ts';
import { approvalText } from './approval.ts';
import {
  driftPage,
  driftPart,
  failureComment,
  frameOf,
  mistakesPage,
  mistakesText,
  type PageOptions,
  planPage,
} from './comment.ts';
import { code } from './escape.ts';
import { COMMENT, fitted, type Medium, type Part, SUMMARY } from './fit.ts';
import { paragraphs, planPart, sectionText } from './layout.ts';
import { type Frame, type Level, mistakeLine } from './lines.ts';
import { isApplied, reasonText, type Status, whereText } from './status.ts';
import { byImportance, type TargetPage, targetTable, worstOf } from './targets-table.ts';

export interface TargetsPageOptions extends PageOptions {
  /** Of the whole run, without `kind`. */
  status: Omit<Status, 'kind'>;
  /** Sentences about all targets, such as those that were removed. */
  notes?: readonly string[];
}

export const rowsComment = rowsPage(COMMENT);
export const rowsSummary = rowsPage(SUMMARY);

/** About the only target of a project file without `targets`, or one page for all. */
function rowsPage(medium: Medium) {
  const ofPlan = planPage(medium);
  const ofDrift = driftPage(medium);
  const ofMistakes = mistakesPage(medium);
  const ofAll = targetsPage(medium);
  return (targets: readonly TargetPage[], options: TargetsPageOptions): string => {
    const [only] = targets;
    if (only === undefined || only.name !== undefined) return ofAll(targets, options);
    const { kind, plan, reason, hint, removedAt, diagnostics = [] } = only;
    const about = { ...options.status, kind };
    if (diagnostics.length > 0) return ofMistakes(diagnostics, { ...options, status: about });
    const status = { ...about, reason, hint };
    if (plan === undefined) return failureComment(status, options);
    return (isDrift(kind) ? ofDrift : ofPlan)(plan, { ...options, removedAt, status });
  };
}

function isDrift(kind: Outcome): boolean {
  return OUTCOMES[kind].result === 'checked';
}

/** What there is about all targets takes two thirds of the room at most, and their sections what is left. */
function targetsPage(medium: Medium) {
  return (all: readonly TargetPage[], { status, notes = [], ...options }: TargetsPageOptions): string => {
    const safety = sharedSafety(all);
    const targets = withoutSafety(all, safety);
    const frameAt = frameOf(options);
    const start = startPart(targets, { status, notes, frameAt, medium, safety });
    const heading = headingOf(targets, worstOf(targets));
    const head = fitted(start, { ...medium, limit: (medium.limit * 2) / 3 }) ?? heading;
    const rest = sections(targets, {
      isApply: status.isApply,
      frameAt,
      medium: { ...medium, limit: medium.limit - medium.size(head) },
    });
    return `${head}${rest}`.trimEnd().concat('\n');
  };
}

interface Start {
  status: TargetsPageOptions['status'];
  notes: readonly string[];
  frameAt: (level: Level) => Frame;
  medium: Medium;
  /** Of all targets. */
  safety: readonly SafetyChange[];
}

/** What is said of all targets together. */
function startPart(targets: readonly TargetPage[], { status, notes, frameAt, medium, safety }: Start): Part {
  const kind = worstOf(targets);
  const about: Status = { ...status, kind: targets.some((one) => one.kind === 'offline') ? 'offline' : kind };
  const plans = targets.flatMap(({ plan }) => plan ?? []);
  const shared = safetySection({ safety: [...safety] }, ' of all targets');
  return {
    counts: [notes.length],
    render: (level) => {
      const frame = { ...frameAt(level), removedAt: plans.find(({ base }) => base !== undefined)?.base?.commit };
      const behind = behindText(behindOf(targets));
      const room = medium.limit / (level.words < 1000 ? 6 : 3);
      return [
        headingOf(targets, kind),
        reasonText(about, frame),
        behind === '' ? '' : `**${frame.say(behind)}**\n\n`,
        totalText(targets, { ...status, kind }),
        whereText(about),
        paragraphs(notes, frame),
        safety.length === 0 ? '' : sectionText(shared, { frame, takeDiff: () => false }),
        targetTable(targets, { medium, room, pointer: frame.pointer }),
        approvalText(plans, frame),
      ].join('');
    },
  };
}

/** What is set outside of `targets` holds for all of them, and is said once. */
function sharedSafety(targets: readonly TargetPage[]): SafetyChange[] {
  const [first, ...others] = targets.flatMap(({ plan }) => (plan === undefined ? [] : [plan.safety ?? []]));
  if (first === undefined || others.length === 0) return [];
  const known = others.map((safety) => new Set(safety.map((one) => JSON.stringify(one))));
  return first.filter((one) => known.every((safety) => safety.has(JSON.stringify(one))));
}

function withoutSafety(targets: readonly TargetPage[], said: readonly SafetyChange[]): readonly TargetPage[] {
  if (said.length === 0) return targets;
  const known = new Set(said.map((one) => JSON.stringify(one)));
  return targets.map((target) => {
    const { plan } = target;
    const safety = plan?.safety?.filter((one) => !known.has(JSON.stringify(one)));
    return plan === undefined || safety === undefined ? target : { ...target, plan: { ...plan, safety } };
  });
}

/** These say nothing else about the other targets. */
const OF_ALL: ReadonlySet<Outcome> = new Set(['planned', 'offline', 'unchanged', 'clean']);

/** `⛔ Refused: 1 of 3 targets, nothing is applied`. */
function headingOf(targets: readonly TargetPage[], kind: Outcome): string {
  const all = counted(targets.length, 'target');
  const these = targets.filter((one) => one.kind === kind);
  const isWithoutPlan = kind === 'failed' && these.every(({ plan }) => plan === undefined);
  const isStopped = (kind === 'refused' || isWithoutPlan) && !targets.some((one) => isApplied(one.kind));
  const what = isWithoutPlan ? NO_PLAN : OUTCOMES[kind].heading;
  const of = OF_ALL.has(kind) || these.length === targets.length ? all : `${these.length} of ${all}`;
  return `### ${what}: ${of}${othersText(targets, kind)}${isStopped && targets.length > 1 ? ', nothing is applied' : ''}\n\n`;
}

/** What else there is, where the heading would leave that open. */
function othersText(targets: readonly TargetPage[], kind: Outcome): string {
  const [other, text] = OTHERS[kind] ?? [];
  const count = targets.filter((one) => one.kind === other).length;
  return count === 0 ? '' : `, ${count} ${text}`;
}

const OTHERS: Readonly<Partial<Record<Outcome, readonly [other: Outcome, text: string]>>> = {
  failed: ['refused', 'refused'],
  verified: ['unchanged', 'without changes'],
};

const NO_PLAN = '❌ No plan';

/** What the plans of all targets change together; what was done, if something was. */
function totalText(targets: readonly TargetPage[], status: Pick<Status, 'kind' | 'mergeInto'>): string {
  const done = targets.filter(({ kind }) => isApplied(kind));
  const changes = (done.length > 0 ? done : targets).flatMap(({ plan }) => plan?.changes ?? []);
  if (!changes.some(isCounted)) return '';
  const kind = done[0]?.kind ?? status.kind;
  const isAhead = behindOf(targets).behind === undefined && status.kind === 'planned';
  const merge =
    isAhead && status.mergeInto !== undefined ? `Merging into ${code(status.mergeInto)} applies this: ` : '';
  const counts = isApplied(kind)
    ? `${doneText(countChanges(changes))}.`
    : closingLine({ changes }).replace(/^Plan: /, '');
  return `${merge}**${counts}**\n\n`;
}

function behindOf(targets: readonly TargetPage[]): Pick<MaskedPlan, 'behind'> {
  return targets.find(({ plan }) => plan?.behind !== undefined)?.plan ?? {};
}

interface Sections {
  isApply: boolean | undefined;
  frameAt: (level: Level) => Frame;
  /** Its limit is what is left for all of them. */
  medium: Medium;
}

/**
 * In the order of the targets. The more important a target, the more detail it has: each leaves room for the least that
 * the others take, as far as that is possible.
 */
function sections(targets: readonly TargetPage[], { isApply, frameAt, medium }: Sections): string {
  const groups = grouped(targets.filter(hasNews), groupOf);
  const first = [...groups.values()].flatMap(([one]) => one ?? []);
  const more = (count: number) =>
    `There is no room here for the plans of ${counted(count, 'more target')}: see ${frameAt(LEAST).pointer}.\n`;
  const comparisons = new Comparisons();
  const ranked = byImportance(first).map((target) => {
    const names = (groups.get(groupOf(target)) ?? []).map(({ name = '' }) => name);
    const part = section(target, { isApply, names, frameAt, comparisons });
    return { target, part, least: medium.size(part.render(LEAST)) };
  });
  let left = medium.limit - medium.size(more(targets.length));
  let reserved = ranked.reduce((sum, { least }) => sum + least, 0);
  const shown = new Map<TargetPage, string>();
  for (const { target, part, least } of ranked) {
    reserved -= least;
    const text = fitted(part, { ...medium, limit: Math.max(left - reserved, Math.min(least, left)) });
    if (text === undefined) continue;
    left -= medium.size(text);
    shown.set(target, text);
  }
  const missing = first.filter((one) => !shown.has(one)).flatMap((one) => groups.get(groupOf(one)) ?? []).length;
  return `${first.map((one) => shown.get(one) ?? '').join('')}${missing === 0 ? '' : more(missing)}`;
}

const LEAST: Level = { lines: 0, diffs: 0, diffLines: 0, words: 40 };

/** Targets that fail for the same reason share a section. */
function groupOf(target: TargetPage): TargetPage | string {
  const { plan, reason, hint, diagnostics } = target;
  return plan === undefined ? JSON.stringify([reason, hint, diagnostics]) : target;
}

/** Of the others, the table says enough. */
function hasNews({ plan, reason, diagnostics }: TargetPage): boolean {
  if (plan === undefined || reason !== undefined || diagnostics !== undefined) return true;
  const { changes, drift, findings, safety = [], unmanagedItems = [], base } = plan;
  const listed = [drift, findings, safety, unmanagedItems].some(({ length }) => length > 0);
  return listed || changes.some(isCounted) || (base?.dropped ?? 0) > 0;
}

interface SectionOptions {
  isApply: boolean | undefined;
  names: readonly string[];
  frameAt: (level: Level) => Frame;
  comparisons: Comparisons;
}

function section(target: TargetPage, { isApply, names, frameAt: shared, comparisons }: SectionOptions): Part {
  const { kind, plan, reason, hint, removedAt, diagnostics = [] } = target;
  const frameAt = (level: Level) => ({ ...shared(level), removedAt });
  // The page says once that the server was not read.
  const status: Status = { kind: kind === 'offline' ? 'planned' : kind, isApply, reason, hint };
  const heading = `### ${kind === 'failed' && plan === undefined ? NO_PLAN : OUTCOMES[kind].heading}: ${namesText(names)}\n\n`;
  const about =
    plan &&
    (isDrift(kind) ? driftPart(plan, status, frameAt) : planPart(viewOf(plan, { comparisons }), { status, frameAt }));
  const mistakes = together(diagnostics);
  return {
    counts: [...(about?.counts ?? []), mistakes.length],
    render: (level) => {
      const frame = frameAt(level);
      const told = about?.render(level) ?? reasonText(status, frame);
      return `${heading}${told}${mistakesText(
        mistakes.map((one) => mistakeLine(one, frame)),
        frame,
      )}`;
    },
  };
}

/** More names are counted. */
const MAX_NAMES = 10;

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => code(name));
  const left = names.length - shown.length;
  return `${shown.join(', ')}${left > 0 ? ` and ${withCommas(left)} more` : ''}`;
}
