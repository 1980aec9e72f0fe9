// One meaning of a glob: the working tree's listing, that of what was last applied, and the search for what is missing.
import { symlinkSync } from 'node:fs';
import fastGlob from 'fast-glob';
import { afterAll, describe, expect, it } from 'vitest';
import { searcher } from '../../src/documents/globs.ts';
import { filesInMemory, workingTreeFiles } from '../../src/documents/project-files.ts';
import { Folder, load, loadDocument, fileErrors, temporaryFolders } from '../helpers/project.ts';
import { loadMarked, said } from './marked.ts';
import { alsoBySchema } from './schema.ts';

alsoBySchema();

const PATHS = [
  ...['a.yaml', 'confighub.yaml', 's/a.yaml', 't/b.yaml'],
  ...['parts/01.yaml', 'parts/1.yaml', 'parts/03.yaml'],
  ...['config/a.json', 'config/a.yaml', 'config/ab.yaml', 'config/a(b).yaml', 'config/[x].yaml'],
  ...['config/.hidden.yaml', 'config/.x/a.yaml', 'config/sub/a.yaml', 'config/sub/deep/b.yaml'],
];
const EMPTY = { 'config/a.yaml': 'keys: {}' };
const made = new Folder(Object.fromEntries(PATHS.map((path) => [path, ''])));
afterAll(() => made.dispose());
const folder = temporaryFolders();

const GLOBS: [globs: string[], matched: number][] = [
  [['config/**/*.{yaml,yml,json}'], 7],
  [['s/./*.yaml'], 1],
  [['t//*.yaml'], 1],
  [['././s/*.yaml'], 1],
  [['{s,t}/*.yaml'], 2],
  [['{.,s}/a.yaml'], 2],
  [['config/{,sub/}a.yaml'], 2],
  [['*.yaml'], 2],
  [['**/*.yaml', '!config/**'], 7],
  [['**/*.yaml', '!./config/sub'], 11],
  [['config/**', '!config/*'], 2],
  [['config/**', '!**/deep'], 6],
  [['config/.*.yaml'], 1],
  [['config/.x/*'], 1],
  [['config/a(b).yaml'], 1],
  [['config/[[]x].yaml'], 1],
  [['config/a(b)*'], 1],
  [['{.,config/sub}/a.yaml', 'config/?.json'], 3],
  [['config/[ab]*.yaml'], 3],
  [['config/?.yaml'], 1],
  [['config/a.yaml', '!config/a.yaml', 's/*'], 1],
  [['config/sub/*.yaml', '!config/sub', 't/*'], 1],
  [['config/*/**/*.yaml'], 2],
  [['config/*a*.*a*l'], 3],
  [['**/*u*/**/*.*a*'], 2],
  [['config/**/.*/**/*.yaml'], 1],
  [['config/**/[.]*/**/*a*.*l'], 1],
  [['**.*a*l', '!*n*f*g/**'], 2],
  [['**/*.*a*l', '!**/s*/**', '!parts/*0*.y*'], 8],
  [['**/*.yaml', '!**/*u*/**/*b*', '!**/c*n*/*'], 8],
  [['nothing/*.yaml'], 0],
];

