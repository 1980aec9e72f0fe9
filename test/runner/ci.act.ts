// The job of .github/workflows/ci.yml for Linux in a real runner: a clone of this repository, and one of the checks.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GitSandbox } from '../helpers/git.ts';
import { ROOT } from '../helpers/process.ts';
import { runAct } from './act.ts';

/** Milliseconds: it installs the dependencies. */
const LIMIT = 600_000;

/** What Git tracks here, as it is now, as a repository; of the tests only what the workflow needs. */
function cloneOfThis(sandbox: GitSandbox): string {
  const dir = sandbox.init('clone');
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  const paths = tracked.toString().split('\0').slice(0, -1);
  for (const path of paths.filter((one) => !one.startsWith('test/'))) cpSync(join(ROOT, path), join(dir, path));
  sandbox.commit(dir, 'Clone');
  sandbox.git(dir, 'remote', 'add', 'origin', 'https://github.com/acme/confighub-sync.git');
  return dir;
}

/** The actions that the job uses, with what stands for them. */
function standIns(): Record<string, string> {
  const text = readFileSync(join(ROOT, '.github/workflows/ci.yml'), 'utf8');
  const [, name = ''] = /uses: (actions\/setup-node@\w+)/.exec(text) ?? [];
  return { [name]: 'setup-node' };
}

test(
  'ci.yml installs, and runs the check that is asked for',
  async () => {
    const sandbox = new GitSandbox();
    try {
      const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
      const ran = await runAct(sandbox, {
        event: 'workflow_dispatch',
        workflow: 'ci.yml',
        payload: { ref: 'refs/heads/main', inputs: { only: 'hadolint' }, repository: { default_branch: 'main' } },
        secrets: {},
        vars: {},
        env: { npm_config_cache: cache },
        dir: cloneOfThis(sandbox),
        standIns: standIns(),
        only: 'check',
        options: ['--matrix', 'os:ubuntu-latest', '--matrix', 'node:24'],
        limit: LIMIT,
      });
      expect(ran, ran.log).toMatchObject({ status: 0, jobs: { 'check (24, ubuntu-latest)': 'success' } });
      expect(ran.log).toMatch(/(?:ok|skipped) +hadolint finds nothing in the Dockerfile/);
      expect(ran.log).toMatch(/[01] passed, 0 failed/);
    } finally {
      sandbox.dispose();
    }
  },
  LIMIT,
);
