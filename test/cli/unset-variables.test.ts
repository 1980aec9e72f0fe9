// Variables that are not set, of several targets; and a file for them that is missing.
import { expect, test } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';
import { projectFile, withTargets } from './three-targets.ts';

test('a plan of several targets names the variables that are not set', async () => {
  await withTargets(async ({ desk, main, eu }) => {
    const secret = 'keys: { bill.key: { value: { env: BILL_KEY } } }\n';
    desk.commit('Start', {
      'confighub.yaml': projectFile({ main, eu }),
      'billing/a.yaml': secret,
    });
    const { status, output } = await desk.cli(['plan'], { env: { CI: undefined } });
    expect(status).toBe(0);
    expect(output).toContain('(secret, BILL_KEY is not set here)');
    expect(output).toContain('1 variable is not set here: BILL_KEY.');
  });
});

// No transcript: Node.js 20 takes the flag for its own, and answers before the program does.
test('a file for --env-file that is missing is an error', async () => {
  await withShop(SMALL, async ({ desk, server }) => {
    const { status, output } = await desk.cli(['apply', '--yes', '--env-file', '.env']);
    expect(output).toMatch(/error file-system: Cannot read .*: it does not exist \(ENOENT\)/);
    expect(status).toBe(1);
    expect(server.history('acme', 'shop')).toHaveLength(0);
  });
});
