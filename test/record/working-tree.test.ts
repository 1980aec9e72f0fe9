// The repository around a project: found, described, and what of it is not checked out.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitError } from '../../src/record/git-result.ts';
import { missingDocuments } from '../../src/record/working-tree-status.ts';
import { type GitRepository, inFolder, openRepository } from '../../src/record/git-repository.ts';
import { searcher } from '../../src/documents/globs.ts';
import { GitSandbox } from '../helpers/git.ts';
import { test } from '../helpers/test.ts';

let sandbox: GitSandbox;
beforeEach(() => {
  sandbox = new GitSandbox();
});
afterEach(() => sandbox.dispose());

const open = (dir: string, more = {}) => openRepository(dir, { env: { ...sandbox.env, ...more } });
const search = {
  isDocument: (path: string): boolean => path.endsWith('.yaml'),
  isSearched: searcher(['config/**/*.yaml', '!config/no/**']),
};
const missingIn = async (repository: GitRepository | undefined) =>
  repository &&
  missingDocuments(repository, {
    index: inFolder(await repository.index(), repository.folder),
    search,
  });
const documents = (...paths: string[]) => paths.map((path) => ({ path, kind: 'document' }));

describe('openRepository', () => {
  it('is undefined outside Git, in a folder that is not there, and in a bare repository', async () => {
    expect(await open(sandbox.dir)).toBeUndefined();
    expect(await open(sandbox.path('nowhere'))).toBeUndefined();
    expect(await open(sandbox.bare())).toBeUndefined();
  });

  it.each(['', '/nowhere'])('needs git only in a repository (PATH=%s)', async (PATH) => {
    expect(await open(sandbox.path('empty'), { PATH })).toBeUndefined();
    const dir = sandbox.init();
    sandbox.write(join(dir, 'a/b.yaml'), '');
    for (const inside of [dir, join(dir, 'a')])
      await expect(open(inside, { PATH })).rejects.toMatchObject({ code: 'git-missing' });
  });

  test('names a damaged index, and the way out', async ({ shop: { desk } }) => {
    desk.commit('Open the shop');
    const index = join(desk.dir, '.git/index');
    desk.sandbox.write(index, 'no index\n');
    const ended = await desk.cli(['plan']);
    expect(ended).toMatchObject({ status: 1, stdout: '' });
    expect(ended.stderr).toContain(`error git-failed: Git cannot read its index, ${index}: `);
    rmSync(index);
    desk.git('reset');
    expect(await desk.cli(['plan'])).toMatchObject({ status: 0 });
  });

  it('reports a repository that git refuses to read', async () => {
    const dir = sandbox.init();
    sandbox.write(join(dir, '.git/config'), '[core\n');
    const error = await open(dir).catch(Object);
    expect(error).toBeInstanceOf(GitError);
    expect(error.message).toMatch(/^Cannot read the Git repository: bad config line 1/);
  });

  it.each([
    ['its repository is out of reach', 'rm -rf .git && echo "gitdir: /nowhere" > .git'],
    ['its HEAD is damaged', 'echo x > .git/HEAD'],
    ['it has no refs', 'rm -r .git/refs'],
    ['it is empty', 'rm -rf .git && mkdir .git'],
    ['it is a broken link', 'rm -rf .git && ln -s /nowhere .git'],
    ['it is bare', 'git config core.bare true'],
    ['Git may not look for it', '', 'work/sub'],
    ['Git takes the one above it', 'mkdir -p sub/.git/objects'],
  ])('reports a `.git` that Git does not accept: %s', async (_, script, ceiling = '') => {
    const dir = sandbox.init();
    sandbox.commit(dir, 'First', { 'sub/folder/confighub.yaml': '' });
    sandbox.script(dir, script);
    const env = ceiling && { GIT_CEILING_DIRECTORIES: sandbox.path(ceiling) };
    await expect(open(join(dir, 'sub/folder'), { ...(env || {}) })).rejects.toMatchObject({
      code: 'git-failed',
      message: expect.stringMatching(/^Git does not accept \S+\.git, /),
    });
  });

  it('finds top and folder, with spaces and umlauts', async () => {
    const dir = sandbox.init('Läden und mehr');
    sandbox.commit(dir, 'First', { 'Größe 1/b c/confighub.yaml': '' });
    const folder = 'Größe 1/b c';
    expect(await open(join(dir, folder))).toMatchObject({ topLevel: dir, folder, origin: false });
    expect(await open(dir)).toMatchObject({ topLevel: dir, folder: '', shallow: false });
  });

  it('reads what a commit says, not what `git replace` puts in its place', async () => {
    const dir = sandbox.init();
    sandbox.commit(dir, 'First', { 'a.yaml': 'first', 'b.yaml': 'second' });
    sandbox.git(dir, 'replace', 'HEAD:a.yaml', 'HEAD:b.yaml');
    const repository = await open(dir);
    expect((await repository?.objects.read('HEAD:a.yaml'))?.content.toString()).toBe('first');
  });

  it('refuses a folder with a line break, which Git could not be asked for', async () => {
    const dir = sandbox.init('above\nthe top');
    sandbox.commit(dir, 'First', { 'a/confighub.yaml': '', 'a\nb/confighub.yaml': '' });
    expect(await open(join(dir, 'a'))).toMatchObject({ topLevel: dir, folder: 'a' });
    await expect(open(join(dir, 'a\nb'))).rejects.toMatchObject({
      code: 'git-failed',
      message: expect.stringMatching(/: the name of a folder above it has a line break$/),
    });
  });

  it('uses the folder, and ignores variables of a hook', async () => {
    const [dir, other] = [sandbox.init(), sandbox.init('other')];
    const hook = { GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other, GIT_INDEX_FILE: 'x' };
    expect(await open(dir, hook)).toMatchObject({ topLevel: dir });
  });

  it('knows a shallow clone, and an origin in the settings of the repository alone', async () => {
    const { origin, work } = sandbox.withOrigin();
    const isThere = async (more = {}) => (await open(work, more))?.origin;
    expect(await open(work)).toMatchObject({ origin: true, shallow: false });
    const shallow = sandbox.clone(origin, 'shallow', '--depth=1');
    expect(await open(shallow)).toMatchObject({ origin: true, shallow: true });

    sandbox.git(work, 'remote', 'remove', 'origin');
    expect(await isThere()).toBe(false);
    const given = {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'remote.origin.url',
      GIT_CONFIG_VALUE_0: origin,
    };
    expect(await isThere(given)).toBe(false);

    const named = join(work, '.git/remotes/origin');
    sandbox.write(named, `URL: ${origin}\n`);
    expect(await isThere()).toBe(true);
    sandbox.git(work, 'config', 'remote.origin.url', '');
    const asGit = { cwd: work, env: sandbox.env };
    const { status } = spawnSync('git', ['remote', 'get-url', 'origin'], asGit);
    expect(await isThere()).toBe(status === 0);

    rmSync(named);
    sandbox.git(work, 'config', '--unset', 'remote.origin.url');
    const older = join(work, '.git/branches/origin');
    sandbox.write(older, `${origin}\n`);
    expect(await isThere()).toBe(true);
    rmSync(older);
    sandbox.git(work, 'config', '--global', 'remote.origin.url', origin);
    expect(await isThere()).toBe(false);
  });
});

