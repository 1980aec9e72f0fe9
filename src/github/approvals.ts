// Reads the reviews of a pull request, and decides which approve a refused plan and why others do not.
import { memberAt, isPlainObject, type PlainObject, textAt } from '../lib/json.ts';
import { shortCommit } from '../model/apply-entry.ts';
import {
  APPROVAL_COMMAND,
  allows,
  DIGEST_LENGTH,
  type Approval,
  parseApproval,
  type ReviewAnswer,
  type ReviewQuestion,
} from '../model/approval.ts';
import { type Api, ApiProblem, FAILURES, MAX_PAGES, problemCode } from './api.ts';
import { type EventContext, type PullRequest, pushedOnto } from './event.ts';

interface ReviewSearch {
  question: ReviewQuestion;
  context: EventContext;
  pull: PullRequest;
}

/** Never throws: what the Git host does not tell is not approved. */
export async function findApprovals(api: Api, asked: ReviewSearch): Promise<ReviewAnswer> {
  if (!isPlanOf(asked)) return { way: 'dispatch', notes: [] };
  try {
    const judged = await judgeReviews(api, asked);
    return { way: asked.pull.isMerged ? 'dispatch' : 'review', ...judged };
  } catch (error) {
    const code = problemCode(error);
    const isUnknown = code === 'denied' || code === 'missing' || code === 'unexpected';
    const failed = `Reviews could not be read, so they do not approve this plan: ${FAILURES[code]}.`;
    return { way: 'dispatch', notes: [isUnknown ? CANNOT_TELL : failed] };
  }
}

/**
 * Whether the files that are planned are those of the pull request. Its merge counts only as the commit that the Git host
 * made of it on the branch of this run; what is applied is always such a commit.
 */
function isPlanOf({ pull, context, question: { commits, isApply } }: ReviewSearch): boolean {
  if (pull.isMerged) {
    return pull.mergeCommit === commits[0] && context.ref === `refs/heads/${pull.into}`;
  }
  if (isApply) return false;
  return context.event === 'merge_group' ? commits[0] === context.sha : commits.includes(pull.head);
}

const CANNOT_TELL =
  'Reviews cannot approve this plan: this Git host does not tell a workflow whether a review was edited, or who may write to the repository.';

/** People whose permission is asked for, and reviews that are explained. Anybody may review a public repository. */
const MAX_PEOPLE = 20;
const MAX_NOTES = 5;

async function judgeReviews(
  api: Api,
  asked: ReviewSearch,
): Promise<Pick<ReviewAnswer, 'approved' | 'notes'>> {
  const { question, pull } = asked;
  const { author, reviews } = await readReviews(api, pull.number);
  const flawOfPerson = lookUp(api, asked, author);
  const names = new Set<string>();
  const by = new Set<string>();
  const notes: string[] = [];
  const candidates = reviews.filter(
    ({ state, approvals }) => state !== 'PENDING' && approvals.length > 0,
  );
  // The newest first: they are the likeliest to count.
  for (const review of candidates.reverse()) {
    const flaw = flawOf(review, { ...asked, reviews }) ?? (await flawOfPerson(review.author));
    if (flaw === undefined) {
      for (const approval of countingOf(review, question))
        for (const name of approval.names) names.add(name);
      by.add(review.author);
    } else notes.unshift(`The review by ${review.author} does not approve this plan: ${flaw}.`);
  }
  const shown = notes.slice(-MAX_NOTES);
  return by.size === 0
    ? { notes: shown }
    : { approved: { names: [...names], by: [...by].sort() }, notes: shown };
}

/** The approvals of this plan. Words that are not names of its items may be a condition, or a refusal. */
function countingOf(
  { approvals }: Review,
  { digest, names: deletable }: ReviewQuestion,
): Approval[] {
  return approvals.filter(
    ({ digest: of, names }) =>
      of === digest && names.every((name) => allows({ names: deletable }, name)),
  );
}

