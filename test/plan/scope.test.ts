// `scope` and `ignore`: what a project does not answer for is neither declared nor deleted by it.
import { describe, expect, it } from 'vitest';
import { scopeOf } from '../../src/model/project.ts';
import { linesOf, load, fileErrors, stateOf, unmark } from '../helpers/project.ts';
import { emptyRepository, liveOf, planOf, pushTo, send } from '../helpers/repository.ts';

describe('a scope', () => {
  it.each([
    [{ scope: { keys: ['shop.*', '!shop.tmp.*'] } }, ['shop.a', 'SHOP.B'], ['shop.tmp.a', 'other']],
    [{ scope: { keys: ['!tmp.*'] } }, ['shop.a'], ['tmp.a']],
    [{ ignore: { keys: ['tmp.*', '!tmp.mine'] } }, ['shop.a', 'tmp.mine'], ['tmp.a']],
    [
      { scope: { keys: ['shop.*'] }, ignore: { keys: ['shop.tmp'] } },
      ['shop.a'],
      ['shop.tmp', 'other'],
    ],
    [{ scope: { files: ['x'] } }, ['any'], []],
  ])('%j covers keys', (globs, covered, not) => {
    const key = (name: string) => scopeOf(globs).item({ kind: 'key', name });
    expect(covered.filter((name) => !key(name))).toEqual([]);
    expect(not.filter((name) => key(name))).toEqual([]);
  });

  it.each([
    [
      ['*;*', 'Production;*'],
      ['*', 'production;*'],
      ['Production;Shop', '*;Shop', 'Staging;*'],
    ],
    [['Production;**'], ['Production;*', 'Production;Shop'], ['*', 'Staging;Shop']],
    [['Prod*;**', '!**;Billing'], ['Production;Shop'], ['Production;Billing', '*;*']],
    [['**;**'], ['*', 'a;b'], []],
    [['*'], ['*'], ['a;b', '*;b']],
  ])('%j covers contexts', (contexts, covered, not) => {
    const { row } = scopeOf({ scope: { contexts } });
    for (const kind of ['key', 'file'] as const) {
      expect(covered.filter((context) => !row({ kind, name: 'a' }, context))).toEqual([]);
      expect(not.filter((context) => row({ kind, name: 'a' }, context))).toEqual([]);
    }
  });

  it('compares paths with case', () => {
    const { item } = scopeOf({ scope: { files: ['nginx/**'] } });
    expect(
      ['nginx/a', 'nginx/b/c', 'Nginx/a', 'a'].map((name) => item({ kind: 'file', name })),
    ).toEqual([true, true, false, false]);
  });

  it('makes whatever is declared outside of it an error at its line', () => {
    const { text, expected } = unmark(
      'config/a.yaml',
      [
        'keys:',
        '  shop.a: 1',
        '  «outside-scope»other: { values: { "*": 1, Production;*: 2 } }',
        '  shop.b: { values: { "*": 1, «outside-scope»Staging;*: 2 } }',
        '  shop.tmp: { «outside-scope»opp: delete }',
        'files:',
        '  nginx/a: { "*": { content: x } }',
        '  b: { «outside-scope»"*": { content: x } }',
      ].join('\n'),
    );
    const project =
      'scope: { keys: ["shop.*"], contexts: ["*;*", "Production;*"], files: ["nginx/**"] }\nignore: { keys: [shop.tmp] }\nlevels: [E, A]';
    expect(
      fileErrors(load({ 'confighub.yaml': project, 'config/a.yaml': text }).diagnostics),
    ).toEqual(expected);
  });

  it('guards what is outside of it under `prune: all`, and in keys that go as a whole', () => {
    const value = (context: string) => ({ context, value: 'x' });
    const data = [
      { key: 'shop.a', push: true, values: [value('*;*'), value('P;*')] },
      { key: 'shop.b', push: true, values: [value('*;*'), value('P;*')] },
      { key: 'other', push: true, values: [value('*;*')] },
      { file: 'a', context: '*;*', content: '' },
      { file: 'a', context: 'P;*', content: '' },
    ];
    const repository = pushTo(emptyRepository(), { enableKeyCreation: true, data });
    const input = {
      desired: stateOf('keys: { shop.b: { opp: delete } }'),
      prune: 'all',
      scope: scopeOf({ scope: { keys: ['shop.*'], contexts: ['*;*'] } }),
    } as const;
    const plan = planOf({ ...input, live: liveOf(repository) });
    expect(plan.unmanaged).toBe(0);
    const after = liveOf(send(repository, plan));
    expect(linesOf(after).filter((line) => line.includes('['))).toEqual([
      'shop.a [P;*] "x"',
      'shop.b [P;*] "x"',
      'other [*] "x"',
      'file a [P;*] ""',
    ]);
    expect(planOf({ ...input, live: after }).changes).toEqual([]);
  });

  it.each(['shop.bare', 'shop.emptied'])('by contexts deletes no key as a whole: %s', (key) => {
    const values = [{ context: '*;*', value: 'ours' }];
    const data = [
      { key: 'shop.bare', push: true, deprecated: false },
      { key: 'shop.emptied', push: true, values },
    ];
    const repository = pushTo(emptyRepository(), { enableKeyCreation: true, data });
    for (const text of [`keys: { ${key}: { opp: delete } }`, 'keys: {}']) {
      const scope = scopeOf({ scope: { contexts: ['*;*'] } });
      const plan = planOf({
        desired: stateOf(text),
        live: liveOf(repository),
        prune: 'all',
        scope,
      });
      const theirs = { key, vdt: 'Text', values: [{ context: 'P;*', value: 'added meanwhile' }] };
      const after = liveOf(send(pushTo(repository, { data: [theirs] }), plan));
      expect(linesOf(after).filter((line) => line.includes('['))).toEqual([
        `${key} [P;*] "added meanwhile"`,
      ]);
    }
  });
});
