// What later runs add to a comment: a line below what was applied, or the apply that brought the change after all.
import { countChanges, isCounted, type Target } from '../../model/plan.ts';
import type { MaskedPlan } from '../mask.ts';
import { doneText, refusals, toDoText } from '../sentences.ts';
import { code, link } from './escape.ts';
import { commitLink, heading, type Status, type StatusKind } from './status.ts';

type Run = Pick<Status, 'commit' | 'run'>;

/** A line about a run after the apply that the comment is about. `mistakes`: in the files, so there is no plan. */
export function laterLine(kind: StatusKind | 'mistakes', { plans, ...run }: Run & { plans: readonly MaskedPlan[] }) {
  const of = run.commit === undefined ? '' : ` of commit ${commitLink(run.commit)}`;
  const sign = kind === 'uncertain' ? '⚠️ ' : '';
  return `${sign}${link('A later run', run.run)}${of} ${didText(kind, plans)}.`;
}

function didText(kind: StatusKind | 'mistakes', plans: readonly MaskedPlan[]): string {
  if (kind === 'mistakes') return 'found mistakes in the files, and sent nothing';
  if (kind === 'failed') return 'failed, and sent nothing';
  if (kind === 'uncertain') return 'sent changes, and the outcome is uncertain';
  if (kind === 'refused') return `was refused${refusedBy(plans)}, and sent nothing`;
  const changes = plans.flatMap((plan) => plan.changes);
  if (!changes.some(isCounted)) return 'found nothing to change';
  const counts = countChanges(changes);
  return kind === 'applied' || kind === 'unverified'
    ? `applied again: ${doneText(counts)}`
    : `planned ${toDoText(counts)}`;
}

function refusedBy(plans: readonly MaskedPlan[]): string {
  const codes = [...new Set(plans.flatMap(refusals).map((one) => one.code))];
  const shown = codes.slice(0, 3).map((one) => code(one));
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`;
}

/** The line about a later run that found out what became of these targets. */
export function acceptedLine(targets: readonly string[], { run }: Pick<Run, 'run'>): string {
  const names = targets.map((name) => code(name)).join(', ');
  return `${link('A later run', run)} found that the server accepted the push to ${names}.`;
}

/** How an apply ended that brought the changes of earlier pull requests too. */
export type BroughtBy = 'verified' | 'unverified' | 'nothing';

const BROUGHT: Readonly<Record<BroughtBy, { kind: StatusKind; did: string }>> = {
  verified: { kind: 'brought', did: 'was applied and verified' },
  unverified: { kind: 'brought-unverified', did: 'was applied, but not verified' },
  nothing: { kind: 'brought-nothing', did: 'was compared with the server, and nothing was left to change' },
};

interface Brought extends Run {
  by: BroughtBy;
  /** Absent: the comment is about several. */
  target: Target | undefined;
  /** The comment until now, in Markdown that this program wrote; empty: there is no room for it. */
  before: string;
}

/** The comment of a pull request whose change a later commit brought to the server. */
export function broughtComment({ by, target, before, ...run }: Brought): string {
  const commit = run.commit === undefined ? 'A later commit' : `Commit ${commitLink(run.commit)}`;
  const where = run.run === undefined ? '' : ` (${link('workflow run', run.run)})`;
  const { kind, did } = BROUGHT[by];
  // A refused change may have been reverted, so that it was never applied.
  const reverted = 'If a commit in between changed or reverted it, the server has the later state.';
  const start = `${heading({ kind }, target)}${commit}, which contains this pull request, ${did}${where}. ${reverted}\n`;
  if (before.trim() === '') return start;
  const earlier = `<details><summary>Before</summary>\n\n${before.trim()}\n\n</details>\n`;
  return `${start}\n${earlier}`;
}
