// The comment of every pull request says what became of its merge: of several in one push, and of events that are about none.
import { expect, test } from 'vitest';
import type { GitHostServer } from '../github/server.ts';
import { SMALL } from '../helpers/process.ts';
import { type Proposed, withPullRequest } from '../helpers/pull-requests.ts';
import { representatives } from '../helpers/suite.ts';
import { nightly } from '../helpers/test.ts';

const PROMISE = /^Merging into `main` applies this: \*\*1 to create/m;

/** Opens one more pull request with a document of its own, and plans it. */
async function proposed({ desk, gitHost, plan, pull: first }: Proposed, name: string) {
  desk.git('switch', '--quiet', 'main');
  const sha = desk.git('rev-parse', 'HEAD');
  desk.git('switch', '--quiet', '--create', name);
  const head = desk.commit(`Add ${name}`, { [`config/${name}.yaml`]: `keys: { ${name}: 1 }\n` });
  const number = gitHost.gitHost.issues.length + 1;
  const pull = name === 'one' ? first : gitHost.gitHost.pullRequest({ head });
  if (pull.pull) pull.pull.head = head;
  const json = gitHost.gitHost.pullJson(pull, 'single') as { base: object };
  const repository = { full_name: 'acme/shop', default_branch: 'main' };
  const payload = {
    pull_request: { ...json, base: { ...json.base, sha } },
    repository,
    sender: { login: 'ada' },
  };
  expect(await plan({ ref: `refs/pull/${number}/merge`, payload })).toMatchObject({ status: 0 });
  expect(bodyOf(gitHost, pull.number)).toMatch(PROMISE);
  return { pull, head, name };
}

/** Merges as a Git host does: the commit on main. */
function merge(
  { desk, gitHost }: Proposed,
  { pull, name }: Awaited<ReturnType<typeof proposed>>,
): string {
  desk.git('switch', '--quiet', 'main');
  desk.git('merge', '--quiet', '--no-ff', '--message', `Merge pull request #${pull.number}`, name);
  const commit = desk.git('rev-parse', 'HEAD');
  Object.assign(pull.pull ?? {}, { isMerged: true, mergeCommit: commit });
  pull.state = 'closed';
  gitHost.gitHost.pullsOfCommit.set(commit, [pull.number]);
  return commit;
}

function bodyOf({ gitHost }: GitHostServer, number: number): string {
  const found = gitHost.comments.filter(({ issue }) => issue === number);
  expect(found.length).toBeLessThanOrEqual(1);
  return (found[0]?.body ?? '').replace(/^<!--.*?-->\n/, '');
}

