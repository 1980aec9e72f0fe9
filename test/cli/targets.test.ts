// Several targets on several servers in one project file: plan, apply, drift, and what each command needs.
import { describe, expect, test } from 'vitest';
import { type Desk, withShop } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';
import {
  BILLING_DOCUMENT,
  projectFile,
  SHOP_DOCUMENT,
  type Targets,
  TOKENS,
  withTargets,
} from './three-targets.ts';

const apply = (desk: Desk, ...args: string[]) => desk.cli(['apply', '--yes', ...args]);

/** The outcomes at the end of an apply. */
function outcomes(stdout: string): string[] {
  return stdout.split('\n').filter((line) => /^(?:shop|billing|shop-eu) {2,}\S/.test(line));
}

function countOf({ main, eu }: Pick<Targets, 'main' | 'eu'>): number[] {
  return [
    main.history('acme', 'shop'),
    main.history('acme', 'billing'),
    eu.history('acme', 'shop'),
  ].map(({ length }) => length);
}

async function withApplied(use: (targets: Targets) => Promise<void>): Promise<void> {
  await withTargets(async (targets) => {
    targets.desk.commit('Open the shops');
    expect(await apply(targets.desk)).toMatchObject({ status: 0 });
    await use(targets);
  });
}

describe.concurrent('several targets', () => {
  test('are planned in the order of the file, asked about once, applied one after the other, and then in sync; each token goes to its own server', async () => {
    await withTargets(async ({ desk, main, eu, seen }) => {
      desk.commit('Open the shops');
      const planned = await desk.cli(['plan', '--detailed-exitcode']);
      expect(planned.status).toBe(2);
      expect(planned.stdout.match(/^(?:shop|billing|shop-eu): .*$/gm)).toEqual([
        `shop: acme/shop at ${main.url}`,
        `billing: acme/billing at ${main.url}`,
        `shop-eu: acme/shop at ${eu.url}`,
      ]);
      expect(planned.stdout).toContain(
        '3 targets: 3 with changes. Plan: 5 to create, 0 to update, 0 to delete.\n',
      );

      // One of them cannot be planned: the others are shown, and nothing is applied.
      const env = { CONFIGHUB_TOKEN_BILLING: 'tok-of-nobody' };
      const partly = await desk.cli(['plan'], { env });
      expect(partly.status).toBe(1);
      expect(partly.stdout).toContain('3 targets: 2 with changes, 1 failed. Plan: 4 to create');
      expect(partly.stderr).toContain(
        'Check CONFIGHUB_TOKEN_BILLING: the server does not know this token.',
      );
      expect((await desk.cli(['apply', '--yes'], { env })).status).toBe(1);

      const no = await desk.cli(['apply', '--no-color'], { terminal: { input: 'n\n' } });
      expect(no.status).toBe(3);
      expect(no.stderr.match(/\[y\/N\]/g)).toHaveLength(1);
      expect([seen.main.pushes, seen.eu.pushes]).toEqual([[], []]);
      const yes = await desk.cli(['apply', '--no-color'], { terminal: { input: 'y\n' } });
      expect(yes.status).toBe(0);
      expect(yes.stderr).toContain('Apply these changes to 3 targets? [y/N]');
      expect(outcomes(yes.stdout)).toEqual([
        'shop     applied and verified: 2 created',
        'billing  applied and verified: 1 created',
        'shop-eu  applied and verified: 2 created',
      ]);
      expect(countOf({ main, eu })).toEqual([1, 1, 1]);

      const again = await desk.cli(['plan', '--detailed-exitcode']);
      expect(again).toMatchObject({
        status: 0,
        stdout: `shop: acme/shop at ${main.url}: no changes.
billing: acme/billing at ${main.url}: no changes.
shop-eu: acme/shop at ${eu.url}: no changes.
3 targets: 3 unchanged. No changes.
`,
      });
      expect((await desk.cli(['drift'])).status).toBe(0);
      expect([...seen.main.tokens].sort()).toEqual([TOKENS.billing, TOKENS.shop]);
      expect([...seen.eu.tokens]).toEqual([TOKENS.eu]);

      // There are no changes only if all could be planned, and a single one has no total.
      const unknown = await desk.cli(['plan'], { env });
      expect(unknown.stdout).toMatch(/\n3 targets: 2 unchanged, 1 failed\.\n$/);
      const single = await desk.cli(['plan', '--target', 'shop']);
      expect(single.stdout).toBe(`shop: acme/shop at ${main.url}: no changes.\n`);
      expect((await desk.cli(['plan', '--target', 'billing'], { env })).stdout).toBe('');
    });
  });

  test('with a server of their own never get the shared token', async () => {
    await withTargets(async ({ desk, seen }) => {
      desk.commit('Open the shops');
      const { status, stderr } = await desk.cli(['apply', '--yes', '--target', 'shop-eu'], {
        env: { CONFIGHUB_TOKEN_SHOP_EU: undefined },
      });
      expect(status).toBe(1);
      expect(stderr).toContain('Provide a token (CONFIGHUB_TOKEN_SHOP_EU), or allow');
      expect([...seen.eu.tokens]).toEqual([]);
    });
  });

  test('one of which is refused: nothing is sent to any, unless it is left out', async () => {
    await withApplied(async (targets) => {
      const { desk, main, eu } = targets;
      desk.write({
        'confighub.yaml': projectFile(targets, { billing: ', protect: "bill.*"' }),
        'billing/a.yaml': 'keys: { other: 1 }\n',
        'shop/a.yaml': `${SHOP_DOCUMENT}  new: 1\n`,
      });
      desk.commit('Change all');
      const refused = await apply(desk);
      expect(refused.status).toBe(3);
      expect(outcomes(refused.stdout)).toEqual([
        'shop     not attempted',
        'billing  refused',
        'shop-eu  not attempted',
      ]);
      expect(refused.stdout).toContain('Nothing was sent to any target.\n');
      expect(countOf({ main, eu })).toEqual([1, 1, 1]);
      const others = await apply(desk, '--target', 'shop*');
      expect(others.status).toBe(0);
      expect(countOf({ main, eu })).toEqual([2, 1, 2]);
      const approval = /--approve '(billing: [^']+)'/.exec(refused.stdout)?.[1] ?? '';
      const approved = await apply(desk, '--approve', approval);
      expect(outcomes(approved.stdout)).toEqual([
        'shop     no changes',
        'billing  applied and verified: 1 created, 1 deleted',
        'shop-eu  no changes',
      ]);
      expect(countOf({ main, eu })).toEqual([2, 2, 2]);
    });
  });

  test('one of which fails: the next are not attempted, and running again continues', async () => {
    await withTargets(async ({ desk, main, eu }) => {
      desk.commit('Open the shops');
      // The server can be read without a token, but not written.
      const failed = await desk.cli(['apply', '--yes'], {
        env: {
          CONFIGHUB_TOKEN: undefined,
          CONFIGHUB_TOKEN_SHOP: TOKENS.shop,
          CONFIGHUB_TOKEN_BILLING: undefined,
        },
      });
      expect(failed.status).toBe(4);
      expect(outcomes(failed.stdout)).toEqual([
        'shop     applied and verified: 2 created',
        'billing  failed: push-needs-token',
        'shop-eu  not attempted',
      ]);
      expect(failed.stderr).toContain('billing: error push-needs-token: ');
      expect(failed.stdout).toMatch(
        /shop-eu {2}not attempted\nApply again to continue: targets that are already applied are skipped\.\n$/,
      );
      expect(countOf({ main, eu })).toEqual([1, 0, 0]);
      const again = await apply(desk);
      expect(again.status).toBe(0);
      expect(outcomes(again.stdout)).toEqual([
        'shop     no changes',
        'billing  applied and verified: 1 created',
        'shop-eu  applied and verified: 2 created',
      ]);
      const none = await apply(desk);
      expect(none.stdout).toMatch(/\n3 targets: 3 unchanged\. No changes\.\n$/);
      expect(countOf({ main, eu })).toEqual([1, 1, 1]);
    });
  });

  test('are applied as reviewed, are one JSON document, show their drift, and import it one by one', async () => {
    await withApplied(async ({ desk, main, eu }) => {
      desk.write({ 'billing/a.yaml': `${BILLING_DOCUMENT}  new: 1\n` });
      const planned = JSON.parse(
        (await desk.cli(['plan', '--json', '--target', '*', '--out', 'p.json'])).stdout,
      ) as object;
      expect(planned).toMatchObject({
        version: 1,
        targets: [
          { name: 'shop', counts: { create: 0 } },
          { name: 'billing', target: { account: 'acme', name: 'billing' }, counts: { create: 1 } },
          { name: 'shop-eu', counts: { create: 0 } },
        ],
      });
      desk.write({ 'shop/a.yaml': `${SHOP_DOCUMENT}  new: 1\n` });
      const refused = await apply(desk, '--plan', 'p.json');
      expect(refused.status).toBe(3);
      expect(refused.stdout).toContain('refused not-reviewed');
      await desk.cli(['plan', '--target', 'shop*', '--out', 'shops.json']);
      const unknown = await apply(desk, '--plan', 'shops.json');
      expect(unknown.status).toBe(1);
      expect(unknown.stderr).toContain(
        'billing: error bad-plan-file: shops.json has no plan of the target `billing`.',
      );
      expect(countOf({ main, eu })).toEqual([1, 1, 1]);

      desk.commit('Change', { 'shop/a.yaml': SHOP_DOCUMENT });
      const applied = JSON.parse(
        (await desk.cli(['apply', '--json', '--plan', 'p.json'])).stdout,
      ) as object;
      expect(applied).toMatchObject({
        version: 1,
        targets: [
          { outcome: 'nothing' },
          { name: 'billing', outcome: 'verified' },
          { outcome: 'nothing' },
        ],
      });

      const data = [{ key: 'db.host', values: [{ context: '*;*', value: 'theirs' }] }];
      expect(await push(eu, { data }, { token: 'default' })).toMatchObject({ status: 200 });
      const drift = await desk.cli(['drift', '--detailed-exitcode']);
      expect(drift.status).toBe(2);
      expect(drift.stdout).toContain(
        `billing: acme/billing at ${main.url}: no drift.\nshop-eu: acme/shop at ${eu.url}\n`,
      );
      expect(drift.stdout).toContain('3 targets: 1 change on the server since the last apply.\n');
      const json = JSON.parse((await desk.cli(['drift', '--json'])).stdout) as {
        targets: { name: string; drift: unknown[] }[];
      };
      expect(json.targets.map(({ name, drift: found }) => [name, found.length])).toEqual([
        ['shop', 0],
        ['billing', 0],
        ['shop-eu', 1],
      ]);
      const imported = await desk.cli([
        'import',
        '--only',
        'drift',
        '--yes',
        '--target',
        'shop-eu',
      ]);
      expect(imported.status).toBe(0);
      expect(desk.git('diff', '--unified=0')).toContain('+      "*": theirs');

      expect((await desk.cli(['show', 'bill.to', '--target', 'billing'])).stdout).toContain(
        'billing/a.yaml',
      );
      expect(
        (await desk.cli(['show', '--context', 'Production;Web', '--target', 'shop'])).stdout,
      ).toContain('db.prod');
      expect((await desk.cli(['history', '--target', 'shop'])).stdout.split('\n')).toHaveLength(3);
    });
  });

  test('have errors that are reported once, all of them', async () => {
    await withTargets(async ({ desk }) => {
      desk.write({ 'shop/a.yaml': 'keys: { a: }\n', 'billing/a.yaml': 'keys: { b: }\n' });
      const { status, stderr } = await desk.cli(['validate']);
      expect(status).toBe(1);
      expect(stderr.split('\n').filter((line) => line.includes(' error '))).toEqual([
        expect.stringMatching(/^shop\/a\.yaml:1:\d+ error empty-value/),
        expect.stringMatching(/^billing\/a\.yaml:1:\d+ error empty-value/),
      ]);
      const planned = await desk.cli(['plan']);
      expect(planned.stderr.match(/error empty-value/g)).toHaveLength(2);
    });
  });
});

