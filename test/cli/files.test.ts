// info, init and serve: output, and files they write.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Desk, REPOSITORY, SMALL, withDesk, withShop } from '../helpers/process.ts';
import { exported, push, request, SHOP } from '../helpers/server.ts';

describe.concurrent('info', () => {
  const several = {
    repositories: [{ ...SHOP, repository: 'warehouse', levels: ['Site', 'Line', 'Role'] }, REPOSITORY],
  };

  test('prints a table, sorted by name', async () => {
    await withShop(
      SMALL,
      async ({ desk }) => {
        await desk.cli(['apply']);
        expect(await desk.cli(['info'])).toEqual({
          status: 0,
          stderr: '',
          stdout: `repository      context levels           keys  values  settings                      description
acme/shop       Environment;Application     2       3  value types, security groups
acme/warehouse  Site;Line;Role              0       0  value types, security groups

Reads of acme/shop: info/all, info, export, pull, keyData.
`,
          output: expect.any(String),
        });
      },
      several,
    );
  });

  test('--json prints the same content with a version', async () => {
    await withShop(
      {},
      async ({ desk, server }) => {
        const { status, stdout } = await desk.cli(['info', '--json']);
        expect(status).toBe(0);
        const { version, repositories, target, reads } = JSON.parse(stdout);
        expect(version).toBe(1);
        expect(target).toEqual({ url: server.url, account: 'acme', name: 'shop' });
        expect(Object.keys(reads)).toEqual(['info/all', 'info', 'export', 'pull', 'keyData']);
        expect(repositories).toMatchObject([
          { account: 'acme', name: 'shop', levels: ['Environment', 'Application'], keyCount: 0 },
          { account: 'acme', name: 'warehouse', levels: ['Site', 'Line', 'Role'] },
        ]);
      },
      several,
    );
  });

  test('asks for the list alone if no repository is configured', async () => {
    await withShop({}, async ({ desk, requests }) => {
      const { stdout } = await desk.cli(['info'], { env: { CONFIGHUB_REPOSITORY: undefined } });
      expect(stdout).not.toContain('Reads');
      expect(requests).toEqual(['GET /rest/info/all']);
    });
  });
});

