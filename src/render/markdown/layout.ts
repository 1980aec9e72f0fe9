// The parts of a comment and their order: first what matters for a merge; long lists are folded.
import { counted, withCommas } from '../../lib/text.ts';
import { parseApproval } from '../../model/approval.ts';
import { ACTIONS, type Finding } from '../../model/plan.ts';
import { itemsOf, type ChangeLine } from '../change-lines.ts';
import { ANY_OTHER, SEEN } from '../affected-text.ts';
import type { MaskedPlan } from '../mask.ts';
import type { ShownProblem } from '../problems.ts';
import {
  type ApprovalRequest,
  approvalOf,
  approvingCommand,
  formText,
  isOutOfDate,
  refusals,
  refusedTitle,
  unliftable,
  workflowText,
} from '../sentences.ts';
import type { PlanView, Section } from '../view.ts';
import { cell, code, fold, markdownLink, tableRow } from './escape.ts';
import {
  type MarkdownFrame,
  type ListItem,
  itemLines,
  type Level,
  errorLine,
  problemItems,
  ruleLink,
  toldLine,
} from './lines.ts';
import { isApplied, namesText, reasonText, type Status, whereText } from './targets.ts';

export const LEAST: Level = { lines: 0, diffs: 0, diffLines: 0, words: 40 };

const MORE: readonly Level[] = [
  { lines: 500, diffs: 50, diffLines: 60, words: 1000 },
  { lines: 100, diffs: 10, diffLines: 30, words: 1000 },
  { lines: 20, diffs: 0, diffLines: 0, words: 500 },
  { ...LEAST, words: 200 },
  LEAST,
];

/** Where a text is shown, and how long it may be there. */
export interface Medium {
  limit: number;
  size: (text: string) => number;
  levels: readonly Level[];
}

/**
 * GitHub accepts 65,536 characters; our comments have at most 60,000, including the marker in front. There are never
 * fewer UTF-16 units than characters.
 */
export const COMMENT: Medium = {
  limit: 59_500,
  size: (text) => text.length,
  levels: [{ lines: Number.POSITIVE_INFINITY, diffs: 200, diffLines: 60, words: 1000 }, ...MORE],
};

/** GitHub drops summaries of more than 1 MiB entirely. */
export const SUMMARY: Medium = {
  limit: 1_000_000,
  size: Buffer.byteLength,
  levels: [{ lines: Number.POSITIVE_INFINITY, diffs: 1000, diffLines: 200, words: 1000 }, ...MORE],
};

/** A part of a text, at each level of detail. */
export interface TextPart {
  render: (level: Level) => string;
  /** How many lines its lists have. */
  lines: number;
}

/** Characters of a short line. */
const SHORT_LINE = 30;

/** The text in the most detail that fits; `undefined` if none does. */
export function fitted(
  { render, lines }: TextPart,
  { limit, size, levels }: Medium,
): string | undefined {
  for (const level of levels) {
    // Rendering thousands of lines takes long.
    if (Math.min(lines, level.lines) * SHORT_LINE > limit) continue;
    const text = render(level);
    if (size(text) <= limit) return text;
  }
  return undefined;
}

/** Longer lists are folded behind these lines. */
const MAX_LINES_OPEN = 20;

/**
 * Everything below the heading.
 * @param around what is said of the only target: how to approve its plan, and warnings that the plan does not have
 */
export function planText(
  view: PlanView,
  status: Status,
  frame: MarkdownFrame,
  { approval, told }: Around,
): string {
  const problems = (problemsToShow: readonly ShownProblem[]) =>
    limitedItems(problemItems(problemsToShow, frame), frame);
  const sections = (isWanted: (section: Section) => boolean) =>
    view.sections.filter(isWanted).map((section) => sectionText(section, frame));
  return [
    view.refusals.length === 0
      ? ''
      : alert('CAUTION', refusedTitle(status.isApply), problems(view.refusals)),
    ...view.alarms.map((text) => `**${frame.say(text)}**\n\n`),
    reasonText(status, frame),
    countsText(view, status),
    whereText(status, view.base),
    ...view.sections
      .filter(({ id }) => id === 'safety')
      .map((section) => sectionText(section, { ...frame, removedAt: view.base })),
    affectedText(view, frame),
    approval,
    ...sections(({ id, weight }) => weight === 'alarm' && id !== 'safety'),
    paragraphs([...view.notes, ...view.remarks], frame),
    warningsText(`${problems(view.warnings)}${toldLines(told, frame)}`),
    ...sections(({ weight }) => weight !== 'alarm'),
  ].join('');
}

interface Around {
  approval: string;
  told: readonly ShownProblem[];
}

/** More warnings that are not about the plan are counted. */
const MAX_TOLD = 5;

