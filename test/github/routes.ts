// The API of the test Git host, with required permissions.
import type { Credential, GitHost, Issue, User } from './git-host.ts';

export interface Call {
  gitHost: GitHost;
  who: Credential;
  /** The groups of the path. */
  at: readonly string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
}

export interface Reply {
  status: number;
  data?: unknown;
  /** A list, to be cut into pages: only what is on a page is made. */
  list?: (() => unknown)[];
}

type Need = 'nothing' | 'read' | 'write';
type Area = 'pulls' | 'issues' | 'actions' | 'either';
type Route = [method: string, path: RegExp, need: Need, area: Area, handle: (call: Call) => Reply];

const MAX_BODY = 65_536;
const NOT_FOUND: Reply = { status: 404, data: { message: 'Not Found' } };

const ROUTES: readonly Route[] = [
  ['GET', /^\/user$/, 'nothing', 'either', getUser],
  ['POST', /^\/graphql$/, 'nothing', 'either', graphql],
  [
    'GET',
    /^\/repos\/acme\/shop\/collaborators\/([\w-]+)\/permission$/,
    'nothing',
    'either',
    getPermission,
  ],
  ['GET', /^\/repos\/acme\/shop\/environments\/([\w-]+)$/, 'read', 'actions', getEnvironment],
  ['GET', /^\/repos\/acme\/shop\/pulls$/, 'read', 'pulls', listPulls],
  ['POST', /^\/repos\/acme\/shop\/pulls$/, 'write', 'pulls', createPull],
  ['GET', /^\/repos\/acme\/shop\/pulls\/(\d+)$/, 'read', 'pulls', getPull],
  ['PATCH', /^\/repos\/acme\/shop\/pulls\/(\d+)$/, 'write', 'pulls', updatePull],
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
    if (!isAllowed(call, need, area)) return refusal(call.gitHost);
    if (need === 'write' && call.gitHost.isArchived)
      return forbidden('Repository was archived so is read-only.');
    return handle({ ...call, at: match.slice(1) });
  }
  return NOT_FOUND;
}

function isAllowed({ who }: Omit<Call, 'at'>, need: Need, area: Area): boolean {
  const granted = area === 'either' ? [who.issues, who.pulls] : [who[area]];
  return (
    need === 'nothing' || granted.includes('write') || (need === 'read' && granted.includes('read'))
  );
}

/** Gitea says more often that there is nothing. */
function refusal({ flavour }: GitHost): Reply {
  return flavour === 'github' ? forbidden('Resource not accessible by integration') : NOT_FOUND;
}

function forbidden(message: string): Reply {
  return { status: 403, data: { message } };
}

function getUser({ gitHost, who }: Call): Reply {
  if (!who.isApp) return { status: 200, data: gitHost.userJson(who.user) };
  return refusal(gitHost);
}

/** Gitea answers only an owner. */
function getPermission({ gitHost, at: [login = ''] }: Call): Reply {
  if (gitHost.flavour === 'gitea') return forbidden('Must have admin rights');
  return {
    status: 200,
    data: { permission: gitHost.permissions.get(login) ?? 'none', user: { login } },
  };
}

/** Gitea ignores `environment` in a workflow, and does not have these. */
function getEnvironment({ gitHost, at: [name = ''] }: Call): Reply {
  const data = gitHost.flavour === 'gitea' ? undefined : gitHost.environments.get(name);
  return data === undefined ? NOT_FOUND : { status: 200, data };
}

const PAGE = 100;

