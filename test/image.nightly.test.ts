// The build stage of the Dockerfile, run without Docker: what it copies and runs makes a tool that works.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VERSION } from '../src/version.ts';
import { GitSandbox } from './helpers/git.ts';
import { ROOT } from './helpers/run.ts';

/** Milliseconds for an install and a build. */
const LIMIT = 600_000;

test(
  'the build stage makes a tool that works',
  () => {
    const sandbox = new GitSandbox();
    try {
      const folder = sandbox.path('image');
      execFileSync(process.execPath, [join(ROOT, 'scripts/image-steps.js'), folder], {
        stdio: 'pipe',
      });
      const tool = join(folder, 'dist/cli/index.js');
      expect(execFileSync(tool, ['--version'], { encoding: 'utf8' }).trim()).toBe(VERSION);
      const shop = { encoding: 'utf8', cwd: join(ROOT, 'examples/shop') } as const;
      expect(execFileSync(tool, ['validate'], shop)).toContain('Valid: ');
    } finally {
      sandbox.dispose();
    }
  },
  LIMIT,
);
