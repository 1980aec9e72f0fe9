// The parts of a comment and their order: first what matters for a merge; long lists are folded.
import { withCommas } from '../../lib/text.ts';
import { ACTIONS } from '../../model/plan.ts';
import { ANY_OTHER, type ElementTable } from '../element-counts.ts';
import type { Problem } from '../problems.ts';
import { refusedTitle } from '../sentences.ts';
import type { PlanView, Section } from '../view.ts';
import { cell, code } from './escape.ts';
import type { Part } from './fit.ts';
import { type Frame, itemLines, problemItems } from './lines.ts';
import { isApplied, reasonText, type Status, whereText } from './status.ts';

/** Longer lists are folded behind these lines. */
const MAX_LINES_OPEN = 20;

interface Page {
  status: Status;
  frameAt: (level: Frame['level']) => Frame;
  /** How to approve the plan, in Markdown. */
  approval?: (frame: Frame) => string;
}

/** Everything below the heading. */
export function planPart(view: PlanView, { status, frameAt, approval = () => '' }: Page): Part {
  return {
    counts: view.sections.map(({ lines }) => lines.length),
    render: (level) => {
      const frame = frameAt(level);
      const takeDiff = limited(level.diffs);
      const sections = (isWanted: (section: Section) => boolean) =>
        view.sections.filter(isWanted).map((section) => sectionText(section, { frame, takeDiff }));
      return [
        refusedText(view.refusals, status, frame),
        ...view.alarms.map((text) => `**${frame.say(text)}**\n\n`),
        reasonText(status, frame),
        countsText(view, status),
        whereText(status),
        ...view.sections
          .filter(({ id }) => id === 'safety')
          .map((section) => sectionText(section, { frame: { ...frame, removedAt: view.base }, takeDiff })),
        reachText(view, frame),
        approval(frame),
        ...sections(({ id, weight }) => weight === 'alarm' && id !== 'safety'),
        paragraphs([...view.notes, ...view.remarks], frame),
        listText('Warnings', problemItems(view.warnings, frame), frame),
        ...sections(({ weight }) => weight !== 'alarm'),
      ].join('');
    },
  };
}

function limited(most: number): () => boolean {
  let left = most;
  return () => left-- > 0;
}

/** What a refused plan says, and what a refused apply says. */
function refusedText(refusals: readonly Problem[], { isApply }: Status, frame: Frame): string {
  if (refusals.length === 0) return '';
  const lines = limitedItems(problemItems(refusals, frame), frame);
  return `> [!CAUTION]\n> **${refusedTitle(isApply)}**\n>\n${quotedLines(lines)}\n`;
}

/** Lines of an alert. */
function quotedLines(text: string): string {
  return text.trimEnd().replace(/^/gm, '> ').concat('\n');
}

/** `1 to create, 0 to update, 0 to delete.`, or what was done, unless the heading says it all. */
function countsText({ isEmpty, closing, done, alarms }: PlanView, { kind, mergeInto }: Status): string {
  if (isEmpty && (kind === 'unchanged' || alarms.length > 0)) return '';
  const merge = kind === 'planned' && alarms.length === 0 && mergeInto !== undefined;
  const counts = isApplied(kind) ? done : closing.replace(/^Plan: /, '');
  return `${merge ? `Merging into ${code(mergeInto)} applies this: ` : ''}**${counts}**\n\n`;
}

function reachText({ reach }: PlanView, { say }: Frame): string {
  if (reach === undefined) return '';
  return typeof reach === 'string' ? `${say(reach)}\n\n` : reachTable(reach);
}

function reachTable({ title, level, rows, left }: ElementTable): string {
  const lines = [
    [cell(level), ...ACTIONS],
    ['---', ...ACTIONS.map(() => '--:')],
    ...rows.map(({ element, ...counts }) => [
      element === '*' ? ANY_OTHER : cell(element),
      ...ACTIONS.map((action) => withCommas(counts[action])),
    ]),
  ];
  const text = lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
  return `${title}:\n\n${text}${left > 0 ? `\n… and ${withCommas(left)} more\n` : ''}\n`;
}

/** More notes are counted. */
const MAX_NOTES = 20;
const LEAST_NOTES = 5;

export function paragraphs(sentences: readonly string[], { say, level, pointer }: Frame): string {
  const most = level.lines === 0 ? LEAST_NOTES : MAX_NOTES;
  const shown = sentences.slice(0, most).map((text) => `${say(text)}\n\n`);
  return `${shown.join('')}${moreText(sentences.length - shown.length, 'note', pointer)}`;
}

function moreText(left: number, noun: string, pointer: string): string {
  return left <= 0 ? '' : `… and ${withCommas(left)} more ${noun}${left === 1 ? '' : 's'}: see ${pointer}.\n\n`;
}

/** Findings are shown even where lines of changes are not. */
const LEAST_FINDINGS = 20;

function limitedItems(items: readonly string[], { level, pointer }: Frame): string {
  const shown = items.slice(0, Math.max(LEAST_FINDINGS, level.lines));
  const more = moreText(items.length - shown.length, 'line', pointer);
  return `${shown.join('')}${more === '' ? '' : `\n${more.trimEnd()}\n`}`;
}

/** A list of findings or mistakes under a heading. */
export function listText(title: string, items: readonly string[], frame: Frame): string {
  const heading = title === '' ? '' : `#### ${title}\n\n`;
  return items.length === 0 ? '' : `${heading}${limitedItems(items, frame)}\n`;
}

interface Listing {
  frame: Frame;
  takeDiff: () => boolean;
}

/** The first lines of a list are never folded, so that they cannot be missed. */
export function sectionText({ id, title, weight, lines }: Section, { frame, takeDiff }: Listing): string {
  const { level, pointer } = frame;
  // What changes about safety is shown at every level.
  const shown = lines.slice(0, id === 'safety' ? lines.length : level.lines);
  const more = moreText(lines.length - shown.length, 'line', pointer);
  const left = more === '' ? '' : `\n${more}`;
  const textOf = (some: typeof lines) => itemLines(some, frame, takeDiff);
  if (id === 'safety') return `> [!WARNING]\n> **${title}.**\n>\n${quotedLines(textOf(shown))}\n`;
  if (weight === 'fold') return fold(title, `${textOf(shown)}${left}`);
  const end = shown.length <= MAX_LINES_OPEN ? shown.length : startOfItem(lines, MAX_LINES_OPEN);
  const [first, rest] = [shown.slice(0, end), shown.slice(end)];
  const folded = rest.length === 0 ? left : `\n${fold(`${withCommas(rest.length)} more`, `${textOf(rest)}${left}`)}`;
  return `#### ${title}\n\n${textOf(first)}${folded}${rest.length === 0 ? '\n' : ''}`;
}

/** Where a list may be cut so that no key is in both parts. */
function startOfItem(lines: Section['lines'], most: number): number {
  const starts = lines.flatMap((line, i) => (i > 0 && lines[i - 1]?.name !== line.name ? [i] : []));
  return starts.findLast((at) => at <= most) ?? starts[0] ?? lines.length;
}

export function fold(title: string, text: string): string {
  return `<details><summary>${title}</summary>\n\n${text}\n</details>\n\n`;
}
