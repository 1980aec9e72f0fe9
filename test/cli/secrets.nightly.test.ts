// No command prints a secret: neither before nor after, nor in JSON, push bodies, errors or refusals.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { push } from '../helpers/server.ts';
import { type Desk, REPOSITORY, SMALL, TOKEN, withShop } from '../helpers/process.ts';
import type { Ended } from '../helpers/run.ts';

/** Each text that must not be seen holds this. */
const MARK = 'hunter2';

const FILES = {
  'confighub.yaml':
    'levels: [Environment, Application]\nredact: ["*.license", "certs/**"]\nallowNewContexts: [Staging]\n',
  'config/shop.yaml': `keys:
  shop.title: Corner Shop
  db.password:
    values:
      "*": ${MARK}-everywhere
      Production;*: "${MARK} \\"quoted\\" \\\\ \\u00e9"
  shop.license: ${MARK}-license
  limits: { vdt: Long, value: { env: LIMITS } }
  tls.pem: { value: { env: TLS_PEM } }
  api-key.settings: { vdt: JSON, value: { user: ada, pin: ${MARK}-inside } }
files:
  certs/server.pem:
    "*": { path: content/server.pem }
  app/secrets.conf:
    "*": { path: content/secrets.conf }
`,
  'config/content/server.pem': `-----BEGIN-----\n${MARK}-line-1\n${MARK}-line-2\n`,
  'config/content/secrets.conf': `a = 1\nb = ${MARK}-conf\n`,
};
const ENV = { LIMITS: '4711471147114711', TLS_PEM: `${MARK}-line-a\n${MARK}-line-b` };

/** What the values become. */
const CHANGED: Record<string, string> = {
  ...FILES,
  'config/shop.yaml': FILES['config/shop.yaml']
    .replaceAll(MARK, `${MARK}-new`)
    .replace('  shop.license: hunter2-new-license\n', '')
    .replace(/ {2}app\/secrets\.conf:\n.*\n/, ''),
  'config/content/server.pem': `-----BEGIN-----\n${MARK}-line-1\n${MARK}-line-3\n`,
};

function expectNone(ended: Ended): void {
  expect(ended.output).not.toMatch(/hunter2|4711471147114711|8822882288228822/);
  expect(ended.output).not.toContain(TOKEN);
  for (const encoding of ['base64', 'hex'] as const)
    expect(ended.output).not.toContain(Buffer.from(MARK).toString(encoding).slice(0, 8));
}

async function runAll(
  desk: Desk,
  commands: readonly (readonly string[])[],
  status = 0,
): Promise<Ended[]> {
  const env = { ...ENV, ...desk.environment() };
  const all: Ended[] = [];
  for (const args of commands) {
    const ended = await desk.cli(args, { env });
    expect({ args, status: ended.status, stderr: ended.stderr }).toEqual({
      args,
      status,
      stderr: expect.any(String),
    });
    expectNone(ended);
    all.push(ended);
  }
  return all;
}

const SHOWN = [
  ['validate'],
  ['validate', '--json'],
  ['plan'],
  ['plan', '--json'],
  ['plan', '--show-push'],
  ['plan', '--show-push', '--json'],
];

