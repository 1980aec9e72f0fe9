// [edge] Publishes to the Git host: the comment on the pull request, the drift issue. Never fails a step.
import { createHash, createHmac } from 'node:crypto';
import { join } from 'node:path/posix';
import { notice, warning } from '@actions/core';
import { type Checkout, isCheckoutOf } from '../project/checkout.ts';
import { textAt } from '../lib/json.ts';
import { isCommitSha, shortCommit } from '../model/apply-entry.ts';
import type { Place } from '../model/diagnostic.ts';
import type { ReviewAnswer, ReviewQuestion } from '../model/approval.ts';
import type { Options } from '../options.ts';
import type { PageOptions } from '../render/markdown/page.ts';
import { APPLIED_EARLIER, type Contained, type RunFacts } from '../render/markdown/targets.ts';
import { Api, type Clock, FAILURES, problemCode } from './api.ts';
import { findApprovals } from './approvals.ts';
import {
  type CommentRequest,
  type DriftReport,
  type Marker,
  updateDriftIssue,
  recentlyOpen,
  upsertComment,
  withOpenComment,
} from './posts.ts';
import { type EventContext, type PullRequest, pushedOnto } from './event.ts';
import type { Inputs } from './inputs.ts';
import { outputComment } from './outputs.ts';
import {
  commitsBetween,
  findPullRequest,
  isIn,
  isOfMerge,
  mayBeOfOthers,
  mergedIn,
  recentlyMerged,
} from './pull-request.ts';

export interface Message extends Pick<CommentRequest, 'phase'> {
  /** @param contained the pull requests that an apply is of, if it is not that of one merge alone */
  markdownOf: (contained?: Contained) => string;
  /** Of an apply: the commits that were last applied before it, if they are known. */
  since?: readonly string[];
  /** Whether these are of all targets. */
  isOfAll?: boolean;
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

/** Other pull requests whose comments an apply updates. */
const MAX_OTHERS = 20;
/** Other pull requests whose comments it looks for, a request for each: most are not about configuration. */
const MAX_LOOKED_AT = 60;
const TOO_MANY = `This apply contains many other pull requests. Only comments on the most recently updated ones are edited: ${MAX_OTHERS} at most, of ${MAX_LOOKED_AT} pull requests.`;

/** Milliseconds: comments that were last written before are left as they are. */
const WEEK = 7 * 24 * 3_600_000;

const PERMISSIONS = { comment: 'pull-requests: write', issue: 'issues: write' };

export class Publisher {
  readonly #publishing: Publishing;
  readonly #api: Api | undefined;
  #pullRequest: Promise<PullRequest | undefined> | undefined;
  /** Why the pull request of the event is not the one of the files. */
  #notOf: string | undefined;
  readonly #warned = new Set<string>();

  constructor(publishing: Publishing) {
    const { apiUrl, repository } = publishing.context;
    const token = publishing.inputs.githubToken;
    this.#publishing = publishing;
    if (token !== '' && repository !== '')
      this.#api = new Api({ apiUrl, token, repository }, publishing.clock);
  }

  /** The pull request of the event; `undefined` if it has none, or it cannot be found. */
  async pullRequest(): Promise<PullRequest | undefined> {
    return this.#find().catch(() => undefined);
  }

  /** Requested once. */
  async #find(): Promise<PullRequest | undefined> {
    if (this.#api === undefined) return undefined;
    this.#pullRequest ??= this.#findOwn(this.#api);
    return this.#pullRequest;
  }

  /** Of an event that runs on another branch: only if a step checked out the files of the pull request. */
  async #findOwn(api: Api): Promise<PullRequest | undefined> {
    const { context } = this.#publishing;
    const pull = await findPullRequest(api, context);
    if (pull === undefined || !mayBeOfOthers(context)) return pull;
    const checkout = await this.#publishing.checkout();
    if (checkout !== undefined && isCheckoutOf(checkout, pull)) return pull;
    const files =
      checkout === undefined ? 'unknown files' : `commit ${shortCommit(checkout.commit)}`;
    this.#notOf = `No comment was written on pull request #${pull.number}: this job checked out ${files}. To get a comment, check out the newest commit of the pull request, or its merge.`;
    return undefined;
  }

