// Names and paths as Windows and macOS have them.
import { chmodSync, existsSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { spelledAs } from '../../src/cli/commands/run-command.ts';
import { isGitFolder, resolvePath } from '../../src/documents/project-files.ts';
import { holding, MemoryFolder } from '../import/folder.ts';
import { temporaryFolders } from '../helpers/project.ts';
import { test } from '../helpers/test.ts';

const folder = temporaryFolders();

describe('names', () => {
  test.each([
    ...['.git', '.GIT', 'git~1', 'GIT~1', '.git ', '.git.', '.git::$INDEX_ALLOCATION'],
    ...['.g\u200cit', '.Git\ufeff'],
  ])('%j reaches .git on some file system', (name) => expect(isGitFolder(name)).toBe(true));

  test.each(['git', '.gitignore', '.github', 'git~2', '.git-1', 'a.git'])('%j does not', (name) =>
    expect(isGitFolder(name)).toBe(false),
  );
});

describe('paths in documents', () => {
  test.each(['C:/Windows/win.ini', 'c:secret.txt', '/etc/passwd', '../../etc/passwd'])(
    '%s leaves the project',
    (path) => expect(resolvePath('config/shop.yaml', path)).toBeUndefined(),
  );

  test('have `/` on every system, and the message says so', () => {
    const made = folder({
      'config/a.yaml': 'keys: { a: { value: { path: content\\banner.html } } }',
    });
    expect(made.load().diagnostics[0]?.hint).toContain('Write `/` instead of `\\`');
  });

  test('may begin with two dots that are a part of a name', () => {
    const include = 'levels: [Environment, Application]\ninclude: ["..*.yaml"]\n';
    const { state } = folder({
      'confighub.yaml': include,
      '..shop.yaml': 'keys:\n  a: b\n',
    }).load();
    expect([...state.items.keys()]).toEqual(['a']);
  });
});

// On Windows it would be a `git.exe`.
test.skipIf(process.platform === 'win32')(
  'a program of the project is never taken for Git',
  async ({ shop: { desk } }) => {
    desk.commit('First');
    desk.write({ git: '#!/bin/sh\necho started > started.txt\n' });
    chmodSync(desk.path('git'), 0o755);
    // An empty part of PATH means the working directory, which Windows always means.
    const planned = await desk.cli(['plan'], {
      isProcess: true,
      env: { PATH: `:${process.env.PATH}` },
    });
    expect(planned, planned.output).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('to create'),
    });
    expect(existsSync(desk.path('started.txt'))).toBe(false);
  },
);

describe('the project file', () => {
  const names = ['a.yaml', 'confighub.yaml', 'Shop.yaml'];

  test.each([
    ['Confighub.yaml', 'confighub.yaml'],
    ['../Shop/shop.YAML', '../Shop/Shop.yaml'],
    ['confighub.yaml', 'confighub.yaml'],
    ['missing.yaml', 'missing.yaml'],
    ['Confighub.yaml/', 'Confighub.yaml/'],
  ])('%s is found as %s where case does not matter', (given, spelled) => {
    expect(spelledAs(given, names)).toBe(spelled);
  });

  test('is the one that is named exactly, if there are several', () => {
    expect(spelledAs('Shop.yaml', ['SHOP.yaml', 'Shop.yaml'])).toBe('Shop.yaml');
  });
});

describe('an import', () => {
  test('writes no folder that Windows reserves for devices, or that is too long', () => {
    const long = 'x'.repeat(200);
    const contents = {
      '*;Aux': 'one\ntwo\n',
      'nul;*': 'three\nfour\n',
      [`${long};${long}`]: 'five\nsix\n',
    };
    const files = Object.fromEntries(
      Object.entries(contents).map(([context, content]) => [context, { content }]),
    );
    const document = { keys: { con: { values: contents } }, files: { 'aux/a': files } };
    const live = holding({ 'config/shop.yaml': JSON.stringify(document) });
    const folder = new MemoryFolder();
    folder.import(live);
    const parts = [...folder.files.keys()].flatMap((path) => path.split('/'));
    expect(
      parts.filter((part) => /^(?:aux|con|nul)(?:\.|$)/i.test(part) || part.length > 255),
    ).toEqual([]);
    expect(folder.replan(live).changes).toEqual([]);
  });
});
