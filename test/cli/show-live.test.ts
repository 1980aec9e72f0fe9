// `show` with a server: what it answers, and where that differs from the files.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Desk, withDesk, withShop } from '../helpers/process.ts';
import { push, request } from '../helpers/server.ts';
import { BILLING, PROJECT } from '../helpers/show.ts';

const GOLDEN = fileURLToPath(new URL('show/', import.meta.url));

/** As an application asks. */
async function pulled(desk: Desk, context: string) {
  const { CONFIGHUB_URL: url = '', CONFIGHUB_TOKEN: token } = desk.env;
  const { body } = await request({ url }, { path: '/rest/pull', headers: { Context: context, 'Client-Token': token } });
  return JSON.parse(body) as {
    properties: Record<string, { val: unknown }>;
    files: Record<string, { content: string }>;
  };
}

describe.concurrent('from the server', () => {
  const plain = {
    ...PROJECT,
    'config/shop.yaml': PROJECT['config/shop.yaml']
      .replace('{ env: DB_PASSWORD }', 'pa55')
      .replace(' ${nobody.knows}', ''),
  };

  test('is what the server answers, and so is what the files declare after an apply', async () => {
    await withShop(plain, async ({ desk }) => {
      desk.commit('First');
      expect((await desk.cli(['apply', '--yes'])).output).toContain('Applied');
      for (const context of ['Production;Billing', 'Test;Web', 'Production;*']) {
        const answer = await pulled(desk, context);
        for (const from of ['live', 'desired']) {
          const args = ['show', '--context', context, '--from', from];
          const shown = JSON.parse((await desk.cli([...args, '--json'])).stdout);
          const values = shown.keys.map(({ key, value, vdt, secret }: Record<string, string>) => {
            const val = answer.properties[key ?? '']?.val;
            if (!secret) expect(vdt === 'Map' ? JSON.parse(value ?? '') : value).toEqual(val);
            return key;
          });
          expect(values).toEqual(Object.keys(answer.properties).sort());
          const files = JSON.parse((await desk.cli([...args, '--files', '--json'])).stdout).files;
          for (const { path, content } of files)
            expect(content).toBe(answer.files[path]?.content.replace('secret pa55', 'secret (secret)'));
          expect(files.map(({ path }: { path: string }) => path)).toEqual(Object.keys(answer.files).sort());
        }
      }
      const same = await desk.cli([...BILLING, '--diff', '--detailed-exitcode']);
      expect(same).toMatchObject({ status: 0, stdout: expect.stringContaining('receives the same from acme/shop') });
    });
  });

  test.for([60, 120])('shows what differs, in %i columns', async (columns, { expect }) => {
    await withShop(plain, async ({ desk, server }) => {
      desk.commit('First');
      await desk.cli(['apply', '--yes']);
      const data = [
        { key: 'db.host', values: [{ context: '*;Billing', value: 'db.theirs.internal' }] },
        { key: 'db.password', values: [{ context: 'Production;*', value: 'theirs5' }] },
        { key: 'others', push: true, values: [{ context: '*;*', value: 'x' }] },
        { file: 'robots.txt', context: '*;*', content: 'User-agent: theirs\n' },
      ];
      expect(await push(server, { enableKeyCreation: true, data }, { token: 'force' })).toMatchObject({ status: 200 });
      desk.write({
        'config/shop.yaml': plain['config/shop.yaml']
          .replace('value: 10', 'value: 20')
          .replace('  limits:', '  new: x\n  limits:'),
      });
      const shown: string[] = [];
      for (const args of [BILLING, [...BILLING, '--diff', '--detailed-exitcode'], [...BILLING, '--diff', '--files']]) {
        const from = args === BILLING ? ['--from', 'live'] : [];
        const { status, stdout, stderr } = await desk.cli([...args, ...from, '--no-color'], { terminal: { columns } });
        expect({ status, stderr: stderr.replace(/^.*untracked.*\n/gm, '') }).toEqual({
          status: args.includes('--detailed-exitcode') ? 2 : 0,
          stderr: '',
        });
        shown.push(
          `$ confighub-sync ${[...args, ...from].join(' ')}\n${stdout.replaceAll(server.url, 'http://config.example.com')}`,
        );
      }
      await expect(shown.join('\n')).toMatchFileSnapshot(join(GOLDEN, `live-${columns}.txt`));
      const { stdout } = await desk.cli([...BILLING, '--diff', '--json', 'db.host']);
      expect(JSON.parse(stdout)).toMatchObject({
        version: 1,
        difference: ['live', 'desired'],
        keys: [],
        undeclared: 0,
      });
    });
  });

  test('a secret in a file that others changed is masked, or the whole file if the secret is short', async () => {
    for (const [password, shown] of [
      ['pa55', /nginx\/app\.conf .*\(secret[,)]/],
      ['pa55\\word', /\| \+?-?theirs \(secret\)/],
    ] as const) {
      await withShop(plain, async ({ desk, server }) => {
        desk.write({ 'config/shop.yaml': plain['config/shop.yaml'].replace('pa55', password) });
        desk.commit('First');
        expect((await desk.cli(['apply', '--yes'])).output).toContain('Applied');
        const data = [{ file: 'nginx/app.conf', context: 'Production;*', content: 'theirs ${db.password}\n' }];
        expect(await push(server, { data }, { token: 'force' })).toMatchObject({ status: 200 });
        for (const source of [['--from', 'live'], ['--diff']]) {
          const { stdout } = await desk.cli([...BILLING, ...source, '--files', 'nginx/*']);
          expect(stdout).toMatch(shown);
          expect(stdout).not.toContain('pa55');
        }
      });
    }
  });

  test('what secret files, Maps and Lists put into a file is masked, also if others changed the file', async () => {
    const files = {
      'confighub.yaml': 'version: 1\nlevels: [Environment, Application]\nredact: ["certs/*", "hidden.*"]\n',
      'config/a.yaml': `keys:
  hidden.map: { vdt: Map, value: '{ "user": "canary-user", "pin": "canary\\\\u002done" }' }
  hidden.list: { vdt: List, value: '[ "canary-1",   "canary-2" ]' }
  inner: { vdt: FileEmbed, value: certs/inner.txt }
files:
  certs/inner.txt: { content: "canary of a file\\n" }
  map.txt: { content: "a \${hidden.map} b\\n" }
  list.txt: { content: "a \${hidden.list} b\\n" }
  outer.txt: { content: "a \${inner} b\\n" }
`,
    };
    const shows = async (desk: Desk) => {
      for (const source of [[], ['--from', 'live'], ['--diff']])
        for (const format of ['json', 'table'])
          expect(
            (await desk.cli([...BILLING, ...source, '--format', format, '--files', '*.txt', '**'])).output,
          ).not.toMatch(/canary/);
    };
    await withShop(files, async ({ desk }) => {
      desk.commit('First');
      expect((await desk.cli(['apply', '--yes'])).output).toContain('Applied');
      await shows(desk);
      desk.write({ 'config/a.yaml': files['config/a.yaml'].replaceAll('"a $', '"changed $') });
      await shows(desk);
    });
  });

  test('needs a server', async () => {
    await withDesk(PROJECT, async (desk) => {
      const { status, stderr } = await desk.cli([...BILLING, '--from', 'live']);
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
    const repository = {
      account: 'acme',
      repository: 'shop',
      levels: ['Environment', 'Application'],
      contextGroups,
      flags,
    };
    await withShop(
      files,
      async ({ desk, server }) => {
        desk.env.CONFIGHUB_TOKEN = server.token('default');
        desk.commit('First');
        expect((await desk.cli(['apply', '--yes'])).output).toContain('Applied');
        expect((await desk.cli([...BILLING, '--from', 'live'])).stdout).toMatch(/a +"of the group" +Live;\*/);
        expect((await desk.cli([...BILLING, '--diff'])).stdout).toContain('receives the same');
      },
      { repositories: [{ ...repository, tokens: { default: {} } }] },
    );
  });
});
