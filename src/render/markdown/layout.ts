// The parts of a comment and their order: first what matters for a merge; long lists are folded.
import { counted, withCommas } from '../../lib/text.ts';
import { countChanges, countOverrides } from '../../model/plan.ts';
import {
  addedTitle,
  closingLine,
  driftLine,
  driftTitle,
  droppedLines,
  entries,
  type Entry,
  othersLines,
  refusals,
  restoredTitle,
  rewrittenLine,
  warnings,
} from '../describe.ts';
import type { MaskedPlan } from '../mask.ts';
import { approvalParts } from './approval.ts';
import type { Block } from './budget.ts';
import { prose } from './escape.ts';
import { findingLines, safetyLine, sorted } from './items.ts';
import { alert, folded, type Frame, itemList, lineList, open } from './lists.ts';
import { heading, type Status, statusLines } from './status.ts';

/** Longer lists are folded. */
const MAX_OPEN = 20;

interface Page extends Frame {
  status: Status;
}

export function layout(plan: MaskedPlan, { status, ...frame }: Page): Block[] {
  const { deletions, others, pending, drift, restored, added } = sorted(plan);
  return [
    heading(status, plan.target),
    status.kind === 'unchanged' ? '' : `**${closingLine(plan)}**${ofThese(pending)}\n\n`,
    statusLines(status),
    ...safetyBox(plan, frame),
    ...refusalBox(plan, frame),
    ...approvalParts(plan, frame),
    ...theirParts(restoredTitle(plan), { theirs: restored, frame }),
    ...theirParts(addedTitle(plan), { theirs: added, frame }),
    ...noteParts(plan, frame),
    ...warningParts(plan, frame),
    ...deletionParts(deletions, frame),
    ...changeParts(others, frame),
    ...folded(pendingTitle(pending), itemList(pending, { frame, rank: 'pending' })),
    ...folded(driftTitle(plan).replace(/:$/, ''), itemList(drift, { frame, rank: 'drift' })),
  ];
}

/** Comes first, because the files do not show it. */
function theirParts(line: string, { theirs, frame }: { theirs: readonly Entry[]; frame: Frame }): Block[] {
  const title = line.replace(/:$/, '');
  const list = itemList(theirs, { frame, rank: 'restored' });
  return theirs.length <= MAX_OPEN ? open(title, list) : folded(title, list);
}

export function driftLayout(plan: MaskedPlan, { status, ...frame }: Page): Block[] {
  const drift = entries(plan.drift);
  const notes = lineList(
    plan.notes.map((note) => () => `${prose(note)}\n\n`),
    { frame, rank: 'notes', noun: 'note' },
  );
  const stays = countOverrides(plan) === 0 ? '' : ' Items created on the server stay unless `prune: all` deletes them.';
  const advice = `The next apply restores the declared state, unless \`onDrift\` prevents it.${stays} To keep a change, import it with \`confighub-sync import --only drift\`.\n`;
  return [
    heading(status, plan.target),
    `**${driftLine(plan)}**\n\n`,
    statusLines(status),
    notes,
    ...(drift.length === 0 ? [] : [itemList(drift, { frame, rank: 'drift' }), '\n', advice]),
  ];
}

function safetyBox({ safety = [] }: MaskedPlan, frame: Frame): Block[] {
  const lines = safety.map((change) => () => safetyLine(change, frame.linkOf));
  const list = lineList(lines, { frame, rank: 'safety', noun: 'setting', prefix: '> ' });
  return alert('This pull request changes safety settings.', { kind: 'WARNING', list });
}

function refusalBox(plan: MaskedPlan, frame: Frame): Block[] {
  const lines = findingLines(refusals(plan), frame);
  const list = lineList(lines, { frame, rank: 'refusals', noun: 'refusal', prefix: '> ' });
  return alert('This plan is refused: an apply would send nothing.', { kind: 'CAUTION', list });
}

function warningParts(plan: MaskedPlan, frame: Frame): Block[] {
  const lines = findingLines(warnings(plan), frame);
  return open('Warnings', lineList(lines, { frame, rank: 'warnings', noun: 'warning' }));
}

function noteParts(plan: MaskedPlan, frame: Frame): Block[] {
  const others = othersLines({ ...plan, unmanagedItems: [] }).map((line) => line.replace(/:$/, '.'));
  const notes = [
    ...[rewrittenLine(plan) ?? []].flat(),
    ...droppedLines(plan.base?.dropped ?? 0),
    ...plan.notes,
    ...others,
  ];
  const lines = notes.map((note) => () => `${prose(note)}\n\n`);
  return lines.length === 0 ? [] : [lineList(lines, { frame, rank: 'notes', noun: 'note' })];
}

/** The first deletions are never folded, so that they cannot be missed. */
function deletionParts(deletions: readonly Entry[], frame: Frame): Block[] {
  const rest = deletions.slice(MAX_OPEN);
  return [
    ...open(
      `Deletions (${withCommas(deletions.length)})`,
      itemList(deletions.slice(0, MAX_OPEN), { frame, rank: 'deletions' }),
    ),
    ...folded(counted(rest.length, 'more deletion'), itemList(rest, { frame, rank: 'more deletions' })),
  ];
}

function changeParts(others: readonly Entry[], frame: Frame): Block[] {
  const list = itemList(others, { frame, rank: 'changes' });
  const { create, update } = countChanges(others.map(({ change }) => change));
  const parts = [
    ...(create > 0 ? [`${withCommas(create)} to create`] : []),
    ...(update > 0 ? [`${withCommas(update)} to update`] : []),
  ].join(', ');
  if (others.length <= MAX_OPEN) return open(`Changes (${others.length})`, list);
  return folded(`${counted(others.length, 'change')}: ${parts}`, list);
}

function pendingTitle(pending: readonly Entry[]): string {
  const { create, update, delete: deleted } = countChanges(pending.map(({ change }) => change));
  const what = `${create} to create, ${update} to update, ${deleted} to delete`;
  return `Pending before this pull request: ${what}`;
}

function ofThese(pending: readonly Entry[]): string {
  if (pending.length === 0) return '';
  const verb = pending.length === 1 ? 'was' : 'were';
  return ` Of these, ${withCommas(pending.length)} ${verb} pending before this pull request.`;
}