describe.concurrent('secrets', () => {
  test('created, updated, deleted: shows the change, never the value', async () => {
    await withShop(FILES, async ({ desk, server }) => {
      desk.commit('Open the shop');
      const [, , created] = await runAll(desk, SHOWN);
      expect(created?.stdout).toMatch(
        /^ {2}\+ db\.password +Production;\* +\(secret, created, in clear text in Git\)/m,
      );
      const show = ['apply', '--show-push'];
      await runAll(desk, [show]);
      // Somebody else changes one, so that its before is none of ours.
      const foreign = [{ context: '*;*', value: '8822882288228822' }];
      await push(
        server,
        { data: [{ key: 'limits', vdt: 'Long', values: foreign }] },
        { token: 'default' },
      );
      desk.commit('Rotate', CHANGED);
      const [, , changed] = await runAll(desk, SHOWN);
      expect(changed?.stdout).toMatch(
        /^ {2}~ db\.password +\*;\* +\(secret, updated, in clear text in Git\)/m,
      );
      expect(changed?.stdout).toMatch(/^ {2}~ limits +\*;\* +\(secret, updated\)/m);
      expect(changed?.stdout).toMatch(/^ {2}- shop\.license +\*;\* +\(secret, deleted\)/m);
      expect(changed?.stdout).toMatch(
        /^ {2}~ certs\/server\.pem +\*;\* +\(secret, updated, in clear text in Git\)/m,
      );
      expect(changed?.stdout).toMatch(/^ {2}- app\/secrets\.conf +\*;\* +\(secret, deleted\)/m);
      await runAll(desk, [
        ['apply', '--json', '--show-push'],
        ['plan'],
        ['info'],
        ['info', '--json'],
      ]);
      expect(server.history('acme', 'shop')).toHaveLength(3);
    });
  });

  test('the record contains no value of the environment', async () => {
    await withShop(FILES, async ({ desk }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply'], { env: ENV });
      const ref = desk.git('for-each-ref', '--format=%(refname)', 'refs/confighub-sync');
      const everything = desk.git('log', '-p', ref) + desk.git('grep', '-h', '', ref);
      expect(everything).not.toContain(ENV.LIMITS);
      expect(everything).not.toContain(`${MARK}-line-a`);
      expect(readdirSync(desk.tmp)).toEqual([]);
    });
  });

  test('an invalid value, before anything is sent', async () => {
    const wrong = {
      'config/wrong.yaml': `keys:
  a.token: { vdt: Integer, value: ${MARK}-text }
  b.limit: { vdt: Integer, value: { env: TLS_PEM } }
  c.password: { values: { "*": ${MARK}-one, "*;*": ${MARK}-two } }
  d.secret: { vdt: Boolean, value: { path: content/server.pem } }
  e.password: { vdt: Map, value: ["${MARK}-list"] }
`,
    };
    await withShop({ ...FILES, ...wrong }, async ({ desk, requests }) => {
      const [text] = await runAll(
        desk,
        [['validate'], ['plan'], ['apply'], ['plan', '--json'], ['apply', '--json']],
        1,
      );
      expect(
        text?.stderr.match(/^config\/wrong\.yaml:\d+:\d+ error /gm)?.length,
      ).toBeGreaterThanOrEqual(5);
      expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    });
  });

  test('YAML that is cut off in a secret', async () => {
    for (const text of [
      `"${MARK}-open`,
      `{ ${MARK}: [`,
      `&${MARK} *${MARK}x`,
      `!!${MARK} x`,
      `${MARK}: a: b`,
    ]) {
      await withShop(
        { ...FILES, 'config/wrong.yaml': `keys:\n  db.password: ${text}\n` },
        async ({ desk }) => {
          await runAll(desk, [['validate'], ['plan', '--json']], 1);
        },
      );
    }
  });

  test('a locked one: the refusal shows only its name', async () => {
    await withShop(FILES, async ({ desk, server }) => {
      desk.commit('Open the shop');
      await runAll(desk, [['apply']]);
      const lock = { key: 'db.password', vdt: 'Text', push: false, deprecated: false };
      expect((await push(server, { data: [lock] }, { token: 'force' })).status).toBe(200);
      desk.commit('Rotate', CHANGED);
      await runAll(desk, [['plan'], ['apply', '--json', '--show-push']], 3);
      desk.commit('Force it', {
        'confighub.yaml': `${FILES['confighub.yaml']}forceKeyPush: true\n`,
      });
      const [refused, json] = await runAll(
        desk,
        [['apply'], ['apply', '--json', '--show-push']],
        1,
      );
      expect(refused?.stderr).toContain(
        'Push updates are disabled for specified key. (db.password)',
      );
      expect(json?.output).toContain('Push updates are disabled');
    });
  });

  test('one that was plain in the last apply, or will be', async () => {
    await withShop(SMALL, async ({ desk }) => {
      desk.commit('Plain', {
        'config/a.yaml': `keys:\n  app.mode: ${MARK}-was-plain\n  app.pin: { value: { env: TLS_PEM } }\n`,
      });
      const env = { ...ENV, ...desk.environment() };
      expect(await desk.cli(['apply'], { env })).toMatchObject({ status: 0 });
      desk.commit('Swapped', {
        'config/a.yaml': 'keys:\n  app.mode: { value: { env: TLS_PEM } }\n  app.pin: open\n',
      });
      const [plan] = await runAll(desk, [
        ['plan'],
        ['plan', '--json'],
        ['plan', '--show-push'],
        ['apply'],
      ]);
      expect(plan?.stdout).toMatch(/~ app\.mode .*\(secret, updated\)/);
      expect(plan?.stdout).toMatch(/~ app\.pin .*\(secret, updated, in clear text in Git\)/);
    });
  });

  test('a deleted key whose value came from the environment', async () => {
    await withShop(SMALL, async ({ desk }) => {
      desk.commit('With', { 'config/a.yaml': 'keys:\n  app.pin: { value: { env: TLS_PEM } }\n' });
      const env = { ...ENV, ...desk.environment() };
      expect(await desk.cli(['apply'], { env })).toMatchObject({ status: 0 });
      desk.commit('Without', { 'config/a.yaml': 'keys: {}\n' });
      const [plan] = await runAll(desk, [['plan'], ['plan', '--json'], ['apply', '--show-push']]);
      expect(plan?.stdout).toMatch(/- app\.pin .*\(secret, deleted\)/);
    });
  });

  test('the password of a security group, even if the server quotes it in a refusal', async () => {
    const files = {
      'confighub.yaml': 'passwords: { Database: { env: GROUP } }\n',
      'config/a.yaml': `keys:\n  db.user: { securityGroup: Database, value: ${MARK}-user }\nfiles:\n  db.ini: { "*;*": { content: ${MARK}-ini, securityGroup: Database } }\n`,
    };
    const cipher = 'AES/CBC/PKCS5Padding';
    const securityGroups = [{ name: 'Database', password: `${MARK}-group`, cipher }] as const;
    const repositories = [{ ...REPOSITORY, securityGroups }];
    const use = async ({ desk, server }: Parameters<Parameters<typeof withShop>[1]>[0]) => {
      desk.commit('Secured');
      desk.env.GROUP = `${MARK}-wrong`;
      const [refused] = await runAll(desk, [['apply'], ['apply', '--json', '--show-push']], 1);
      expect(refused?.stderr).toContain('Invalid password specified.');
      desk.env.GROUP = `${MARK}-group`;
      const [, , plan] = await runAll(desk, SHOWN);
      expect(plan?.stdout).toMatch(
        /\+ db\.user .*\(secret, created, in clear text in Git\) +new key, Text, in security group Database/,
      );
      await runAll(desk, [['apply', '--show-push']]);
      expect(server.history('acme', 'shop')).toHaveLength(1);
      const [, , , json] = await runAll(desk, SHOWN);
      expect(JSON.parse(json?.stdout ?? '')).toMatchObject({ changes: [] });
    };
    await withShop(files, use, { repositories });
  });

  test('what docs/security.md says is not detected is shown', async () => {
    const token = `ghp_${'0123456789abcdefghijklmnopqrstuvwxyz'}`;
    const files = {
      'confighub.yaml': 'prune: managed\n',
      'config/a.yaml': `keys:
  db.password: { readme: "Password: see the safe", value: { env: OWN } }
  other.text: 4711-own-and-harmless
  with.token: { readme: "Not ${token}", value: 1 }
`,
    };
    await withShop(files, async ({ desk }) => {
      desk.env.OWN = '4711-own-and-harmless';
      desk.commit('Readmes');
      const [before] = await runAll(desk, [['plan']]);
      expect(before?.stdout).toMatch(/db\.password .*\(secret, created\)/);
      expect(before?.stdout).toMatch(/other\.text .*"4711-own-and-harmless"/);
      await runAll(desk, [['apply']]);
      desk.commit('Other readmes', {
        'config/a.yaml': files['config/a.yaml']
          .replace('the safe', 'the vault')
          .replace('Not', 'No'),
      });
      const [after] = await runAll(desk, [['plan']]);
      expect(after?.stdout).toMatch(
        /db\.password .*readme "Password: see the safe" → "Password: see the vault"/,
      );
      expect(after?.stdout).toMatch(/with\.token .*readme "\(secret\)" → "\(secret, changed\)"/);
      expect(after?.output).not.toContain(token);
    });
  });

  test('the test would detect one', () => {
    expect(readFileSync(new URL(import.meta.url), 'utf8')).toContain(MARK);
    const shown = { status: 0, stdout: `${MARK}-x`, stderr: '', output: `${MARK}-x` };
    expect(() => expectNone(shown)).toThrow();
  });
});