it('the head is none on an unborn branch, and else the commit and its whole message', async () => {
  const dir = sandbox.init();
  expect(await (await open(dir))?.head()).toBeUndefined();
  const message = 'Prices für März\n\nmore\n- and more';
  const commit = sandbox.commit(dir, message);
  sandbox.commit(dir, 'Later');
  sandbox.git(dir, 'checkout', '--quiet', '--detach', commit);
  sandbox.git(dir, 'config', 'i18n.logOutputEncoding', 'ISO-8859-1');
  expect(await (await open(dir))?.head()).toEqual({ commit, message });
});

describe('missingDocuments', () => {
  const files = {
    'shop/confighub.yaml': '',
    'shop/config/a b.yaml': '',
    'shop/config/größe.yaml': '',
    'shop/config/c.txt': '',
    'other/d.yaml': '',
  };
  let dir = '';
  beforeEach(() => {
    dir = sandbox.init();
  });
  const missingInShop = async () => missingIn(await open(join(dir, 'shop')));

  it('is empty where everything is there, or nothing is tracked', async () => {
    expect(await missingIn(await open(dir))).toEqual([]);
    sandbox.commit(dir, 'First', files);
    expect(await missingIn(await open(dir))).toEqual([]);
  });

  it('names what was deleted without git rm, relative to the folder', async () => {
    sandbox.commit(dir, 'First', files);
    sandbox.script(dir, 'rm -r shop/config other');
    const shop = await open(join(dir, 'shop'));
    expect(await missingIn(shop)).toEqual(documents('config/a b.yaml', 'config/größe.yaml'));
    sandbox.git(dir, 'rm', '--quiet', 'shop/config/a b.yaml');
    expect(await missingIn(shop)).toEqual(documents('config/größe.yaml'));
  });

  it.each(['--no-sparse-index', '--sparse-index'])(
    'names what a sparse checkout left out (%s)',
    async (index) => {
      sandbox.commit(dir, 'First', files);
      sandbox.git(dir, 'sparse-checkout', 'set', '--cone', index, 'other');
      expect(await missingIn(await open(dir))).toEqual(
        documents('shop/config/a b.yaml', 'shop/config/größe.yaml', 'shop/confighub.yaml'),
      );
    },
  );

  it('names submodules that are not fetched, where documents would be looked for', async () => {
    const commit = sandbox.commit(dir, 'First', files);
    for (const path of ['config/sub', 'config/there', 'config/no/sub', 'other/sub'])
      sandbox.git(dir, 'update-index', '--add', '--cacheinfo', `160000,${commit},shop/${path}`);
    sandbox.write(join(dir, 'shop/config/there/x.yaml'), '');
    const expected = [{ path: 'config/sub', kind: 'submodule' }];
    expect(await missingInShop()).toEqual(expected);
    sandbox.script(dir, 'mkdir shop/config/sub');
    expect(await missingInShop()).toEqual(expected);
  });

  it('names links to nothing, where documents would be looked for behind them', async () => {
    sandbox.write(join(dir, 'shop/config/c.txt'), '');
    const links =
      'ln -s ../../shared config/link; ln -s c.txt config/good; ln -s nowhere elsewhere';
    sandbox.script(join(dir, 'shop'), links);
    sandbox.commit(dir, 'First', files);
    expect(await missingInShop()).toEqual([{ path: 'config/link', kind: 'link' }]);
  });
});
