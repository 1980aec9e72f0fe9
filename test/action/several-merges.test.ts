// The comment of every pull request says what became of its merge: of several in one push, and of events that are about none.
import { describe, expect } from 'vitest';
import { SMALL } from '../helpers/process.ts';
import type { Proposed } from '../helpers/pull-requests.ts';
import { representatives } from '../helpers/suite.ts';
import { comments, counts, having, nightly, outcome, REPOSITORY, test } from './stage.ts';

const PROMISE = /^Merging into `main` applies this: \*\*1 to create/m;
const APPLIED = /^### ✅ Applied and verified/;

interface Opened {
  pull: Proposed['pull'];
  name: string;
}

/** Opens one more pull request with a document of its own, and plans it. */
async function propose(stage: Proposed, name: string): Promise<Opened> {
  const { desk, gitHost, plan, pull: first } = stage;
  desk.git('switch', '--quiet', 'main');
  const sha = desk.git('rev-parse', 'HEAD');
  desk.git('switch', '--quiet', '--create', name);
  const head = desk.commit(`Add ${name}`, { [`config/${name}.yaml`]: `keys: { ${name}: 1 }\n` });
  const number = gitHost.gitHost.issues.length + 1;
  const pull = name === 'one' ? first : gitHost.gitHost.pullRequest({ head });
  if (pull.pull) pull.pull.head = head;
  const json = gitHost.gitHost.pullJson(pull, 'single') as { base: object };
  const pull_request = { ...json, base: { ...json.base, sha } };
  const payload = { pull_request, repository: REPOSITORY, sender: { login: 'ada' } };
  expect(await plan({ ref: `refs/pull/${number}/merge`, payload })).toMatchObject({ status: 0 });
  expect(comments(stage).at(-1)).toMatch(PROMISE);
  return { pull, name };
}

/** Merges as a Git host does. */
function merge({ desk, gitHost }: Proposed, ...opened: Opened[]): void {
  desk.git('switch', '--quiet', 'main');
  for (const { pull, name } of opened) {
    const message = `Merge pull request #${pull.number}`;
    desk.git('merge', '--quiet', '--no-ff', '--message', message, name);
    const commit = desk.git('rev-parse', 'HEAD');
    Object.assign(pull.pull ?? {}, { isMerged: true, mergeCommit: commit });
    pull.state = 'closed';
    gitHost.gitHost.pullsOfCommit.set(commit, [pull.number]);
  }
}

const files = having('limits: { maxDeletes: 1 }');

describe.each(representatives(['github', 'gitea'] as const, 2))('on %s', (flavour) => {
  test.override({ options: { flavour, files } });

  test('an apply of two merges says to both that it is refused, and the next one settles both', async ({
    stage,
  }) => {
    const both = (body: RegExp) => [1, 2].map(() => expect.stringMatching(body));
    merge(stage, await propose(stage, 'one'), await propose(stage, 'two'));
    const contained =
      'This apply contains #1 and #2\\. The counts and lists cover all of them together\\. What each one changed is in its own diff\\.\n\n';
    stage.desk.commit('Delete the shop', { 'config/shop.yaml': 'keys: {}\n' });
    expect(outcome(await stage.apply())).toBe('3 refused');
    expect(comments(stage)).toEqual(both(new RegExp(`^### ⛔ Refused[^]*${contained}`)));
    stage.desk.commit('Bring it back', SMALL);
    const applied = await stage.apply();
    expect([outcome(applied), counts(applied)]).toEqual(['0 applied', [2, 0, 0]]);
    expect(comments(stage)).toEqual(both(new RegExp(`${APPLIED.source}[^]*${contained}`)));
    // Another run of it finds nothing, and changes no comment.
    const before = comments(stage);
    expect(outcome(await stage.apply())).toBe('0 nothing');
    expect(comments(stage)).toEqual(before);
  });
});

nightly('merges that undo each other leave no promise behind', async ({ stage }) => {
  merge(stage, await propose(stage, 'one'));
  stage.desk.git('rm', '--quiet', 'config/one.yaml');
  stage.desk.commit('Not yet');
  expect(outcome(await stage.apply())).toBe('0 nothing');
  const [body] = comments(stage);
  expect(body).toMatch(/^### No changes/);
  expect(body).toContain(
    'This apply contains #1 and later commits. The counts and lists cover all of them together. What each one changed is in its own diff.',
  );
});

const ofComment = { event: 'issue_comment', payload: { issue: { number: 2, pull_request: {} } } };
const ofRun = {
  event: 'workflow_run',
  payload: { workflow_run: { pull_requests: [{ number: 2 }] } },
};

test.for(representatives([ofComment, ofRun], 2))(
  '$event writes to its own pull request, if its files are checked out',
  async ({ event, payload }, { stage }) => {
    const { desk, apply } = stage;
    const one = await propose(stage, 'one');
    await propose(stage, 'two');
    merge(stage, one);
    const before = comments(stage);
    const given = { event, payload: { ...payload, repository: REPOSITORY } };
    const step = { ...given, with: { command: 'apply' } };
    const ofMain = await apply(step);
    expect(outcome(ofMain)).toBe('0 applied');
    expect(comments(stage)).toEqual(before);
    const commit = desk.git('rev-parse', 'HEAD').slice(0, 10);
    expect(ofMain.log.annotations.map(({ text }) => text)).toContain(
      `No comment was written on pull request #2: this job checked out commit ${commit}. To get a comment, check out the newest commit of the pull request, or its merge.`,
    );
    desk.git('switch', '--quiet', '--detach', 'main');
    desk.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'two');
    expect(outcome(await apply(step))).toBe('0 applied');
    expect(comments(stage)).toEqual([before[0], expect.stringMatching(APPLIED)]);
  },
);
