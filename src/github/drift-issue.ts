// The drift issue: one for each target, open while there is drift.
import { isPlainObject } from '../lib/json.ts';
import { type Board, converge, type Marker, type Outcome, readMarker, writeMarker } from './posts.ts';
import { type Api, listAll, type Listing } from './requests.ts';

export interface DriftReport {
  /** `plan`: digest of the drift. An issue with the same digest is not updated. */
  marker: Omit<Marker, 'kind'>;
  title: string;
  /** Without the marker, which is prepended. */
  markdown: string;
  /** `clean`: an open issue is updated and closed, and none is created. */
  state: 'drifted' | 'clean';
}

/** Opens, updates or closes the issue, or returns why not. Never throws. */
export function updateDriftIssue(api: Api, report: DriftReport): Promise<Outcome> {
  return converge(api, { board: driftBoard(api, report), permission: 'issues: write' });
}

function driftBoard(api: Api, { title, markdown, state, marker: fields }: DriftReport): Board {
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
    return {
      ...common,
      isUpToDate: () => false,
      update: ({ id }) => edit(id, { body, state: 'closed', state_reason: 'completed' }),
    };
  return {
    ...common,
    isUpToDate: (post) => readMarker(post.body, marker)?.plan === marker.plan,
    create: () => api.ask({ method: 'POST', path, parameters: { title, body } }),
    update: ({ id }) => edit(id, { title, body }),
  };
}

/** Every pull request is an issue as well. */
async function listOpen(api: Api, path: string): Promise<Listing> {
  const { items, isComplete } = await listAll(api, { path, parameters: { state: 'open' } });
  return { items: items.filter((item) => !isPlainObject(item.pull_request)), isComplete };
}
