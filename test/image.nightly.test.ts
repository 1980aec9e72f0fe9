// The image, without Docker: what the build stage copies and runs makes a tool that works, and what it starts is there.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VERSION } from '../src/version.ts';
import { GitSandbox } from './helpers/git.ts';
import { ROOT } from './helpers/process.ts';

/** Milliseconds for an install and a build. */
const LIMIT = 600_000;

test(
  'the build stage makes a tool that works',
  () => {
    const sandbox = new GitSandbox();
    try {
      const folder = sandbox.path('image');
      execFileSync(process.execPath, [join(ROOT, 'scripts/image-steps.js'), folder], { stdio: 'pipe' });
      const tool = join(folder, 'dist/cli/index.js');
      expect(execFileSync(tool, ['--version'], { encoding: 'utf8' }).trim()).toBe(VERSION);
      cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
      expect(execFileSync(tool, ['demo'], { encoding: 'utf8', cwd: sandbox.path('home') })).toContain('No changes.');
    } finally {
      sandbox.dispose();
    }
  },
  LIMIT,
);

test('the image starts the tool with an init that is installed, so that signals end it', () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const started = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? '[]');
  expect(started).toEqual(['tini', '--', 'confighub-sync']);
  expect(dockerfile).toMatch(/^RUN apk add .* tini$/m);
  expect(dockerfile).toMatch(/ ln -s \S+ \/usr\/local\/bin\/confighub-sync$/m);
});
