// The parts of a comment and their order: first what matters for a merge; long lists are folded.
import { counted, withCommas } from '../../lib/text.ts';
import { countChanges, countOverrides, isCounted } from '../../model/plan.ts';
import { type Entry, entries, partsOf } from '../describe.ts';
import type { MaskedPlan } from '../mask.ts';
import { RENAMED, type Rename } from '../renames.ts';
import {
  behindText,
  closingLine,
  doneText,
  driftLine,
  driftTitle,
  droppedLines,
  othersLines,
  restoredTitle,
  rewrittenLines,
  toDoText,
} from '../sentences.ts';
import type { Block } from './budget.ts';
import { elementRows, reachText } from './elements.ts';
import { code } from './escape.ts';
import { approvalParts, refusalBox, safetyBox, warningParts } from './findings.ts';
import { type Frame, positionOf, renameLine } from './items.ts';
import { folded, itemList, lineList, open, openIfShown, type Rank } from './lists.ts';
import { type Status, statusLines } from './status.ts';

/** Longer lists are folded. */
const MAX_OPEN = 20;

interface Page extends Frame {
  status: Status;
}

/** Everything below the heading. */
export function planParts(plan: MaskedPlan, { status, ...frame }: Page): Block[] {
  const { restored, renames, others, kept } = partsOf(plan);
  // One sentence mentions all rewritten items.
  const changes = entries(others).filter(({ change }) => !change.rewritten);
  const pending = changes.filter(({ change }) => change.pending);
  const own = changes.filter(({ change }) => !change.pending);
  const isDeletion = ({ change }: Entry) => change.action === 'delete';
  return [
    ...headline(plan, status, frame),
    statusLines(status, frame),
    elementRows(plan),
    ...safetyBox(plan, frame),
    ...refusalBox(plan, frame),
    // Several targets are approved together, above.
    ...(plan.target.declaredAs === undefined ? approvalParts([plan], frame) : []),
    ...theirParts(restoredTitle(plan), { theirs: entries(restored), frame }),
    ...noteParts(plan, frame),
    ...warningParts(plan, frame),
    ...listParts(own.filter(isDeletion), { frame, elements: plan.elements, ...DELETIONS }),
    ...renameParts(renames, frame),
    ...listParts(
      own.filter((entry) => !isDeletion(entry)),
      { frame, elements: plan.elements, ...CHANGES },
    ),
    ...folded(pendingTitle(plan, pending), itemList(pending, { frame, rank: 'pending' })),
    ...folded(driftTitle(plan), itemList(entries(kept), { frame, rank: 'drift' })),
  ];
}

/** What the plan changes, unless the heading says it all. */
function headline(plan: MaskedPlan, status: Status, frame: Frame): string[] {
  const behind = plan.target.declaredAs === undefined ? behindLine(plan, frame) : '';
  const warning = notCompared(plan);
  const isSaid = status.kind === 'unchanged' || (warning !== '' && plan.changes.length === 0);
  return [
    warning,
    behind,
    isSaid ? '' : `${mergeText(status, plan)}**${countsText(status, plan)}**${ofThese(plan)}\n\n`,
  ];
}

/** Several targets are behind together. */
export function behindLine(plan: Pick<MaskedPlan, 'behind'>, { say }: Pick<Frame, 'say'>): string {
  const text = behindText(plan);
  return text === '' ? '' : `**${say(text)}**\n\n`;
}

/** What a merge does with the plan. */
export function mergeText(
  { kind, mergeInto }: Pick<Status, 'kind' | 'mergeInto'>,
  plan: Pick<MaskedPlan, 'behind'> | undefined,
): string {
  return kind === 'planned' && plan?.behind === undefined && mergeInto !== undefined
    ? `Merging into ${code(mergeInto)} applies this: `
    : '';
}

/** A plan of files that name another server: what follows matters more than what they change. */
function notCompared({ live, safety = [], target }: MaskedPlan): string {
  const { before, after } = safety.find(({ setting }) => setting === 'url') ?? {};
  if (live !== 'base' || before === undefined || after === undefined || after !== target.url) return '';
  const to = code(after);
  return `**Not compared with a server: this pull request changes \`url\`. After the merge, the token goes to ${to}, and so do all values that this server lacks, secrets included.**\n\n`;
}

/** What is said of them was done. */
export const IS_DONE: ReadonlySet<Status['kind']> = new Set(['applied', 'unverified']);

/** `1 to create, 0 to update, 0 to delete.`, or what was done; the heading says `Plan`. */
export function countsText({ kind }: Pick<Status, 'kind'>, plan: Pick<MaskedPlan, 'changes'>): string {
  if (!IS_DONE.has(kind)) return closingLine(plan).replace(/^Plan: /, '');
  return `${doneText(countChanges(plan.changes))}.`;
}

