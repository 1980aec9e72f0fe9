// Which pull request an event is about: from its payload, and from the API where that is not enough.
import { type PlainObject, textAt } from '../lib/json.ts';
import { type Api, ApiProblem, listAll, unless } from './api.ts';
import { type EventContext, type PullRequest, readPullRequest } from './event.ts';

const QUEUE_BRANCH = /^refs\/heads\/gh-readonly-queue\/.+\/pr-(\d+)-[0-9a-f]+$/;

/** The pull request of an event; `undefined`: there is none, or it is ambiguous. Throws an {@link ApiProblem}. */
export async function findPullRequest(
  api: Api,
  { event, payload, sha }: Pick<EventContext, 'event' | 'payload' | 'sha'>,
): Promise<PullRequest | undefined> {
  const known = readPullRequest(payload.pull_request);
  if (known !== undefined) return known;
  if (event === 'merge_group') {
    const number = QUEUE_BRANCH.exec(textAt(payload, 'merge_group', 'head_ref') ?? '')?.[1];
    return number === undefined ? undefined : getPullRequest(api, Number(number));
  }
  if (sha === '' || event === 'schedule') return undefined;
  return mergedAs(api, sha, textAt(payload, 'head_commit', 'message') ?? '');
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
  const known = await byCommit(api, sha);
  const merged = (known ?? []).filter(({ isMerged }) => isMerged);
  // The merge of a rebased branch creates several commits.
  const exact = merged.filter(({ mergeCommit }) => mergeCommit === sha);
  const found = onlyOne(exact.length > 0 ? exact : merged);
  return found ?? (await byMessage(api, sha, message)) ?? (known === undefined ? byRecent(api, sha) : undefined);
}

/** `undefined`: this forge cannot list pull requests by commit. */
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

/** The last number in parentheses is from the forge; earlier ones are part of the title. */
const NAMED_IN_MESSAGE = /^Merge pull request #(\d+)\b|^.*\(#(\d+)\)/;

/** A message may contain anything, so the API must confirm the number. */
async function byMessage(api: Api, sha: string, message: string): Promise<PullRequest | undefined> {
  const [, merge, other] = NAMED_IN_MESSAGE.exec(message.split('\n', 1)[0] ?? '') ?? [];
  const number = Number(merge ?? other);
  if (!Number.isSafeInteger(number)) return undefined;
  const found = await unless(['missing'], getPullRequest(api, number));
  return found?.isMerged && found.mergeCommit === sha ? found : undefined;
}

/** An apply follows its merge soon, so the newest pages suffice. */
const RECENT_PAGES = 3;

async function byRecent(api: Api, sha: string): Promise<PullRequest | undefined> {
  const newest = { state: 'closed', sort: 'recentupdate', direction: 'desc' };
  const { items } = await listAll(api, `${api.repository}/pulls`, newest, RECENT_PAGES);
  return onlyOne(readAll(items).filter((one) => one.isMerged && one.mergeCommit === sha));
}

function readAll(items: readonly PlainObject[]): PullRequest[] {
  return items.flatMap((item) => readPullRequest(item) ?? []);
}

function onlyOne<One>(items: readonly One[]): One | undefined {
  return items.length === 1 ? items[0] : undefined;
}