/** Reviews and commits of a pull request; a cursor is the number of nodes before it. */
function graphql({ gitHost, who, body }: Call): Reply {
  if (gitHost.flavour === 'gitea') return NOT_FOUND;
  const query = String(body.query);
  if (/\b(reviews|commits)\(first: 100/.test(query)) {
    if (!isAllowed({ gitHost, who, query: new URLSearchParams(), body }, 'read', 'pulls'))
      return { status: 200, data: { data: { repository: null }, errors: [{ type: 'FORBIDDEN' }] } };
    const { number, after } = body.variables as { number: number; after: string | null };
    const issue = issueAt(gitHost, String(number));
    const all = query.includes('reviews(') ? reviewNodes(gitHost, number) : commitNodes(issue);
    const from = Number(after ?? 0);
    const end = from + PAGE;
    const page = {
      pageInfo: { hasNextPage: end < all.length, endCursor: String(end) },
      nodes: all.slice(from, end),
    };
    const pullRequest = issue && { author: authorNode(issue.user), page };
    return { status: 200, data: { data: { repository: { pullRequest: pullRequest ?? null } } } };
  }
  if (!query.includes('viewer'))
    return { status: 200, data: { errors: [{ type: 'undefinedField' }] } };
  return { status: 200, data: { data: { viewer: { login: who.user.login } } } };
}

function reviewNodes(gitHost: GitHost, number: number): object[] {
  return gitHost.reviews
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

/** Gitea ignores which branch is asked for. */
function listPulls({ gitHost, query }: Call): Reply {
  const head = gitHost.flavour === 'gitea' ? null : query.get('head');
  const list = gitHost.issues.filter(
    ({ state, pull }) =>
      pull &&
      state === (query.get('state') ?? 'open') &&
      (head === null || head === `acme:${pull.branch ?? 'feature'}`),
  );
  return {
    status: 200,
    list: list.map((issue) => () => gitHost.pullJson(issue, 'listed')).reverse(),
  };
}

/** Of a branch that is there, and that no other one has open. */
function createPull({ gitHost, who, body }: Call): Reply {
  const branch = String(body.head);
  const head = gitHost.headOf(branch);
  const isOpen = gitHost.issues.some(
    ({ state, pull }) => state === 'open' && pull?.branch === branch,
  );
  if (head === undefined || isOpen)
    return { status: gitHost.flavour === 'gitea' && isOpen ? 409 : 422 };
  return writing(gitHost, body, (text) => {
    const pull = gitHost.pullRequest({ head, branch });
    Object.assign(pull, { title: String(body.title), body: text, user: who.user });
    return { status: 201, data: gitHost.pullJson(pull, 'single') };
  });
}

function updatePull(call: Call): Reply {
  const { status } = updateIssue(call);
  return status === 200 ? getPull(call) : { status };
}

function getPull({ gitHost, at }: Call): Reply {
  const issue = issueAt(gitHost, at[0]);
  return issue?.pull ? { status: 200, data: gitHost.pullJson(issue, 'single') } : NOT_FOUND;
}

function commitPulls({ gitHost, at: [sha = ''] }: Call): Reply {
  if (gitHost.flavour === 'gitea') return NOT_FOUND;
  const numbers = gitHost.pullsOfCommit.get(sha) ?? [];
  const list = numbers.flatMap((number) => issueAt(gitHost, String(number)) ?? []);
  return { status: 200, list: list.map((issue) => () => gitHost.pullJson(issue, 'listed')) };
}

/** GitHub gives a page of them, the oldest first; Gitea all, the newest first. */
function compare({ gitHost, at: [base = '', head = ''], query }: Call): Reply {
  const commits = gitHost.commitsBetween(base, head);
  if (commits === undefined) return NOT_FOUND;
  const [size, page] = [Number(query.get('per_page') ?? 250), Number(query.get('page') ?? 1)];
  const shown =
    gitHost.flavour === 'gitea'
      ? [...commits].reverse()
      : commits.slice((page - 1) * size, page * size);
  return {
    status: 200,
    data: { total_commits: commits.length, commits: shown.map((sha) => ({ sha })) },
  };
}

function listComments({ gitHost, at }: Call): Reply {
  if (issueAt(gitHost, at[0]) === undefined) return NOT_FOUND;
  const all = gitHost.comments.filter(({ issue }) => issue === Number(at[0]));
  const list = gitHost.isSlow ? [] : all;
  return { status: 200, list: list.map((comment) => () => gitHost.commentJson(comment)) };
}

/** Of the whole repository, as old as they may be. GitHub sorts them, Gitea lists the oldest first. */
function listAllComments({ gitHost }: Call): Reply {
  const list = gitHost.comments.map((comment) => () => gitHost.commentJson(comment));
  return { status: 200, list: gitHost.flavour === 'github' ? list.reverse() : list };
}

function createComment({ gitHost, who, at, body }: Call): Reply {
  const issue = issueAt(gitHost, at[0]);
  if (issue === undefined) return NOT_FOUND;
  if (issue.isLocked) return forbidden('Unable to create comment because issue is locked.');
  return writing(gitHost, body, (text) => {
    const comment = gitHost.comment({ issue: issue.number, body: text, user: who.user });
    return { status: 201, data: gitHost.commentJson(comment) };
  });
}

/** Whoever may write may edit what others wrote: on GitHub this is so. */
function updateComment({ gitHost, at, body }: Call): Reply {
  const comment = gitHost.comments.find(({ id }) => id === Number(at[0]));
  if (comment === undefined) return NOT_FOUND;
  return writing(gitHost, body, (text) => {
    comment.body = text;
    return { status: 200, data: gitHost.commentJson(comment) };
  });
}

function deleteComment({ gitHost, at }: Call): Reply {
  const index = gitHost.comments.findIndex(({ id }) => id === Number(at[0]));
  if (index < 0) return NOT_FOUND;
  gitHost.comments.splice(index, 1);
  return { status: 204 };
}

function listIssues({ gitHost, query }: Call): Reply {
  const list = gitHost.issues.filter(({ state }) => state === (query.get('state') ?? 'open'));
  return { status: 200, list: list.map((issue) => () => gitHost.issueJson(issue)).reverse() };
}

function createIssue({ gitHost, who, body }: Call): Reply {
  if (!gitHost.hasIssues)
    return { status: 410, data: { message: 'Issues has been disabled in this repository.' } };
  if (gitHost.flavour === 'gitea' && Array.isArray(body.labels)) return { status: 422 };
  return writing(gitHost, body, (text) => {
    const issue = gitHost.open({ title: String(body.title), body: text, user: who.user });
    return { status: 201, data: gitHost.issueJson(issue) };
  });
}

function updateIssue({ gitHost, at, body }: Call): Reply {
  const issue = issueAt(gitHost, at[0]);
  if (issue === undefined) return NOT_FOUND;
  return writing(gitHost, { body: issue.body, ...body }, (text) => {
    issue.body = text;
    if (typeof body.title === 'string') issue.title = body.title;
    if (body.state === 'closed' || body.state === 'open') issue.state = body.state;
    if (gitHost.flavour === 'github' && typeof body.state_reason === 'string')
      issue.stateReason = body.state_reason;
    return { status: 200, data: gitHost.issueJson(issue) };
  });
}

/** Gitea has no limit. */
function writing(gitHost: GitHost, { body }: Call['body'], write: (text: string) => Reply): Reply {
  const isLong = gitHost.flavour === 'github' && typeof body === 'string' && body.length > MAX_BODY;
  if (typeof body === 'string' && !isLong) return write(body);
  return {
    status: 422,
    data: { message: `Validation Failed: body is too long (maximum is ${MAX_BODY})` },
  };
}

function issueAt(gitHost: GitHost, number: string | undefined): Issue | undefined {
  return gitHost.issues.find((issue) => issue.number === Number(number));
}
