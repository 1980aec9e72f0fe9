// The record of an apply: of a commit, at origin where there is one, and everything that the server accepted.
import { describe, expect, test } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';

const REF = /refs\/confighub-sync\/\S+\/applied/;

describe.concurrent('the record of an apply', () => {
  test('that exists in one clone only, as the apply says, is pushed to origin by the next apply, even without changes', async () => {
    await withShop(SMALL, async ({ desk }) => {
      desk.commit('Open the shop', { '.gitignore': 'origin.git/\n' });
      const only = 'Note: this clone has no `origin` remote, so the apply was recorded only here.';
      expect((await desk.cli(['apply'])).stdout).toContain(
        `Applied and verified: 3 created.\n${only}`,
      );
      expect((await desk.cli(['apply'])).stdout).not.toContain('recorded only here');
      desk.commit('Rename', {
        'config/shop.yaml': SMALL['config/shop.yaml'].replace('Corner Shop', 'Good Shop'),
      });
      expect((await desk.cli(['apply'])).stdout).toMatch(/Applied and verified: 1 updated\.\n$/);
      desk.git('init', '--quiet', '--bare', 'origin.git');
      desk.git('remote', 'add', 'origin', `${desk.dir}/origin.git`);
      desk.git('push', '--quiet', 'origin', 'HEAD:main');
      expect(desk.git('ls-remote', 'origin')).not.toMatch(REF);
      expect((await desk.cli(['apply'])).stdout).toMatch(
        /No changes\.\nRecorded; nothing was sent\.\n$/,
      );
      expect(desk.git('ls-remote', 'origin')).toMatch(REF);
      desk.commit('Rename', {
        'config/shop.yaml': SMALL['config/shop.yaml'].replace('Corner Shop', 'Best Shop'),
      });
      expect((await desk.cli(['apply'])).stdout).toMatch(/Applied and verified: 1 updated\.\n$/);
    });
  });

  test('is of what is committed: ignored and generated files are refused by name, and never reach origin', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      desk.git('init', '--quiet');
      desk.git('init', '--quiet', '--bare', 'origin.git');
      desk.git('remote', 'add', 'origin', `${desk.dir}/origin.git`);
      desk.commit('Open the shop', {
        ...SMALL,
        '.gitignore': 'origin.git/\nconfig/local.yaml\nconfig/tls.key\n',
        'config/files.yaml': 'files: { nginx/server.pem: { "*;*": { path: tls.key } } }\n',
      });
      desk.write({
        'config/local.yaml': 'keys: { local.note: ignored-and-private }\n',
        'config/tls.key': 'generated-and-private\n',
      });
      const refused = await desk.cli(['apply']);
      expect(refused.status).toBe(3);
      expect(refused.stdout).toContain(
        'refused not-committed: An apply pushes what is committed, and these files differ from the commit: config/local.yaml (not tracked), config/tls.key (not tracked).',
      );
      expect(requests.filter((one) => !one.startsWith('GET '))).toEqual([]);
      expect(desk.git('ls-remote', 'origin')).not.toMatch(REF);
      const everything = desk.git(
        '--git-dir',
        'origin.git',
        'cat-file',
        '--batch-all-objects',
        '--batch',
      );
      expect(everything).not.toContain('private');
    });
  });

  test('that cannot be read is an error: an apply might undo a newer one', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply']);
      desk.git('remote', 'add', 'origin', 'file:///gone.git');
      desk.commit('Rename', {
        ...SMALL,
        'config/shop.yaml': 'keys:\n  shop.title: Corner Store\n',
      });
      requests.length = 0;
      const refused = await desk.cli(['apply', '--allow-older']);
      expect(refused.status).toBe(1);
      expect(refused.stderr).toMatch(/error not-recorded: .*origin could not be reached/);
      expect(refused.stderr).toContain('`record: false`');
      expect(requests.filter((one) => !one.startsWith('GET '))).toEqual([]);
    });
  });
});

describe.concurrent('`record: false`', () => {
  const OFF = { ...SMALL, 'confighub.yaml': `${SMALL['confighub.yaml']}record: false\n` };

  test('applies without a record and without pruning, where no ref can be written, and every plan says so', async () => {
    await withShop(OFF, async ({ desk }) => {
      desk.git('init', '--quiet');
      desk.commit('Open the shop', OFF);
      desk.git('remote', 'add', 'origin', 'file:///gone.git');
      const applied = await desk.cli(['apply']);
      expect({ status: applied.status, stderr: applied.stderr }).toEqual({ status: 0, stderr: '' });
      expect(applied.stdout).toContain(
        '`record: false`: apply runs are not recorded, so nothing is pruned',
      );
      const [key = ''] = Object.keys(SMALL).filter((path) => path.startsWith('config/'));
      desk.commit('Empty', { ...OFF, [key]: 'keys: {}\n' });
      const { stdout } = await desk.cli(['plan']);
      expect(stdout).toContain('No changes.');
      expect(stdout).toContain('`record: false`');
    });
  });

  test('is the way out where Git does not accept its own folder', async () => {
    await withShop(OFF, async ({ desk }) => {
      desk.write({ '.git': 'gitdir: /nowhere\n' });
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0, stderr: '' });
      desk.write({ 'confighub.yaml': SMALL['confighub.yaml'] });
      const { status, stderr } = await desk.cli(['apply']);
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: expect.stringContaining('so the apply record cannot be read'),
      });
    });
  });

  test('and `onDrift` of another kind contradict each other', async () => {
    await withShop(OFF, async ({ desk }) => {
      for (const onDrift of ['keep', 'fail']) {
        desk.write({ 'confighub.yaml': `${OFF['confighub.yaml']}onDrift: ${onDrift}\n` });
        const { status, stderr } = await desk.cli(['plan']);
        expect(status).toBe(1);
        expect(stderr).toContain(
          `\`onDrift: ${onDrift}\` needs the apply record, which \`record: false\``,
        );
      }
    });
  });
});
