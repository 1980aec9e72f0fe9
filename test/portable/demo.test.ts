// `npm start` shows plans and applies on a machine that has only Node.js, and leaves nothing behind.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../scripts/demo.js', import.meta.url));

test('shows a first apply and a change, without Git and without what the user has set', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'demo-test-')));
  try {
    const [bin, temporary] = [join(folder, 'bin'), join(folder, 'tmp')];
    for (const made of [bin, temporary]) mkdirSync(made);
    const link = process.platform === 'win32' ? copyFileSync : symlinkSync;
    link(process.execPath, join(bin, basename(process.execPath)));
    const env = {
      ...(process.env.SystemRoot !== undefined && { SystemRoot: process.env.SystemRoot }),
      PATH: bin,
      ...{ TMPDIR: temporary, TEMP: temporary, TMP: temporary },
      CONFIGHUB_URL: 'http://127.0.0.1:9',
      CONFIGHUB_TOKEN: 'mine-not-yours-19',
      CONFIGHUB_REPOSITORY: 'else/where',
      CONFIGHUB_CONFIG: join(folder, 'confighub.yaml'),
      CONFIGHUB_TIMEOUT: 'soon',
      GIT_DIR: join(folder, '.git'),
    };
    const shown = execFileSync(process.execPath, [SCRIPT], { cwd: folder, env, encoding: 'utf8' });
    const results = shown.match(/^(?:\$ confighub-sync \w+|Plan: .*|Applied.*|No changes\.)/gm);
    expect(results).toEqual([
      '$ confighub-sync serve',
      '$ confighub-sync plan',
      'Plan: 77 to create, 0 to update, 0 to delete.',
      '$ confighub-sync apply',
      'Applied and verified: 77 created.',
      '$ confighub-sync plan',
      'Plan: 0 to create, 1 to update, 0 to delete.',
      '$ confighub-sync apply',
      'Applied and verified: 1 updated.',
      '$ confighub-sync plan',
      'No changes.',
    ]);
    expect(readdirSync(temporary)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
