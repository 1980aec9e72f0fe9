// drift: how it is shown, kept, and overwritten by an apply.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Desk, SMALL, withShop } from '../helpers/process.ts';
import { exported, push, type TestServer } from '../helpers/server.ts';

const DEFAULT = { token: 'default' };

/** Applies the small shop, then changes, adds and deletes something behind its back. */
async function drifted({ desk, server }: { desk: Desk; server: TestServer }): Promise<void> {
  desk.commit('Open the shop');
  expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
  const data = [
    {
      key: 'db.host',
      values: [
        { context: '*;*', value: 'theirs' },
        { context: 'Production;*', opp: 'delete' },
      ],
    },
    { key: 'their.key', values: [{ context: '*;*', value: 'theirs' }] },
  ];
  expect(await push(server, { enableKeyCreation: true, data }, DEFAULT)).toMatchObject({
    status: 200,
  });
}

describe.concurrent('drift', () => {
  test('includes only changes of managed items; without a record, it is determined from any commit with --last-applied', async () => {
    await withShop(SMALL, async ({ desk, server, requests }) => {
      await drifted({ desk, server });
      requests.length = 0;
      expect(await desk.cli(['drift', '--detailed-exitcode'])).toEqual({
        status: 2,
        stderr: '',
        stdout: `acme/shop at ${server.url}

Changed on the server since the last apply (last applied → server):
  ~ db.host  *;*           "db.dev.internal" → "theirs"  config/shop.yaml:5:7
  - db.host  Production;*  "db.prod.internal"            config/shop.yaml:6:7
      falls back to "theirs" from *;*

Drift on the server: 0 created, 1 updated, 1 deleted.
`,
        output: expect.any(String),
      });
      expect(requests.filter((one) => !one.startsWith('GET '))).toEqual([]);
      const { status, stdout } = await desk.cli(['drift', '--json']);
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        version: 1,
        counts: { create: 0, update: 1, delete: 1 },
        drift: [
          {
            key: 'db.host',
            context: '*;*',
            before: 'db.dev.internal',
            after: 'theirs',
            cause: 'drift',
          },
          { key: 'db.host', context: 'Production;*', before: 'db.prod.internal', action: 'delete' },
        ],
      });

      desk.git(
        'update-ref',
        '-d',
        desk.git('for-each-ref', '--format=%(refname)', 'refs/confighub-sync'),
      );
      expect((await desk.cli(['drift'])).stderr).toContain('--last-applied');
      const since = await desk.cli(['drift', '--last-applied', 'HEAD', '--detailed-exitcode']);
      expect(since.status).toBe(2);
      expect(since.stdout).toMatch(
        /\nCommit [0-9a-f]{10} is used as the last applied one, instead of the one in the record\.\n\n/,
      );
      expect(since.stdout).toMatch(/\nDrift on the server: 0 created, 1 updated, 1 deleted\.\n$/);
    });
  });

  test('does not list secrets that cannot be compared', async () => {
    const document = 'keys: { db.password: { value: { env: DB_PASSWORD } } }\n';
    await withShop({ ...SMALL, 'config/secret.yaml': document }, async ({ desk }) => {
      const env = { DB_PASSWORD: 'some-secret-value' };
      desk.commit('Open the shop');
      expect(await desk.cli(['apply'], { env })).toMatchObject({ status: 0 });
      const { stdout } = await desk.cli(['drift'], { env });
      expect(stdout).toMatch(/^acme\/shop at \S+\n\nNo drift\.\n$/);
    });
  });

  test('cannot be determined before the first apply or outside Git, and is empty right after an apply, whatever the files say', async () => {
    await withShop(SMALL, async ({ desk }) => {
      expect((await desk.cli(['drift'])).stderr).toMatch(
        /^error drift-unknown: .* is not in a Git repository.*\n {2}Run `git init` /,
      );
      desk.commit('Open the shop');
      const before = await desk.cli(['drift']);
      expect(before.status).toBe(1);
      expect(before.stderr).toMatch(
        /^error drift-unknown: Cannot determine drift: this project has no record of an earlier apply/,
      );
      await desk.cli(['apply']);
      desk.write({ 'config/shop.yaml': 'keys: { other: { value: { env: NOT_SET } } }\n' });
      const { status, stdout, stderr } = await desk.cli(['drift', '--detailed-exitcode']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(/\n\nNo drift\.\n$/);
    });
  });

  test('is shown first by an apply, and overwritten, or kept on request, unless the files changed it too', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      await drifted({ desk, server });
      desk.write({
        'config/shop.yaml': `${SMALL['config/shop.yaml']}`.replace('Corner Shop', 'The Shop'),
      });
      desk.commit('Rename the shop');
      const kept = await desk.cli(['apply', '--on-drift', 'keep']);
      expect(kept).toMatchObject({ status: 0, stderr: '' });
      expect(kept.stdout).toContain(
        '2 items were changed on the server since the last apply (last applied → server), and are left alone (onDrift: keep):',
      );
      expect(await valuesOf(server, 'db.host')).toEqual({ '*;*': 'theirs' });
      expect(await valuesOf(server, 'shop.title')).toEqual({ '*;*': 'The Shop' });
      const failed = await desk.cli(['apply'], { env: { CONFIGHUB_ON_DRIFT: 'fail' } });
      expect(failed.status).toBe(3);
      expect(failed.stdout).toMatch(
        /config\/shop.yaml:5:7 and 1 more place refused drift: db\.host in 2 contexts was changed/,
      );
      const left = await desk.cli(['plan', '--detailed-exitcode', '--on-drift', 'keep']);
      expect(left).toMatchObject({ status: 2, stdout: expect.stringContaining('No changes.') });
      const overwritten = await desk.cli(['apply']);
      expect(overwritten.stdout).toMatch(
        /^acme\/shop at .*\n\n2 items were changed on the server since the last apply\. An apply would replace them with what the files declare \(server → files\):\n {2}~ db\.host +\*;\* +"theirs" → "db\.dev\.internal"/,
      );
      expect(overwritten).toMatchObject({ status: 0, stderr: '' });
      expect(await valuesOf(server, 'db.host')).toEqual({
        '*;*': 'db.dev.internal',
        'Production;*': 'db.prod.internal',
      });
      expect((await desk.cli(['drift'])).stdout).toMatch(/\nNo drift\.\n$/);

      // Now the files change what others changed.
      const data = [{ key: 'db.host', values: [{ context: '*;*', value: 'theirs' }] }];
      expect(await push(server, { data }, DEFAULT)).toMatchObject({ status: 200 });
      desk.commit('Move the database', {
        'config/shop.yaml': SMALL['config/shop.yaml'].replace('db.dev.internal', 'db.new.internal'),
      });
      const conflict = await desk.cli(['apply', '--on-drift', 'keep']);
      expect(conflict.status).toBe(3);
      expect(conflict.stdout).toContain(
        'config/shop.yaml:5:7 refused conflict: db.host in `*;*` was changed',
      );
      expect(await valuesOf(server, 'db.host')).toMatchObject({ '*;*': 'theirs' });
      const written = await desk.cli(['apply']);
      expect(written.stdout).toMatch(
        /\n1 item was changed on the server since the last apply, and the files changed it too\. An apply would replace it with what the files declare \(server → files\):\n.*"theirs" → "db\.new\.internal" +conflict: also changed in the files/,
      );
      expect(await valuesOf(server, 'db.host')).toMatchObject({ '*;*': 'db.new.internal' });
    });
  });

  test('that deleted the other values of a key is named if the last one would be deleted, with both options', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      desk.commit('Open the shop');
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
      const data = [{ key: 'db.host', values: [{ context: '*;*', opp: 'delete' }] }];
      expect(await push(server, { data }, DEFAULT)).toMatchObject({ status: 200 });
      const text = `${SMALL['config/shop.yaml']}`.replace(/ +Production.*\n/, '');
      desk.commit('Leave production to the default', { 'config/shop.yaml': text });
      const { status, stdout } = await desk.cli(['plan', '--on-drift', 'keep']);
      expect(status).toBe(3);
      expect(stdout).toContain(
        'config/shop.yaml:3:3 refused last-value: db.host would lose its last value, and the server would delete the key with it: its other values (`*;*`) were deleted on the server, and `onDrift: keep` leaves them deleted.\n  Apply once with `--on-drift overwrite` (input `on-drift: overwrite`) to restore them. To delete the key, declare `opp: delete` for it.',
      );
      expect(await desk.cli(['apply', '--on-drift', 'overwrite'])).toMatchObject({ status: 0 });
      expect(await valuesOf(server, 'db.host')).toEqual({ '*;*': 'db.dev.internal' });
    });
  });
});

