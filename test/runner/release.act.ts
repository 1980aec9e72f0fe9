// A release up to what needs GitHub: `npm run release` in a clone of this repository, then the job of release.yml that
// checks and packs, in a real runner. `.ci/run` has a test of its own: here it only installs.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GitSandbox, IDENTITY } from '../helpers/git.ts';
import { cloneOfThis, LIMIT, runOwn } from './own-workflows.ts';
import { expectRun } from './shop.ts';

test(
  'release.yml checks and packs what npm run release made',
  async () => {
    const sandbox = new GitSandbox();
    try {
      const dir = cloneOfThis(sandbox);
      sandbox.write(`${dir}/.ci/run`, '#!/usr/bin/env bash\nexec npm ci --no-audit --no-fund\n');
      sandbox.commit(dir, 'Check less');
      const env = { ...sandbox.env, ...IDENTITY };
      const npm = (...args: string[]) =>
        execFileSync('npm', args, { cwd: dir, env, stdio: 'pipe', encoding: 'utf8' });
      npm('ci', '--no-audit', '--no-fund');
      expect(npm('run', 'release', '--', 'minor')).toContain(
        'git push --atomic origin main v0.2.0',
      );
      const ran = await runOwn(sandbox, {
        event: 'push',
        workflow: 'release.yml',
        payload: { ref: 'refs/tags/v0.2.0', repository: { default_branch: 'main' } },
        dir,
        only: 'check',
      });
      expectRun(ran, { check: 'success' });
      expect(readdirSync(sandbox.path('artifacts/package'))).toEqual(['confighub-sync-0.2.0.tgz']);
      const tar = [
        '-xOzf',
        sandbox.path('artifacts/package/confighub-sync-0.2.0.tgz'),
        'package/package.json',
      ];
      const packed = JSON.parse(execFileSync('tar', tar, { encoding: 'utf8' }));
      expect(packed).toMatchObject({
        version: '0.2.0',
        repository: { type: 'git', url: 'git+https://github.com/acme/confighub-sync.git' },
      });
    } finally {
      sandbox.dispose();
    }
  },
  LIMIT,
);
