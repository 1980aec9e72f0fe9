// [edge] Reads, fetches and moves refs: at the remote `origin`, or in this clone where there is no origin.
import type { GitRepository } from './git-repository.ts';
import { gitErrorOf, type GitResult, reasonOf, textOf } from './git-result.ts';

/** Commits by ref; refs that do not exist are absent. */
export type RefValues = ReadonlyMap<string, string>;

/** The reason why origin did not answer. */
interface Unreachable {
  unreachable: string;
}

/**
 * The current value of a ref; `undefined`: it does not exist. Throws GitError if this clone is broken.
 * @param pauses before further tries, instead of the usual ones
 */
export async function refValue(
  repository: GitRepository,
  ref: string,
  pauses?: number[],
): Promise<{ value: string | undefined } | Unreachable> {
  const listing = await listed(repository, ref, pauses);
  // `ls-remote` also lists longer names with the same end, `for-each-ref` those with the same beginning.
  return 'values' in listing ? { value: listing.values.get(ref) } : listing;
}

/** The values of all refs below a folder of refs. Throws GitError if this clone is broken. */
export async function refValuesBelow(
  repository: GitRepository,
  folder: string,
): Promise<{ values: RefValues } | Unreachable> {
  const listing = await listed(repository, repository.origin ? `${folder}/*` : folder);
  if ('unreachable' in listing) return listing;
  return { values: new Map([...listing.values].filter(([ref]) => ref.startsWith(`${folder}/`))) };
}

async function listed(
  repository: GitRepository,
  pattern: string,
  pauses?: number[],
): Promise<{ values: RefValues } | Unreachable> {
  const { origin } = repository;
  const list = origin
    ? ['ls-remote', '--quiet', 'origin', pattern]
    : ['for-each-ref', '--format=%(objectname)%09%(refname)', pattern];
  const answer = await repository.git(list, { network: origin, pauses });
  if (origin && answer.status !== 0) return { unreachable: reasonOf(answer) };
  const lines = textOf('Cannot read the refs of this clone', answer).split('\n');
  return {
    values: new Map(lines.map((line) => [line.split('\t')[1] ?? '', line.split('\t')[0] ?? ''])),
  };
}

/**
 * Fetches complete commits without leaving a ref, FETCH_HEAD or tag behind. A shallow clone gets only so many of each
 * history (default: one); a full one gets all, because a depth would make it shallow.
 */
export async function fetchCommits(
  repository: GitRepository,
  commits: readonly string[],
  depth = 1,
): Promise<GitResult> {
  const depths = repository.shallow ? [`--depth=${depth}`] : [];
  // A partial clone lacks contents of commits that it has: do not negotiate, and fetch everything.
  const partial = repository.partial ? ['-c', 'fetch.negotiationAlgorithm=noop'] : [];
  const options = [...FETCH_OPTIONS, '--no-filter', ...depths];
  return oneAtATime(repository, () =>
    repository.git([...partial, 'fetch', ...options, 'origin', ...commits], { network: true }),
  );
}

/** The last fetch into each clone. */
const fetches = new Map<string, Promise<unknown>>();

/** Two fetches into a shallow clone at the same time fail, and several targets share a clone. */
function oneAtATime<Result>(
  { topLevel }: GitRepository,
  fetch: () => Promise<Result>,
): Promise<Result> {
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

/** Moves a ref from `expected` to `commit`; `undefined` means that the ref does not exist. */
export interface Move {
  ref: string;
  commit: string | undefined;
  expected: string | undefined;
}

export type MoveResult =
  | { outcome: 'moved' }
  /** The ref does not have the expected value: another client moved it. */
  | { outcome: 'conflict' }
  /** Origin answers, and rejects the ref; or this clone cannot be written. */
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unreachable'; reason: string };

/** Of a mirror, Git would push all refs, and refuses to push one by name. */
const MIRROR_OFF = ['-c', 'remote.origin.mirror=false'];
const PUSH_OPTIONS = [
  '--porcelain',
  '--no-verify',
  '--no-signed',
  '--no-follow-tags',
  '--recurse-submodules=no',
];
const PUSH = [...MIRROR_OFF, 'push', ...PUSH_OPTIONS];

/** Messages of servers about a ref that another client is moving at the same time. */
const BUSY =
  /cannot lock ref|unable to (?:create|lock)|file exists|reference already exists|but expected|stale info/i;
/** Such a ref is free again at once. */
const ATTEMPTS = 5;
/** Milliseconds before each further try after an outage of origin: a minute, because a record that stays open is a lock. */
const PAUSES = [1000, 2000, 4000, 8000, 16_000, 30_000];

/** By compare and swap, again after an outage of origin. */
export async function moveRef(
  repository: GitRepository,
  move: Move,
  { attempts = ATTEMPTS, pauses = [...PAUSES] } = {},
): Promise<MoveResult> {
  const { ref, commit, expected } = move;
  const moved = repository.origin
    ? await repository.git(
        [
          ...PUSH,
          `--force-with-lease=${ref}:${expected ?? ''}`,
          'origin',
          `${commit ?? ''}:${ref}`,
        ],
        { network: true, pauses: [] },
      )
    : await repository.git(['update-ref', '--stdin'], { input: commandFor(move) });
  if (moved.status === 0) return { outcome: 'moved' };
  // Messages differ between servers: read what the ref is now.
  const asking = refValue(repository, ref, pauses);
  const now = await asking.catch((error: unknown) => ({ unreachable: gitErrorOf(error).message }));
  if ('unreachable' in now) return { outcome: 'unreachable', reason: now.unreachable };
  const { value } = now;
  // Only the answer was lost.
  if (value === commit) return { outcome: 'moved' };
  if (value !== expected) return { outcome: 'conflict' };
  // The ref was locked for a moment: not a refusal.
  if (attempts > 1 && BUSY.test(`${moved.stderr}\n${moved.stdout.toString()}`))
    return moveRef(repository, move, { attempts: attempts - 1, pauses });
  if (await repository.mayRetry(moved, pauses))
    return moveRef(repository, move, { attempts, pauses });
  const reason = repository.outageOf(moved);
  return reason === undefined
    ? { outcome: 'refused', reason: refusalOf(moved) }
    : { outcome: 'unreachable', reason };
}

function commandFor({ ref, commit, expected }: Move): string {
  if (commit === undefined) return `delete ${ref} ${expected ?? ''}\n`;
  return expected === undefined
    ? `create ${ref} ${commit}\n`
    : `update ${ref} ${commit} ${expected}\n`;
}

function refusalOf(moved: GitResult): string {
  const reason = reasonOf(moved);
  const status = /^!\t[^\t]*\t\[[^\]]*\] \((.*)\)$/m.exec(moved.stdout.toString())?.[1];
  return status !== undefined && /^failed to push some refs/.test(reason) ? status : reason;
}
