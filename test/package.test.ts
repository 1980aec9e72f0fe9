// The npm package: what it holds, and that its command and its typed API work in an empty folder.
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLI, ROOT, SMALL, TOKEN, withShop } from './helpers/process.ts';
import { GitSandbox } from './helpers/git.ts';
import { IS_NIGHTLY } from './helpers/lane.ts';

const CONSUMER = `import { apply, CommandError, drift, formatPlan, loadProject, plan, type Change, type Plan, type State } from 'confighub-sync';

const steps: string[] = [];
const onStep = (step: string) => void steps.push(step);
const { state, documents }: { state: State; documents: number } = await loadProject();
const before = await plan({ onStep });
const planned: Plan = before.plan;
const { outcome } = await apply({ onStep }, ({ plan }) => console.error(plan.changes.length));
const after = await plan({ prune: 'managed' });
const drifted = await drift();
const names: string[] = planned.changes.map((change: Change) => ('key' in change ? change.key : change.path));
const failed = await plan({ repository: 'no' }).catch((error: unknown) => error);
console.log(JSON.stringify({
  keys: state.keys.size,
  documents,
  outcome,
  names,
  steps: steps.length > 0,
  text: formatPlan(after),
  drift: drifted.plan.drift.length,
  code: failed instanceof CommandError && failed.code,
}));
`;

/** What a consumer may not find: sources, tests, and what nobody imports. */
const NOT_INCLUDED = /^(?:src|test|bench|scripts|docs\/.*(?<!\.md)$|node_modules|lib\/(?:action|cli|github|schema))/;

const sandbox = new GitSandbox();
const app = sandbox.path('app');
let packed: { filename: string; files: { path: string }[]; size: number };

beforeAll(() => {
  const checkout = copyOfSource();
  const [made] = JSON.parse(npm(checkout, 'pack', '--json', '--ignore-scripts'));
  packed = made;
  install(join(checkout, packed.filename));
}, 120_000);
afterAll(() => sandbox.dispose());

/** Apart from the checkout, so that no other test sees lib/ come and go. */
function copyOfSource(): string {
  const checkout = sandbox.path('checkout');
  mkdirSync(checkout, { recursive: true });
  for (const path of [
    'src',
    'dist',
    'schema',
    'examples',
    'scripts',
    'action.yml',
    'package.json',
    'tsconfig.json',
    'README.md',
    'SECURITY.md',
    'docs',
    'LICENSE',
  ])
    cpSync(join(ROOT, path), join(checkout, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.js', '--lib'], { cwd: checkout });
  return checkout;
}

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** By npm in the nightly lane; otherwise by hand, with the dependencies of this checkout, because a registry may be slow. */
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
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
}

describe('the npm package', () => {
  test('has the bundles, the modules of the API with their types, the schemas, and nothing else', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'dist/cli/index.js',
        'lib/index.js',
        'lib/index.d.ts',
        'schema/confighub.schema.json',
        'schema/document.schema.json',
        'action.yml',
        'LICENSE',
      ]),
    );
    expect(paths.filter((path) => NOT_INCLUDED.test(path))).toEqual([]);
    expect(packed.size).toBeLessThan(2_000_000);
  });

  // The package has no address on the web, so `--help` and the README name its own pages.
  test('has the pages that the README and the help link to', () => {
    const paths = packed.files.map(({ path }) => path);
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const pages = [...readme.matchAll(/\]\((docs\/[a-z-]+\.md)/g)].map(([, page = '']) => page);
    expect(pages).toContain('docs/cli.md');
    expect(paths).toEqual(expect.arrayContaining(pages));
  });

  test('has a command that npx finds', () => {
    expect(existsSync(CLI)).toBe(true);
    expect(npm(app, 'exec', '--no', '--', 'confighub-sync', '--version').trim()).toBe(manifest().version);
  });

  test('has an API whose types hold', () => {
    writeFileSync(join(app, 'consumer.ts'), CONSUMER);
    const [, shown = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'docs/api.md'), 'utf8')) ?? [];
    writeFileSync(join(app, 'shown.ts'), shown);
    const tsconfig = {
      compilerOptions: {
        module: 'nodenext',
        target: 'es2022',
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        types: ['node'],
        typeRoots: [join(ROOT, 'node_modules/@types')],
        outDir: 'out',
      },
      include: ['consumer.ts', 'shown.ts'],
    };
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify(tsconfig));
    expect(
      execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc')], {
        cwd: app,
        encoding: 'utf8',
      }),
    ).toBe('');
  }, 60_000);

  test('has an API that plans, applies and finds drift', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      desk.commit('first');
      const args = [join(app, 'out/consumer.js')];
      const env = { ...desk.environment(), CONFIGHUB_TOKEN: TOKEN, CONFIGHUB_URL: server.url };
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: desk.dir, env });
      expect(JSON.parse(stdout)).toEqual({
        keys: 2,
        documents: 1,
        outcome: 'verified',
        names: ['db.host', 'db.host', 'db.host', 'shop.title', 'shop.title'],
        steps: true,
        text: expect.stringContaining('No changes.'),
        drift: 0,
        code: 'bad-option',
      });
    });
  }, 30_000);
});
