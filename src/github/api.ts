// [edge] The API of the forge that the workflow runs on, over @actions/github.
import { isPlainObject } from '../lib/strict-json.ts';
import { Api, type ApiAnswer, type ApiRequest, type Clock } from './requests.ts';

export interface ForgeApi {
  /** `GITHUB_API_URL`; empty: that of github.com. */
  apiUrl: string;
  token: string;
  /** `owner/name` */
  repository: string;
}

const GITHUB = 'https://api.github.com';
/** Milliseconds for one request. */
const TIMEOUT = 30_000;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Sends nothing yet. */
export function openApi({ apiUrl, token, repository }: ForgeApi, clock: Clock): Api {
  const baseUrl = (apiUrl || GITHUB).replace(/\/+$/, '');
  let octokit: ReturnType<typeof load> | undefined;
  const send = async (request: ApiRequest): Promise<ApiAnswer> => {
    octokit ??= load(token, baseUrl);
    return exchange(await octokit, { ...request, path: addressOf(baseUrl, request.path) });
  };
  return new Api(repository, { send, clock });
}

/** GitHub Enterprise Server has GraphQL beside `/api/v3`, not below it. */
function addressOf(baseUrl: string, path: string): string {
  return `${path === '/graphql' ? baseUrl.replace(/\/api\/v3$/, '/api') : baseUrl}${path}`;
}

/** Loaded when something is to be sent: it is a third of the time in which the action starts. */
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

/** Octokit throws whatever is not 2xx or 3xx; without a response nothing was answered. */
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
