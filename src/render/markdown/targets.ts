// Comments and job summaries about several targets: a table of all, and a section for each with something to say.
import { grouped } from '../../lib/collections.ts';
import { counted, withCommas } from '../../lib/text.ts';
import { isCounted, type SafetyChange } from '../../model/plan.ts';
import type { MaskedPlan } from '../mask.ts';
import { type Block, type Budget, COMMENT, leastSize, SUMMARY } from './budget.ts';
import { type PageOptions, page } from './comment.ts';
import { code } from './escape.ts';
import { approvalParts, diagnosticLine, safetyBox } from './findings.ts';
import type { Frame } from './items.ts';
import { behindLine, countsText, driftParts, IS_DONE, mergeText, planParts } from './layout.ts';
import { lineList } from './lists.ts';
import { HEADINGS, type Status, type StatusKind, statusLines } from './status.ts';
import { byImportance, type TargetPage, targetTable, worstOf } from './targets-table.ts';

export interface TargetsPageOptions extends PageOptions {
  /** Of the whole run, without `kind`. */
  status: Omit<Status, 'kind'>;
  /** Sentences about all targets, such as those that were removed. */
  notes?: readonly string[];
}

export const targetsComment = targetsPage(COMMENT);
export const targetsSummary = targetsPage(SUMMARY);

function targetsPage(budget: Budget) {
  return (targets: readonly TargetPage[], { status, notes = [], ...options }: TargetsPageOptions): string =>
    page(budget, { options, blocks: (frame) => layout(targets, { status, notes, frame, budget }) });
}

interface Layout {
  status: TargetsPageOptions['status'];
  notes: readonly string[];
  frame: Frame;
  budget: Budget;
}

