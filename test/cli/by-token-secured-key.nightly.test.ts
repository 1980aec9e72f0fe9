// Keys of a security group and keys without values, read by token: what a read cannot show is unknown, not absent.
import { describe, expect, test } from 'vitest';
import { REPOSITORY, TOKEN, withShop } from '../helpers/process.ts';
import { push, read, type TestServer } from '../helpers/server.ts';

const CLOSED = {
  repositories: [
    {
      ...REPOSITORY,
      flags: { tokenFreePull: false },
      securityGroups: [
        { name: 'Sec', password: 'passw0rd', cipher: 'AES/CBC/PKCS5Padding' as const },
      ],
      tokens: { default: { value: TOKEN, securityGroups: ['Sec'] } },
    },
  ],
};
/** Names of the keys that the server counts and knows. */
async function keysOf(server: TestServer): Promise<string[]> {
  const headers = { 'client-token': TOKEN };
  const names = await Promise.all(
    ['a', 'b'].map(async (name) => {
      const data = await read(server, '/rest/keyData', { ...headers, KeyName: name });
      return Object.keys(data as object).length > 0 ? [name] : [];
    }),
  );
  return names.flat();
}

const project = (document: string) => ({
  'confighub.yaml':
    'levels: [Environment, Application]\npasswords: { Sec: { env: SEC_PASSWORD } }\n',
  'config/shop.yaml': document,
});

describe.concurrent('a key of a security group that the token lacks', () => {
  const [repository] = CLOSED.repositories;
  const bare = {
    repositories: [
      { ...repository, tokens: { default: { value: TOKEN, securityGroups: ['Sec'] }, bare: {} } },
    ],
  };
  const document =
    'keys:\n  a: { securityGroup: Sec, values: { "*;*": { env: A } } }\n  b: { value: 1 }\n';

  test('the plan refuses every write and delete, but ignores keys that are not touched', async () => {
    await withShop(
      project(document),
      async ({ desk, server }) => {
        Object.assign(desk.env, { SEC_PASSWORD: 'passw0rd', A: 'first word' });
        desk.commit('Open the shop');
        expect(await desk.cli(['apply'])).toMatchObject({ status: 0, stderr: '' });
        const env = { CONFIGHUB_TOKEN: server.token('bare') };
        expect(await desk.cli(['plan'], { env })).toMatchObject({
          status: 0,
          stdout: expect.stringContaining('No changes.'),
        });
        const changed = await desk.cli(['apply'], { env: { ...env, A: 'second word' } });
        expect(changed.stdout).toContain(
          'refused secret-locked: a belongs to the security group Sec, which the token does not carry: the server returns the key encrypted, and would reject the push.\n  Use a token that carries the group.',
        );
        expect(changed.status).toBe(3);
        desk.commit('Without the secret', project('keys: { b: 1 }\n'));
        expect(await desk.cli(['plan'], { env })).toMatchObject({ status: 3 });
        // Without the password, what is encrypted cannot be compared, and would be written.
        desk.commit('With it', {
          ...project(document),
          'confighub.yaml': 'levels: [Environment, Application]\n',
        });
        expect(await desk.cli(['plan'], { env })).toMatchObject({ status: 3 });
        const allowed = await desk.cli(['apply'], { env: { A: 'second word' } });
        expect(allowed).toMatchObject({ status: 0 });
      },
      bare,
    );
  });
});

describe.concurrent('deleting a key without values, by token', () => {
  const documents = {
    before: 'keys:\n  a: { readme: "The first.", deprecated: false }\n  b: { value: 1 }\n',
    after: 'keys:\n  a: { opp: delete }\n  b: { value: 1 }\n',
  };

  test.for([
    ['declared so', documents.before, documents.after],
    [
      'declared so, in a group',
      documents.before.replace('readme', 'securityGroup: Sec, readme'),
      documents.after,
    ],
    ['no longer declared', documents.before, 'keys:\n  b: { value: 1 }\n'],
  ] as const)('is deleted where it is %s', async ([, before, after]) => {
    await withShop(
      project(before),
      async ({ desk, server }) => {
        desk.env.SEC_PASSWORD = 'passw0rd';
        desk.commit('Open the shop');
        expect(await desk.cli(['apply'])).toMatchObject({ status: 0, stderr: '' });
        desk.commit('Without it', project(after));
        expect((await desk.cli(['drift'])).stdout).toMatch(/\nNo drift\.\n$/);
        const { status, stdout } = await desk.cli(['apply']);
        expect(stdout).toMatch(/\n {2}- a +\(key\)/);
        expect(stdout).toMatch(/1 to delete\.\nApplied and verified: .*\.\n/);
        expect(status).toBe(0);
        expect(await keysOf(server)).toEqual(['b']);
        expect((await desk.cli(['plan'])).stdout).toMatch(/\nNo changes\.\n$/);
      },
      CLOSED,
    );
  });

  test('keeps it if it is no longer declared, because others may have created a value', async () => {
    await withShop(
      project(documents.before),
      async ({ desk, server }) => {
        desk.env.SEC_PASSWORD = 'passw0rd';
        desk.commit('Open the shop');
        expect(await desk.cli(['apply'])).toMatchObject({ status: 0, stderr: '' });
        const theirs = { key: 'a', vdt: 'Text', values: [{ context: 'Dev;*', value: 'theirs' }] };
        expect((await push(server, { data: [theirs] }, { token: 'default' })).status).toBe(200);
        desk.commit('Without it', project('keys:\n  b: { value: 1 }\n'));
        expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
        expect(await keysOf(server)).toEqual(['a', 'b']);
      },
      CLOSED,
    );
  });
});

describe.concurrent('a key without values in a security group, by token', () => {
  test('is applied and verified, and in sync for the next apply', async () => {
    const document =
      'keys:\n  a: { securityGroup: Sec, readme: "The first." }\n  b: { value: 1 }\n';
    await withShop(
      project(document),
      async ({ desk }) => {
        desk.env.SEC_PASSWORD = 'passw0rd';
        desk.commit('Open the shop');
        const first = await desk.cli(['apply']);
        expect(first).toMatchObject({ status: 0, stderr: '' });
        expect(first.stdout).toMatch(/^Applied and verified: .*\.$/m);
        expect((await desk.cli(['plan'])).stdout).toMatch(/\nNo changes\.\n$/);
        desk.commit('Tell more', project(document.replace('The first.', 'The very first.')));
        const second = await desk.cli(['apply']);
        expect(second).toMatchObject({ status: 0, stderr: '' });
        expect(second.stdout).toContain('readme "The first." → "The very first."');
        expect(second.stdout).not.toContain('securityGroup');
      },
      CLOSED,
    );
  });
});
