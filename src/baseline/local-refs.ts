// The same refs in this clone, where there is no origin or it takes none: their values, and moving them.
import { textOf } from './git-answer.ts';
import type { Move, RefValues } from './origin.ts';
import type { GitRepository } from './work-tree.ts';

/** The value of a ref in this clone, whether its commit is there or not. Throws GitError. */
export async function localRef(repository: GitRepository, ref: string): Promise<string | undefined> {
  const found = await repository.git(['rev-parse', '--verify', '--quiet', ref]);
  return found.status === 1 ? undefined : textOf(`The ref ${ref} cannot be read`, found);
}

/** These refs, and those below them. Throws GitError. */
export async function localRefs(repository: GitRepository, refs: readonly string[]): Promise<RefValues> {
  const listed = await repository.git(['for-each-ref', '--format=%(objectname) %(refname)', ...refs]);
  const lines = textOf('The refs of this clone cannot be read', listed).split('\n');
  const pairs = lines.map((line): [string, string] => [
    line.slice(line.indexOf(' ') + 1),
    line.split(' ')[0] ?? '',
  ]);
  return new Map(pairs.filter(([ref]) => ref !== ''));
}

/** Moves refs of this clone as `pushRefs` does at origin. Throws GitError where they cannot be written. */
export async function moveLocalRefs(
  repository: GitRepository,
  moves: readonly Move[],
): Promise<{ outcome: 'moved' } | { outcome: 'conflict'; values: RefValues }> {
  const input = `start\n${moves.map(commandFor).join('')}prepare\ncommit\n`;
  const updated = await repository.git(['update-ref', '--stdin'], { input });
  if (updated.status === 0) return { outcome: 'moved' };
  const refs = moves.map(({ ref }) => ref);
  const values = await localRefs(repository, refs);
  if (moves.every(({ ref, expected }) => values.get(ref) === expected)) {
    textOf('The baseline cannot be recorded', updated);
  }
  return { outcome: 'conflict', values };
}

function commandFor({ ref, commit, expected }: Move): string {
  if (commit === undefined) return `delete ${ref} ${expected ?? ''}\n`;
  return expected === undefined ? `create ${ref} ${commit}\n` : `update ${ref} ${commit} ${expected}\n`;
}