describe.concurrent('the flag --target', () => {
  const FILE_ERRORS = [
    [
      ['plan', '--target', 'shpo'],
      'error no-target: No target matches `shpo`.\n  Did you mean `shop`?',
    ],
    [
      ['plan', '--target', 'a(b'],
      'error no-target: No target matches `a(b`.\n  Known: shop, billing, shop-eu.',
    ],
    [
      ['unlock'],
      'error several-targets: This command works on one target, but several are chosen: `shop`, `billing` and `shop-eu`.\n  Choose one with --target (input `target`).',
    ],
    [
      ['history', '--target', 'shop*'],
      'error several-targets: This command works on one target, but several are chosen: `shop` and `shop-eu`.',
    ],
    [['show', 'db.host'], 'error several-targets: '],
    [['import', '--yes'], 'error several-targets: '],
    [
      ['plan', '--repository', 'acme/other'],
      'error bad-option: The option `repository` cannot be used with a project file that has `targets`.',
    ],
    [
      ['apply', '--approve', '0a1b2c3d4e5f60718293a4b5c6d7e8f9'],
      'error bad-option: `approve` does not say which target it is for.\n  Write the name of the target before the digest, as in `shop: 0a1b2c3d4e5f60718293a4b5c6d7e8f9`. The targets are `shop`, `billing` and `shop-eu`.',
    ],
    [
      ['apply', '--approve', 'bill: 3f9c2a7be1d04c58a6f07712c9e5d3b4'],
      'error bad-option: `approve` names `bill`',
    ],
  ] as const;

  test('that cannot be used is an error, and nothing is sent', async () => {
    await withTargets(async ({ desk, seen }) => {
      desk.commit('Open the shops');
      for (const [args, message] of FILE_ERRORS) {
        const { status, stderr } = await desk.cli(args);
        expect({ args, status, stderr }).toEqual({
          args,
          status: 1,
          stderr: expect.stringContaining(message),
        });
      }
      expect([...seen.main.pushes, ...seen.eu.pushes]).toEqual([]);
    });
  });

  test('is for a project file with targets', async () => {
    await withShop(
      {
        'confighub.yaml': 'levels: [Environment, Application]\n',
        'config/a.yaml': 'keys: { a: 1 }\n',
      },
      async ({ desk }) => {
        const { status, stderr } = await desk.cli(['plan', '--target', 'shop']);
        expect(status).toBe(1);
        expect(stderr).toContain('confighub.yaml has no `targets`, so there is no target `shop`.');
      },
    );
  });
});

