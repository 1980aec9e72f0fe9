// Which changes reach the applications of each element of the first context level: a table, or one sentence.
import { withCommas } from '../lib/text.ts';
import { countsByElement, type ElementCounts } from '../model/element-counts.ts';
import { ACTIONS, isCounted, type Plan } from '../model/plan.ts';

/** More elements are counted, not named. */
const MAX_ROWS = 12;
/** Fewer changes are read faster than a table. */
const LEAST_CHANGES = 10;
/** Instead of `*`. */
export const ANY_OTHER = 'any other';

export interface ElementTable {
  title: string;
  /** Name of the level. */
  level: string;
  rows: ElementCounts[];
  /** How many rows are left out. */
  left: number;
}

/** A table, or a sentence where one says as much; `undefined`: unknown, or the change itself says it. */
export function reachOf(plan: Plan): ElementTable | string | undefined {
  const counts = countsByElement(plan);
  const changes = plan.changes.filter((change) => isCounted(change) && change.kind !== 'key').length;
  if (changes < 2 || counts.length === 0) return undefined;
  const level = plan.target.levels[0] ?? '';
  const most = isExact(plan) ? '' : 'at least ';
  const [first] = counts;
  const isEqual = counts.every((one) => ACTIONS.every((action) => one[action] === first?.[action]));
  if (first !== undefined && isEqual && counts.some(({ element }) => element === '*')) {
    const name = level.toLowerCase() || 'application';
    if (totalOf(first) === changes) return `All of them reach every ${name}.`;
    return `Every ${name} receives ${most}${withCommas(totalOf(first))} of them.`;
  }
  if (changes >= LEAST_CHANGES)
    return {
      title: `Changes that reach applications${most === '' ? '' : ' (at least)'}`,
      level,
      rows: counts.slice(0, MAX_ROWS),
      left: Math.max(0, counts.length - MAX_ROWS),
    };
  if (counts.length > MAX_ROWS) return undefined;
  const named = counts.map((one) => `${withCommas(totalOf(one))} in ${elementName(one)}`);
  return `Changes by ${level.toLowerCase()}: ${most}${named.join(', ')}.`;
}

function elementName({ element }: ElementCounts): string {
  return element === '*' ? ANY_OTHER : `\`${element}\``;
}

export function totalOf({ create, update, delete: deleted }: ElementCounts): number {
  return create + update + deleted;
}

/** Whether all changes that applications receive are known. */
export function isExact({ changes }: Pick<Plan, 'changes'>): boolean {
  return changes.every((change) => change.kind === 'key' || change.received?.isExact !== false);
}
