// serve as a process: what it prints, how it ends, and its data file.
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { describe, expect } from 'vitest';
import { SMALL, withDesk } from '../helpers/process.ts';
import { request } from '../helpers/server.ts';
import { test } from '../helpers/test.ts';

describe.concurrent('serve', () => {
  const serve = ['serve', '--repository', 'acme/shop', '--levels', 'Environment,Application'];
  const flags = [...serve, '--port', '0'];

  test('--json prints one line with exactly this shape; SIGINT ends it with 0', async ({
    desk,
  }) => {
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

  test('tolerates that its output is closed after the first line; SIGTERM stops it at once, despite idle connections', async ({
    desk,
  }) => {
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

  test('names each token on a line of its own, which is no comment, because zsh takes none', async () => {
    const config =
      'account: acme\nrepository: shop\nlevels: [Environment]\ntokens: { ci: { value: one }, old: { value: two } }\n';
    await withDesk({ ...SMALL, 'server.yaml': config }, async (desk) => {
      const running = desk.start(['serve', '--config', 'server.yaml', '--port', '0']);
      await running.firstLine();
      const { stdout } = await running.stop('SIGINT');
      const [, shown = ''] = stdout.split(/export CONFIGHUB_URL=.*\n/);
      expect(shown).toBe(
        '\nci of acme/shop:\n  export CONFIGHUB_TOKEN=one\n\nold of acme/shop:\n  export CONFIGHUB_TOKEN=two\n\n',
      );
    });
  });

  test('--data, relative to the folder, is locked by one process until that is killed, and survives it, including tokens', async () => {
    await withDesk(SMALL, async (desk) => {
      const all = [...serve, '--data', 'state.json', '--json', '--port'];
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
});
