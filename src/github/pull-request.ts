// Which pull request an event is about: from its payload, and from the API where that is not enough.
import { memberAt, isPlainObject, type PlainObject, textAt } from '../lib/json.ts';
import { isCommitSha } from '../model/apply-entry.ts';
import { type Api, ApiProblem, listAll, unless } from './api.ts';
import { type EventContext, type PullRequest, readPullRequest } from './event.ts';

const QUEUE_BRANCH = /^refs\/heads\/gh-readonly-queue\/.+\/pr-(\d+)-[0-9a-f]+$/;

/** Whether an event is about a commit that a merge may have created. Others run on what was merged last, whenever that was. */
export function isOfMerge({ event }: Pick<EventContext, 'event'>): boolean {
  return event === 'push' || event === 'workflow_dispatch';
}

/** The pull request of an event; `undefined`: there is none, or it is ambiguous. Throws an {@link ApiProblem}. */
export async function findPullRequest(
  api: Api,
  { event, payload, sha }: Pick<EventContext, 'event' | 'payload' | 'sha'>,
): Promise<PullRequest | undefined> {
  const ofEvent = readPullRequest(payload.pull_request);
  if (ofEvent !== undefined) return ofEvent;
  if (event === 'merge_group') {
    const number = QUEUE_BRANCH.exec(textAt(payload, 'merge_group', 'head_ref') ?? '')?.[1];
    return number === undefined ? undefined : getPullRequest(api, Number(number));
  }
  const number = numberOf({ event, payload });
  if (number !== undefined) return getPullRequest(api, number);
  if (sha === '' || !isOfMerge({ event })) return undefined;
  return mergedAs(api, sha, textAt(payload, 'head_commit', 'message') ?? '');
}

