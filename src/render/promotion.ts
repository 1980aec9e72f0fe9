// A promotion as text and as JSON: what it sets, who is affected, what it leaves and why, and the files that it writes.
import { grouped } from '../lib/collections.ts';
import { asBlocks, counted } from '../lib/text.ts';
import type { FileWrite } from '../model/import-plan.ts';
import { countChanges, inJson, type ShowAffected } from '../model/plan.ts';
import type { LeftDifference, LeftReason, Promotion } from '../model/promotion.ts';
import { type ChangeLine, Comparisons, entries, lineOf } from './change-lines.ts';
import { proseLines } from './columns.ts';
import { colorsOf } from './colors.ts';
import { lineCount } from './differences.ts';
import { filesJson } from './import-text.ts';
import { versioned } from './json.ts';
import { MASK, maskChange } from './mask.ts';
import { printable } from './printable.ts';
import { changeLines, type LineOptions } from './text.ts';
import { toDoText } from './sentences.ts';

interface PromotionText extends LineOptions {
  display: (path: string) => string;
  showAffected?: ShowAffected | undefined;
}

export function textPromotion(promotion: Promotion, options: PromotionText): string {
  const { from, to, changes, left, writes, notes } = promotion;
  const { display, showAffected = 'short' } = options;
  const colors = colorsOf(options.color);
  const comparisons = new Comparisons();
  const set = entries(changes.map(maskChange)).map((entry) =>
    lineOf(entry, showAffected, comparisons),
  );
  const sections = [...grouped(left, ({ why }) => titleOf(why, promotion))].map(
    ([title, differences]) => [
      ...proseLines(`${title}:`, options, { paint: colors.yellow }),
      ...changeLines(differences.map(leftLine), options),
    ],
  );
  return asBlocks([
    [colors.bold(printable(`From ${from} to ${to}, in the files`))],
    changeLines(set, options),
    ...sections,
    notes.flatMap((note) => proseLines(printable(note), options, { paint: colors.yellow })),
    [
      ...writes.map((write) => fileLine(write, { display, color: options.color })),
      ...(writes.some(({ before, after }) => before !== undefined && after !== undefined)
        ? ['Line numbers are those after the edit.']
        : []),
    ],
    [colors.bold(closingLine(promotion))],
  ]);
}

/** What the differences that stay have in common. */
function titleOf(why: LeftReason, { from, to }: Promotion): string {
  const titles: Record<LeftReason, string> = {
    manual: 'Not promoted, because their files cannot be edited',
    secret: `Secrets are left out: set them for ${to} yourself`,
    keep: 'Left alone, because `promote.keep` in the project file names them',
    own: `Only ${to} has these rows, so they stay`,
    others: 'Not promoted, because applications elsewhere would get them too',
    deleted: `Only listed, because ${from} has no value for them`,
    elsewhere: 'Not promoted, because other rows give these values',
    'too-many': 'Not compared',
  };
  return printable(titles[why]);
}

function leftLine(difference: LeftDifference): ChangeLine {
  const { kind, name, context, text, reason, place, why } = difference;
  return {
    sign: '=',
    kind,
    name,
    context,
    text: leftText(kind, text),
    affected: why === 'keep' ? [] : [{ text: reason, isLoss: false }],
    place,
  };
}

function leftText(kind: LeftDifference['kind'], text: LeftDifference['text']): ChangeLine['text'] {
  if (text === undefined)
    return { kind: 'words', text: kind === 'file' ? '(no file)' : '(no value)' };
  if (text === MASK) return { kind: 'words', text };
  return kind === 'file' ? { kind: 'words', text: lineCount(text ?? '') } : { kind: 'value', text };
}

function fileLine(
  { path, before, after }: FileWrite,
  { display, color }: Pick<PromotionText, 'display' | 'color'>,
): string {
  const colors = colorsOf(color);
  const name = printable(display(path));
  if (before === undefined) return colors.green(`Creates ${name}`);
  return after === undefined ? colors.red(`Deletes ${name}`) : colors.yellow(`Edits ${name}`);
}

function closingLine({ changes, writes, left }: Promotion): string {
  const manual = left.filter(({ why }) => why === 'manual').length;
  const failed = manual === 0 ? '' : ` ${counted(manual, 'difference')} cannot be promoted.`;
  if (writes.length === 0) return `Nothing to promote.${failed}`;
  return `Promotion: ${toDoText(countChanges(changes))}; ${counted(writes.length, 'file')} to write.${failed}`;
}

export function jsonPromotion(
  { from, to, changes, left, writes, notes }: Promotion,
  { display, isWritten }: Pick<PromotionText, 'display'> & { isWritten: boolean },
): string {
  return versioned({
    from,
    to,
    counts: countChanges(changes),
    changes: changes.map(maskChange).map(inJson),
    left: left.map(leftJson),
    files: filesJson(writes, display),
    notes,
    written: isWritten,
  });
}

function leftJson({ text, ...one }: LeftDifference): object {
  const shown = text === undefined ? {} : { [one.kind === 'file' ? 'content' : 'value']: text };
  return inJson({ ...one, ...shown });
}
