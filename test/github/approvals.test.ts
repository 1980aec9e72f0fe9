// Which reviews approve a refused plan: every way in which one does not count, and the reason that people read.
import { describe, expect, test } from 'vitest';
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
import { HEAD, onGitHost, type Stage } from './stage.ts';

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
  return findApprovals(api(), {
    pull: found,
    context: {
      event: 'pull_request',
      ref: 'refs/pull/1/merge',
      payload: {},
      repository: 'acme/shop',
      ...context,
    } as EventContext,
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

const AFTER = 'only names of protected items that this plan deletes may follow the digest';

describe.concurrent('a review', () => {
  test.for<[string, string, Partial<Review>]>([
    ['a comment with the line', LINE, {}],
    ['an approval with the line', `\n${LINE}\n`, { state: 'APPROVED' }],
    ['spaces and CRLF around it', ` \r\n${LINE} \t\r\n`, {}],
    ['a line that counts beside one that does not', `${LINE} once it is Monday\n\n${LINE}`, {}],
  ])('approves: %s', ([, body, more]) =>
    onGitHost('github', async (stage) => {
      stage.gitHost.review(body, more);
      expect(await ask(stage)).toEqual(approvedBy('bob'));
    }),
  );

  test.for<[string, string, (gitHost: GitHost) => void]>([
    ['was edited', 'it was edited', (gitHost) => gitHost.review(LINE, { isEdited: true })],
    [
      'was dismissed',
      'it was dismissed',
      (gitHost) => gitHost.review(LINE, { state: 'DISMISSED' }),
    ],
    [
      'requests changes',
      'it requests changes',
      (gitHost) => gitHost.review(LINE, { state: 'CHANGES_REQUESTED' }),
    ],
    [
      'was taken back',
      'requested changes later',
      (gitHost) => {
        gitHost.review(LINE);
        gitHost.review('Wait!', { state: 'CHANGES_REQUESTED' });
      },
    ],
    ['is by a bot', 'by a bot does not', (gitHost) => gitHost.review(LINE, { user: GITHUB_BOT })],
    [
      'is by a deleted user',
      'by a deleted user does not',
      (gitHost) => gitHost.review(LINE, { user: null }),
    ],
    [
      'is by the author of the pull request',
      'alice is an author',
      (gitHost) => gitHost.review(LINE, { user: ALICE }),
    ],
    [
      'is by the author of a commit',
      'bob is an author',
      (gitHost) => {
        const { pull } = gitHost.issues[0] ?? {};
        if (pull)
          pull.commits = [...Array.from({ length: 150 }, () => ['alice']), ['alice', 'Bob']];
        gitHost.review(LINE);
      },
    ],
    [
      'is by a person who may not write',
      'mallory may not write',
      (gitHost) => gitHost.review(LINE, { user: MALLORY }),
    ],
    [
      'is by a person who may no longer write',
      'bob may not write',
      (gitHost) => {
        gitHost.review(LINE);
        gitHost.permissions.set('bob', 'read');
      },
    ],
    [
      'is of an earlier commit',
      'it is for commit 2222222222, and',
      (gitHost) => gitHost.review(LINE, { commit: OTHER }),
    ],
    [
      'is of a lost commit',
      'a commit that no longer exists',
      (gitHost) => gitHost.review(LINE, { commit: null }),
    ],
    [
      'is of another plan',
      'the digest of another plan',
      (gitHost) => gitHost.review(`confighub approve ${DIGEST.replace('3f', '4f')}`),
    ],
    [
      'has words behind the digest',
      AFTER,
      (gitHost) => gitHost.review(`${LINE} only after the owner agrees`),
    ],
    ['has a word behind the names', AFTER, (gitHost) => gitHost.review(`${LINE} legacy.host not`)],
    [
      'names an item that this plan does not delete',
      AFTER,
      (gitHost) => gitHost.review(`${LINE} legacy.url`),
    ],
    [
      'goes on behind the digest',
      AFTER,
      (gitHost) => gitHost.review(`${LINE}, once the owner agrees`),
    ],
    [
      'has other text',
      'it contains other text. Submit a new review',
      (gitHost) => gitHost.review(`Fine.\n\n${LINE}\n`),
    ],
    ['has no names behind the digest', AFTER, (gitHost) => gitHost.review(`${LINE} "legacy`)],
  ])('does not approve if it %s', ([, note, arrange]) =>
    onGitHost('github', async (stage) => {
      arrange(stage.gitHost);
      expect(await ask(stage)).toEqual(refusedAs(note));
    }),
  );

  test.for([
    ['quoted', `> ${LINE}`],
    ['in code', `\`${LINE}\``],
    ['after other text', `I say ${LINE}`],
    ['misspelled', LINE.replace('approve', 'aprove')],
  ])('with the line %s is passed over without a note', ([, body]) =>
    onGitHost('github', async (stage) => {
      stage.gitHost.review(body as string);
      expect(await ask(stage)).toEqual({ way: 'review', notes: [] });
    }),
  );

  test('does not approve after a new push, and a review of the new head does', () =>
    onGitHost('github', async (stage) => {
      stage.gitHost.review(LINE);
      const pushed = { pull: { head: OTHER }, commits: [OTHER] };
      expect(await ask(stage, pushed)).toEqual(refusedAs('it is for commit 1111111111'));
      // The files that are checked out are not those of the head.
      expect(await ask(stage, { pull: { head: OTHER }, commits: [HEAD] })).toEqual({
        way: 'dispatch',
        notes: [],
      });
      stage.gitHost.review(LINE);
      expect(await ask(stage, pushed)).toMatchObject({ approved: { by: ['bob'] } });
    }));

  test('names protected items behind the digest; several reviews add up, on every page', () =>
    onGitHost('github', async (stage) => {
      stage.gitHost.review(`${LINE} legacy.host`);
      stage.gitHost.permissions.set('carol', 'write');
      for (let count = 0; count < 250; count++) stage.gitHost.review('Nice.', { user: MALLORY });
      stage.gitHost.review(`${LINE} legacy.port`, {
        user: { id: 9, login: 'carol', type: 'User' },
      });
      expect((await ask(stage)).approved).toEqual({
        names: expect.arrayContaining(['legacy.host', 'legacy.port']),
        by: ['bob', 'carol'],
      });
    }));

  test('of an author counts only if the trusted base says `any`; the base is the one of the event', () =>
    onGitHost('github', async (stage) => {
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
    }));

  test('by anybody costs a bounded number of requests, and hides no approval that is newer', () =>
    onGitHost('github', async (stage) => {
      for (let id = 0; id < 60; id++)
        stage.gitHost.review(LINE, { user: { id, login: `sock-${id}`, type: 'User' } });
      stage.gitHost.review(LINE);
      const { approved, notes } = await ask(stage);
      expect(approved).toEqual({ names: [], by: ['bob'] });
      expect(notes).toHaveLength(5);
      expect(
        stage.server.requests.filter((request) => request.includes('/collaborators/')),
      ).toHaveLength(20);
    }));
});

describe.concurrent('the apply of a merge', () => {
  const push = { event: 'push', ref: 'refs/heads/main', sha: MERGED };
  const apply: Asked = {
    isApply: true,
    commits: [MERGED, OTHER],
    context: push,
    pull: { isMerged: true, mergeCommit: MERGED },
  };

  test('is approved by reviews of the head that was merged', () =>
    onGitHost('github', async (stage) => {
      stage.gitHost.review(LINE);
      expect(await ask(stage, apply)).toEqual({ ...approvedBy('bob'), way: 'dispatch' });
    }));

  test.for<[string, Asked]>([
    ['that is still open', { pull: { isMerged: false } }],
    ['that another commit merged', { commits: [OTHER] }],
    ['for another branch', { context: { ...push, ref: 'refs/heads/dev' } }],
  ])('is not approved by reviews of a pull request %s', ([, more]) =>
    onGitHost('github', async (stage) => {
      stage.gitHost.review(LINE);
      expect(await ask(stage, { ...apply, ...more })).toEqual({ way: 'dispatch', notes: [] });
      expect(stage.server.requests).toEqual([]);
    }),
  );
});

describe.concurrent('a Git host that does not tell', () => {
  test.for<[string, Flavour, (stage: Stage) => void]>([
    ['edits', 'gitea', () => undefined],
    [
      'permissions',
      'github',
      ({ server }) =>
        server.faults.push({
          on: /collaborators/,
          when: 'before',
          answer: { status: 403, data: { message: 'No' } },
        }),
    ],
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
  test.each([
    ['open', 'auto', 'plan'],
    ['open', 'plan', 'plan'],
    ['open', 'apply', 'plan'],
    ['closed', 'plan', 'skip'],
    ['closed', 'apply', 'skip'],
  ] as const)(
    'of a pull request that is %s, with the command %s: %s',
    (state, command, expected) => {
      const payload = { pull_request: { state } };
      const trigger = {
        event: 'pull_request_review',
        ref: 'refs/pull/1/merge',
        payload,
        branch: 'main',
      };
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

  test.each([
    ['alone', LINE],
    ['between empty lines', `\n \n${LINE}\n\t\n`],
  ])('counts %s', (_, body) => expect(names(body)).toEqual([[]]));

  test('counts with one for each target', () => {
    expect(names(`${LINE}\n${LINE} legacy.host`)).toEqual([[], ['legacy.host']]);
  });

  test.each([
    ['within a paragraph', `Looks good.\n${LINE}\nThanks.`],
    ['beside inline code', `I checked \`a\`.\n${LINE}`],
    ['behind a closed block of code', `~~~yaml\na: 1\n~~~\n${LINE}`],
    ['behind a quotation', `> Why?\n\n${LINE}`],
    ['below a list of tasks', `- [x] Host\n- [x] Port\n${LINE}\nSee [the page](https://x/y).`],
    ['behind HTML', `<b>Fine.</b>\n\n${LINE}`],
    ['quoted', `> ${LINE}`],
    ['continuing a quotation', `> As it says:\n${LINE}`],
    ['continuing a quotation in a list', `- > As it says:\n${LINE}`],
    ['in a block of code', `\`\`\`\n${LINE}\n\`\`\``],
    ['in a block of code that does not end', `~~~~ text\n~~~\n\`\`\`\n${LINE}`],
    ['in indented code', `    ${LINE}`],
    ['indented by one', ` ${LINE}`],
    ['in inline code', `\`${LINE}\``],
    ['in inline code of several lines', `\`Write\n${LINE}\nhere\``],
    ['in the hidden title of a link', `[x]: /u 'title\n${LINE}\nmore'`],
    ['in the hidden name of a link', `[x\n${LINE}\n]: /u`],
    ['in the text of an image', `![x\n${LINE}\n](https://x/y.png)`],
    ['in a formula', `$$\n${LINE}\n$$`],
    ['struck out', `~~\n${LINE}\n~~`],
    ['in a paragraph that is struck out', `~~As I said:\n${LINE}\nThanks.~~`],
    ['struck out by one tilde', `No: ~it is\n${LINE}\nfine~ wrong.`],
    ['in a comment', `<!--\n${LINE}\n-->`],
    ['in HTML', `<pre>\n\n${LINE}\n</pre>`],
    ['with words before it', `Please ${LINE}`],
    ['with words behind it', `${LINE}, please`],
    ['with another space', LINE.replace('approve ', 'approve  ')],
    ['in capitals', LINE.toUpperCase()],
    ['with six digits', LINE.slice(0, -26)],
  ])('does not count %s', (_, body) =>
    expect(names(body).filter((list) => list.length === 0)).toEqual([]),
  );

  test('takes the names behind the digest as `approve` does', () => {
    expect(names(`${LINE} legacy.host "a\\u0020b"`)).toEqual([['legacy.host', 'a b']]);
  });
});
