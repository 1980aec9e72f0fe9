// What our comments and issues have in common: finding ours by author and marker, creating and updating one.
import { isPlainObject, type PlainObject, parseStrictObject, textAt } from '../lib/json.ts';
import { type Api, type ApiAnswer, ApiProblem, backOff, isTransient, type Listing, unless } from './api.ts';

export interface Post {
  /** The id of a comment, the number of an issue. Grows with time. */
  id: number;
  body: string;
  author: string | undefined;
}

/** How posts of one kind are read and written. */
export interface Board {
  marker: Pick<Marker, 'kind' | 'target'>;
  idKey: 'id' | 'number';
  /** Lists all posts that may include ours. */
  list: () => Promise<Listing>;
  isUpToDate: (post: Post) => boolean;
  /** Called right before each write: a newer run may have written meanwhile. */
  isCurrent: () => Promise<boolean>;
  /** Absent: no new post is needed. */
  create?: () => Promise<ApiAnswer>;
  update: (post: Post) => Promise<ApiAnswer>;
  /** Removes a duplicate post. */
  discard: (post: Post) => Promise<ApiAnswer>;
}

type Listed = Pick<Board, 'marker' | 'idKey' | 'list'>;

function readPost(item: PlainObject, idKey: Board['idKey']): Post | undefined {
  const { [idKey]: id } = item;
  if (typeof id !== 'number') return undefined;
  return { id, body: textAt(item, 'body') ?? '', author: textAt(item, 'user', 'login') };
}

/** Our posts on a board, including what this run created or found deleted. */
class OwnPosts {
  readonly #board: Listed;
  readonly #deleted = new Set<number>();
  #authors: readonly string[];
  #created: Post | undefined;

  constructor(board: Listed, authors: readonly string[]) {
    this.#board = board;
    this.#authors = authors;
  }

