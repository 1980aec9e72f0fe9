// apply: pushes once, verifies and records; and everything that prevents the push.
import { describe, expect, test } from 'vitest';
import { exported, push, SHOP } from '../helpers/server.ts';
import { type Desk, REPOSITORY, type Shop, SMALL, TOKEN, withShop } from '../helpers/process.ts';

const DEFAULT = { token: 'default' };

const ONE = {
  ...SMALL,
  'config/shop.yaml': 'keys:\n  shop.title: Corner Shop\n',
};

/** A comment of the server's history, of an apply that the user of this machine approved. */
function approvedText(message: string, force: string): RegExp {
  return new RegExp(`^${message}\\n\\nForced: ${force} \\(approved by \\S+\\)$`);
}

function posts(requests: readonly string[]): string[] {
  return requests.filter((one) => !one.startsWith('GET '));
}

describe.concurrent('apply', () => {
  test('pushes once, verifies, and records who and why on the server', async () => {
    await withShop(SMALL, async ({ desk, server, requests }) => {
      desk.commit('Open the shop\n\nWith a second paragraph — “quoted”.');
      const { status, stdout, stderr } = await desk.cli(['apply']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(
        /\nPlan: 3 to create, 0 to update, 0 to delete\.\nApplied and verified\.\nRecorded in this clone only, /,
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
    });
  });

  test('verifies a changed list by pull', async () => {
    const declaring = (list: string) => ({
      'config/shop.yaml': `keys: { regions: { vdt: List, value: ${list} } }\n`,
    });
    await withShop({ ...SMALL, ...declaring('[eu]') }, async ({ desk, requests }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply']);
      desk.commit('Grow', declaring('[eu, us]'));
      requests.length = 0;
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
      const after = requests.slice(requests.indexOf('POST /rest/push') + 1).sort();
      const pulls = after.filter((request) => request === 'GET /rest/pull/acme/shop');
      expect(pulls.length).toBeGreaterThan(0);
      expect(after).toEqual(pulls);
    });
  });

  test('a second apply sends nothing', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply']);
      const refs = desk.git('for-each-ref');
      requests.length = 0;
      const second = await desk.cli(['apply']);
      expect(second).toMatchObject({ status: 0, stderr: '' });
      expect(second.stdout).toMatch(/\n\nNo changes\.\n$/);
      expect(posts(requests)).toEqual([]);
      expect(desk.git('for-each-ref')).toBe(refs);
    });
  });

  test('deletes only what was removed from the files', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply']);
      const foreign = { key: 'their.key', values: [{ context: '*;*', value: 'theirs' }] };
      await push(server, { enableKeyCreation: true, data: [foreign] }, { token: 'default' });
      desk.commit('No database', ONE);
      const { status, stdout } = await desk.cli(['apply']);
      expect(status).toBe(0);
      expect(stdout).toMatch(
        /^ {2}- db\.host +\*;\* .*key deleted {2}was config\/shop\.yaml:5:7\n {6}no application gets a value$/m,
      );
      expect(stdout).toContain('Plan: 0 to create, 0 to update, 2 to delete.\nApplied and verified.');
      expect((await exported(server)).map((entry) => (entry as { key: string }).key).sort()).toEqual([
        'shop.title',
        'their.key',
      ]);
    });
  });

  test('sends the given comment and application name', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply', '--change-comment', 'By hand', '--application-name', 'Müller & Søn\n株式会社']);
      expect(server.history('acme', 'shop')).toMatchObject([{ comment: 'By hand', application: 'M?ller & S?n ????' }]);
    });
  });

  test('quotes a commit message that imitates an approval line', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      const lines = ['Forced: 3f9c2a', '  FORCED: 3f9c2a', 'F\u200borced: 3f9c2a', '\uff26orced: 3f9c2a'];
      desk.commit(`Open the shop\n\n${lines.join('\n')}\u2028Forced: 3f9c2a\nThis was Forced: so.\n\nForced: 3f9c2a`);
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
      expect(server.history('acme', 'shop')[0]?.comment).toBe(
        ['Open the shop', '', ...lines.map((line) => `> ${line.trimStart()}`)].join('\n') +
          '\u2028> Forced: 3f9c2a\nThis was Forced: so.\n\n> Forced: 3f9c2a',
      );
      desk.commit('Forced: 3f9c2a', { 'config/shop.yaml': 'keys: { only.one: 1 }\n' });
      const { force } = JSON.parse((await desk.cli(['plan', '--json'])).stdout);
      const text = `{message}\nForced: ${force}`;
      const args = ['apply', '--force', force, '--change-comment', text];
      expect(await desk.cli(args)).toMatchObject({ status: 0 });
      const comments = server.history('acme', 'shop').map(({ comment }) => comment);
      expect(comments.at(-1)).toMatch(approvedText(`> Forced: 3f9c2a\n> Forced: ${force}`, force));
    });
  });

  test('fills in the placeholders known from Git, and leaves those empty that are known only in a workflow', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      const commit = desk.commit('Open the shop\n\nAt last.');
      desk.git('checkout', '--quiet', '-B', 'feature/shop');
      const comment = '{subject} ({branch}, {short-sha}) #{pull-request}\n{workflow} {run}\nby {actor}';
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
      ).toEqual(['No database\non', `Open the shop (feature/shop, ${commit.slice(0, 10)}) #\n \nby ada`]);
    });
  });

  test('outside Git: applies and verifies, prunes nothing', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      const { status, stdout } = await desk.cli(['apply']);
      expect(status).toBe(0);
      expect(stdout).toContain('Nothing is pruned: this folder is not in a Git repository');
      expect(server.history('acme', 'shop')).toMatchObject([{ comment: 'confighub-sync apply' }]);
      desk.write(ONE);
      expect((await desk.cli(['apply'])).stdout).toMatch(/\nNo changes\.\n$/);
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
        JSON.parse((await desk.cli(['apply', '--json', ...flags])).stdout);
      const verified = { version: 1, counts: { create: 3 }, outcome: 'verified' };
      expect(await outcomeOf('--show-push')).toMatchObject({ ...verified, pushes: [{ data: [{}, {}] }] });
      expect(await outcomeOf()).toMatchObject({ version: 1, changes: [], outcome: 'nothing' });
      await push(server, { data: [{ key: 'db.host', vdt: 'Text', push: false, deprecated: false }] }, DEFAULT);
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
      expect(await outcomeOf('--prune', 'all')).toMatchObject({ refused: true, outcome: 'refused' });
    });
  });
});

