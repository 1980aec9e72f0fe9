// `confighub.yaml`: every field read and checked, and what does not work yet refused with a sentence.
import { defaultLimits, WHOLE_REPOSITORY } from '../../src/model/project.ts';
import { describe, expect, it } from 'vitest';
import { type Contents, fileErrors, load } from '../helpers/project.ts';
import { loadMarked } from './marked.ts';
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
    expect(project('limits: { deletes: 5% }\n').project.limits).toEqual({
      ...defaultLimits(),
      deletes: 5,
    });
  });

  it.each([
    ['version: «bad-option»2', /version: 1/],
    ['«unknown-field»repositry: acme/shop', /`repository`/],
    ['«unknown-field»URL: http://x', /`url`/],
    ['«unknown-field»__proto__: { prune: all }', /Known: version/],
    ['«unknown-field»constructor: 1', /Known: version/],
    ['«unknown-field»token: abc', /Known: version/],
    ['url: «bad-url»config.example.com', /https:/],
    ['url: «bad-url»https://user:hidden@config.example.com', /without user name/],
    ['url: «bad-url»https://config.example.com?x=1', /without/],
    ['url: «bad-url»file:///etc/passwd', /https:/],
    ['«wrong-type»url:', undefined],
    ['repository: «bad-repository»shop', /acme\/shop/],
    ['repository: «bad-repository»a/b/c', /acme\/shop/],
    ['repository: «bad-repository»a /b', /acme\/shop/],
    ['levels: «wrong-type»{ a: b }', undefined],
    ['levels: [A, «wrong-type»null]', undefined],
    ['include: «outside-root»../config/*.yaml', /relative/],
    ['include: «outside-root»"{config,../x}/*.yaml"', /relative/],
    ['include: [config/*.yaml, «outside-root»/etc/*.yaml]', /relative/],
    ['prune: «bad-option»manged', /`managed`/],
    ['onDrift: «bad-option»ignore', /overwrite, keep, fail/],
    ['batch: «bad-option»big', undefined],
    ['limits: { «unknown-field»maxDeleted: 5 }', /`maxDeletes`/],
    ['limits: { maxDeletes: «wrong-type»30% }', undefined],
    ['limits: { deletes: «wrong-type»30 }', /`deletes: 30%`/],
    ['limits: { updates: «wrong-type»101% }', /`updates: 30%`/],
    ['limits: { updates: «wrong-type»-1% }', /`updates: 30%`/],
    ['limits: { existing: «wrong-type»10% }', undefined],
    ['limits: { maxDeletes: «wrong-type»-1 }', undefined],
    ['limits: «wrong-type»5', undefined],
    ['scope: { «unknown-field»key: "shop.*" }', /`keys`/],
    ['scope: «wrong-type»shop.*', undefined],
    ['ignore: { keys: [«wrong-type»{ a: b }] }', undefined],
    ['protect: «bad-option»"@(a|b)"', /simpler/],
    ['protect: [a, «bad-option»"@(a|b)", «bad-option»"+(c)"]', /simpler/],
    ['redact: [«wrong-type»{ a: b }]', undefined],
    ['«wrong-type»[url]', undefined],
    ['prune: all\n---\n«wrong-type»prune: none\n', undefined],
    ['prune: all\n«duplicate-field»prune: none\n', undefined],
  ])('with %j is an error', (text, hint) => {
    const { diagnostics } = loadMarked({ 'confighub.yaml': text, ...DOCUMENT });
    if (hint !== undefined) expect(diagnostics[0]?.hint).toMatch(hint);
    expect(JSON.stringify(diagnostics)).not.toContain('hidden');
  });

  it('that is not there, or is no UTF-8, or no YAML, is one error', () => {
    const missing = load(DOCUMENT, { projectFile: 'other.yaml' }).diagnostics;
    expect(fileErrors(missing)).toEqual(['other.yaml no-project-file']);
    expect(missing[0]?.hint).toMatch(/confighub-sync init/);
    const latin = load({ 'confighub.yaml': Buffer.from('# caf\u00e9\n', 'latin1'), ...DOCUMENT });
    expect(fileErrors(latin.diagnostics)).toEqual(['confighub.yaml:1:1 not-utf8']);
    loadMarked({ 'confighub.yaml': 'url: «yaml-syntax»[\n', ...DOCUMENT });
  });

  it('is no document, even where `include` matches it', () => {
    const { state, files } = loadMarked({
      'confighub.yaml': 'include: "*.yaml"\n',
      'a.yaml': 'keys: { a: 1 }\n',
    });
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

  it.each(['', '# nothing\n---\n# and nothing\n', ' \n\n'])('with only %j is an error', (text) => {
    const { diagnostics } = load({ 'config/a.yaml': text, 'config/b.yaml': text });
    expect(fileErrors(diagnostics)).toEqual(['confighub.yaml no-documents']);
    expect(diagnostics[0]?.message).toMatch(/^Nothing is declared/);
  });

  it('that says so outright may declare nothing', () => {
    expect(load({ 'config/a.yaml': 'keys: {}\n' }).diagnostics).toEqual([]);
  });
});
