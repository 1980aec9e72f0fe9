// The table of several targets: the state of each, what its plan changes, and how many changes reach each environment.
import { counted, withCommas } from '../../lib/text.ts';
import { countsByElement } from '../../model/element-counts.ts';
import { OUTCOMES, type Outcome } from '../../model/outcome.ts';
import { ACTIONS, countChanges, countDrift, isCounted } from '../../model/plan.ts';
import { ANY_OTHER, isExact, totalOf } from '../reach.ts';
import type { MaskedPlan } from '../mask.ts';
import { cell } from './escape.ts';
import { fold } from './layout.ts';
import type { Frame } from './lines.ts';
import { atHost, byImportance, type TargetPage, titleOf } from './status.ts';

/** Of a longer table, the rows of unchanged targets are folded. */
const MAX_TARGETS_OPEN = 20;
/** A table has more rows than a list has lines, because they are shorter, and these at least. */
const ROWS_OF_LINE = 4;
const LEAST_ROWS = 20;

/** In the order of the targets. Where there is no room for all, the least important rows are left out. */
export function targetTable(targets: readonly TargetPage[], { level, pointer }: Frame): string {
  const columns = columnsOf(targets);
  const head = `${rowOf(columns.map(({ title }) => title))}${rowOf(columns.map(({ isNumber }) => (isNumber ? '--:' : '---')))}`;
  const tableOf = (rows: readonly TargetPage[]) =>
    `${head}${rows.map((one) => rowOf(columns.map(({ cell }) => cell(one)))).join('')}`;
  const most = Math.max(LEAST_ROWS, ROWS_OF_LINE * level.lines);
  const important = new Set(byImportance(targets).slice(0, most));
  const shown = targets.filter((one) => important.has(one));
  const isFolded = (target: TargetPage) => targets.length > MAX_TARGETS_OPEN && isUnchanged(target);
  const folded = shown.filter(isFolded);
  const left = targets.length - shown.length;
  return [
    folded.length === shown.length ? '' : `${tableOf(shown.filter((one) => !isFolded(one)))}\n`,
    folded.length === 0 ? '' : fold(`${counted(folded.length, 'target')} without changes`, tableOf(folded)),
    left === 0 ? '' : `… and ${counted(left, 'more target')}: see ${pointer}.\n\n`,
  ].join('');
}

function isUnchanged({ kind, plan }: TargetPage): boolean {
  if (plan === undefined) return false;
  return kind === 'clean' || (kind === 'unchanged' && countDrift(plan) === 0);
}

interface Column {
  title: string;
  isNumber?: true;
  cell: (target: TargetPage) => string;
}

/** Without columns that would say nothing. */
function columnsOf(targets: readonly TargetPage[]): Column[] {
  const isOfDrift = targets.every(({ kind, plan }) => plan === undefined || DRIFT_KINDS.includes(kind));
  const drifts = targets.some(({ plan }) => plan !== undefined && countDrift(plan) > 0);
  const reached = new Map(targets.map((one) => [one, one.plan === undefined ? '' : reachCell(one.plan)]));
  return [
    { title: 'Target', cell: targetName },
    { title: 'State', cell: stateOf },
    ...(isOfDrift ? [] : COUNTS),
    ...(drifts ? [{ title: 'drift', isNumber: true as const, cell: driftOf }] : []),
    ...([...reached.values()].every((text) => text === '')
      ? []
      : [{ title: levelOf(targets), cell: (one: TargetPage) => reached.get(one) ?? '' }]),
  ];
}

/** More elements are counted, and longer names are cut. */
const MAX_NAMED = 6;
const MAX_NAME = 40;

/** `Production 30, Staging 7`; empty if no element is named. */
function reachCell(plan: MaskedPlan): string {
  const counts = countsByElement(plan);
  if (counts.every(({ element }) => element === '*')) return '';
  const named = counts.slice(0, MAX_NAMED).map((one) => {
    const name = one.element === '*' ? ANY_OTHER : cell(one.element, MAX_NAME);
    return `${name} ${withCommas(totalOf(one))}`;
  });
  const left = counts.length - named.length;
  const text = [...named, ...(left > 0 ? [`${withCommas(left)} more`] : [])].join(', ');
  return isExact(plan) ? text : `at least ${text}`;
}

const DRIFT_KINDS: readonly Outcome[] = ['drifted', 'clean'];

const COUNTS: readonly Column[] = ACTIONS.map((action) => ({
  title: action,
  isNumber: true,
  cell: ({ plan }) => (plan === undefined ? '' : withCommas(countChanges(plan.changes)[action])),
}));

function driftOf({ plan }: TargetPage): string {
  return plan === undefined ? '' : withCommas(countDrift(plan));
}

function targetName({ name = '', plan }: TargetPage): string {
  if (plan === undefined) return `**${cell(name)}**`;
  const { target } = plan;
  const repository = `${target.account}/${target.name}`;
  return `**${cell(name)}**${name === repository ? '' : ` ${cell(repository)}`}${atHost(target, cell)}`;
}

function stateOf(target: TargetPage): string {
  const { kind, plan } = target;
  if (kind === 'offline' && plan?.changes.some(isCounted) === false) return 'No changes, server not read';
  return OUTCOMES[kind].state ?? titleOf(target);
}

/** The name of the first context level, if all targets call it so. */
function levelOf(targets: readonly TargetPage[]): string {
  const names = new Set(targets.flatMap(({ plan }) => plan?.target.levels[0] ?? []));
  const [name] = names;
  return names.size === 1 && name !== undefined && name !== '' ? cell(name) : 'Reaches';
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}