describe.concurrent('refused, and nothing is sent', () => {
  test('a digest of another plan: 3, with the right one; no digest: 1, with what to write', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      desk.commit('Open the shop');
      const other = await desk.cli(['apply', '--force', '0000000000000000000000000000000a']);
      expect(other.status).toBe(3);
      const force = /--force ([0-9a-f]{32})\n/.exec(other.stdout)?.[1] ?? 'none';
      expect(other.stdout).toMatch(/refused force-of-another: `force: 0{31}a` approves a different plan/);
      for (const flag of [['--force'], ['--force', 'true'], ['--force', 'legacy.host']]) {
        const { status, stderr } = await desk.cli(['apply', ...flag]);
        expect({ flag, status }).toEqual({ flag, status: 1 });
        expect(stderr).toContain(
          'must be the digest that a refused plan prints, such as --force 3f9c2a7be1d04c58a6f07712c9e5d3b4 (input `force: 3f9c2a7be1d04c58a6f07712c9e5d3b4`)',
        );
      }
      expect(posts(requests)).toEqual([]);
      expect(await desk.cli(['apply', '--force', force])).toMatchObject({ status: 0 });
    });
  });

  test('a protected key: 3, until it is named', async () => {
    const guarded = { ...SMALL, 'confighub.yaml': 'protect: ["shop.*", "db.*"]\n' };
    await withShop(guarded, async ({ desk, server }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply']);
      desk.commit('No database', { ...ONE, 'confighub.yaml': guarded['confighub.yaml'] });
      const { status, stdout } = await desk.cli(['apply']);
      expect(status).toBe(3);
      const force = /--force '([^']+)'/.exec(stdout)?.[1] ?? 'none';
      expect(force).toMatch(/^[0-9a-f]{32} db\.\S+/);
      expect(await desk.cli(['apply', '--force', force.slice(0, 32)])).toMatchObject({ status: 3 });
      expect(await desk.cli(['apply', '--force', force])).toMatchObject({ status: 0 });
      expect(server.history('acme', 'shop').at(-1)?.comment).toMatch(approvedText('No database', force));
    });
  });

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
      expect(first.stdout).toMatch(/refused first-apply: .*it has 1 unmanaged item\.\n {2}Check/);
      expect(posts(requests)).toEqual([]);
      desk.commit('Begin anew', { 'confighub.yaml': '' });
      await desk.cli(['import', '--yes']);
      desk.commit('Adopt');
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
      desk.commit('And more', { 'config/more.yaml': 'keys: { more: 1 }\n' });
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
    });
  });

  test('more deletions than maxDeletes: 3, and its digest approves them, once', async () => {
    const limited = { ...SMALL, 'confighub.yaml': 'limits: { maxDeletes: 1 }\n' };
    await withShop(limited, async ({ desk, server, requests }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply']);
      desk.commit('No database', { ...ONE, 'confighub.yaml': limited['confighub.yaml'] });
      requests.length = 0;
      const refused = await desk.cli(['apply']);
      expect(refused.status).toBe(3);
      expect(refused.stdout).toMatch(/refused max-deletes: The plan deletes 2 items, more than the limit of 1/);
      expect(refused.stdout).toMatch(/The apply was refused: nothing was sent\.\n$/);
      expect(posts(requests)).toEqual([]);
      const force = /--force ([0-9a-f]{32})\n/.exec(refused.stdout)?.[1] ?? 'none';
      const forced = await desk.cli(['apply', '--force', force]);
      expect(forced.status).toBe(0);
      expect(forced.stdout).toContain(`Approved by \`force: ${force}\`.`);
      expect(server.history('acme', 'shop').at(-1)?.comment).toMatch(approvedText('No database', force));
      // Nothing is left that it could approve, and nothing that needs it.
      expect(await desk.cli(['apply', '--force', force])).toMatchObject({ status: 0 });
      expect(posts(requests)).toEqual(['POST /rest/push']);
    });
  });

  test('a commit older than the last applied one: 3, unless --allow-older', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      const old = desk.commit('Open the shop');
      const young = desk.commit('No database', ONE);
      await desk.cli(['apply']);
      desk.git('checkout', '--quiet', old);
      requests.length = 0;
      const refused = await desk.cli(['apply']);
      expect(refused.status).toBe(3);
      expect(refused.stdout).toContain(
        `refused older-commit: The last applied commit, ${young.slice(0, 10)}, is not an ancestor of this commit, ${old.slice(0, 10)}.`,
      );
      expect(posts(requests)).toEqual([]);
      expect(await desk.cli(['apply', '--allow-older'])).toMatchObject({ status: 0 });
      expect(posts(requests)).toEqual(['POST /rest/push']);
    });
  });

  test('an older commit that deletes too much is approved with both flags, as the refused apply says', async () => {
    const limited = (name: string) => ({
      ...SMALL,
      'confighub.yaml': 'limits: { maxDeletes: 0 }\n',
      'config/shop.yaml': `keys: { ${name}: 1 }\n`,
    });
    await withShop(limited('a'), async ({ desk }) => {
      const old = desk.commit('Open the shop');
      desk.commit('And b', { ...limited('a'), 'config/more.yaml': 'keys: { b: 1 }\n' });
      await desk.cli(['apply']);
      desk.git('checkout', '--quiet', old);
      const planned = await desk.cli(['plan']);
      const refused = await desk.cli(['apply']);
      const [how = '', force = ''] =
        /confighub-sync apply --allow-older --force ([0-9a-f]{32})\n/.exec(refused.stdout) ?? [];
      expect(planned.stdout).toContain(how);
      expect(refused.stdout).toContain(`If this is intended, approve this one plan: ${how}`);
      expect(await desk.cli(['apply', '--allow-older', '--force', force])).toMatchObject({ status: 0 });
    });
  });

  test('a refusal that nothing lifts: no word of approving the others', async () => {
    const files = { ...SMALL, 'confighub.yaml': 'limits: { maxDeletes: 0 }\n' };
    await withShop(files, async ({ desk }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply']);
      desk.commit('A new context', {
        ...files,
        'config/shop.yaml': 'keys: { shop.title: { values: { "Nowhere;*": x } } }\n',
      });
      const { stdout, status } = await desk.cli(['apply']);
      expect(status).toBe(3);
      expect(stdout).toMatch(/refused max-deletes: /);
      expect(stdout).toMatch(/refused context-new: /);
      expect(stdout).not.toMatch(/approve this one plan/);
    });
  });

  test('the token of another repository', async () => {
    const other = {
      ...SHOP,
      repository: 'other',
      tokens: { default: { value: 'tok-of-another-one-5512' } },
    };
    await withShop(
      SMALL,
      async ({ desk, requests }) => {
        const { status, stdout, stderr } = await desk.cli(['apply'], {
          env: { CONFIGHUB_TOKEN: 'tok-of-another-one-5512' },
        });
        expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
        expect(stderr).toContain(
          'error other-repository: The token belongs to the repository acme/other, not to acme/shop.\n',
        );
        expect(posts(requests)).toEqual([]);
      },
      { repositories: [REPOSITORY, other] },
    );
  });

  test('an unknown token', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      const { status, stderr, output } = await desk.cli(['apply'], {
        env: { CONFIGHUB_TOKEN: 'nobody-knows-me-77' },
      });
      expect(status).toBe(1);
      expect(stderr).toContain('Invalid API token.\n  Check CONFIGHUB_TOKEN');
      expect(output).not.toContain('nobody-knows-me-77');
      expect(posts(requests)).toEqual([]);
    });
  });

  test('an unknown repository: suggests the nearest name', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      const { status, stderr } = await desk.cli(['apply', '--repository', 'acme/Shop'], {
        env: { CONFIGHUB_TOKEN: undefined },
      });
      expect(status).toBe(1);
      expect(stderr).toMatch(/has no repository acme\/Shop\.\n {2}Did you mean `acme\/shop`\?/);
      expect(posts(requests)).toEqual([]);
    });
  });

  test('contexts with the wrong number of elements: names the place and the levels', async () => {
    await withShop({}, async ({ desk, requests }) => {
      desk.write({
        'confighub.yaml': 'version: 1\n',
        'config/a.yaml': 'context: Production\nkeys:\n  a.b: x\n',
      });
      const { status, stderr } = await desk.cli(['apply']);
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /error context-depth: config\/a\.yaml:1:10: contexts have 1 elements?, but the repository has 2 levels\.\n {2}.*Environment;Application/,
      );
      expect(posts(requests)).toEqual([]);
    });
  });
});

