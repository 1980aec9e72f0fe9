// The action and the command line as processes, where the server offers the documented interface and nothing else.
import { describe, expect, test } from 'vitest';
import { UNDOCUMENTED_ENDPOINTS } from '../../src/server/service.ts';
import { type DocumentedServer, startDocumentedServer } from './server.ts';
import { GitSandbox } from '../helpers/git.ts';
import { SMALL, withDesk, withShop } from '../helpers/process.ts';
import { CLI, type Ended, Running } from '../helpers/run.ts';
import { withPullRequest } from '../helpers/pull-requests.ts';
import { runStep } from '../helpers/workflow.ts';

const DOCUMENTED = { without: UNDOCUMENTED_ENDPOINTS };
const CHANGED = {
  'config/shop.yaml': SMALL['config/shop.yaml'].replace('Corner Shop', 'Corner Store'),
};

describe.concurrent('the action', () => {
  test('plans a pull request, and says what the plan was made from; then applies it', async () => {
    await withPullRequest(
      { settings: DOCUMENTED },
      async ({ gitHost, propose, plan, merge, apply, requests }) => {
        propose(CHANGED);
        const planned = await plan();
        expect(planned).toMatchObject({
          status: 0,
          outputs: { result: 'planned', changes: 'true' },
        });
        const comment = () => gitHost.gitHost.comments.map(({ body }) => body).join('\n');
        expect(comment()).toContain(
          'Based on the record of the last apply; the server was not read.',
        );
        expect(comment()).toContain('Not checked: changes made on the server since then');
        expect(comment()).toContain('`"Corner Shop"` → `"Corner Store"`');
        merge();
        requests.length = 0;
        const applied = await apply();
        expect(applied).toMatchObject({ status: 0, outputs: { result: 'applied' } });
        expect(requests.filter((one) => one.startsWith('POST'))).toHaveLength(1);
        expect(comment()).toContain('### ⚠️ Applied, not verified: `acme/shop`');
        expect(comment()).toContain(
          'the server did not let confighub-sync read the values back. The counts are as expected: 2 keys and 3 values.',
        );
        expect(applied.stdout).toContain(
          'Applied, not verified: the server did not let confighub-sync read the values back.',
        );
      },
    );
  });

  test('applies manually, and says why drift cannot be determined', async () => {
    await withShop(
      SMALL,
      async ({ desk }) => {
        desk.commit('Open the shop');
        const event = { event: 'workflow_dispatch' };
        const first = await runStep(desk, { ...event, with: { command: 'apply' } });
        expect(first).toMatchObject({ status: 0, outputs: { result: 'applied' } });
        const again = await runStep(desk, { ...event, with: { command: 'apply' } });
        expect(again).toMatchObject({
          status: 0,
          outputs: { result: 'nothing', changes: 'false' },
        });
        const drift = await runStep(desk, { event: 'schedule', with: { command: 'drift' } });
        expect(drift).toMatchObject({ status: 1, outputs: { 'error-code': 'drift-unknown' } });
        expect(drift.stdout).toContain(
          'the server offers neither the export nor, with a token, `pull`',
        );
      },
      DOCUMENTED,
    );
  });
});

describe.concurrent('the command line', () => {
  test('serves the documented interface, and says what a server offers', async () => {
    await withDesk(SMALL, async (desk) => {
      const args = [
        'serve',
        '--repository',
        'acme/shop',
        '--levels',
        'Environment,Application',
        '--port',
        '0',
        '--json',
      ];
      for (const [own, offered] of [
        [['--interface', 'documented'], ['info/all']],
        [
          ['--without', 'export, pull'],
          ['info/all', 'info', 'keyData'],
        ],
        [['--without', 'info/all,info,export,pull,keyData,rawFile'], []],
      ] as const) {
        const server = desk.start([...args, ...own]);
        const { url, repositories } = JSON.parse(await server.firstLine());
        const env = {
          CONFIGHUB_URL: url,
          CONFIGHUB_REPOSITORY: 'acme/shop',
          CONFIGHUB_TOKEN: repositories[0].tokens.default,
        };
        const { stdout, status } = await desk.cli(['info', '--json'], { env });
        expect(status).toBe(0);
        const { reads } = JSON.parse(stdout) as { reads: Record<string, { offered: boolean }> };
        const names = Object.entries(reads).filter(([, one]) => one.offered);
        expect(names.map(([name]) => name)).toEqual(offered);
        const text = await desk.cli(['info'], { env });
        expect(text.stdout).toContain(`Ways to read acme/shop: ${offered.join(', ') || 'none'}.`);
        expect((await server.stop('SIGTERM')).status).toBe(0);
      }
      const wrong = await desk.cli([...args, '--without', 'exports']);
      expect(wrong).toMatchObject({ status: 1 });
      expect(wrong.output).toContain('Unknown name in --without: exports. Known: export, info,');
    });
  });
});

