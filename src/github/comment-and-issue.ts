// The comment on a pull request, updated by every run, and the drift issue, open while there is drift: one for each target.
import { isPlainObject } from '../lib/json.ts';
import { type Api, type Listing, listAll } from './api.ts';
import { type Board, converge, type Marker, type Outcome, type Post, readMarker, writeMarker } from './posts.ts';
import { getPullRequest } from './pull-request.ts';

export interface CommentRequest {
  pullRequest: number;
  /** `head`: the newest commit of the pull request known to this run. */
  marker: Omit<Marker, 'kind'>;
  /** Without the marker, which is prepended. */
  markdown: string;
  /** Otherwise only an existing comment is updated. */
  mayCreate: boolean;
  /** A plan never replaces the comment of an apply. */
  phase: 'planned' | 'applied';
}

/** Creates or updates the comment. Throws an {@link ApiProblem}. */
export function upsertComment(api: Api, request: CommentRequest): Promise<Outcome> {
  const marker: Marker = { ...request.marker, kind: 'plan' };
  const body = `${writeMarker(marker)}\n${request.markdown}`;
  const all = `${api.repository}/issues/${request.pullRequest}/comments`;
  const pathOf = ({ id }: Post) => `${api.repository}/issues/comments/${id}`;
  return converge(api, {
    marker,
    idKey: 'id',
    list: () => listAll(api, { path: all }),
    isUpToDate: (post) => post.body === body || isFinal(post, marker),
    isCurrent: () => isCurrent(api, request),
    ...(request.mayCreate && { create: () => api.ask({ method: 'POST', path: all, parameters: { body } }) }),
    update: (post) => api.ask({ method: 'PATCH', path: pathOf(post), parameters: { body } }),
    discard: (post) => api.ask({ method: 'DELETE', path: pathOf(post) }),
  });
}

/** Whether the comment stays: it says what an apply of the same commits sent, and this run sent nothing. */
function isFinal({ body }: Post, marker: Marker): boolean {
  const shown = readMarker(body, marker);
  if (shown?.outcome === undefined || shown.head !== marker.head) return false;
  // An apply that finds nothing to change settles one whose outcome was uncertain.
  return marker.outcome === undefined || (marker.outcome === 'nothing' && shown.outcome === 'applied');
}

/** A slow run must not overwrite the comment about a newer commit, or about the merge. */
async function isCurrent(api: Api, { pullRequest, marker, phase }: CommentRequest): Promise<boolean> {
  const { head, isMerged } = await getPullRequest(api, pullRequest);
  return head === marker.head && (phase === 'applied' || !isMerged);
}

export interface DriftReport {
  /** `plan`: digest of the drift. An issue with the same digest is not updated. */
  marker: Omit<Marker, 'kind'>;
  title: string;
  /** Without the marker, which is prepended. */
  markdown: string;
  /** `clean`: an open issue is updated and closed, and none is created. */
  state: 'drifted' | 'clean';
}

/** Opens, updates or closes the issue. Throws an {@link ApiProblem}. */
export function updateDriftIssue(api: Api, { title, markdown, state, marker: fields }: DriftReport): Promise<Outcome> {
  const marker: Marker = { ...fields, kind: 'drift' };
  const body = `${writeMarker(marker)}\n${markdown}`;
  const path = `${api.repository}/issues`;
  const edit = (number: number, parameters: Readonly<Record<string, unknown>>) =>
    api.ask({ method: 'PATCH', path: `${path}/${number}`, parameters });
  const common = {
    marker,
    idKey: 'number',
    list: () => listOpen(api, path),
    isCurrent: async () => true,
    // The token of a workflow cannot delete issues.
    discard: ({ id }) => edit(id, { state: 'closed', state_reason: 'not_planned' }),
  } satisfies Partial<Board>;
  if (state === 'clean')
    return converge(api, {
      ...common,
      isUpToDate: () => false,
      update: ({ id }) => edit(id, { body, state: 'closed', state_reason: 'completed' }),
    });
  return converge(api, {
    ...common,
    isUpToDate: (post) => readMarker(post.body, marker)?.plan === marker.plan,
    create: () => api.ask({ method: 'POST', path, parameters: { title, body } }),
    update: ({ id }) => edit(id, { title, body }),
  });
}

/** Every pull request is an issue as well. */
async function listOpen(api: Api, path: string): Promise<Listing> {
  const { items, isComplete } = await listAll(api, { path, parameters: { state: 'open' } });
  return { items: items.filter((item) => !isPlainObject(item.pull_request)), isComplete };
}