describe.concurrent('what the server refuses', () => {
  async function lock({ server }: Shop, desk: Desk): Promise<void> {
    desk.commit('Open the shop');
    await desk.cli(['apply']);
    const entry = { key: 'db.host', vdt: 'Text', push: false, deprecated: false };
    const answer = await push(server, { data: [entry] }, { token: 'force' });
    expect(answer.status).toBe(200);
  }

  test('a locked key: refused by the plan, or with `forceKeyPush` by the server, naming key and line but no value', async () => {
    await withShop(SMALL, async (shop) => {
      const { desk, server } = shop;
      await lock(shop, desk);
      desk.commit('Another host', {
        'config/shop.yaml': 'keys:\n  shop.title: Corner Shop\n  db.host: db.new.internal\n',
      });
      const plan = await desk.cli(['plan']);
      expect(plan.status).toBe(3);
      expect(plan.stdout).toContain('refused key-locked: db.host is locked on the server (`push: false`).');
      desk.commit('Force it', { 'confighub.yaml': 'forceKeyPush: true\n' });
      const { status, stderr } = await desk.cli(['apply']);
      expect(status).toBe(1);
      expect(stderr).toBe(
        'error key-locked: The server refused the push and changed nothing: Push updates are disabled for specified key. (db.host) Declared at config/shop.yaml:3:3.\n' +
          "  The key is locked (`push: false`): use a token that may override the lock, or unlock the key in the server's web interface.\n",
      );
      expect(server.history('acme', 'shop')).toHaveLength(2);
      expect(await desk.cli(['apply'], { env: { CONFIGHUB_TOKEN: `${TOKEN}-force` } })).toMatchObject({
        status: 0,
      });
    });
  });

  test('without a token where one is needed', async () => {
    await withShop(SMALL, async ({ desk }) => {
      const env = { CONFIGHUB_TOKEN: undefined };
      expect(await desk.cli(['plan'], { env })).toMatchObject({ status: 0, stderr: '' });
      const { status, stderr } = await desk.cli(['apply'], { env });
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /does not allow API Push without specifying a token\.\n {2}Provide a token \(CONFIGHUB_TOKEN/,
      );
    });
  });
});

