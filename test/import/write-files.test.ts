// Writing what an import made: all of it or nothing, and never half a file.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { writeFiles } from '../../src/import/write-files.ts';
import { textError } from '../../src/render/problems.ts';
import { type Contents, Folder } from '../helpers/project.ts';

function inFolder(files: Contents, use: (folder: Folder) => void): void {
  const folder = new Folder(files);
  try {
    use(folder);
  } finally {
    folder.dispose();
  }
}

const all = (folder: Folder) =>
  Object.fromEntries(
    (readdirSync(folder.dir, { recursive: true, encoding: 'utf8' }) as string[])
      .filter((path) => path !== 'confighub.yaml' && statSync(folder.path(path)).isFile())
      .map((path) => [path, readFileSync(folder.path(path), 'utf8')]),
  );

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
    inFolder({ 'a.yaml': 'old\n', config: 'a file\n' }, (folder) => {
      const before = all(folder);
      const said = saidOf(() =>
        writeFiles(folder.dir, [
          { path: 'a.yaml', before: 'old\n', after: 'new\n' },
          { path: 'config/new.yaml', after: 'x' },
        ]),
      );
      expect(said).toMatch(/^error file-system: Cannot write .*config.*\n {2}Move .* away\.\n$/);
      expect(all(folder)).toEqual(before);
    });
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
    inFolder({ 'a.yaml': 'old\n', 'gone.txt': 'x' }, (folder) => {
      writeFiles(folder.dir, [
        { path: 'config/files/new.txt', after: 'new' },
        { path: 'a.yaml', before: 'old\n', after: '\ufeffnew\r\n' },
        { path: 'gone.txt', before: 'x' },
      ]);
      expect(all(folder)).toEqual({ 'a.yaml': '\ufeffnew\r\n', 'config/files/new.txt': 'new' });
    });
  });

  test('writes nothing where a file is no longer as it was, or is there already', () => {
    inFolder({ 'a.yaml': 'old\n', 'b.yaml': 'mine\n' }, (folder) => {
      const before = all(folder);
      const a = { path: 'a.yaml', before: 'old\n', after: 'new\n' };
      for (const other of [
        { path: 'b.yaml', before: 'theirs\n', after: 'x' },
        { path: 'b.yaml', after: 'x' },
      ]) {
        expect(() => writeFiles(folder.dir, [a, other])).toThrow(/b\.yaml changed meanwhile/);
        expect(all(folder)).toEqual(before);
      }
    });
  });

  test('says how many files were written before one could not be', () => {
    inFolder({ 'a.yaml': 'old\n', 'folder/b': '' }, (folder) => {
      const a = { path: 'a.yaml', before: 'old\n', after: 'new\n' };
      const said = saidOf(() =>
        writeFiles(folder.dir, [a, { path: `${'x'.repeat(300)}.yaml`, after: 'x' }]),
      );
      expect(said).toContain('Before that, 1 of 2 files were written');
      expect(all(folder)).toEqual({ 'a.yaml': 'new\n', 'folder/b': '' });
    });
  });

  test('keeps links and rights', () => {
    inFolder({ 'shared/a.yaml': 'old\n' }, (folder) => {
      chmodSync(folder.path('shared/a.yaml'), 0o600);
      mkdirSync(folder.path('config'));
      symlinkSync('../shared/a.yaml', folder.path('config/a.yaml'));
      writeFiles(folder.dir, [{ path: 'config/a.yaml', before: 'old\n', after: 'new\n' }]);
      expect(lstatSync(folder.path('config/a.yaml')).isSymbolicLink()).toBe(true);
      expect(readFileSync(folder.path('shared/a.yaml'), 'utf8')).toBe('new\n');
      expect(statSync(folder.path('shared/a.yaml')).mode & 0o777).toBe(0o600);
    });
  });
});
