import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isNightly = process.env.CONFIGHUB_TEST_SUITE === 'nightly';

/** Tests write and remove many small files: in memory, the whole run takes a sixth less time. */
const MEMORY = '/dev/shm';
if (process.env.TMPDIR === undefined && existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize > 2 ** 31) process.env.TMPDIR = MEMORY;
}

/** Loads a package that reads the environment once, as it is loaded. */
const ALONE = 'test/github/proxy.test.ts';

const LEFT_OUT = isNightly ? [] : ['test/**/*.nightly.test.ts'];

/**
 * Which tests begin first. What takes longest, or the last worker would run it alone. Then what starts Git thousands of
 * times: to start a process, Node.js copies the tables of its own memory, and a worker grows with all that it loads.
 */
const ORDER = [
  /\/promise\/promise/,
  /\/test\/(transcripts|record\/renamed|canary\/cli|cases|guards|remote\/push-answers)\b/,
  /\/test\/(action|cli|core|crash|documented|portable|project|promise|simulation|record|remote)\//,
  /\/test\/(canary\/forgotten|changed-meanwhile|docs-steps|never-ending|order)/,
  /\/test\/(answers-that-contradict|requests|what-a-read-hides|github\/concurrency)/,
  /\/test\/(render\/markdown\/budget|import\/|three-way|server\/recordings)/,
  /(?<!\/test\/github\/proxy)\.test\.ts$/,
];

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      [...ORDER, /./].findIndex((pattern) => pattern.test(moduleId));
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    // Most of them wait for processes.
    maxWorkers: availableParallelism() + 1,
    // The less a worker holds, the sooner it starts a process.
    execArgv: isNightly ? [] : ['--max-old-space-size=600'],
    // For what hangs, not for what is slow: a busy machine takes its time.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // No test changes what another one reads: loading every module again for each file took half of the time.
    isolate: false,
    sequence: { sequencer: InOrder },
    projects: [
      {
        extends: true,
        test: { name: 'suite', include: ['test/**/*.test.ts'], exclude: [ALONE, ...LEFT_OUT] },
      },
      { extends: true, test: { name: 'alone', include: [ALONE], isolate: true } },
    ],
  },
});
