// The comment on a pull request: one for each target, updated by every run.
import {
  type Board,
  converge,
  findAuthors,
  type Marker,
  type Outcome,
  OwnPosts,
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
  return {
    marker,
    idKey: 'id',
    list: () => listAll(api, { path: all }),
    isUpToDate: (post) => post.body === body,
    isCurrent: () => isCurrent(api, request),
    ...(mayCreate && { create: () => api.ask({ method: 'POST', path: all, parameters: { body } }) }),
    update: ({ id }) => api.ask({ method: 'PATCH', path: one(id), parameters: { body } }),
    discard: ({ id }) => api.ask({ method: 'DELETE', path: one(id) }),
  };
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
