// `show --live`: what the server answers an application, and its rows.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Desk, withDesk, withShop } from '../helpers/process.ts';
import { push, request } from '../helpers/server.ts';
import { BILLING, PROJECT } from './show-project.ts';

const GOLDEN = fileURLToPath(new URL('show/', import.meta.url));

const PLAIN = {
  ...PROJECT,
  'config/shop.yaml': PROJECT['config/shop.yaml']
    .replace('{ env: DB_PASSWORD }', 'pa55')
    .replace(' ${nobody.knows}', ''),
};

/** As an application asks. */
async function pulled(desk: Desk, context: string) {
  const { CONFIGHUB_URL: url = '', CONFIGHUB_TOKEN: token } = desk.env;
  const { body } = await request(
    { url },
    { path: '/rest/pull', headers: { Context: context, 'Client-Token': token } },
  );
  return JSON.parse(body) as {
    properties: Record<string, { val: unknown }>;
    files: Record<string, { content: string }>;
  };
}

describe.concurrent('from the server', () => {
  test('is what the server answers, and so is what the files declare after an apply', async () => {
    await withShop(PLAIN, async ({ desk }) => {
      desk.commit('First');
      expect((await desk.cli(['apply', '--yes'])).output).toContain('Applied');
      for (const context of ['Production;Billing', 'Test;Web', 'Production;*']) {
        const answer = await pulled(desk, context);
        for (const from of [['--live'], []]) {
          const shown = JSON.parse(
            (await desk.cli(['show', '--context', context, ...from, '--json'])).stdout,
          );
          const values = shown.keys.map(({ key, value, vdt, secret }: Record<string, string>) => {
            const val = answer.properties[key ?? '']?.val;
            if (!secret) expect(vdt === 'Map' ? JSON.parse(value ?? '') : value).toEqual(val);
            return key;
          });
          expect(values).toEqual(Object.keys(answer.properties).sort());
          expect(shown.files.map(({ path }: { path: string }) => path)).toEqual(
            Object.keys(answer.files).sort(),
          );
          for (const { context, place } of shown.files)
            expect([context, place.file]).toContain('config/shop.yaml');
        }
      }
    });
  });

  test('shows what others changed; by token it says what is not seen, and without one there is none to see', async ({
    expect,
  }) => {
    await withShop(PLAIN, async ({ desk, server }) => {
      desk.commit('First');
      await desk.cli(['apply', '--yes']);
      const data = [
        { key: 'db.host', values: [{ context: '*;Billing', value: 'db.theirs.internal' }] },
        { key: 'db.password', values: [{ context: 'Production;*', value: 'theirs5' }] },
        { key: 'others', push: true, values: [{ context: '*;*', value: 'x' }] },
        { file: 'robots.txt', context: '*;*', content: 'User-agent: theirs\n' },
        { file: 'nginx/app.conf', context: 'Production;*', content: 'theirs ${db.password}\n' },
      ];
      expect(
        await push(server, { enableKeyCreation: true, data }, { token: 'force' }),
      ).toMatchObject({ status: 200 });
      for (const columns of [60, 120]) {
        const shown: string[] = [];
        for (const args of [
          [...BILLING, '--live'],
          ['show', '--live', 'db.*', 'others', '**/*', 'robots.txt'],
        ]) {
          const { status, stdout, stderr } = await desk.cli([...args, '--no-color'], {
            terminal: { columns },
          });
          expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
          expect(stdout).not.toMatch(/pa55|theirs5/);
          const text = stdout.replaceAll(server.url, 'http://config.example.com');
          shown.push(`$ confighub-sync ${args.join(' ')}\n${text}`);
        }
        await expect(shown.join('\n')).toMatchFileSnapshot(join(GOLDEN, `live-${columns}.txt`));
      }

      const args = ['show', 'db.host', '--live', '--reads', 'token'];
      const token = await desk.cli(args);
      expect(token.stderr).toBe(
        'warning: The server was read with the token, one context at a time: values and files in contexts that the files do not name are missing here.\n',
      );
      expect(token.stdout).toContain('db.prod.internal');
      expect(token.stdout).not.toContain('theirs');
      const none = await desk.cli(args, { env: { CONFIGHUB_TOKEN: undefined } });
      expect(none).toMatchObject({ status: 1, stdout: '' });
      expect(none.stderr).toMatch(/^error no-export: Cannot read what is on the server \(/);
      const other = await desk.cli(['show', 'nobodys.*', '--live', '--reads', 'token']);
      expect(other.stderr).toMatch(
        /^error no-match: As far as it can be read by token, the server has no key or file that matches `nobodys\.\*`\.\n/,
      );

      // A file that cannot be rendered leaves the keys.
      const bad = [{ file: 'bad', context: '*;*', content: '\\${no.such.key}' }];
      expect(await push(server, { data: bad }, { token: 'force' })).toMatchObject({ status: 200 });
      const { status, stdout, stderr } = await desk.cli([...BILLING, '--live']);
      expect({ status, stderr }).toEqual({
        status: 0,
        stderr:
          'warning: The server cannot render the files of this context: only keys are shown.\n',
      });
      expect(stdout).toMatch(/gives Production;Billing 9 keys:/);
    });
  });

  test('what any version of the project calls secret is masked', async () => {
    await withShop(PLAIN, async ({ desk, server }) => {
      desk.commit('First', {
        'confighub.yaml': `${PLAIN['confighub.yaml']}redact: ["shop.motto", "robots.txt"]\n`,
      });
      expect((await desk.cli(['apply', '--yes'])).output).toContain('Applied');
      desk.write({ 'confighub.yaml': PLAIN['confighub.yaml'] });
      const data = [{ key: 'shop.motto', values: [{ context: '*;*', value: 'canary of theirs' }] }];
      expect(await push(server, { data }, { token: 'force' })).toMatchObject({ status: 200 });
      for (const args of [BILLING, ['show', 'shop.*', 'robots.txt']])
        for (const json of [[], ['--json']]) {
          const { status, stdout } = await desk.cli([...args, '--live', ...json]);
          expect({ status, isShown: /canary|User-agent/.test(stdout) }).toEqual({
            status: 0,
            isShown: false,
          });
        }
    });
  });

  test('says which read the server does not offer', async () => {
    const repository = {
      account: 'acme',
      repository: 'shop',
      levels: ['Environment', 'Application'],
    };
    await withShop(
      PLAIN,
      async ({ desk, server }) => {
        desk.env.CONFIGHUB_TOKEN = server.token('default');
        for (const args of [['show'], BILLING]) {
          const { status, stderr } = await desk.cli([...args, '--live']);
          expect({ status, stderr }).toEqual({
            status: 1,
            stderr: expect.stringMatching(/^error no-export: .*pull: /),
          });
          expect(stderr).not.toContain('Provide a token');
        }
      },
      { repositories: [{ ...repository, tokens: { default: {} } }], without: ['export', 'pull'] },
    );
  });

  test('needs a server', async () => {
    await withDesk(PROJECT, async (desk) => {
      const { status, stderr } = await desk.cli([...BILLING, '--live']);
      expect(status).toBe(1);
      expect(stderr).toContain('Neither url nor repository is configured');
    });
  });

  test('with groups of context elements, whose rows the answer names', async () => {
    const files = {
      'confighub.yaml': PROJECT['confighub.yaml'],
      'config/a.yaml': 'keys:\n  a: { values: { "*": broad, "Live;*": of the group } }\n',
    };
    const contextGroups = [{ level: 'Environment', name: 'Live', members: ['Production'] }];
    const flags = { contextGroupsEnabled: true };
    const levels = ['Environment', 'Application'];
    const repository = { account: 'acme', repository: 'shop', levels, contextGroups, flags };
    await withShop(
      files,
      async ({ desk, server }) => {
        desk.env.CONFIGHUB_TOKEN = server.token('default');
        desk.commit('First');
        expect((await desk.cli(['apply', '--yes'])).output).toContain('Applied');
        expect((await desk.cli([...BILLING, '--live'])).stdout).toMatch(
          /a +"of the group" +Live;\*/,
        );
      },
      { repositories: [{ ...repository, tokens: { default: {} } }] },
    );
  });
});
