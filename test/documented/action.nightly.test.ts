// The action and the command line, where the server offers the documented interface and nothing else.
import { describe, expect, test } from 'vitest';
import { UNDOCUMENTED_ENDPOINTS } from '../../src/server/service.ts';
import { SMALL, withDesk } from '../helpers/process.ts';
import { withPullRequest } from '../helpers/pull-requests.ts';

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
        const outputs = { result: 'planned', changes: 'true' };
        expect(planned).toMatchObject({ status: 0, outputs });
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
});

describe.concurrent('the command line', () => {
  test('serves the documented interface, and says what a server offers', async () => {
    await withDesk(SMALL, async (desk) => {
      const named = ['--repository', 'acme/shop', '--levels', 'Environment,Application'];
      const args = ['serve', ...named, '--port', '0', '--json'];
      const ALL = 'info/all,info,export,pull,keyData,rawFile';
      for (const [own, offered] of [
        [['--interface', 'documented'], ['info/all']],
        [['--without', 'export, pull'], 'info/all info keyData'.split(' ')],
        [['--without', ALL], []],
      ] as const) {
        const server = desk.start([...args, ...own]);
        const { url, repositories } = JSON.parse(await server.firstLine());
        const token = { CONFIGHUB_TOKEN: repositories[0].tokens.default };
        const env = { CONFIGHUB_URL: url, CONFIGHUB_REPOSITORY: 'acme/shop', ...token };
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
