// Flags override the environment, which overrides the project file; errors are one sentence each.
import { describe, expect, test } from 'vitest';
import { SMALL, TOKEN, withDesk, withShop } from '../helpers/process.ts';

const UNUSED = 'http://127.0.0.1:9';

describe.concurrent('bad options', () => {
  test.for([
    [
      'url',
      { CONFIGHUB_URL: 'config.example.com' },
      [],
      'Invalid url: expected an http or https address',
    ],
    [
      'url with a password',
      {},
      ['--url', 'https://ada:pass@example.com'],
      'Invalid url: expected an http',
    ],
    ['repository', {}, ['--repository', 'shop'], 'Invalid repository: expected account/name'],
    [
      'token with a newline',
      { CONFIGHUB_TOKEN: 'one\ntwo' },
      [],
      'The token contains a line break',
    ],
    [
      'token beyond ASCII',
      { CONFIGHUB_TOKEN: 'schlüssel' },
      [],
      'The token contains a line break, a space or',
    ],
    [
      'prune',
      {},
      ['--prune', 'everything'],
      'Invalid prune mode: expected one of managed, all, none.',
    ],
    [
      'timeout',
      {},
      ['--timeout', '0'],
      'Invalid timeout: expected a number of seconds from 1 to 86400.',
    ],
    [
      'a placeholder that there is not',
      { CONFIGHUB_CHANGE_COMMENT: '{mesage}' },
      [],
      'The change comment has an unknown placeholder: `{mesage}`. Did you mean `message`?',
    ],
    [
      'timeout in words',
      { CONFIGHUB_TIMEOUT: '2m' },
      [],
      'Invalid timeout: expected a number of seconds',
    ],
  ] as const)('%s', async ([, env, flags, sentence]) => {
    await withShop(SMALL, async ({ desk, requests }) => {
      for (const command of ['plan', 'apply']) {
        const { status, stdout, stderr } = await desk.cli([command, ...flags], { env });
        expect({ status, stdout, lines: stderr.split('\n').length }).toEqual({
          status: 1,
          stdout: '',
          lines: 2,
        });
        expect(stderr).toContain(`error bad-option: ${sentence}`);
        expect(stderr).not.toMatch(/ada:pass|schlüssel|two/);
      }
      expect(requests).toEqual([]);
    });
  });

  test('reports all at once', async () => {
    await withDesk(SMALL, async (desk) => {
      const { stderr } = await desk.cli([
        'plan',
        '--url',
        'x',
        '--repository',
        'x',
        '--prune',
        'x',
      ]);
      expect(stderr.match(/^error bad-option/gm)).toHaveLength(3);
    });
  });

  test('neither url nor repository: explains what to write where', async () => {
    await withDesk(SMALL, async (desk) => {
      const { status, stderr } = await desk.cli(['plan']);
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /no-target: Neither url nor repository is configured\.\n {2}.*CONFIGHUB_URL/,
      );
    });
  });

  test('info without a url', async () => {
    await withDesk({}, async (desk) => {
      const { status, stderr } = await desk.cli(['info']);
      expect(status).toBe(1);
      expect(stderr).toMatch(/No url is configured\.\n {2}Pass --url, set CONFIGHUB_URL/);
    });
  });
});

describe.concurrent('precedence', () => {
  const project = (url: string) => ({
    ...SMALL,
    'confighub.yaml': `url: ${url}\nrepository: acme/shop\n`,
  });

  test('the environment overrides the project file, a flag overrides both', async () => {
    await withShop(project(UNUSED), async ({ desk, server, requests }) => {
      expect(await desk.cli(['plan'])).toMatchObject({ status: 0 });
      const env = { CONFIGHUB_URL: UNUSED, CONFIGHUB_REPOSITORY: 'acme/other' };
      const flags = ['--url', `${server.url}/`, '--repository', 'acme/shop'];
      expect(await desk.cli(['plan', ...flags], { env })).toMatchObject({ status: 0 });
      const before = requests.length;
      expect((await desk.cli(['plan'], { env })).stderr).toContain(
        `${UNUSED} refused the connection`,
      );
      expect(requests).toHaveLength(before);
    });
  });

  test('the project file suffices', async () => {
    await withShop({}, async ({ desk, server }) => {
      desk.write(project(server.url));
      const env = { CONFIGHUB_URL: undefined, CONFIGHUB_REPOSITORY: '' };
      expect(await desk.cli(['plan'], { env })).toMatchObject({ status: 0, stderr: '' });
      expect(await desk.cli(['info'], { env })).toMatchObject({ status: 0 });
    });
  });

  test('reads a project in another folder, by CONFIGHUB_CONFIG or -c, and prints relative paths', async () => {
    const files = Object.fromEntries(
      Object.entries(SMALL).map(([path, content]) => [`ops/${path}`, content]),
    );
    await withShop({ ...files, 'other/README': '' }, async ({ desk }) => {
      const env = { CONFIGHUB_CONFIG: '../ops/confighub.yaml' };
      const byVariable = await desk.cli(['plan'], { env, cwd: 'other' });
      expect(byVariable).toMatchObject({ status: 0, stderr: '' });
      expect(byVariable.stdout).toContain(' ../ops/config/shop.yaml:2:3\n');
      expect(byVariable.stdout).toMatch(/^Plan: 3 to create/m);
      const byFlag = await desk.cli(['validate', '-c', 'ops/confighub.yaml'], { env });
      expect(byFlag).toMatchObject({ status: 0 });
    });
  });

  test('prune, timeout and token, whitespace around it ignored, from the environment', async () => {
    await withShop(SMALL, async ({ desk }) => {
      const { stdout } = await desk.cli(['plan', '--json'], {
        env: { CONFIGHUB_PRUNE: 'none', CONFIGHUB_TIMEOUT: '5', CONFIGHUB_TOKEN: ` ${TOKEN}\n` },
      });
      expect(JSON.parse(stdout)).toMatchObject({ prune: 'none' });
    });
  });
});