/** Of an event that names its pull request, but runs on the default branch. */
function numberOf({ event, payload }: Pick<EventContext, 'event' | 'payload'>): number | undefined {
  const isComment =
    event === 'issue_comment' && isPlainObject(memberAt(payload, 'issue', 'pull_request'));
  const pulls =
    event === 'workflow_run' ? memberAt(payload, 'workflow_run', 'pull_requests') : undefined;
  const onlyPull = Array.isArray(pulls) ? onlyOne(pulls) : undefined;
  const number = isComment ? memberAt(payload, 'issue', 'number') : memberAt(onlyPull, 'number');
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** Whether the files of an event are those of its pull request only if a step checks them out. */
export function mayBeOfOthers({ event }: Pick<EventContext, 'event'>): boolean {
  return event === 'issue_comment' || event === 'workflow_run';
}

/** Throws an {@link ApiProblem}. */
export async function getPullRequest(api: Api, number: number): Promise<PullRequest> {
  const { data } = await api.ask({ method: 'GET', path: `${api.repository}/pulls/${number}` });
  const pullRequest = readPullRequest(data);
  if (pullRequest === undefined) throw new ApiProblem('unexpected');
  return pullRequest;
}

/** @param sha a commit that a merge may have created; its message may name the pull request */
async function mergedAs(api: Api, sha: string, message: string): Promise<PullRequest | undefined> {
  const listed = await byCommit(api, sha);
  const merged = (listed ?? []).filter(({ isMerged }) => isMerged);
  // The merge of a rebased branch creates several commits.
  const exact = merged.filter(({ mergeCommit }) => mergeCommit === sha);
  const only = onlyOne(exact.length > 0 ? exact : merged);
  return (
    only ??
    (await byMessage(api, sha, message)) ??
    (listed === undefined ? byRecent(api, sha) : undefined)
  );
}

/** `undefined`: this Git host cannot list pull requests by commit. */
async function byCommit(api: Api, sha: string): Promise<PullRequest[] | undefined> {
  const path = `${api.repository}/commits/${sha}/pulls`;
  const listing = await unless(['missing', 'unprocessable'], listAll(api, path));
  // A commit may also be part of pull requests in a fork.
  const isHere = (item: PlainObject) => {
    const name = textAt(item, 'base', 'repo', 'full_name');
    return name === undefined || `/repos/${name}`.toLowerCase() === api.repository.toLowerCase();
  };
  return listing && readAll(listing.items.filter(isHere));
}

/** The last number in parentheses is from the Git host; earlier ones are part of the title. */
const NAMED_IN_MESSAGE = /^Merge pull request #(\d+)\b|^.*\(#(\d+)\)/;

/** A message may contain anything, so the API must confirm the number. */
async function byMessage(api: Api, sha: string, message: string): Promise<PullRequest | undefined> {
  const [, merge, other] = NAMED_IN_MESSAGE.exec(message.split('\n', 1)[0] ?? '') ?? [];
  const number = Number(merge ?? other);
  if (!Number.isSafeInteger(number)) return undefined;
  const named = await unless(['missing'], getPullRequest(api, number));
  return named?.isMerged && named.mergeCommit === sha ? named : undefined;
}

/** An apply follows its merge soon, so the newest pages suffice. */
const RECENT_PAGES = 3;

async function byRecent(api: Api, sha: string): Promise<PullRequest | undefined> {
  const merged = await recentlyMerged(api);
  return onlyOne(merged.filter(({ mergeCommit }) => mergeCommit === sha));
}

export async function recentlyMerged(api: Api): Promise<PullRequest[]> {
  const newest = { state: 'closed', sort: api.sortByUpdate, direction: 'desc' };
  const { items } = await listAll(api, `${api.repository}/pulls`, newest, RECENT_PAGES);
  return readAll(items).filter(({ isMerged }) => isMerged);
}

// The pull requests that several commits merged, for an apply of all of them.

/** The pull requests whose merges are among some commits, the last updated first. */
export async function mergedIn(api: Api, commits: ReadonlySet<string>): Promise<PullRequest[]> {
  if (commits.size === 0) return [];
  const merged = await recentlyMerged(api);
  return merged.filter(({ mergeCommit }) => mergeCommit !== undefined && commits.has(mergeCommit));
}

/** Whether a commit is part of the history of each of these; `false` where the Git host does not know them. */
export async function isIn(
  api: Api,
  commit: string,
  histories: readonly string[],
): Promise<boolean> {
  const missing = await Promise.all(histories.map((head) => commitsBetween(api, head, commit)));
  return missing.every((commits) => commits?.length === 0);
}

/** Commits of one page; the Git host has a limit of 250 where they are not asked for in pages. */
const COMMITS_PER_PAGE = 100;

/**
 * The commits of `head` that `base` does not have; of more than two pages, the oldest and the newest. `undefined`: the
 * Git host does not know both.
 */
export async function commitsBetween(
  api: Api,
  base: string,
  head: string,
): Promise<string[] | undefined> {
  if (base === head) return [];
  if (!isCommitSha(base) || !isCommitSha(head)) return undefined;
  const path = `${api.repository}/compare/${base}...${head}`;
  const first = await commitsOnPage(api, path, 1);
  if (first === undefined || first.total <= first.ids.length) return first?.ids;
  const last = await commitsOnPage(api, path, Math.ceil(first.total / COMMITS_PER_PAGE));
  return [...first.ids, ...(last?.ids ?? [])];
}

async function commitsOnPage(api: Api, path: string, page: number) {
  const parameters = { per_page: COMMITS_PER_PAGE, page };
  const answer = await unless(
    ['missing', 'unprocessable'],
    api.ask({ method: 'GET', path, parameters }),
  );
  const commits = memberAt(answer?.data, 'commits');
  if (!Array.isArray(commits)) return undefined;
  const total = Number(memberAt(answer?.data, 'total_commits') ?? commits.length);
  return { ids: commits.flatMap((commit) => textAt(commit, 'sha') ?? []), total };
}

function readAll(items: readonly PlainObject[]): PullRequest[] {
  return items.flatMap((item) => readPullRequest(item) ?? []);
}

function onlyOne<One>(items: readonly One[]): One | undefined {
  return items.length === 1 ? items[0] : undefined;
}
