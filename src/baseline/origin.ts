// Conversations with the remote `origin` about one ref: its value, its commit, and moving it. [edge]
import { type GitResult, reasonOf, textOf } from './git-answer.ts';
import type { GitRepository } from './work-tree.ts';

/** `commit` is `undefined` where origin has no such ref; `unreachable` says why nobody knows. */
export type RemoteRef = { commit: string | undefined } | { unreachable: string };

/** What became of an attempt to move a ref at origin. */
export type PushOutcome =
  | { outcome: 'moved' }
  /** Origin has another value than expected: somebody else was there. */
  | { outcome: 'conflict' }
  /** Origin answers, but does not take the ref. */
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unreachable'; reason: string };

/** The value that `ref` has at origin now. */
export async function remoteRef(repository: GitRepository, ref: string): Promise<RemoteRef> {
  const listed = await repository.git(['ls-remote', '--quiet', 'origin', ref], { network: true });
  if (listed.status !== 0) return { unreachable: reasonOf(listed) };
  // The argument is a pattern that matches the end of longer names too.
  const line = listed.stdout
    .toString()
    .split('\n')
    .find((candidate) => candidate.endsWith(`\t${ref}`));
  return { commit: line?.split('\t')[0] };
}

/**
 * Fetches a commit, whole, without leaving a ref, FETCH_HEAD or tag behind. A shallow clone gets this
 * one commit; a full one gets its parents too, because a depth would make it a shallow one.
 */
export async function fetchCommit(repository: GitRepository, commit: string): Promise<GitResult> {
  const depth = repository.shallow ? ['--depth=1'] : [];
  // What a partial clone says it has, it has without contents: say nothing, and ask for everything.
  const partial = (await isPartial(repository)) ? ['-c', 'fetch.negotiationAlgorithm=noop'] : [];
  const options = [...FETCH_OPTIONS, '--no-filter', ...depth];
  return repository.git([...partial, 'fetch', ...options, 'origin', commit], { network: true });
}

/** No ref, no tag, no FETCH_HEAD, no submodules, nothing pruned. */
export const FETCH_OPTIONS = [
  '--quiet',
  '--no-tags',
  '--no-prune',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--refmap=',
];

async function isPartial(repository: GitRepository): Promise<boolean> {
  const pattern = '^(extensions\\.partialclone|remote\\..*\\.promisor)$';
  return (await repository.git(['config', '--get-regexp', pattern])).status === 0;
}

/** Moves `ref` at origin from `expected` (`undefined`: it must not exist) to `commit`, or leaves it alone. */
export async function pushRef(
  repository: GitRepository,
  { ref, commit, expected }: { ref: string; commit: string; expected: string | undefined },
): Promise<PushOutcome> {
  const options = [
    '--porcelain',
    '--no-verify',
    '--no-signed',
    '--no-follow-tags',
    '--recurse-submodules=no',
  ];
  const lease = `--force-with-lease=${ref}:${expected ?? ''}`;
  const pushed = await repository.git(['push', ...options, lease, 'origin', `${commit}:${ref}`], {
    network: true,
  });
  if (pushed.status === 0) return { outcome: 'moved' };
  // The words of a refusal differ from server to server; what the ref is now does not lie.
  const now = await remoteRef(repository, ref);
  if ('unreachable' in now) return { outcome: 'unreachable', reason: now.unreachable };
  if (now.commit === commit) return { outcome: 'moved' };
  if (now.commit !== expected) return { outcome: 'conflict' };
  return { outcome: 'refused', reason: refusalOf(pushed) };
}

function refusalOf(pushed: GitResult): string {
  const reason = reasonOf(pushed);
  const status = /^!\t[^\t]*\t\[[^\]]*\] \((.*)\)$/m.exec(pushed.stdout.toString())?.[1];
  return status !== undefined && /^failed to push some refs/.test(reason) ? status : reason;
}

/** The value of a ref in this clone. Throws GitError. */
export async function localRef(repository: GitRepository, ref: string): Promise<string | undefined> {
  const found = await repository.git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  return found.status === 1 ? undefined : textOf(`The ref ${ref} cannot be read`, found);
}

/** Moves a ref of this clone as {@link pushRef} does at origin. Throws GitError where it cannot be written. */
export async function moveLocalRef(
  repository: GitRepository,
  { ref, commit, expected }: { ref: string; commit: string; expected: string | undefined },
): Promise<'moved' | 'conflict'> {
  const updated = await repository.git(['update-ref', ref, commit, expected ?? '']);
  if (updated.status === 0) return 'moved';
  if ((await localRef(repository, ref)) !== expected) return 'conflict';
  textOf('The baseline cannot be recorded', updated);
  return 'conflict';
}
