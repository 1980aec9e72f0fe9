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

/**
 * Tests that start Git thousands of times. To start a process, Node.js copies the tables of its own memory: from a worker
 * of 700 MiB that takes ten times as long as from one of 50. So they run first, in workers that hold nothing else.
 */
const PROCESSES = [
  'test/{action,apply,cli,crash,documented,portable,promise,simulation,record,remote}/**/*.test.ts',
  'test/{answers-that-contradict,cases,cases-*,changed-meanwhile,docs-steps,git-starts,guards}.test.ts',
  'test/{never-ending,order,others-write-meanwhile,requests,two-applies,what-a-read-hides}.test.ts',
  'test/canary/{cli,forgotten}.test.ts',
  'test/github/concurrency.test.ts',
];

/** What takes longest, of both groups; the size of a file says nothing of that. */
const LONGEST = [
  ...['promise', 'record/renamed', 'canary/cli', 'cases', 'guards', 'two-applies', 'remote/push'],
  ...['render/markdown/budget', 'import', 'three-way', 'server/recordings'],
];

/** What takes longest begins first, and the others run beside it. Otherwise the last worker would run it alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      [...LONGEST, ''].findIndex((name) => moduleId.includes(`/test/${name}`));
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const LEFT_OUT = isNightly ? [] : ['test/**/*.nightly.test.ts'];

export default defineConfig({
  test: {
    // Most of them wait for processes.
    maxWorkers: availableParallelism() + 1,
    // The less a worker holds, the sooner it starts a process.
    execArgv: isNightly ? [] : ['--max-old-space-size=600'],
    // For what hangs, not for what is slow: a busy machine takes its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // No test changes what another one reads: loading every module again for each file took half of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'processes',
          include: PROCESSES,
          exclude: LEFT_OUT,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [ALONE, ...PROCESSES, ...LEFT_OUT],
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, test: { name: 'alone', include: [ALONE], isolate: true, sequence: { groupOrder: 1 } } },
    ],
  },
});
