// examples/workflows/promote.yml: its steps, run by bash as a runner does, with the built tool, real Git and an API with pull requests.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Flavour, GitHost } from '../github/git-host.ts';
import { GitHostServer } from '../github/server.ts';
import type { Environment } from '../helpers/git.ts';
import { type Desk, withShop } from '../helpers/process.ts';
import { ROOT, Running } from '../helpers/run.ts';
import { representatives } from '../helpers/suite.ts';
import { nightly } from '../helpers/test.ts';

interface Step {
  name?: string;
  env?: Record<string, string>;
  run?: string;
}
const { jobs } = parse(readFileSync(join(ROOT, 'examples/workflows/promote.yml'), 'utf8')) as {
  jobs: { promote: { env: Record<string, string>; steps: Step[]; permissions: object } };
};
const { promote } = jobs;

const PROJECT = {
  'confighub.yaml': 'levels: [Environment, Application]\nallowNewContexts: [Production]\n',
  'config/shop.yaml':
    'keys:\n  a.x:\n    values:\n      Staging;*: "`$(touch /tmp/never)`"\n  b:\n    values:\n      Staging;*: 2\n',
};

const BRANCH = 'promote/staging-to-production';

/** The source has changed. */
const CHANGED = {
  'config/shop.yaml': PROJECT['config/shop.yaml'].replace('Staging;*: 2', 'Staging;*: 3'),
};

interface Stage {
  gitHost: GitHost;
  desk: Desk;
  /** Commits these files and pushes them to main. */
  push: (files: Record<string, string>) => void;
  /** What the branch of the pull request has: a commit, or a file of it. */
  onBranch: (path?: string) => string;
  /** Runs the job on the newest commit of main; the output of all steps, up to the first that fails. */
  run: (inputs?: Record<string, string>) => Promise<{ status: number; output: string }>;
}

async function withStage(
  use: (stage: Stage) => Promise<void>,
  flavour: Flavour = 'github',
): Promise<void> {
  await withShop(PROJECT, async ({ desk, server }) => {
    desk.commit('As it was');
    desk.git('branch', '-M', 'main');
    const origin = desk.sandbox.bare();
    desk.git('remote', 'add', 'origin', origin);
    desk.git('push', '--quiet', 'origin', 'main');
    const api = await new GitHostServer(flavour).start();
    const { gitHost } = api;
    gitHost.token('job-token', {});
    gitHost.headOf = (branch) => desk.sandbox.headOf(origin, branch);
    const push: Stage['push'] = (files) => {
      desk.commit('Later', files);
      desk.git('push', '--quiet', 'origin', 'main');
    };
    const onBranch: Stage['onBranch'] = (path) => {
      desk.git('fetch', '--quiet', 'origin', BRANCH);
      return path === undefined
        ? desk.git('rev-parse', 'FETCH_HEAD')
        : desk.git('show', `FETCH_HEAD:${path}`);
    };
    let count = 0;
    const run: Stage['run'] = async (given = {}) => {
      count += 1;
      const [work, temp] = [desk.sandbox.path(`work-${count}`), desk.sandbox.path(`temp-${count}`)];
      desk.sandbox.git('.', 'clone', '--quiet', '--branch', 'main', origin, work);
      const shared = join(temp, 'env');
      desk.sandbox.write(shared, '');
      cpSync(join(ROOT, 'dist'), join(work, '.confighub-sync/dist'), { recursive: true });
      cpSync(join(ROOT, 'package.json'), join(work, '.confighub-sync/package.json'));
      const inputs = { from: 'Staging', to: 'Production', pattern: '', ...given };
      const values: Record<string, string> = {
        ...Object.fromEntries(Object.entries(inputs).map(([key, text]) => [`inputs.${key}`, text])),
        'github.ref_name': 'main',
        'github.token': 'job-token',
        'secrets.CONFIGHUB_TOKEN': '',
      };
      const filled = (env: Record<string, string> = {}): Environment =>
        Object.fromEntries(
          Object.entries(env).map(([name, text]) => [
            name,
            text.replace(/\$\{\{ (\S+) \}\}/g, (_, key: string) => values[key] ?? 'unknown'),
          ]),
        );
      let output = '';
      for (const step of promote.steps) {
        if (step.run === undefined) continue;
        const exported = Object.fromEntries(
          readFileSync(shared, 'utf8')
            .split('\n')
            .filter(Boolean)
            .map((line) => line.split(/=(.*)/)),
        );
        const env = desk.environment({
          ...filled(promote.env),
          ...exported,
          ...filled(step.env),
          CI: 'true',
          GITHUB_ACTIONS: 'true',
          GITHUB_API_URL: api.url,
          GITHUB_REPOSITORY: 'acme/shop',
          GITHUB_ENV: shared,
          RUNNER_TEMP: temp,
          CONFIGHUB_URL: server.url,
          CONFIGHUB_REPOSITORY: 'acme/shop',
        });
        const args = ['-eo', 'pipefail', '-c', step.run];
        const ended = await new Running('bash', args, { cwd: work, env }).ended;
        output += ended.output;
        if (ended.status !== 0) return { status: ended.status ?? -1, output };
      }
      return { status: 0, output };
    };
    try {
      await use({ desk, gitHost, push, onBranch, run });
    } finally {
      await api.stop();
    }
  });
}

