// The configuration files of a folder, and the sources that may read them.
import { resolve } from 'node:path';
import { workTreeFiles } from '../documents/work-tree-files.ts';
import { type OfferedSources, offerSources } from '../import/offer-sources.ts';
import type { Options } from '../options.ts';
import { projectFile } from './init.ts';
import { openAround, withoutGit } from './project.ts';
import type { GitRuntime } from './runtime.ts';

/** The sources for the files of a folder, and what else is there. */
export type FoundSources = OfferedSources;

const GLOBS = ['**/*.{properties,env,yaml,yml,json}', '**/.env', '**/.env.*', '!**/node_modules/**'];

/** Without files that Git ignores: they stay on one machine, and often hold secrets. */
export async function findSources(
  options: Pick<Options, 'config'>,
  levels: readonly string[] | undefined,
  runtime: GitRuntime,
): Promise<FoundSources> {
  const folder = resolve(runtime.cwd);
  const files = workTreeFiles(folder, folder);
  const listed = files.list(GLOBS).paths.filter((path) => path !== options.config);
  const ignored = await ignoredIn(listed, options, runtime);
  return offerSources(files, {
    paths: listed.filter((path) => !ignored.has(path)),
    others: [...ignored],
    levels: levels ?? [],
    projectFile: options.config,
    projectText: (sources) => projectFile({ levels, sources }),
  });
}

async function ignoredIn(
  paths: readonly string[],
  { config }: Pick<Options, 'config'>,
  runtime: GitRuntime,
): Promise<ReadonlySet<string>> {
  const git = await openAround(config, runtime).catch(withoutGit);
  if (git === undefined || paths.length === 0) return new Set();
  const start = git.folder === '' ? '' : `${git.folder}/`;
  const input = Buffer.from(paths.map((path) => `${start}${path}\0`).join(''));
  const { status, stdout } = await git.git(['check-ignore', '-z', '--stdin'], { input });
  if (status !== 0) return new Set();
  const found = stdout.toString('utf8').split('\0').filter(Boolean);
  return new Set(found.map((path) => path.slice(start.length)));
}
