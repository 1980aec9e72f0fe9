// Reads the reviews of a pull request, its authors, and who may write. Only GraphQL tells whether a review was edited.
import { at, isPlainObject, type PlainObject, textAt } from '../lib/json.ts';
import { type Api, ApiProblem } from './api.ts';

export interface Review {
  /** The login of a person; `bot` for every other account, `deleted` for one that no longer exists. */
  author: { login: string } | 'bot' | 'deleted';
  body: string;
  /** `COMMENTED`, `APPROVED`, `CHANGES_REQUESTED`, `DISMISSED` or `PENDING`. */
  state: string;
  isEdited: boolean;
  /** The commit that was reviewed; absent if it no longer exists. */
  commit: string | undefined;
}

const AUTHOR = 'author { __typename login }';
const REVIEWS = `query($owner: String! $name: String! $number: Int! $after: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { ${AUTHOR}
    page: reviews(first: 100, after: $after) { pageInfo { hasNextPage endCursor }
      nodes { ${AUTHOR} body state lastEditedAt includesCreatedEdit commit { oid } } } } } }`;

/** All reviews, oldest first, and the login of the pull request's author. Throws {@link ApiProblem}. */
export async function readReviews(api: Api, number: number): Promise<{ author?: string; reviews: Review[] }> {
  const { pullRequest, nodes } = await readPages(api, REVIEWS, number);
  const author = textAt(pullRequest, 'author', 'login');
  return { reviews: nodes.map(readReview), ...(author !== undefined && { author }) };
}

function readReview(node: PlainObject): Review {
  const { body, state, lastEditedAt, includesCreatedEdit } = node;
  // An answer without these fields does not tell whether the review was edited.
  const isKnown = lastEditedAt !== undefined && typeof includesCreatedEdit === 'boolean';
  if (typeof body !== 'string' || typeof state !== 'string' || !isKnown) throw new ApiProblem('unexpected');
  const isEdited = lastEditedAt !== null || includesCreatedEdit;
  return { author: authorOf(node.author), body, state, isEdited, commit: textAt(node, 'commit', 'oid') };
}

function authorOf(json: unknown): Review['author'] {
  const login = textAt(json, 'login');
  if (login === undefined) return 'deleted';
  return textAt(json, '__typename') === 'User' ? { login } : 'bot';
}

const COMMITS = `query($owner: String! $name: String! $number: Int! $after: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) {
    page: commits(first: 100, after: $after) { pageInfo { hasNextPage endCursor }
      nodes { commit { authors(first: 100) { nodes { user { login } } } committer { user { login } } } } } } } }`;

/** The logins of everyone who wrote or committed a commit of the pull request. Throws {@link ApiProblem}. */
export async function readCommitters(api: Api, number: number): Promise<string[]> {
  const { nodes } = await readPages(api, COMMITS, number);
  return nodes.flatMap((node) => {
    const authors = at(node, 'commit', 'authors', 'nodes');
    if (!Array.isArray(authors)) throw new ApiProblem('unexpected');
    const committer = at(node, 'commit', 'committer');
    const logins = [...authors, committer].map((person) => textAt(person, 'user', 'login'));
    return logins.filter((login) => login !== undefined);
  });
}

const MAX_PAGES = 100;

/** The nodes of all pages of the connection `page`. */
async function readPages(
  api: Api,
  query: string,
  number: number,
): Promise<{ pullRequest: unknown; nodes: PlainObject[] }> {
  const nodes: PlainObject[] = [];
  let after: string | undefined;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const variables = { owner: api.owner, name: api.name, number, after: after ?? null };
    const { data } = await api.ask({ method: 'POST', path: '/graphql', parameters: { query, variables } });
    const pullRequest = at(data, 'data', 'repository', 'pullRequest');
    const found = at(pullRequest, 'page', 'nodes');
    // GraphQL reports errors with the status 200, and may answer a part of the query.
    if (at(data, 'errors') !== undefined || !Array.isArray(found)) throw new ApiProblem('unexpected');
    nodes.push(...found.filter(isPlainObject));
    after = textAt(pullRequest, 'page', 'pageInfo', 'endCursor');
    if (at(pullRequest, 'page', 'pageInfo', 'hasNextPage') !== true) return { pullRequest, nodes };
  }
  throw new ApiProblem('too-many-pages');
}

/**
 * Whether a person may push to the repository now. Needs no permission besides reading metadata, which every token of a
 * job has. Throws {@link ApiProblem}, `denied` if the forge does not tell this token.
 */
export async function mayWrite(api: Api, login: string): Promise<boolean> {
  const path = `${api.repository}/collaborators/${encodeURIComponent(login)}/permission`;
  const { data } = await api.ask({ method: 'GET', path });
  const permission = textAt(data, 'permission');
  if (permission === undefined) throw new ApiProblem('unexpected');
  return permission === 'admin' || permission === 'write';
}
