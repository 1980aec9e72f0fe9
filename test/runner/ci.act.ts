// The job of .github/workflows/ci.yml for Linux in a real runner: it installs, runs one of the checks, and tries the package.
// With `CONFIGHUB_TEST_CI_ONLY=` (empty), it runs all checks, which takes some minutes.
import { expect, test } from 'vitest';
import { GitSandbox } from '../helpers/git.ts';
import { cloneOfThis, LIMIT, runOwn } from './own-workflows.ts';
import { expectRun } from './shop.ts';

const ONLY = process.env.CONFIGHUB_TEST_CI_ONLY ?? 'hadolint';

test(
  'ci.yml installs, and runs the check that is asked for',
  async () => {
    const sandbox = new GitSandbox();
    try {
      const ran = await runOwn(sandbox, {
        event: 'workflow_dispatch',
        workflow: 'ci.yml',
        payload: {
          ref: 'refs/heads/main',
          inputs: { only: ONLY },
          repository: { default_branch: 'main' },
        },
        dir: cloneOfThis(sandbox, { withTests: ONLY === '' }),
        only: 'check',
        options: ['--matrix', 'os:ubuntu-latest', '--matrix', 'node:24'],
      });
      expectRun(ran, { 'check (24, ubuntu-latest)': 'success' });
      expect(ran.log).toMatch(/(?:ok|skipped) +hadolint finds nothing in the Dockerfile/);
      expect(ran.log).toMatch(/\d+ passed, 0 failed/);
      expect(ran.log).toMatch(/From install to the first apply: \d+ s/);
    } finally {
      sandbox.dispose();
    }
  },
  LIMIT,
);
