// The table of several targets: the state of each, what its plan changes, and how many changes reach each environment.
import { counted, withCommas } from '../../lib/text.ts';
import type { CommandError } from '../../errors.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { countsByElement } from '../../model/element-counts.ts';
import { importanceOf, OUTCOMES, type Outcome, shownAs } from '../../model/outcome.ts';
import { ACTIONS, countChanges, countDrift, isCounted, type Plan } from '../../model/plan.ts';
import type { CountsCheck } from '../../model/server-reads.ts';
import { ANY_OTHER, isExact, totalOf } from '../element-counts.ts';
import { type MaskedPlan, mask } from '../mask.ts';
import { unverifiedText } from '../text.ts';
import { cell } from './escape.ts';
import type { Medium } from './fit.ts';
import { fold } from './layout.ts';
import { atHost } from './status.ts';

/** What is said of one target. */
export interface TargetPage {
  /** Absent: the only target of a project file without `targets`. */
  name?: string | undefined;
  kind: Outcome;
  /** Absent: it could not be made, and `reason` says why. */
  plan?: MaskedPlan;
  reason?: string | undefined;
  hint?: string | undefined;
  /** The mistakes in the files that are the reason. */
  diagnostics?: readonly Diagnostic[] | undefined;
  /** The commit that has the lines which the plan removes; absent: unknown. */
  removedAt?: string | undefined;
}

/** Of the target in a row. Masks its plan. */
export function pageOf(row: {
  name?: string | undefined;
  outcome: Outcome;
  plan?: Plan;
  error?: CommandError;
  reason?: string;
  counts?: CountsCheck;
  removedAt?: string | undefined;
}): TargetPage {
  const { name, plan, error, outcome, counts, removedAt } = row;
  const kind = shownAs(row);
  const unverified = kind === 'unverified' ? unverifiedText(counts) : undefined;
  const reason = error?.message ?? unverified ?? (kind === outcome ? row.reason : undefined);
  const { hint, diagnostics } = error ?? {};
  return { name, kind, ...(plan && { plan: mask(plan) }), reason, hint, diagnostics, removedAt };
}

/** The most important state of all. */
export function worstOf(targets: readonly Pick<TargetPage, 'kind'>[]): Outcome {
  const [worst] = targets.map(({ kind }) => kind).sort((a, b) => importanceOf(a) - importanceOf(b));
  return worst ?? 'unchanged';
}

/** Those with the most important state first, then those that delete something. */
export function byImportance(targets: readonly TargetPage[]): TargetPage[] {
  const rank = ({ kind, plan }: TargetPage) => {
    const isDeleting = plan !== undefined && countChanges(plan.changes).delete > 0;
    return 2 * importanceOf(kind) + (isDeleting ? 0 : 1);
  };
  return targets.toSorted((a, b) => rank(a) - rank(b));
}

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

function stateOf({ kind, plan }: TargetPage): string {
  if (kind === 'failed' && plan === undefined) return '❌ No plan';
  if (kind === 'offline' && plan?.changes.some(isCounted) === false) return 'No changes, server not read';
  return OUTCOMES[kind].state ?? OUTCOMES[kind].heading;
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
