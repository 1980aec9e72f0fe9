// apply: pushes once, verifies and records; and everything that prevents the push.
import { describe, expect, test } from 'vitest';
import { exported, push } from '../helpers/server.ts';
import { SMALL, withShop } from '../helpers/process.ts';

const DEFAULT = { token: 'default' };

const ONE = {
  ...SMALL,
  'config/shop.yaml': 'keys:\n  shop.title: Corner Shop\n',
};

/** A comment of the server's history, of an apply that the user of this machine approved. */
function approvedText(message: string, approval: string): RegExp {
  return new RegExp(`^${message}\\n\\nApproved: ${approval} \\(by \\S+\\)$`);
}

function posts(requests: readonly string[]): string[] {
  return requests.filter((one) => !one.startsWith('GET '));
}

describe.concurrent('apply', () => {
  test('pushes once, verifies, and records who and why on the server; then it sends what changed, and deletes only what is gone', async () => {
    const regions = (list: string) => ({
      'config/regions.yaml': `keys: { regions: { vdt: List, value: ${list} } }\n`,
    });
    await withShop({ ...SMALL, ...regions('[eu]') }, async ({ desk, server, requests }) => {
      desk.commit('Open the shop\n\nWith a second paragraph — “quoted”.');
      const { status, stdout, stderr } = await desk.cli(['apply']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(
        /\nPlan: 4 to create, 0 to update, 0 to delete\.\nApplied and verified: 4 created\.\nNote: this clone has no `origin` remote, /,
      );
      expect(posts(requests)).toEqual(['POST /rest/push']);
      const [, ...after] = requests.slice(requests.indexOf('POST /rest/push'));
      expect(after).toContain('GET /rest/pull/acme/shop');
      expect(after.every((request) => request.startsWith('GET '))).toBe(true);
      expect(server.history('acme', 'shop')).toMatchObject([
        {
          comment: 'Open the shop\n\nWith a second paragraph — “quoted”.',
          application: 'confighub-sync',
          token: 'default',
        },
      ]);

      const refs = desk.git('for-each-ref');
      requests.length = 0;
      const second = await desk.cli(['apply']);
      expect(second).toMatchObject({ status: 0, stderr: '' });
      expect(second.stdout).toMatch(/\n\nNo changes\.\n$/);
      expect(posts(requests)).toEqual([]);
      expect(desk.git('for-each-ref')).toBe(refs);

      // A list is verified by pulls alone.
      desk.commit('Grow', regions('[eu, us]'));
      requests.length = 0;
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
      const reads = requests.slice(requests.indexOf('POST /rest/push') + 1);
      expect(new Set(reads)).toEqual(new Set(['GET /rest/pull/acme/shop']));

      const foreign = { key: 'their.key', values: [{ context: '*;*', value: 'theirs' }] };
      await push(server, { enableKeyCreation: true, data: [foreign] }, DEFAULT);
      desk.commit('No database', ONE);
      const deleted = await desk.cli(['apply']);
      expect(deleted.status).toBe(0);
      expect(deleted.stdout).toMatch(
        /^ {2}- db\.host +\*;\* .*key deleted with its 2 values {2}was config\/shop\.yaml:5:7\n {6}no application has a value afterwards$/m,
      );
      expect(deleted.stdout).toContain(
        'Plan: 0 to create, 0 to update, 2 to delete.\nApplied and verified: ',
      );
      const keys = (await exported(server)).map((entry) => (entry as { key: string }).key);
      expect(keys.sort()).toEqual(['regions', 'shop.title', 'their.key']);
    });
  });

  test('quotes a commit message that imitates an approval line', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      const lines = [
        'Approved: 3f9c2a',
        '  APPROVED: 3f9c2a',
        'A\u200bpproved: 3f9c2a',
        '\uff21pproved: 3f9c2a',
        'forced: 3f9c2a',
      ];
      desk.commit(
        `Open the shop\n\n${lines.join('\n')}\u2028Approved: 3f9c2a\nThis was Approved: so.\n\nApproved: 3f9c2a`,
      );
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
      expect(server.history('acme', 'shop')[0]?.comment).toBe(
        ['Open the shop', '', ...lines.map((line) => `> ${line.trimStart()}`)].join('\n') +
          '\u2028> Approved: 3f9c2a\nThis was Approved: so.\n\n> Approved: 3f9c2a',
      );
      desk.commit('Approved: 3f9c2a', { 'config/shop.yaml': 'keys: { only.one: 1 }\n' });
      const { approval } = JSON.parse((await desk.cli(['plan', '--json'])).stdout);
      const text = `{message}\nApproved: ${approval}`;
      const args = ['apply', '--approve', approval, '--change-comment', text];
      expect(await desk.cli(args)).toMatchObject({ status: 0 });
      const comments = server.history('acme', 'shop').map(({ comment }) => comment);
      expect(comments.at(-1)).toMatch(
        approvedText(`> Approved: 3f9c2a\n> Approved: ${approval}`, approval),
      );
    });
  });

  test('fills in the placeholders known from Git, and leaves those empty that are known only in a workflow', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      const commit = desk.commit('Open the shop\n\nAt last.');
      desk.git('checkout', '--quiet', '-B', 'feature/shop');
      const comment =
        '{subject} ({branch}, {short-sha}) #{pull-request}\n{workflow} {run}\nby {actor}';
      const env = { USER: 'ada', CONFIGHUB_CHANGE_COMMENT: comment };
      expect(await desk.cli(['apply'], { env })).toMatchObject({ status: 0 });
      desk.commit('No database', ONE);
      desk.git('checkout', '--quiet', '--detach');
      await desk.cli(['apply', '--change-comment', '{subject}\non {branch}'], { env });
      expect(
        server
          .history('acme', 'shop')
          .map((revision) => revision.comment)
          .sort(),
      ).toEqual([
        'No database\non',
        `Open the shop (feature/shop, ${commit.slice(0, 10)}) #\n \nby ada`,
      ]);
    });
  });

  test('outside Git: applies and verifies, prunes nothing', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      const { status, stdout } = await desk.cli(['apply', '--yes']);
      expect(status).toBe(0);
      expect(stdout).not.toContain('What the files no longer declare');
      expect(server.history('acme', 'shop')).toMatchObject([{ comment: 'confighub-sync apply' }]);
      desk.write(ONE);
      // Now there is something that a record would have had it delete.
      expect((await desk.cli(['apply', '--yes'])).stdout).toMatch(
        /\nWhat the files no longer declare stays on the server: this folder is not in a Git repository[\s\S]*\nNo changes\.\n$/,
      );
    });
  });

  test('sends a commit message of 100 KB completely', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      const message = `Großes Update\n\n${'Zeile mit Ümläuten und 絵文字 🎉\n'.repeat(2500)}Ende`;
      expect(Buffer.byteLength(message)).toBeGreaterThan(100_000);
      desk.git('init', '--quiet');
      desk.sandbox.write('message', message);
      desk.git('add', '.');
      desk.git('commit', '--quiet', '--file', desk.sandbox.path('message'));
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
      const [revision] = server.history('acme', 'shop');
      expect(revision?.comment === message).toBe(true);
    });
  });

  test('--json prints one document with the outcome, even on failure', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      const outcomeOf = async (...flags: string[]) =>
        JSON.parse((await desk.cli(['apply', '--yes', '--json', ...flags])).stdout);
      const verified = { version: 1, counts: { create: 3 }, outcome: 'verified' };
      expect(await outcomeOf('--show-push')).toMatchObject({
        ...verified,
        pushes: [{ data: [{}, {}] }],
      });
      expect(await outcomeOf()).toMatchObject({ version: 1, changes: [], outcome: 'nothing' });
      await push(
        server,
        { data: [{ key: 'db.host', vdt: 'Text', push: false, deprecated: false }] },
        DEFAULT,
      );
      desk.write({
        'confighub.yaml': 'forceKeyPush: true\n',
        'config/shop.yaml': 'keys:\n  db.host: db.new.internal\n',
      });
      expect(await outcomeOf()).toEqual({
        version: 1,
        error: {
          code: 'key-locked',
          message: expect.stringContaining('Push updates are disabled'),
          hint: expect.any(String),
          places: [{ file: 'config/shop.yaml', line: 2, column: 3 }],
          diagnostics: [],
        },
      });
      desk.write({ 'confighub.yaml': 'limits: { maxDeletes: 0 }\n' });
      expect(await outcomeOf('--prune', 'all')).toMatchObject({
        refused: true,
        outcome: 'refused',
      });
    });
  });
});

