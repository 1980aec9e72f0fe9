// import of much, and in a terminal; what else it prints and writes is in test/transcripts/import.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Desk, withShop } from '../helpers/process.ts';
import { push, type TestServer } from '../helpers/server.ts';

const LIVE = {
  enableKeyCreation: true,
  data: [
    { key: 'db.password', vdt: 'Text', push: true, values: [{ context: '*;*', value: 'hunter2' }] },
  ],
};

function fill(server: TestServer, body: object = LIVE) {
  return push(server, body, { token: 'force' });
}

function files(desk: Desk): string[] {
  return readdirSync(desk.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.git'))
    .map((entry) =>
      `${entry.parentPath.slice(desk.dir.length + 1)}/${entry.name}`.replace(/^\//, ''),
    )
    .sort();
}

const read = (desk: Desk, path: string) => readFileSync(desk.path(path), 'utf8');

describe.concurrent('import into an empty folder', () => {
  test('lists two hundred variables at most', async () => {
    await withShop({}, async ({ desk, server }) => {
      const values = [{ context: '*;*', value: 'hunter2' }];
      const data = Array.from({ length: 205 }, (_, i) => ({
        key: `db${i}.password`,
        vdt: 'Text',
        push: true,
        values,
      }));
      await fill(server, { ...LIVE, data });
      const { stdout } = await desk.cli(['import', '--dry-run']);
      expect(stdout).toMatch(/^ {2}… and 5 more$/m);
    });
  });

  test('of much is split by the first part of the names', async () => {
    await withShop({}, async ({ desk, server }) => {
      const values = [{ context: '*;*', value: 'x' }];
      const key = (name: string) => ({ key: name, vdt: 'Text', push: true, values });
      const data = Array.from({ length: 60 }, (_, i) => [key(`db.${i}`), key(`shop.${i}`)]).flat();
      await fill(server, { ...LIVE, data: [...data, key('alone')] });
      expect(await desk.cli(['import', '--yes'])).toMatchObject({ status: 0, stderr: '' });
      expect(files(desk)).toEqual(['config/db.yaml', 'config/shop.yaml', 'confighub.yaml']);
      expect(read(desk, 'config/shop.yaml')).toMatch(/^keys:\n {2}alone: x\n {2}shop\.0: x\n/);
    });
  });
});

describe.concurrent('on a terminal', () => {
  test.for([
    ['y\n', 'Wrote 3 files.', 3],
    ['\n', 'Nothing was written.', 0],
  ] as const)('it asks first; the answer %j', async ([input, end, count]) => {
    await withShop({}, async ({ desk, server }) => {
      await fill(server);
      const { status, output } = await desk.cli(['import'], { terminal: { input } });
      expect(status).toBe(0);
      expect(output).toContain('Write 3 files? [y/N]');
      expect(output).toContain(end);
      expect(files(desk)).toHaveLength(count);
    });
  });
});
