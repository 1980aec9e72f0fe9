// Lines of a comment: of changes with what differs, of settings, of findings and errors.
import { grouped } from '../../lib/collections.ts';
import { withCommas } from '../../lib/text.ts';
import { type Place, placeAt } from '../../model/diagnostic.ts';
import { pairWithin, QUOTED, quotedWithin } from '../columns.ts';
import {
  type Diff,
  isOwnContent,
  itemsOf,
  type ChangeLine,
  type Links,
  pathInRepository,
  lineUrl,
  type LinePlace,
} from '../change-lines.ts';
import { aroundDifference } from '../differences.ts';
import { clipped } from '../printable.ts';
import { othersText, type ShownProblem, REMARK } from '../problems.ts';
import { code, diffFence, markdownLink } from './escape.ts';

/** How much of a view a text shows. The least detail always fits: titles, counts and refusals. */
export interface Level {
  /** Of each section. */
  lines: number;
  /** How many differences are shown, and lines of each. */
  diffs: number;
  diffLines: number;
  /** Characters of one name or sentence. */
  words: number;
}

/** What all lines of a page share, at one level of detail. */
export interface MarkdownFrame extends Links {
  level: Level;
  /** Whether one more diff is shown. */
  takeDiff: () => boolean;
  /** Escapes a sentence. */
  say: (sentence: string) => string;
  /** Where the full plan is, in Markdown. */
  pointer: string;
}

/** Several lines of one key or file come below its name. */
export function itemLines(lines: readonly ChangeLine[], frame: MarkdownFrame): string {
  return itemsOf(lines)
    .map((item) => {
      const isOne = item.length === 1;
      const name = `**${nameCode(item[0]?.name ?? '', frame)}**`;
      const texts = item.map((line) => {
        // The name of a rename has the arrow.
        const sign = line.kind === 'rename' ? '' : `${code(line.sign)} `;
        const start = isOne ? `- ${sign}${name}` : `  - ${sign.trimEnd()}`;
        const diff =
          line.diff !== undefined && frame.takeDiff()
            ? diffText(line.diff, frame, isOne ? 2 : 4)
            : '';
        return `${start}${restOf(line, frame)}\n${diff}`;
      });
      return `${isOne ? '' : `- ${name}\n`}${texts.join('')}`;
    })
    .join('');
}

/** Longer names and values are clipped. */
const MAX_NAME = 200;

function nameCode(name: string, { level }: MarkdownFrame): string {
  return code(name, Math.min(MAX_NAME, level.words));
}

/** Everything after the name. */
function restOf(line: ChangeLine, frame: MarkdownFrame): string {
  const { kind, context, remark = '', affected } = line;
  const who = affected.map(({ text, isLoss }) =>
    isLoss ? `**${frame.say(text)}**` : frame.say(text),
  );
  const end = [...who, whereText(line, frame)]
    .filter((part) => part !== '')
    .map((part) => ` · ${part}`);
  const at = context === undefined ? '' : ` ${nameCode(context, frame)}`;
  const why = remark === '' ? '' : kind === 'setting' ? `**${remark}**` : frame.say(remark);
  const what = [contentText(line, frame), why].filter((part) => part !== '').join(', ');
  return `${at}${what === '' ? '' : `${at === '' ? '' : ':'} ${what}`}${end.join('')}`;
}

function contentText({ kind, text }: ChangeLine, frame: MarkdownFrame): string {
  const shown = (value: string) => nameCode(value, frame);
  if (text.kind === 'words')
    return kind === 'key' && text.text !== '' ? frame.say(text.text) : text.text;
  // Cut already, around what differs.
  if (text.kind === 'pair')
    return pairWithin(text.before, text.after, 2 * QUOTED)
      .map((side) => code(side, side.length))
      .join(' → ');
  if (text.kind === 'value')
    return `${text.isReplaced ? 'replaced by ' : ''}${shown(quotedWithin(text.text, QUOTED))}`;
  return text.settings
    .map(([name, before, after]) => {
      const isBoth = before !== undefined && after !== undefined;
      const sides = isBoth ? aroundDifference(before, after) : [before, after];
      return `${name} ${sides.map((side) => (side === undefined ? 'not set' : shown(side))).join(' → ')}`;
    })
    .map((setting) => setting.trimStart())
    .join(', ');
}

/** The whole path: a name alone could be that of several files. */
function whereText(line: ChangeLine, frame: MarkdownFrame): string {
  const { place, contentPath, diff } = line;
  const declared = placeLink(line, frame, lineText);
  if (place === undefined || contentPath === undefined) return declared;
  const content = { place: placeAt(contentPath, changedLine(diff)) };
  const linked = placeLink(content, frame, lineText);
  return isOwnContent(line) ? linked : `${linked}, declared in ${declared}`;
}

