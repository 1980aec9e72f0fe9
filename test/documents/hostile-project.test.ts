// A project that somebody made to do harm: it leads nowhere, and ends in an error that is named.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { workingTreeFiles } from '../../src/documents/project-files.ts';
import { loadProject } from '../../src/documents/load-project.ts';
import { load, loadDocument, fileErrors, temporaryFolders } from '../helpers/project.ts';
import { keysIn } from '../../src/model/state.ts';

const folder = temporaryFolders();

const codes = (loaded: { diagnostics: readonly { code: string }[] }) =>
  loaded.diagnostics.map(({ code }) => code);

describe('a link', () => {
  it('that the project file is leads nowhere outside', () => {
    const outside = folder({ 'confighub.yaml': 'url: http://evil.example.com' });
    const made = folder();
    rmSync(made.path('confighub.yaml'));
    symlinkSync(outside.path('confighub.yaml'), made.path('confighub.yaml'));
    const loaded = made.load();
    expect(fileErrors(loaded.diagnostics)).toEqual(['confighub.yaml outside-root']);
    expect(loaded.project.url).toBeUndefined();
  });
});

describe('no regular file', () => {
  it.each([
    ['a pipe', (path: string) => void execFileSync('mkfifo', [path])],
    ['a link to a device', (path: string) => symlinkSync('/dev/zero', path)],
  ])('named as content is %s, and nobody waits for it', (_, make) => {
    const made = folder({ 'config/a.yaml': 'keys: { a: { value: { path: odd } } }' });
    make(made.path('config/odd'));
    expect(codes(made.load())).toEqual([expect.stringMatching(/^(?:not-a-file|outside-root)$/)]);
  });

  it('is a socket', async () => {
    const made = folder();
    const server = net.createServer().listen(made.path('config/socket.yaml'));
    await new Promise((resolve) => server.once('listening', resolve));
    expect(fileErrors(made.load().diagnostics)).toEqual(['config/socket.yaml not-a-file']);
    server.close();
  });
});

describe('too much', () => {
  it('of files that are documents', () => {
    const documents = Array.from({ length: 10_001 }, (_, i) => [`config/${i}.yaml`, '']);
    const { diagnostics } = load(Object.fromEntries(documents));
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'The project has 10,001 files; the limit is 10,000.',
    ]);
  });

  it('of documents together', () => {
    const large = `# ${'x'.repeat(15_000_000)}\nkeys: {}\n`;
    const files = Object.fromEntries([1, 2, 3, 4, 5].map((i) => [`config/${i}.yaml`, large]));
    expect(codes(load(files))).toEqual(['file-unreadable']);
  });

  it('of documents in one file is read, each for itself', () => {
    const document = `---\nkeys: { a: 1 }\n---\n${'--- {}\n'.repeat(100_000)}`;
    const { documents, state, diagnostics } = loadDocument(document);
    expect([documents, keysIn(state).length, diagnostics]).toEqual([1, 1, []]);
  });

  it('of aliases, each document with as many as one may have', () => {
    const one = `keys:\n  a: { vdt: JSON, value: { x: &x [${'1,'.repeat(1000)}1], y: [${'*x,'.repeat(900)}1] } }\n`;
    const other = one.replace('a:', 'b:');
    expect(codes(loadDocument(`${one}---\n${other}`))).toEqual(['alias-expansion']);
    expect(codes(load({ 'config/1.yaml': one, 'config/2.yaml': other }))).toEqual([
      'alias-expansion',
    ]);
    expect(codes(load({ 'config/1.yaml': one }))).toEqual([]);
  });

  it('of one content, named again and again', () => {
    const keys = Array.from({ length: 30 }, (_, i) => `  k${i}: { value: { path: big.txt } }\n`);
    const files = {
      'config/a.yaml': `keys:\n${keys.join('')}`,
      'config/big.txt': '.'.repeat(10_000_000),
    };
    expect(fileErrors(load(files).diagnostics)).toEqual(['config/a.yaml:28:25 file-unreadable']);
  });

  it('of slashes in an address', () => {
    const url = `http://h/${'/'.repeat(1_000_000)}a`;
    expect(load({ 'confighub.yaml': `url: ${url}` }).project.url).toBe(url);
  });

  it('of nesting', () => {
    const deep = `keys: { a: { vdt: JSON, value: ${'['.repeat(10_000)}${']'.repeat(10_000)} } }`;
    expect(codes(loadDocument(deep))).toEqual(['yaml-syntax']);
  });
});

describe('a glob that climbs', () => {
  it.each([
    ...['../*', '/etc/*', 'C:/x', 'a/../../b', '{a,..}/*', '@(..)/*', '+(..)/*'],
    ...['..{,}/*', '[.][.]/*', '?(.)./*', '\\.\\./*'],
  ])('%s finds nothing outside', (glob) => {
    const outer = folder({
      'evil.yaml': 'keys: { evil: 1 }',
      'in/confighub.yaml': `include: '${glob}'`,
      'in/a.yaml': '',
    });
    const loaded = loadProject(workingTreeFiles(outer.path('in'), outer.path('in')), { env: {} });
    expect(keysIn(loaded.state).length).toBe(0);
    expect(codes(loaded)).toEqual(expect.arrayContaining(['no-documents']));
    expect([...loaded.files.keys()].filter((path) => path.includes('evil'))).toEqual([]);
  });

  it('into `.git`, in whatever case, finds nothing', () => {
    const made = folder({ 'confighub.yaml': "include: '.GIT/*.yaml'" });
    mkdirSync(made.path('.GIT'));
    writeFileSync(made.path('.GIT/a.yaml'), 'keys: { a: 1 }');
    expect(keysIn(made.load().state).length).toBe(0);
  });
});
