// Links and commits are those of what is checked out, whatever repository and commit the event is about.
import { mkdirSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { type Desk, SMALL } from '../helpers/process.ts';
import { GitHostOverHttp } from '../helpers/git-http.ts';
import { runStep, type StepOptions } from '../helpers/workflow.ts';
import { REPOSITORY, test } from './stage.ts';

const WRONG = { ...SMALL, 'config/wrong.yaml': 'keys: { "a b": 1 }\n' };

/** What the summary of errors links to. */
async function linksOf(desk: Desk, options: StepOptions): Promise<string[]> {
  const step = { event: 'pull_request', payload: { repository: REPOSITORY }, ...options };
  const { summary } = await runStep(desk, step);
  expect(summary).toContain('`key-name`');
  const urls = [...summary.matchAll(/\]\((\S+)\)/g)].map(([, url = '']) => url);
  return urls.filter((url) => !url.includes('/actions/'));
}

describe('a checkout', () => {
  test('of another repository on the same Git host: links lead there, to its commit', async ({
    desk,
  }) => {
    const commit = desk.commit('Open the shop', WRONG);
    mkdirSync(desk.sandbox.path('other'));
    desk.git('push', '--quiet', desk.sandbox.bare('other/config.git'), 'HEAD:main');
    const host = new GitHostOverHttp({ root: desk.sandbox.dir, env: desk.sandbox.env });
    const url = await host.start();
    try {
      desk.git('remote', 'add', 'origin', `${url}/other/config.git`);
      const env = { GITHUB_SERVER_URL: url, GITHUB_SHA: '1'.repeat(40) };
      expect(await linksOf(desk, { env })).toEqual([
        `${url}/other/config/commit/${commit}`,
        `${url}/other/config/blob/${commit}/config/wrong.yaml#L1`,
      ]);
      // The Git host of the event is another one.
      const elsewhere = { ...env, GITHUB_SERVER_URL: 'https://git.example.com' };
      expect(await linksOf(desk, { env: elsewhere })).toEqual([]);
    } finally {
      host.stop();
    }
  });

  test.for([
    ['in the workspace', 'project', 'shop'],
    ['in a folder of it', 'workspace', 'shop-config/shop'],
  ] as const)(
    'of the commit of the event, %s: links lead to the repository of the event',
    async ([, workspace, folder], { desk }) => {
      const files = Object.entries(WRONG).map(([path, text]) => [`shop/${path}`, text]);
      const commit = desk.commit('Open the shop', Object.fromEntries(files));
      const place = desk.sandbox.path(workspace);
      if (place !== desk.dir)
        desk.git('worktree', 'add', '--quiet', '--detach', `${place}/shop-config`);
      const env = { GITHUB_SHA: commit, GITHUB_WORKSPACE: place };
      expect(await linksOf(desk, { env, with: { 'working-directory': folder } })).toEqual([
        `https://github.com/acme/shop/commit/${commit}`,
        `https://github.com/acme/shop/blob/${commit}/shop/config/wrong.yaml#L1`,
      ]);
    },
  );
});
