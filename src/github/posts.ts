// Comments and issues of ours: what is the same about both, and which of those that a forge lists are ours.
import { isPlainObject, isTexts, parseStrictObject, type PlainObject } from '../lib/strict-json.ts';
import {
  type Api,
  type ApiAnswer,
  ApiProblem,
  backOff,
  type Denied,
  type Failed,
  isPassing,
  type Listing,
  type Permission,
  type Result,
  settle,
  unless,
} from './requests.ts';

export interface Post {
  /** Of a comment its id, of an issue its number: what addresses it, and what grows with time. */
  id: number;
  url: string;
  title: string;
  body: string;
  author: string | undefined;
}

/** How posts of one kind are read and written. */
export interface Board {
  marker: Pick<Marker, 'kind' | 'target'>;
  idKey: 'id' | 'number';
  /** All posts among which ours may be. */
  list: () => Promise<Listing>;
  isUpToDate: (post: Post) => boolean;
  /** Asked right before each write: a newer run may have more to say. */
  isCurrent: () => Promise<boolean>;
  /** Absent: there is nothing to say that would be worth a new post. */
  create?: () => Promise<ApiAnswer>;
  update: (post: Post) => Promise<ApiAnswer>;
  /** For a second post of ours. */
  discard: (post: Post) => Promise<ApiAnswer>;
}

/** What it takes to find a post. */
type Listed = Pick<Board, 'marker' | 'idKey' | 'list'>;

function readPost(item: PlainObject, idKey: Board['idKey']): Post | undefined {
  const { [idKey]: id, html_url: url, title, body, user } = item;
  if (typeof id !== 'number' || typeof url !== 'string') return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { id, url, title: text(title), body: text(body), author: loginOf(user) };
}

/** What of a board is ours, as far as one run knows. */
export class OwnPosts {
  readonly #board: Listed;
  readonly #gone = new Set<number>();
  #authors: readonly string[];
  #created: Post | undefined;

  constructor(board: Listed, authors: readonly string[]) {
    this.#board = board;
    this.#authors = authors;
  }

  /** Oldest first. A forge may not yet list what was just created, so that is added. */
  async find(): Promise<Post[]> {
    const { items, isWhole } = await this.#board.list();
    const listed = items.flatMap((item) => readPost(item, this.#board.idKey) ?? []);
    const created = this.#created === undefined ? [] : [this.#created];
    const all = new Map([...created, ...listed].map((post) => [post.id, post]));
    const own = [...all.values()].filter((post) => this.#isOwn(post)).sort((a, b) => a.id - b.id);
    if (own.length === 0 && !isWhole) throw new ApiProblem('too-many-pages');
    return own;
  }

  /** What was created, as the forge answers. From now on the author is known for certain, whatever kind of token this is. */
  add({ data }: ApiAnswer): void {
    this.#created = isPlainObject(data) ? readPost(data, this.#board.idKey) : undefined;
    if (this.#created === undefined) throw new ApiProblem('unexpected');
    if (this.#created.author !== undefined) this.#authors = [this.#created.author];
  }

  isCreated({ id }: Post): boolean {
    return this.#created?.id === id;
  }

  /** Takes away what this run created. */
  async withdraw({ discard }: Pick<Board, 'discard'>): Promise<void> {
    if (this.#created !== undefined) await Promise.allSettled([discard(this.#created)]);
  }

  forget({ id }: Post): void {
    this.#gone.add(id);
  }

  #isOwn({ id, author, body }: Post): boolean {
    if (this.#gone.has(id) || author === undefined || !this.#authors.includes(author)) return false;
    return readMarker(body, this.#board.marker) !== undefined;
  }
}

// The hidden marker in front of a comment or an issue, by which a later run finds its own again.

export interface Marker {
  /** A comment under a pull request, or an issue about drift. */
  kind: 'plan' | 'drift';
  /** Server, repository and project: two targets never share a comment. */
  target: string;
  /** The commit whose files were compared. */
  head: string;
  /** Digest of what was found. */
  plan: string;
  /** Of a comment: digests of the drift that it shows as overwritten; left out where there is none. */
  drift?: readonly string[];
}

const VERSION = 1;
const LINE = /^<!-- confighub-sync (\{.*\}) -->/;
/** What could end an HTML comment, mention somebody, or get lost on its way through a forge. */
const UNSAFE = /[^\x20-\x7e]|[<>@#&`]|-(?=-)/g;

/** One line, for the start of the body. */
export function writeMarker({ kind, target, head, plan, drift = [] }: Marker): string {
  const shown = drift.length === 0 ? {} : { drift };
  const json = JSON.stringify({ version: VERSION, kind, target, head, plan, ...shown });
  return `<!-- confighub-sync ${json.replace(UNSAFE, escapeUnit)} -->`;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The marker that a body begins with, if it is of this version, of this kind and for this target. */
export function readMarker(
  body: string,
  { kind, target }: Pick<Marker, 'kind' | 'target'>,
): Marker | undefined {
  const fields = parseStrictObject(LINE.exec(body)?.[1] ?? '');
  if (fields === undefined) return undefined;
  const { head, plan, drift } = fields;
  if (Object.keys(fields).length !== (drift === undefined ? 5 : 6)) return undefined;
  if (fields.version !== VERSION || fields.kind !== kind || fields.target !== target) return undefined;
  if (typeof head !== 'string' || typeof plan !== 'string') return undefined;
  if (drift === undefined) return { kind, target, head, plan };
  return isTexts(drift) ? { kind, target, head, plan, drift } : undefined;
}

// Who the token writes as: a comment with our marker counts only if we wrote it, because anybody can copy a marker.

/** The users of workflows; forges let nobody else have these names. */
const WORKFLOW_USERS = ['github-actions[bot]', 'gitea-actions', 'forgejo-actions'] as const;

/**
 * The logins that are us. GraphQL knows for every kind of token, but only GitHub has it; `GET /user` refuses the
 * tokens of apps. Where both are silent it is the token of a workflow.
 */
export async function findAuthors(api: Api): Promise<readonly string[]> {
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
  const data = isPlainObject(answer?.data) ? answer.data.data : undefined;
  return isPlainObject(data) ? loginOf(data.viewer) : undefined;
}

async function user(api: Api): Promise<string | undefined> {
  const answer = await unless(['missing', 'denied'], api.ask({ method: 'GET', path: '/user' }));
  return loginOf(answer?.data);
}

function loginOf(user: unknown): string | undefined {
  return isPlainObject(user) && typeof user.login === 'string' ? user.login : undefined;
}

// One post of ours, whoever else writes at the same time: find it, or make it, and bring it up to date.

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
