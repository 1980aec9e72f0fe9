// A release: the changelog's sections, and the one command that makes a version of what is committed.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { GitSandbox } from './helpers/git.ts';
import { type Ended, ROOT, runScript } from './helpers/run.ts';

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 - 2026-01-31\n\n- First.\n';
const FILES = {
  'package.json':
    '{\n  "name": "x",\n  "version": "0.1.0",\n  "scripts": { "dist": "node build.js" }\n}\n',
  'build.js': `require('fs').writeFileSync('built.txt', require('./package.json').version);\n`,
  'src/version.ts': `export const VERSION = '0.1.0';\n`,
  'CHANGELOG.md': CHANGELOG,
};

const sandbox = new GitSandbox();
afterAll(() => sandbox.dispose());
let count = 0;

/** A project at version 0.1.0, which is committed. */
function project(files: Record<string, string> = {}): string {
  const dir = sandbox.init(`project-${++count}`);
  sandbox.commit(dir, 'First', { ...FILES, ...files });
  return dir;
}

function script(dir: string, name: string, ...args: string[]): Promise<Ended> {
  const author = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' };
  const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' };
  const env = { ...sandbox.env, ...author, ...committer };
  return runScript(`${ROOT}scripts/${name}.js`, args, { cwd: dir, env });
}

const read = (dir: string, path: string) => readFileSync(`${dir}/${path}`, 'utf8');

describe('npm run release', () => {
  test('sets the version everywhere, dates the changelog, builds, commits and tags', async () => {
    const dir = project();
    const ended = await script(dir, 'release', 'minor');
    expect(ended, ended.output).toMatchObject({ status: 0 });
    expect(ended.stdout).toContain('git push --atomic origin main v0.2.0');
    expect(JSON.parse(read(dir, 'package.json')).version).toBe('0.2.0');
    expect(read(dir, 'src/version.ts')).toBe(`export const VERSION = '0.2.0';\n`);
    expect(read(dir, 'CHANGELOG.md')).toMatch(
      /^# Changelog\n\n## Unreleased\n\n## 0\.2\.0 - \d{4}-\d\d-\d\d\n\n- New\.\n\n## 0\.1\.0/,
    );
    expect(read(dir, 'built.txt')).toBe('0.2.0');
    expect(sandbox.git(dir, 'status', '--porcelain')).toBe('');
    expect(sandbox.git(dir, 'log', '-1', '--format=%s', 'v0.2.0')).toBe('Release 0.2.0');
    const section = await script(dir, 'changelog-section', 'v0.2.0');
    expect(section).toMatchObject({ status: 0, stdout: '- New.\n' });
  });

  const unbuilt = { 'build.js': 'process.exit(1);\n' };
  const unchanged = { 'CHANGELOG.md': CHANGELOG.replace('- New.\n\n', '') };
  test.each<[string, string[], Record<string, string>, string]>([
    ['nothing is named', [], {}, 'Name the version'],
    ['the version is not newer', ['0.0.9'], {}, '0.0.9 is not newer than 0.1.0'],
    ['the changelog says nothing new', ['patch'], unchanged, 'says nothing under'],
    ['the build fails', ['patch'], unbuilt, 'Nothing was released'],
  ])('refuses where %s, and leaves the files as they were', async (_, args, files, message) => {
    const dir = project(files);
    const ended = await script(dir, 'release', ...args);
    expect(ended).toMatchObject({ status: 1, stderr: expect.stringContaining(message) });
    expect(sandbox.git(dir, 'tag')).toBe('');
    expect(read(dir, 'package.json')).toBe(FILES['package.json']);
    expect(sandbox.git(dir, 'status', '--porcelain')).toBe('');
  });

  test('refuses where there is a file that is not committed', async () => {
    const dir = project();
    sandbox.write(`${dir}/x.txt`, 'x');
    const ended = await script(dir, 'release', 'patch');
    const stderr = expect.stringContaining('changes or untracked files');
    expect(ended).toMatchObject({ status: 1, stderr });
    expect(sandbox.git(dir, 'tag')).toBe('');
  });
});

describe('scripts/changelog-section.js', () => {
  test('fails for a version without a section', async () => {
    const ended = await script(project(), 'changelog-section', 'v9.9.9');
    const stderr = expect.stringContaining('"9.9.9"');
    expect(ended).toMatchObject({ status: 1, stdout: '', stderr });
  });

  test('reads the changelog of this project', () => {
    const args = [`${ROOT}scripts/changelog-section.js`, 'Unreleased'];
    expect(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })).toContain(
      '### Added',
    );
  });
});
