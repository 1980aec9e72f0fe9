// .pre-commit-hooks.yaml, with the real pre-commit: it installs this repository, and stops a commit with an error.
// Skipped where Python is missing.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pythonTool } from '../scripts/python-tool.js';
import { GitSandbox } from './helpers/git.ts';
import { SMALL } from './helpers/process.ts';
import { ROOT } from './helpers/run.ts';

/** Milliseconds: pre-commit installs every dependency of this repository, and packs it. */
const LIMIT = 900_000;
const tool = pythonTool({ name: 'pre-commit', version: '4.7.0' });

/** What Git tracks here, as it is now, in a repository of its own; its commit. */
function hookRepository(sandbox: GitSandbox): string {
  const dir = sandbox.init('hooks');
  const tracked = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: ROOT },
  );
  const paths = tracked.toString().split('\0').slice(0, -1);
  const needed = paths.filter((path) => !/^(?:test|bench|docs)\//.test(path));
  for (const path of needed) cpSync(join(ROOT, path), join(dir, path));
  return sandbox.commit(dir, 'Hooks');
}

test.skipIf(tool.command === undefined)(
  'the hook validates documents before a commit',
  () => {
    const sandbox = new GitSandbox();
    try {
      const rev = hookRepository(sandbox);
      const dir = sandbox.init('project');
      const hook = `repos:\n  - repo: ${sandbox.path('hooks')}\n    rev: ${rev}\n    hooks:\n      - id: confighub-sync-validate\n`;
      sandbox.commit(dir, 'First', {
        ...SMALL,
        '.pre-commit-config.yaml': hook,
        'notes.txt': 'x\n',
      });
      const env = { ...sandbox.env, PRE_COMMIT_HOME: sandbox.path('pre-commit') };
      const run = (...args: string[]) => {
        const options = { cwd: dir, env, encoding: 'utf8' } as const;
        const { status, stdout, stderr } = spawnSync(
          tool.command ?? '',
          ['run', '--color=never', ...args],
          options,
        );
        return { status, output: stdout + stderr };
      };
      const right = run('--all-files');
      expect(right, right.output).toMatchObject({
        status: 0,
        output: expect.stringContaining('Passed'),
      });
      expect(run('--files', 'notes.txt').output).toContain('Skipped');
      sandbox.write(
        'project/config/shop.yaml',
        'keys:\n  shop.limit: { vdt: Integer, value: many }\n',
      );
      sandbox.git(dir, 'add', '--all');
      const wrong = run();
      expect(wrong, wrong.output).toMatchObject({
        status: 1,
        output: expect.stringContaining('does not fit its type Integer'),
      });
    } finally {
      sandbox.dispose();
    }
  },
  LIMIT,
);
