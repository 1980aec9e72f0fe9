// Which pull request an event is about, as far as its payload says so.
import { isPlainObject, type PlainObject } from '../lib/strict-json.ts';
import { type Api, ApiProblem, listAll, type Result, settle, unless } from './requests.ts';

export interface PullRequest {
  number: number;
  /** Its newest commit. */
  head: string;
  /** Of a fork that is deleted nothing is known but that it was one. */
  isFork: boolean;
  isMerged: boolean;
  /** The commit that the merge left on the branch. */
  mergeCommit: string | undefined;
}

/** What leads to a pull request; the API knows the rest. */
export type Clue =
  | { kind: 'pull-request'; pullRequest: PullRequest }
  | { kind: 'number'; number: number }
  /** A workflow that ran for this commit on this branch, `owner:branch`. */
  | { kind: 'head'; head: string; from: string }
  /** A commit that may be what a merge left; its message may name the pull request. */
  | { kind: 'commit'; sha: string; message: string };

export interface EventFacts {
  /** `GITHUB_EVENT_NAME` */
  event: string;
  payload: Readonly<Record<string, unknown>>;
  /** `GITHUB_SHA` */
  sha: string;
}

const QUEUE_BRANCH = /^refs\/heads\/gh-readonly-queue\/.+\/pr-(\d+)-[0-9a-f]+$/;

/** `undefined`: there is none, and none to be looked for. */
export function clueOf({ event, payload, sha }: EventFacts): Clue | undefined {
  const pullRequest = readPullRequest(payload.pull_request);
  if (pullRequest !== undefined) return { kind: 'pull-request', pullRequest };
  if (event === 'merge_group') return queued(payload.merge_group);
  if (event === 'workflow_run') return ranBefore(payload.workflow_run, payload.repository);
  if (sha === '' || event === 'schedule') return undefined;
  return { kind: 'commit', sha, message: textAt(payload, ['head_commit', 'message']) ?? '' };
}

function queued(group: unknown): Clue | undefined {
  const number = QUEUE_BRANCH.exec(textAt(group, ['head_ref']) ?? '')?.[1];
  return number === undefined ? undefined : { kind: 'number', number: Number(number) };
}

/** GitHub names none for a fork, and may name pull requests of other repositories with the same branch. */
function ranBefore(run: unknown, repository: unknown): Clue | undefined {
  if (!isPlainObject(run) || !isPlainObject(repository)) return undefined;
  const head = textAt(run, ['head_sha']);
  const named = (Array.isArray(run.pull_requests) ? run.pull_requests : [])
    .filter(isPlainObject)
    .filter(
      (one) => at(one, ['base', 'repo', 'id']) === repository.id && textAt(one, ['head', 'sha']) === head,
    );
  const number = named.length === 1 ? named[0]?.number : undefined;
  if (typeof number === 'number') return { kind: 'number', number };
  const owner = textAt(run, ['head_repository', 'owner', 'login']);
  const branch = textAt(run, ['head_branch']);
  if (head === undefined || owner === undefined || branch === undefined) return undefined;
  return { kind: 'head', head, from: `${owner}:${branch}` };
}

/** A pull request as events and the API write it. */
export function readPullRequest(json: unknown): PullRequest | undefined {
  if (!isPlainObject(json) || typeof json.number !== 'number') return undefined;
  const head = textAt(json, ['head', 'sha']);
  if (head === undefined) return undefined;
  const from = textAt(json, ['head', 'repo', 'full_name']);
  return {
    number: json.number,
    head,
    isFork: from === undefined || from !== textAt(json, ['base', 'repo', 'full_name']),
    isMerged: json.merged === true || typeof json.merged_at === 'string',
    mergeCommit: textAt(json, ['merge_commit_sha']),
  };
}

/** Dependabot's own events have no secrets and a token that only reads; those of a person on its branch have both. */
export function isByDependabot(payload: EventFacts['payload']): boolean {
  return textAt(payload, ['sender', 'login']) === 'dependabot[bot]';
}

function at(json: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isPlainObject(value) ? value[name] : undefined), json);
}

function textAt(json: unknown, path: readonly string[]): string | undefined {
  const value = at(json, path);
  return typeof value === 'string' ? value : undefined;
}

// The pull request that a clue leads to, from the API.

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
