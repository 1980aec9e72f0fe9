// info, init and serve: output, and files they write.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Desk, REPOSITORY, SMALL, withDesk, withShop } from '../helpers/process.ts';
import { request, SHOP } from '../helpers/server.ts';

describe.concurrent('info', () => {
  const several = {
    repositories: [
      { ...SHOP, repository: 'warehouse', levels: ['Site', 'Line', 'Role'] },
      REPOSITORY,
    ],
  };

  test('prints a table, sorted by name; --json prints the same content with a version', async () => {
    await withShop(
      SMALL,
      async ({ desk, server }) => {
        await desk.cli(['apply', '--yes']);
        expect(await desk.cli(['info'])).toEqual({
          status: 0,
          stderr: '',
          stdout: `repository      context levels           keys  values  settings                      description
acme/shop       Environment;Application     2       3  value types, security groups
acme/warehouse  Site;Line;Role              0       0  value types, security groups

Ways to read acme/shop: info/all, info, export, pull, keyData.
`,
          output: expect.any(String),
        });
        const { status, stdout } = await desk.cli(['info', '--json']);
        expect(status).toBe(0);
        const { version, repositories, target, reads } = JSON.parse(stdout);
        expect(version).toBe(1);
        expect(target).toEqual({ url: server.url, account: 'acme', name: 'shop' });
        expect(Object.keys(reads)).toEqual(['info/all', 'info', 'export', 'pull', 'keyData']);
        expect(repositories).toMatchObject([
          { account: 'acme', name: 'shop', levels: ['Environment', 'Application'], keyCount: 2 },
          { account: 'acme', name: 'warehouse', levels: ['Site', 'Line', 'Role'] },
        ]);
      },
      several,
    );
  });

  test('asks for the list alone if no repository is configured', async () => {
    await withShop({}, async ({ desk, requests }) => {
      const { stdout } = await desk.cli(['info'], { env: { CONFIGHUB_REPOSITORY: undefined } });
      expect(stdout).not.toContain('Ways to read');
      expect(requests).toEqual(['GET /rest/info/all']);
    });
  });
});

