// One post of ours, whoever else writes at the same time: find it, or make it, and bring it up to date.
import { findAuthors } from './author.ts';
import { type Api, backOff, isPassing } from './client.ts';
import { type Board, OwnPosts, type Post } from './posts.ts';
import {
  ApiProblem,
  type Denied,
  type Failed,
  type Permission,
  type Result,
  settle,
  unless,
} from './result.ts';

interface Posted {
  /** Of a comment its id, of an issue its number. */
  id: number;
  url: string;
  did: 'created' | 'updated' | 'unchanged';
}

interface Skipped {
  skipped: 'never' | 'nothing-to-say' | 'outdated';
}

/** What became of a comment or an issue. */
export type Outcome = { ok: Posted } | Skipped | Denied | Failed;

interface Run {
  api: Api;
  board: Board;
  own: OwnPosts;
  /** How often a post was asked for. */
  creates: number;
}

/** Each round but the last follows a create, or a post that somebody deleted meanwhile. */
const MAX_ROUNDS = 8;
const MAX_CREATES = 3;

/**
 * Two runs may both find nothing, and both create. So whoever has created looks again, and the oldest post stays:
 * the other run writes its text there and takes its own away. A post that was created without an answer is found
 * in the same way. What stays open is a text that was on its way while a newer run wrote its own: forges have no
 * conditional update, which is why workflows need a `concurrency` group.
 */
export async function converge(
  api: Api,
  { board, permission }: { board: Board; permission: Permission },
): Promise<Outcome> {
  const result: Result<Posted | Skipped> = await settle(permission, () => runRounds(api, board));
  if (!('ok' in result)) return result;
  return 'skipped' in result.ok ? result.ok : { ok: result.ok };
}

async function runRounds(api: Api, board: Board): Promise<Posted | Skipped> {
  const run: Run = { api, board, own: new OwnPosts(board, await findAuthors(api)), creates: 0 };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [oldest, ...others] = await run.own.find();
    const result = oldest === undefined ? await create(run) : await bring(oldest, run);
    if (result === undefined) continue;
    if ('did' in result) await tidy(others, board);
    return result;
  }
  throw new ApiProblem('unexpected');
}

/** What became of it is seen by looking again. */
async function create(run: Run): Promise<Skipped | undefined> {
  const { api, board, own } = run;
  if (board.create === undefined) return { skipped: 'nothing-to-say' };
  if (!(await board.isCurrent())) return { skipped: 'outdated' };
  run.creates++;
  try {
    own.add(await board.create());
  } catch (error) {
    const mayBeThere = error instanceof ApiProblem && isPassing(error.code);
    if (!mayBeThere || run.creates === MAX_CREATES || !(await api.wait(backOff(run.creates)))) throw error;
  }
  return undefined;
}

/** `undefined`: somebody has deleted it meanwhile. */
async function bring(post: Post, { board, own, creates }: Run): Promise<Posted | Skipped | undefined> {
  const { id, url } = post;
  // If it reads otherwise by now, a later run has written there.
  if (own.isCreated(post)) return { id, url, did: 'created' };
  if (board.isUpToDate(post)) return { id, url, did: creates > 0 ? 'created' : 'unchanged' };
  if (!(await board.isCurrent())) {
    await own.withdraw(board);
    return { skipped: 'outdated' };
  }
  if ((await unless(['missing', 'disabled'], board.update(post))) === undefined) {
    own.forget(post);
    return undefined;
  }
  return { id, url, did: 'updated' };
}

/** Second posts are clutter, and the next run tries again; a newer run may still need one of them. */
async function tidy(others: readonly Post[], { isCurrent, discard }: Board): Promise<void> {
  if (others.length > 0 && (await isCurrent().catch(() => false)))
    await Promise.allSettled(others.map((post) => discard(post)));
}
