// What a page says about its targets and its run: headings, what happened, when and where, and the table of several.
import type { CommandError } from '../../errors.ts';
import { counted, listed, someOf, withCommas } from '../../lib/text.ts';
import { shownMinute } from '../../model/apply-entry.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { countsByElement } from '../../model/element-counts.ts';
import { importanceOf, OUTCOMES, type Outcome, shownAs } from '../../model/outcome.ts';
import {
  ACTIONS,
  countChanges,
  countDrift,
  doneChanges,
  isCounted,
  type Plan,
} from '../../model/plan.ts';
import { nounOf } from '../../model/targets.ts';
import type { CountsCheck } from '../../model/server-reads.ts';
import { type MaskedPlan, mask } from '../mask.ts';
import { type Remarks, type ToldProblem, toldOf } from '../problems.ts';
import { ANY_OTHER, isExact, totalOf } from '../affected-text.ts';
import { unverifiedText } from '../text.ts';
import type { LineLinks } from '../change-lines.ts';
import { cell, code, fold, markdownLink, tableRow } from './escape.ts';
import type { MarkdownFrame } from './lines.ts';

export interface RunFacts {
  isApply?: boolean | undefined;
  /** The commit whose files were read. */
  commit?: { sha: string; url?: string | undefined } | undefined;
  /** URL of other commits, without the id at its end; absent: there are no links. */
  commits?: string | undefined;
  /** The branch that the changes go to, for people. */
  onto?: string | undefined;
  /** When it was planned; absent where that is not said. */
  planned?: Date | undefined;
  /** URL of the workflow run. */
  run?: string | undefined;
  contained?: Contained | undefined;
  /** The branch from which the changes are applied when they are merged into it; absent: unknown. */
  mergeInto?: string | undefined;
}

/** What an apply contains, if it is not that of one merge alone. */
export interface Contained {
  /** Sorted. */
  pullRequests: readonly number[];
}

export interface TargetPage {
  /** Absent: the only target of a project file without `targets`. */
  name?: string | undefined;
  /** The name is that of a stage. */
  isStage?: true | undefined;
  kind: Outcome;
  /** Absent: it could not be made, and `reason` says why. */
  plan?: MaskedPlan | undefined;
  /** Why it failed, in full sentences. */
  reason?: string | undefined;
  hint?: string | undefined;
  /** The errors in the files that are the reason. */
  diagnostics?: readonly Diagnostic[] | undefined;
  /** What is to be said besides the plan. */
  warnings?: readonly ToldProblem[] | undefined;
  links?: LineLinks;
}

export type Status = RunFacts & Pick<TargetPage, 'kind' | 'reason' | 'hint'>;

/** Of the target in a row. Masks its plan. */
export function pageOf(
  row: Remarks & {
    name?: string | undefined;
    isStage?: true;
    outcome: Outcome;
    plan?: Plan;
    error?: CommandError;
    reason?: string;
    counts?: CountsCheck | undefined;
    applied?: { source: string } | undefined;
    stillOpen?: { message: string; hint: string } | undefined;
  } & LineLinks,
): TargetPage {
  const { name, isStage, plan, error, outcome, applied, removedAt, stillOpen, untracked } = row;
  const kind = shownAs(row);
  const unverified = kind === 'unverified' ? unverifiedText(row) : undefined;
  const reason =
    error?.message ??
    unverified ??
    stillOpen?.message ??
    (kind === outcome ? row.reason : undefined);
  const { hint = stillOpen?.hint, diagnostics } = error ?? {};
  const warnings = toldOf(row);
  const links = { removedAt, untracked, declaredAt: applied?.source };
  return {
    name,
    isStage,
    kind,
    plan: plan && mask(plan),
    reason,
    hint,
    diagnostics,
    warnings,
    links,
  };
}

/** Those with the most important state first, then those that delete something. */
export function byImportance(targets: readonly TargetPage[]): TargetPage[] {
  const ranked = targets.map((target) => {
    const isDeleting = target.plan?.changes.some(
      (change) => change.action === 'delete' && isCounted(change),
    );
    return { target, rank: 2 * importanceOf(target.kind) + (isDeleting ? 0 : 1) };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ target }) => target);
}

/** `Plan`, `⛔ Refused`, `❌ No plan`; of an apply, `❌ Not applied`. */
export function titleOf(
  target: Pick<TargetPage, 'kind' | 'plan'>,
  isApply: RunFacts['isApply'],
): string {
  return isWithoutPlan(target) && !isApply ? '❌ No plan' : OUTCOMES[target.kind].heading;
}

