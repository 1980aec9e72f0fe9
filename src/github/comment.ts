// The comment under a pull request: one for each target, kept up to date by every run.
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

/** `changes`: no new comment that only says "no changes", but one that is there does not stay stale. */
export const COMMENT_POLICIES = ['always', 'changes', 'never'] as const;
export type CommentPolicy = (typeof COMMENT_POLICIES)[number];

export interface CommentRequest {
  pullRequest: number;
  /** `head` is the newest commit of the pull request as this run knows it. */
  marker: Omit<Marker, 'kind'>;
  /** The text; the marker is put in front of it. */
  markdown: string;
  policy: CommentPolicy;
  /** Is there anything to say that is worth a new comment? */
  hasNews: boolean;
  /** A plan never replaces what an apply has said. */
  phase: 'planned' | 'applied';
}

/** Writes the comment, or says why there is none. Never throws. */
export async function upsertComment(api: Api, request: CommentRequest): Promise<Outcome> {
  if (request.policy === 'never') return { skipped: 'never' };
  return converge(api, { board: commentBoard(api, request), permission: 'pull-requests: write' });
}

function commentBoard(api: Api, request: CommentRequest): Board {
  const marker: Marker = { ...request.marker, kind: 'plan' };
  const body = `${writeMarker(marker)}\n${request.markdown}`;
  const all = `${api.repository}/issues/${request.pullRequest}/comments`;
  const one = (id: number) => `${api.repository}/issues/comments/${id}`;
  const isWorthIt = request.policy === 'always' || request.hasNews;
  return {
    marker,
    idKey: 'id',
    list: () => listAll(api, { path: all }),
    isUpToDate: (post) => post.body === body,
    isCurrent: () => isCurrent(api, request),
    ...(isWorthIt && { create: () => api.ask({ method: 'POST', path: all, parameters: { body } }) }),
    update: ({ id }) => api.ask({ method: 'PATCH', path: one(id), parameters: { body } }),
    discard: ({ id }) => api.ask({ method: 'DELETE', path: one(id) }),
  };
}

/** Digests of the drift that our comment shows; empty where there is none of ours. Throws ApiProblem. */
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

/** A run that took long must not write over what was said of a newer commit, or of the merge. */
async function isCurrent(api: Api, { pullRequest, marker, phase }: CommentRequest): Promise<boolean> {
  const { head, isMerged } = await getPullRequest(api, pullRequest);
  return head === marker.head && (phase === 'applied' || !isMerged);
}
