// [edge] Publishes to the forge: the comment on the pull request, the drift issue. Never fails a step.
import { createHash, createHmac } from 'node:crypto';
import { join } from 'node:path/posix';
import { warning } from '@actions/core';
import { isCommitId } from '../model/apply-entry.ts';
import type { Place } from '../model/diagnostic.ts';
import type { ReviewAnswer, ReviewQuestion } from '../model/force.ts';
import type { Options } from '../options.ts';
import type { PageOptions } from '../render/markdown/comment.ts';
import { openApi } from './api.ts';
import { findApprovals } from './approvals.ts';
import { type CommentRequest, type DriftReport, updateDriftIssue, upsertComment } from './boards.ts';
import type { EventContext } from './event-context.ts';
import type { Inputs } from './inputs.ts';
import { outputComment } from './outputs.ts';
import type { AppliedOutcome, Outcome } from './posts.ts';
import { clueOf, findPullRequest, type PullRequest } from './pull-request.ts';
import { type Api, type Clock, type Denied, FAILURES, type Failed, type Result, textAt } from './requests.ts';

export type Message = Pick<CommentRequest, 'markdown' | 'hasNews' | 'phase'> & {
  /** What the apply did that the message is about. */
  outcome?: AppliedOutcome | undefined;
  /** Digest of the content. */
  plan: string;
};

export interface Publishing {
  context: EventContext;
  inputs: Pick<Inputs, 'comment' | 'githubToken'>;
  /** The target in the marker of the comment, or of the drift issue of one of several targets. */
  markerOf: (name?: string) => string;
  clock: Clock;
}

export class Publisher {
  readonly #publishing: Publishing;
  readonly #api: Api | undefined;
  #pullRequest: Promise<Result<PullRequest | undefined>> | undefined;
  readonly #warned = new Set<string>();

  constructor(publishing: Publishing) {
    const { apiUrl, repository } = publishing.context;
    const token = publishing.inputs.githubToken;
    this.#publishing = publishing;
    const isUsable = token !== '' && repository !== '';
    this.#api = isUsable ? openApi({ apiUrl, token, repository }, publishing.clock) : undefined;
  }

  /** The pull request of the event; `undefined` if it has none, or it cannot be found. */
  async pullRequest(): Promise<PullRequest | undefined> {
    const found = await this.#find();
    return found !== undefined && 'ok' in found ? found.ok : undefined;
  }

  /** Requested once; `undefined`: the event has none. */
  #find(): Promise<Result<PullRequest | undefined>> | undefined {
    const clue = clueOf(this.#publishing.context);
    if (this.#api === undefined || clue === undefined) return undefined;
    this.#pullRequest ??= findPullRequest(this.#api, clue);
    return this.#pullRequest;
  }

  /** Creates or updates the comment on the pull request, if there is one. */
  async comment({ plan, outcome, ...message }: Message): Promise<void> {
    const { inputs, markerOf } = this.#publishing;
    if (this.#api === undefined || inputs.comment === 'never') return;
    const found = await this.#find();
    if (found === undefined) return;
    if (!('ok' in found)) return this.#warn('comment', found);
    if (found.ok === undefined) return;
    const { number: pullRequest } = found.ok;
    const marker = { target: markerOf(), head: found.ok.head, plan, outcome };
    const written = await upsertComment(this.#api, { ...message, pullRequest, marker, policy: inputs.comment });
    if ('ok' in written) outputComment(written.ok.id);
    else if (!('skipped' in written)) this.#warn('comment', written);
  }

  /** The approval of a refused plan by reviews of the pull request of the event. */
  async reviews(question: ReviewQuestion): Promise<ReviewAnswer> {
    const { context } = this.#publishing;
    const pull = await this.pullRequest();
    if (this.#api === undefined || pull === undefined) return { way: 'dispatch', notes: [] };
    return findApprovals(this.#api, { question, context, pull });
  }

  /**
   * Opens, updates or closes the issue.
   * @param name of one of several targets
   */
  async driftIssue(report: Pick<DriftReport, 'title' | 'markdown' | 'state'> & { plan: string }, name?: string) {
    const { context, markerOf } = this.#publishing;
    if (this.#api === undefined) return;
    const { plan, ...rest } = report;
    const marker = { target: markerOf(name), head: context.sha, plan };
    const outcome: Outcome = await updateDriftIssue(this.#api, { ...rest, marker });
    if ('denied' in outcome || 'failed' in outcome) this.#warn('issue', outcome);
  }

  #warn(what: 'comment' | 'issue', outcome: Denied | Failed): void {
    const text = problemText(what, outcome);
    if (this.#warned.has(text)) return;
    this.#warned.add(text);
    warning(text, { title: `confighub-sync: no-${what}` });
  }

  /** The default branch from the API, for events without it. */
  async defaultBranch(): Promise<string | undefined> {
    const answer = await this.#api?.ask({ method: 'GET', path: this.#api.repository }).catch(() => undefined);
    return textAt(answer?.data, 'default_branch');
  }
}

/** One run may write several comments, which usually fail for the same reason. */
function problemText(what: 'comment' | 'issue', outcome: Denied | Failed): string {
  const reason =
    'denied' in outcome
      ? `permission denied. Give the job \`permissions: ${outcome.permission}\``
      : FAILURES[outcome.failed];
  const post = what === 'comment' ? 'comment' : 'drift issue';
  return `Could not write the ${post}: ${reason}. The job summary has its content.`;
}

export interface PageFacts extends Pick<EventContext, 'repository' | 'serverUrl' | 'run' | 'docs'> {
  /** The commit whose files were read. */
  commit: string;
  /** Working directory of the step, relative to the workspace. */
  folder: string;
}

/** Links of a comment or a summary to lines of files and to the run. */
export function pageOptions({ repository, serverUrl, run, docs, commit, folder }: PageFacts): PageOptions {
  const url = repository === '' ? {} : { url: `${serverUrl}/${repository}/commit/${commit}` };
  const linkOf = ({ file, line }: Place, at = commit) =>
    isCommitId(at)
      ? `${serverUrl}/${repository}/blob/${at}/${join(folder, file).split('/').map(encodeURIComponent).join('/')}#L${line}`
      : undefined;
  return {
    ...(repository !== '' && { linkOf, runs: `${serverUrl}/${repository}/actions/runs/` }),
    docs,
    folder,
    fullPlan: { text: 'the summary, log and artifacts of the run', url: run },
    status: { ...(commit !== '' && { commit: { sha: commit, ...url } }), run },
  };
}

/**
 * The target in a marker: the project file and the settings that override it, so that jobs for several servers have
 * separate comments, and so have jobs for different targets of one project file. A digest, because a URL may be a secret;
 * keyed if possible, because a URL can be guessed.
 */
export function markerTarget({ config, url, repository, targets, digestKey }: Options, folder: string): string {
  const chosen = [...new Set(targets)].sort();
  const parts = [join(folder, config), url ?? '', repository?.account ?? '', repository?.name ?? '', ...chosen];
  return digest(JSON.stringify(parts), digestKey);
}

/** Without a key, use only for text that is shown anyway. */
export function digest(text: string, key?: string): string {
  const hash = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  return hash.update(text).digest('hex').slice(0, 16);
}