describe.concurrent('init', () => {
  test('writes valid files that can be planned, with the given target', async () => {
    await withShop({}, async ({ desk, server }) => {
      const { status, stdout, stderr } = await desk.cli(['init']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(/^Wrote confighub\.yaml and config\/first\.yaml\.\nNext:\n {2}1\. Check the files: /);
      const file = readFileSync(desk.path('confighub.yaml'), 'utf8');
      const settings = `url: ${server.url}\nrepository: acme/shop\nlevels: [Environment, Application]\n`;
      expect(file).toBe(`# All settings: docs/format.md of confighub-sync.\n${settings}`);
      expect(await desk.cli(['validate'])).toMatchObject({ status: 0, stderr: '' });
      expect(await desk.cli(['plan'])).toMatchObject({ status: 0, stderr: '' });
    });
  });

  test('says what is missing: target, a server to try, token, commit', async () => {
    await withDesk({}, async (desk) => {
      const { stdout } = await desk.cli(['init']);
      expect(stdout).toMatch(
        /1\. Set url and repository in confighub\.yaml\..*\n +confighub-sync serve --repository acme\/shop /,
      );
      expect(stdout).toMatch(
        /export CONFIGHUB_TOKEN=.*\n.*git commit\n.*confighub-sync plan\n.*confighub-sync apply\n$/,
      );
    });
  });

  test.for(['confighub.yaml', 'config/first.yaml'])('never overwrites %s', async (path) => {
    await withDesk({ [path]: 'mine\n' }, async (desk) => {
      const { status, stdout, stderr } = await desk.cli(['init']);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain(`${path} already exists; nothing was written.`);
      expect(readFileSync(desk.path(path), 'utf8')).toBe('mine\n');
      expect(allFiles(desk)).toEqual([path]);
    });
  });

  test('twice', async () => {
    await withDesk({}, async (desk) => {
      await desk.cli(['init']);
      const files = allFiles(desk);
      expect(await desk.cli(['init'])).toMatchObject({ status: 1 });
      expect(allFiles(desk)).toEqual(files);
    });
  });
});

function allFiles(desk: Desk): string[] {
  return readdirSync(desk.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(desk.dir.length + 1)}/${entry.name}`.replace(/^\//, ''))
    .sort();
}

const isLinux = process.platform === 'linux';

describe.concurrent('serve', () => {
  const flags = ['serve', '--repository', 'acme/shop', '--levels', 'Environment,Application', '--port', '0'];

  test.for(['SIGINT', 'SIGTERM'] as const)(
    '--json prints one line with exactly this shape; %s ends it with 0',
    async (signal) => {
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
        const { status, stdout, stderr } = await running.stop(signal);
        expect({ status, stderr, lines: stdout.split('\n').length }).toEqual({
          status: 0,
          stderr: '',
          lines: 2,
        });
      });
    },
  );

  test('stops at once despite idle connections', async () => {
    await withDesk(SMALL, async (desk) => {
      const running = desk.start([...flags, '--json']);
      const { url } = JSON.parse(await running.firstLine());
      const { Agent } = await import('node:http');
      const { connect } = await import('node:net');
      const agent = new Agent({ keepAlive: true });
      await request({ url }, { path: '/rest/info/all', agent });
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

  test('--data survives a restart, including tokens', async () => {
    await withDesk(SMALL, async (desk) => {
      const data = ['--data', desk.sandbox.path('state.json'), '--json'];
      const first = desk.start([...flags, ...data]);
      const line = await first.firstLine();
      const { url, repositories } = JSON.parse(line);
      const env = {
        CONFIGHUB_URL: url,
        CONFIGHUB_REPOSITORY: 'acme/shop',
        CONFIGHUB_TOKEN: repositories[0].tokens.default,
      };
      expect(await desk.cli(['apply'], { env })).toMatchObject({ status: 0 });
      expect(await first.stop('SIGTERM')).toMatchObject({ status: 0 });
      const second = desk.start([...flags.slice(0, -1), new URL(url).port, ...data]);
      expect(await second.firstLine()).toBe(line);
      expect((await desk.cli(['plan'], { env })).stdout).toMatch(/\nNo changes\.\n$/);
      await second.stop('SIGTERM');
    });
  });

  const isRoot = process.getuid?.() === 0;
  test.for([
    ['a folder', 'folder', 'it is a folder.', false],
    ['a pipe', 'pipe', 'it is not a regular file.', false],
    ['a file in a file', 'file/state.json', 'a part of the path is a file, not a folder (ENOTDIR).', false],
    ['a file in a folder that cannot be written', 'locked/state.json', 'permission denied (EACCES).', isRoot],
    ['a file in a folder that cannot be created', '/proc/x/state.json', 'its folder does not exist.', !isLinux],
    ['no path', '', 'expected the path of a file.', false],
  ] as const)('--data with %s ends with a sentence', async ([, name, reason, isSkipped], { skip }) => {
    skip(isSkipped, 'not on this system, or not as this user');
    await withDesk({ 'folder/a': '', file: '' }, async (desk) => {
      mkdirSync(desk.path('locked'), { mode: 0o555 });
      execFileSync('mkfifo', [desk.path('pipe')]);
      const { status, stdout, stderr } = await desk.spawn([...flags, '--data', name]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^error (data-file: Cannot use the data file|bad-option: Invalid --data)/);
      expect(stderr).toContain(`: ${reason}\n`);
      expect(readdirSync(desk.path('folder'))).toEqual(['a']);
    });
  });

  test('--data is locked by one process, until that is killed', async () => {
    await withDesk(SMALL, async (desk) => {
      const all = [...flags, '--data', desk.sandbox.path('state.json'), '--json'];
      const first = desk.start(all);
      await first.firstLine();
      const { status, stdout } = await desk.spawn(all);
      expect(status).toBe(1);
      expect(stdout).toContain(`in use by process ${first.child.pid}.`);
      expect(await first.stop('SIGKILL')).toMatchObject({ status: null });
      const second = desk.start(all);
      await second.firstLine();
      expect(await second.stop('SIGTERM')).toMatchObject({ status: 0 });
    });
  });

  test('tolerates that its output is closed after the first line', async () => {
    await withDesk({}, async (desk) => {
      const running = desk.start([...flags, '--json']);
      const { url } = JSON.parse(await running.firstLine());
      running.child.stdout?.destroy();
      running.child.stderr?.destroy();
      for (const path of ['/rest/info/all', '/rest/info/system'])
        expect((await request({ url }, { path })).status).toBe(200);
      expect(await running.stop('SIGTERM')).toMatchObject({ status: 0 });
    });
  });

  test.for([
    ['port taken', (port: string) => ['--port', port], /^error bad-option: 127\.0\.0\.1:\d+ is already in use\. Pass/],
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
    ['no levels', () => ['--levels', ''], /^error bad-option: Invalid --levels: A context level has no name\.\n$/],
    ['two levels of one name', () => ['--levels', 'a,A'], /Invalid --levels: Two context levels have the same name/],
    [
      'a file for a folder',
      () => ['--data', 'confighub.yaml/state'],
      /^error data-file: Cannot use the data file confighub\.yaml\/state: /,
    ],
    [
      'data that is none',
      () => ['--data', 'confighub.yaml'],
      /^error data-file: Cannot use the data file confighub\.yaml: /,
    ],
  ] as const)('%s', async ([, wrong, sentence]) => {
    await withShop(SMALL, async ({ desk, server }) => {
      const args = [...flags, ...wrong(String(server.port))];
      // The name of a data file is relative to the folder of the process.
      const { status, stdout, stderr } = await (args.includes('--data') ? desk.spawn(args) : desk.cli(args));
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(sentence);
      expect(stderr).not.toMatch(/^\s+at /m);
    });
  });
});

describe.concurrent('with other writers', () => {
  test('keeps a value that others created for a deleted key', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply']);
      const more = { key: 'db.host', vdt: 'Text', values: [{ context: 'Staging;*', value: 'theirs' }] };
      await push(server, { data: [more] }, { token: 'default' });
      desk.commit('No database', { 'config/shop.yaml': 'keys:\n  shop.title: Corner Shop\n' });
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
      const entries = (await exported(server)) as { key: string; values: { value: string }[] }[];
      const values = Object.fromEntries(entries.map(({ key, values }) => [key, values.map((v) => v.value)]));
      expect(values).toEqual({ 'shop.title': ['Corner Shop'], 'db.host': ['theirs'] });
    });
  });
});
