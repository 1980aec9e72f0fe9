// Uncaught exceptions in a step: reported, and the exit code tells whether something was sent. A log that is gone is none.
import { chmodSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { failingBeside } from '../helpers/beside.ts';
import { runStep } from '../helpers/workflow.ts';
import { outcome, test } from './stage.ts';

describe.concurrent('an uncaught exception during a step', () => {
  test.for([
    ['a plan', 'plan', 'GET', '1 planned'],
    ['an apply, before it sends anything', 'apply', 'GET', '4 applied'],
    ['an apply, as it sends', 'apply', 'POST', '4 applied'],
  ] as const)('%s', async ([, command, on, expected], { shop: { desk } }) => {
    desk.commit('Open the shop');
    const env = failingBeside(desk, on);
    const ended = await runStep(desk, { with: { command }, env, isProcess: true });
    const text = expect.stringContaining('bug: confighub-sync');
    expect(ended.log.annotations).toContainEqual(expect.objectContaining({ kind: 'error', text }));
    expect(outcome(ended)).toBe(expected);
  });
});

test('a step whose log nobody reads any more, as after a runner was killed, ends as any other', async ({
  shop: { desk, server },
}) => {
  desk.commit('Open the shop');
  const node = desk.sandbox.path('runner/node');
  desk.sandbox.write(
    node,
    `#!/usr/bin/env bash\ntimeout -s KILL 30 '${process.execPath}' "$@" 2>&1 | true\nexit "\${PIPESTATUS[0]}"\n`,
  );
  chmodSync(node, 0o755);
  expect(outcome(await runStep(desk, { node }))).toBe('0 applied');
  expect(server.history('acme', 'shop')).toHaveLength(1);
});
