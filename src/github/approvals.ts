// Which reviews of a pull request approve a refused plan, and why others do not.
import { textAt } from '../lib/json.ts';
import { shortCommit } from '../model/apply-entry.ts';
import {
  APPROVAL_COMMAND,
  allows,
  DIGEST_LENGTH,
  type Force,
  parseForce,
  type ReviewAnswer,
  type ReviewQuestion,
} from '../model/force.ts';
import { type Api, FAILURES, problemCode } from './api.ts';
import { type EventContext, pushedOnto } from './event-context.ts';
import type { PullRequest } from './pull-request.ts';
import { mayWrite, type Review, readCommitters, readReviews } from './reviews.ts';

interface Asked {
  question: ReviewQuestion;
  context: EventContext;
  pull: PullRequest;
}

/** Never throws: what the forge does not tell is not approved. */
export async function findApprovals(api: Api, asked: Asked): Promise<ReviewAnswer> {
  const { pull } = asked;
  if (!isPlanOf(asked)) return { way: 'dispatch', notes: [] };
  try {
    const found = await judgeReviews(api, asked);
    return { way: pull.isMerged ? 'dispatch' : 'review', ...found };
  } catch (error) {
    return { way: 'dispatch', notes: [unreadable(error)] };
  }
}

/**
 * Whether the files that are planned are those of the pull request. Its merge counts only as the commit that the forge
 * made of it on the branch of this run; what is applied is always such a commit.
 */
function isPlanOf({ pull, context, question: { commits, isApply } }: Asked): boolean {
  if (pull.isMerged) {
    return pull.mergeCommit === commits[0] && context.ref === `refs/heads/${pull.into}`;
  }
  if (isApply) return false;
  return context.event === 'merge_group' ? commits[0] === context.sha : commits.includes(pull.head);
}

const CANNOT_TELL =
  'Reviews cannot approve this plan: this forge does not tell a workflow whether a review was edited, or who may write to the repository.';

function unreadable(error: unknown): string {
  const code = problemCode(error);
  if (code === 'denied' || code === 'missing' || code === 'unexpected') return CANNOT_TELL;
  return `Reviews could not be read, so they do not approve this plan: ${FAILURES[code]}.`;
}

/** A review with lines that approve a plan. */
interface Candidate {
  review: Review;
  approvals: Force[];
}

/** People whose permission is asked for, and reviews that are explained. Anybody may review a public repository. */
const MAX_PEOPLE = 20;
const MAX_NOTES = 5;

async function judgeReviews(api: Api, asked: Asked): Promise<Pick<ReviewAnswer, 'approved' | 'notes'>> {
  const { question, pull } = asked;
  const { author, reviews } = await readReviews(api, pull.number);
  const flawOfPerson = lookUp(api, asked, author);
  const [names, by] = [new Set<string>(), new Set<string>()];
  const notes: string[] = [];
  // The newest first: they are the likeliest to count.
  for (const candidate of candidatesIn(reviews).reverse()) {
    const who = authorOf(candidate.review);
    const flaw = flawOf(candidate, { reviews, question, head: pull.head }) ?? (await flawOfPerson(who));
    if (flaw === undefined) {
      for (const approval of countingOf(candidate, question)) for (const name of approval.names) names.add(name);
      by.add(who);
    } else notes.unshift(`The review by ${who} does not approve this plan: ${flaw}.`);
  }
  const shown = notes.slice(-MAX_NOTES);
  return by.size === 0 ? { notes: shown } : { approved: { names: [...names], by: [...by].sort() }, notes: shown };
}

function candidatesIn(reviews: readonly Review[]): Candidate[] {
  return reviews
    .filter(({ state }) => state !== 'PENDING')
    .map((review) => ({ review, approvals: approvalsIn(review.body) }))
    .filter(({ approvals }) => approvals.length > 0);
}

function countingOf({ approvals }: Candidate, { digest, names }: ReviewQuestion): Force[] {
  return approvals.filter((one) => one.digest === digest && isComplete(one, names));
}

/** Other words may be a condition, or a refusal. */
function isComplete({ names }: Force, known: readonly string[]): boolean {
  return names.every((name) => allows({ names: known }, name));
}

function authorOf({ author }: Review): string {
  if (typeof author === 'object') return author.login;
  return author === 'bot' ? 'a bot' : 'a deleted user';
}

/** Why a review does not count, whoever wrote it, to follow a colon. */
function flawOf(
  candidate: Candidate,
  { reviews, question, head }: Pick<Asked, 'question'> & { reviews: readonly Review[]; head: string },
): string | undefined {
  const { review, approvals } = candidate;
  const { author, state, isEdited, commit } = review;
  if (typeof author !== 'object') return 'only a person can approve';
  if (state === 'DISMISSED') return 'it was dismissed';
  if (state !== 'APPROVED' && state !== 'COMMENTED') return 'it requests changes';
  if (isEdited) return 'it was edited. Submit a new review instead';
  if (commit !== head) {
    const other = commit === undefined ? 'a commit that no longer exists' : `commit ${shortCommit(commit)}`;
    return `it is for ${other}, and the plan is for ${shortCommit(head)}`;
  }
  if (!approvals.some(({ digest }) => digest === question.digest)) return 'it names the digest of another plan';
  if (countingOf(candidate, question).length === 0)
    return 'only names of protected items that this plan deletes may follow the digest';
  return isWithdrawn(review, reviews) ? 'its author requested changes later' : undefined;
}

