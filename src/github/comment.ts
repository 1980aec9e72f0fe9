// The comment on a pull request: one for each target, updated by every run.
import { type Board, converge, type Marker, type Outcome, type Post, readMarker, writeMarker } from './posts.ts';
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
  return {
    marker,
    idKey: 'id',
    list: () => listAll(api, { path: all }),
    isUpToDate: (post) => post.body === body || isFinal(post, marker),
    isCurrent: () => isCurrent(api, request),
    ...(mayCreate && { create: () => api.ask({ method: 'POST', path: all, parameters: { body } }) }),
    update: ({ id }) => api.ask({ method: 'PATCH', path: commentPath(api, id), parameters: { body } }),
    discard: ({ id }) => api.ask({ method: 'DELETE', path: commentPath(api, id) }),
  };
}

/** Whether the comment stays: it says what an apply of the same commits sent, and this run sent nothing. */
function isFinal({ body }: Post, marker: Marker): boolean {
  const shown = readMarker(body, marker);
  if (shown?.outcome === undefined || shown.head !== marker.head) return false;
  // An apply that finds nothing to change settles one whose outcome was uncertain.
  return marker.outcome === undefined || (marker.outcome === 'nothing' && shown.outcome === 'applied');
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
