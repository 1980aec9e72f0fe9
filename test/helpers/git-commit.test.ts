// Commits that the tests write themselves are those that Git would make.
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { GitSandbox, PERSON } from './git.ts';
import { committed } from './git-commit.ts';

const isWindows = process.platform === 'win32';
const sandbox = new GitSandbox();
afterAll(() => sandbox.dispose());

test.skipIf(isWindows)(
  'a commit is complete, has its parent, and leaves a clean working tree',
  () => {
    const dir = sandbox.init('plain');
    const git = (...args: string[]) => sandbox.git(dir, ...args);
    const files = [
      'config/shop.yaml',
      'config.x',
      'config-a/y',
      'ü/ß',
      'a/b/c/d',
      `long/${'x'.repeat(200)}`,
    ];
    for (const path of files) sandbox.write(`plain/${path}`, `${path}\n`);
    symlinkSync('config/shop.yaml', sandbox.path('plain/link'));
    chmodSync(sandbox.path('plain/config.x'), 0o755);
    const first = committed(dir, { message: 'First\n\nMore.', person: PERSON });
    expect([
      git('rev-parse', 'HEAD'),
      git('status', '--porcelain'),
      git('fsck', '--strict'),
    ]).toEqual([first, '', '']);
    rmSync(sandbox.path('plain/a'), { recursive: true });
    const second = committed(dir, { message: 'Second', person: PERSON });
    expect(git('log', '--format=%H %an <%ae> %s')).toBe(
      `${second} ${PERSON} Second\n${first} ${PERSON} First`,
    );
    const tree = git('rev-parse', 'HEAD^{tree}');
    git('rm', '-rq', '--cached', '.');
    git('add', '--all');
    expect(git('write-tree')).toBe(tree);
  },
);

test.skipIf(isWindows).each<[string, (dir: string) => void]>([
  ['an ignored file', (dir) => sandbox.write(`${dir}/.gitignore`, 'x\n')],
  ['a hook', (dir) => sandbox.hook(`${dir}/.git`, 'pre-commit', 'exit 1')],
  ['a detached head', (dir) => sandbox.git(dir, 'checkout', '--quiet', '--detach')],
  [
    'a file that Git must not look at',
    (dir) => sandbox.git(dir, 'update-index', '--assume-unchanged', 'a'),
  ],
  ['a setting that changes texts', (dir) => sandbox.git(dir, 'config', 'core.autocrlf', 'true')],
])('is left to Git where there is %s', (what, prepare) => {
  const dir = sandbox.init(what);
  const message = 'One';
  sandbox.write(`${dir}/a`, '1');
  expect(committed(dir, { message, person: PERSON })).toMatch(/^[0-9a-f]{40}$/);
  prepare(dir);
  expect(committed(dir, { message, person: PERSON })).toBeUndefined();
});