function isWithdrawn(review: Review, reviews: readonly Review[]): boolean {
  return reviews
    .slice(reviews.indexOf(review) + 1)
    .some(({ author, state }) => state === 'CHANGES_REQUESTED' && isSamePerson(author, review.author));
}

function isSamePerson(a: Review['author'], b: Review['author']): boolean {
  return typeof a === 'object' && typeof b === 'object' && a.login === b.login;
}

/** Tells why a person cannot approve. Each is looked up once. */
function lookUp(api: Api, asked: Asked, author: string | undefined) {
  const flaws = new Map<string, string | undefined>();
  let rules: ReturnType<typeof readRules> | undefined;
  const look = async (login: string): Promise<string | undefined> => {
    if (!(await mayWrite(api, login))) return `${login} may not write to this repository`;
    rules ??= readRules(api, asked, author);
    const { approvals, authors } = await rules;
    const isOwn = approvals === 'other' && authors.has(login.toLowerCase());
    return isOwn ? `${login} is an author of the change, and \`approvals\` is \`other\`` : undefined;
  };
  return async (login: string): Promise<string | undefined> => {
    if (!flaws.has(login)) {
      if (flaws.size >= MAX_PEOPLE) return 'too many people have reviewed the pull request';
      flaws.set(login, await look(login));
    }
    return flaws.get(login);
  };
}

async function readRules(api: Api, { question, context, pull }: Asked, author: string | undefined) {
  const base = textAt(context.payload, 'pull_request', 'base', 'sha') ?? pushedOnto(context);
  const approvals = await question.approvals(base);
  const committers = approvals === 'other' ? await readCommitters(api, pull.number) : [];
  const logins = [...committers, ...(author === undefined ? [] : [author])];
  return { approvals, authors: new Set(logins.map((login) => login.toLowerCase())) };
}

// The line that approves, as a reader of the review sees it: not quoted, and not in code.

/** All approvals in a text, in order. Where Markdown is in doubt, a line does not count. */
export function approvalsIn(body: string): Force[] {
  const lines = body.split(/\r\n|\r|\n/);
  const found: Force[] = [];
  let fence: string | undefined;
  for (const [index, line] of lines.entries()) {
    const opened: string | undefined = fence;
    fence = fenceAfter(line, opened);
    if (opened !== undefined || fence !== undefined) continue;
    // Markup may hide what follows, in a comment for example.
    if (/<[a-z/!?]/i.test(line)) break;
    const force = readLine(line);
    if (force !== undefined && isPlain(lines, index)) found.push(force);
  }
  return found;
}

const LINE = new RegExp(`^${APPROVAL_COMMAND} (([0-9a-f]{${DIGEST_LENGTH}})(?![0-9a-z])(.*))$`);

/** Exactly as the comment on the plan shows it. What follows the digest and cannot be read is taken for one name. */
function readLine(line: string): Force | undefined {
  const [, text = '', digest, rest = ''] = LINE.exec(line.trimEnd()) ?? [];
  if (digest === undefined) return undefined;
  const force = /^\S+(?: \S+)*$/.test(text) ? parseForce(text) : undefined;
  return force ?? { digest, names: [rest] };
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** The characters that close the code block after this line; `undefined`: it is not in one. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const [, marks = '', rest = ''] = FENCE.exec(line) ?? [];
  if (open !== undefined) {
    const closes = marks.startsWith(open) && rest.trim() === '';
    return closes ? undefined : open;
  }
  return marks === '' || (marks.startsWith('`') && rest.includes('`')) ? undefined : marks;
}

/** Whether its paragraph neither continues a quotation nor may hide it or strike it out: code, a formula, an image, or a link. */
function isPlain(lines: readonly string[], index: number): boolean {
  const before = paragraphPart(lines.slice(0, index).reverse());
  const after = paragraphPart(lines.slice(index + 1));
  const isQuoted = before.some((line) => /^[\s\d.)*+-]*>/.test(line));
  const mayHide = HIDING.some(
    (mark) => before.some((line) => mark.opens.test(line)) && after.some((line) => mark.ends.test(line)),
  );
  return !isQuoted && !mayHide;
}

/** Marks in the lines before and behind that can have the line between them. */
const HIDING: readonly { opens: RegExp; ends: RegExp }[] = [
  { opens: /`/, ends: /`/ },
  { opens: /\$\$/, ends: /\$\$/ },
  { opens: /\[[^\]]*$|!\[/, ends: /\]/ },
  { opens: /~/, ends: /~/ },
  // The title of `[name]: address "title"`.
  { opens: /\]:|^\s*["'(]/, ends: /["')]\s*$/ },
];

function paragraphPart(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => line.trim() === '');
  return end < 0 ? lines : lines.slice(0, end);
}
