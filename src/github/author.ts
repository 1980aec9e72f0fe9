// Who the token writes as: a comment with our marker counts only if we wrote it, because anybody can copy a marker.
import { isPlainObject } from '../model/strict-json.ts';
import type { Api } from './client.ts';
import { unless } from './result.ts';

/** The users of workflows; forges let nobody else have these names. */
const WORKFLOW_USERS = ['github-actions[bot]', 'gitea-actions', 'forgejo-actions'] as const;

/**
 * The logins that are us. GraphQL knows for every kind of token, but only GitHub has it; `GET /user` refuses the
 * tokens of apps. Where both are silent it is the token of a workflow.
 */
export async function findAuthors(api: Api): Promise<readonly string[]> {
  const login = (await viewer(api)) ?? (await user(api));
  return login === undefined ? WORKFLOW_USERS : [login];
}

async function viewer(api: Api): Promise<string | undefined> {
  const request = {
    method: 'POST',
    path: '/graphql',
    parameters: { query: '{ viewer { login } }' },
  } as const;
  const answer = await unless(['missing', 'denied', 'unexpected'], api.ask(request));
  const data = isPlainObject(answer?.data) ? answer.data.data : undefined;
  return isPlainObject(data) ? loginOf(data.viewer) : undefined;
}

async function user(api: Api): Promise<string | undefined> {
  const answer = await unless(['missing', 'denied'], api.ask({ method: 'GET', path: '/user' }));
  return loginOf(answer?.data);
}

export function loginOf(user: unknown): string | undefined {
  return isPlainObject(user) && typeof user.login === 'string' ? user.login : undefined;
}
