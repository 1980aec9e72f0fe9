import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const isNightly = process.env.CONFIGHUB_TEST_LANE === 'nightly';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: isNightly ? [] : ['test/**/*.nightly.test.ts'],
    // No test changes what another one reads: loading every module again for each file took half of the time.
    isolate: false,
    // Most of them wait for processes.
    maxWorkers: availableParallelism() + 1,
    // For what hangs, not for what is slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
