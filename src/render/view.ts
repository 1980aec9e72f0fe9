// What a plan says, ready for any output: masked, in order, in sentences. Text, Markdown and HTML only arrange it.
import { grouped } from '../lib/collections.ts';
import { counted, itOrThem, withCommas } from '../lib/text.ts';
import { countsByElement } from '../model/element-counts.ts';
import {
  type Change,
  type Counts,
  countChanges,
  doneChanges,
  type ShowAffected,
  type Finding,
  isCounted,
  isOverride,
  isRestoring,
  isTakingOver,
  type Target,
} from '../model/plan.ts';
import {
  Comparisons,
  type ChangeEntry,
  entries,
  inNaturalOrder,
  type ChangeLine,
  lineOf,
} from './change-lines.ts';
import { type ElementTable, affectedTable } from './affected-text.ts';
import { toldApart } from './lookalikes.ts';
import type { MaskedPlan } from './mask.ts';
import { type ShownProblem, together } from './problems.ts';
import { type Rename, renamesIn } from './renames.ts';
import {
  behindText,
  closingLine,
  DRIFTED,
  doneLine,
  driftLine,
  driftTitle,
  type HowToApprove,
  howToApprove,
  notComparedText,
  othersLines,
  overridesText,
  pendingLines,
  refusalsToShow,
  restoredTitle,
  rewrittenTitle,
  takenOverTitle,
  toDoText,
} from './sentences.ts';

export interface Section {
  id:
    | 'safety'
    | 'restored'
    | 'taken-over'
    | 'overrides'
    | 'overrides-kept'
    | 'deletions'
    | 'renamed'
    | 'changes'
    | 'pending'
    | 'sent'
    | 'rewritten'
    | 'drift'
    | 'others';
  title: string;
  /** `alarm`: read first; `fold`: closed in a comment; `list`: neither. */
  weight: 'alarm' | 'list' | 'fold';
  lines: ChangeLine[];
  /** What is not listed here, for after the lines and `… `. */
  more?: string | undefined;
  /** What a summary says instead of the section; absent: nothing. */
  summary?: string;
  /** Which of the plan's changes these are: all sections together add up to the closing line. */
  counts: Counts;
}

export interface PlanView {
  target: Target;
  /** The commit of the base, whose settings a branch changes. */
  base?: string | undefined;
  /** What a reader needs to know to judge the plan at all. */
  alarms: string[];
  notes: string[];
  affected?: ElementTable | string | undefined;
  sections: Section[];
  /** About items that are no lines. */
  remarks: string[];
  refusals: ShownProblem<Finding>[];
  warnings: ShownProblem<Finding>[];
  /** The plans of several targets are approved together. */
  approval?: HowToApprove | undefined;
  isEmpty: boolean;
  /** Why it is not known what a merge applies. */
  mergeUnknown?: string | undefined;
  closing: string;
  /** `3 created, 1 updated, 2 deleted.`, once it is; and why, if nobody merged it. */
  done: string;
}

/** What a person asks to see of a plan. */
export interface ShownChanges {
  /** How much to say about which applications each change affects; by default one line. */
  showAffected?: ShowAffected | undefined;
  isListed?: ((change: Change) => boolean) | undefined;
}

export interface ViewOptions extends ShownChanges {
  withAffected?: true;
  /** Those of several plans on one page; by default, a plan has its own. */
  comparisons?: Comparisons;
  /** Flags that an approval repeats, as a shell reads them. */
  repeated?: string | undefined;
}

const NONE: Counts = { create: 0, update: 0, delete: 0 };
const NO_TEXT = { kind: 'words', text: '' } as const;

export function viewOf(plan: MaskedPlan, options: ViewOptions = {}): PlanView {
  return {
    target: plan.target,
    base: plan.base?.commit,
    alarms: [notComparedText(plan), behindText(plan)].filter((text) => text !== ''),
    notes: plan.notes,
    affected: affectedTable(plan),
    sections: [
      safetySection(plan),
      ...changeSections(plan, options),
      ...otherSections(plan, options),
    ].filter(({ lines }) => lines.length > 0),
    remarks: [...othersLines(plan), ...pendingLines(plan), ...hiddenLines(plan, options)],
    refusals: together(refusalsToShow(plan)),
    warnings: together(warningsOf(plan)),
    approval:
      plan.target.declaredAs === undefined ? howToApprove([plan], options.repeated) : undefined,
    isEmpty: !plan.changes.some(isCounted),
    mergeUnknown: plan.mergeUnknown,
    closing: closingLine(plan),
    done: doneLine({ changes: doneChanges(plan) }),
  };
}

