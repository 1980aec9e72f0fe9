// `confighub.yaml`: every field read and checked, and what does not work yet refused with a sentence.
import { defaultLimits, WHOLE_REPOSITORY } from '../../src/model/project.ts';
import { describe, expect, it } from 'vitest';
import { type Contents, load, fileErrors, unmark } from '../helpers/project.ts';
import { alsoBySchema } from './schema.ts';

alsoBySchema();

const DOCUMENT: Contents = { 'config/a.yaml': 'keys: { a: 1 }\n' };

function project(text: string) {
  return load({ 'confighub.yaml': text, ...DOCUMENT });
}

describe('the project file', () => {
  it('may be empty: everything has a default', () => {
    const { project: read, diagnostics } = project('# nothing\n');
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(read).toEqual({
      order: new Map(),
      elements: new Map(),
      include: ['config/**/*.{yaml,yml,json}'],
      sources: [],
      prune: 'managed',
      allowSecrets: [],
      every: [],
      promote: { keep: [] },
      allowNewContexts: [],
      forceKeyPush: false,
      limits: { deletes: 30, updates: 30, existing: 10, maxDeletes: 100, maxUpdates: 1000 },
      approvals: 'not-author',
      redact: [],
      onDrift: 'overwrite',
      stages: [],
      applyStages: 'together',
      record: true,
      reads: 'all',
      clientVersion: 'v1.5',
      scope: WHOLE_REPOSITORY,
      protect: [],
      places: {},
    });
  });

  it('gives every field that works', () => {
    const { project: read, diagnostics } = load({
      'confighub.yaml': [
        'version: 1',
        'url: https://config.example.com:8443/base/',
        'repository: acme/shop',
        'levels: [Environment, Application]',
        'order: { Environment: [Production, Staging] }',
        'elements: { prod: Production, common: "*" }',
        'include: ["settings/*.yaml", "!settings/no.yaml"]',
        'prune: all',
        'onDrift: keep',
        'record: true',
        'reads: documented',
        'clientVersion: v2.10',
        'allowNewContexts: [Staging, QA]',
        'forceKeyPush: true',
        'batch: atomic',
        'limits: { deletes: 12.5%, updates: 100%, existing: 0, maxDeletes: 0, maxUpdates: 5 }',
        'approvals: any-writer',
        'redact: "*.license"',
        'protect: "payments.*"',
        'every: [Staging, "!debug.*"]',
        'promote: { keep: ["*.url"] }',
        'stages: [Staging, Production]',
        'applyStages: separately',
      ].join('\n'),
      'settings/a.yaml': 'keys: { a: { values: { Staging;*: 1 } } }',
      'settings/no.yaml': 'no: document',
    });
    expect(fileErrors(diagnostics)).toEqual([]);
    const { places, stages, ...fields } = read;
    expect(stages).toMatchObject([{ name: 'Staging' }, { name: 'Production' }]);
    expect(fields).toEqual({
      url: 'https://config.example.com:8443/base',
      repository: { account: 'acme', name: 'shop' },
      levels: ['Environment', 'Application'],
      order: new Map([['Environment', ['Production', 'Staging']]]),
      elements: new Map([
        ['prod', 'Production'],
        ['common', '*'],
      ]),
      include: ['settings/*.yaml', '!settings/no.yaml'],
      sources: [],
      prune: 'all',
      allowSecrets: [],
      every: ['Staging', '!debug.*'],
      promote: { keep: ['*.url'] },
      allowNewContexts: ['Staging', 'QA'],
      forceKeyPush: true,
      limits: { deletes: 12.5, updates: 100, existing: 0, maxDeletes: 0, maxUpdates: 5 },
      approvals: 'any-writer',
      redact: ['*.license'],
      onDrift: 'keep',
      applyStages: 'separately',
      record: true,
      reads: 'documented',
      clientVersion: 'v2.10',
      scope: WHOLE_REPOSITORY,
      protect: ['payments.*'],
    });
    expect(String(places.levels)).toBe('confighub.yaml:4:9');
    expect(String(places.include)).toBe('confighub.yaml:7:10');
    expect(Object.keys(places)).toHaveLength(23);
  });

  it('keeps the defaults of limits that it does not name', () => {
    const { project: read } = load({
      'confighub.yaml': 'limits: { deletes: 5% }\n',
      'config/a.yaml': 'keys: {}',
    });
    expect(read.limits).toEqual({ ...defaultLimits(), deletes: 5 });
  });

  it.each([
    ['another version', 'version: «bad-option»2', /version: 1/],
    ['an unknown field', '«unknown-field»repositry: acme/shop', /`repository`/],
    ['a field with a capital', '«unknown-field»URL: http://x', /`url`/],
    ['`__proto__`', '«unknown-field»__proto__: { prune: all }', /Known: version/],
    ['`constructor`', '«unknown-field»constructor: 1', /Known: version/],
    ['the token', '«unknown-field»token: abc', /Known: version/],
    ['a url without a scheme', 'url: «bad-url»config.example.com', /https:/],
    [
      'a url with credentials',
      'url: «bad-url»https://user:pw@config.example.com',
      /without user name/,
    ],
    ['a url with a query', 'url: «bad-url»https://config.example.com?x=1', /without/],
    ['a url of another kind', 'url: «bad-url»file:///etc/passwd', /https:/],
    ['an empty url', '«wrong-type»url:', undefined],
    ['a repository without an account', 'repository: «bad-repository»shop', /acme\/shop/],
    ['a repository with three parts', 'repository: «bad-repository»a/b/c', /acme\/shop/],
    ['a space in the repository', 'repository: «bad-repository»a /b', /acme\/shop/],
    ['levels that are a mapping', 'levels: «wrong-type»{ a: b }', undefined],
    ['a level that is null', 'levels: [A, «wrong-type»null]', undefined],
    ['an include out of the folder', 'include: «outside-root»../config/*.yaml', /relative/],
    ['an include out of it in braces', 'include: «outside-root»"{config,../x}/*.yaml"', /relative/],
    ['an absolute include', 'include: [config/*.yaml, «outside-root»/etc/*.yaml]', /relative/],
    ['an unknown prune mode', 'prune: «bad-option»manged', /`managed`/],
    ['an unknown drift mode', 'onDrift: «bad-option»ignore', /overwrite, keep, fail/],
    ['an unknown batch', 'batch: «bad-option»big', undefined],
    ['an unknown limit', 'limits: { «unknown-field»maxDeleted: 5 }', /`maxDeletes`/],
    ['a limit that is no number', 'limits: { maxDeletes: «wrong-type»30% }', undefined],
    ['a share without %', 'limits: { deletes: «wrong-type»30 }', /`deletes: 30%`/],
    ['a share of more than all', 'limits: { updates: «wrong-type»101% }', /`updates: 30%`/],
    ['a share below nothing', 'limits: { updates: «wrong-type»-1% }', /`updates: 30%`/],
    ['a share instead of a number', 'limits: { existing: «wrong-type»10% }', undefined],
    ['a negative limit', 'limits: { maxDeletes: «wrong-type»-1 }', undefined],
    ['limits that are a number', 'limits: «wrong-type»5', undefined],
    ['an unknown part of a scope', 'scope: { «unknown-field»key: "shop.*" }', /`keys`/],
    ['a scope that is a text', 'scope: «wrong-type»shop.*', undefined],
    ['a list of mappings to ignore', 'ignore: { keys: [«wrong-type»{ a: b }] }', undefined],
    ['an extended glob', 'protect: «bad-option»"@(a|b)"', /simpler/],
    ['two extended globs', 'protect: [a, «bad-option»"@(a|b)", «bad-option»"+(c)"]', /simpler/],
    ['a mapping in `redact`', 'redact: [«wrong-type»{ a: b }]', undefined],
    ['a list at its top', '«wrong-type»[url]', undefined],
    ['two documents', 'prune: all\n---\n«wrong-type»prune: none\n', undefined],
    ['a field twice', 'prune: all\n«duplicate-field»prune: none\n', undefined],
  ])('with %s is an error', (_, marked, hint) => {
    const { text, expected } = unmark('confighub.yaml', marked);
    const { diagnostics } = project(text);
    expect(fileErrors(diagnostics)).toEqual(expected);
    if (hint !== undefined) expect(diagnostics[0]?.hint).toMatch(hint);
  });

  it('never shows the credentials of a url that it refuses', () => {
    expect(JSON.stringify(project('url: https://user:hidden@host/').diagnostics)).not.toContain(
      'hidden',
    );
  });

  it('that is not there, or is no UTF-8, or no YAML, is one error', () => {
    const missing = load({ ...DOCUMENT }, { projectFile: 'other.yaml' });
    expect(fileErrors(missing.diagnostics)).toEqual(['other.yaml no-project-file']);
    expect(missing.diagnostics[0]?.hint).toMatch(/confighub-sync init/);
    const latin = load({ 'confighub.yaml': Buffer.from('# caf\u00e9\n', 'latin1'), ...DOCUMENT });
    expect(fileErrors(latin.diagnostics)).toEqual(['confighub.yaml:1:1 not-utf8']);
    expect(fileErrors(project('url: [\n').diagnostics)).toEqual([
      expect.stringMatching(/^confighub.yaml:\d:\d yaml-syntax$/),
    ]);
  });

  it('is no document, even where `include` matches it', () => {
    const { state, diagnostics, files } = load({
      'confighub.yaml': 'include: "*.yaml"\n',
      'a.yaml': 'keys: { a: 1 }\n',
    });
    expect(fileErrors(diagnostics)).toEqual([]);
    expect([...state.items.keys()]).toEqual(['a']);
    expect([...files.keys()].sort()).toEqual(['a.yaml', 'confighub.yaml']);
  });
});

describe('a project', () => {
  it('without documents is an error, and never an empty desired state', () => {
    const { diagnostics } = load({ 'conf/a.yaml': 'keys: {}' });
    expect(fileErrors(diagnostics)).toEqual(['confighub.yaml no-documents']);
    expect(diagnostics[0]?.message).toContain('config/**/*.{yaml,yml,json}');
  });

  it.each([
    ['empty', ''],
    ['of comments', '# nothing\n---\n# and nothing\n'],
    ['of spaces', ' \n\n'],
  ])('whose only document is %s is an error', (_, text) => {
    const { diagnostics } = load({ 'config/a.yaml': text, 'config/b.yaml': text });
    expect(fileErrors(diagnostics)).toEqual(['confighub.yaml no-documents']);
    expect(diagnostics[0]?.message).toMatch(/^Nothing is declared/);
  });

  it('that says so outright may declare nothing', () => {
    expect(fileErrors(load({ 'config/a.yaml': 'keys: {}\n' }).diagnostics)).toEqual([]);
  });
});
