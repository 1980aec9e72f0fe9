// Our comment on a pull request and our drift issue, one for each target: found by author and marker, created once, and updated by every run.
import { isPlainObject, type PlainObject, parseStrictObject, textAt } from '../lib/json.ts';
import {
  type Api,
  type ApiAnswer,
  ApiProblem,
  backOff,
  isTransient,
  type ApiListing,
  listAll,
  unless,
} from './api.ts';
import { escapedUnit } from '../lib/text.ts';
import { getPullRequest } from './pull-request.ts';

export interface CommentRequest {
  pullRequest: number;
  /** `head`: the newest commit of the pull request known to this run. */
  marker: Omit<Marker, 'kind'>;
  /** Without the marker, which is prepended. */
  markdown: string;
  /** Otherwise only an existing comment is updated. */
  mayCreate: boolean;
  /** A plan never replaces the comment of an apply. */
  phase: 'planned' | 'applied';
}

/** Creates or updates the comment. Throws an {@link ApiProblem}. */
export function upsertComment(api: Api, request: CommentRequest): Promise<PostOutcome> {
  const { pullRequest, mayCreate, phase } = request;
  const marker: Marker = { ...request.marker, kind: 'plan' };
  const body = `${writeMarker(marker)}\n${request.markdown}`;
  const commentsPath = `${api.repository}/issues/${pullRequest}/comments`;
  const pathOf = ({ id }: Post) => `${api.repository}/issues/comments/${id}`;
  return converge(api, {
    marker,
    idKey: 'id',
    list: () => listAll(api, commentsPath),
    isUpToDate: (post) => post.body === body || isFinal(post, marker),
    // A slow run must not overwrite the comment about a newer commit, or about the merge.
    isCurrent: async () => {
      const { head, isMerged } = await getPullRequest(api, pullRequest);
      return head === marker.head && (phase === 'applied' || !isMerged);
    },
    create: mayCreate
      ? () => api.ask({ method: 'POST', path: commentsPath, parameters: { body } })
      : undefined,
    update: (post) => api.ask({ method: 'PATCH', path: pathOf(post), parameters: { body } }),
    discard: (post) => api.ask({ method: 'DELETE', path: pathOf(post) }),
  });
}

/** Whether the comment stays: it says what an apply of the same commits sent, and this run sent nothing. */
function isFinal({ body }: Post, marker: Marker): boolean {
  const shown = readMarker(body, marker);
  if (shown?.outcome === undefined || shown.head !== marker.head) return false;
  // An apply that finds nothing to change settles one whose outcome was uncertain.
  return (
    marker.outcome === undefined || (marker.outcome === 'nothing' && shown.outcome === 'applied')
  );
}

/** Those of these pull requests that have our comment, unless it says for good what an apply did; so many at most. */
export async function withOpenComment<Pull extends { number: number }>(
  api: Api,
  target: string,
  { pulls, most }: { pulls: readonly Pull[]; most: number },
): Promise<Pull[]> {
  const marker = { kind: 'plan', target } as const;
  const authors = pulls.length === 0 ? [] : await findAuthors(api);
  const withComment: Pull[] = [];
  for (const pull of pulls) {
    if (withComment.length === most) break;
    const { items } = await listAll(api, `${api.repository}/issues/${pull.number}/comments`);
    const [oldest] = oursIn(items, { marker, idKey: 'id' }, authors);
    const outcome = oldest && readMarker(oldest.body, marker)?.outcome;
    if (oldest !== undefined && (outcome === undefined || outcome === 'uncertain'))
      withComment.push(pull);
  }
  return withComment;
}

/** More comments than this are not looked through. */
const RECENT_PAGES = 3;
const IN_PULL_REQUEST = /\/(?:issues|pulls?)\/(\d+)$/;

/** Numbers of pull requests with a comment of ours that was written since then, and does not say what an apply did. */
export async function recentlyOpen(api: Api, target: string, since: Date): Promise<number[]> {
  const marker = { kind: 'plan', target } as const;
  const newest = { sort: 'updated', direction: 'desc', since: since.toISOString() };
  const { items } = await listAll(api, `${api.repository}/issues/comments`, newest, RECENT_PAGES);
  const open = items.flatMap((item) => {
    const post = postOf(item, 'id');
    const shown = post && readMarker(post.body, marker);
    const [, number] =
      IN_PULL_REQUEST.exec(textAt(item, 'issue_url') || textAt(item, 'pull_request_url') || '') ??
      [];
    if (post === undefined || shown === undefined || number === undefined) return [];
    return shown.outcome === undefined ? { post, number: Number(number) } : [];
  });
  const authors = open.length === 0 ? [] : await findAuthors(api);
  return open.filter(({ post }) => isOurs(post, marker, authors)).map(({ number }) => number);
}

export interface DriftReport {
  /** `plan`: digest of the drift. An issue with the same digest is not updated. */
  marker: Omit<Marker, 'kind'>;
  title: string;
  /** Without the marker, which is prepended. */
  markdown: string;
  /** `clean`: an open issue is updated and closed, and none is created. */
  state: 'drifted' | 'clean';
  /** Why an issue is closed that listed this. */
  closing?: (listed: Marker) => string;
}

