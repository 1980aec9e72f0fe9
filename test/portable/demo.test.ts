// `npm start` shows a plan of each kind on a machine that has only Node.js and Git, and leaves nothing behind.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../scripts/demo.js', import.meta.url));
/** Lines of a plan that a reader takes in at a glance. */
const MAX_LINES = 12;

/** Runs the demo of somebody whose own settings would lead it elsewhere; what it prints, and what it leaves behind. */
function demo(path: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'demo-test-')));
  try {
    const temporary = join(folder, 'tmp');
    mkdirSync(temporary);
    writeFileSync(
      join(folder, '.gitconfig'),
      '[commit]\n\tgpgsign = true\n[gpg]\n\tprogram = no\n',
    );
    const env = {
      ...(process.env.SystemRoot !== undefined && { SystemRoot: process.env.SystemRoot }),
      PATH: path,
      HOME: folder,
      TMPDIR: temporary,
      TEMP: temporary,
      TMP: temporary,
      CONFIGHUB_URL: 'http://127.0.0.1:9',
      CONFIGHUB_TOKEN: 'mine-not-yours-19',
      CONFIGHUB_REPOSITORY: 'else/where',
      CONFIGHUB_CONFIG: join(folder, 'confighub.yaml'),
      CONFIGHUB_TIMEOUT: 'soon',
      GIT_DIR: join(folder, '.git'),
    };
    const options = { cwd: folder, env, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], options);
    return { status, stdout, stderr, left: readdirSync(temporary) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

test('shows a change, a deletion, drift and a refusal, each explained and short', () => {
  const { status, stdout, stderr, left } = demo(
    [dirname(process.execPath), process.env.PATH].join(process.platform === 'win32' ? ';' : ':'),
  );
  expect({ status, stderr, left }).toEqual({ status: 0, stderr: '', left: [] });
  const told = stdout.match(
    /^(?:# [^:\n]+|\$ confighub-sync \w+|Plan: .*|Applied.*|No changes\.)/gm,
  );
  expect(told).toEqual([
    '# The built-in server starts with an empty repository. At the end, it stops.',
    '$ confighub-sync serve',
    '# The first apply creates everything that a copy of examples/shop declares.',
    '$ confighub-sync apply',
    'Applied and verified: 77 created.',
    '# A change',
    '$ confighub-sync plan',
    'Plan: 0 to create, 1 to update, 0 to delete.',
    '$ confighub-sync apply',
    'Applied and verified: 1 updated.',
    '# A deletion',
    '$ confighub-sync plan',
    'Plan: 0 to create, 0 to update, 1 to delete.',
    '$ confighub-sync apply',
    'Applied and verified: 1 deleted.',
    '# Drift',
    '$ confighub-sync plan',
    'Plan: 0 to create, 1 to update, 0 to delete.',
    '$ confighub-sync apply',
    'Applied and verified: 1 updated.',
    '# A refusal',
    '$ confighub-sync plan',
    'Plan: 1 to create, 0 to update, 0 to delete.',
    '# Without that line, the files and the server are the same.',
    '$ confighub-sync plan',
    'No changes.',
  ]);
  expect(stdout).toContain(
    'An apply would replace it with what the files declare (server → files):',
  );
  expect(stdout).toContain(
    'This plan is refused: as it stands, neither an apply nor a merge changes anything on the server.',
  );
  for (const shown of stdout.split(/^[#$] /m))
    expect(shown.trim().split('\n').length).toBeLessThan(MAX_LINES);
});

test('says that Git is missing', () => {
  const { status, stdout, stderr, left } = demo('');
  expect({ status, stdout, left }).toEqual({ status: 1, stdout: '', left: [] });
  expect(stderr).toBe('The demo commits its files. Install Git, then run `npm start` again.\n');
});
