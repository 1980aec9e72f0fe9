// Writing what an import made: all of it or nothing, and never half a file.
import * as fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { writeFiles } from '../../src/import/write-files.ts';
import { textError } from '../../src/render/problems.ts';
import { type Folder, temporaryFolders } from '../helpers/project.ts';

const folder = temporaryFolders();

/** The text of every file but the project file, by path. */
const textsIn = (made: Folder) =>
  Object.fromEntries(
    (fs.readdirSync(made.dir, { recursive: true, encoding: 'utf8' }) as string[])
      .filter((path) => path !== 'confighub.yaml' && fs.statSync(made.path(path)).isFile())
      .map((path) => [path, fs.readFileSync(made.path(path), 'utf8')]),
  );

const CHANGE = { path: 'a.yaml', before: 'old\n', after: 'new\n' };

/** Everything that an entry says of an error. */
function saidOf(write: () => void): string {
  try {
    write();
  } catch (error) {
    return textError(error, { color: false });
  }
  throw new Error('was written');
}

describe('a file that cannot be written', () => {
  test('is explained in a sentence, and nothing is written', () => {
    const made = folder({ 'a.yaml': 'old\n', config: 'a file\n' });
    const before = textsIn(made);
    const said = saidOf(() =>
      writeFiles(made.dir, [CHANGE, { path: 'config/new.yaml', after: 'x' }]),
    );
    expect(said).toMatch(/^error file-system: Cannot write .*config.*\n {2}Move .* away\.\n$/);
    expect(textsIn(made)).toEqual(before);
  });

  test.for([
    ['ENOSPC', 'the disk is full'],
    ['EROFS', 'the file system is read-only'],
    ['EACCES', 'permission denied'],
  ])('because of %s: %s', ([code, words]) => {
    const error = Object.assign(new Error('x'), { code, syscall: 'write', path: '/x/a.yaml' });
    expect(textError(error, { color: false })).toContain(
      `Cannot write /x/a.yaml: ${words} (${code}).`,
    );
  });

  test('is no bug, but an error of the program is one', () => {
    expect(textError(new TypeError('x'), { color: false })).toMatch(/^error bug: /);
  });
});

describe('writeFiles', () => {
  test('creates, replaces and removes, and leaves nothing beside', () => {
    const made = folder({ 'a.yaml': 'old\n', 'gone.txt': 'x' });
    writeFiles(made.dir, [
      { path: 'config/files/new.txt', after: 'new' },
      { ...CHANGE, after: '\ufeffnew\r\n' },
      { path: 'gone.txt', before: 'x' },
    ]);
    expect(textsIn(made)).toEqual({ 'a.yaml': '\ufeffnew\r\n', 'config/files/new.txt': 'new' });
  });

  test.for([
    ['is no longer as it was', { path: 'b.yaml', before: 'theirs\n', after: 'x' }],
    ['is there already', { path: 'b.yaml', after: 'x' }],
  ] as const)('writes nothing where a file %s', ([, other]) => {
    const made = folder({ 'a.yaml': 'old\n', 'b.yaml': 'mine\n' });
    const before = textsIn(made);
    expect(() => writeFiles(made.dir, [CHANGE, other])).toThrow(/b\.yaml changed meanwhile/);
    expect(textsIn(made)).toEqual(before);
  });

  test('writes nothing where a file has bytes that are not UTF-8', () => {
    const made = folder({ 'a.yaml': Buffer.from([0xf6]) });
    const write = { path: 'a.yaml', before: '\ufffd', after: 'x' };
    expect(() => writeFiles(made.dir, [write])).toThrow(/a\.yaml changed meanwhile/);
  });

  test('says how many files were written before one could not be', () => {
    const made = folder({ 'a.yaml': 'old\n', 'folder/b': '' });
    const tooLong = { path: `${'x'.repeat(300)}.yaml`, after: 'x' };
    expect(saidOf(() => writeFiles(made.dir, [CHANGE, tooLong]))).toContain(
      'Before that, 1 of 2 files were written',
    );
    expect(textsIn(made)).toEqual({ 'a.yaml': 'new\n', 'folder/b': '' });
  });

  test('keeps links and rights', () => {
    const made = folder({ 'shared/a.yaml': 'old\n' });
    fs.chmodSync(made.path('shared/a.yaml'), 0o600);
    fs.mkdirSync(made.path('config'));
    fs.symlinkSync('../shared/a.yaml', made.path('config/a.yaml'));
    writeFiles(made.dir, [{ ...CHANGE, path: 'config/a.yaml' }]);
    expect(fs.lstatSync(made.path('config/a.yaml')).isSymbolicLink()).toBe(true);
    expect(fs.readFileSync(made.path('shared/a.yaml'), 'utf8')).toBe('new\n');
    expect(fs.statSync(made.path('shared/a.yaml')).mode & 0o777).toBe(0o600);
  });
});
