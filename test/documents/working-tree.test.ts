// The working tree as it is: folders, links, sockets, bytes that are no text. Real files in a temporary folder.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadProject } from '../../src/documents/load-project.ts';
import { workingTreeFiles } from '../../src/documents/project-files.ts';
import {
  type Contents,
  type Folder,
  linesOf,
  fileErrors,
  temporaryFolders,
} from '../helpers/project.ts';

const folder = temporaryFolders();
const errorsIn = (made: Folder) => fileErrors(made.load().diagnostics);

/** What a folder without errors declares. */
function linesIn(made: Folder): string[] {
  const { state, diagnostics } = made.load();
  expect(fileErrors(diagnostics)).toEqual([]);
  return linesOf(state);
}

/** A folder with links: where each is, and what it leads to. */
function linked(links: Record<string, string>, files?: Contents): Folder {
  const made = folder(files);
  for (const [path, target] of Object.entries(links)) symlinkSync(target, made.path(path));
  return made;
}

describe('the documents of a folder', () => {
  it('are what `include` matches, sorted, hidden files left out', () => {
    const { dir } = folder({
      'config/b.yaml': 'keys: { b: 1 }',
      'config/deep/er/a.yml': 'keys: { a: 1 }',
      'config/.hidden.yaml': 'no: document',
      'config/readme.md': 'no document',
      'other/c.yaml': 'no: document',
    });
    const { paths, problems } = workingTreeFiles(dir, dir).list(['config/**/*.{yaml,yml,json}']);
    expect(paths).toEqual(['config/b.yaml', 'config/deep/er/a.yml']);
    expect(problems).toEqual([]);
  });

  it('are shown relative to the working directory', () => {
    const made = folder({ 'config/a.yaml': 'keys: { "b b": 1 }' });
    const loaded = loadProject(workingTreeFiles(made.dir, made.path('..')), { env: {} });
    expect(fileErrors(loaded.diagnostics)).toEqual([
      `${made.dir.split('/').at(-1)}/config/a.yaml:1:9 key-name`,
    ]);
  });

  it.each([
    ['config/gone.yaml', 'confighub.yaml:1:10 file-missing'],
    ['./config', 'config not-a-file'],
    ['config/folder.yaml', 'config/folder.yaml not-a-file'],
  ])('are an error if %s, which is no file, is named outright', (include, expected) => {
    const made = folder({
      'confighub.yaml': `include: [${include}, config/a.yaml]\n`,
      'config/a.yaml': 'keys: {}',
    });
    mkdirSync(made.path('config/folder.yaml'));
    expect(errorsIn(made)).toEqual([expected]);
  });

  it('are no folders that only look like documents', () => {
    expect(linesIn(folder({ 'config/a.yaml/b.yaml': 'keys: { b: 1 }' }))).toEqual(['b [*] "1"']);
  });

  it('are an error where the project file is a folder', () => {
    const loaded = folder().load({ projectFile: 'config' });
    expect(fileErrors(loaded.diagnostics)).toEqual(['config not-a-file']);
  });

  it('that are pipes are refused, and nobody waits for them', () => {
    const made = folder();
    execFileSync('mkfifo', [made.path('config/pipe.yaml')]);
    expect(errorsIn(made)).toEqual(['config/pipe.yaml not-a-file']);
  });

  // Root reads whatever the mode says, so there is nothing to show.
  it.skipIf(process.getuid?.() === 0)('that may not be read are an error', () => {
    const made = folder({ 'config/a.yaml': 'keys: {}', 'config/b.yaml': 'keys: {}' });
    chmodSync(made.path('config/b.yaml'), 0);
    const { diagnostics } = made.load();
    expect(fileErrors(diagnostics)).toEqual(['config/b.yaml file-unreadable']);
    expect(diagnostics[0]?.message).toContain('EACCES');
  });

  it('that are no UTF-8 are an error with the line, and no replacement character reaches a value', () => {
    const made = folder({
      'config/a.yaml': Buffer.from('keys:\n  a: fine\n  b: "\xe9"\n', 'latin1'),
      'config/b.yaml': Buffer.from('\ufeffkeys: {}', 'utf16le'),
      'config/c.yaml': 'keys: { c: \ufffd }',
    });
    expect(errorsIn(made)).toEqual(['config/a.yaml:3:1 not-utf8', 'config/b.yaml:1:1 not-utf8']);
    expect(linesOf(made.load().state)).toEqual(['c [*] "\ufffd"']);
  });
});

