// A repository that is thrown away, to look into the history at origin and leave this clone as it is. [edge]
import { promises } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConfigEntry, withConfig } from './credentials.ts';
import type { Environment } from './git.ts';
import { bytesOf, type GitResult, textOf } from './git-answer.ts';
import { FETCH_OPTIONS } from './origin.ts';
import type { GitRepository } from './work-tree.ts';

export interface Temporary {
  git(args: readonly string[]): Promise<GitResult>;
  /** Fetches from the clone's origin the commits and their history, without trees. */
  fetchHistory(commits: readonly string[], options?: readonly string[]): Promise<GitResult>;
}

/** Throws GitError where there can be none. */
export async function inTemporary<Result>(
  repository: GitRepository,
  use: (temporary: Temporary) => Promise<Result>,
): Promise<Result> {
  const dir = await promises.mkdtemp(join(tmpdir(), 'confighub-sync-'));
  try {
    const env = withConfig(aloneIn(repository.networkEnv), await remoteSettings(repository), 'first');
    // From the clone's top, because the address of origin may be relative to it.
    const place = ['-C', repository.topLevel, `--git-dir=${dir}`];
    const git = (args: readonly string[], network = false) =>
      repository.run([...place, ...args], { env, network });
    textOf('A temporary repository cannot be made', await git(['init', '--quiet', '--bare', '--template=']));
    return await use({
      git: (args) => git(args),
      fetchHistory: (commits, options = []) =>
        git(['fetch', ...FETCH_OPTIONS, '--filter=tree:0', ...options, 'origin', ...commits], true),
    });
  } finally {
    await promises.rm(dir, { recursive: true, force: true });
  }
}

const TEMPORARY: Environment = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

/** The clone's settings are handed over whole: read twice, a header would be sent twice. */
function aloneIn(env: Environment): Environment {
  return { ...env, ...TEMPORARY };
}

const NEEDED =
  /^(?:http|credential|url|protocol|ssh|remote\.origin\.(?:url|proxy|uploadpack)|core\.(?:sshcommand|askpass|gitproxy))(?:\.|$)/i;

/**
 * The settings with which the clone reaches origin, from all files that hold some for it: includes
 * that depend on the clone's place (as `actions/checkout` uses them) would not count elsewhere.
 */
async function remoteSettings(repository: GitRepository): Promise<ConfigEntry[]> {
  const listed = await repository.git(['config', '--list', '-z', '--show-scope']);
  const fields = bytesOf('The settings of this clone cannot be read', listed).toString().split('\0');
  const entries: ConfigEntry[] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [key = '', ...value] = (fields[i + 1] ?? '').split('\n');
    if (fields[i] === 'command' || !NEEDED.test(key)) continue;
    entries.push([key, value.length === 0 ? 'true' : value.join('\n')]);
  }
  return entries;
}