/** Nothing but the lines of lists is cut to fit, so what else there is leaves most of the room to them. */
function layout(all: readonly TargetPage[], { status, notes, frame, budget }: Layout): Block[] {
  const safety = sharedSafety(all);
  const targets = withoutSafety(all, safety);
  const base = all.flatMap(({ plan }) => plan?.base ?? [])[0];
  const kind = worstOf(targets);
  const isOffline = targets.some((one) => one.kind === 'offline');
  const noteLines = notes.map((note) => () => `${frame.say(note)}\n\n`);
  const start = [
    headingOf(targets, kind),
    behindLine(behindOf(targets), frame),
    totalText(targets, { ...status, kind }),
    statusLines({ ...status, kind: isOffline ? 'offline' : kind }, frame),
    ...(notes.length === 0 ? [] : [lineList(noteLines, { frame, rank: 'notes', noun: 'note' })]),
    ...safetyBox({ safety, ...(base && { base }) }, frame, ' of all targets'),
    targetTable(targets, { budget, room: budget.limit / 3, pointer: frame.pointer }),
    ...approvalParts(
      targets.flatMap(({ plan }) => plan ?? []),
      frame,
    ),
  ];
  return [...start, ...sections(targets, { frame, budget, room: (budget.limit - leastSize(start, budget)) / 3 })];
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
const OF_ALL: ReadonlySet<StatusKind> = new Set(['planned', 'offline', 'unchanged', 'clean']);

/** `⛔ Refused: 1 of 3 targets, nothing is applied`. */
function headingOf(targets: readonly TargetPage[], kind: StatusKind): string {
  const all = counted(targets.length, 'target');
  const these = targets.filter((one) => one.kind === kind);
  const isWithoutPlan = kind === 'failed' && these.every(({ plan }) => plan === undefined);
  const isStopped = (kind === 'refused' || isWithoutPlan) && !targets.some((one) => IS_DONE.has(one.kind));
  const what = isWithoutPlan ? NO_PLAN : HEADINGS[kind];
  const of = OF_ALL.has(kind) || these.length === targets.length ? all : `${these.length} of ${all}`;
  return `### ${what}: ${of}${othersText(targets, kind)}${isStopped && targets.length > 1 ? ', nothing is applied' : ''}\n\n`;
}

/** What else there is, where the heading would leave that open. */
function othersText(targets: readonly TargetPage[], kind: StatusKind): string {
  const [other, text] = OTHERS[kind] ?? [];
  const count = targets.filter((one) => one.kind === other).length;
  return count === 0 ? '' : `, ${count} ${text}`;
}

const OTHERS: Readonly<Partial<Record<StatusKind, readonly [other: StatusKind, text: string]>>> = {
  failed: ['refused', 'refused'],
  applied: ['unchanged', 'without changes'],
};

const NO_PLAN = '❌ No plan';

/** What the plans of all targets change together; what was done, if something was. */
function totalText(targets: readonly TargetPage[], status: Pick<Status, 'kind' | 'mergeInto'>): string {
  const done = targets.filter(({ kind }) => IS_DONE.has(kind));
  const counts = done.length > 0 ? done : targets;
  const changes = counts.flatMap(({ plan }) => plan?.changes ?? []);
  if (!changes.some(isCounted)) return '';
  const kind = done[0]?.kind ?? status.kind;
  const plan = behindOf(targets);
  return `${mergeText(status, plan)}**${countsText({ kind }, { changes })}**\n\n`;
}

function behindOf(targets: readonly TargetPage[]): Pick<MaskedPlan, 'behind'> {
  return targets.find(({ plan }) => plan?.behind !== undefined)?.plan ?? {};
}

interface Sections {
  frame: Frame;
  budget: Budget;
  /** The most that they may take without any line of their lists. */
  room: number;
}

/** In the order of the targets. Where there is no room for all, the least important are left out. */
function sections(targets: readonly TargetPage[], { frame, budget, room }: Sections): Block[] {
  const groups = grouped(targets.filter(hasNews), groupOf);
  const first = [...groups.values()].flatMap(([one]) => one ?? []);
  const shown = new Map<TargetPage, Block[]>();
  const more = (count: number) =>
    `There is no room here for the plans of ${counted(count, 'more target')}: see ${frame.pointer}.\n`;
  let left = room - budget.size(more(targets.length));
  for (const target of byImportance(first)) {
    if (left < LEAST) break;
    const names = (groups.get(groupOf(target)) ?? []).map(({ name }) => name);
    const blocks = section(target, { names, frame });
    const size = leastSize(blocks, budget);
    if (size > left) continue;
    left -= size;
    shown.set(target, blocks);
  }
  const missing = first.filter((one) => !shown.has(one)).flatMap((one) => groups.get(groupOf(one)) ?? []).length;
  return [...first.flatMap((one) => shown.get(one) ?? []), ...(missing === 0 ? [] : [more(missing)])];
}

/** Targets that fail for the same reason share a section. */
function groupOf(target: TargetPage): TargetPage | string {
  const { plan, reason, hint, diagnostics } = target;
  return plan === undefined ? JSON.stringify([reason, hint, diagnostics]) : target;
}

/** Less than any section takes. */
const LEAST = 50;

/** Of the others, the table says enough. */
function hasNews({ plan, reason, diagnostics }: TargetPage): boolean {
  if (plan === undefined || reason !== undefined || diagnostics !== undefined) return true;
  const { changes, drift, findings, safety = [], unmanagedItems = [], base } = plan;
  const listed = [drift, findings, safety, unmanagedItems].some(({ length }) => length > 0);
  return listed || changes.some(isCounted) || (base?.dropped ?? 0) > 0;
}

function section(target: TargetPage, { names, frame: shared }: { names: readonly string[]; frame: Frame }): Block[] {
  const { kind, plan, reason, hint, removedAt, diagnostics = [] } = target;
  const frame = { ...shared, removedAt };
  // The page says once that the server was not read.
  const status: Status = {
    kind: kind === 'offline' ? 'planned' : kind,
    ...(reason !== undefined && { reason }),
    ...(hint !== undefined && { hint }),
  };
  const isDrift = kind === 'drifted' || kind === 'clean';
  const parts = isDrift ? driftParts : planParts;
  const lines = diagnostics.map((one) => () => diagnosticLine(one, frame));
  return [
    `### ${kind === 'failed' && plan === undefined ? NO_PLAN : HEADINGS[kind]}: ${namesText(names)}\n\n`,
    ...(plan === undefined ? [statusLines(status, frame)] : parts(plan, { ...frame, status })),
    ...(lines.length === 0 ? [] : [lineList(lines, { frame, rank: 'refusals', noun: 'mistake' }), '\n']),
  ];
}

/** More names are counted. */
const MAX_NAMES = 10;

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => code(name));
  const left = names.length - shown.length;
  return `${shown.join(', ')}${left > 0 ? ` and ${withCommas(left)} more` : ''}`;
}
