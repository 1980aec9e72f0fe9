// [edge] Reads, fetches and moves refs, at the remote `origin` or in this clone.
import type { GitRepository } from './git-repository.ts';
import { gitErrorOf, type GitResult, reasonOf, textOf } from './git.ts';

/** Commits by ref; refs that do not exist are absent. */
export type RefValues = ReadonlyMap<string, string>;

/** `unreachable` is the reason why origin did not answer. */
export type RemoteRefs = { values: RefValues } | { unreachable: string };

/** Moves a ref from `expected` to `commit`; `undefined` means that the ref does not exist. */
export interface Move {
  ref: string;
  commit: string | undefined;
  expected: string | undefined;
}

/** The outcome of moving refs: all of them moved, or none. */
export type PushOutcome =
  | { outcome: 'moved' }
  /** The refs do not have the expected values: another client moved them. */
  | { outcome: 'conflict'; values: RefValues }
  /** Origin answers, but rejects the refs. */
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unreachable'; reason: string };

/** The current values of these refs at origin, read in one request. */
export function remoteRefs(repository: GitRepository, refs: readonly string[]): Promise<RemoteRefs> {
  // `ls-remote` also matches longer names with the same end.
  return listRefs(repository, { patterns: refs, isWanted: (ref) => refs.includes(ref) });
}

async function listRefs(
  repository: GitRepository,
  { patterns, isWanted }: { patterns: readonly string[]; isWanted: (ref: string) => boolean },
): Promise<RemoteRefs> {
  const listed = await repository.git(['ls-remote', '--quiet', 'origin', ...patterns], { network: true });
  if (listed.status !== 0) return { unreachable: reasonOf(listed) };
  const lines = listed.stdout.toString().split('\n');
  const pairs = lines.map((line): [string, string] => [line.split('\t')[1] ?? '', line.split('\t')[0] ?? '']);
  return { values: new Map(pairs.filter(([ref]) => isWanted(ref))) };
}

/**
 * Fetches complete commits without leaving a ref, FETCH_HEAD or tag behind. A shallow clone gets only these commits; a
 * full one gets their parents too, because a depth would make it shallow.
 */
export async function fetchCommits(repository: GitRepository, commits: readonly string[]): Promise<GitResult> {
  const depth = repository.shallow ? ['--depth=1'] : [];
  // A partial clone lacks contents of commits that it has: do not negotiate, and fetch everything.
  const partial = (await isPartial(repository)) ? ['-c', 'fetch.negotiationAlgorithm=noop'] : [];
  const options = [...FETCH_OPTIONS, '--no-filter', ...depth];
  return oneAtATime(repository, () =>
    repository.git([...partial, 'fetch', ...options, 'origin', ...commits], { network: true }),
  );
}

/** The last fetch into each clone. */
const fetches = new Map<string, Promise<unknown>>();

/** Two fetches into a shallow clone at the same time fail, and several targets share a clone. */
function oneAtATime<Result>({ topLevel }: GitRepository, fetch: () => Promise<Result>): Promise<Result> {
  const next = (fetches.get(topLevel) ?? Promise.resolve()).then(fetch);
  fetches.set(
    topLevel,
    next.catch(() => undefined),
  );
  return next;
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

/** Whether the clone lacks contents of its commits, which Git fetches one by one where they are read. */
export async function isPartial(repository: GitRepository): Promise<boolean> {
  const settings = await repository.settings();
  return settings.some(({ key }) => /^(?:extensions\.partialclone|remote\..*\.promisor)$/.test(key));
}

const PUSH_OPTIONS = ['--porcelain', '--no-verify', '--no-signed', '--no-follow-tags', '--recurse-submodules=no'];

/** Messages of servers about refs that another client is moving at the same time. */
const BUSY = /cannot lock ref|unable to (?:create|lock)|file exists|reference already exists|but expected|stale info/i;
/** Such refs are free again at once. */
const ATTEMPTS = 5;

/** Moves refs at origin, in one transaction if origin supports it. */
export async function pushRefs(
  repository: GitRepository,
  moves: readonly Move[],
  attempts = ATTEMPTS,
): Promise<PushOutcome> {
  const leases = moves.map(({ ref, expected }) => `--force-with-lease=${ref}:${expected ?? ''}`);
  const specs = moves.map(({ ref, commit }) => `${commit ?? ''}:${ref}`);
  const options = [...PUSH_OPTIONS, ...(moves.length > 1 ? ['--atomic'] : []), ...leases];
  const pushed = await repository.git(['push', ...options, 'origin', ...specs], { network: true });
  if (pushed.status === 0) return { outcome: 'moved' };
  if (/not support --atomic/.test(pushed.stderr)) return pushOneByOne(repository, moves);
  // Messages differ between servers: read what the refs are now.
  const refs = moves.map(({ ref }) => ref);
  const now = await remoteRefs(repository, refs);
  if ('unreachable' in now) return { outcome: 'unreachable', reason: now.unreachable };
  const { values } = now;
  if (moves.every(({ ref, commit }) => values.get(ref) === commit)) return { outcome: 'moved' };
  if (moves.some(({ ref, expected }) => values.get(ref) !== expected)) return { outcome: 'conflict', values };
  // The refs were locked for a moment: not a refusal, and continuing without the lock would be wrong.
  if (attempts > 1 && BUSY.test(`${pushed.stderr}\n${pushed.stdout.toString()}`))
    return pushRefs(repository, moves, attempts - 1);
  return { outcome: 'refused', reason: refusalOf(pushed) };
}

/** For a forge without transactions of several refs: in order, up to the first that fails. */
async function pushOneByOne(repository: GitRepository, moves: readonly Move[]): Promise<PushOutcome> {
  for (const move of moves) {
    const pushed = await pushRefs(repository, [move]);
    if (pushed.outcome !== 'moved') return pushed;
  }
  return { outcome: 'moved' };
}

function refusalOf(pushed: GitResult): string {
  const reason = reasonOf(pushed);
  const status = /^!\t[^\t]*\t\[[^\]]*\] \((.*)\)$/m.exec(pushed.stdout.toString())?.[1];
  return status !== undefined && /^failed to push some refs/.test(reason) ? status : reason;
}

