// An apply in a terminal asks before it sends anything, and says what was recorded where.
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';
import { test } from '../helpers/test.ts';

const NOTHING = 'Not applied: nothing was sent.\n';
/** A plan that is fresher is pushed without another look. */
const TIME_TO_ANSWER = 6000;
const QUESTION = 'Apply these 3 changes to acme/shop? [y/N]';
const TITLE = {
  ...SMALL,
  'config/shop.yaml': SMALL['config/shop.yaml'].replace('Corner Shop', 'Best Shop'),
};

describe.concurrent('an apply in a terminal', () => {
  test.for([
    ['y\n', 0, 1],
    ['yes\n', 0, 1],
    ['n\n', 3, 0],
    ['\n', 3, 0],
    ['\u0003', 3, 0],
    ['', 3, 0],
  ] as const)(
    'shows the plan and asks: %j ends with %i',
    async ([input, status, pushes], { shop: { desk, server, requests } }) => {
      desk.commit('Open the shop');
      const ended = await desk.cli(['apply', '--no-color'], { terminal: { input } });
      expect(ended.status).toBe(status);
      const [shown = '', after = ''] = ended.output.split(QUESTION);
      expect(shown).toContain('Plan: 3 to create, 0 to update, 0 to delete.');
      expect(after).toContain(pushes === 0 ? NOTHING : 'Applied and verified: ');
      expect(after).not.toContain('Plan:');
      expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(pushes);
      expect(server.history('acme', 'shop')).toHaveLength(pushes);
      expect(desk.git('for-each-ref', 'refs/confighub-sync') === '').toBe(pushes === 0);
    },
  );

  test.for([
    ['with --yes', ['--yes'], {}],
    ['with --json and --yes', ['--json', '--yes'], {}],
    ['of a CI system', [], { CI: 'true' }],
  ] as const)('does not ask %s', async ([, flags, env], { shop: { desk, server } }) => {
    desk.commit('Open the shop');
    const ended = await desk.cli(['apply', ...flags], { env, terminal: {} });
    expect(ended.status).toBe(0);
    expect(ended.output).not.toContain('[y/N]');
    expect(server.history('acme', 'shop')).toHaveLength(1);
  });

  test.for([
    ['with --json', ['--json'], {}],
    ['whose errors go to a file', [], { stderr: 'file' }],
  ] as const)('needs --yes %s', async ([, flags, terminal], { shop: { desk, requests } }) => {
    desk.commit('Open the shop');
    const ended = await desk.cli(['apply', ...flags], { terminal });
    expect(ended.status).toBe(1);
    expect(ended.output).toContain('not-confirmed');
    expect(ended.output).toContain('--yes');
    expect(requests).toEqual([]);
  });

  test('does not ask about an empty plan, and asks about one that only rewrites a secret', async () => {
    const secret = 'keys: { db.password: { vdt: Text, value: { env: SECRET } } }\n';
    await withShop({ ...SMALL, 'config/shop.yaml': secret }, async ({ desk, server }) => {
      desk.commit('Open the shop');
      const apply = (reads: string, input: string) =>
        desk.cli(['apply', '--reads', reads], {
          env: { SECRET: 'hunter2hunter2' },
          terminal: { input },
        });
      expect((await apply('documented', 'y\n')).output).toContain('Applied');
      expect((await apply('documented', 'n\n')).output).toMatch(
        /Rewrite 1 item in acme\/shop\? \[y\/N\][\s\S]*\nNot applied/,
      );
      expect(server.history('acme', 'shop')).toHaveLength(1);
      const again = await apply('all', 'n\n');
      expect(again.stdout).toContain('No changes.');
      expect(again.output).not.toContain('[y/N]');
    });
  });

  test('with --quiet, shows the plan that it asks about', async ({ shop: { desk } }) => {
    desk.commit('Open the shop');
    const ended = await desk.cli(['apply', '--quiet'], { terminal: { input: 'y\n' } });
    expect(ended.stderr).toContain(QUESTION);
    expect(ended.stdout).toMatch(/Plan: 3 to create[\s\S]*Applied and verified: 3 created\.\n$/);
  });

  test('asks about what limits refuse, and --yes does not approve it', async () => {
    const limited = { ...SMALL, 'confighub.yaml': 'limits: { maxDeletes: 0 }\n' };
    await withShop(limited, async ({ desk, server }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply']);
      desk.commit('No database', { 'config/shop.yaml': 'keys: { shop.title: Corner Shop }\n' });
      const apply = (input: string, ...flags: string[]) =>
        desk.cli(['apply', ...flags], { terminal: { question: 'Apply anyway', input } });
      const unasked = await apply('y\n', '--yes');
      expect(unasked.status).toBe(3);
      expect(unasked.stdout).toContain('The apply was refused: nothing was sent.');
      expect(unasked.output).not.toContain('[y/N]');
      expect((await apply('n\n')).status).toBe(3);
      expect(server.history('acme', 'shop')).toHaveLength(1);
      const { status, output } = await apply('y\n');
      expect(status).toBe(0);
      expect(output.match(/Plan: 0 to create/g)).toHaveLength(1);
      const approval = /Apply anyway \(approval: ([0-9a-f]{32})\)\?/.exec(output)?.[1];
      expect(server.history('acme', 'shop').map(({ comment }) => comment)).toEqual([
        'Open the shop',
        expect.stringContaining(`No database\n\nApproved: ${approval} (by `),
      ]);
    });
  });
});

describe.sequential('while the question is open', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  test('an apply is refused if the repository changes', async ({ shop: { desk, server } }) => {
    desk.commit('Open the shop');
    const input = async () => {
      for (const [path, text] of Object.entries(TITLE)) desk.sandbox.write(`other/${path}`, text);
      expect(
        (await desk.cli(['apply', '--yes'], { cwd: '../other', env: { CI: undefined } })).status,
      ).toBe(0);
      vi.setSystemTime(Date.now() + TIME_TO_ANSWER);
      return 'y\n';
    };
    const { status, stderr } = await desk.cli(['apply'], { terminal: { input } });
    expect(status).toBe(1);
    expect(stderr.replaceAll('\n', ' ')).toContain(
      'changed-meanwhile: The repository on the server changed after this apply was planned; nothing was sent.',
    );
    expect(server.history('acme', 'shop')).toHaveLength(1);
  });
});
