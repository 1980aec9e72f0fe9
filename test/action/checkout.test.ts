// Links and commits are those of what is checked out, whatever repository and commit the event is about.
import { mkdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Desk, SMALL, withDesk } from '../helpers/process.ts';
import { GitHostOverHttp } from '../helpers/git-http.ts';
import { runStep, type StepOptions } from '../helpers/workflow.ts';

const WRONG = { ...SMALL, 'config/wrong.yaml': 'keys: { "a b": 1 }\n' };

/** What the summary of errors links to. */
async function linksOf(desk: Desk, options: StepOptions = {}): Promise<string[]> {
  const payload = { repository: { full_name: 'acme/shop', default_branch: 'main' } };
  const step = { event: 'pull_request', with: { command: 'plan' }, payload, ...options };
  const { summary } = await runStep(desk, step);
  expect(summary).toContain('`key-name`');
  return [...summary.matchAll(/\]\((\S+)\)/g)]
    .map(([, url = '']) => url)
    .filter((url) => !url.includes('/actions/'));
}

describe('a checkout', () => {
  test('of another repository on the same Git host: links lead there, to its commit', () =>
    withDesk(WRONG, async (desk) => {
      const commit = desk.commit('Open the shop');
      mkdirSync(desk.sandbox.path('other'));
      const bare = desk.sandbox.bare('other/config.git');
      desk.git('push', '--quiet', bare, 'HEAD:main');
      const host = new GitHostOverHttp({ root: desk.sandbox.dir, env: desk.sandbox.env });
      const url = await host.start();
      try {
        desk.git('remote', 'add', 'origin', `${url}/other/config.git`);
        const env = { GITHUB_SERVER_URL: url, GITHUB_SHA: '1'.repeat(40) };
        expect(await linksOf(desk, { env })).toEqual([
          expect.stringMatching(`^${url}/other/config/commit/${commit}$`),
          expect.stringMatching(`^${url}/other/config/blob/${commit}/config/wrong\\.yaml#L1$`),
        ]);
        // The Git host of the event is another one.
        const elsewhere = { ...env, GITHUB_SERVER_URL: 'https://git.example.com' };
        expect(await linksOf(desk, { env: elsewhere })).toEqual([]);
      } finally {
        host.stop();
      }
    }));

  test.each([
    ['in the workspace', ''],
    ['in a folder of it', 'shop-config'],
  ])('of the commit of the event, %s: links lead to the repository of the event', (_, folder) =>
    withDesk({}, async (desk) => {
      const files = Object.entries(WRONG).map(([path, text]) => [`shop/${path}`, text]);
      const commit = desk.commit('Open the shop', Object.fromEntries(files));
      const workspace = folder === '' ? desk.dir : desk.path('..', 'workspace');
      if (folder !== '')
        desk.git('worktree', 'add', '--quiet', '--detach', `${workspace}/${folder}`);
      const env = { GITHUB_SHA: commit, GITHUB_WORKSPACE: workspace };
      const options = {
        env,
        with: { command: 'plan', 'working-directory': folder === '' ? 'shop' : `${folder}/shop` },
      };
      expect(await linksOf(desk, options)).toEqual([
        `https://github.com/acme/shop/commit/${commit}`,
        `https://github.com/acme/shop/blob/${commit}/shop/config/wrong.yaml#L1`,
      ]);
    }),
  );
});