describe('a symbolic link', () => {
  it.each([
    ['to a file', 'link.txt', 'secret.txt', 'link.txt'],
    ['to a folder', 'folder', '.', 'folder/secret.txt'],
  ])('%s outside the root cannot be a content', (_, name, target, path) => {
    const outside = folder({ 'secret.txt': 'hidden' });
    const files = { 'config/a.yaml': `keys:\n  a: { value: { path: ${path} } }\n` };
    const { diagnostics } = linked({ [`config/${name}`]: outside.path(target) }, files).load();
    expect(fileErrors(diagnostics)).toContain('config/a.yaml:2:23 outside-root');
    expect(JSON.stringify(diagnostics)).not.toContain('hidden');
  });

  it('out of the root and back in again is judged by where it ends', () => {
    const made = folder({
      'config/a.yaml': 'keys: { a: { value: { path: ../link.txt } } }',
      'real.txt': 'x',
    });
    symlinkSync(made.path('real.txt'), made.path('link.txt'));
    expect(linesIn(made)).toEqual(['a [*] "x"']);
  });

  it.each(['a.yaml', 'c.yaml'])(
    'to a document that is matched itself is the same document, not a second one: %s',
    (link) => {
      const made = linked({ [`config/${link}`]: 'b.yaml' }, { 'config/b.yaml': 'keys: { b: 1 }' });
      expect(linesIn(made)).toEqual(['b [*] "1"']);
      expect([...made.load().files.keys()].sort()).toEqual(['config/b.yaml', 'confighub.yaml']);
    },
  );

  it('to a folder of documents makes them documents, in whatever cycles it goes', () => {
    const toShared = { 'config/one': '../shared', 'config/two': '../shared' };
    const links = { ...toShared, 'config/loop': '.', 'config/again': '.' };
    const files = { 'shared/s.yaml': 'keys: { s: 1 }', 'config/a.yaml': 'keys: { a: 1 }' };
    expect(linesIn(linked(links, files))).toEqual(['a [*] "1"', 's [*] "1"']);
  });

  it.each([
    ['a missing file', 'link.yaml', 'gone.yaml', 'file-missing'],
    ['itself', 'self.yaml', 'self.yaml', 'file-unreadable'],
    ['a document outside the root', 'link.yaml', 'OUTSIDE/x/secret.yaml', 'outside-root'],
    ['a folder outside the root', 'folder', 'OUTSIDE', 'outside-root'],
    ['the root of the file system', 'slash', '/', 'outside-root'],
  ])('to %s is an error, and what it leads to is not read', (_, name, target, code) => {
    const outside = folder({ 'x/secret.yaml': 'keys: { stolen: 1 }' });
    const made = linked({ [`config/${name}`]: target.replace('OUTSIDE', outside.dir) });
    const { state, diagnostics } = made.load();
    expect(fileErrors(diagnostics)).toEqual([`config/${name} ${code}`]);
    expect(linesOf(state)).toEqual(['a [*] "1"']);
    expect(diagnostics[0]?.message.includes('broken symbolic link')).toBe(code === 'file-missing');
  });

  it('beside others to a maze of folders is refused', () => {
    const made = folder();
    for (let level = 0; level < 30; level++) {
      mkdirSync(made.path('config', `d${level}`));
      for (const name of ['x', 'y'])
        symlinkSync(`../d${level + 1}`, made.path('config', `d${level}`, name));
    }
    mkdirSync(made.path('config/d30'));
    const { diagnostics } = made.load();
    expect(diagnostics.map(({ code }) => code)).toEqual(['file-unreadable']);
    expect(diagnostics[0]?.message).toMatch(/symbolic links/);
  });
});

describe("Git's own folder", () => {
  it('is never read, however it is named', () => {
    const made = linked(
      { 'config/link': '../.git/config' },
      {
        'config/a.yaml':
          'keys:\n  a: { value: { path: ../.git/config } }\n  b: { value: { path: link } }\n',
        '.git/config': 'extraheader = private\n',
      },
    );
    expect(errorsIn(made)).toEqual([
      'config/a.yaml:2:23 outside-root',
      'config/a.yaml:3:23 outside-root',
    ]);
  });

  it("is in nobody's way where the documents lie beside it, and a link to it is", () => {
    const made = folder({
      'confighub.yaml': 'version: 1\ninclude: ["**/*.yaml"]\n',
      'a.yaml': 'keys: { a: 1 }\n',
      '.git/x.yaml': 'keys: [\n',
    });
    expect(errorsIn(made)).toEqual([]);
    symlinkSync('.git', made.path('link'));
    expect(errorsIn(made)).toEqual(['link outside-root']);
  });
});

describe('`path`', () => {
  it.each([
    ['.', /^config\/a\.yaml:2:23 not-a-file$/],
    ['sub', /^config\/a\.yaml:2:23 not-a-file$/],
    ['a.yaml/b', /^config\/a\.yaml:2:23 file-/],
  ])('to %s, which is no file, is an error', (path, error) => {
    const made = folder({
      'config/a.yaml': `keys:\n  a: { value: { path: ${path} } }\n`,
      'config/sub/x': '',
    });
    expect(errorsIn(made)).toEqual([expect.stringMatching(error)]);
  });

  it('to nothing says what it is relative to', () => {
    const document = 'keys: { a: { value: { path: gone.txt } } }';
    expect(folder({ 'config/a.yaml': document }).load().diagnostics).toMatchObject([
      { hint: expect.stringMatching(/^A `path` is relative to the document/) },
    ]);
  });

  it('may lead anywhere inside the root', () => {
    const made = folder({
      'config/a.yaml': 'keys: { a: { value: { path: ../texts/é.txt } } }',
      'texts/é.txt': 'ü\r\n',
    });
    expect(linesIn(made)).toEqual(['a [*] "ü\\r\\n"']);
  });
});