describe.concurrent('an item that others created and the files now declare', () => {
  test('is not drift; it is overwritten by default, and with `keep` or `fail` after an approval or not at all', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      desk.commit('Open the shop');
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
      const write = (value: string) => {
        const data = [{ key: 'their.key', push: true, values: [{ context: '*;*', value }] }];
        return push(server, { enableKeyCreation: true, data }, DEFAULT);
      };
      expect(await write('theirs')).toMatchObject({ status: 200 });
      const theirs = 'keys: { their.key: ours }\n';
      desk.commit('Declare it', { 'config/theirs.yaml': theirs });
      expect(JSON.parse((await desk.cli(['plan', '--json'])).stdout)).toMatchObject({
        version: 1,
        counts: { update: 1, drift: 0 },
        changes: [{ key: 'their.key', before: 'theirs', after: 'ours', cause: 'unmanaged' }],
      });
      for (const onDrift of ['keep', 'fail']) {
        const refused = await desk.cli(['apply', '--on-drift', onDrift]);
        expect(refused.status).toBe(3);
        expect(refused.stdout).toContain(
          'config/theirs.yaml:1:9 refused unmanaged: their.key in `*;*` is already on the server, and the last apply did not include it.\n  To keep what the server has, run `confighub-sync import --only drift`.\n',
        );
        expect(await valuesOf(server, 'their.key')).toEqual({ '*;*': 'theirs' });
        const [, approval = ''] = /--approve ([0-9a-f]{32})\n/.exec(refused.stdout) ?? [];
        const plan = await desk.cli(['plan', '--on-drift', onDrift, '--approve', approval]);
        expect(plan).toMatchObject({ status: 0, stdout: expect.not.stringContaining('refused') });
      }

      expect(await desk.cli(['import', '--only', 'drift', '--yes'])).toMatchObject({
        status: 0,
        stderr: '',
      });
      expect(readFileSync(desk.path('config/theirs.yaml'), 'utf8')).toBe(
        'keys: { their.key: theirs }\n',
      );
      desk.write({ 'config/theirs.yaml': theirs });
      const written = await desk.cli(['apply']);
      expect(written.stdout).toMatch(
        /\n1 item is already on the server, and the last apply did not include it\. An apply would replace it with what the files declare \(server → files\):\n {2}~ their\.key +\*;\* +"theirs" → "ours"/,
      );
      expect(await valuesOf(server, 'their.key')).toEqual({ '*;*': 'ours' });
      expect((await desk.cli(['drift'])).stdout).toMatch(/\nNo drift\.\n$/);
      // From now on it is.
      expect(await write('theirs')).toMatchObject({ status: 200 });
      expect((await desk.cli(['plan'])).stdout).toContain(
        '1 item was changed on the server since the last apply.',
      );
    });
  });
});

async function valuesOf(server: TestServer, name: string): Promise<Record<string, string>> {
  const entries = (await exported(server)) as {
    key?: string;
    values?: { context: string; value: string }[];
  }[];
  const values = entries.find(({ key }) => key === name)?.values ?? [];
  return Object.fromEntries(values.map(({ context, value }) => [context, value]));
}