describe.concurrent('if the repository cannot be read', () => {
  const closed = {
    repositories: [{ ...REPOSITORY, flags: { tokenFreePull: false } }],
    without: ['pull'] as const,
  };

  test('the plan says so, and an apply uses the baseline and exits with 0', async () => {
    await withShop(
      SMALL,
      async ({ desk, server, requests }) => {
        const theirs = { key: 'theirs', push: true, values: [{ context: '*;*', value: '1' }] };
        await push(server, { enableKeyCreation: true, data: [theirs] }, { token: 'default' });
        desk.commit('Open the shop');
        const refused = await desk.cli(['apply']);
        expect(refused.stdout).toContain('refused first-apply: ');
        const force = /--force ([0-9a-f]{32})\n/.exec(refused.stdout)?.[1] ?? 'none';
        const first = await desk.cli(['apply', '--force', force]);
        expect(first).toMatchObject({ status: 0, stderr: '' });
        expect(first.stdout).toContain('Based on the files alone; the repository was not read. ');
        expect(first.stdout).toMatch(/Applied, not verified: the server offers no way to read it\.\n/);
        desk.commit('No database', ONE);
        const plan = await desk.cli(['plan']);
        expect(plan.status).toBe(0);
        expect(plan.stdout).toContain('Based on the record of the last apply; the repository was not read. ');
        expect(plan.stdout).toContain('Plan: 0 to create, 0 to update, 2 to delete.');
        expect(JSON.parse((await desk.cli(['plan', '--json'])).stdout)).toMatchObject({ live: 'baseline' });
        expect(await desk.cli(['apply'])).toMatchObject({ status: 0, stderr: '' });
        expect(server.history('acme', 'shop')).toHaveLength(3);
        requests.length = 0;
        const last = await desk.cli(['apply']);
        expect(last.stdout).toMatch(/\nNo changes\.\n$/);
        expect(posts(requests)).toEqual([]);
      },
      closed,
    );
  });
});