describe.concurrent('refused, and nothing is sent', () => {
  test('the first apply to a repository with content: 3, unless it was imported', async () => {
    await withShop(SMALL, async ({ desk, server, requests }) => {
      const values = [{ context: '*;*', value: '1' }];
      await push(
        server,
        { enableKeyCreation: true, data: [{ key: 'theirs', push: true, values }] },
        { token: 'default' },
      );
      desk.commit('Open the shop');
      requests.length = 0;
      const first = await desk.cli(['apply']);
      expect(first.status).toBe(3);
      expect(first.stdout).toMatch(
        /refused first-apply: .*already has 1 unmanaged item\.\n {2}Check/,
      );
      expect(posts(requests)).toEqual([]);
      desk.commit('Begin anew', { 'confighub.yaml': '' });
      await desk.cli(['import', '--yes']);
      desk.commit('Adopt');
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
      desk.commit('And more', { 'config/more.yaml': 'keys: { more: 1 }\n' });
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
    });
  });

  test('more deletions than maxDeletes: 3, and its digest alone approves them, once', async () => {
    const limited = { ...SMALL, 'confighub.yaml': 'limits: { maxDeletes: 1 }\n' };
    await withShop(limited, async ({ desk, server, requests }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply']);
      desk.commit('No database', { ...ONE, 'confighub.yaml': limited['confighub.yaml'] });
      requests.length = 0;
      const refused = await desk.cli(['apply']);
      expect(refused.status).toBe(3);
      expect(refused.stdout).toMatch(
        /refused max-deletes: The plan deletes 2 items, more than the limit of 1/,
      );
      expect(refused.stdout).toMatch(/The apply was refused: nothing was sent\.\n$/);
      const approval = /--approve ([0-9a-f]{32})\n/.exec(refused.stdout)?.[1] ?? 'none';
      const other = await desk.cli(['apply', '--approve', '0000000000000000000000000000000a']);
      expect(other.status).toBe(3);
      expect(other.stdout).toContain(
        'refused approval-mismatch: The digest given as `approve` approves a different plan:',
      );
      // The first digest is the one to copy.
      expect(/\b[0-9a-f]{32}\b/.exec(other.stdout)?.[0]).toBe(approval);
      for (const flag of [['--approve'], ['--approve', 'true'], ['--approve', 'legacy.host']]) {
        const { status, stderr } = await desk.cli(['apply', ...flag]);
        expect({ flag, status }).toEqual({ flag, status: 1 });
        expect(stderr).toContain(
          'must be the digest that a refused plan prints, such as --approve 3f9c2a7be1d04c58a6f07712c9e5d3b4 (input `approve: 3f9c2a7be1d04c58a6f07712c9e5d3b4`)',
        );
      }
      expect(posts(requests)).toEqual([]);
      const planned = await desk.cli(['plan', '--approve', approval]);
      expect(planned).toMatchObject({
        status: 0,
        stdout: expect.stringContaining(
          `Approved with \`--approve\` (input \`approve\`): \`${approval}\`.`,
        ),
      });
      const approved = await desk.cli(['apply', '--approve', approval]);
      expect(approved.status).toBe(0);
      expect(approved.stdout).toContain(
        `Approved with \`--approve\` (input \`approve\`): \`${approval}\`.`,
      );
      expect(server.history('acme', 'shop').at(-1)?.comment).toMatch(
        approvedText('No database', approval),
      );
      // Nothing is left that it could approve, and nothing that needs it.
      expect(await desk.cli(['apply', '--approve', approval])).toMatchObject({ status: 0 });
      expect(posts(requests)).toEqual(['POST /rest/push']);
    });
  });

  test('a commit older than the last applied one that also deletes too much: 3, until both flags of the refusal are given', async () => {
    const limited = (name: string) => ({
      'confighub.yaml': 'limits: { maxDeletes: 0 }\n',
      'config/shop.yaml': `keys: { ${name}: 1 }\n`,
    });
    await withShop(limited('a'), async ({ desk, requests }) => {
      const old = desk.commit('Open the shop');
      const young = desk.commit('And b', { 'config/more.yaml': 'keys: { b: 1 }\n' });
      await desk.cli(['apply']);
      desk.git('checkout', '--quiet', old);
      requests.length = 0;
      const planned = await desk.cli(['plan']);
      const refused = await desk.cli(['apply']);
      expect(refused.status).toBe(3);
      expect(refused.stdout).toContain(
        `refused older-commit: The last applied commit, ${young.slice(0, 10)}, is not in the history of this commit, ${old.slice(0, 10)}.`,
      );
      const [how = '', approval = ''] =
        /confighub-sync apply --allow-older --approve ([0-9a-f]{32})\n/.exec(refused.stdout) ?? [];
      expect(planned.stdout).toContain(how);
      expect(refused.stdout).toContain(`If all of this is intended, apply it anyway with: ${how}`);
      expect(posts(requests)).toEqual([]);
      expect(await desk.cli(['apply', '--allow-older', '--approve', approval])).toMatchObject({
        status: 0,
      });
      expect(posts(requests)).toEqual(['POST /rest/push']);
    });
  });

  test('a refusal that nothing lifts: no word of approving the others', async () => {
    const files = {
      'confighub.yaml': 'limits: { maxDeletes: 0 }\nprune: all\n',
      'config/shop.yaml': 'keys: { shop.title: { values: { "Nowhere;*": x } } }\n',
    };
    await withShop(files, async ({ desk, server }) => {
      const theirs = {
        key: 'theirs',
        push: true,
        values: [{ context: 'Production;*', value: '1' }],
      };
      await push(server, { enableKeyCreation: true, data: [theirs] }, DEFAULT);
      const { stdout, status } = await desk.cli(['apply', '--yes']);
      expect(status).toBe(3);
      expect(stdout).toMatch(/refused max-deletes: /);
      expect(stdout).toMatch(/refused context-new: /);
      expect(stdout).not.toMatch(/apply this one plan/);
    });
  });
});
