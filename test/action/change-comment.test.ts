// Placeholders of the change comment in a workflow: from event, Git and Git host.
import { describe, expect, test } from 'vitest';
import type { GitHost } from '../github/git-host.ts';
import { onGitHost } from '../github/stage.ts';
import { SMALL, withShop } from '../helpers/process.ts';
import { runStep, type StepOptions } from '../helpers/workflow.ts';
import { REPOSITORY } from './stage.ts';

const TEMPLATE =
  '{subject} in {repository} on {branch}, {workflow} by {actor}\n#{pull-request}\n{run}';
const SHA = '0'.repeat(40);
const asked = (number: string) =>
  `Open the shop (#9) in acme/shop on main, Configuration by ada\n#${number}\nhttps://github.com/acme/shop/actions/runs/42`;

interface Case extends StepOptions {
  template?: string;
  arrange?: (gitHost: GitHost) => unknown;
  comment: string;
  /** Whether the Git host is asked nothing. */
  isAlone?: boolean;
}

const head = { sha: SHA, ref: 'feature', repo: { full_name: 'acme/shop' } };
const pull_request = { number: 7, head, base: { repo: head.repo } };
const payload = { repository: REPOSITORY, pull_request };

describe.concurrent('the change comment', () => {
  test.for<[string, Case]>([
    [
      'of a push names the pull request from the API',
      {
        arrange: (host) => host.pullsOfCommit.set(SHA, [host.merged(SHA).number]),
        comment: asked('2'),
      },
    ],
    ['without a pull request has nothing in its place', { comment: asked('') }],
    [
      'without its number sends no request, and has the name of a workflow on one line',
      {
        template: '{message}\n\n{repository}@{short-sha}\n{workflow}',
        workflow: 'Deploy\r\n  it\n',
        comment: 'Open the shop (#9)\n\nAt last.\n\nacme/shop@{commit}\nDeploy it',
        isAlone: true,
      },
    ],
    [
      'of a pull request has its branch and number, without a request',
      {
        template: '{branch} #{pull-request}',
        event: 'pull_request',
        payload,
        ref: 'refs/pull/7/merge',
        comment: 'feature #7',
        isAlone: true,
      },
    ],
    [
      'is written even if the API is unavailable',
      { template: 'A #{pull-request}', arrange: ({ tokens }) => tokens.clear(), comment: 'A #' },
    ],
  ])('%s', ([, { template = TEMPLATE, arrange, comment, isAlone = false, ...step }]) =>
    onGitHost('github', async ({ server: { url, requests }, gitHost }) => {
      arrange?.(gitHost);
      await withShop(SMALL, async ({ desk, server }) => {
        const commit = desk.commit('Open the shop (#9)\n\nAt last.');
        const own = { command: 'apply', comment: 'never', 'github-token': 'workflow' };
        const { status } = await runStep(desk, {
          payload: { repository: REPOSITORY },
          ...step,
          env: { GITHUB_API_URL: url },
          with: { ...own, 'change-comment': template },
        });
        expect(status).toBe(0);
        const expected = comment.replace('{commit}', commit.slice(0, 10));
        expect(server.history('acme', 'shop')[0]?.comment).toBe(expected);
        if (isAlone) expect(requests).toEqual([]);
      });
    }),
  );
});