test.for(representatives(['github', 'gitea'] as const, 2))(
  'two pull requests in one push: %s',
  async (flavour) => {
    await withPullRequest({ flavour }, async (stage) => {
      const { gitHost, apply } = stage;
      const one = await proposed(stage, 'one');
      const two = await proposed(stage, 'two');
      merge(stage, one);
      merge(stage, two);
      expect(await apply()).toMatchObject({
        status: 0,
        outputs: { result: 'applied', 'to-create': '2' },
      });
      for (const { pull } of [one, two]) {
        expect(bodyOf(gitHost, pull.number)).toMatch(/^### ✅ Applied and verified/);
        expect(bodyOf(gitHost, pull.number)).toContain(
          'This apply contains #1 and #2. The counts and lists cover all of them together. What each one changed is in its own diff.\n\n',
        );
      }
      // Another run of it finds nothing, and changes no comment.
      const before = gitHost.gitHost.comments.map(({ body }) => body);
      expect(await apply()).toMatchObject({ outputs: { result: 'nothing' } });
      expect(gitHost.gitHost.comments.map(({ body }) => body)).toEqual(before);
    });
  },
);

test('a refused apply says so to all, and the next one settles all', async () => {
  const files = {
    ...SMALL,
    'confighub.yaml': `${SMALL['confighub.yaml']}limits: { maxDeletes: 1 }\n`,
  };
  await withPullRequest({ files }, async (stage) => {
    const { desk, gitHost, apply } = stage;
    const one = await proposed(stage, 'one');
    const two = await proposed(stage, 'two');
    merge(stage, one);
    merge(stage, two);
    desk.commit('Delete the shop', { 'config/shop.yaml': 'keys: {}\n' });
    expect(await apply()).toMatchObject({ status: 3 });
    for (const { pull } of [one, two]) {
      expect(bodyOf(gitHost, pull.number)).toMatch(/^### ⛔ Refused/);
      expect(bodyOf(gitHost, pull.number)).toContain('This apply contains #1 and #2.');
    }
    desk.commit('Bring it back', SMALL);
    expect(await apply()).toMatchObject({ status: 0, outputs: { result: 'applied' } });
    for (const { pull } of [one, two])
      expect(bodyOf(gitHost, pull.number)).toMatch(/^### ✅ Applied and verified/);
  });
});

nightly('merges that undo each other leave no promise behind', async () => {
  await withPullRequest({}, async (stage) => {
    const { desk, gitHost, apply } = stage;
    const one = await proposed(stage, 'one');
    merge(stage, one);
    desk.git('rm', '--quiet', 'config/one.yaml');
    desk.commit('Not yet');
    expect(await apply()).toMatchObject({ status: 0, outputs: { result: 'nothing' } });
    expect(bodyOf(gitHost, one.pull.number)).toMatch(/^### No changes/);
    expect(bodyOf(gitHost, one.pull.number)).toContain(
      'This apply contains #1 and later commits. The counts and lists cover all of them together. What each one changed is in its own diff.',
    );
  });
});

test('without a record: what was pushed', async () => {
  const files = { ...SMALL, 'confighub.yaml': `${SMALL['confighub.yaml']}record: false\n` };
  await withPullRequest({ files }, async (stage) => {
    const { desk, gitHost, apply } = stage;
    const before = desk.git('rev-parse', 'main');
    const one = await proposed(stage, 'one');
    const two = await proposed(stage, 'two');
    merge(stage, one);
    merge(stage, two);
    const payload = { before, repository: { full_name: 'acme/shop', default_branch: 'main' } };
    expect(await apply({ payload })).toMatchObject({ status: 0, outputs: { result: 'applied' } });
    for (const { pull } of [one, two])
      expect(bodyOf(gitHost, pull.number)).toMatch(/^### .* Applied/);
  });
});

test.each(
  representatives(
    [
      ['issue_comment of an issue', 'issue_comment', { issue: { number: 1 } }],
      ['repository_dispatch', 'repository_dispatch', {}],
      ['workflow_run of a push', 'workflow_run', { workflow_run: { pull_requests: [] } }],
      ['schedule', 'schedule', {}],
      ['release', 'release', {}],
    ] as [string, string, object][],
    2,
  ),
)('%s writes to no pull request', async (_, event, payload) => {
  await withPullRequest({}, async (stage) => {
    const { gitHost, apply } = stage;
    const one = await proposed(stage, 'one');
    merge(stage, one);
    const before = bodyOf(gitHost, 1);
    const repository = { full_name: 'acme/shop', default_branch: 'main' };
    const step = { event, payload: { ...payload, repository }, with: { command: 'apply' } };
    expect(await apply(step)).toMatchObject({ status: 0, outputs: { result: 'applied' } });
    expect(bodyOf(gitHost, 1)).toBe(before);
  });
});

test.each(
  representatives(
    [
      ['issue_comment', { issue: { number: 2, pull_request: {} } }],
      ['workflow_run', { workflow_run: { pull_requests: [{ number: 2 }] } }],
    ] as [string, object][],
    2,
  ),
)('%s writes to its own pull request, if its files are checked out', async (event, payload) => {
  await withPullRequest({}, async (stage) => {
    const { desk, gitHost, apply } = stage;
    const one = await proposed(stage, 'one');
    const two = await proposed(stage, 'two');
    merge(stage, one);
    const before = gitHost.gitHost.comments.map(({ body }) => body);
    const repository = { full_name: 'acme/shop', default_branch: 'main' };
    const step = { event, payload: { ...payload, repository }, with: { command: 'apply' } };
    const ofMain = await apply(step);
    expect(ofMain).toMatchObject({ status: 0, outputs: { result: 'applied' } });
    expect(gitHost.gitHost.comments.map(({ body }) => body)).toEqual(before);
    const commit = desk.git('rev-parse', 'HEAD').slice(0, 10);
    expect(ofMain.log.annotations.map(({ text }) => text)).toContain(
      `No comment was written on pull request #2: this job checked out commit ${commit}. To get a comment, check out the newest commit of the pull request, or its merge.`,
    );
    desk.git('switch', '--quiet', '--detach', 'main');
    desk.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'two');
    expect(await apply(step)).toMatchObject({ status: 0, outputs: { result: 'applied' } });
    expect(bodyOf(gitHost, 1)).toBe(before[0]?.replace(/^<!--.*?-->\n/, ''));
    expect(bodyOf(gitHost, two.pull.number)).toMatch(/^### ✅ Applied and verified/);
  });
});
