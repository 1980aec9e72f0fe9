// [edge] Publishes to the forge: the comment on the pull request, the drift issue. Never fails a step.
import { createHash, createHmac } from 'node:crypto';
import { join } from 'node:path/posix';
import { warning } from '@actions/core';
import { type Checkout, isCheckoutOf } from '../apply/checkout.ts';
import { textAt } from '../lib/json.ts';
import { isCommitId } from '../model/apply-entry.ts';
import type { Place } from '../model/diagnostic.ts';
import type { ReviewAnswer, ReviewQuestion } from '../model/force.ts';
import type { Options } from '../options.ts';
import type { PageOptions } from '../render/markdown/page.ts';
import type { RunFacts } from '../render/markdown/targets.ts';
import { Api, type Clock, FAILURES, problemCode } from './api.ts';
import { findApprovals } from './approvals.ts';
import { type CommentRequest, type DriftReport, type Marker, updateDriftIssue, upsertComment } from './posts.ts';
import type { EventContext, PullRequest } from './event.ts';
import type { Inputs } from './inputs.ts';
import { outputComment } from './outputs.ts';
import { findPullRequest } from './pull-request.ts';

export interface Message extends Pick<CommentRequest, 'markdown' | 'phase'> {
  /** Whether it justifies a new comment. */
  hasNews: boolean;
  /** What the apply did that the message is about. */
  outcome: Marker['outcome'];
}

interface Publishing {
  context: EventContext;
  inputs: Pick<Inputs, 'comment' | 'githubToken'>;
  /** The target in the marker of the comment, or of the drift issue of one of several targets. */
  markerOf: (name?: string) => string;
  checkout: () => Promise<Checkout | undefined>;
  clock: Clock;
}

const PERMISSIONS = { comment: 'pull-requests: write', issue: 'issues: write' };

export class Publisher {
  readonly #publishing: Publishing;
  readonly #api: Api | undefined;
  #pullRequest: Promise<PullRequest | undefined> | undefined;
  readonly #warned = new Set<string>();

  constructor(publishing: Publishing) {
    const { apiUrl, repository } = publishing.context;
    const token = publishing.inputs.githubToken;
    this.#publishing = publishing;
    if (token !== '' && repository !== '') this.#api = new Api({ apiUrl, token, repository }, publishing.clock);
  }

  /** The pull request of the event; `undefined` if it has none, or it cannot be found. */
  async pullRequest(): Promise<PullRequest | undefined> {
    return this.#find().catch(() => undefined);
  }

  /** Requested once. */
  async #find(): Promise<PullRequest | undefined> {
    if (this.#api === undefined) return undefined;
    this.#pullRequest ??= findPullRequest(this.#api, this.#publishing.context);
    return this.#pullRequest;
  }

  /** Creates or updates the comment on the pull request, if there is one. */
  async comment({ hasNews, outcome, ...message }: Message): Promise<void> {
    const { inputs, markerOf } = this.#publishing;
    if (inputs.comment === 'never') return;
    await this.#publish('comment', async (api) => {
      const pull = await this.#find();
      if (pull === undefined) return;
      const { number: pullRequest, head } = pull;
      const marker = { target: markerOf(), head, plan: digest(message.markdown), outcome };
      const mayCreate = inputs.comment === 'always' || hasNews;
      const written = await upsertComment(api, { ...message, pullRequest, marker, mayCreate });
      if ('did' in written) outputComment(written.id);
    });
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
  async driftIssue({ plan, ...report }: Omit<DriftReport, 'marker'> & { plan: string }, name?: string) {
    const { context, markerOf } = this.#publishing;
    const marker = { target: markerOf(name), head: context.sha, plan };
    await this.#publish('issue', (api) => updateDriftIssue(api, { ...report, marker }));
  }

  /** What cannot be written never fails a step, and has usually the same reason each time. */
  async #publish(what: 'comment' | 'issue', write: (api: Api) => Promise<unknown>): Promise<void> {
    try {
      if (this.#api !== undefined) await write(this.#api);
    } catch (error) {
      const code = problemCode(error);
      const isDenied = code === 'denied' || code === 'missing';
      const advice = isDenied ? `. Give the job \`permissions: ${PERMISSIONS[what]}\`` : '';
      const post = what === 'comment' ? 'comment' : 'drift issue';
      const text = `Could not write the ${post}: ${FAILURES[code]}${advice}. The job summary has its content.`;
      if (!this.#warned.has(text)) warning(text, { title: `confighub-sync: no-${what}` });
      this.#warned.add(text);
    }
  }

  /** From the API for events without it. */
  async defaultBranch(): Promise<string | undefined> {
    const known = textAt(this.#publishing.context.payload, 'repository', 'default_branch');
    if (known !== undefined) return known;
    const answer = await this.#api?.ask({ method: 'GET', path: this.#api.repository }).catch(() => undefined);
    return textAt(answer?.data, 'default_branch');
  }
}

/**
 * Links of a comment or a summary to lines of files and to the run.
 * @param head the newest commit of the pull request whose merge may be checked out
 */
export function pageOptions(
  context: EventContext,
  checkout: Checkout | undefined,
  head: string | undefined,
  facts: Omit<RunFacts, 'commit' | 'commits' | 'run'>,
): PageOptions {
  const { repository, serverUrl, run, docs } = context;
  const { commit, at } = shownCommit(context, checkout, head);
  const url = at === undefined ? undefined : `${serverUrl}/${at}`;
  const folder = checkout?.folder ?? '';
  const linkOf = ({ file, line }: Place, of = commit) =>
    of !== undefined && isCommitId(of)
      ? `${url}/blob/${of}/${join(folder, file).split('/').map(encodeURIComponent).join('/')}#L${line}`
      : undefined;
  return {
    ...(url !== undefined && { linkOf }),
    ...(repository !== '' && { runs: `${serverUrl}/${repository}/actions/runs/` }),
    docs,
    folder,
    fullPlan: { text: 'the summary, log and artifacts of the run', url: run },
    status: {
      ...(commit !== undefined && { commit: { sha: commit, ...(url && { url: `${url}/commit/${commit}` }) } }),
      ...(url !== undefined && { commits: `${url}/commit/` }),
      run,
      ...facts,
    },
  };
}

/**
 * The commit whose files were read, and the repository on the Git host that has it. Of the merge of a pull request, which
 * may be gone tomorrow, it is the head.
 */
function shownCommit(
  { repository, sha }: EventContext,
  checkout: Checkout | undefined,
  head: string | undefined,
): { commit?: string | undefined; at?: string | undefined } {
  if (checkout === undefined) return {};
  const here = repository === '' ? undefined : repository;
  if (head !== undefined && isCheckoutOf(checkout, { head })) return { commit: head, at: here };
  const { commit } = checkout;
  // The id of a commit names its content, wherever it was fetched from.
  return { commit, at: commit === sha ? here : checkout.repository };
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
