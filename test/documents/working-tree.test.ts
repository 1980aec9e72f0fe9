// The working tree as it is: folders, links, sockets, bytes that are no text. Real files in a temporary folder.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadProject } from '../../src/documents/load-project.ts';
import { workingTreeFiles } from '../../src/documents/project-files.ts';
import { linesOf, fileErrors, temporaryFolders } from '../helpers/project.ts';

const folder = temporaryFolders();

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
    ['named outright and not there', 'config/gone.yaml', 'confighub.yaml:1:10 file-missing'],
    ['a folder named outright', './config', 'config not-a-file'],
    [
      'a folder with the name of a document, named outright',
      'config/folder.yaml',
      'config/folder.yaml not-a-file',
    ],
  ])('%s are an error', (_, include, expected) => {
    const made = folder({
      'confighub.yaml': `include: [${include}, config/a.yaml]\n`,
      'config/a.yaml': 'keys: {}',
    });
    mkdirSync(made.path('config/folder.yaml'));
    expect(fileErrors(made.load().diagnostics)).toEqual([expected]);
  });

  it('are no folders that only look like documents', () => {
    const made = folder({ 'config/a.yaml/b.yaml': 'keys: { b: 1 }' });
    const { state, diagnostics } = made.load();
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(linesOf(state)).toEqual(['b [*] "1"']);
  });

  it('are an error where the project file is a folder', () => {
    const made = folder();
    const loaded = loadProject(workingTreeFiles(made.dir, made.dir), {
      env: {},
      projectFile: 'config',
    });
    expect(fileErrors(loaded.diagnostics)).toEqual(['config not-a-file']);
  });

  it('that are pipes are refused, and nobody waits for them', () => {
    const made = folder();
    execFileSync('mkfifo', [made.path('config/pipe.yaml')]);
    expect(fileErrors(made.load().diagnostics)).toEqual(['config/pipe.yaml not-a-file']);
  });

  const isRoot = process.getuid?.() === 0;
  // Root reads whatever the mode says, so there is nothing to show.
  it.skipIf(isRoot)('that may not be read are an error', () => {
    const made = folder({ 'config/a.yaml': 'keys: {}', 'config/b.yaml': 'keys: {}' });
    chmodSync(made.path('config/b.yaml'), 0);
    const { diagnostics } = made.load();
    expect(fileErrors(diagnostics)).toEqual(['config/b.yaml file-unreadable']);
    expect(diagnostics[0]?.message).toContain('EACCES');
  });

  it('that are no UTF-8 are an error with the line, and no replacement character reaches a value', () => {
    const made = folder({
      'config/a.yaml': Buffer.concat([
        Buffer.from('keys:\n  a: fine\n  b: "'),
        Buffer.from([0xe9]),
        Buffer.from('"\n'),
      ]),
      'config/b.yaml': Buffer.from('\ufeffkeys: {}', 'utf16le'),
      'config/c.yaml': 'keys: { c: \ufffd }',
    });
    const { state, diagnostics } = made.load();
    expect(fileErrors(diagnostics)).toEqual([
      'config/a.yaml:3:1 not-utf8',
      'config/b.yaml:1:1 not-utf8',
    ]);
    expect(linesOf(state)).toEqual(['c [*] "\ufffd"']);
  });
});

