// The table of what applications receive in each element of the first context level.
import { withCommas } from '../lib/text.ts';
import { countsByElement, type ElementCounts } from '../model/element-counts.ts';
import { ACTIONS, isCounted, type Plan } from '../model/plan.ts';
import { padded, widthOf } from './columns.ts';
import { printable } from './printable.ts';

/** More elements are counted, not named. */
const MAX_ROWS = 12;
/** Fewer changes are read faster than a table. */
const LEAST_CHANGES = 5;
/** Instead of `*`. */
export const ANY_OTHER = 'any other';

export interface ElementTable {
  /** Name of the level. */
  level: string;
  /** Whether these are all changes that applications receive. */
  isExact: boolean;
  rows: ElementCounts[];
  /** How many rows are left out. */
  left: number;
}

/** `undefined` where the changes themselves say as much. */
export function elementTable(plan: Plan): ElementTable | undefined {
  const counts = countsByElement(plan);
  const isTold =
    plan.changes.filter(isCounted).length < LEAST_CHANGES || counts.every(({ element }) => element === '*');
  if (isTold) return undefined;
  const rows = counts.slice(0, MAX_ROWS);
  return { level: plan.target.levels[0] ?? '', isExact: isExact(plan), rows, left: counts.length - rows.length };
}

/** Whether all changes that applications receive are known. */
export function isExact({ changes }: Pick<Plan, 'changes'>): boolean {
  return changes.every((change) => change.kind === 'key' || change.received?.isExact !== false);
}

export function elementTitle({ isExact }: ElementTable, level: string): string {
  return `What applications receive${isExact ? '' : ' at least'}, by ${level}`;
}

/** For a terminal: a title, a line for each element, and an empty line. */
export function textElements(plan: Plan): string[] {
  const table = elementTable(plan);
  if (table === undefined) return [];
  const level = printable(table.level);
  const rows = table.rows.map((counts) => [
    counts.element === '*' ? ANY_OTHER : printable(counts.element),
    ...ACTIONS.map((action) => withCommas(counts[action])),
  ]);
  const lines = [[level, ...ACTIONS], ...rows];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...lines.map((cells) => widthOf(cells[at] ?? ''))));
  const [nameWidth = 0, ...countWidths] = widths;
  const text = lines.map(([name = '', ...counts]) => {
    const cells = counts.map((count, at) => count.padStart(countWidths[at] ?? 0));
    return `  ${[padded(name, nameWidth), ...cells].join('  ')}`;
  });
  return [
    `${elementTitle(table, level)}:`,
    ...text,
    ...(table.left > 0 ? [`  … and ${withCommas(table.left)} more`] : []),
    '',
  ];
}