describe.concurrent('init', () => {
  test('writes valid files that can be planned, with the given target', async () => {
    await withShop({}, async ({ desk, server }) => {
      const { status, stdout, stderr } = await desk.cli(['init']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(
        /^Wrote confighub\.yaml and config\/first\.yaml\.\nAdded \/\.env to \.gitignore, [^\n]+\nNext:\n {2}1\. Check the files: /,
      );
      const file = readFileSync(desk.path('confighub.yaml'), 'utf8');
      const settings = `url: ${server.url}\nrepository: acme/shop\nlevels: [Environment, Application]\n`;
      expect(file).toBe(`# All settings: docs/format.md of confighub-sync.\n${settings}`);
      expect(await desk.cli(['validate'])).toMatchObject({ status: 0, stderr: '' });
      expect(await desk.cli(['plan'])).toMatchObject({ status: 0, stderr: '' });
      // Never a second time.
      const { status: second, stderr: refused } = await desk.cli(['init']);
      expect({ second, refused }).toEqual({
        second: 1,
        refused: expect.stringContaining('confighub.yaml and config/first.yaml already exist;'),
      });
      expect(readFileSync(desk.path('confighub.yaml'), 'utf8')).toBe(file);
    });
  });

  test('says what is missing: target, a server to try, token, commit', async () => {
    await withDesk({}, async (desk) => {
      const { stdout } = await desk.cli(['init']);
      expect(stdout).toMatch(
        /1\. Set url and repository in confighub\.yaml\..*: confighub-sync serve --repository acme\/shop /,
      );
      expect(stdout).toMatch(
        /export CONFIGHUB_TOKEN=.*\n.*git commit\n.*confighub-sync plan\n.*confighub-sync apply\n$/,
      );
    });
  });

  test('never overwrites a document', async () => {
    const path = 'config/first.yaml';
    await withDesk({ [path]: 'mine\n' }, async (desk) => {
      const { status, stdout, stderr } = await desk.cli(['init']);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain(`${path} already exists; nothing was written.`);
      expect(readFileSync(desk.path(path), 'utf8')).toBe('mine\n');
      expect(allFiles(desk)).toEqual([path]);
    });
  });
});

function allFiles(desk: Desk): string[] {
  return readdirSync(desk.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      `${entry.parentPath.slice(desk.dir.length + 1)}/${entry.name}`.replace(/^\//, ''),
    )
    .sort();
}

const isLinux = process.platform === 'linux';

describe.concurrent('serve', () => {
  const flags = [
    'serve',
    '--repository',
    'acme/shop',
    '--levels',
    'Environment,Application',
    '--port',
    '0',
  ];

  test('--json prints one line with exactly this shape; SIGINT ends it with 0', async () => {
    await withDesk({}, async (desk) => {
      const running = desk.start([...flags, '--json']);
      const line = JSON.parse(await running.firstLine());
      expect(line).toEqual({
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
        repositories: [
          {
            account: 'acme',
            repository: 'shop',
            tokens: { default: expect.stringMatching(/^[!-~]{20,}$/) },
          },
        ],
      });
      expect((await request(line, { path: '/rest/info/all' })).status).toBe(200);
      const { status, stdout, stderr } = await running.stop('SIGINT');
      expect({ status, stderr, lines: stdout.split('\n').length }).toEqual({
        status: 0,
        stderr: '',
        lines: 2,
      });
    });
  });

  test('tolerates that its output is closed after the first line; SIGTERM stops it at once, despite idle connections', async () => {
    await withDesk({}, async (desk) => {
      const running = desk.start([...flags, '--json']);
      const { url } = JSON.parse(await running.firstLine());
      running.child.stdout?.destroy();
      running.child.stderr?.destroy();
      const agent = new Agent({ keepAlive: true });
      for (const path of ['/rest/info/all', '/rest/info/system'])
        expect((await request({ url }, { path, agent })).status).toBe(200);
      const idle = connect(Number(new URL(url).port), '127.0.0.1');
      await new Promise((resolve) => idle.once('connect', resolve));
      idle.on('error', () => undefined);
      expect(await running.stop('SIGTERM')).toMatchObject({ status: 0 });
      agent.destroy();
      idle.destroy();
    });
  });

  test('without --json it prints URL and usage, and logs requests without keys or tokens', async () => {
    await withDesk(SMALL, async (desk) => {
      const running = desk.start(flags);
      const line = await running.firstLine();
      const url = /^Serving acme\/shop at (\S+); press Ctrl-C to stop\.$/.exec(line)?.[1] ?? '';
      await request({ url }, { path: '/rest/info/all' });
      const { status, stdout, stderr } = await running.stop('SIGINT');
      expect(status).toBe(0);
      expect(stdout).toMatch(/^ {2}export CONFIGHUB_URL=http\S+\n {2}export CONFIGHUB_TOKEN=\S+$/m);
      expect(stderr).toBe('GET /rest/info/all 200\n');
    });
  });

  test('--data, relative to the folder, is locked by one process until that is killed, and survives it, including tokens', async () => {
    await withDesk(SMALL, async (desk) => {
      const all = [...flags.slice(0, -2), '--data', 'state.json', '--json', '--port'];
      const first = desk.start([...all, '0']);
      const line = await first.firstLine();
      const { url, repositories } = JSON.parse(line);
      const env = {
        CONFIGHUB_URL: url,
        CONFIGHUB_REPOSITORY: 'acme/shop',
        CONFIGHUB_TOKEN: repositories[0].tokens.default,
      };
      expect(await desk.cli(['apply', '--yes'], { env })).toMatchObject({ status: 0 });
      const locked = await desk.cli([...all, '0'], { isProcess: true });
      expect(locked.status).toBe(1);
      expect(locked.stdout).toContain(`in use by process ${first.child.pid}.`);
      expect(await first.stop('SIGKILL')).toMatchObject({ status: null });
      const second = desk.start([...all, new URL(url).port]);
      expect(await second.firstLine()).toBe(line);
      expect((await desk.cli(['plan'], { env })).stdout).toMatch(/\nNo changes\.\n$/);
      expect(await second.stop('SIGTERM')).toMatchObject({ status: 0 });
    });
  });

  const isRoot = process.getuid?.() === 0;
  test.for([
    ['a folder', 'folder', 'it is a folder.', false],
    ['a pipe', 'pipe', 'it is not a regular file.', false],
    [
      'a file in a file',
      'file/state.json',
      'part of the path is a file, not a folder (ENOTDIR).',
      false,
    ],
    [
      'a file in a folder that cannot be written',
      'locked/state.json',
      'permission denied (EACCES).',
      isRoot,
    ],
    [
      'a file in a folder that cannot be created',
      '/proc/x/state.json',
      'its folder does not exist.',
      !isLinux,
    ],
    ['no path', '', 'expected the path of a file.', false],
  ] as const)(
    '--data with %s ends with a sentence',
    async ([, name, reason, isSkipped], { skip }) => {
      skip(isSkipped, 'not on this system, or not as this user');
      await withDesk({ 'folder/a': '', file: '' }, async (desk) => {
        mkdirSync(desk.path('locked'), { mode: 0o555 });
        execFileSync('mkfifo', [desk.path('pipe')]);
        const path = name === '' ? '' : resolve(desk.dir, name);
        const { status, stdout, stderr } = await desk.cli([...flags, '--data', path]);
        expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
        expect(stderr).toMatch(
          /^error (data-file: Cannot use the data file|bad-option: Invalid --data)/,
        );
        expect(stderr).toContain(`: ${reason}\n`);
        expect(readdirSync(desk.path('folder'))).toEqual(['a']);
      });
    },
  );

  test.for([
    [
      'port taken',
      (port: string) => ['--port', port],
      /^error bad-option: 127\.0\.0\.1:\d+ is already in use\. Pass/,
    ],
    [
      'no number',
      () => ['--port', 'http'],
      /^error bad-option: Invalid --port: expected a number from 0 to 65535\.\n$/,
    ],
    [
      'no repository name',
      () => ['--repository', 'shop'],
      /Invalid --repository: expected account\/name, such as acme\/shop/,
    ],
    [
      'no levels',
      () => ['--levels', ''],
      /^error bad-option: Invalid --levels: A context level has no name\.\n$/,
    ],
    [
      'two levels of one name',
      () => ['--levels', 'a,A'],
      /Invalid --levels: Two context levels have the same name/,
    ],
    [
      'data that is none',
      (_: string, desk: Desk) => ['--data', desk.path('confighub.yaml')],
      /^error data-file: Cannot use the data file \S+confighub\.yaml: it is damaged: it is not valid JSON/,
    ],
  ] as const)('%s', async ([, wrong, sentence]) => {
    await withShop(SMALL, async ({ desk, server }) => {
      const { status, stdout, stderr } = await desk.cli([
        ...flags,
        ...wrong(String(server.port), desk),
      ]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(sentence);
      expect(stderr).not.toMatch(/^\s+at /m);
    });
  });
});