describe('a list of globs', () => {
  it.each(GLOBS)('%j means the same in the working tree and in memory', (globs, matched) => {
    const inMemory = filesInMemory(new Map(PATHS.map((path) => [path, new Uint8Array()])));
    const listed = workingTreeFiles(made.dir, made.dir).list(globs);
    expect(listed).toEqual(inMemory.list(globs));
    expect(listed.paths).toHaveLength(matched);
  });

  it('with many stars is searched for in no time among many long names', () => {
    const long = Array.from({ length: 300 }, (_, i): [string, string] => [
      `c/${'part.abc.'.repeat(25)}${i}`,
      '',
    ]);
    const { dir } = folder({ ...Object.fromEntries(long), [`${'c/d/'.repeat(40)}a.yaml`]: '' });
    const globs = Array.from({ length: 50 }, (_, i) => [
      `c/*a*b*c*${i}z`,
      `c/**/c/**/d/**/${i}z`,
      `!c/*p*p*p*${i}z/**`,
    ]);
    const { user } = process.cpuUsage();
    expect(workingTreeFiles(dir, dir).list(globs.flat()).paths).toEqual([]);
    expect(process.cpuUsage({ user, system: 0 }).user / 1e6).toBeLessThan(2);
  });

  it.each([
    ['c*d*e/*.yaml', ['cade']],
    ['f/**/g/**/*.yaml', ['f/h']],
    ['**/*.yaml', ['cade', 'cxe', 'f/h']],
  ])('%s: only links that it leads through are refused', (glob, refused) => {
    const outside = folder({ 'a.yaml': '' });
    const made = folder({ 'cdde/a.yaml': '', 'f/g/a.yaml': '', '.x/a.yaml': '' });
    for (const link of ['cade', 'cxe', 'f/h', '.x/y']) symlinkSync(outside.dir, made.path(link));
    const { problems } = workingTreeFiles(made.dir, made.dir).list([glob]);
    expect(problems.map(({ path }) => path).sort()).toEqual(refused);
  });

  it('of which one matches nothing gives a warning', () => {
    const { diagnostics } = loadMarked({
      'confighub.yaml': 'include: «no-documents»[config/*.yaml, othr/*.yaml, "!no/**"]\n',
      'config/a.yaml': 'keys: { a: 1 }',
    });
    expect(diagnostics).toMatchObject([
      { severity: 'warning', message: 'No file matches `othr/*.yaml`.' },
    ]);
  });

  it('says what to write in a project with nothing to declare yet, which is valid', () => {
    const [problem] = load({ 'confighub.yaml': '' }).diagnostics;
    expect(problem).toMatchObject({ severity: 'error', code: 'no-documents' });
    const [, document = ''] = /write a document with `([^`]+)`\.$/.exec(problem?.hint ?? '') ?? [];
    expect(load({ 'confighub.yaml': '', 'config/empty.yaml': document }).diagnostics).toEqual([]);
  });

  it.each([
    ['include', '{a,b}'.repeat(20)],
    ['include', 'a'.repeat(201)],
    ['include', '!@(a|b)/*'],
    ['protect', '*a*a*a*a*'],
    ['redact', '{1..99999999}'],
  ])('`%s: %s` is refused', (field, glob) => {
    const { diagnostics } = load({ 'confighub.yaml': `${field}: "${glob}"`, ...EMPTY });
    expect(fileErrors(diagnostics)).toEqual([`confighub.yaml:1:${field.length + 3} bad-option`]);
    expect(diagnostics[0]?.message.length).toBeLessThan(200);
  });

  it('of contexts may have as many wildcards in each element', () => {
    loadMarked({ 'confighub.yaml': 'scope: { contexts: "*;*;*;*;*;a*b*c*d*" }', ...EMPTY });
    loadMarked({ 'confighub.yaml': 'scope: { contexts: «bad-option»"*;*a*b*c*d*" }', ...EMPTY });
  });

  it.each(['**/*', 'config/**', '**/a*', '{s,t}/**', '*/a.json', '**/.x/*', 'config/*/*/*'])(
    '%s finds what a shell finds',
    (glob) => {
      const found = fastGlob.sync(glob, { cwd: made.dir }).sort();
      expect(workingTreeFiles(made.dir, made.dir).list([glob]).paths).toEqual(found);
    },
  );
});

describe('a hostile document', () => {
  it('of one endless line is refused at once', () => {
    const { diagnostics } = loadDocument('{*'.repeat(2_000_000));
    expect(diagnostics.map(({ code }) => code)).toEqual(['yaml-syntax']);
  });

  it('with a context of thousands of elements is one short error', () => {
    const { diagnostics } = loadDocument(`keys: { a: { values: { "${';'.repeat(60_000)}": 1 } } }`);
    expect(diagnostics.map(({ code }) => code)).toEqual(['context-depth']);
    expect(JSON.stringify(diagnostics[0]?.message).length).toBeLessThan(300);
  });
});

describe('what may be a password is not shown', () => {
  const LONG = 'hunter2'.repeat(10);
  it.each([
    ['a lonely alias', 'keys: { a: *;hunter2 }'],
    ['a line with an alias', 'keys:\n  a: *;hunter2\n b: 1\n'],
    ['a tag', 'keys: { a: !hunter2^ x }'],
    ['an unknown field', 'keys: { a: { hunter2xyz: 1 } }'],
    ['an unknown operation', 'keys: { a: { opp: hunter2 } }'],
    ['a long variable', `keys: { a: { value: { env: ${LONG} } } }`],
    ['a long forbidden variable', `keys: { a: { value: { env: GITHUB_${LONG} } } }`],
    ['a long path', `keys: { a: { value: { path: ${LONG} } } }`],
    ['a long path out of the folder', `keys: { a: { value: { path: /${LONG} } } }`],
  ])('in %s', (_, text) => {
    const { diagnostics } = loadDocument(text);
    expect(diagnostics).not.toEqual([]);
    expect(diagnostics.map(said).join()).not.toContain('hunter2');
  });
});

it.each([
  ['config/**/*.yaml', 'config', true],
  ['config/**/*.yaml', 'config/sub/deep', true],
  ['config/**/*.yaml', 'config/.git', false],
  ['config/**/*.yaml', 'vendor', false],
  ['config/*.yaml', 'config/sub', false],
  ['*.yaml', 'vendor', false],
  ['a/b/c.yaml', 'a/b', true],
  ['{a,b}/x/*.yaml', 'b', true],
])('%s looks into %s: %s', (glob, folder, expected) => {
  expect(searcher([glob])(folder)).toBe(expected);
});