describe.concurrent('the workflow that promotes', () => {
  test.for(representatives(['github', 'gitea'] as const, 2))(
    'opens one pull request with the plan, brings it up to date, and closes it on %s',
    async (flavour) => {
      await withStage(async ({ desk, gitHost, push, onBranch, run }) => {
        const first = await run();
        expect(first).toMatchObject({ status: 0 });
        expect(gitHost.issues).toMatchObject([
          { title: 'Promote Staging to Production', state: 'open', pull: { branch: BRANCH } },
        ]);
        const [{ body = '' } = {}] = gitHost.issues;
        expect(body).toContain('Promotion: 2 to create');
        expect(body).not.toContain('Next:');
        expect(body).toContain('Production');
        expect(body).toMatch(/\n\n#+ |to create/);
        expect(first.output).not.toContain('job-token');
        const before = onBranch();
        expect(onBranch('config/shop.yaml')).toContain('Production;*: 2');
        // Nothing has changed: the branch stays as it is.
        expect((await run()).output).toContain('is up to date');
        expect(onBranch()).toBe(before);
        push(CHANGED);
        expect(await run()).toMatchObject({ status: 0 });
        expect(gitHost.issues).toHaveLength(1);
        expect(onBranch('config/shop.yaml')).toContain('Production;*: 3');
        // It is merged: nothing is left.
        desk.git('merge', '--quiet', 'FETCH_HEAD');
        desk.git('push', '--quiet', 'origin', 'main');
        expect((await run()).output).toContain('Closed #1');
        expect(gitHost.issues).toMatchObject([{ state: 'closed' }]);
      }, flavour);
    },
  );

  test('never overwrites commits of others on its branch', async () => {
    await withStage(async ({ desk, gitHost, push, onBranch, run }) => {
      await run();
      desk.git('checkout', '--quiet', '-b', 'other', onBranch().trim());
      const theirs = desk.commit('By a person', { 'config/more.yaml': 'keys:\n  c: 1\n' });
      desk.git('push', '--quiet', 'origin', `other:${BRANCH}`);
      desk.git('checkout', '--quiet', 'main');
      push(CHANGED);
      expect(await run()).toMatchObject({
        status: 1,
        output: expect.stringContaining('has commits of others'),
      });
      expect(onBranch().trim()).toBe(theirs.trim());
      expect(gitHost.issues).toHaveLength(1);
    });
  });

  test('leaves its pull request open while something is left to do manually', async () => {
    await withStage(async ({ gitHost, push, run }) => {
      await run();
      push({
        'config/shop.yaml':
          'keys:\n  b:\n    values:\n      Staging;*: 2\n      Production;*: &old 1\n  c: *old\n',
      });
      const { status, output } = await run();
      expect(output).toContain('1 difference cannot be promoted.');
      expect(status).toBe(1);
      expect(gitHost.issues).toMatchObject([{ state: 'open' }]);
    });
  });

  test('cuts a long promotion, and shows the plan below it', async () => {
    await withStage(async ({ gitHost, push, run }) => {
      const keys = Array.from(
        { length: 1000 },
        (_, i) => `  many.${i}: { values: { Staging;*: ${'x'.repeat(40)} } }\n`,
      );
      push({ 'config/many.yaml': `keys:\n${keys.join('')}` });
      const { status, output } = await run();
      expect(status).toBe(0);
      expect(output).toContain('\n### Plan');
      const [{ body = '' } = {}] = gitHost.issues;
      expect(body.split('\n').filter((line) => line.startsWith('````'))).toHaveLength(2);
      expect(body).toContain('… The log of the job has the rest.\n````\n');
      expect(body).toContain('\n### Plan');
    });
  });

  nightly('takes patterns and elements as words, whatever they are', async () => {
    await withStage(async ({ desk, gitHost, onBranch, run }) => {
      expect(await run({ pattern: 'b  c*' })).toMatchObject({ status: 1 });
      expect(await run({ pattern: '--exact' })).toMatchObject({ status: 1 });
      expect(await run({ from: '$(touch never)', to: '`touch never`' })).toMatchObject({
        status: 1,
      });
      expect(await run({ pattern: 'b' })).toMatchObject({ status: 0 });
      expect(desk.git('diff', '--stat', 'main', onBranch().trim())).toContain('1 insertion(+)');
      expect(gitHost.issues).toHaveLength(1);
    });
  });

  nightly('says which setting is missing where it may not open a pull request', async () => {
    await withStage(async ({ gitHost, run }) => {
      gitHost.token('job-token', { pulls: 'read' });
      expect(await run()).toMatchObject({
        status: 1,
        output: expect.stringContaining('Allow GitHub Actions to create pull requests'),
      });
    });
  });

  test('may write nothing but its branch and its pull request', () => {
    expect(promote.permissions).toEqual({ contents: 'write', 'pull-requests': 'write' });
    const text = promote.steps.map(({ run = '' }) => run).join('');
    expect(text).not.toContain('${{');
  });
});