/** Comes first, because the files do not show it. */
function theirParts(title: string, { theirs, frame }: { theirs: readonly Entry[]; frame: Frame }): Block[] {
  const list = itemList(theirs, { frame, rank: 'restored' });
  return theirs.length <= MAX_OPEN ? open(title, list) : folded(title, list);
}

/** Everything below the heading. */
export function driftParts(plan: MaskedPlan, { status, ...frame }: Page): Block[] {
  const drift = entries(plan.drift);
  const notes = lineList(
    plan.notes.map((note) => () => `${frame.say(note)}\n\n`),
    { frame, rank: 'notes', noun: 'note', share: 1 / 8, areParagraphs: true },
  );
  const stays = countOverrides(plan) === 0 ? '' : ' Items created on the server stay unless `prune: all` deletes them.';
  const { declaredAs } = plan.target;
  const of = declaredAs === undefined ? '' : ` --target ${declaredAs}`;
  const advice = `The next apply restores the declared state, unless \`onDrift\` prevents it.${stays} To keep a change, import it with \`confighub-sync import${of} --only drift\`.\n`;
  return [
    `**${driftLine(plan)}**\n\n`,
    statusLines(status, frame),
    notes,
    ...(drift.length === 0 ? [] : [itemList(drift, { frame, rank: 'drift' }), '\n', advice]),
  ];
}

function noteParts(plan: MaskedPlan, frame: Frame): Block[] {
  const dropped = droppedLines(plan.base?.dropped ?? 0);
  const notes = [...rewrittenLines(plan), ...dropped, ...plan.notes, ...othersLines(plan)];
  const lines = notes.map((note) => () => `${frame.say(note)}\n\n`);
  return lines.length === 0
    ? []
    : [lineList(lines, { frame, rank: 'notes', noun: 'note', share: 1 / 8, areParagraphs: true })];
}

function renameParts(renames: readonly Rename[], frame: Frame): Block[] {
  const lines = renames.map((rename) => () => renameLine(rename, frame));
  const list = lineList(lines, { frame, rank: 'renames', noun: 'rename' });
  return lines.length <= MAX_OPEN
    ? openIfShown(RENAMED, list)
    : folded(`${RENAMED} (${withCommas(lines.length)})`, list);
}

/** The first lines under a heading, and the rest in a fold that says which environments it reaches. */
function listParts(listed: readonly Entry[], { frame, elements, title, noun, ranks }: Listing): Block[] {
  const [first, rest] = split(listed);
  return [
    ...open(`${title} (${withCommas(listed.length)})`, itemList(first, { frame, rank: ranks[0] })),
    ...folded(
      `${counted(rest.length, `more ${noun}`)}${reachText(rest, elements)}`,
      itemList(rest, { frame, rank: ranks[1], leftBy: { elements } }),
    ),
  ];
}

const DELETIONS = { title: 'Deletions', noun: 'deletion', ranks: ['deletions', 'more deletions'] } as const;
const CHANGES = { title: 'Changes', noun: 'change', ranks: ['changes', 'more changes'] } as const;

interface Listing {
  frame: Frame;
  title: string;
  noun: string;
  ranks: readonly [first: Rank, rest: Rank];
  elements: MaskedPlan['elements'];
}

/** The first entries, which are never folded, so that they cannot be missed, and the rest. No key is in both. */
function split(listed: readonly Entry[]): [first: Entry[], rest: Entry[]] {
  const starts = listed.flatMap((_, i) => (positionOf(listed, i) === 'inner' ? [] : [i]));
  const ends = [...starts.slice(1), listed.length];
  const end = ends.findLast((one) => one <= MAX_OPEN) ?? ends[0] ?? 0;
  return [listed.slice(0, end), listed.slice(end)];
}

/** Drift was pending too, and is listed apart. */
function pendingTitle(plan: MaskedPlan, pending: readonly Entry[]): string {
  const listed = pending.map(({ change }) => change);
  const besides = countPending(plan) > listed.filter(isCounted).length ? ', besides the drift above' : '';
  return `Pending before this pull request${besides}: ${toDoText(countChanges(listed))}`;
}

function ofThese(plan: MaskedPlan): string {
  const count = countPending(plan);
  if (count === 0) return '';
  return ` Of these, ${withCommas(count)} ${count === 1 ? 'was' : 'were'} pending before this pull request.`;
}

/** As in the log, with drift. */
function countPending({ changes }: MaskedPlan): number {
  return changes.filter((change) => change.pending && isCounted(change)).length;
}
