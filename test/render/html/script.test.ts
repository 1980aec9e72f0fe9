// The script of the page has the right types. The linter and the formatter see it as all other code.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pageAssets } from '../../../src/render/html/assets.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const STRICT = [
  '--noEmit',
  '--allowJs',
  '--checkJs',
  '--skipLibCheck',
  '--strict',
  '--noUnusedLocals',
  '--ignoreConfig',
  ...['--target', 'es2022'],
  ...['--lib', 'es2022,dom,dom.iterable'],
];

test('its types are right', () => {
  const call = ['node_modules/typescript/bin/tsc', ...STRICT, 'src/render/html/page.js'];
  const { stdout, stderr } = spawnSync(process.execPath, call, { encoding: 'utf8', cwd: ROOT });
  expect(stdout + stderr).toBe('');
});

test('style and script cannot end their elements, and keep the bytes that their digests are of', () => {
  const { style, script } = pageAssets();
  expect(script).not.toMatch(/<\/script|<!--|\r/i);
  expect(style).not.toMatch(/<|\r|@import|url\(/i);
  expect(script.split('\n').length).toBeLessThan(150);
});
