// The data of the test Git host: users, tokens, pull requests, comments and issues, and their JSON.

export type Flavour = 'github' | 'gitea';
export type Access = 'none' | 'read' | 'write';

export interface User {
  id: number;
  login: string;
  type: 'User' | 'Bot';
}

export interface Credential {
  user: User;
  /** The token of an app, as workflows have it: `GET /user` is not for these. */
  isApp: boolean;
  issues: Access;
  pulls: Access;
  actions: Access;
}

export interface Issue {
  number: number;
  title: string;
  body: string;
  state: 'open' | 'closed';
  stateReason?: string;
  isLocked: boolean;
  user: User;
  /** Only pull requests have it. */
  pull?: Pull;
}

export interface Pull {
  head: string;
  /** The branch; `feature`, unless said otherwise. */
  branch?: string;
  /** `null`: the fork is deleted. */
  from: string | null;
  mergeCommit: string | null;
  /** The repository that it is for. */
  into: string;
  isMerged: boolean;
  /** Logins of the authors of each commit. */
  commits: string[][];
}

export interface Review {
  issue: number;
  /** `null`: the account was deleted. */
  user: User | null;
  body: string;
  state: 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED' | 'DISMISSED';
  isEdited: boolean;
  commit: string | null;
}

export interface Comment {
  id: number;
  issue: number;
  body: string;
  user: User;
}

export const GITHUB_BOT: User = { id: 41898282, login: 'github-actions[bot]', type: 'Bot' };
export const GITEA_BOT: User = { id: -2, login: 'gitea-actions', type: 'Bot' };
export const MALLORY: User = { id: 666, login: 'mallory', type: 'User' };
const BOB: User = { id: 8, login: 'bob', type: 'User' };
export const ALICE: User = { id: 7, login: 'alice', type: 'User' };

export class GitHost {
  readonly repository = 'acme/shop';
  readonly flavour: Flavour;
  readonly tokens = new Map<string, Credential>();
  readonly issues: Issue[] = [];
  /** In the order in which they were created, as they are listed. */
  readonly comments: Comment[] = [];
  /** Oldest first. */
  readonly reviews: Review[] = [];
  /** What people may do in the repository, by login. */
  readonly permissions = new Map([
    ['alice', 'write'],
    ['bob', 'admin'],
    ['mallory', 'read'],
  ]);
  /** Numbers of the pull requests that the Git host names for a commit. */
  readonly pullsOfCommit = new Map<string, number[]>();
  /** The commits between two, oldest first; `undefined`: it does not know both. Empty unless a test has a repository. */
  commitsBetween: (base: string, head: string) => string[] | undefined = () => [];
  /** The newest commit of a branch; `undefined`: there is none. Empty unless a test has a repository. */
  headOf: (branch: string) => string | undefined = () => undefined;
  /** What the API says of them, by name. */
  readonly environments = new Map<string, object>();
  /** Spaces before each level of its JSON. */
  indent = 0;
  isArchived = false;
  hasIssues = true;
  /** New comments are not in lists yet. */
  isSlow = false;
  #lastComment = 1000;

  constructor(flavour: Flavour) {
    this.flavour = flavour;
    this.token('workflow', {});
  }

  /** A workflow's token, unless said otherwise. */
  token(name: string, credential: Partial<Credential>): void {
    const user = this.flavour === 'github' ? GITHUB_BOT : GITEA_BOT;
    this.tokens.set(name, {
      user,
      isApp: true,
      issues: 'write',
      pulls: 'write',
      actions: 'none',
      ...credential,
    });
  }

  open(facts: { title: string; body: string; user: User; pull?: Pull }): Issue {
    const issue: Issue = {
      number: this.issues.length + 1,
      state: 'open',
      isLocked: false,
      ...facts,
    };
    this.issues.push(issue);
    return issue;
  }

  /** A pull request of a branch of the repository itself, unless said otherwise. */
  pullRequest(pull: Partial<Pull> & { head: string }): Issue {
    const facts = {
      from: this.repository,
      into: this.repository,
      mergeCommit: null,
      isMerged: false,
      commits: [['alice']],
      ...pull,
    };
    return this.open({ title: 'A change', body: '', user: ALICE, pull: facts });
  }

  /** One that was merged as this commit. */
  merged(mergeCommit: string, pull: Partial<Pull> = {}): Issue {
    const issue = this.pullRequest({ head: mergeCommit, isMerged: true, mergeCommit, ...pull });
    issue.state = 'closed';
    return issue;
  }

  comment(facts: Omit<Comment, 'id'>): Comment {
    this.#lastComment++;
    const comment = { id: this.#lastComment, ...facts };
    this.comments.push(comment);
    return comment;
  }

  /** By {@link BOB}, of the head, unless said otherwise. */
  review(body: string, review: Partial<Review> = {}): Review {
    const commit = this.issues[0]?.pull?.head ?? null;
    const added: Review = {
      issue: 1,
      user: BOB,
      body,
      state: 'COMMENTED',
      isEdited: false,
      commit,
      ...review,
    };
    this.reviews.push(added);
    return added;
  }

  userJson({ id, login, type }: User): object {
    return this.flavour === 'github' ? { id, login, type } : { id, login };
  }

  commentJson({ id, issue, body, user }: Comment): object {
    const html_url = `https://git.test/${this.repository}/pull/${issue}#issuecomment-${id}`;
    const shared = { id, html_url, body, user: this.userJson(user) };
    const url = `https://git.test/${this.repository}/pulls/${issue}`;
    if (this.flavour === 'gitea') return { ...shared, issue_url: '', pull_request_url: url };
    return {
      ...shared,
      issue_url: `https://api.git.test/repos/${this.repository}/issues/${issue}`,
    };
  }

  issueJson({ number, title, body, state, stateReason, user, pull }: Issue): object {
    const html_url = `https://git.test/${this.repository}/issues/${number}`;
    const shared = {
      id: number + 90_000,
      number,
      html_url,
      title,
      body,
      state,
      user: this.userJson(user),
    };
    if (this.flavour === 'gitea')
      return { ...shared, pull_request: pull ? { merged: pull.isMerged } : null };
    const named = pull && { pull_request: { url: `https://git.test/pulls/${number}` } };
    return { ...shared, state_reason: stateReason ?? null, ...named };
  }

  /** Lists of GitHub have `merged_at`, and only a single one has `merged` as well. */
  pullJson({ number, title, body, state, user, pull }: Issue, form: 'listed' | 'single'): object {
    const { head, branch = 'feature', from, into, mergeCommit, isMerged } = pull as Pull;
    const repo = from === null ? null : { full_name: from, owner: { login: from.split('/')[0] } };
    return {
      number,
      html_url: `https://git.test/${this.repository}/pull/${number}`,
      title,
      body,
      state,
      user: this.userJson(user),
      head: { sha: head, ref: branch, repo },
      base: { ref: 'main', repo: { full_name: into } },
      merged_at: isMerged ? '2026-01-02T03:04:05Z' : null,
      merge_commit_sha: mergeCommit,
      ...((form === 'single' || this.flavour === 'gitea') && { merged: isMerged }),
    };
  }
}
