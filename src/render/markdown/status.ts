// The heading and the status lines of a comment: what happened to the plan, when and where.
import { hasRefusals, isCounted, type Plan } from '../../model/plan.ts';
import { code, link } from './escape.ts';
import type { Frame } from './lines.ts';

/**
 * `not-attempted`: one of several targets, another of which stopped the apply before its turn.
 * `offline`: planned from base and head only; `unverified`: sent, but not verified by reading again.
 */
export const HEADINGS = {
  planned: 'Plan',
  offline: 'Plan without the server',
  unchanged: 'No changes',
  refused: '⛔ Refused',
  applied: '✅ Applied and verified',
  unverified: '⚠️ Applied, not verified',
  uncertain: '⚠️ Sent, outcome uncertain',
  failed: '❌ Not applied',
  'not-attempted': 'Not attempted',
  drifted: '⚠️ Drift',
  clean: 'No drift',
} as const;

export type StatusKind = keyof typeof HEADINGS;

export interface Status {
  kind: StatusKind;
  /** Whether it is about an apply, not a plan. */
  isApply?: boolean | undefined;
  commit?: { sha: string; url?: string };
  /** URL of the workflow run. */
  run?: string | undefined;
  /** Why it failed, in full sentences. */
  reason?: string | undefined;
  /** What to do about it. */
  hint?: string | undefined;
  /** The branch from which the changes are applied when they are merged into it; absent: unknown. */
  mergeInto?: string | undefined;
}

/** The status of a plan before it is applied. */
export function plannedKind(plan: Plan): 'refused' | 'planned' | 'unchanged' {
  if (hasRefusals(plan)) return 'refused';
  return plan.changes.some(isCounted) ? 'planned' : 'unchanged';
}

/** The status of a plan in a workflow: without the server, that is what counts most. */
export function workflowKind(plan: Plan): 'offline' | ReturnType<typeof plannedKind> {
  return plan.live === 'base' ? 'offline' : plannedKind(plan);
}

/** @param target absent: of several */
export function heading({ kind }: Pick<Status, 'kind'>, target?: Plan['target']): string {
  const isNamed = target !== undefined && (target.account !== '' || target.name !== '');
  const of = isNamed ? `: ${code(`${target.account}/${target.name}`)}${atHost(target)}` : '';
  return `### ${HEADINGS[kind]}${of}\n\n`;
}

/** Several servers may have a repository of that name. */
export function atHost({ url }: Plan['target'], shown = (host: string) => code(host)): string {
  const host = URL.canParse(url) ? new URL(url).host : '';
  return host === '' ? '' : ` at ${shown(host)}`;
}

export function failureHeading({ kind }: Status): string {
  return kind === 'failed' ? '### ❌ No plan: nothing was sent\n\n' : `### ${HEADINGS[kind]}\n\n`;
}

function commitLink({ sha, url }: NonNullable<Status['commit']>): string {
  return link(code(sha.slice(0, 7)), url);
}

/** What was done. */
export const IS_DONE: ReadonlySet<StatusKind> = new Set(['applied', 'unverified']);

/** Why it failed, and what it was made from. */
export function reasonText({ kind, reason, hint }: Status, { say }: Pick<Frame, 'say'>): string {
  const told = [reason, hint].filter((text) => text !== undefined);
  const why = told.length === 0 ? '' : `${told.map((text) => say(text)).join(' ')}\n\n`;
  const offline = 'Made from the base and head commits only: the server was not read and may differ.\n\n';
  return `${why}${kind === 'offline' ? offline : ''}`;
}

/** `Commit 1a2b3c4, workflow run`. */
export function whereText({ commit, run }: Pick<Status, 'commit' | 'run'>): string {
  const at = commit && `commit ${commitLink(commit)}`;
  const by = run && link('workflow run', run);
  const where = [at, by].filter((one) => one !== undefined && one !== '').join(', ');
  return where === '' ? '' : `${where[0]?.toUpperCase()}${where.slice(1)}\n\n`;
}