/** The first changed line of its content; 1 if unknown. */
function changedLine(diff: Diff | undefined): number {
  const [head = '', ...lines] = diff?.lines ?? [];
  const index = lines.findIndex((line) => !line.startsWith(' '));
  return Number(/^@@ .*\+(\d+)/.exec(head)?.[1] ?? 1) + (diff?.isWhole ? 0 : Math.max(0, index));
}

/** Longer diffs are folded, and so is every whole text. */
const MAX_DIFF_OPEN = 25;

function diffText(
  { lines, count, isWhole }: Diff,
  { level }: MarkdownFrame,
  indent: number,
): string {
  const spaces = ' '.repeat(indent);
  const left = count - level.diffLines;
  const shown =
    left > 0 ? [...lines.slice(0, level.diffLines), `… ${withCommas(left)} more lines`] : lines;
  const fence = diffFence(shown, spaces);
  if (!isWhole && count <= MAX_DIFF_OPEN) return fence;
  const title = isWhole
    ? `Show ${withCommas(count)} lines`
    : `${withCommas(count)} lines of difference`;
  return `\n${spaces}<details><summary>${title}</summary>\n\n${fence}\n${spaces}</details>\n\n`;
}

/** More problems with the same code are counted. */
const MAX_ALIKE = 3;

/** A line of a list, and how many of what is listed it stands for. */
export interface ListItem {
  text: string;
  count: number;
}

/** A line for each problem; a hint that several have is said once. */
export function problemItems(problems: readonly ShownProblem[], frame: MarkdownFrame): ListItem[] {
  return [...grouped(problems, ({ code }) => code)].flatMap(([name, same]) => {
    const shown = same.slice(0, MAX_ALIKE);
    const hints = shown.map(({ hint }, i) =>
      hint === undefined || shown[i - 1]?.hint === hint ? '' : ` ${frame.say(hint)}`,
    );
    const lines = shown.map((problem, i) => ({
      text: problemLine(problem, frame, hints[i] ?? ''),
      count: 1,
    }));
    const left = same.length - shown.length;
    if (left === 0) return lines;
    return [
      ...lines,
      { text: `- … and ${withCommas(left)} more of ${ruleLink(name, frame)}\n`, count: left },
    ];
  });
}

function problemLine(problem: ShownProblem, frame: MarkdownFrame, hint: string): string {
  return `- **${ruleLink(problem.code, frame)}**${placeOf(problem, frame)}: ${frame.say(problem.message)}${hint}\n`;
}

export function toldLine(problem: ShownProblem, frame: MarkdownFrame): string {
  const hint = problem.hint === undefined ? '' : ` ${frame.say(problem.hint)}`;
  return problem.code === REMARK
    ? `- ${frame.say(problem.message)}\n`
    : problemLine(problem, frame, hint);
}

export function errorLine(problem: ShownProblem, frame: MarkdownFrame): string {
  const { code: name, message, hint, related } = problem;
  const seeAlso =
    related === undefined ? '' : ` See also: ${placeLink({ place: related }, frame)}.`;
  const advice = hint === undefined ? '' : ` ${frame.say(hint)}`;
  return `- ${`${placeOf(problem, frame)} ${code(name)}`.trimStart()} ${frame.say(message)}${seeAlso}${advice}\n`;
}

function placeOf(problem: ShownProblem, frame: MarkdownFrame): string {
  const place = placeLink(problem, frame);
  if (place !== '') return ` ${place}${othersText(problem)}`;
  return problem.file === undefined ? '' : ` ${code(pathInRepository(problem.file, frame))}`;
}

/** The code of a rule, as a link to what the documentation says about it. */
export function ruleLink(name: string, { docs }: Pick<MarkdownFrame, 'docs'>): string {
  return markdownLink(code(name), docs && `${docs}/messages.md#${name}`);
}

const lineText = ({ line }: Place) => `:${line}`;
const columnText = ({ line, column }: Place) => `:${line}:${column}`;

/** `removed from` in front of a line that the plan removes. */
function placeLink(where: LinePlace, frame: MarkdownFrame, textOf = columnText): string {
  const at = where.place ?? where.removedFrom;
  if (at === undefined) return '';
  const shown = code(`${clipped(pathInRepository(at.file, frame), 150)}${textOf(at)}`);
  return `${where.place === undefined ? 'removed from ' : ''}${markdownLink(shown, lineUrl(where, frame))}`;
}
