// The API of the test forge, with required permissions.
import type { Credential, Forge, Issue, User } from './forge.ts';

export interface Call {
  forge: Forge;
  who: Credential;
  /** The groups of the path. */
  at: readonly string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
}

export interface Reply {
  status: number;
  data?: unknown;
  /** A list, to be cut into pages. */
  list?: unknown[];
}

type Need = 'nothing' | 'read' | 'write';
type Area = 'pulls' | 'issues' | 'actions' | 'either';
type Route = [method: string, path: RegExp, need: Need, area: Area, handle: (call: Call) => Reply];

const MAX_BODY = 65_536;
const NOT_FOUND: Reply = { status: 404, data: { message: 'Not Found' } };

const ROUTES: readonly Route[] = [
  ['GET', /^\/user$/, 'nothing', 'either', getUser],
  ['POST', /^\/graphql$/, 'nothing', 'either', graphql],
  ['GET', /^\/repos\/acme\/shop\/collaborators\/([\w-]+)\/permission$/, 'nothing', 'either', getPermission],
  ['GET', /^\/repos\/acme\/shop\/environments\/([\w-]+)$/, 'read', 'actions', getEnvironment],
  ['GET', /^\/repos\/acme\/shop\/pulls$/, 'read', 'pulls', listPulls],
  ['GET', /^\/repos\/acme\/shop\/pulls\/(\d+)$/, 'read', 'pulls', getPull],
  ['GET', /^\/repos\/acme\/shop\/commits\/(\w+)\/pulls$/, 'read', 'pulls', commitPulls],
  ['GET', /^\/repos\/acme\/shop\/compare\/(\w+)\.\.\.(\w+)$/, 'nothing', 'either', compare],
  ['GET', /^\/repos\/acme\/shop\/issues\/(\d+)\/comments$/, 'read', 'either', listComments],
  ['GET', /^\/repos\/acme\/shop\/issues\/comments$/, 'read', 'either', listAllComments],
  ['POST', /^\/repos\/acme\/shop\/issues\/(\d+)\/comments$/, 'write', 'either', createComment],
  ['PATCH', /^\/repos\/acme\/shop\/issues\/comments\/(\d+)$/, 'write', 'either', updateComment],
  ['DELETE', /^\/repos\/acme\/shop\/issues\/comments\/(\d+)$/, 'write', 'either', deleteComment],
  ['GET', /^\/repos\/acme\/shop\/issues$/, 'read', 'issues', listIssues],
  ['POST', /^\/repos\/acme\/shop\/issues$/, 'write', 'issues', createIssue],
  ['PATCH', /^\/repos\/acme\/shop\/issues\/(\d+)$/, 'write', 'issues', updateIssue],
];

export function route(request: { method: string; path: string }, call: Omit<Call, 'at'>): Reply {
  for (const [method, pattern, need, area, handle] of ROUTES) {
    const match = method === request.method ? pattern.exec(request.path) : null;
    if (match === null) continue;
    if (!isAllowed(call, need, area)) return refusal(call.forge);
    if (need === 'write' && call.forge.isArchived) return forbidden('Repository was archived so is read-only.');
    return handle({ ...call, at: match.slice(1) });
  }
  return NOT_FOUND;
}

function isAllowed({ who }: Omit<Call, 'at'>, need: Need, area: Area): boolean {
  const granted = area === 'either' ? [who.issues, who.pulls] : [who[area]];
  return need === 'nothing' || granted.includes('write') || (need === 'read' && granted.includes('read'));
}

/** Gitea says more often that there is nothing. */
function refusal({ flavour }: Forge): Reply {
  return flavour === 'github' ? forbidden('Resource not accessible by integration') : NOT_FOUND;
}

function forbidden(message: string): Reply {
  return { status: 403, data: { message } };
}

function getUser({ forge, who }: Call): Reply {
  if (!who.isApp) return { status: 200, data: forge.userJson(who.user) };
  return refusal(forge);
}

