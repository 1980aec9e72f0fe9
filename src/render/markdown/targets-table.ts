// The table of several targets: the state of each, what its plan changes, and how many changes reach each environment.
import { counted, withCommas } from '../../lib/text.ts';
import { countsByElement } from '../../model/element-counts.ts';
import { OUTCOMES, type Outcome } from '../../model/outcome.ts';
import { ACTIONS, countChanges, countDrift, isCounted } from '../../model/plan.ts';
import { ANY_OTHER, isExact, totalOf } from '../reach.ts';
import type { MaskedPlan } from '../mask.ts';
import { cell } from './escape.ts';
import { fold, type Medium } from './layout.ts';
import { atHost, byImportance, type TargetPage, titleOf } from './status.ts';

export interface TableOptions {
  medium: Medium;
  /** The most that the table may take. */
  room: number;
  /** Where the rows are that find no room, in Markdown. */
  pointer: string;
}

/** Of a longer table, the rows of unchanged targets are folded. */
const MAX_TARGETS_OPEN = 20;

/** In the order of the targets. Where there is no room for all, the least important rows are left out. */
export function targetTable(targets: readonly TargetPage[], { medium, room, pointer }: TableOptions): string {
  const columns = columnsOf(targets);
  const more = (count: number) => `\n… and ${counted(count, 'more target')}: see ${pointer}.\n`;
  const head = headOf(columns);
  let left = room - medium.size(`${head}${head}${fold(UNCHANGED(targets.length), '')}${more(targets.length)}`);
  const rows = new Map<TargetPage, string>();
  for (const target of byImportance(targets)) {
    const row = rowOf(columns.map((column) => column.cell(target)));
    left -= medium.size(row);
    if (left < 0) break;
    rows.set(target, row);
  }
  const isFolded = (target: TargetPage) => targets.length > MAX_TARGETS_OPEN && isUnchanged(target);
  const textOf = (shown: readonly TargetPage[]) => shown.map((one) => rows.get(one) ?? '').join('');
  const open = textOf(targets.filter((one) => !isFolded(one)));
  const folded = targets.filter((one) => isFolded(one) && rows.has(one));
  return [
    open === '' ? '' : `${head}${open}\n`,
    folded.length === 0 ? '' : fold(UNCHANGED(folded.length), `${head}${textOf(folded)}`),
    rows.size === targets.length ? '' : `${more(targets.length - rows.size).trimStart()}\n`,
  ].join('');
}

const UNCHANGED = (count: number) => `${counted(count, 'target')} without changes`;

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

function headOf(columns: readonly Column[]): string {
  return `${rowOf(columns.map(({ title }) => title))}${rowOf(columns.map(({ isNumber }) => (isNumber ? '--:' : '---')))}`;
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}