export function driftViewOf(plan: MaskedPlan, options: ViewOptions = {}): PlanView {
  const toLines = linesFor(plan, options);
  const drift = entries(plan.drift).filter(({ change }) => !change.rewritten);
  const changed = toLines(drift.filter(({ change }) => !isOverride(change)));
  const title = `Changed on the server since the last apply (${DRIFTED})`;
  const sections: Section[] = [
    { id: 'drift', title, weight: 'list', lines: changed, counts: NONE },
    { ...overrideSection(plan, toLines), weight: 'list' },
  ];
  return {
    target: plan.target,
    alarms: [],
    notes: plan.notes,
    sections: sections.filter(({ lines }) => lines.length > 0),
    remarks: [],
    refusals: [],
    warnings: together(warningsOf(plan)),
    isEmpty: !plan.drift.some(isCounted),
    closing: driftLine(plan),
    done: '',
  };
}

/** Of the overrides that the plan does not delete: each with the sign of what it leaves alone. */
function overrideSection(
  plan: MaskedPlan,
  toLines: ToLines,
  limit = Number.POSITIVE_INFINITY,
): Section {
  const overrides = plan.drift.filter(isOverride);
  const listed = toLines(entries(overrides)).map((line): ChangeLine => ({ ...line, sign: '=' }));
  const lines = listed.slice(0, limit);
  const left = listed.length - lines.length;
  const text = overridesText(overrides, plan);
  return {
    id: 'overrides-kept',
    title: text.replace(/\.$/, ''),
    weight: 'alarm',
    lines,
    more:
      left > 0
        ? `and ${withCommas(left)} more: \`confighub-sync drift\` lists all of them.`
        : undefined,
    summary: `${text} \`confighub-sync drift\` lists ${itOrThem(overrides.length)}.`,
    counts: NONE,
  };
}

type ToLines = ReturnType<typeof linesFor>;

function warningsOf({ findings }: MaskedPlan): Finding[] {
  return findings.filter(({ severity }) => severity === 'warning');
}

function linesFor({ elements }: MaskedPlan, options: ViewOptions) {
  const {
    showAffected = 'short',
    withAffected,
    isListed = () => true,
    comparisons = new Comparisons(),
  } = options;
  return (changeEntries: readonly ChangeEntry[]) =>
    changeEntries
      .filter(({ change }) => isListed(change))
      .map((entry): ChangeLine => {
        const line = lineOf(entry, showAffected, comparisons);
        if (!withAffected || elements === undefined) return line;
        const affectedElements = countsByElement({ changes: [entry.change], elements });
        return { ...line, affectedElements: affectedElements.map(({ element }) => element) };
      });
}

/** The sections of the changes of a plan, in this order. */
const CHANGE_SECTIONS: readonly Pick<Section, 'id' | 'weight'>[] = [
  { id: 'restored', weight: 'alarm' },
  { id: 'taken-over', weight: 'alarm' },
  { id: 'overrides', weight: 'alarm' },
  { id: 'deletions', weight: 'list' },
  { id: 'renamed', weight: 'list' },
  { id: 'changes', weight: 'list' },
  { id: 'pending', weight: 'fold' },
  { id: 'rewritten', weight: 'fold' },
];

/** Every counted change is in exactly one of them. */
function changeSections(plan: MaskedPlan, options: ViewOptions): Section[] {
  const { isListed = () => true } = options;
  const toLines = linesFor(plan, options);
  const renames = renamesIn(plan);
  const renamed = new Set(renames.flatMap(({ changes }) => changes));
  const listed = grouped(
    entries(plan.changes.filter((change) => !renamed.has(change))),
    ({ change }) => sectionOf(change),
  );
  const sections = CHANGE_SECTIONS.map(({ id, weight }): Section => {
    const ofSection = listed.get(id) ?? [];
    const changes = id === 'renamed' ? [...renamed] : ofSection.map(({ change }) => change);
    const lines =
      id === 'renamed'
        ? renames.filter(({ created }) => created.some(isListed)).map(renameLine)
        : toLines(ofSection);
    return { id, weight, title: '', lines, counts: countChanges(changes) };
  });
  const titled = sections.map((section, index) => ({
    ...section,
    title: titleOf(section, plan, sections.slice(0, index)),
  }));
  const kept = overrideSection(plan, toLines, MAX_OVERRIDES);
  return titled.flatMap((section) => (section.id === 'overrides' ? [section, kept] : section));
}

/** A plan lists so many of the overrides that it leaves alone. */
const MAX_OVERRIDES = 5;