interface Shared {
  server: DocumentedServer;
  /** A clone of the shared origin, whose commits are pushed to it. */
  clone: (name: string) => {
    commit: (document: string) => void;
    cli: (...args: string[]) => Running;
  };
}

/** People with clones of one origin, and their processes. */
async function withShared<T>(use: (shared: Shared) => Promise<T>): Promise<T> {
  const server = await startDocumentedServer();
  const git = new GitSandbox();
  const origin = git.bare();
  try {
    const clone = (name: string) => {
      const cwd = git.clone(origin, name);
      const named = {
        CONFIGHUB_URL: server.url,
        CONFIGHUB_REPOSITORY: 'acme/shop',
        CONFIGHUB_TOKEN: 'token-of-shop',
      };
      return {
        commit: (document: string) => {
          const project =
            'levels: [Environment, Application]\nlimits: { updates: 100%, deletes: 100% }\n';
          git.commit(cwd, 'Change', { 'confighub.yaml': project, 'config/shop.yaml': document });
          git.git(cwd, 'push', '--quiet', '--force', 'origin', 'HEAD:main');
        },
        cli: (...args: string[]) =>
          new Running(process.execPath, [CLI, ...args], { cwd, env: { ...git.env, ...named } }),
      };
    };
    return await use({ server, clone });
  } finally {
    await server.close();
    git.dispose();
  }
}

describe.concurrent('applies as processes', () => {
  test('two at once: one of them is what the server holds, and the other converges', async () => {
    await withShared(async ({ server, clone }) => {
      const [ada, bob] = [clone('ada'), clone('bob')];
      ada.commit('keys: { shared: ada, of.ada: 1 }\n');
      bob.commit('keys: { shared: bob, of.bob: 1 }\n');
      const ended = await Promise.all([ada.cli('apply').ended, bob.cli('apply').ended]);
      const states = ended.map(({ status }) => status);
      expect(states.filter((status) => status === 0).length).toBeGreaterThan(0);
      expect(states.every((status) => status === 0 || status === 1 || status === 3)).toBe(true);
      const held = Object.fromEntries(server.keys().map(({ key, values }) => [key, values['*;*']]));
      expect([
        { shared: 'ada', 'of.ada': '1' },
        { shared: 'bob', 'of.bob': '1' },
      ]).toContainEqual(held);
    });
  });

  test.for([
    ['before the server takes the push', 'lose'],
    ['after the server took it', 'drop'],
  ] as const)('killed %s: the next one makes it right', async ([, what]) => {
    await withShared(async ({ server, clone }) => {
      const ada = clone('ada');
      ada.commit('keys: { a: 1, b: 1, c: 1 }\n');
      expect((await ada.cli('apply').ended).status).toBe(0);
      ada.commit('keys: { a: 2, b: 1, d: 1 }\n');
      const killed = ada.cli('apply');
      server.onPush = () => {
        killed.child.kill('SIGKILL');
        return what;
      };
      expect((await killed.ended).status).toBeNull();
      server.onPush = undefined;

      ada.commit('keys: { a: 1, b: 1, c: 2 }\n');
      // Nobody can tell who made what only the interrupted run declared: to delete it needs an approval.
      const { stdout } = await ada.cli('plan').ended;
      expect(stdout).toContain('refused unfinished-only');
      const approved = [
        'apply',
        ...(/confighub-sync apply (--approve \w+)/.exec(stdout)?.[1]?.split(' ') ?? []),
      ];
      const waiting: Ended = await ada.cli(...approved).ended;
      expect(waiting.stdout).toContain('refused apply-running');
      expect((await ada.cli('unlock').ended).status).toBe(0);
      const next = await ada.cli(...approved).ended;
      expect(next).toMatchObject({ status: 0 });
      expect(server.keys().map(({ key, values }) => [key, values['*;*']])).toEqual([
        ['a', '1'],
        ['b', '1'],
        ['c', '2'],
      ]);
    });
  });
});
