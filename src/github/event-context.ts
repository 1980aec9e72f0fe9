// [edge] What the runner says about the event: environment variables, and the payload file.
import { readFileSync } from 'node:fs';
import { isPlainObject, type PlainObject, textAt } from '../lib/json.ts';
import type { ProcessEnvironment } from '../options.ts';

export interface EventContext {
  /** `GITHUB_EVENT_NAME` */
  event: string;
  ref: string;
  /** The commit of the event; for a pull request, its merge into the base. */
  sha: string;
  payload: PlainObject;
  /** `owner/name` */
  repository: string;
  /** The user who started the run. */
  actor: string;
  /** Name of the workflow. */
  workflow: string;
  serverUrl: string;
  /** Empty: the API of github.com. */
  apiUrl: string;
  /** URL of the folder of the documentation, in the version that runs; absent for an action in the repository itself. */
  docs?: string | undefined;
  /** URL of the run, if known. */
  run?: string | undefined;
}

export function readEventContext(env: ProcessEnvironment): EventContext {
  const payload = readPayload(env.GITHUB_EVENT_PATH);
  const repository = textAt(payload, 'repository', 'full_name') ?? env.GITHUB_REPOSITORY ?? '';
  const serverUrl = env.GITHUB_SERVER_URL || 'https://github.com';
  const id = env.GITHUB_RUN_ID ?? '';
  const { GITHUB_ACTION_REPOSITORY: action, GITHUB_ACTION_REF: version } = env;
  return {
    event: env.GITHUB_EVENT_NAME ?? '',
    ref: env.GITHUB_REF ?? '',
    sha: env.GITHUB_SHA ?? '',
    payload,
    repository,
    actor: env.GITHUB_ACTOR ?? '',
    workflow: env.GITHUB_WORKFLOW ?? '',
    serverUrl,
    apiUrl: env.GITHUB_API_URL ?? '',
    ...(action && version && { docs: `${serverUrl}/${action}/blob/${version}/docs` }),
    ...(repository !== '' && /^\d+$/.test(id) && { run: `${serverUrl}/${repository}/actions/runs/${id}` }),
  };
}

/** Empty if there is no readable payload; only the variables are known then. */
function readPayload(path: string | undefined): PlainObject {
  if (!path) return {};
  try {
    const payload: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isPlainObject(payload) ? payload : {};
  } catch {
    return {};
  }
}

/** The commit before a push; absent for a new branch, and for other events. */
export function pushedOnto({ event, payload }: Pick<EventContext, 'event' | 'payload'>): string | undefined {
  const before = event === 'push' ? textAt(payload, 'before') : undefined;
  return before === undefined || /^0*$/.test(before) ? undefined : before;
}
