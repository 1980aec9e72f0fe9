// `scope` and `ignore`: what a project does not answer for is neither declared nor deleted by it.
import { describe, expect, it } from 'vitest';
import { scopeOf } from '../../src/model/project.ts';
import { keysIn, type State } from '../../src/model/state.ts';
import { linesOf, load, fileErrors, stateOf, unmark } from '../helpers/project.ts';
import { emptyRepository, liveOf, planOf, pushTo, send } from '../helpers/repository.ts';

const repositoryWith = (...data: object[]) =>
  pushTo(emptyRepository(), { enableKeyCreation: true, data });
const rowsOf = (state: State) => linesOf(state).filter((line) => line.includes('['));

describe('a scope', () => {
  it.each<[globs: Parameters<typeof scopeOf>[0], covered: string[], not: string[]]>([
    [{ scope: { keys: ['shop.*', '!shop.tmp.*'] } }, ['shop.a', 'SHOP.B'], ['shop.tmp.a', 'other']],
    [{ scope: { keys: ['!tmp.*'] } }, ['shop.a'], ['tmp.a']],
    [{ ignore: { keys: ['tmp.*', '!tmp.mine'] } }, ['shop.a', 'tmp.mine'], ['tmp.a']],
    [{ scope: { keys: ['s.*'] }, ignore: { keys: ['s.tmp'] } }, ['s.a'], ['s.tmp', 'other']],
    [{ scope: { files: ['x'] } }, ['any'], []],
  ])('%j covers keys', (globs, covered, not) => {
    const key = (name: string) => scopeOf(globs).item({ kind: 'key', name });
    expect([...covered, ...not].filter(key)).toEqual(covered);
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
    for (const kind of ['key', 'file'] as const)
      expect([...covered, ...not].filter((one) => row({ kind, name: 'a' }, one))).toEqual(covered);
  });

  it('compares paths with case', () => {
    const { item } = scopeOf({ scope: { files: ['nginx/**'] } });
    const isCovered = (name: string) => item({ kind: 'file', name });
    expect(['nginx/a', 'nginx/b/c', 'Nginx/a', 'a'].filter(isCovered)).toEqual([
      'nginx/a',
      'nginx/b/c',
    ]);
  });

  it('makes whatever is declared outside of it an error at its line', () => {
    const { text, expected } = unmark(
      'config/a.yaml',
      `keys:
  shop.a: 1
  «outside-scope»other: { values: { "*": 1, Production;*: 2 } }
  shop.b: { values: { "*": 1, «outside-scope»Staging;*: 2 } }
  shop.tmp: { «outside-scope»opp: delete }
files:
  nginx/a: { "*": { content: x } }
  b: { «outside-scope»"*": { content: x } }`,
    );
    const project = `levels: [E, A]
scope: { keys: ["shop.*"], contexts: ["*;*", "Production;*"], files: ["nginx/**"] }
ignore: { keys: [shop.tmp] }`;
    const { diagnostics } = load({ 'confighub.yaml': project, 'config/a.yaml': text });
    expect(fileErrors(diagnostics)).toEqual(expected);
  });

  it('guards what is outside of it under `prune: all`, and in keys that go as a whole', () => {
    const value = (context: string) => ({ context, value: 'x' });
    const repository = repositoryWith(
      { key: 'shop.a', push: true, values: [value('*;*'), value('P;*')] },
      { key: 'shop.b', push: true, values: [value('*;*'), value('P;*')] },
      { key: 'other', push: true, values: [value('*;*')] },
      { key: 'other.bare', push: true, deprecated: false },
      { file: 'a', context: '*;*', content: '' },
      { file: 'a', context: 'P;*', content: '' },
    );
    const input = {
      desired: stateOf('keys: { shop.b: { opp: delete } }'),
      prune: 'all',
      scope: scopeOf({ scope: { keys: ['shop.*'], contexts: ['*;*'] } }),
    } as const;
    const plan = planOf({ ...input, live: liveOf(repository) });
    expect(plan.unmanaged).toBe(0);
    // Of what is outside, nothing counts: `shop.a` and the file do.
    expect(planOf({ ...input, prune: 'managed', live: liveOf(repository) }).unmanaged).toBe(2);
    const after = liveOf(send(repository, plan));
    expect(rowsOf(after)).toEqual([
      'shop.a [P;*] "x"',
      'shop.b [P;*] "x"',
      'other [*] "x"',
      'file a [P;*] ""',
    ]);
    expect(keysIn(after).map(({ name }) => name)).toContain('other.bare');
    expect(planOf({ ...input, live: after }).changes).toEqual([]);
  });

  it.each(['shop.bare', 'shop.emptied'])('by contexts deletes no key as a whole: %s', (key) => {
    const repository = repositoryWith(
      { key: 'shop.bare', push: true, deprecated: false },
      { key: 'shop.emptied', push: true, values: [{ context: '*;*', value: 'ours' }] },
    );
    const live = liveOf(repository);
    for (const desired of [`keys: { ${key}: { opp: delete } }`, 'keys: {}'].map((one) =>
      stateOf(one),
    )) {
      const scope = scopeOf({ scope: { contexts: ['*;*'] } });
      const plan = planOf({ desired, live, prune: 'all', scope });
      const theirs = { key, vdt: 'Text', values: [{ context: 'P;*', value: 'added meanwhile' }] };
      const after = liveOf(send(pushTo(repository, { data: [theirs] }), plan));
      expect(rowsOf(after)).toEqual([`${key} [P;*] "added meanwhile"`]);
    }
  });
});