/** Opens, updates or closes the issue. Throws an {@link ApiProblem}. */
export function updateDriftIssue(api: Api, report: DriftReport): Promise<PostOutcome> {
  const { title, markdown, state } = report;
  const marker: Marker = { ...report.marker, kind: 'drift' };
  const body = `${writeMarker(marker)}\n${markdown}`;
  const close = (post: Post) => ({
    body: closedBody(post, body, report),
    state: 'closed',
    state_reason: 'completed',
  });
  const path = `${api.repository}/issues`;
  const edit = ({ id }: Post, parameters: Readonly<Record<string, unknown>>) =>
    api.ask({ method: 'PATCH', path: `${path}/${id}`, parameters });
  const isClean = state === 'clean';
  return converge(api, {
    marker,
    idKey: 'number',
    list: async () => {
      const { items, isComplete } = await listAll(api, path, { state: 'open' });
      // Every pull request is an issue as well.
      return { items: items.filter((item) => !isPlainObject(item.pull_request)), isComplete };
    },
    isUpToDate: (post) => !isClean && readMarker(post.body, marker)?.plan === marker.plan,
    isCurrent: async () => true,
    create: isClean
      ? undefined
      : () => api.ask({ method: 'POST', path, parameters: { title, body } }),
    update: (post) => edit(post, isClean ? close(post) : { title, body }),
    // The token of a workflow cannot delete issues.
    discard: (post) => edit(post, { state: 'closed', state_reason: 'not_planned' }),
  });
}

const LAST = '<details><summary>The last list of this issue</summary>\n\n';
/** GitHub accepts no more characters. */
const MAX_BODY = 65_536;

/** The last list stays, folded if there is room. One that a person opened again has it already. */
function closedBody(post: Post, body: string, { marker, closing }: DriftReport): string {
  const listed = readMarker(post.body, { ...marker, kind: 'drift' });
  if (listed === undefined || post.body.includes(LAST)) return post.body;
  const why = closing === undefined ? '' : `\n${closing(listed)}\n`;
  const closed = `${body}${why}\n${LAST}${post.body.replace(LINE, '').trim()}\n\n</details>\n`;
  return closed.length > MAX_BODY ? post.body : closed;
}

interface Post {
  /** The id of a comment, the number of an issue. Grows with time. */
  id: number;
  body: string;
  author: string | undefined;
}

/** How posts of one kind are read and written. */
interface Board {
  marker: Pick<Marker, 'kind' | 'target'>;
  idKey: 'id' | 'number';
  /** Lists all posts that may include ours. */
  list: () => Promise<ApiListing>;
  isUpToDate: (post: Post) => boolean;
  /** Called right before each write: a newer run may have written meanwhile. */
  isCurrent: () => Promise<boolean>;
  /** `undefined`: no new post is needed. */
  create: (() => Promise<ApiAnswer>) | undefined;
  update: (post: Post) => Promise<ApiAnswer>;
  /** Removes a duplicate post. */
  discard: (post: Post) => Promise<ApiAnswer>;
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
  outcome?: (typeof APPLIED_OUTCOMES)[number] | undefined;
  /** In a drift issue: what is known of the last apply before it, see `ListedDrift`. */
  applied?: string | undefined;
  files?: string | undefined;
}

export const APPLIED_OUTCOMES = ['nothing', 'uncertain', 'applied'] as const;

