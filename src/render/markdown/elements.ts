// What applications receive in each element of the first context level, in a comment.
import { grouped } from '../../lib/collections.ts';
import { compareText, withCommas } from '../../lib/text.ts';
import { countsByElement } from '../../model/element-counts.ts';
import { ACTIONS, addressOf, type Plan } from '../../model/plan.ts';
import { type Entry, entries } from '../describe.ts';
import { ANY_OTHER, elementTable, elementTitle, isExact } from '../element-counts.ts';
import { cell, code, html } from './escape.ts';

/** A table, or nothing where the changes themselves say as much. */
export function elementRows(plan: Plan): string {
  const table = elementTable(plan);
  if (table === undefined) return '';
  const level = code(table.level);
  const lines = [
    [cell(table.level), ...ACTIONS],
    ['---', ...ACTIONS.map(() => '--:')],
    ...table.rows.map(({ element, ...counts }) => [
      element === '*' ? ANY_OTHER : cell(element),
      ...ACTIONS.map((action) => withCommas(counts[action])),
    ]),
  ];
  const text = lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
  const more = table.left > 0 ? `\n… and ${withCommas(table.left)} more\n` : '';
  return `${elementTitle(table, level)}:\n\n${text}${more}\n`;
}

/** More elements and prefixes are counted, not named. */
const MAX_NAMED = 6;

/** `: Production 30, Staging 7`, how many of these changes reach each element, for the title of a fold. */
export function reachText(listed: readonly Entry[], elements: readonly string[] | undefined): string {
  const parts = named(reach(listed, elements), (element) => (element === '*' ? ANY_OTHER : html(element)));
  return parts === '' ? '' : `: ${parts}`;
}

/** `Production 30, Staging 7`, for a cell of a table; empty if no element is named. */
export function reachCell(plan: Plan): string {
  const counts = reach(entries(plan.changes), plan.elements);
  if (counts.every(([element]) => element === '*')) return '';
  const text = named(counts, (element) => (element === '*' ? ANY_OTHER : cell(element, MAX_NAME)));
  return isExact(plan) ? text : `at least ${text}`;
}

const MAX_NAME = 40;
/** Bytes that {@link whatIsLeft} has at most. */
export const MOST_LEFT = 300;

/** ` (Production 30, Staging 7; shop.… 20, db.… 17)`: the elements that changes reach, and how their names begin. */
export function whatIsLeft(listed: readonly Entry[], elements: readonly string[] | undefined): string {
  const reached = named(reach(listed, elements), (element) => (element === '*' ? ANY_OTHER : code(element, MAX_NAME)));
  const prefixes = grouped(listed, ({ change }) => /^[^./]*[./]?/.exec(addressOf(change))?.[0] ?? '');
  const counts = [...prefixes].map(([prefix, { length }]): Named => [prefix, length]);
  const begin = named(
    counts.sort(([a, one], [b, other]) => other - one || compareText(a, b)),
    (prefix) => code(`${prefix}…`, MAX_NAME),
  );
  const all = [reached, begin].filter((part) => part !== '').join('; ');
  return [` (${all})`, ` (${begin})`].find((text) => Buffer.byteLength(text) <= MOST_LEFT) ?? '';
}

type Named = [name: string, count: number];

function reach(listed: readonly Entry[], elements: readonly string[] | undefined): Named[] {
  const counts = countsByElement({ changes: listed.map(({ change }) => change), elements });
  return counts.map(({ element, create, update, delete: deleted }) => [element, create + update + deleted]);
}

function named(counts: readonly Named[], shown: (name: string) => string): string {
  const first = counts.slice(0, MAX_NAMED).map(([name, count]) => `${shown(name)} ${withCommas(count)}`);
  const left = counts.length - first.length;
  return (left > 0 ? [...first, `${withCommas(left)} more`] : first).join(', ');
}
