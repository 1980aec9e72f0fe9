// Which pull request an event is about, as far as its payload says so.
import { isPlainObject } from '../model/strict-json.ts';

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
