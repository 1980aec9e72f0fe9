// [edge] The API of the forge, through @actions/github.
import { isPlainObject } from '../lib/json.ts';
import type { EventContext } from './event-context.ts';
import { Api, type ApiAnswer, type ApiRequest, type Clock } from './requests.ts';

export interface ForgeApi extends Pick<EventContext, 'apiUrl' | 'repository'> {
  token: string;
}

const GITHUB = 'https://api.github.com';
/** Milliseconds for one request. */
const TIMEOUT = 30_000;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Loads the client and sends requests only when needed. */
export function openApi({ apiUrl, token, repository }: ForgeApi, clock: Clock): Api {
  const baseUrl = (apiUrl || GITHUB).replace(/\/+$/, '');
  let octokit: ReturnType<typeof load> | undefined;
  const send = async (request: ApiRequest): Promise<ApiAnswer> => {
    octokit ??= load(token, baseUrl);
    return exchange(await octokit, { ...request, path: addressOf(baseUrl, request.path) });
  };
  return new Api(repository, { send, clock });
}

/** GitHub Enterprise Server serves GraphQL at `/api/graphql`, not below `/api/v3`. */
function addressOf(baseUrl: string, path: string): string {
  return `${path === '/graphql' ? baseUrl.replace(/\/api\/v3$/, '/api') : baseUrl}${path}`;
}

/** Loaded lazily: it would take a third of the start-up time. */
async function load(token: string, baseUrl: string) {
  const { getOctokit } = await import(/* webpackMode: "eager" */ '@actions/github');
  return getOctokit(token, { baseUrl, log: SILENT });
}

type Octokit = Awaited<ReturnType<typeof load>>;

async function exchange(octokit: Octokit, { method, path, parameters }: ApiRequest): Promise<ApiAnswer> {
  try {
    const { status, headers, data } = await octokit.request({
      ...parameters,
      method,
      url: path,
      request: { signal: AbortSignal.timeout(TIMEOUT) },
    });
    return { status, headers, data };
  } catch (error) {
    return answerOf(error);
  }
}

/** Octokit throws for every status except 2xx and 3xx. */
function answerOf(error: unknown): ApiAnswer {
  const response = isPlainObject(error) ? error.response : undefined;
  if (!isPlainObject(response) || typeof response.status !== 'number')
    return { status: 0, headers: {}, data: undefined };
  return {
    status: response.status,
    headers: isPlainObject(response.headers) ? response.headers : {},
    data: response.data,
  };
}

function ignore(): void {}
