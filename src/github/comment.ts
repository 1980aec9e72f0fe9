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
  writeMarker,
} from './posts.ts';
import { getPullRequest } from './pull-request.ts';
import { type Api, listAll } from './requests.ts';

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
  const all = `${api.repository}/issues/${request.pullRequest}/comments`;
  const one = (id: number) => `${api.repository}/issues/comments/${id}`;
  const mayCreate = request.policy === 'always' || request.hasNews;
  const bodyAfter = (post: Post) => (isFinal(post, marker) ? withLater(post.body, request.later) : body);
  return {
    marker,
    idKey: 'id',
    list: () => listAll(api, { path: all }),
    isUpToDate: (post) => post.body === bodyAfter(post),
    isCurrent: () => isCurrent(api, request),
    ...(mayCreate && { create: () => api.ask({ method: 'POST', path: all, parameters: { body } }) }),
    update: (post) => api.ask({ method: 'PATCH', path: one(post.id), parameters: { body: bodyAfter(post) } }),
    discard: ({ id }) => api.ask({ method: 'DELETE', path: one(id) }),
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
  const path = `${api.repository}/issues/${pullRequest}/comments`;
  const board = {
    marker: { kind: 'plan', target },
    idKey: 'id',
    list: () => listAll(api, { path }),
  } as const;
  const [oldest] = await new OwnPosts(board, await findAuthors(api)).find();
  return (oldest && readMarker(oldest.body, board.marker)?.drift) ?? [];
}

/** A slow run must not overwrite the comment about a newer commit, or about the merge. */
async function isCurrent(api: Api, { pullRequest, marker, phase }: CommentRequest): Promise<boolean> {
  const { head, isMerged } = await getPullRequest(api, pullRequest);
  return head === marker.head && (phase === 'applied' || !isMerged);
}
