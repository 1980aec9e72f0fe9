// Uncaught exceptions while a command runs: reported, and never exit code 0.
import { existsSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { failingBeside } from '../helpers/beside.ts';
import { SMALL, withShop } from '../helpers/process.ts';
import { CLI, Running } from '../helpers/run.ts';
import { test } from '../helpers/test.ts';

const CASES: [what: string, args: string[], status: number][] = [
  ['a plan is no success', ['plan'], 1],
  ['a plan with changes is no success', ['plan', '--detailed-exitcode'], 1],
  ['an apply before anything is sent: nobody may take it for done', ['apply'], 4],
];

describe.concurrent('an uncaught exception during a command', () => {
  test.for(CASES)('%s', async ([, args, status], { shop: { desk } }) => {
    desk.commit('Open the shop');
    const ended = await desk.cli(args, { isProcess: true, env: failingBeside(desk, 'GET') });
    expect(ended.stderr).toMatch(/error bug: /);
    expect(ended.status).toBe(status);
  });

  test('keeps the exit code of a refusal', async () => {
    await withShop(
      { ...SMALL, 'confighub.yaml': 'limits: { maxDeletes: 0 }\n' },
      async ({ desk }) => {
        desk.commit('Open the shop');
        await desk.cli(['apply']);
        desk.commit('No database', { 'config/shop.yaml': 'keys: { shop.title: Corner Shop }\n' });
        const ended = await desk.cli(['plan'], {
          isProcess: true,
          env: failingBeside(desk, 'GET'),
        });
        expect(ended).toMatchObject({ status: 3, stderr: expect.stringContaining('error bug: ') });
      },
    );
  });

  test('that was sent does not interrupt the apply: it is recorded', async ({
    shop: { desk, server },
  }) => {
    desk.commit('Open the shop');
    const ended = await desk.cli(['apply'], {
      isProcess: true,
      env: failingBeside(desk, 'POST'),
    });
    expect(ended).toMatchObject({ status: 4, stderr: expect.stringContaining('error bug: ') });
    expect(server.history('acme', 'shop')).toHaveLength(1);
    expect(desk.git('for-each-ref', 'refs/confighub-sync')).toMatch(/\/applied$/);
    const { status, stdout } = await desk.cli(['plan']);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringContaining('No changes'),
    });
  });
});

describe.skipIf(!existsSync('/dev/full'))('a full disk (needs /dev/full)', () => {
  test.for([
    ['plan', 1],
    ['plan --detailed-exitcode', 1],
    ['apply', 4],
  ] as const)('%s to a full disk ends with %i', async ([args, status], { shop: { desk } }) => {
    desk.commit('Open the shop');
    const command = `'${process.execPath}' '${CLI}' ${args} >/dev/full`;
    const ended = await new Running('bash', ['-c', command], {
      cwd: desk.dir,
      env: desk.environment(),
    }).ended;
    expect(ended).toMatchObject({ status });
    expect(ended.stderr).toMatch(
      /^error output-failed: The output could not be written completely \(ENOSPC\)\.\n {2}Free space/m,
    );
  });
});
