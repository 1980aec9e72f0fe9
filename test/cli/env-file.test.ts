// A file for --env-file that is missing.
import { expect } from 'vitest';
import { test } from '../helpers/test.ts';

// No transcript: Node.js 20 takes the flag for its own, and answers before the program does.
test('a file for --env-file that is missing is an error', async ({ shop: { desk, server } }) => {
  const { status, output } = await desk.cli(['apply', '--yes', '--env-file', '.env']);
  expect(output).toMatch(/error file-system: Cannot read .*: it does not exist \(ENOENT\)/);
  expect(status).toBe(1);
  expect(server.history('acme', 'shop')).toHaveLength(0);
});
