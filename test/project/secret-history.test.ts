// What the history calls secret is found in every version that any branch had, in every kind of clone, or is said not to be known.
import { afterAll, expect, test } from 'vitest';
import { secretsOfHistory } from '../../src/project/secret-history.ts';
import { readProjectFile, settingsIn } from '../../src/documents/project-file.ts';
import { filesInMemory } from '../../src/documents/project-files.ts';
import { rowsIn } from '../../src/model/state.ts';
import { openRepository } from '../../src/record/git-repository.ts';
import { setUpFilter } from '../helpers/git-filter.ts';
import { GitSandbox } from '../helpers/git.ts';
import { nightly } from '../helpers/test.ts';

const SETTINGS = 'version: 1\nrepository: acme/shop\n';
const secret = (name: string) => `keys: { ${name}: { value: { env: X } } }`;

/** Each row was secret in one version alone, and in none of the last commit. */
const HISTORY = `
put() { mkdir -p "$(dirname "$1")"; printf '%s\\n' "$2" > "$1"; }
save() { git add --all; git commit --quiet --allow-empty --message "$1"; }
put confighub.yaml 'version: 1
repository: acme/shop
redact: ["*.license"]
include: ["old/*.yaml", "!old/left-out.yaml"]'
put old/a.yaml '${secret('by.include')}'
put old/left-out.yaml '${secret('not.included')}'
put 'old/ö "quoted" \\ name.yaml' '${secret('odd.name')}'
put moved/confighub-shop.yaml 'version: 1
repository: acme/shop
include: ["*.yml"]'
put moved/b.yml '${secret('moved.project')}'
put other/confighub.yaml 'version: 1
repository: acme/other'
put other/config/c.yaml '${secret('of.another')}'
save first
git rm -rq old moved other
put confighub.yaml '${SETTINGS}'
put config/shop.yaml 'keys: { stays: literal }'
save second
git switch --quiet -c side
put config/side.yaml '${secret('on.side')}'
save side
git rm -q config/side.yaml
save gone
git switch --quiet main
put config/shop.yaml '${secret('on.main')}'
save main
git merge --quiet -s ours --no-commit side
put config/shop.yaml '${secret('in.merge')}'
save merge
put config/shop.yaml 'keys: { stays: literal }'
save last
save empty
git push --quiet origin HEAD:main
`;
const NAMES = ['by.include', 'in.merge', 'moved.project', 'odd.name', 'on.main', 'on.side'];

const sandbox = new GitSandbox();
afterAll(() => sandbox.dispose());
const origin = sandbox.bare();
sandbox.script(sandbox.clone(origin, 'work'), HISTORY);

async function foundIn(dir: string, projectFile = 'confighub.yaml') {
  const git = await openRepository(dir, { env: sandbox.env });
  const head = await git?.head();
  if (git === undefined || head === undefined) throw new Error('no repository');
  const files = new Map([[projectFile, Buffer.from(SETTINGS)]]);
  const { project } = settingsIn(readProjectFile(filesInMemory(files), projectFile));
  const own = { project, projectFile, choice: {}, files, index: await git.index() };
  return secretsOfHistory(git, own, [head.commit]);
}

/** Sorted. */
async function namesIn(...given: Parameters<typeof foundIn>): Promise<string[]> {
  const found = await foundIn(...given);
  const rows = found && 'state' in found ? [...rowsIn(found.state)] : [];
  return rows.map(({ item }) => item.name).sort();
}

const saying = (problem: string) => ({ problem: expect.stringContaining(problem) });
const ENCRYPTED = 'no Git filter in this clone can decrypt it';
const LEFT = { 'config/shop.yaml': 'keys: { stays: literal }' };

test.each<[string, string, string[]]>([
  ['whole', '8', []],
  ['depth 1', '1', ['--depth=1']],
  ['depth 2', '2', ['--depth=2']],
  ['no contents', '8', ['--filter=blob:none']],
  ['no folders', '8', ['--filter=tree:0']],
  ['depth 1, no contents', '1', ['--depth=1', '--filter=blob:none']],
])('a clone: %s', async (name, count, options) => {
  const dir = sandbox.clone(origin, name, ...options);
  expect(await namesIn(dir)).toEqual(NAMES);
  expect(await foundIn(dir)).toMatchObject({ redact: ['*.license'] });
  // The clone is as deep as before.
  expect(sandbox.git(dir, 'rev-list', '--count', 'HEAD')).toBe(count);
});

test('a commit that is not at origin, and one without a history', async () => {
  const dir = sandbox.clone(origin, 'unpushed', '--depth=1');
  sandbox.commit(dir, 'Local', { 'config/shop.yaml': secret('local') });
  sandbox.commit(dir, 'Local again', LEFT);
  expect(await namesIn(dir)).toEqual([...NAMES, 'local'].sort());
  const alone = sandbox.init('alone');
  sandbox.commit(alone, 'First', { 'config/shop.yaml': secret('one') });
  expect(await foundIn(alone)).toBeUndefined();
});

