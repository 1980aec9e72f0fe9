// The script of the page is checked as the rest of the code is: types and rules.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SCRIPT, STYLE } from '../../../src/render/html/assets.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What a tool says of the script, if it finds something. @param args with its path in node_modules first */
function problemsOf([bin = '', ...args]: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'confighub-script-'));
  try {
    const { files: _, ...rules } = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...rules, $schema: undefined }));
    writeFileSync(join(folder, 'script.js'), SCRIPT.trimStart());
    const call = [join(ROOT, 'node_modules', bin), ...args, 'script.js'];
    const { status, stdout, stderr } = spawnSync(process.execPath, call, {
      encoding: 'utf8',
      cwd: folder,
    });
    return status === 0 ? '' : stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const STRICT = [
  '--noEmit',
  '--allowJs',
  '--checkJs',
  '--skipLibCheck',
  '--strict',
  '--noUnusedLocals',
  '--target',
  'es2022',
];

test('its types are right', () => {
  expect(problemsOf(['typescript/bin/tsc', ...STRICT, '--lib', 'es2022,dom,dom.iterable'])).toBe(
    '',
  );
});

test('the linter finds nothing in it, and it is formatted', () => {
  expect(
    problemsOf(['@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--assist-enabled=false']),
  ).toBe('');
});

test('style and script cannot end their elements, and keep the bytes that their digests are of', () => {
  expect(SCRIPT).not.toMatch(/<\/script|<!--|\r/i);
  expect(STYLE).not.toMatch(/<|\r|@import|url\(/i);
  expect(SCRIPT.split('\n').length).toBeLessThan(150);
});