/** A change that is part of a rename is in none of these. */
function sectionOf(change: Change): Section['id'] {
  if (isOverride(change)) return 'overrides';
  if (isRestoring(change)) return 'restored';
  if (isTakingOver(change)) return 'taken-over';
  if (change.rewritten) return 'rewritten';
  if (change.pending) return 'pending';
  return change.action === 'delete' ? 'deletions' : 'changes';
}

/** Begins the title of a section where sections above it have such changes, too. */
export const OTHER = 'Other ';

function titleOf({ id, counts }: Section, plan: MaskedPlan, above: readonly Section[]): string {
  if (id === 'restored') return restoredTitle(plan);
  if (id === 'taken-over') return takenOverTitle(plan);
  if (id === 'overrides')
    return overridesText(plan.changes.filter(isOverride), plan).replace(/\.$/, '');
  if (id === 'renamed') return 'Renamed, with the same values';
  if (id === 'pending') return `Pending already, not from this branch: ${toDoText(counts)}`;
  if (id === 'rewritten') return rewrittenTitle(plan);
  const hasDeletes = plan.changes.some((change) => change.action === 'delete' && isCounted(change));
  const [what, countIn] =
    id === 'deletions'
      ? ['Deletions', ({ delete: deleted }: Counts) => deleted]
      : [
          hasDeletes ? 'Additions and updates' : 'Changes',
          ({ create, update }: Counts) => create + update,
        ];
  const isOther = above.some((section) => countIn(section.counts) > 0);
  return `${isOther ? `${OTHER}${what.toLowerCase()}` : what} (${withCommas(countIn(counts))})`;
}

/** More contexts of a rename are counted. */
const MAX_CONTEXTS = 4;

function renameLine({ kind, from, to, created }: Rename): ChangeLine {
  const contexts = created.map(({ context }) => context);
  const gone = `applications that still read \`${from}\` get no ${kind === 'file' ? 'file' : 'value'}`;
  return {
    sign: '→',
    kind: 'rename',
    name: toldApart(from, to).join(' → '),
    context:
      contexts.length <= MAX_CONTEXTS ? contexts.join(', ') : counted(contexts.length, 'context'),
    text: NO_TEXT,
    affected: [{ text: gone, isLoss: true }],
    place: created[0]?.place,
    removedFrom: created[0]?.removedFrom,
  };
}

/** @param whose ` of all targets` */
export function safetySection({ safety = [] }: Pick<MaskedPlan, 'safety'>, whose = ''): Section {
  const lines = safety.map(
    ({ setting, before, after, effect, place, removedFrom }): ChangeLine => ({
      sign: '!',
      kind: 'setting',
      name: setting,
      text: { kind: 'settings', settings: [['', ...toldApart(before, after)]] },
      remark: effect && (effect === 'looser' ? 'less strict' : 'stricter'),
      affected: [],
      place,
      removedFrom,
    }),
  );
  return {
    id: 'safety',
    title: `This branch changes safety settings${whose}`,
    weight: 'alarm',
    lines,
    counts: NONE,
  };
}

function otherSections(plan: MaskedPlan, options: ViewOptions): Section[] {
  const { unmanagedItems = [], alreadySent = [], sentBy } = plan;
  const toLines = linesFor(plan, options);
  const sent = sentBy === undefined ? [] : toLines(entries(alreadySent));
  const kept = toLines(entries(plan.drift.filter((change) => !isOverride(change))));
  const others = inNaturalOrder([...unmanagedItems], (item) => item).map(
    (item): ChangeLine => ({ ...item, sign: '=', text: NO_TEXT, affected: [] }),
  );
  const title = `${counted(others.length, 'unmanaged item')} on the server`;
  const sentTitle = `Sent by an apply that did not finish (${withCommas(alreadySent.length)})`;
  return [
    { id: 'sent', title: sentTitle, weight: 'list', lines: sent, counts: NONE },
    { id: 'drift', title: driftTitle(plan), weight: 'fold', lines: kept, counts: NONE },
    { id: 'others', title, weight: 'fold', lines: others, counts: NONE },
  ];
}

function hiddenLines({ changes, drift }: MaskedPlan, { isListed }: ViewOptions): string[] {
  if (isListed === undefined) return [];
  const hidden = (changes: readonly Change[], where: string, more: string) => {
    const { length } = changes.filter((change) => isCounted(change) && !isListed(change));
    return length === 0
      ? []
      : [`${counted(length, 'change')}${where} ${length === 1 ? 'is' : 'are'} hidden here${more}.`];
  };
  return [
    ...hidden(changes, '', ': an apply sends all of them'),
    ...hidden(drift, ' on the server', ''),
  ];
}