/** Why a review does not count, whoever wrote it, to follow a colon. */
function flawOf(
  review: Review,
  { reviews, question, pull: { head } }: ReviewSearch & { reviews: readonly Review[] },
): string | undefined {
  const { author, isPerson, approvals, hasOtherText, state, isEdited, commit } = review;
  if (!isPerson) return 'only a person can approve';
  if (state === 'DISMISSED') return 'it was dismissed';
  if (state !== 'APPROVED' && state !== 'COMMENTED') return 'it requests changes';
  if (isEdited) return 'it was edited. Submit a new review instead';
  if (commit !== head) {
    const other =
      commit === undefined ? 'a commit that no longer exists' : `commit ${shortCommit(commit)}`;
    return `it is for ${other}, and the plan is for ${shortCommit(head)}`;
  }
  if (!approvals.some(({ digest }) => digest === question.digest))
    return 'it names the digest of another plan';
  if (hasOtherText) return 'it contains other text. Submit a new review with only that line';
  if (countingOf(review, question).length === 0)
    return 'only names of protected items that this plan deletes may follow the digest';
  const later = reviews.slice(reviews.indexOf(review) + 1);
  const isWithdrawn = later.some(
    (review) => review.state === 'CHANGES_REQUESTED' && review.author === author,
  );
  return isWithdrawn ? 'its author requested changes later' : undefined;
}

/** Tells why a person cannot approve. Each is looked up once. */
function lookUp(api: Api, asked: ReviewSearch, author: string | undefined) {
  const flaws = new Map<string, string | undefined>();
  let excluded: ReturnType<typeof readExcluded> | undefined;
  const look = async (login: string): Promise<string | undefined> => {
    if (!(await mayWrite(api, login))) return `${login} may not write to this repository`;
    excluded ??= readExcluded(api, asked, author);
    const isOwn = (await excluded).has(login.toLowerCase());
    return isOwn
      ? `${login} is an author of the change, and \`approvals\` is \`not-author\``
      : undefined;
  };
  return async (login: string): Promise<string | undefined> => {
    if (!flaws.has(login)) {
      if (flaws.size >= MAX_PEOPLE) return 'too many people have reviewed the pull request';
      flaws.set(login, await look(login));
    }
    return flaws.get(login);
  };
}

/** The authors of the change, if they cannot approve it. */
async function readExcluded(
  api: Api,
  { question, context, pull }: ReviewSearch,
  author: string | undefined,
) {
  const base = textAt(context.payload, 'pull_request', 'base', 'sha') ?? pushedOnto(context);
  if ((await question.approvals(base)) !== 'not-author') return new Set<string>();
  const logins = [
    ...(await readCommitters(api, pull.number)),
    ...(author === undefined ? [] : [author]),
  ];
  return new Set(logins.map((login) => login.toLowerCase()));
}

// Reading reviews. Only GraphQL tells whether one was edited.

