// A clone and an origin beside a server that offers the documented interface and nothing else.
import { planTarget } from '../../src/commands/plan.ts';
import type { Runtime } from '../../src/runtime.ts';
import { type GivenOptions, resolveOptions } from '../../src/options.ts';
import { type ApplyResult, applyApproved, runtimeIn } from '../helpers/apply.ts';
import { type DocumentedOptions, type DocumentedServer, startDocumentedServer } from './server.ts';
import { GitSandbox } from '../helpers/git.ts';

export const PROJECT = 'levels: [Environment, Application]\n';

export interface Documented {
  server: DocumentedServer;
  git: GitSandbox;
  dir: string;
  runtime: Runtime;
  /** Commits `config/shop.yaml`, or all files where several are given; the id of the commit. */
  commit: (document: string | Record<string, string>) => string;
  options: (given?: GivenOptions) => ReturnType<typeof resolveOptions>;
  plan: (given?: GivenOptions) => Promise<ApplyResult>;
  /** Approves what may be approved. */
  apply: (given?: GivenOptions) => Promise<ApplyResult>;
}

export interface DocumentedStage extends DocumentedOptions {
  /** Of the push. Default: `token`. */
  form?: 'token' | 'url';
  env?: Record<string, string>;
}

export async function withDocumented<T>(
  { form = 'token', env = {}, ...given }: DocumentedStage,
  use: (documented: Documented) => Promise<T>,
): Promise<T> {
  const server = await startDocumentedServer(given);
  const git = new GitSandbox();
  try {
    const dir = git.clone(git.bare(), 'clone');
    const token = form === 'token' ? 'token-of-shop' : '';
    return await use(stage(server, { git, dir, env, token }));
  } finally {
    await server.close();
    git.dispose();
  }
}

interface Place {
  git: GitSandbox;
  dir: string;
  env: Record<string, string>;
  token: string;
}

function stage(server: DocumentedServer, { git, dir, env, token }: Place): Documented {
  const runtime = runtimeIn(dir, { ...git.env, ...env });
  const options = (more: GivenOptions = {}) =>
    resolveOptions({ url: server.url, repository: 'acme/shop', token, ...more }, {});
  return {
    server,
    git,
    dir,
    runtime,
    options,
    plan: (more = {}) => planTarget(options(more), runtime),
    commit: (document) => {
      const files = typeof document === 'string' ? { 'config/shop.yaml': document } : document;
      return git.commit(dir, 'Change the shop', { 'confighub.yaml': PROJECT, ...files });
    },
    apply: (more = {}) => applyApproved(options(more), runtime),
  };
}

/** A push past the project: somebody else's, or a manual one. */
export async function pushByOthers(
  { server }: Pick<Documented, 'server'>,
  body: unknown,
): Promise<void> {
  const { status } = await fetch(`${server.url}/rest/push/acme/shop`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (status !== 200) throw new Error(`The push of others was answered with status ${status}.`);
}
