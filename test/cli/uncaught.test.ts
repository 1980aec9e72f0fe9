// Uncaught exceptions while a command runs: reported, and never exit code 0.
import { existsSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { failingBeside } from '../helpers/beside.ts';
import { type Desk, SMALL, withShop } from '../helpers/process.ts';
import { CLI, Running } from '../helpers/run.ts';
import { test } from '../helpers/test.ts';

describe.concurrent('an uncaught exception during a command', () => {
  const interrupted = (desk: Desk, args: readonly string[], method: 'GET' | 'POST') =>
    desk.cli(args, { isProcess: true, env: failingBeside(desk, method) });
  const endsWith = (status: number) => ({
    status,
    stderr: expect.stringContaining('error bug: '),
  });

  test.for([
    ['a plan is no success', ['plan'], 1],
    ['a plan with changes is no success', ['plan', '--detailed-exitcode'], 1],
    ['an apply before anything is sent: nobody may take it for done', ['apply'], 4],
  ] as const)('%s', async ([, args, status], { shop: { desk } }) => {
    desk.commit('Open the shop');
    expect(await interrupted(desk, args, 'GET')).toMatchObject(endsWith(status));
  });

  test('keeps the exit code of a refusal', async () => {
    const limited = { ...SMALL, 'confighub.yaml': 'limits: { maxDeletes: 0 }\n' };
    await withShop(limited, async ({ desk }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply']);
      desk.commit('No database', { 'config/shop.yaml': 'keys: { shop.title: Corner Shop }\n' });
      expect(await interrupted(desk, ['plan'], 'GET')).toMatchObject(endsWith(3));
    });
  });

  test('that was sent does not interrupt the apply: it is recorded', async ({
    shop: { desk, server },
  }) => {
    desk.commit('Open the shop');
    expect(await interrupted(desk, ['apply'], 'POST')).toMatchObject(endsWith(4));
    expect(server.history('acme', 'shop')).toHaveLength(1);
    expect(desk.git('for-each-ref', 'refs/confighub-sync')).toMatch(/\/applied$/);
    const { status, stdout } = await desk.cli(['plan']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('No changes')]);
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
