// The heading and the status lines of a comment: what happened to the plan, when and where.
import { OUTCOMES, type Outcome } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import { code, link } from './escape.ts';
import type { Frame } from './lines.ts';

export interface Status {
  kind: Outcome;
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

/** @param target absent: of several */
export function heading({ kind }: Pick<Status, 'kind'>, target?: Plan['target']): string {
  const isNamed = target !== undefined && (target.account !== '' || target.name !== '');
  const of = isNamed ? `: ${code(`${target.account}/${target.name}`)}${atHost(target)}` : '';
  return `### ${OUTCOMES[kind].heading}${of}\n\n`;
}

/** Several servers may have a repository of that name. */
export function atHost({ url }: Plan['target'], shown = (host: string) => code(host)): string {
  const host = URL.canParse(url) ? new URL(url).host : '';
  return host === '' ? '' : ` at ${shown(host)}`;
}

export function failureHeading({ kind }: Status): string {
  return kind === 'failed' ? '### ❌ No plan: nothing was sent\n\n' : `### ${OUTCOMES[kind].heading}\n\n`;
}

function commitLink({ sha, url }: NonNullable<Status['commit']>): string {
  return link(code(sha.slice(0, 7)), url);
}

/** What was done. */
export function isApplied(kind: Outcome): boolean {
  return OUTCOMES[kind].result === 'applied';
}

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
