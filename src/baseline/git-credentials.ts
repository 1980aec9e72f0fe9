// How a token reaches git: through variables of its environment, because a command line can be read by all.
import type { Environment } from './git.ts';

/** The forge that a workflow runs on, and the token for it. */
export interface ForgeAccess {
  /** `https://github.com`, or another forge's address with its base path. */
  serverUrl: string;
  token: string;
}

/** `[key, value]` of git's configuration, in order: a key may have several values. */
export type ConfigEntry = readonly [key: string, value: string];

/** The credential as it stands in the request header: register it as a secret besides the token. */
export function basicCredential(token: string): string {
  return Buffer.from(`x-access-token:${token}`).toString('base64');
}

/**
 * The header for the forge. The empty value in front drops what `actions/checkout` left in the clone's
 * configuration: two Authorization headers are refused.
 */
export function forgeEntries({ serverUrl, token }: ForgeAccess): ConfigEntry[] {
  const key = `http.${serverUrl.replace(/\/+$/, '')}/.extraheader`;
  return [
    [key, ''],
    [key, `AUTHORIZATION: basic ${basicCredential(token)}`],
  ];
}

/** Is this remote on that forge, over http(s), and without a password of its own? */
export function isOnForge(remoteUrl: string, serverUrl: string): boolean {
  const remote = parse(remoteUrl);
  const forge = parse(serverUrl);
  if (remote === undefined || forge === undefined) return false;
  const base = `${forge.pathname.replace(/\/+$/, '')}/`;
  return remote.origin === forge.origin && remote.pathname.startsWith(base) && remote.password === '';
}

/** The environment with more configuration behind (or, `first`, in front of) what it already carries. */
export function withConfig(
  env: Environment,
  entries: readonly ConfigEntry[],
  position: 'first' | 'last' = 'last',
): Environment {
  const carried = carriedEntries(env);
  const all = position === 'first' ? [...entries, ...carried] : [...carried, ...entries];
  if (all.length === 0) return env;
  const result: Environment = { ...env, GIT_CONFIG_COUNT: String(all.length) };
  for (const [i, [key, value]] of all.entries()) {
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

/** `undefined` for what is no http(s) address: a path, `git@host:path`, `ssh://`. */
function parse(address: string): URL | undefined {
  try {
    const url = new URL(address);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
  } catch {
    return undefined;
  }
}
