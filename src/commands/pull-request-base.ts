// The base of a pull request: what a forge merged the branch into for this run, or what it named when the run began.
import { dirname, resolve } from 'node:path';
import { openRepository } from '../baseline/work-tree.ts';
import { parentsOf } from '../baseline/parents.ts';
import type { Options } from '../options.ts';
import { gitProblem, type Surroundings } from './project.ts';

/**
 * The first parent of the merge that is checked out, if the second one is the head of the pull request: the forge may
 * have merged into a newer commit than the event names, and what came in between is not the work of the branch.
 *
 * @param named the base and the head as the event names them
 */
export async function pullRequestBase(
  named: { base: string; head: string },
  { config }: Pick<Options, 'config'>,
  { cwd, env, forge }: Surroundings,
): Promise<string> {
  const git = await openRepository(dirname(resolve(cwd, config)), { env: { ...env }, forge }).catch(
    gitProblem,
  );
  const [base, head] = git === undefined ? [] : await parentsOf(git, 'HEAD');
  return base !== undefined && head === named.head ? base : named.base;
}
