// The pull request that a clue leads to, from the API.
import { isPlainObject, type PlainObject } from '../model/strict-json.ts';
import type { Api } from './client.ts';
import { listAll } from './pages.ts';
import { type Clue, type PullRequest, readPullRequest } from './pull-request.ts';
import { ApiProblem, type Result, settle, unless } from './result.ts';

/** `ok: undefined`: there is none, or more than one that it could be. */
export function findPullRequest(api: Api, clue: Clue): Promise<Result<PullRequest | undefined>> {
  return settle('pull-requests: read', async () => {
    if (clue.kind === 'pull-request') return clue.pullRequest;
    if (clue.kind === 'number') return getPullRequest(api, clue.number);
    return clue.kind === 'head' ? openWithHead(api, clue) : mergedAs(api, clue);
  });
}

/** Throws an {@link ApiProblem}. */
export async function getPullRequest(api: Api, number: number): Promise<PullRequest> {
  const { data } = await api.ask({ method: 'GET', path: `${api.repository}/pulls/${number}` });
  const pullRequest = readPullRequest(data);
  if (pullRequest === undefined) throw new ApiProblem('unexpected');
  return pullRequest;
}

/** Not every forge heeds the filter. Two with the same head are not told apart. */
async function openWithHead(
  api: Api,
  { head, from }: Extract<Clue, { kind: 'head' }>,
): Promise<PullRequest | undefined> {
  const { items } = await listAll(api, {
    path: `${api.repository}/pulls`,
    parameters: { state: 'open', head: from },
  });
  return onlyOne(readAll(items).filter((one) => one.head === head));
}

type CommitClue = Extract<Clue, { kind: 'commit' }>;

async function mergedAs(api: Api, clue: CommitClue): Promise<PullRequest | undefined> {
  const known = await byCommit(api, clue);
  const found = onlyOne(known === undefined ? [] : preferred(known, clue));
  return found ?? (await byMessage(api, clue)) ?? (known === undefined ? byRecent(api, clue) : undefined);
}

/** What left exactly this commit; else what brought it along: a rebase leaves one for each of the branch. */
function preferred(known: readonly PullRequest[], { sha }: CommitClue): PullRequest[] {
  const merged = known.filter(({ isMerged }) => isMerged);
  const exact = merged.filter(({ mergeCommit }) => mergeCommit === sha);
  return exact.length > 0 ? exact : merged;
}

/** `undefined`: this forge does not know pull requests by commit. */
async function byCommit(api: Api, { sha }: CommitClue): Promise<PullRequest[] | undefined> {
  const path = `${api.repository}/commits/${sha}/pulls`;
  const listing = await unless(['missing', 'unprocessable'], listAll(api, { path }));
  return listing && readAll(listing.items.filter((item) => isInto(item, api)));
}

/** A commit can come from a fork in which it has pull requests of its own. */
function isInto({ base }: PlainObject, api: Api): boolean {
  const repo = isPlainObject(base) && isPlainObject(base.repo) ? base.repo : {};
  return (
    typeof repo.full_name !== 'string' ||
    `/repos/${repo.full_name}`.toLowerCase() === api.repository.toLowerCase()
  );
}

/** Of several in brackets the last one is the forge's; the others are part of the title. */
const NAMED_IN_MESSAGE = /^Merge pull request #(\d+)\b|^.*\(#(\d+)\)/;

/** Anybody may write anything in a message: the API has to agree. */
async function byMessage(api: Api, { sha, message }: CommitClue): Promise<PullRequest | undefined> {
  const [, merge, other] = NAMED_IN_MESSAGE.exec(message.split('\n', 1)[0] ?? '') ?? [];
  const number = Number(merge ?? other);
  if (!Number.isSafeInteger(number)) return undefined;
  const found = await unless(['missing'], getPullRequest(api, number));
  return found?.isMerged && found.mergeCommit === sha ? found : undefined;
}

/** An apply follows its merge soon: the newest pages will do. */
const RECENT_PAGES = 3;

async function byRecent(api: Api, { sha }: CommitClue): Promise<PullRequest | undefined> {
  const { items } = await listAll(api, {
    path: `${api.repository}/pulls`,
    parameters: { state: 'closed', sort: 'recentupdate' },
    maxPages: RECENT_PAGES,
  });
  return onlyOne(readAll(items).filter((one) => one.isMerged && one.mergeCommit === sha));
}

function readAll(items: readonly PlainObject[]): PullRequest[] {
  return items.flatMap((item) => readPullRequest(item) ?? []);
}

function onlyOne<One>(items: readonly One[]): One | undefined {
  return items.length === 1 ? items[0] : undefined;
}
