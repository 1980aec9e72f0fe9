// What a page says of a target and of its run: the heading, what happened, when and where.
import type { CommandError } from '../../errors.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { importanceOf, OUTCOMES, type Outcome, shownAs } from '../../model/outcome.ts';
import { isCounted, type Plan } from '../../model/plan.ts';
import type { CountsCheck } from '../../model/server-reads.ts';
import { type MaskedPlan, mask } from '../mask.ts';
import { unverifiedText } from '../text.ts';
import { code, link } from './escape.ts';
import type { Frame } from './lines.ts';

/** What is known of a run. */
export interface RunFacts {
  /** Whether it applies. */
  isApply?: boolean | undefined;
  commit?: { sha: string; url?: string };
  /** URL of the workflow run. */
  run?: string | undefined;
  /** The branch from which the changes are applied when they are merged into it; absent: unknown. */
  mergeInto?: string | undefined;
}

/** What is said of one target. */
export interface TargetPage {
  /** Absent: the only target of a project file without `targets`. */
  name?: string | undefined;
  kind: Outcome;
  /** Absent: it could not be made, and `reason` says why. */
  plan?: MaskedPlan;
  /** Why it failed, in full sentences. */
  reason?: string | undefined;
  /** What to do about it. */
  hint?: string | undefined;
  /** The mistakes in the files that are the reason. */
  diagnostics?: readonly Diagnostic[] | undefined;
  /** The commit that has the lines which the plan removes; absent: unknown. */
  removedAt?: string | undefined;
}

export type Status = RunFacts & Pick<TargetPage, 'kind' | 'reason' | 'hint'>;

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

/** Those with the most important state first, then those that delete something. */
export function byImportance(targets: readonly TargetPage[]): TargetPage[] {
  const ranked = targets.map((target) => {
    const isDeleting = target.plan?.changes.some((change) => change.action === 'delete' && isCounted(change));
    return { target, rank: 2 * importanceOf(target.kind) + (isDeleting ? 0 : 1) };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ target }) => target);
}

/** `Plan`, `⛔ Refused`, `❌ No plan`. */
export function titleOf({ kind, plan }: Pick<TargetPage, 'kind' | 'plan'>): string {
  return kind === 'failed' && plan === undefined ? '❌ No plan' : OUTCOMES[kind].heading;
}

/** Several servers may have a repository of that name. */
export function atHost({ url }: Plan['target'], shown = (host: string) => code(host)): string {
  const host = URL.canParse(url) ? new URL(url).host : '';
  return host === '' ? '' : ` at ${shown(host)}`;
}

/** What was done. */
export function isApplied(kind: Outcome): boolean {
  return OUTCOMES[kind].result === 'applied';
}

/** Why it failed, and what it was made from. */
export function reasonText({ kind, reason, hint }: Omit<Status, keyof RunFacts>, { say }: Pick<Frame, 'say'>): string {
  const told = [reason, hint].filter((text) => text !== undefined);
  const why = told.length === 0 ? '' : `${told.map((text) => say(text)).join(' ')}\n\n`;
  const offline = 'Made from the base and head commits only: the server was not read and may differ.\n\n';
  return `${why}${kind === 'offline' ? offline : ''}`;
}

/** `Commit 1a2b3c4, workflow run`. */
export function whereText({ commit, run }: Pick<RunFacts, 'commit' | 'run'>): string {
  const at = commit && `commit ${link(code(commit.sha.slice(0, 7)), commit.url)}`;
  const by = run && link('workflow run', run);
  const where = [at, by].filter((one) => one !== undefined && one !== '').join(', ');
  return where === '' ? '' : `${where[0]?.toUpperCase()}${where.slice(1)}\n\n`;
}