function toldLines(told: readonly ShownProblem[], frame: MarkdownFrame): string {
  // Their lines are those of the files that were read.
  const current = { ...frame, declaredAt: undefined };
  const items = told.map((problem) => ({
    text: toldLine(problem, current),
    count: 1 + problem.others,
  }));
  return limitedItems(items, frame, { most: MAX_TOLD, noun: 'more warning' });
}

function warningsText(lines: string): string {
  return lines === '' ? '' : `#### Warnings\n\n${lines}\n`;
}

export function toldText(told: readonly ShownProblem[], frame: MarkdownFrame): string {
  return warningsText(toldLines(told, frame));
}

function alert(kind: 'CAUTION' | 'WARNING', title: string, text: string): string {
  return `> [!${kind}]\n> **${title}**\n>\n${text.trimEnd().replace(/^/gm, '> ')}\n\n`;
}

/** `1 to create, 0 to update, 0 to delete.`, or what was done, unless the heading says it all. */
function countsText(
  { isEmpty, mergeUnknown, closing, done, alarms }: PlanView,
  status: Status,
): string {
  const { kind } = status;
  const unknown = mergeUnknownText(mergeUnknown, status);
  if (isEmpty && (kind === 'unchanged' || kind === 'applied-before' || alarms.length > 0))
    return unknown;
  const merge = kind === 'planned' && unknown === '' ? mergeText(status) : '';
  const counts = isApplied(kind)
    ? doneParagraph(done)
    : `**${closing.replace(/^Plan: /, '')}**\n\n`;
  return `${unknown}${merge}${counts}`;
}

/** The counts are bold, and why is not. */
export function doneParagraph(done: string): string {
  return `${done.replace(/^.*?\./, '**$&**')}\n\n`;
}

/** What follows is a promise: the merge does it. */
export function mergeText({ mergeInto }: Pick<Status, 'mergeInto'>): string {
  return mergeInto === undefined ? '' : `Merging into ${code(mergeInto)} applies this: `;
}

/**
 * @param why as in a plan
 * @param names of the targets that it is about; none: all
 */
export function mergeUnknownText(
  why: string | undefined,
  { mergeInto }: Pick<Status, 'mergeInto'>,
  names: readonly string[] = [],
): string {
  if (mergeInto === undefined || why === undefined) return '';
  const whose = names.length === 0 ? '' : ` for ${namesText(names)}`;
  return `The outcome of merging into ${code(mergeInto)} is unknown${whose}: ${why}.\n\n`;
}

function affectedText({ affected }: PlanView, { say }: MarkdownFrame): string {
  if (affected === undefined) return '';
  if (typeof affected === 'string') return `${say(affected)}\n\n`;
  const { title, level, rows, left, note } = affected;
  const lines = [
    tableRow([cell(level), ...ACTIONS.map((action) => SEEN[action])]),
    tableRow(['---', ...ACTIONS.map(() => '--:')]),
    ...rows.map(({ element, ...counts }) =>
      tableRow([
        element === '*' ? ANY_OTHER : cell(element),
        ...ACTIONS.map((action) => withCommas(counts[action])),
      ]),
    ),
  ];
  return `${say(title)}:\n\n${lines.join('')}${left > 0 ? `\n… and ${withCommas(left)} more\n` : ''}\n${say(note)}\n\n`;
}

export function paragraphs(sentences: readonly string[], frame: MarkdownFrame): string {
  const items = sentences.map((sentence) => ({ text: `${frame.say(sentence)}\n\n`, count: 1 }));
  const text = limitedItems(items, frame);
  return text === '' ? '' : `${text.trimEnd()}\n\n`;
}

function moreText(left: number, pointer: string, noun = 'more line'): string {
  return left <= 0 ? '' : `… and ${counted(left, noun)}: see ${pointer}.\n\n`;
}

/** Findings and notes are shown even where lines of changes are not. */
const LEAST_FINDINGS = 20;

/** What the lines that find no room stand for is counted. */
function limitedItems(
  items: readonly ListItem[],
  { level, pointer }: MarkdownFrame,
  { most = Math.max(LEAST_FINDINGS, level.lines), noun = 'more line' } = {},
): string {
  const shown = items.slice(0, most).map(({ text }) => text);
  const left = items.slice(most).reduce((sum, { count }) => sum + count, 0);
  const more = moreText(left, pointer, noun);
  return `${shown.join('')}${more === '' ? '' : `\n${more.trimEnd()}\n`}`;
}

export function fileErrorsText(fileErrors: readonly ShownProblem[], frame: MarkdownFrame): string {
  const items = fileErrors.map((fileError) => ({
    text: errorLine(fileError, frame),
    count: 1 + fileError.others,
  }));
  return fileErrors.length === 0 ? '' : `${limitedItems(items, frame)}\n`;
}

