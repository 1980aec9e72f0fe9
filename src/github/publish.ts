// [edge] What a step tells the forge: the comment under the pull request, the issue about drift. Never fails a step.
import { createHash, createHmac } from 'node:crypto';
import { join } from 'node:path/posix';
import { warning } from '@actions/core';
import type { Place } from '../model/diagnostic.ts';
import type { Options } from '../options.ts';
import type { PageOptions } from '../render/markdown/comment.ts';
import type { Status } from '../render/markdown/status.ts';
import { openApi } from './api.ts';
import { type CommentRequest, shownDrift, upsertComment } from './comment.ts';
import { type DriftReport, updateDriftIssue } from './drift-issue.ts';
import type { EventContext } from './event-context.ts';
import type { Inputs } from './inputs.ts';
import { outputComment } from './outputs.ts';
import type { Outcome } from './posts.ts';
import { clueOf, findPullRequest, type PullRequest } from './pull-request.ts';
import {
  type Api,
  ApiProblem,
  type Clock,
  type Denied,
  type Failed,
  FAILURES,
  type Result,
} from './requests.ts';

export type Message = Pick<CommentRequest, 'markdown' | 'hasNews' | 'phase'> & {
  /** Digest of what is said. */
  plan: string;
  /** Digests of the drift that it shows as overwritten. */
  drift?: readonly string[];
  /** The commit that it is said of, where that is not the newest one of the pull request. */
  head?: string;
  /** What an earlier run applied: it is said under the pull request that left this commit, not under that of the event. */
  applied?: string;
};

export interface Publishing {
  context: EventContext;
  inputs: Pick<Inputs, 'comment' | 'githubToken'>;
  /** Of the marker. */
  target: string;
  clock: Clock;
}

export class Publisher {
  readonly #publishing: Publishing;
  readonly #api: Api | undefined;
  #pullRequest: Promise<Result<PullRequest | undefined>> | undefined;

  constructor(publishing: Publishing) {
    const { apiUrl, repository } = publishing.context;
    const token = publishing.inputs.githubToken;
    this.#publishing = publishing;
    const isUsable = token !== '' && repository !== '';
    this.#api = isUsable ? openApi({ apiUrl, token, repository }, publishing.clock) : undefined;
  }

