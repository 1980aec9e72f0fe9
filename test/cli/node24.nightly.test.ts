// Smoke test of CLI and action under Node.js 24, which the action runs on.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { runStep } from '../helpers/workflow.ts';
import { test } from '../helpers/test.ts';

const NODE_24 = findNode24();

/** This process's own, or the one of the npm package `node`; `undefined` without a registry. */
function findNode24(): string | undefined {
  if (process.versions.node.startsWith('24.')) return process.execPath;
  // Elsewhere than in this project, so that npx does not look for `node` among its packages.
  const dir = mkdtempSync(join(tmpdir(), 'confighub-node24-'));
  try {
    const script = 'process.stdout.write(process.version + " " + process.execPath)';
    const found = execFileSync('npx', ['-y', 'node@24', '-e', script], {
      cwd: dir,
      encoding: 'utf8',
      timeout: 50_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /^v24\.\S+ (.+)$/.exec(found.trim())?.[1];
  } catch {
    return undefined;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

test.runIf(process.env.CI)('Node.js 24 is installed in CI', () => {
  expect(NODE_24, '`npx -y node@24` does not work').toBeDefined();
});

describe.skipIf(NODE_24 === undefined)('under Node.js 24 (needs `npx -y node@24`)', () => {
  const node = NODE_24 ?? '';

  test('runs under Node.js 24', () => {
    expect(execFileSync(node, ['-p', 'process.version'], { encoding: 'utf8' })).toMatch(/^v24\./);
  });

  test('plan, apply, change, apply, no changes', async ({ shop: { desk, server } }) => {
    desk.commit('Open the shop');
    expect(await desk.cli(['plan', '--detailed-exitcode'], { node })).toMatchObject({
      status: 2,
      stderr: '',
    });
    expect(await desk.cli(['apply'], { node })).toMatchObject({ status: 0, stderr: '' });
    desk.commit('No database', { 'config/shop.yaml': 'keys:\n  shop.title: Corner Shop\n' });
    const applied = await desk.cli(['apply'], { node });
    expect(applied).toMatchObject({ status: 0, stderr: '' });
    expect(applied.stdout).toContain('Plan: 0 to create, 0 to update, 2 to delete.');
    expect((await desk.cli(['plan'], { node })).stdout).toMatch(/\nNo changes\.\n$/);
    expect(server.history('acme', 'shop')).toHaveLength(2);
  });

  test('the action', async ({ shop: { desk } }) => {
    const { status, stderr, outputs } = await runStep(desk, { node });
    expect({ status, stderr, result: outputs.result }).toEqual({
      status: 0,
      stderr: '',
      result: 'applied',
    });
  });
});