/** The first lines of a list are never folded, so that they cannot be missed. */
export function sectionText(
  { id, title, weight, lines, more: others }: Section,
  frame: MarkdownFrame,
): string {
  const { level, pointer } = frame;
  // What changes about safety is shown at every level.
  const shown = lines.slice(0, id === 'safety' ? lines.length : level.lines);
  const more = moreText(lines.length - shown.length, pointer);
  const left = more === '' ? '' : `\n${more}`;
  const textOf = (some: typeof lines) => itemLines(some, frame);
  if (id === 'safety') return alert('WARNING', `${title}.`, textOf(shown));
  if (weight === 'fold') return fold(title, `${textOf(shown)}${left}`);
  const first: ChangeLine[] = [];
  for (const item of itemsOf(shown)) {
    if (first.length > 0 && first.length + item.length > MAX_LINES_OPEN) break;
    first.push(...item);
  }
  const later = shown.slice(first.length);
  const folded =
    later.length === 0
      ? left
      : `\n${fold(`${withCommas(lines.length - first.length)} more`, `${textOf(later)}${left}`)}`;
  const end = others === undefined ? '' : `… ${frame.say(others)}\n\n`;
  return `#### ${title}\n\n${textOf(first)}${folded}${later.length === 0 ? '\n' : ''}${end}`;
}

// How refused plans can be approved.

/** A longer approval names so many items that it would leave no room for the plan. */
const MAX_SHOWN = 8000;

export function approvalSection(
  plans: readonly MaskedPlan[],
  frame: MarkdownFrame,
  heading = '####',
): string {
  const refused = plans.filter(({ approval }) => approval !== undefined);
  if (refused.length === 0 || plans.some(isOutOfDate)) return '';
  const approval = approvalOf(plans);
  const others = refused.flatMap(unliftable);
  const more =
    frame.docs === undefined
      ? ''
      : ` ${markdownLink('How approvals work', `${frame.docs}/pull-requests.md#approve-a-refused-plan`)}.`;
  const these = refused.length === 1 ? 'this plan' : 'these plans';
  const title = `${heading} How to approve ${these}\n\n`;
  const next = 'If the next plan is still refused, it shows how to approve it.';
  const first =
    others.length === 0
      ? ''
      : `No approval covers ${rulesOf(others, frame)}: resolve that first. ${next}`;
  if (approval === undefined) return `${title}${first}${more}\n\n`;
  const approved = approval.of.flatMap(refusals).filter(({ approvable }) => approvable);
  // Those of an approval that was only planned are warnings already.
  const overridden = approved.length === 0 ? '' : `, and overrides ${rulesOf(approved, frame)}`;
  const names = new Set(
    approval.of.flatMap(({ approval = '' }) => parseApproval(approval)?.names ?? []),
  );
  const items = [...names].map((name) => ({ text: `- ${code(name)}\n`, count: 1 }));
  const listed = limitedItems(items, frame);
  return [
    title,
    first === '' ? '' : `${first}\n\n`,
    `${howTo(approval, frame)}\n\n${shown(commandOr(approval), frame)}\n`,
    `The approval covers all changes in ${these}${overridden}.`,
    names.size === 0 ? ' ' : ` The line names the protected items that it deletes:\n\n${listed}\n`,
    `A new commit or a change on the server can change the plan, which then needs a new approval.${more}\n\n`,
  ].join('');
}

function rulesOf(findings: readonly Finding[], frame: MarkdownFrame): string {
  const codes = new Set(findings.map(({ code: name }) => name));
  return [...codes].map((name) => ruleLink(name, frame)).join(', ');
}

/** What a person copies: where neither a review nor a workflow approves, the command. */
function commandOr({ way, text, isOlder }: ApprovalRequest): string {
  return way === undefined ? approvingCommand(text, { isOlder }) : text;
}

function howTo({ way, text, isOlder, manualRun }: ApprovalRequest, { say }: MarkdownFrame): string {
  if (way === undefined) return 'If all of this is intended, apply it anyway with:';
  if (way === 'review')
    return `If all of this is intended, ask a person with write permission to submit a review of this pull request (**Files changed** → **Submit review**) with the ${text.includes('\n') ? 'lines' : 'line'} below and no other text. Authors of the change cannot approve it, unless \`approvals\` is \`any-writer\`.`;
  const merge = manualRun.isAfterMerge ? 'merge it, then ' : '';
  const run = say(`run ${workflowText(manualRun)}`);
  return `If all of this is intended, ${merge}${run} (**Actions** → **Run workflow**), ${say(formText(manualRun, isOlder))}:`;
}

/** The characters of an approval cannot end the fence. */
function shown(text: string, { pointer }: MarkdownFrame): string {
  return text.length > MAX_SHOWN
    ? `The text is long: copy it from ${pointer}.\n`
    : `\`\`\`\n${text}\n\`\`\`\n`;
}