  /** The pull request that the event is about, asked for once; `undefined`: nothing leads to one. */
  pullRequest(): Promise<Result<PullRequest | undefined>> | undefined {
    const clue = clueOf(this.#publishing.context);
    if (this.#api === undefined || clue === undefined) return undefined;
    this.#pullRequest ??= findPullRequest(this.#api, clue);
    return this.#pullRequest;
  }

  /** Writes or updates the comment of the pull request that it is about, if there is one. */
  async comment({ plan, head, applied, drift = [], ...message }: Message): Promise<void> {
    const { inputs, target, context } = this.#publishing;
    if (this.#api === undefined || inputs.comment === 'never') return;
    const isEarlier = applied !== undefined && applied !== context.sha;
    const found = await (isEarlier ? this.#pullRequestOf(this.#api, applied) : this.pullRequest());
    if (found === undefined) return;
    if ('denied' in found) return doubt('comment', { ...found, permission: 'pull-requests: write' });
    if ('failed' in found) return doubt('comment', found);
    if (found.ok === undefined) return;
    const { number: pullRequest } = found.ok;
    const marker = { target, head: head ?? found.ok.head, plan, drift };
    const outcome = await upsertComment(this.#api, {
      ...message,
      pullRequest,
      marker,
      policy: inputs.comment,
    });
    if ('ok' in outcome && !isEarlier) outputComment(outcome.ok.id);
    else if (!('ok' in outcome) && !('skipped' in outcome)) doubt('comment', outcome);
  }

  /** Nothing but the forge knows the message of a commit that is not checked out. */
  #pullRequestOf(api: Api, sha: string): Promise<Result<PullRequest | undefined>> {
    return findPullRequest(api, { kind: 'commit', sha, message: '' });
  }

  /** What our comment under the pull request that the event is about shows of drift; nothing where it cannot be read. */
  async shownDrift(): Promise<{ pullRequest?: number; drift: readonly string[] }> {
    const found = await this.pullRequest();
    if (this.#api === undefined || found === undefined || !('ok' in found) || found.ok === undefined)
      return { drift: [] };
    const { number: pullRequest } = found.ok;
    const asked = { pullRequest, target: this.#publishing.target };
    try {
      return { pullRequest, drift: await shownDrift(this.#api, asked) };
    } catch (error) {
      if (error instanceof ApiProblem) return { drift: [] };
      throw error;
    }
  }

  /** Opens, updates or closes the issue. */
  async driftIssue(report: Pick<DriftReport, 'title' | 'markdown' | 'state'> & { plan: string }) {
    const { target, context } = this.#publishing;
    if (this.#api === undefined) return;
    const { plan, ...rest } = report;
    const marker = { target, head: context.sha, plan };
    const outcome: Outcome = await updateDriftIssue(this.#api, { ...rest, marker });
    if ('denied' in outcome || 'failed' in outcome) doubt('issue', outcome);
  }

  /** Name of the branch that pushes are applied of, where the event does not say it. */
  async defaultBranch(): Promise<string | undefined> {
    const answer = await this.#api?.ask({ method: 'GET', path: this.#api.repository }).catch(() => undefined);
    const data: unknown = answer?.data;
    const named = data instanceof Object && 'default_branch' in data ? data.default_branch : undefined;
    return typeof named === 'string' ? named : undefined;
  }
}

/** One warning, and what to do about it: everything is in the job summary as well. */
function doubt(what: 'comment' | 'issue', outcome: Denied | Failed): void {
  const why =
    'denied' in outcome
      ? `the token may not. Give the job \`permissions: ${outcome.permission}\``
      : FAILURES[outcome.failed];
  const text = what === 'comment' ? 'The comment was not written' : 'The issue about drift was not written';
  warning(`${text}, because ${why}. The job summary has what it would say.`, {
    title: `confighub-sync: no-${what}`,
  });
}

// What a comment and a summary say beside the plan: where the commit, the run and the lines of the files are.

export interface PageFacts extends Pick<EventContext, 'repository' | 'serverUrl' | 'run'> {
  /** The commit whose files were read. */
  commit: string;
  /** Working directory of the step, relative to the workspace. */
  folder: string;
}

export function pageOptions({ repository, serverUrl, run, commit, folder }: PageFacts): PageOptions {
  const files = `${serverUrl}/${repository}/blob/${commit}`;
  const isKnown = repository !== '' && commit !== '';
  const linkOf = ({ file, line }: Place) =>
    `${files}/${join(folder, file).split('/').map(encodeURIComponent).join('/')}#L${line}`;
  return {
    ...(isKnown && { linkOf }),
    fullPlan: { text: 'the log of the run', ...(run !== undefined && { url: run }) },
  };
}

export function statusFacts({ repository, serverUrl, run, commit }: PageFacts): Omit<Status, 'kind'> {
  const url = repository === '' ? {} : { url: `${serverUrl}/${repository}/commit/${commit}` };
  return {
    ...(commit !== '' && { commit: { sha: commit, ...url } }),
    ...(run !== undefined && { run }),
  };
}

/**
 * Names the target in a marker: the project file, and what the workflow says over it, so that a job for each of several
 * servers has a comment of its own. A digest, because an address may be a secret of the workflow; one with a key where
 * there is one, because an address can be guessed.
 */
export function markerTarget({ config, url, repository, digestKey }: Options, folder: string): string {
  const parts = [join(folder, config), url ?? '', repository?.account ?? '', repository?.name ?? ''];
  return digest(JSON.stringify(parts), digestKey);
}

/** Without a key only of what is shown anyway. */
export function digest(text: string, key?: string): string {
  const hash = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  return hash.update(text).digest('hex').slice(0, 16);
}
