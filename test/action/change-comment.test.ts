// Placeholders of the change comment in a workflow: from event, Git and Git host.
import { describe, expect, test } from 'vitest';
import type { GitHost } from '../github/git-host.ts';
import { onGitHost } from '../github/stage.ts';
import { SMALL, withShop } from '../helpers/process.ts';
import { runStep, type StepOptions } from '../helpers/workflow.ts';

const TEMPLATE =
  '{subject} in {repository} on {branch}, {workflow} by {actor}\n#{pull-request}\n{run}';
const RUN = 'https://github.com/acme/shop/actions/runs/42';
const SHA = '0'.repeat(40);
const REPOSITORY = { default_branch: 'main', full_name: 'acme/shop' };

interface Case extends StepOptions {
  template?: string;
  gitHost?: (gitHost: GitHost) => void;
}

/** What the server has after an apply. */
async function commentOf({ template = TEMPLATE, gitHost: prepare, ...step }: Case) {
  let found: { comment: string | null | undefined; requests: string[]; commit: string } | undefined;
  await onGitHost('github', async ({ server: { url, requests }, gitHost }) => {
    prepare?.(gitHost);
    await withShop(SMALL, async ({ desk, server }) => {
      const commit = desk.commit('Open the shop (#9)\n\nAt last.');
      const { status } = await runStep(desk, {
        payload: { repository: REPOSITORY },
        ...step,
        env: { GITHUB_API_URL: url },
        with: {
          'change-comment': template,
          'github-token': 'workflow',
          command: 'apply',
          comment: 'never',
        },
      });
      expect(status).toBe(0);
      found = {
        comment: server.history('acme', 'shop')[0]?.comment,
        requests: [...requests],
        commit,
      };
    });
  });
  if (found === undefined) throw new Error('nothing was applied');
  return found;
}

describe.concurrent('a push', () => {
  test('names the pull request from the API', async () => {
    const gitHost = (one: GitHost) => {
      one.pullRequest({ head: 'c'.repeat(40), isMerged: true, mergeCommit: SHA }).state = 'closed';
      one.pullsOfCommit.set(SHA, [2]);
    };
    expect((await commentOf({ gitHost })).comment).toBe(
      `Open the shop (#9) in acme/shop on main, Configuration by ada\n#2\n${RUN}`,
    );
  });

  test('without a pull request: nothing in its place, whatever the message says', async () => {
    expect((await commentOf({})).comment).toBe(
      `Open the shop (#9) in acme/shop on main, Configuration by ada\n#\n${RUN}`,
    );
  });

  test('sends no request if no number is needed, and has the name of a workflow on one line', async () => {
    const { comment, requests, commit } = await commentOf({
      template: '{message}\n\n{repository}@{short-sha}\n{workflow}',
      workflow: 'Deploy\r\n  it\n',
    });
    expect(comment).toBe(
      `Open the shop (#9)\n\nAt last.\n\nacme/shop@${commit.slice(0, 10)}\nDeploy it`,
    );
    expect(requests).toEqual([]);
  });
});

test('a pull request: its branch and number, without a request', async () => {
  const head = { sha: SHA, ref: 'feature', repo: { full_name: 'acme/shop' } };
  const payload = {
    repository: REPOSITORY,
    pull_request: { number: 7, head, base: { repo: head.repo } },
  };
  const { comment, requests } = await commentOf({
    template: '{branch} #{pull-request}',
    event: 'pull_request',
    ref: 'refs/pull/7/merge',
    payload,
  });
  expect({ comment, requests }).toEqual({ comment: 'feature #7', requests: [] });
});

test('applies even if the API is unavailable', async () => {
  const gitHost = (one: GitHost) => one.tokens.clear();
  expect((await commentOf({ template: 'A #{pull-request}', gitHost })).comment).toBe('A #');
});