export function isWithoutPlan({ kind, plan }: Pick<TargetPage, 'kind' | 'plan'>): boolean {
  return kind === 'failed' && plan === undefined;
}

/** Several servers may have a repository of that name. */
export function atHost({ url }: Plan['target'], shown = (host: string) => code(host)): string {
  const host = URL.canParse(url) ? new URL(url).host : '';
  return host === '' ? '' : ` at ${shown(host)}`;
}

export function isApplied(kind: Outcome): boolean {
  return OUTCOMES[kind].settles === 'applied';
}

/** Why it failed, and what it was made from, unless the sentence about the merge says that. */
export function reasonText(
  { kind, reason, hint, mergeInto }: Omit<Status, Exclude<keyof RunFacts, 'mergeInto'>>,
  { say }: Pick<MarkdownFrame, 'say'>,
): string {
  const told = [reason, hint].filter((text) => text !== undefined);
  const why = told.length === 0 ? '' : `${told.map((text) => say(text)).join(' ')}\n\n`;
  return `${why}${kind === 'offline' && mergeInto === undefined ? madeOffline([]) : ''}`;
}

/** @param names of the targets that it is about; none: all */
export function madeOffline(names: readonly string[]): string {
  const [plans, were] = names.length > 1 ? ['plans', 'were'] : ['plan', 'was'];
  const made = names.length === 0 ? 'Made' : `The ${plans} of ${namesText(names)} ${were} made`;
  return `${made} from the base and head commits only: the server was not read and may differ, so it is not known which applications are affected.\n\n`;
}

/** More names are counted. */
const MAX_NAMES = 10;

export function namesText(names: readonly string[]): string {
  return someOf(
    names.map((name) => code(name)),
    { most: MAX_NAMES },
  );
}

/**
 * ``Commit `1a2b3c4` onto `main` at `5d6e7f8`, planned 2026-11-27 01:20 UTC, workflow run``.
 * @param base the commit that the plan was compared with
 */
export function whereText(
  { commit, commits, onto, planned, run, contained }: RunFacts,
  base?: string,
): string {
  const linked = (sha: string, url: string | undefined) => markdownLink(code(sha.slice(0, 7)), url);
  const branch = onto === undefined ? '' : `${code(onto)} at `;
  const to =
    base === undefined ? '' : ` onto ${branch}${linked(base, commits && `${commits}${base}`)}`;
  const where = [
    commit && `commit ${linked(commit.sha, commit.url)}${to}`,
    planned && `planned ${shownMinute(planned)}`,
    run && markdownLink('workflow run', run),
  ];
  const text = where.filter((part) => part !== undefined && part !== '').join(', ');
  const said = text === '' ? '' : `${text[0]?.toUpperCase()}${text.slice(1)}\n\n`;
  return `${said}${containedText(contained)}`;
}

/** Each number becomes a link, and a mention in that pull request. */
function containedText(contained: Contained | undefined): string {
  if (contained === undefined) return '';
  const numbers = contained.pullRequests.map((number) => `#${number}`);
  const what = numbers.length === 1 ? [...numbers, 'later commits'] : numbers;
  return `This apply contains ${listed(what)}. The counts and lists cover all of them together. What each one changed is in its own diff.\n\n`;
}

/** The comment of a merge whose own run wrote none. */
export const APPLIED_EARLIER = `### ✅ Applied by an earlier run

An earlier run applied this merge, but could not update this comment. To see what it changed, look at the log of that run, or run \`confighub-sync history\`.
`;

/** Of a longer table, the rows of unchanged targets are folded. */
const MAX_TARGETS_OPEN = 20;
/** A table has more rows than a list has lines, because they are shorter, and these at least. */
const ROWS_OF_LINE = 4;
const LEAST_ROWS = 20;