  /**
   * Creates or updates the comment on the pull request, if there is one. An apply also updates the comments of other pull
   * requests that it contains: those of the same push, and of merges whose own apply was cancelled or refused.
   */
  async comment({
    hasNews,
    outcome,
    markdownOf,
    phase,
    since = [],
    isOfAll = false,
  }: Message): Promise<void> {
    const { inputs, markerOf } = this.#publishing;
    if (inputs.comment === 'never') return;
    const target = markerOf();
    await this.#publish('comment', async (api) => {
      const ofEvent = await this.#find();
      if (this.#notOf !== undefined) notice(this.#notOf, { title: 'confighub-sync' });
      const others = phase === 'applied' ? await this.#othersIn(api, ofEvent, since) : [];
      const proposals = [...(ofEvent ? [ofEvent] : []), ...others];
      const pullRequests = proposals.map(({ number }) => number).sort((a, b) => a - b);
      const markdown = markdownOf(others.length === 0 ? undefined : { pullRequests });
      for (const pull of proposals) {
        const marker = { target, head: pull.head, plan: digest(markdown), outcome };
        const mayCreate = pull === ofEvent && (inputs.comment === 'always' || hasNews);
        const request = { markdown, phase, pullRequest: pull.number, marker, mayCreate };
        // One that cannot be written keeps no other from being written.
        await this.#publish('comment', async () => {
          const written = await upsertComment(api, request);
          if (pull === ofEvent && 'did' in written) outputComment(written.id);
        });
      }
      // What was to be said of this apply is written. If this fails, the next one tries again.
      if (phase === 'applied' && isOfAll && isOfMerge(this.#publishing.context))
        await this.#settleEarlier(api, since, pullRequests).catch(() => undefined);
    });
  }

  /**
   * Merges that earlier runs applied, but whose comments they could not write, because the Git host did not answer or the
   * run was killed.
   */
  async #settleEarlier(
    api: Api,
    since: readonly string[],
    except: readonly number[],
  ): Promise<void> {
    if (since.length === 0) return;
    for (const { number, head } of await this.#openIn(api, since, except)) {
      const markdown = APPLIED_EARLIER;
      const target = this.#publishing.markerOf();
      const marker = { target, head, plan: digest(markdown), outcome: 'applied' as const };
      await upsertComment(api, {
        markdown,
        phase: 'applied',
        pullRequest: number,
        marker,
        mayCreate: false,
      });
    }
  }

  /** Merges that are part of each of these histories, and whose comments of the last week do not say what became of them. */
  async #openIn(
    api: Api,
    histories: readonly string[],
    except: readonly number[],
  ): Promise<PullRequest[]> {
    const { markerOf, clock } = this.#publishing;
    const open = await recentlyOpen(api, markerOf(), new Date(clock.now().getTime() - WEEK));
    const others = open.filter((number) => !except.includes(number));
    if (others.length === 0) return [];
    const merged = (await recentlyMerged(api)).filter(({ number }) => others.includes(number));
    const applied: PullRequest[] = [];
    for (const pull of merged.slice(0, MAX_OTHERS))
      if (pull.mergeCommit !== undefined && (await isIn(api, pull.mergeCommit, histories)))
        applied.push(pull);
    return applied;
  }

  /** Other pull requests that an apply contains, and whose comments do not yet say what became of them. */
  async #othersIn(
    api: Api,
    ofEvent: PullRequest | undefined,
    since: readonly string[],
  ): Promise<PullRequest[]> {
    const { context, checkout, markerOf } = this.#publishing;
    try {
      const head = isOfMerge(context) ? (await checkout())?.commit : undefined;
      if (head === undefined) return [];
      const commits = await this.#commitsOf(api, head, since);
      const pushed = await mergedIn(api, commits);
      // Without a record, nothing says that what was merged earlier is applied.
      const except = [ofEvent, ...pushed].flatMap((pull) => pull?.number ?? []);
      const earlier = since.length === 0 ? await this.#openIn(api, [head], except) : [];
      const merged = [...pushed, ...earlier].filter(({ number }) => number !== ofEvent?.number);
      const looked = merged.slice(0, MAX_LOOKED_AT);
      const open = await withOpenComment(api, markerOf(), { pulls: looked, most: MAX_OTHERS });
      const isCut = open.length === MAX_OTHERS && open.at(-1) !== merged.at(-1);
      if (isCut || merged.length > MAX_LOOKED_AT) notice(TOO_MANY, { title: 'confighub-sync' });
      return open.sort((a, b) => a.number - b.number);
    } catch (error) {
      const why = FAILURES[problemCode(error)];
      const text = `Could not find all pull requests of this apply: ${why}. Their comments are not updated.`;
      warning(text, { title: 'confighub-sync: no-comment' });
      return [];
    }
  }

  /** What is applied now and was not before. Where the record does not tell, what was pushed. */
  async #commitsOf(api: Api, head: string, since: readonly string[]): Promise<ReadonlySet<string>> {
    const before = pushedOnto(this.#publishing.context);
    const asked = await Promise.all(since.map((base) => commitsBetween(api, base, head)));
    const ranges = asked.filter((commits) => commits !== undefined);
    if (ranges.length === 0 && before !== undefined)
      ranges.push((await commitsBetween(api, before, head)) ?? []);
    return new Set(ranges.flat());
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
  async driftIssue(
    {
      listed,
      ...report
    }: Omit<DriftReport, 'marker'> & { listed: Omit<Marker, 'kind' | 'target' | 'head'> },
    name?: string,
  ) {
    const { context, markerOf } = this.#publishing;
    const marker = { target: markerOf(name), head: context.sha, ...listed };
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
      const place = this.#publishing.context.hasSummary ? 'job summary' : 'log';
      const text = `Could not write the ${post}: ${FAILURES[code]}${advice}. The ${place} has its content.`;
      if (!this.#warned.has(text)) warning(text, { title: `confighub-sync: no-${what}` });
      this.#warned.add(text);
    }
  }

  /** From the API for events without it. */
  async defaultBranch(): Promise<string | undefined> {
    const inPayload = textAt(this.#publishing.context.payload, 'repository', 'default_branch');
    if (inPayload !== undefined) return inPayload;
    const answer = await this.#api
      ?.ask({ method: 'GET', path: this.#api.repository })
      .catch(() => undefined);
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
  const { repository, serverUrl, run, docs, hasSummary } = context;
  const { commit, at } = shownCommit(context, checkout, head);
  const url = at === undefined ? undefined : `${serverUrl}/${at}`;
  const commits = url && `${url}/commit/`;
  const folder = checkout?.folder ?? '';
  const linkOf = ({ file, line }: Place, of = commit) =>
    of !== undefined && isCommitSha(of)
      ? `${url}/blob/${of}/${join(folder, file).split('/').map(encodeURIComponent).join('/')}#L${line}`
      : undefined;
  return {
    linkOf: url === undefined ? undefined : linkOf,
    runs: repository === '' ? undefined : `${serverUrl}/${repository}/actions/runs/`,
    docs,
    folder,
    fullPlan: {
      text: `the ${hasSummary ? 'summary, log' : 'log'} and artifacts of the run`,
      url: run,
    },
    status: {
      commit: commit === undefined ? undefined : { sha: commit, url: commits && commits + commit },
      commits,
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
 * separate comments, and so have jobs for different targets or stages of one project file, so that none replaces the
 * result of another. A digest, because a URL may be a secret; keyed if possible, because a URL can be guessed.
 */
export function markerTarget(
  { config, url, repository, targets, stage, digestKey }: Options,
  folder: string,
): string {
  const chosen = [...new Set(targets)].sort();
  const parts = [
    join(folder, config),
    url ?? '',
    repository?.account ?? '',
    repository?.name ?? '',
    ...chosen,
    ...(stage === undefined ? [] : [{ stage: stage.toLowerCase() }]),
  ];
  return digest(JSON.stringify(parts), digestKey);
}

/** Without a key, use only for text that is shown anyway. */
export function digest(text: string, key?: string): string {
  const hash = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  return hash.update(text).digest('hex').slice(0, 16);
}