/** The value of a ref in this clone, even if its commit is missing. Throws GitError. */
export async function localRef(repository: GitRepository, ref: string): Promise<string | undefined> {
  const found = await repository.git(['rev-parse', '--verify', '--quiet', ref]);
  return found.status === 1 ? undefined : textOf(`Cannot read the ref ${ref}`, found);
}

/** The values of these refs, and of those below them, in this clone. Throws GitError. */
export async function localRefs(repository: GitRepository, refs: readonly string[]): Promise<RefValues> {
  const listed = await repository.git(['for-each-ref', '--format=%(objectname) %(refname)', ...refs]);
  const lines = textOf('Cannot read the refs of this clone', listed).split('\n');
  const pairs = lines.map((line): [string, string] => [line.slice(line.indexOf(' ') + 1), line.split(' ')[0] ?? '']);
  return new Map(pairs.filter(([ref]) => ref !== ''));
}

/** Moves refs of this clone as {@link pushRefs} does at origin. Throws GitError if they cannot be written. */
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
    textOf('Cannot record the baseline', updated);
  }
  return { outcome: 'conflict', values };
}

function commandFor({ ref, commit, expected }: Move): string {
  if (commit === undefined) return `delete ${ref} ${expected ?? ''}\n`;
  return expected === undefined ? `create ${ref} ${commit}\n` : `update ${ref} ${commit} ${expected}\n`;
}

export type Where = 'origin' | 'local';

/** The values of refs at origin or in this clone. Throws GitError if this clone is broken. */
export async function refValues(
  repository: GitRepository,
  { where, refs }: { where: Where; refs: readonly string[] },
): Promise<RemoteRefs> {
  if (where === 'origin') return remoteRefs(repository, refs);
  return { values: await localRefs(repository, refs) };
}

/** The same for all refs below a folder of refs. */
export async function refValuesBelow(
  repository: GitRepository,
  { where, folder }: { where: Where; folder: string },
): Promise<RemoteRefs> {
  if (where === 'origin') {
    const isWanted = (ref: string) => ref.startsWith(`${folder}/`);
    return listRefs(repository, { patterns: [`${folder}/*`], isWanted });
  }
  return { values: await localRefs(repository, [folder]) };
}

/** Moves all of the refs or none. If this clone cannot be written, the outcome is `refused`. */
export async function moveRefs(
  repository: GitRepository,
  { where, moves }: { where: Where; moves: readonly Move[] },
): Promise<PushOutcome> {
  if (where === 'origin') return pushRefs(repository, moves);
  try {
    return await moveLocalRefs(repository, moves);
  } catch (error) {
    return refusedBy(error);
  }
}

/** The outcome if git fails. Throws what is no GitError. */
export function refusedBy(error: unknown): { outcome: 'refused'; reason: string } {
  return { outcome: 'refused', reason: gitErrorOf(error).message };
}