  /** Oldest first. Includes a post that was just created, which a forge may not list yet. */
  async find(): Promise<Post[]> {
    const { items, isComplete } = await this.#board.list();
    const listed = items.flatMap((item) => readPost(item, this.#board.idKey) ?? []);
    const created = this.#created === undefined ? [] : [this.#created];
    const all = new Map([...created, ...listed].map((post) => [post.id, post]));
    const own = [...all.values()].filter((post) => this.#isOwn(post)).sort((a, b) => a.id - b.id);
    if (own.length === 0 && !isComplete) throw new ApiProblem('too-many-pages');
    return own;
  }

  /** Notes a created post from the answer of the forge. Its author is who the token writes as. */
  add({ data }: ApiAnswer): void {
    this.#created = isPlainObject(data) ? readPost(data, this.#board.idKey) : undefined;
    if (this.#created === undefined) throw new ApiProblem('unexpected');
    if (this.#created.author !== undefined) this.#authors = [this.#created.author];
  }

  isCreated({ id }: Post): boolean {
    return this.#created?.id === id;
  }

  /** Deletes the post that this run created. */
  async withdraw({ discard }: Pick<Board, 'discard'>): Promise<void> {
    if (this.#created !== undefined) await Promise.allSettled([discard(this.#created)]);
  }

  forget({ id }: Post): void {
    this.#deleted.add(id);
  }

  #isOwn({ id, author, body }: Post): boolean {
    if (this.#deleted.has(id) || author === undefined || !this.#authors.includes(author)) return false;
    return readMarker(body, this.#board.marker) !== undefined;
  }
}

/** The hidden marker at the start of a comment or an issue, by which later runs find it. */
export interface Marker {
  /** `plan`: a comment on a pull request; `drift`: a drift issue. */
  kind: 'plan' | 'drift';
  /** Server, repository and project: two targets never share a comment. */
  target: string;
  /** The commit whose files were compared. */
  head: string;
  /** Digest of the content. */
  plan: string;
  /** What an apply of the commit did; omitted in the comment of a plan, or of an apply that sent nothing and failed. */
  outcome?: AppliedOutcome | undefined;
}

export const APPLIED_OUTCOMES = ['nothing', 'uncertain', 'applied'] as const;
export type AppliedOutcome = (typeof APPLIED_OUTCOMES)[number];

const VERSION = 1;
const LINE = /^<!-- confighub-sync (\{.*\}) -->/;
/** Characters that could end an HTML comment, mention a user, or be changed by a forge. */
const UNSAFE = /[^\x20-\x7e]|[<>@#&`]|-(?=-)/g;

/** One line, for the start of the body. */
export function writeMarker({ kind, target, head, plan, outcome }: Marker): string {
  // A member that is `undefined` is left out.
  const json = JSON.stringify({ version: VERSION, kind, target, head, plan, outcome });
  return `<!-- confighub-sync ${json.replace(UNSAFE, escapeUnit)} -->`;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Reads the marker at the start of a body, if version, kind and target match. */
export function readMarker(body: string, { kind, target }: Pick<Marker, 'kind' | 'target'>): Marker | undefined {
  const fields = parseStrictObject(LINE.exec(body)?.[1] ?? '');
  if (fields === undefined) return undefined;
  const { version, kind: ofKind, target: ofTarget, head, plan, outcome, ...others } = fields;
  if (version !== VERSION || ofKind !== kind || ofTarget !== target) return undefined;
  if (typeof head !== 'string' || typeof plan !== 'string' || Object.keys(others).length > 0) return undefined;
  const known = APPLIED_OUTCOMES.find((one) => one === outcome);
  if (known !== outcome) return undefined;
  return { kind, target, head, plan, ...(known && { outcome: known }) };
}

// The author must match, because anyone can copy a marker.

/** Users of workflows. Forges reserve these names. */
const WORKFLOW_USERS = ['github-actions[bot]', 'gitea-actions', 'forgejo-actions'] as const;

/**
 * The logins that the token may write as. GraphQL works for every kind of token, but only on GitHub; `GET /user`
 * refuses tokens of apps. If neither answers, it is the token of a workflow.
 */
async function findAuthors(api: Api): Promise<readonly string[]> {
  const login = (await viewer(api)) ?? (await user(api));
  return login === undefined ? WORKFLOW_USERS : [login];
}

async function viewer(api: Api): Promise<string | undefined> {
  const request = {
    method: 'POST',
    path: '/graphql',
    parameters: { query: '{ viewer { login } }' },
  } as const;
  const answer = await unless(['missing', 'denied', 'unexpected'], api.ask(request));
  return textAt(answer?.data, 'data', 'viewer', 'login');
}

async function user(api: Api): Promise<string | undefined> {
  const answer = await unless(['missing', 'denied'], api.ask({ method: 'GET', path: '/user' }));
  return textAt(answer?.data, 'login');
}

export type Outcome =
  | { did: 'created' | 'updated' | 'unchanged'; id: number }
  | { skipped: 'nothing-to-say' | 'outdated' };

interface Posting {
  api: Api;
  board: Board;
  own: OwnPosts;
  /** Number of attempts to create a post. */
  creates: number;
}

/** Another round follows each creation, and each post that was deleted meanwhile. */
const MAX_ROUNDS = 8;
const MAX_CREATES = 3;

/**
 * Creates or updates our post. Two runs may both find none and both create one, so each looks again after creating:
 * the oldest post is kept, and the other run updates it and deletes its own. This also finds a post whose creation
 * got no answer. A slow update may still overwrite that of a newer run, because forges have no conditional update:
 * workflows need a `concurrency` group. Throws an {@link ApiProblem}.
 */
export async function converge(api: Api, board: Board): Promise<Outcome> {
  const run: Posting = { api, board, own: new OwnPosts(board, await findAuthors(api)), creates: 0 };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [oldest, ...others] = await run.own.find();
    const result = oldest === undefined ? await create(run) : await update(oldest, run);
    if (result === undefined) continue;
    if ('did' in result) await discardDuplicates(others, board);
    return result;
  }
  throw new ApiProblem('unexpected');
}

/** `undefined`: look again to see whether it exists now. */
async function create(run: Posting): Promise<Outcome | undefined> {
  const { api, board, own } = run;
  if (board.create === undefined) return { skipped: 'nothing-to-say' };
  if (!(await board.isCurrent())) return { skipped: 'outdated' };
  run.creates++;
  try {
    own.add(await board.create());
  } catch (error) {
    const mayExist = error instanceof ApiProblem && isTransient(error.code);
    if (!mayExist || run.creates === MAX_CREATES || !(await api.wait(backOff(run.creates)))) throw error;
  }
  return undefined;
}

/** `undefined`: it was deleted meanwhile. */
async function update(post: Post, { board, own, creates }: Posting): Promise<Outcome | undefined> {
  const { id } = post;
  // If its text differs by now, a later run has updated it.
  if (own.isCreated(post)) return { id, did: 'created' };
  if (board.isUpToDate(post)) return { id, did: creates > 0 ? 'created' : 'unchanged' };
  if (!(await board.isCurrent())) {
    await own.withdraw(board);
    return { skipped: 'outdated' };
  }
  if ((await unless(['missing', 'disabled'], board.update(post))) === undefined) {
    own.forget(post);
    return undefined;
  }
  return { id, did: 'updated' };
}

/** Best effort: the next run tries again. Skipped if a newer run may need one of them. */
async function discardDuplicates(others: readonly Post[], { isCurrent, discard }: Board): Promise<void> {
  if (others.length > 0 && (await isCurrent().catch(() => false)))
    await Promise.allSettled(others.map((post) => discard(post)));
}