interface Review {
  /** The login of a person; `a bot` for every other account, `a deleted user` for one that no longer exists. */
  author: string;
  isPerson: boolean;
  approvals: Approval[];
  hasOtherText: boolean;
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
async function readReviews(
  api: Api,
  number: number,
): Promise<{ author: string | undefined; reviews: Review[] }> {
  const { pullRequest, nodes } = await readPages(api, REVIEWS, number);
  return { reviews: nodes.map(readReview), author: textAt(pullRequest, 'author', 'login') };
}

function readReview(node: PlainObject): Review {
  const { body, state, lastEditedAt, includesCreatedEdit } = node;
  // An answer without these fields does not tell whether the review was edited.
  const isKnown = lastEditedAt !== undefined && typeof includesCreatedEdit === 'boolean';
  if (typeof body !== 'string' || typeof state !== 'string' || !isKnown)
    throw new ApiProblem('unexpected');
  const isEdited = lastEditedAt !== null || includesCreatedEdit;
  const login = textAt(node, 'author', 'login');
  const isPerson = login !== undefined && textAt(node, 'author', '__typename') === 'User';
  const author = isPerson ? login : login === undefined ? 'a deleted user' : 'a bot';
  return {
    author,
    isPerson,
    ...approvalsIn(body),
    state,
    isEdited,
    commit: textAt(node, 'commit', 'oid'),
  };
}

const COMMITS = `query($owner: String! $name: String! $number: Int! $after: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) {
    page: commits(first: 100, after: $after) { pageInfo { hasNextPage endCursor }
      nodes { commit { authors(first: 100) { nodes { user { login } } } committer { user { login } } } } } } } }`;

/** The logins of everyone who wrote or committed a commit of the pull request. Throws {@link ApiProblem}. */
async function readCommitters(api: Api, number: number): Promise<string[]> {
  const { nodes } = await readPages(api, COMMITS, number);
  return nodes.flatMap((node) => {
    const authors = memberAt(node, 'commit', 'authors', 'nodes');
    if (!Array.isArray(authors)) throw new ApiProblem('unexpected');
    const committer = memberAt(node, 'commit', 'committer');
    const logins = [...authors, committer].map((person) => textAt(person, 'user', 'login'));
    return logins.filter((login) => login !== undefined);
  });
}

/** The nodes of all pages of the connection `page`. */
async function readPages(api: Api, query: string, number: number) {
  const nodes: PlainObject[] = [];
  let after: string | undefined;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const variables = { owner: api.owner, name: api.name, number, after: after ?? null };
    const { data } = await api.ask({
      method: 'POST',
      path: '/graphql',
      parameters: { query, variables },
    });
    const pullRequest = memberAt(data, 'data', 'repository', 'pullRequest');
    const listed = memberAt(pullRequest, 'page', 'nodes');
    // GraphQL reports errors with the status 200, and may answer a part of the query.
    if (memberAt(data, 'errors') !== undefined || !Array.isArray(listed))
      throw new ApiProblem('unexpected');
    nodes.push(...listed.filter(isPlainObject));
    after = textAt(pullRequest, 'page', 'pageInfo', 'endCursor');
    if (memberAt(pullRequest, 'page', 'pageInfo', 'hasNextPage') !== true)
      return { pullRequest, nodes };
  }
  throw new ApiProblem('too-many-pages');
}

/**
 * Whether a person may push to the repository now. Needs no permission besides reading metadata, which every token of a
 * job has. Throws {@link ApiProblem}, `denied` if the Git host does not tell this token.
 */
async function mayWrite(api: Api, login: string): Promise<boolean> {
  const path = `${api.repository}/collaborators/${encodeURIComponent(login)}/permission`;
  const { data } = await api.ask({ method: 'GET', path });
  const permission = textAt(data, 'permission');
  if (permission === undefined) throw new ApiProblem('unexpected');
  return permission === 'admin' || permission === 'write';
}

const LINE = new RegExp(`^${APPROVAL_COMMAND} (([0-9a-f]{${DIGEST_LENGTH}})(?![0-9a-z])(.*))$`);

/**
 * The lines that approve, exactly as the comment on the plan shows them, and whether there is any other text. Markdown can
 * hide a line, quote it or strike it out, and words can put a condition on it, so nothing may be beside it.
 */
export function approvalsIn(body: string): Pick<Review, 'approvals' | 'hasOtherText'> {
  const lines = body.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const approvals = lines.flatMap((line) => readLine(line) ?? []);
  return { approvals, hasOtherText: approvals.length < lines.length };
}

/** What follows the digest and cannot be read is taken for one name. */
function readLine(line: string): Approval | undefined {
  const [, text = '', digest, rest = ''] = LINE.exec(line.trimEnd()) ?? [];
  if (digest === undefined) return undefined;
  const approval = /^\S+(?: \S+)*$/.test(text) ? parseApproval(text) : undefined;
  return approval ?? { digest, names: [rest] };
}