test('where origin is gone, that is said', async () => {
  const dir = sandbox.clone(origin, 'lonely', '--depth=1');
  sandbox.git(dir, 'remote', 'set-url', 'origin', `file://${sandbox.path('nowhere.git')}`);
  expect(await foundIn(dir)).toMatchObject(saying('history of this project'));
  sandbox.git(dir, 'remote', 'remove', 'origin');
  expect(await foundIn(dir)).toMatchObject(saying('no origin'));
});

test('where an earlier document is in Git LFS, and not at hand, that is said', async () => {
  const dir = sandbox.init('lfs');
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`;
  sandbox.commit(dir, 'Pointer', { 'config/shop.yaml': pointer });
  sandbox.commit(dir, 'Text', LEFT);
  expect(await foundIn(dir)).toEqual({
    problem:
      'An earlier version of config/shop.yaml cannot be read: it is in Git LFS, and its content was not downloaded',
    hint: expect.stringContaining('git lfs fetch --all'),
  });
});

nightly('an earlier document is read through its Git filter, or that is said', async () => {
  const dir = sandbox.init('filtered');
  setUpFilter(sandbox, dir);
  const attributes = { '.gitattributes': '*.yaml filter=seal\n' };
  sandbox.commit(dir, 'Hidden', { ...attributes, 'config/shop.yaml': secret('sealed') });
  sandbox.commit(dir, 'Left', LEFT);
  expect(await namesIn(dir)).toEqual(['sealed', 'stays']);
  const locked = { 'config/other.yaml': '\0GITCRYPT\0x', '.gitattributes': '' };
  sandbox.commit(dir, 'Encrypted', locked);
  sandbox.commit(dir, 'Gone', { 'config/other.yaml': '{}' });
  expect(await foundIn(dir)).toEqual({
    problem: `An earlier version of config/other.yaml cannot be read: it is encrypted, and ${ENCRYPTED}`,
    hint: expect.stringContaining('.gitattributes'),
  });
});

test('all that a Git filter hid is secret: a document, a file that one names, a source, and a project file', async () => {
  const dir = sandbox.init('all-filtered');
  setUpFilter(sandbox, dir);
  sandbox.commit(dir, 'Hidden', {
    '.gitattributes': 'sealed/** filter=seal\n',
    'sealed/confighub.yaml': `${SETTINGS}include: [a.yaml]\n`,
    'sealed/a.yaml': 'keys: { document: x }',
    'sealed/b': 'x',
    'sealed/c.properties': 'source=x\n',
    'confighub.yaml': `${SETTINGS}sources: [{ path: "sealed/*.properties", prefix: of.a. }]\n`,
    'config/shop.yaml':
      'keys: { content: { value: { path: ../sealed/b } }, shown: { value: { path: d } } }',
    'config/d': 'x',
  });
  sandbox.git(dir, 'rm', '-rq', 'sealed', 'config');
  sandbox.commit(dir, 'Left', { 'confighub.yaml': SETTINGS, ...LEFT });
  const names = ['content', 'document', 'of.a.source'];
  expect(await namesIn(dir)).toEqual(names);
  for (const options of [['--depth=1'], ['--filter=blob:none']]) {
    const clone = sandbox.clone(`${dir}/.git`, `all-filtered${options[0]}`, ...options);
    setUpFilter(sandbox, clone);
    expect(await namesIn(clone)).toEqual(names);
  }
  const locked = sandbox.clone(`${dir}/.git`, 'locked');
  expect(await foundIn(locked)).toMatchObject(saying(ENCRYPTED));
});

test('what is older than its Git filter is read as it is, and secret', async () => {
  const dir = sandbox.init('older');
  setUpFilter(sandbox, dir);
  sandbox.commit(dir, 'Clear', { 'config/a.yaml': 'keys: { was.clear: x }' });
  sandbox.git(dir, 'rm', '-q', 'config/a.yaml');
  sandbox.commit(dir, 'Filter', {
    '.gitattributes': 'config/a.yaml filter=seal\n',
    'config/b.yaml': 'keys: { b: x }',
  });
  expect(await namesIn(dir)).toEqual(['was.clear']);
});

test('a project file of any name is found in the folder that it was moved from', async () => {
  const dir = sandbox.init('odd-name');
  const hub = (name: string) => ({
    [`${name}/hub.yml`]: SETTINGS,
    [`${name}/config/a.yaml`]: 'keys: {}',
  });
  sandbox.commit(dir, 'Before', { ...hub('old'), 'old/config/a.yaml': secret('moved') });
  sandbox.git(dir, 'rm', '-rq', 'old');
  sandbox.commit(dir, 'After', hub('new'));
  expect(await namesIn(`${dir}/new`, 'hub.yml')).toEqual(['moved']);
});
