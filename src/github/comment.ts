// The comment on a pull request: one for each target, updated by every run.
import {
  APPLIED_OUTCOMES,
  type AppliedOutcome,
  type Board,
  converge,
  findAuthors,
  type Marker,
  type Outcome,
  OwnPosts,
  type Post,
  readMarker,
  withoutMarker,
  writeMarker,
} from './posts.ts';
import { getPullRequest, mergedRecently, type PullRequest } from './pull-request.ts';
import { type Api, listAll, type Result, settle } from './requests.ts';

/** `changes`: no new comment just to say "no changes", but an existing one is updated. */
export const COMMENT_POLICIES = ['always', 'changes', 'never'] as const;
export type CommentPolicy = (typeof COMMENT_POLICIES)[number];

export interface CommentRequest {
  pullRequest: number;
  /** `head`: the newest commit of the pull request known to this run. */
  marker: Omit<Marker, 'kind'>;
  /** Without the marker, which is prepended. */
  markdown: string;
  policy: CommentPolicy;
  /** Whether the text justifies a new comment. */
  hasNews: boolean;
  /** A plan never replaces the comment of an apply. */
  phase: 'planned' | 'applied';
  /** Added to the comment of an apply, in one line of Markdown, instead of replacing it. Empty: it stays as it is. */
  later: string;
}

/** Creates or updates the comment, or returns why not. Never throws. */
export async function upsertComment(api: Api, request: CommentRequest): Promise<Outcome> {
  if (request.policy === 'never') return { skipped: 'never' };
  return converge(api, { board: commentBoard(api, request), permission: 'pull-requests: write' });
}

function commentBoard(api: Api, request: CommentRequest): Board {
  const marker: Marker = { ...request.marker, kind: 'plan' };
  const body = `${writeMarker(marker)}\n${request.markdown}`;
  const all = commentsPath(api, request.pullRequest);
  const mayCreate = request.policy === 'always' || request.hasNews;
  const bodyAfter = (post: Post) => (isFinal(post, marker) ? withLater(post.body, request.later) : body);
  return {
    marker,
    idKey: 'id',
    list: () => listAll(api, { path: all }),
    isUpToDate: (post) => post.body === bodyAfter(post),
    isCurrent: () => isCurrent(api, request),
    ...(mayCreate && { create: () => api.ask({ method: 'POST', path: all, parameters: { body } }) }),
    update: (post) =>
      api.ask({ method: 'PATCH', path: commentPath(api, post.id), parameters: { body: bodyAfter(post) } }),
    discard: ({ id }) => api.ask({ method: 'DELETE', path: commentPath(api, id) }),
  };
}

/** Whether a comment says more about the same commits than a new one would: what was applied stays its head. */
function isFinal({ body }: Post, marker: Marker): boolean {
  const shown = readMarker(body, marker);
  if (shown?.outcome === undefined || shown.head !== marker.head) return false;
  return marker.outcome === undefined || rankOf(marker.outcome) <= rankOf(shown.outcome);
}

function rankOf(outcome: AppliedOutcome): number {
  return APPLIED_OUTCOMES.indexOf(outcome);
}

/** At the end of a line about a later run, by which the next run finds and replaces it. */
const LATER = '<!-- confighub-sync later -->';
const LATER_LINE = /\n[^\n]*<!-- confighub-sync later -->\s*$/;
/** GitHub accepts 65,536 characters. */
const MAX_BODY = 65_500;

/** The body with one line about the last of all later runs. */
function withLater(body: string, later: string): string {
  const whole = `${body.replace(LATER_LINE, '').trimEnd()}\n\n${later} ${LATER}\n`;
  return later === '' || whole.length > MAX_BODY ? body : whole;
}

/** Digests of the drift shown by our comment; empty if there is no such comment. Throws {@link ApiProblem}. */
export async function shownDrift(
  api: Api,
  { pullRequest, target }: { pullRequest: number; target: string },
): Promise<readonly string[]> {
  const found = await findComment(api, { pullRequest, target, authors: await findAuthors(api) });
  return found?.shown.drift ?? [];
}

interface Wanted {
  pullRequest: number;
  target: string;
  authors: readonly string[];
}

/** The comment about this target, and its marker. */
async function findComment(
  api: Api,
  { pullRequest, target, authors }: Wanted,
): Promise<{ post: Post; shown: Marker } | undefined> {
  const marker = { kind: 'plan', target } as const;
  const list = () => listAll(api, { path: commentsPath(api, pullRequest) });
  const [post] = await new OwnPosts({ marker, idKey: 'id', list }, authors).find();
  const shown = post && readMarker(post.body, marker);
  return post && shown && { post, shown };
}

function commentsPath(api: Api, pullRequest: number): string {
  return `${api.repository}/issues/${pullRequest}/comments`;
}

function commentPath(api: Api, id: number): string {
  return `${api.repository}/issues/comments/${id}`;
}

/** A slow run must not overwrite the comment about a newer commit, or about the merge. */
async function isCurrent(api: Api, { pullRequest, marker, phase }: CommentRequest): Promise<boolean> {
  const { head, isMerged } = await getPullRequest(api, pullRequest);
  return head === marker.head && (phase === 'applied' || !isMerged);
}

// Comments whose pull requests a later apply brought to the server are put right: they show a plan or a refusal.

/** Pull requests whose comments one apply looks at, newest first. */
const MAX_PULL_REQUESTS = 20;
export interface Brought {
  /** Applied now and not before. */
  commits: readonly string[];
  /** The pull request of the event, which has a comment of its own. */
  except: number | undefined;
  /** Target in the marker. */
  target: string;
  /** The Markdown of a comment, made from what it said until now. */
  markdown: (before: string) => string;
}

/** Updates comments and creates none. Sends no request if there can be no other pull request. Never throws. */
export function updateBrought(api: Api, brought: Brought): Promise<Result<void>> {
  return settle('pull-requests: write', async () => {
    if (brought.commits.length < 2) return;
    const commits = new Set(brought.commits);
    const merged = await mergedRecently(api, (one) => commits.has(one.mergeCommit ?? ''));
    const others = merged.filter(({ number }) => number !== brought.except).slice(0, MAX_PULL_REQUESTS);
    if (others.length === 0) return;
    const authors = await findAuthors(api);
    for (const one of others) await update(one, { ...brought, api, authors });
  });
}

type Updating = Brought & { api: Api; authors: readonly string[] };

/** The comment of an apply is left alone, unless its outcome was uncertain. */
async function update({ number, head }: PullRequest, { api, authors, target, markdown }: Updating): Promise<void> {
  const found = await findComment(api, { pullRequest: number, target, authors });
  if (found === undefined) return;
  const { post, shown } = found;
  if (shown.outcome === 'applied' || shown.outcome === 'nothing') return;
  const start = writeMarker({ ...shown, head, outcome: 'applied' });
  const whole = `${start}\n${markdown(withoutMarker(post.body))}`;
  const body = whole.length > MAX_BODY ? `${start}\n${markdown('')}` : whole;
  await api.ask({ method: 'PATCH', path: commentPath(api, post.id), parameters: { body } });
}
