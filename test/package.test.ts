// The npm package: what it holds, and that its command works in an empty folder.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLI, ROOT } from './helpers/run.ts';
import { GitSandbox } from './helpers/git.ts';
import { found, read } from './helpers/pages.ts';
import { IS_NIGHTLY } from './helpers/suite.ts';

/** What a user of the package does not need. */
const NOT_INCLUDED = /^(?:src|lib|test|bench|scripts|docs\/.*(?<!\.md)$|node_modules)/;

const sandbox = new GitSandbox();
const app = sandbox.path('app');
let packed: { filename: string; files: { path: string }[]; size: number };

beforeAll(() => {
  [packed] = JSON.parse(npm(ROOT, 'pack', '--json', '--pack-destination', sandbox.path('')));
  install(sandbox.path(packed.filename));
});
afterAll(() => sandbox.dispose());

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** By npm in the nightly suite; otherwise manually, with the dependencies of this checkout, because a registry may be slow. */
function install(archive: string): void {
  mkdirSync(join(app, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(app, 'package.json'), '{ "type": "module", "private": true }');
  if (IS_NIGHTLY) {
    npm(app, 'install', '--no-audit', '--no-fund', archive);
    return;
  }
  const folder = join(app, 'node_modules/confighub-sync');
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']);
  symlinkSync('../confighub-sync/dist/cli/index.js', join(app, 'node_modules/.bin/confighub-sync'));
  for (const name of Object.keys(manifest().dependencies)) linkDependency(name);
}

function linkDependency(name: string): void {
  const link = join(app, 'node_modules', name);
  mkdirSync(join(link, '..'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules', name), link);
}

function manifest(): { version: string; dependencies: Record<string, string> } {
  return JSON.parse(read('package.json'));
}

describe('the npm package', () => {
  test('has the bundles, the schemas, and nothing else', () => {
    const schemas = ['confighub', 'document', 'history', 'plan'];
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        ...['dist/cli/index.js', 'dist/action/index.js', 'action.yml', 'LICENSE'],
        ...schemas.map((name) => `schema/${name}.schema.json`),
      ]),
    );
    expect(paths.filter((path) => NOT_INCLUDED.test(path))).toEqual([]);
    expect(packed.size).toBeLessThan(2_000_000);
  });

  // The package has no address on the web, so `--help` and the README name its own pages.
  test('has the pages that the README and the help link to', () => {
    const pages = found(read('README.md'), /\]\((docs\/[a-z-]+\.md)/g);
    expect(pages).toContain('docs/cli.md');
    expect(packed.files.map(({ path }) => path)).toEqual(expect.arrayContaining(pages));
  });

  test('has a command that npx finds', () => {
    expect(existsSync(CLI)).toBe(true);
    expect(npm(app, 'exec', '--no', '--', 'confighub-sync', '--version').trim()).toBe(
      manifest().version,
    );
  });
});
