// Which reviews approve a refused plan: every way in which one does not count, and the reason that people read.
import { describe, expect, test as plain } from 'vitest';
import type { ReviewQuestion } from '../../src/model/approval.ts';
import { approvalsIn, findApprovals } from '../../src/github/approvals.ts';
import { decide, type EventContext, readPullRequest } from '../../src/github/event.ts';
import {
  ALICE,
  type Flavour,
  type GitHost,
  GITHUB_BOT,
  MALLORY,
  type Pull,
  type Review,
} from './git-host.ts';
import { HEAD, onGitHost, type Stage, test } from './stage.ts';

const DIGEST = '3f9c2a7be1d04c58a6f07712c9e5d3b4';
const LINE = `confighub approve ${DIGEST}`;
const OTHER = '2'.repeat(40);
const MERGED = '3'.repeat(40);

interface Asked extends Partial<ReviewQuestion> {
  context?: Partial<EventContext>;
  pull?: Partial<Pull>;
}

/** Asks for the pull request whose head is checked out. */
function ask({ api, gitHost }: Stage, { context = {}, pull, ...question }: Asked = {}) {
  const [issue] = gitHost.issues;
  if (issue?.pull) Object.assign(issue.pull, pull);
  const found = issue && readPullRequest(gitHost.pullJson(issue, 'single'));
  if (found === undefined) throw new Error('no pull request');
  const event = { event: 'pull_request', ref: 'refs/pull/1/merge', payload: {} };
  return findApprovals(api(), {
    pull: found,
    context: { ...event, repository: 'acme/shop', ...context } as EventContext,
    question: {
      digest: DIGEST,
      names: ['legacy.host', 'legacy.port'],
      commits: [HEAD],
      isApply: false,
      approvals: async () => 'not-author',
      ...question,
    },
  });
}

const approvedBy = (...by: string[]) => ({ way: 'review', approved: { names: [], by }, notes: [] });
const refusedAs = (note: string) => ({ way: 'review', notes: [expect.stringContaining(note)] });
const NOTHING = { way: 'dispatch', notes: [] };

const AFTER = 'only names of protected items that this plan deletes may follow the digest';
const TEXT = 'it contains other text. Submit a new review';

