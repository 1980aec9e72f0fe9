// [edge] What the runner says of the event: its variables, and the file with what the forge tells of it.
import { readFileSync } from 'node:fs';
import { isPlainObject, type PlainObject } from '../lib/strict-json.ts';
import type { ProcessEnvironment } from '../options.ts';

export interface EventContext {
  event: string;
  ref: string;
  /** The commit that the event is about; of a pull request the merge of it. */
  sha: string;
  payload: PlainObject;
  /** `owner/name` */
  repository: string;
  /** Who started it. */
  actor: string;
  /** Name of the workflow. */
  workflow: string;
  serverUrl: string;
  /** Empty: that of github.com. */
  apiUrl: string;
  /** Address of the run; absent where the runner does not say. */
  run?: string;
}

export function readEventContext(env: ProcessEnvironment): EventContext {
  const payload = readPayload(env.GITHUB_EVENT_PATH);
  const named = isPlainObject(payload.repository) ? payload.repository.full_name : undefined;
  const repository = typeof named === 'string' ? named : (env.GITHUB_REPOSITORY ?? '');
  const serverUrl = env.GITHUB_SERVER_URL || 'https://github.com';
  const id = env.GITHUB_RUN_ID ?? '';
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
    ...(repository !== '' && /^\d+$/.test(id) && { run: `${serverUrl}/${repository}/actions/runs/${id}` }),
  };
}

/** Empty where there is none, or none that can be read: then the variables alone say what happened. */
function readPayload(path: string | undefined): PlainObject {
  if (!path) return {};
  try {
    const payload: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isPlainObject(payload) ? payload : {};
  } catch {
    return {};
  }
}
