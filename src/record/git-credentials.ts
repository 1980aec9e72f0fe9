// Passes a token to git through environment variables, because other users can read command lines.
import type { Environment } from './git-result.ts';

/** The Git host that a workflow runs on, and the token for it. */
export interface GitHostAccess {
  /** `https://github.com`, or another Git host's address with its base path. */
  serverUrl: string;
  token: string;
}

/** `[key, value]` of git's configuration, in order: a key may have several values. */
export type ConfigEntry = readonly [key: string, value: string];

/** The credential in the request header: register it as a secret as well as the token. */
export function basicCredential(token: string): string {
  return Buffer.from(`x-access-token:${token}`).toString('base64');
}

/**
 * The header for the Git host. The empty value first removes the one that `actions/checkout` left in the clone's
 * configuration, because two Authorization headers are refused.
 */
export function gitHostEntries({ serverUrl, token }: GitHostAccess): ConfigEntry[] {
  const key = `http.${serverUrl.replace(/\/+$/, '')}/.extraheader`;
  return [
    [key, ''],
    [key, `AUTHORIZATION: basic ${basicCredential(token)}`],
  ];
}

/** Whether the remote is on the Git host, over http(s), and has no password in its address. */
export function isOnGitHost(remoteUrl: string, serverUrl: string): boolean {
  const remote = parse(remoteUrl);
  const gitHost = parse(serverUrl);
  if (remote === undefined || gitHost === undefined) return false;
  const base = `${gitHost.pathname.replace(/\/+$/, '')}/`;
  return (
    remote.origin === gitHost.origin && remote.pathname.startsWith(base) && remote.password === ''
  );
}

/** `owner/name` of a remote on the Git host, over http(s), with or without a login, or SSH; `undefined`: it is elsewhere. */
export function repositoryOn(remoteUrl: string, serverUrl: string): string | undefined {
  const gitHost = parse(serverUrl);
  if (gitHost === undefined) return undefined;
  const address = withoutLogin(remoteUrl);
  const path = isOnGitHost(address, serverUrl)
    ? new URL(address).pathname.slice(gitHost.pathname.replace(/\/+$/, '').length)
    : pathBySsh(remoteUrl, gitHost.hostname);
  return /^\/*([^/]+\/[^/]+?)(?:\.git)?\/*$/.exec(path ?? '')?.[1];
}

function withoutLogin(address: string): string {
  const url = parse(address);
  return url === undefined ? address : Object.assign(url, { username: '', password: '' }).href;
}

const SCP_LIKE = /^(?:[^@/:]+@)?(?<host>[^/:]+):(?!\/\/)(?<path>.+)$/;

/** Of `git@host:owner/name.git` or `ssh://git@host:22/owner/name.git`, if it is on this host. */
function pathBySsh(address: string, host: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'ssh:') return url.hostname === host ? url.pathname : undefined;
  const { groups } = SCP_LIKE.exec(address) ?? {};
  return groups?.host?.toLowerCase() === host ? groups.path : undefined;
}

/** The environment with git configuration added after (`last`) or before (`first`) the entries it already has. */
export function withConfig(
  env: Environment,
  entries: readonly ConfigEntry[],
  position: 'first' | 'last' = 'last',
): Environment {
  const carried = carriedEntries(env);
  const settings = position === 'first' ? [...entries, ...carried] : [...carried, ...entries];
  if (settings.length === 0) return env;
  const result: Environment = { ...env, GIT_CONFIG_COUNT: String(settings.length) };
  for (const [i, [key, value]] of settings.entries()) {
    result[`GIT_CONFIG_KEY_${i}`] = key;
    result[`GIT_CONFIG_VALUE_${i}`] = value;
  }
  return result;
}

function carriedEntries(env: Environment): ConfigEntry[] {
  const count = Number(env.GIT_CONFIG_COUNT ?? '');
  if (!Number.isInteger(count) || count < 0) return [];
  return Array.from(
    { length: count },
    (_, i): ConfigEntry => [env[`GIT_CONFIG_KEY_${i}`] ?? '', env[`GIT_CONFIG_VALUE_${i}`] ?? ''],
  ).filter(([key]) => key !== '');
}

/** `undefined` for anything but an http(s) address, such as a path, `git@host:path` or `ssh://`. */
function parse(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}