describe('a symbolic link', () => {
  it('to a document outside the root is refused, and what it leads to is not read', () => {
    const outside = folder({ 'secret.yaml': 'keys: { stolen: 1 }' });
    const made = folder();
    symlinkSync(outside.path('secret.yaml'), made.path('config/link.yaml'));
    const { state, diagnostics } = made.load();
    expect(fileErrors(diagnostics)).toEqual(['config/link.yaml outside-root']);
    expect([...state.items.keys()]).toEqual(['a']);
  });

  it.each([
    ['to a file', 'link.txt', 'link.txt'],
    ['to a folder', 'folder', 'folder/secret.txt'],
  ])('%s outside the root cannot be a content', (_, name, path) => {
    const outside = folder({ 'secret.txt': 'hidden' });
    const made = folder({ 'config/a.yaml': `keys:\n  a: { value: { path: ${path} } }\n` });
    symlinkSync(outside.path(name === 'folder' ? '.' : 'secret.txt'), made.path('config', name));
    const { diagnostics } = made.load();
    expect(fileErrors(diagnostics)).toContain('config/a.yaml:2:23 outside-root');
    expect(JSON.stringify(diagnostics)).not.toContain('hidden');
  });

  it('out of the root and back in again is judged by where it ends', () => {
    const made = folder({
      'config/a.yaml': 'keys: { a: { value: { path: ../link.txt } } }',
      'real.txt': 'x',
    });
    symlinkSync(made.path('real.txt'), made.path('link.txt'));
    const { state, diagnostics } = made.load();
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(linesOf(state)).toEqual(['a [*] "x"']);
  });

  it('to a document that is matched itself is the same document, not a second one', () => {
    const made = folder({ 'config/b.yaml': 'keys: { b: 1 }' });
    symlinkSync('b.yaml', made.path('config/a.yaml'));
    const { state, diagnostics, files } = made.load();
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(linesOf(state)).toEqual(['b [*] "1"']);
    expect([...files.keys()].sort()).toEqual(['config/b.yaml', 'confighub.yaml']);
  });

  it('to a missing file is an error, not a missing document', () => {
    const made = folder();
    symlinkSync('gone.yaml', made.path('config/link.yaml'));
    const { diagnostics } = made.load();
    expect(fileErrors(diagnostics)).toEqual(['config/link.yaml file-missing']);
    expect(diagnostics[0]?.message).toContain('broken symbolic link');
  });

  it('that goes round in cycles ends', () => {
    const made = folder();
    symlinkSync('.', made.path('config/loop'));
    symlinkSync('.', made.path('config/again'));
    const { state, diagnostics } = made.load();
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(linesOf(state)).toEqual(['a [*] "1"']);
  });

  it('to a folder outside the root is refused as a whole, and nothing behind it is looked at', () => {
    const outside = folder({ 'x/secret.yaml': 'keys: { stolen: 1 }' });
    const made = folder();
    symlinkSync(outside.dir, made.path('config/link'));
    symlinkSync('/', made.path('config/slash'));
    expect(fileErrors(made.load().diagnostics)).toEqual([
      'config/link outside-root',
      'config/slash outside-root',
    ]);
  });

  it('to a folder of documents makes them documents', () => {
    const made = folder({ 'shared/s.yaml': 'keys: { s: 1 }', 'config/a.yaml': 'keys: { a: 1 }' });
    symlinkSync('../shared', made.path('config/one'));
    symlinkSync('../shared', made.path('config/two'));
    const { state, diagnostics } = made.load();
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(linesOf(state)).toEqual(['a [*] "1"', 's [*] "1"']);
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

  it('to itself is an error', () => {
    const made = folder();
    symlinkSync('self.yaml', made.path('config/self.yaml'));
    expect(fileErrors(made.load().diagnostics)).toEqual(['config/self.yaml file-unreadable']);
  });
});

describe("Git's own folder", () => {
  it('is never read, however it is named', () => {
    const made = folder({
      'config/a.yaml':
        'keys:\n  a: { value: { path: ../.git/config } }\n  b: { value: { path: link } }\n',
      '.git/config': 'extraheader = private\n',
    });
    symlinkSync('../.git/config', made.path('config/link'));
    const { diagnostics } = made.load();
    expect(diagnostics.map(({ code }) => code)).toEqual(['outside-root', 'outside-root']);
  });

  it("is in nobody's way where the documents lie beside it, and a link to it is", () => {
    const made = folder({
      'confighub.yaml': 'version: 1\ninclude: ["**/*.yaml"]\n',
      'a.yaml': 'keys: { a: 1 }\n',
      '.git/x.yaml': 'keys: [\n',
    });
    expect(fileErrors(made.load().diagnostics)).toEqual([]);
    symlinkSync('.git', made.path('link'));
    expect(fileErrors(made.load().diagnostics)).toEqual(['link outside-root']);
  });
});

describe('`path`', () => {
  it.each([
    ['a folder', '.', 'outside-root'],
    ['a folder below', 'sub', 'not-a-file'],
    ['a file as if it were a folder', 'a.yaml/b', 'file-'],
  ])('to %s is an error', (_, path, code) => {
    const made = folder({
      'config/a.yaml': `keys:\n  a: { value: { path: ${path} } }\n`,
      'config/sub/x': '',
    });
    expect(fileErrors(made.load().diagnostics)).toEqual([
      expect.stringContaining(
        path === '.' ? 'config/a.yaml:2:23 not-a-file' : `config/a.yaml:2:23 ${code}`,
      ),
    ]);
  });

  it('to nothing says what it is relative to', () => {
    const { diagnostics } = folder({
      'config/a.yaml': 'keys: { a: { value: { path: gone.txt } } }',
    }).load();
    expect(diagnostics.map(({ hint }) => hint)).toEqual([
      expect.stringMatching(/^A `path` is relative to the document/),
    ]);
  });

  it('may lead anywhere inside the root', () => {
    const made = folder({
      'config/a.yaml': 'keys: { a: { value: { path: ../texts/é.txt } } }',
      'texts/é.txt': 'ü\r\n',
    });
    expect(linesOf(made.load().state)).toEqual(['a [*] "ü\\r\\n"']);
  });
});
