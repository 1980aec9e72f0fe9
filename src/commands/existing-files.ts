// Configuration files that a folder already has, and the sources that `init` proposes for them.
import { resolve } from 'node:path';
import { workTreeFiles } from '../documents/work-tree-files.ts';
import { proposeSources, type SourceProposal } from '../import/propose-sources.ts';
import type { Options } from '../options.ts';
import { openAround } from './project.ts';
import type { GitRuntime } from './runtime.ts';

const GLOBS = ['**/*.{properties,env,ini,toml,yaml,yml,json}', '**/.env', '**/.env.*', '!**/node_modules/**'];

/** Without files that Git ignores: they stay on one machine, and often hold secrets. */
export async function findSources(
  options: Pick<Options, 'config'>,
  levels: readonly string[],
  runtime: GitRuntime,
): Promise<SourceProposal[]> {
  const folder = resolve(runtime.cwd);
  const { paths } = workTreeFiles(folder, folder).list(GLOBS);
  const ignored = await ignoredIn(paths, options, runtime);
  return proposeSources(
    paths.filter((path) => path !== options.config && !ignored.has(path)),
    levels,
  );
}

async function ignoredIn(
  paths: readonly string[],
  { config }: Pick<Options, 'config'>,
  runtime: GitRuntime,
): Promise<ReadonlySet<string>> {
  const git = await openAround({ config, baseline: false }, runtime);
  if (git === undefined || paths.length === 0) return new Set();
  const start = git.folder === '' ? '' : `${git.folder}/`;
  const input = Buffer.from(paths.map((path) => `${start}${path}\0`).join(''));
  const { status, stdout } = await git.git(['check-ignore', '-z', '--stdin'], { input });
  if (status !== 0) return new Set();
  const found = stdout.toString('utf8').split('\0');
  return new Set(found.map((path) => path.slice(start.length)));
}
