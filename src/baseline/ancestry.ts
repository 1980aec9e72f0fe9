// Was one commit made before another? Asked of origin where this clone is too shallow to know.
import { reasonOf, textOf } from './git-answer.ts';
import { inTemporary } from './temporary.ts';
import type { GitRepository } from './work-tree.ts';

/** `unknown` says why in words that fit behind a colon. A commit counts as its own ancestor. */
export type Ancestry = { answer: 'yes' | 'no' } | { answer: 'unknown'; reason: string };

/** Is commit `older` an ancestor of commit `newer`? The clone stays as it is. Never throws. */
export async function isAncestor(repository: GitRepository, older: string, newer: string): Promise<Ancestry> {
  const odd = [older, newer].find((id) => !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(id));
  if (odd !== undefined) return unknown(`'${odd.slice(0, 80)}' is no commit id`);
  if (older === newer) return { answer: 'yes' };
  const pair = `${older} ${newer}`;
  const known = repository.ancestries.get(pair);
  if (known !== undefined) return known;
  const asking = ask(repository, older, newer).catch((error: unknown) =>
    unknown(error instanceof Error ? error.message : String(error)),
  );
  repository.ancestries.set(pair, asking);
  return asking;
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
  return inTemporary(repository, async ({ fetchHistory, git }) => {
    const fetched = await fetchHistory(ends);
    if (fetched.status !== 0)
      return unknown(`the history could not be fetched from origin (${reasonOf(fetched)})`);
    // Nothing but the ancestors of those commits was asked for, so that to be there is to be one.
    const there = await git(['cat-file', '-e', `${older}^{commit}`]);
    return { answer: there.status === 0 ? 'yes' : 'no' };
  });
}

/** Where the clone's history of a commit breaks off: origin has these, even where the commit is not pushed yet. */
async function endsOfHistory(repository: GitRepository, newer: string): Promise<string[]> {
  const ends = await repository.git(['rev-list', '--max-parents=0', newer]);
  return textOf('The history of this clone cannot be read', ends).split('\n');
}
