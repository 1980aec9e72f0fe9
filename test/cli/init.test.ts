// init asks what a new project needs, takes the same from flags, and never overwrites.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { type Desk, REPOSITORY, withShop } from '../helpers/process.ts';
import { hasScript, onTerminal } from './terminal.ts';
import { test } from '../helpers/test.ts';

const QUESTION = 'Address of the server';
const NOTHING = { CONFIGHUB_URL: undefined, CONFIGHUB_REPOSITORY: undefined };
const SEVERAL = {
  repositories: [{ ...REPOSITORY, repository: 'warehouse', levels: ['Site', 'Role'] }, REPOSITORY],
};

function ask(desk: Desk, answers: readonly string[], args: readonly string[] = []) {
  const input = answers.map((answer) => `${answer}\n`).join('');
  return desk.cli(['init', '--no-color', ...args], { terminal: { question: QUESTION, input } });
}

function file(desk: Desk, path = 'confighub.yaml'): string {
  return readFileSync(desk.path(path), 'utf8');
}

describe.concurrent('init in a terminal', () => {
  test('asks for what is missing, and offers what the server has', async () => {
    await withShop({}, async ({ desk, server }) => {
      Object.assign(desk.env, NOTHING);
      const { status, stdout, stderr } = await ask(desk, ['no address', server.url, '']);
      expect(status).toBe(0);
      expect(stderr).toBe('This is not an address such as https://config.example.com.\n');
      expect(stdout).toContain('Repository, as account/name [acme/shop]: ');
      expect(stdout).toContain('Wrote confighub.yaml and config/first.yaml.\n');
      expect(stdout).not.toContain('Context levels');
      expect(file(desk)).toContain(
        `url: ${server.url}\nrepository: acme/shop\nlevels: [Environment, Application]\n`,
      );
      expect(await desk.cli(['validate'])).toMatchObject({ status: 0, stderr: '' });
    });
  });

  test('names the repositories of the server, and asks again after an error', async () => {
    await withShop(
      {},
      async ({ desk, server }) => {
        Object.assign(desk.env, NOTHING);
        const { stdout, stderr } = await ask(desk, [server.url, 'warehouse', 'acme/warehouse']);
        expect(stdout).toContain('Repositories on this server: acme/shop, acme/warehouse\n');
        expect(stderr).toBe('Type the account and the name, as in acme/shop.\n');
        expect(file(desk)).toContain('repository: acme/warehouse\nlevels: [Site, Role]\n');
      },
      SEVERAL,
    );
  });

  test('without a server, asks for the levels too', async ({ desk }) => {
    const answers = ['http://127.0.0.1:9', 'acme/shop', 'Environment, Application'];
    const { status, stderr } = await ask(desk, answers);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^warning: .*refused/),
    });
    expect(file(desk)).toContain('levels: [Environment, Application]\n');
  });

  test.for([
    ['no answer to the last question', ['http://127.0.0.1:9']],
    ['no answer at all', []],
    ['Ctrl-C', ['', '\u0003']],
  ] as const)('writes nothing: %s', async ([, answers], { desk }) => {
    const ended = await ask(desk, answers);
    expect(ended.status).toBe(1);
    expect(ended.output).toContain('cancelled: There was no answer; nothing was written.');
    expect(readdirSync(desk.dir)).toEqual([]);
  });

  test('asks nothing if flags and the server say all, for a project that is there, or with --yes', async ({
    shop: { desk, server, requests },
  }) => {
    const ended = await ask(desk, []);
    expect(ended).toMatchObject({ status: 1, stdout: '' });
    expect(ended.stderr).toContain('confighub.yaml already exists; nothing was written.');
    desk.write({ 'a/.keep': '', 'b/.keep': '', 'c/.keep': '' });
    const asked = ['init', '--config', 'confighub.yaml'];
    const flags = ['--url', server.url, '--repository', 'acme/shop'];
    for (const [cwd, args] of [
      ['a', flags],
      ['b', [...flags, '--levels', 'Environment;Application']],
      ['c', ['--yes']],
    ] as const) {
      const plain = await desk.cli([...asked, ...args], { cwd, terminal: {} });
      expect(plain).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Wrote /) });
      expect(file(desk, `${cwd}/confighub.yaml`)).toContain('levels: [Environment, Application]\n');
    }
    // Not with --levels.
    expect(requests).toEqual(['GET /rest/info/all', 'GET /rest/info/all']);
  });
});

describe.skipIf(!hasScript())('on a terminal (needs util-linux script)', () => {
  test('init asks and writes', async ({ desk }) => {
    const input = 'http://127.0.0.1:9\nacme/shop\nEnvironment,Application\n';
    const { status, stdout } = await onTerminal(desk, ['init', '--no-color'], { input });
    expect(status).toBe(0);
    expect(stdout).toContain('Wrote confighub.yaml and config/first.yaml.');
    expect(file(desk)).toContain('levels: [Environment, Application]\n');
  });
});
