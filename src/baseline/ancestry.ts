// Was one commit made before another? Asked of origin where this clone is too shallow to know. [edge]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConfigEntry, withConfig } from './credentials.ts';
import type { Environment } from './git.ts';
import { bytesOf, reasonOf, textOf } from './git-answer.ts';
import { FETCH_OPTIONS } from './origin.ts';
import type { GitRepository } from './work-tree.ts';

/** `unknown` says why in words that fit behind a colon. A commit counts as its own ancestor. */
export type Ancestry = { answer: 'yes' | 'no' } | { answer: 'unknown'; reason: string };

/** Is commit `older` an ancestor of commit `newer`? The clone stays as it is. Never throws. */
export async function isAncestor(repository: GitRepository, older: string, newer: string): Promise<Ancestry> {
  const odd = [older, newer].find((id) => !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(id));
  if (odd !== undefined) return unknown(`'${odd.slice(0, 80)}' is no commit id`);
  if (older === newer) return { answer: 'yes' };
  try {
    return await ask(repository, older, newer);
  } catch (error) {
    return unknown(error instanceof Error ? error.message : String(error));
  }
}

function unknown(reason: string): Ancestry {
  return { answer: 'unknown', reason };
}

async function ask(repository: GitRepository, older: string, newer: string): Promise<Ancestry> {
  const answer = await repository.git(['merge-base', '--is-ancestor', older, newer]);
  if (answer.status === 0) return { answer: 'yes' };
  if (answer.failure !== undefined) return unknown(reasonOf(answer));
  const hasNewer = await repository.git(['cat-file', '-e', `${newer}^{commit}`]);
  if (hasNewer.status !== 0) return unknown(`commit ${newer} is not in this clone`);
  if (repository.shallow) return askOrigin(repository, older, newer);
  // All ancestors of a commit are in a full clone: what is missing is none of them.
  return { answer: 'no' };
}

/** Fetches the history behind the clone's own, without trees, into a repository that is then thrown away. */
async function askOrigin(repository: GitRepository, older: string, newer: string): Promise<Ancestry> {
  if (!repository.origin) return unknown('this clone is shallow, and has no origin to ask');
  const ends = await endsOfHistory(repository, newer);
  const dir = await mkdtemp(join(tmpdir(), 'confighub-sync-'));
  try {
    const env = withConfig(aloneIn(repository.networkEnv), await remoteSettings(repository), 'first');
    // From the clone's top, because the address of origin may be relative to it.
    const place = ['-C', repository.topLevel, `--git-dir=${dir}`];
    const git = (args: string[], network = false) => repository.run([...place, ...args], { env, network });
    textOf('A temporary repository cannot be made', await git(['init', '--quiet', '--bare', '--template=']));
    const fetched = await git(['fetch', ...FETCH_OPTIONS, '--filter=tree:0', 'origin', ...ends], true);
    if (fetched.status !== 0)
      return unknown(`the history could not be fetched from origin (${reasonOf(fetched)})`);
    // Nothing but the ancestors of those commits was asked for, so that to be there is to be one.
    const there = await git(['cat-file', '-e', `${older}^{commit}`]);
    return { answer: there.status === 0 ? 'yes' : 'no' };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Where the clone's history of a commit breaks off: origin has these, even where the commit is not pushed yet. */
async function endsOfHistory(repository: GitRepository, newer: string): Promise<string[]> {
  const ends = await repository.git(['rev-list', '--max-parents=0', newer]);
  return textOf('The history of this clone cannot be read', ends).split('\n');
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