/** In the order of the targets. Where there is no room for all, the least important rows are left out. */
export function targetTable(
  targets: readonly TargetPage[],
  { level, pointer }: MarkdownFrame,
  isApply: RunFacts['isApply'],
): string {
  const columns = columnsOf(targets, isApply);
  const head = `${tableRow(columns.map(({ title }) => title))}${tableRow(columns.map(({ isNumber }) => (isNumber ? '--:' : '---')))}`;
  const tableOf = (rows: readonly TargetPage[]) =>
    `${head}${rows.map((target) => tableRow(columns.map(({ cell }) => cell(target)))).join('')}`;
  const most = Math.max(LEAST_ROWS, ROWS_OF_LINE * level.lines);
  const important = new Set(byImportance(targets).slice(0, most));
  const shown = targets.filter((target) => important.has(target));
  const isFolded = (target: TargetPage) => targets.length > MAX_TARGETS_OPEN && isUnchanged(target);
  const folded = shown.filter(isFolded);
  const left = targets.length - shown.length;
  return [
    folded.length === shown.length
      ? ''
      : `${tableOf(shown.filter((target) => !isFolded(target)))}\n`,
    folded.length === 0
      ? ''
      : fold(`${counted(folded.length, nounOf(targets))} without changes`, tableOf(folded)),
    left === 0 ? '' : `… and ${counted(left, `more ${nounOf(targets)}`)}: see ${pointer}.\n\n`,
  ].join('');
}

function isUnchanged({ kind, plan }: TargetPage): boolean {
  if (plan === undefined) return false;
  return kind === 'clean' || (kind === 'unchanged' && countDrift(plan) === 0);
}

interface TargetColumn {
  title: string;
  isNumber?: true;
  cell: (target: TargetPage) => string;
}

/** Without columns that would say nothing. */
function columnsOf(targets: readonly TargetPage[], isApply: RunFacts['isApply']): TargetColumn[] {
  const isOfDrift = targets.every(
    ({ kind, plan }) => plan === undefined || kind === 'drifted' || kind === 'clean',
  );
  const drifts = targets.some(({ plan }) => plan !== undefined && countDrift(plan) > 0);
  const affectedElements = new Map(
    targets.map((target) => [target, target.plan === undefined ? '' : affectedCell(target.plan)]),
  );
  return [
    { title: nounOf(targets) === 'stage' ? 'Stage' : 'Target', cell: targetName },
    { title: 'State', cell: (target) => stateOf(target, isApply) },
    ...(isOfDrift ? [] : COUNTS),
    ...(drifts ? [DRIFT] : []),
    ...([...affectedElements.values()].every((text) => text === '')
      ? []
      : [
          {
            title: levelOf(targets),
            cell: (target: TargetPage) => affectedElements.get(target) ?? '',
          },
        ]),
  ];
}

/** More elements are counted, and longer names are cut. */
const MAX_NAMED = 6;
const MAX_NAME = 40;

/** `Production 30, Staging 7`; empty if no element is named. */
function affectedCell(plan: MaskedPlan): string {
  const counts = countsByElement(plan);
  if (counts.every(({ element }) => element === '*')) return '';
  const named = counts.slice(0, MAX_NAMED).map((count) => {
    const name = count.element === '*' ? ANY_OTHER : cell(count.element, MAX_NAME);
    return `${name} ${withCommas(totalOf(count))}`;
  });
  const left = counts.length - named.length;
  const text = [...named, ...(left > 0 ? [`${withCommas(left)} more`] : [])].join(', ');
  return isExact(plan) ? text : `at least ${text}`;
}

const DRIFT: TargetColumn = {
  title: 'drift',
  isNumber: true,
  cell: ({ plan }) => (plan === undefined ? '' : withCommas(countDrift(plan))),
};

const COUNTS: readonly TargetColumn[] = ACTIONS.map((action) => ({
  title: action,
  isNumber: true,
  cell: ({ plan }) =>
    plan === undefined ? '' : withCommas(countChanges(doneChanges(plan))[action]),
}));

function targetName({ name = '', plan }: TargetPage): string {
  if (plan === undefined) return `**${cell(name)}**`;
  const { target } = plan;
  const repository = `${target.account}/${target.name}`;
  return `**${cell(name)}**${name === repository ? '' : ` ${cell(repository)}`}${atHost(target, cell)}`;
}

function stateOf(target: TargetPage, isApply: RunFacts['isApply']): string {
  const { kind, plan } = target;
  if (kind === 'offline' && plan?.changes.some(isCounted) === false)
    return 'No changes, server not read';
  return OUTCOMES[kind].state ?? titleOf(target, isApply);
}

/** The name of the first context level, if all targets call it so. */
function levelOf(targets: readonly TargetPage[]): string {
  const names = new Set(targets.flatMap(({ plan }) => plan?.target.levels[0] ?? []));
  const [name] = names;
  return names.size === 1 && name !== undefined && name !== '' ? cell(name) : 'Affects';
}