describe.concurrent('a review', () => {
  test.for<[string, string, Partial<Review>]>([
    ['a comment with the line', LINE, {}],
    ['an approval with the line', `\n \n${LINE}\n\t\n`, { state: 'APPROVED' }],
    ['spaces and CRLF around it', ` \r\n${LINE} \t\r\n`, {}],
    ['a line that counts beside one that does not', `${LINE} once it is Monday\n\n${LINE}`, {}],
  ])('approves: %s', async ([, body, more], { stage }) => {
    stage.gitHost.review(body, more);
    expect(await ask(stage)).toEqual(approvedBy('bob'));
  });

  test.for<[string, string, Partial<Review>]>([
    ['was edited', 'it was edited', { isEdited: true }],
    ['was dismissed', 'it was dismissed', { state: 'DISMISSED' }],
    ['requests changes', 'it requests changes', { state: 'CHANGES_REQUESTED' }],
    ['is by a bot', 'by a bot does not', { user: GITHUB_BOT }],
    ['is by a deleted user', 'by a deleted user does not', { user: null }],
    ['is by the author of the pull request', 'alice is an author', { user: ALICE }],
    ['is by a person who may not write', 'mallory may not write', { user: MALLORY }],
    ['is of an earlier commit', 'it is for commit 2222222222, and', { commit: OTHER }],
    ['is of a lost commit', 'a commit that no longer exists', { commit: null }],
    ['is of another plan', 'the digest of another plan', { body: LINE.replace('3f', '4f') }],
    ['has words behind the digest', AFTER, { body: `${LINE} only after the owner agrees` }],
    ['has a word behind the names', AFTER, { body: `${LINE} legacy.host not` }],
    ['names an item that this plan does not delete', AFTER, { body: `${LINE} legacy.url` }],
    ['goes on behind the digest', AFTER, { body: `${LINE}, once the owner agrees` }],
    ['has no names behind the digest', AFTER, { body: `${LINE} "legacy` }],
    ['has other text', TEXT, { body: `Fine.\n\n${LINE}\n` }],
  ])('does not approve if it %s', async ([, note, review], { stage }) => {
    stage.gitHost.review(LINE, review);
    expect(await ask(stage)).toEqual(refusedAs(note));
  });

  const of150 = Array.from({ length: 150 }, () => ['alice']);
  test.for<[string, string, (gitHost: GitHost) => unknown]>([
    [
      'its author requests changes later',
      'requested changes later',
      (gitHost) => gitHost.review('Wait!', { state: 'CHANGES_REQUESTED' }),
    ],
    [
      'its author wrote a commit',
      'bob is an author',
      ({ issues: [issue] }) =>
        Object.assign(issue?.pull ?? {}, { commits: [...of150, ['alice', 'Bob']] }),
    ],
    [
      'its author may no longer write',
      'bob may not write',
      ({ permissions }) => permissions.set('bob', 'read'),
    ],
  ])('does not approve if %s', async ([, note, arrange], { stage }) => {
    stage.gitHost.review(LINE);
    arrange(stage.gitHost);
    expect(await ask(stage)).toEqual(refusedAs(note));
  });

  test('that only quotes the line is passed over without a note', async ({ stage }) => {
    stage.gitHost.review(`> ${LINE}`);
    expect(await ask(stage)).toEqual({ way: 'review', notes: [] });
  });

  test('approves its commit, and no later push', async ({ stage }) => {
    stage.gitHost.review(LINE);
    const pushed = { pull: { head: OTHER }, commits: [OTHER] };
    expect(await ask(stage, pushed)).toEqual(refusedAs('it is for commit 1111111111'));
    // The files that are checked out are not those of the head.
    expect(await ask(stage, { ...pushed, commits: [HEAD] })).toEqual(NOTHING);
    stage.gitHost.review(LINE);
    expect(await ask(stage, pushed)).toMatchObject({ approved: { by: ['bob'] } });
  });

  test('names protected items; several add up, on every page', async ({ stage }) => {
    stage.gitHost.review(`${LINE} legacy.host`);
    stage.gitHost.permissions.set('carol', 'write');
    for (let count = 0; count < 250; count++) stage.gitHost.review('Nice.', { user: MALLORY });
    const user = { id: 9, login: 'carol', type: 'User' } as const;
    stage.gitHost.review(`${LINE} legacy.port`, { user });
    const { approved } = await ask(stage);
    expect(approved?.names.toSorted()).toEqual(['legacy.host', 'legacy.port']);
    expect(approved?.by).toEqual(['bob', 'carol']);
  });

  test('of an author counts if the base of the event says `any`', async ({ stage }) => {
    stage.gitHost.review(LINE, { user: ALICE });
    const bases: (string | undefined)[] = [];
    const approvals: ReviewQuestion['approvals'] = async (base) => {
      bases.push(base);
      return base === OTHER ? 'any-writer' : 'not-author';
    };
    const payload = { pull_request: { base: { sha: OTHER } } };
    expect(await ask(stage, { approvals, context: { payload } })).toEqual(approvedBy('alice'));
    expect(await ask(stage, { approvals })).toEqual(refusedAs('alice is an author'));
    expect(bases).toEqual([OTHER, undefined]);
  });

  test('by anybody costs few requests, and hides no newer approval', async ({ stage }) => {
    for (let id = 0; id < 60; id++)
      stage.gitHost.review(LINE, { user: { id, login: `sock-${id}`, type: 'User' } });
    stage.gitHost.review(LINE);
    const { approved, notes } = await ask(stage);
    expect(approved).toEqual({ names: [], by: ['bob'] });
    expect(notes).toHaveLength(5);
    expect(stage.server.requested(/\/collaborators\//)).toHaveLength(20);
  });
});

describe.concurrent('the apply of a merge', () => {
  const push = { event: 'push', ref: 'refs/heads/main', sha: MERGED };
  const merge = { isMerged: true, mergeCommit: MERGED };
  const apply = { isApply: true, commits: [MERGED, OTHER], context: push, pull: merge };

  test('is approved by reviews of the head that was merged', async ({ stage }) => {
    stage.gitHost.review(LINE);
    expect(await ask(stage, apply)).toEqual({ ...approvedBy('bob'), way: 'dispatch' });
  });

  test.for<[string, Asked]>([
    ['that is still open', { pull: { isMerged: false } }],
    ['that another commit merged', { commits: [OTHER] }],
    ['for another branch', { context: { ...push, ref: 'refs/heads/dev' } }],
  ])('is not approved by reviews of a pull request %s', async ([, more], { stage }) => {
    stage.gitHost.review(LINE);
    expect(await ask(stage, { ...apply, ...more })).toEqual(NOTHING);
    expect(stage.server.requests).toEqual([]);
  });
});

describe.concurrent('a Git host that does not tell', () => {
  const denied = { status: 403, data: { message: 'No' } };
  plain.for<[string, Flavour, (stage: Stage) => void]>([
    ['edits', 'gitea', () => undefined],
    ['permissions', 'github', ({ server }) => server.fail(/collaborators/, denied)],
    [
      'reviews to this token',
      'github',
      ({ gitHost }) => gitHost.token('workflow', { pulls: 'none' }),
    ],
  ])('%s approves nothing, and names the other way', ([, flavour, arrange]) =>
    onGitHost(flavour, async (stage) => {
      stage.gitHost.review(LINE);
      arrange(stage);
      const { approved, way, notes } = await ask(stage);
      expect({ approved, way }).toEqual({ way: 'dispatch' });
      expect(notes).toEqual([
        expect.stringMatching(/^Reviews cannot approve this plan: this Git host does not tell/),
      ]);
    }),
  );
});

describe('a run for a review', () => {
  plain.each([
    ['open', 'auto', 'plan'],
    ['open', 'plan', 'plan'],
    ['open', 'apply', 'plan'],
    ['closed', 'plan', 'skip'],
    ['closed', 'apply', 'skip'],
  ] as const)(
    'of a pull request that is %s, with the command %s: %s',
    (state, command, expected) => {
      const of = { event: 'pull_request_review', ref: 'refs/pull/1/merge', branch: 'main' };
      const trigger = { ...of, payload: { pull_request: { state } } };
      expect(decide(command, { dryRun: false, trigger }).command).toBe(expected);
    },
  );
});

describe('the line', () => {
  /** Of the approvals that count. */
  const names = (body: string) => {
    const { approvals, hasOtherText } = approvalsIn(body);
    return hasOtherText ? [] : approvals.map((one) => one.names);
  };

  plain(
    'counts with one for each target, and takes names behind the digest as `approve` does',
    () => {
      expect(names(`${LINE}\n${LINE} legacy.host`)).toEqual([[], ['legacy.host']]);
      expect(names(`${LINE} legacy.host "a\\u0020b"`)).toEqual([['legacy.host', 'a b']]);
    },
  );

  // Any other text stops it, so that nobody needs to know Markdown.
  plain.each([
    ['within a paragraph', `Looks good.\n${LINE}\nThanks.`],
    ['behind a quotation', `> Why?\n\n${LINE}`],
    ['quoted', `> ${LINE}`],
    ['in a block of code', `\`\`\`\n${LINE}\n\`\`\``],
    ['in indented code', `    ${LINE}`],
    ['indented by one', ` ${LINE}`],
    ['in inline code', `\`${LINE}\``],
    ['struck out', `~~\n${LINE}\n~~`],
    ['in a comment', `<!--\n${LINE}\n-->`],
    ['with words before it', `Please ${LINE}`],
    ['with words behind it', `${LINE}, please`],
    ['with another space', LINE.replace('approve ', 'approve  ')],
    ['misspelled', LINE.replace('approve', 'aprove')],
    ['in capitals', LINE.toUpperCase()],
    ['with six digits', LINE.slice(0, -26)],
  ])('does not count %s', (_, body) =>
    expect(names(body).filter((list) => list.length === 0)).toEqual([]),
  );
});