const VERSION = 1;
const LINE = /^<!-- confighub-sync (\{.*\}) -->/;
/** Characters that could end an HTML comment, mention a user, or be changed by a Git host. */
const UNSAFE = /[^\x20-\x7e]|[<>@#&`]|-(?=-)/g;

/** One line, for the start of the body. */
export function writeMarker({ kind, target, head, plan, outcome, applied, files }: Marker): string {
  // A member that is `undefined` is left out.
  const json = JSON.stringify({
    version: VERSION,
    kind,
    target,
    head,
    plan,
    outcome,
    applied,
    files,
  });
  return `<!-- confighub-sync ${json.replace(UNSAFE, escapedUnit)} -->`;
}

/** Reads the marker at the start of a body, if version, kind and target match. */
export function readMarker(
  body: string,
  { kind, target }: Pick<Marker, 'kind' | 'target'>,
): Marker | undefined {
  const fields = parseStrictObject(LINE.exec(body)?.[1] ?? '');
  if (fields === undefined) return undefined;
  const {
    version,
    kind: ofKind,
    target: ofTarget,
    head,
    plan,
    outcome,
    applied,
    files,
    ...others
  } = fields;
  if (version !== VERSION || ofKind !== kind || ofTarget !== target) return undefined;
  if (typeof head !== 'string' || typeof plan !== 'string' || Object.keys(others).length > 0)
    return undefined;
  const knownOutcome = APPLIED_OUTCOMES.find((candidate) => candidate === outcome);
  if (knownOutcome !== outcome) return undefined;
  if (!isTextOrAbsent(applied) || !isTextOrAbsent(files)) return undefined;
  return { kind, target, head, plan, outcome: knownOutcome, applied, files };
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

// The author must match, because anyone can copy a marker.

/** Users of workflows. Git hosts reserve these names. */
const WORKFLOW_USERS = ['github-actions[bot]', 'gitea-actions', 'forgejo-actions'] as const;

/**
 * The logins that the token may write as. GraphQL works for every kind of token, but only on GitHub; `GET /user`
 * refuses tokens of apps. If neither answers, it is the token of a workflow.
 */
async function findAuthors(api: Api): Promise<readonly string[]> {
  const parameters = { query: '{ viewer { login } }' };
  const asking = api.ask({ method: 'POST', path: '/graphql', parameters });
  const viewer = await unless(['missing', 'denied', 'unexpected'], asking);
  const viewerLogin = textAt(viewer?.data, 'data', 'viewer', 'login');
  if (viewerLogin !== undefined) return [viewerLogin];
  const user = await unless(['missing', 'denied'], api.ask({ method: 'GET', path: '/user' }));
  const login = textAt(user?.data, 'login');
  return login === undefined ? WORKFLOW_USERS : [login];
}

export type PostOutcome =
  | { did: 'created' | 'updated' | 'unchanged'; id: number }
  | { skipped: 'nothing-to-say' | 'outdated' };

/** Another round follows a creation without an answer or by an unknown author, and each post that was deleted meanwhile. */
const MAX_ROUNDS = 8;
const MAX_CREATES = 3;

/**
 * Creates or updates our post. Two runs at the same time may both create one: the next run keeps the oldest, and deletes
 * the others. A slow update may overwrite that of a newer run, because Git hosts have no conditional update: workflows
 * need a `concurrency` group. Throws an {@link ApiProblem}.
 */
async function converge(api: Api, board: Board): Promise<PostOutcome> {
  let authors = await findAuthors(api);
  const deleted = new Set<number>();
  let creates = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { items, isComplete } = await board.list();
    const ours = oursIn(items, board, authors).filter(({ id }) => !deleted.has(id));
    if (ours.length === 0 && !isComplete) throw new ApiProblem('too-many-pages');
    const [oldest, ...others] = ours;
    if (oldest === undefined) {
      const { create, idKey } = board;
      if (create === undefined) return { skipped: 'nothing-to-say' };
      if (!(await board.isCurrent())) return { skipped: 'outdated' };
      creates++;
      const created = await createOne(api, { create, idKey }, creates);
      if (created === undefined) continue;
      const { id, author } = created;
      if (author === undefined || authors.includes(author)) return { did: 'created', id };
      // Earlier posts by this author, whose name nothing else tells, are ours too.
      authors = [author];
      continue;
    }
    const result = await updateOne(board, oldest, creates > 0);
    if (result === undefined) {
      deleted.add(oldest.id);
      continue;
    }
    // Best effort: the next run tries again. Skipped if a newer run may need one of them.
    if ('did' in result && others.length > 0 && (await board.isCurrent().catch(() => false)))
      await Promise.allSettled(others.map((post) => board.discard(post)));
    return result;
  }
  throw new ApiProblem('unexpected');
}

/** Our posts, oldest first. */
function oursIn(
  items: readonly PlainObject[],
  { idKey, marker }: Pick<Board, 'idKey' | 'marker'>,
  authors: readonly string[],
): Post[] {
  return items
    .flatMap((item) => postOf(item, idKey) ?? [])
    .filter((post) => isOurs(post, marker, authors))
    .sort((a, b) => a.id - b.id);
}

/** `undefined`: there was no answer, so look whether the new post exists. */
async function createOne(
  api: Api,
  { create, idKey }: { create: () => Promise<ApiAnswer>; idKey: Board['idKey'] },
  creates: number,
): Promise<Post | undefined> {
  try {
    const { data } = await create();
    const created = isPlainObject(data) ? postOf(data, idKey) : undefined;
    if (created === undefined) throw new ApiProblem('unexpected');
    return created;
  } catch (error) {
    const mayExist = error instanceof ApiProblem && isTransient(error.code);
    if (!mayExist || creates === MAX_CREATES || !(await api.wait(backOff(creates)))) throw error;
    return undefined;
  }
}

/** `undefined`: it was deleted meanwhile. @param mayBeNew a creation got no answer, which may have made it */
async function updateOne(
  { isUpToDate, isCurrent, update }: Board,
  post: Post,
  mayBeNew: boolean,
): Promise<PostOutcome | undefined> {
  const { id } = post;
  if (isUpToDate(post)) return { id, did: mayBeNew ? 'created' : 'unchanged' };
  if (!(await isCurrent())) return { skipped: 'outdated' };
  const answer = await unless(['missing', 'disabled'], update(post));
  return answer && { id, did: 'updated' };
}

function postOf(item: PlainObject, idKey: Board['idKey']): Post | undefined {
  const id = item[idKey];
  if (typeof id !== 'number') return undefined;
  return { id, body: textAt(item, 'body') ?? '', author: textAt(item, 'user', 'login') };
}

function isOurs(
  { author, body }: Post,
  marker: Board['marker'],
  authors: readonly string[],
): boolean {
  return author !== undefined && authors.includes(author) && readMarker(body, marker) !== undefined;
}