/** Gitea answers only an owner. */
function getPermission({ forge, at: [login = ''] }: Call): Reply {
  if (forge.flavour === 'gitea') return forbidden('Must have admin rights');
  return { status: 200, data: { permission: forge.permissions.get(login) ?? 'none', user: { login } } };
}

/** Gitea ignores `environment` in a workflow, and does not have these. */
function getEnvironment({ forge, at: [name = ''] }: Call): Reply {
  const data = forge.flavour === 'gitea' ? undefined : forge.environments.get(name);
  return data === undefined ? NOT_FOUND : { status: 200, data };
}

const PAGE = 100;

/** Reviews and commits of a pull request; a cursor is the number of nodes before it. */
function graphql({ forge, who, body }: Call): Reply {
  if (forge.flavour === 'gitea') return NOT_FOUND;
  const query = String(body.query);
  if (/\b(reviews|commits)\(first: 100/.test(query)) {
    if (!isAllowed({ forge, who, query: new URLSearchParams(), body }, 'read', 'pulls'))
      return { status: 200, data: { data: { repository: null }, errors: [{ type: 'FORBIDDEN' }] } };
    const { number, after } = body.variables as { number: number; after: string | null };
    const issue = issueAt(forge, String(number));
    const all = query.includes('reviews(') ? reviewNodes(forge, number) : commitNodes(issue);
    const from = Number(after ?? 0);
    const end = from + PAGE;
    const page = {
      pageInfo: { hasNextPage: end < all.length, endCursor: String(end) },
      nodes: all.slice(from, end),
    };
    const pullRequest = issue && { author: authorNode(issue.user), page };
    return { status: 200, data: { data: { repository: { pullRequest: pullRequest ?? null } } } };
  }
  if (!query.includes('viewer')) return { status: 200, data: { errors: [{ type: 'undefinedField' }] } };
  return { status: 200, data: { data: { viewer: { login: who.user.login } } } };
}

function reviewNodes(forge: Forge, number: number): object[] {
  return forge.reviews
    .filter(({ issue }) => issue === number)
    .map(({ user, body, state, isEdited, commit }) => ({
      author: user && authorNode(user),
      body,
      state,
      lastEditedAt: isEdited ? '2026-01-02T03:04:05Z' : null,
      includesCreatedEdit: isEdited,
      commit: commit && { oid: commit },
    }));
}

function commitNodes(issue: Issue | undefined): object[] {
  return (issue?.pull?.commits ?? []).map((logins) => ({
    commit: {
      authors: { nodes: logins.map((login) => ({ user: { login } })) },
      committer: { user: { login: 'web-flow' } },
    },
  }));
}

function authorNode({ login, type }: User): object {
  return { __typename: type, login };
}

function listPulls({ forge, query }: Call): Reply {
  const list = forge.issues.filter(({ state, pull }) => pull && state === (query.get('state') ?? 'open'));
  return { status: 200, list: list.map((issue) => forge.pullJson(issue, 'listed')).reverse() };
}

function getPull({ forge, at }: Call): Reply {
  const issue = issueAt(forge, at[0]);
  return issue?.pull ? { status: 200, data: forge.pullJson(issue, 'single') } : NOT_FOUND;
}

function commitPulls({ forge, at: [sha = ''] }: Call): Reply {
  if (forge.flavour === 'gitea') return NOT_FOUND;
  const numbers = forge.pullsOfCommit.get(sha) ?? [];
  const list = numbers.flatMap((number) => issueAt(forge, String(number)) ?? []);
  return { status: 200, list: list.map((issue) => forge.pullJson(issue, 'listed')) };
}

/** GitHub gives a page of them, the oldest first; Gitea all, the newest first. */
function compare({ forge, at: [base = '', head = ''], query }: Call): Reply {
  const commits = forge.commitsBetween(base, head);
  if (commits === undefined) return NOT_FOUND;
  const [size, page] = [Number(query.get('per_page') ?? 250), Number(query.get('page') ?? 1)];
  const shown = forge.flavour === 'gitea' ? [...commits].reverse() : commits.slice((page - 1) * size, page * size);
  return { status: 200, data: { total_commits: commits.length, commits: shown.map((sha) => ({ sha })) } };
}

function listComments({ forge, at }: Call): Reply {
  if (issueAt(forge, at[0]) === undefined) return NOT_FOUND;
  const all = forge.comments.filter(({ issue }) => issue === Number(at[0]));
  const list = forge.isSlow ? [] : all;
  return { status: 200, list: list.map((comment) => forge.commentJson(comment)) };
}

/** Of the whole repository, as old as they may be. GitHub sorts them, Gitea lists the oldest first. */
function listAllComments({ forge }: Call): Reply {
  const list = forge.comments.map((comment) => forge.commentJson(comment));
  return { status: 200, list: forge.flavour === 'github' ? list.reverse() : list };
}

function createComment({ forge, who, at, body }: Call): Reply {
  const issue = issueAt(forge, at[0]);
  if (issue === undefined) return NOT_FOUND;
  if (issue.isLocked) return forbidden('Unable to create comment because issue is locked.');
  return writing(forge, body, (text) => {
    const comment = forge.comment({ issue: issue.number, body: text, user: who.user });
    return { status: 201, data: forge.commentJson(comment) };
  });
}

/** Whoever may write may edit what others wrote: on GitHub this is so. */
function updateComment({ forge, at, body }: Call): Reply {
  const comment = forge.comments.find(({ id }) => id === Number(at[0]));
  if (comment === undefined) return NOT_FOUND;
  return writing(forge, body, (text) => {
    comment.body = text;
    return { status: 200, data: forge.commentJson(comment) };
  });
}

function deleteComment({ forge, at }: Call): Reply {
  const index = forge.comments.findIndex(({ id }) => id === Number(at[0]));
  if (index < 0) return NOT_FOUND;
  forge.comments.splice(index, 1);
  return { status: 204 };
}

function listIssues({ forge, query }: Call): Reply {
  const list = forge.issues.filter(({ state }) => state === (query.get('state') ?? 'open'));
  return { status: 200, list: list.map((issue) => forge.issueJson(issue)).reverse() };
}

function createIssue({ forge, who, body }: Call): Reply {
  if (!forge.hasIssues) return { status: 410, data: { message: 'Issues has been disabled in this repository.' } };
  if (forge.flavour === 'gitea' && Array.isArray(body.labels)) return { status: 422 };
  return writing(forge, body, (text) => {
    const issue = forge.open({ title: String(body.title), body: text, user: who.user });
    return { status: 201, data: forge.issueJson(issue) };
  });
}

function updateIssue({ forge, at, body }: Call): Reply {
  const issue = issueAt(forge, at[0]);
  if (issue === undefined) return NOT_FOUND;
  return writing(forge, { body: issue.body, ...body }, (text) => {
    issue.body = text;
    if (typeof body.title === 'string') issue.title = body.title;
    if (body.state === 'closed' || body.state === 'open') issue.state = body.state;
    if (forge.flavour === 'github' && typeof body.state_reason === 'string') issue.stateReason = body.state_reason;
    return { status: 200, data: forge.issueJson(issue) };
  });
}

/** Gitea has no limit. */
function writing(forge: Forge, { body }: Call['body'], write: (text: string) => Reply): Reply {
  const isLong = forge.flavour === 'github' && typeof body === 'string' && body.length > MAX_BODY;
  if (typeof body === 'string' && !isLong) return write(body);
  return { status: 422, data: { message: `Validation Failed: body is too long (maximum is ${MAX_BODY})` } };
}

function issueAt(forge: Forge, number: string | undefined): Issue | undefined {
  return forge.issues.find((issue) => issue.number === Number(number));
}
