// Who applies: whom the entry knows, else whom Git is configured for.
import { committerOf } from '../baseline/commit.ts';
import type { GitRepository } from '../baseline/work-tree.ts';
import type { Surroundings } from './project.ts';

/** `undefined`: nobody is named anywhere. */
export async function actorOf(
  { actor }: Pick<Surroundings, 'actor'>,
  git: GitRepository | undefined,
): Promise<string | undefined> {
  return actor?.trim() || (git && (await committerOf(git)).get('user.name')) || undefined;
}
