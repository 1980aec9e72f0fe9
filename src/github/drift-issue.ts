// The issue about drift: one for each target, open as long as there is any.
import { isPlainObject } from '../lib/strict-json.ts';
import { type Board, converge, type Marker, type Outcome, readMarker, writeMarker } from './posts.ts';
import { type Api, listAll, type Listing } from './requests.ts';

export interface DriftReport {
  /** `plan` is the digest of the drift: an issue with the same one is left as it is. */
  marker: Omit<Marker, 'kind'>;
  title: string;
  /** The text; the marker is put in front of it. */
  markdown: string;
  /** `clean`: an open issue gets the text and is closed, and no new one is made. */
  state: 'drifted' | 'clean';
}

/** Opens, updates or closes the issue, or says why not. Never throws. */
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
    // Issues cannot be deleted with the token of a workflow.
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
  const { items, isWhole } = await listAll(api, { path, parameters: { state: 'open' } });
  return { items: items.filter((item) => !isPlainObject(item.pull_request)), isWhole };
}