describe.concurrent('targets that come and go', () => {
  test('a project that gets `targets` keeps its record', async () => {
    await withTargets(async (targets) => {
      const { desk, main } = targets;
      const single = `version: 1\nurl: ${main.url}\nrepository: acme/shop\nlevels: [Environment, Application]\ninclude: ["shop/**/*.yaml"]\n`;
      desk.write({ 'confighub.yaml': single });
      desk.commit('Open one shop');
      expect((await apply(desk)).status).toBe(0);
      desk.write({
        'confighub.yaml': projectFile(targets),
        'shop/a.yaml': SHOP_DOCUMENT.replace(/ {6}Production.*\n/, ''),
      });
      desk.commit('Open them all');
      const { stdout } = await desk.cli(['plan', '--target', 'shop']);
      expect(stdout).toContain('- db.host  Production;*');
      expect(stdout).not.toContain('no record');
      expect((await apply(desk, '--target', 'shop')).status).toBe(0);
      const history = await desk.cli(['history', '--target', 'shop', '--json']);
      expect(JSON.parse(history.stdout).applies).toHaveLength(2);
      // And back.
      desk.write({ 'confighub.yaml': single });
      desk.commit('Close the others');
      expect((await desk.cli(['plan'])).stdout).toContain('No changes.');
    });
  });

  test('a target that is renamed keeps its record, also where another takes its name', async () => {
    await withApplied(async (targets) => {
      const { desk } = targets;
      const renamed = projectFile(targets)
        .replace('  shop:', '  x:')
        .replace('  billing:', '  shop:')
        .replace('  x:', '  billing:');
      desk.write({ 'confighub.yaml': renamed, 'billing/a.yaml': 'keys: { other: 1 }\n' });
      desk.commit('Rename');
      const env = { CONFIGHUB_TOKEN_SHOP: TOKENS.billing, CONFIGHUB_TOKEN_BILLING: undefined };
      const { stdout } = await desk.cli(['plan'], { env });
      expect(stdout).toContain('- bill.to  *;*');
      expect(stdout).toContain('billing: acme/shop at ');
      expect(stdout).not.toContain('no longer names');
    });
  });

  test('a target that is removed stays on its server, until it is put back with nothing in it; the reminder says how to end it', async () => {
    await withApplied(async (targets) => {
      const { desk, main, eu } = targets;
      const whole = projectFile(targets);
      desk.write({ 'confighub.yaml': whole.replace(/ {2}billing:.*\n/, '') });
      desk.commit('Close billing');
      const planned = await desk.cli(['plan']);
      const { host } = new URL(main.url);
      expect(planned.stdout).toContain(
        `confighub.yaml no longer names acme/billing at ${host}: what it declared stays there (docs/targets.md says how to delete that). To end this reminder: confighub-sync history --forget --config :/confighub.yaml --url https://${host} --repository acme/billing\n`,
      );
      expect(JSON.parse((await desk.cli(['plan', '--json'])).stdout)).toMatchObject({
        removed: [
          {
            server: new URL(main.url).host,
            repository: 'acme/billing',
            projectFile: 'confighub.yaml',
          },
        ],
      });
      expect((await apply(desk)).status).toBe(0);
      expect(countOf({ main, eu })).toEqual([1, 1, 1]);
      // As docs/targets.md says: put it back with nothing in it.
      desk.write({
        'confighub.yaml': whole.replace('billing/**/*.yaml', 'nothing.yaml'),
        'nothing.yaml': 'keys: {}\n',
      });
      desk.commit('Delete what billing declared');
      const back = await desk.cli(['plan']);
      const approval = /--approve '(billing: [^']+)'/.exec(back.stdout)?.[1] ?? '';
      expect(outcomes((await apply(desk, '--approve', approval)).stdout)).toContain(
        'billing  applied and verified: 1 deleted',
      );
      desk.write({ 'confighub.yaml': whole.replace(/ {2}billing:.*\n/, '') });
      desk.commit('Close billing for good');
      const [, command = ''] =
        /To end this reminder: confighub-sync (.*)\n/.exec(planned.stdout) ?? [];
      const forgotten = await desk.cli(command.split(' '));
      expect(forgotten.stdout).toContain(
        'Removed the record of confighub.yaml for acme/billing at ',
      );
      expect(forgotten.stdout).toContain('What it declared stays');
      const whose = `confighub.yaml for acme/billing at ${main.url}`;
      const again = await desk.cli([
        'history',
        '--forget',
        '--url',
        main.url,
        '--repository',
        'acme/billing',
      ]);
      expect(again.stdout).toBe(`Nothing to forget: there is no record of ${whose}.\n`);
      expect((await desk.cli(['plan'])).stdout).not.toContain('no longer names');
    });
  });
});
