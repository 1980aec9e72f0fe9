// Where nothing can be read, plans are made from the record: it must say what was pushed, and nothing else.
import { describe, expect, test } from 'vitest';
import { pushByOthers, withDocumented } from './stage.ts';

const A = (value: string) => `keys:\n  a: ${value}\n  b: 1\n`;

describe.concurrent('the record, where nothing can be read', () => {
  test('stands in for the server whatever `--last-applied` names', async () => {
    await withDocumented({}, async (shop) => {
      const first = shop.commit(`${A('1')}  old: 1\n`);
      await shop.apply();
      shop.commit(A('2'));
      await shop.apply({ prune: 'none' });
      // Of the commit it is known that it was applied: `old` may still be there, and `a` may be `1` again.
      const { plan } = await shop.plan({ lastApplied: first });
      expect(plan.changes).toMatchObject([
        { kind: 'value', name: 'a', action: 'update', after: '2' },
        { kind: 'key', name: 'old', action: 'delete' },
        { kind: 'value', name: 'old', action: 'delete' },
      ]);
      await shop.apply({ lastApplied: first });
      expect(shop.server.keys().map(({ key }) => key)).toEqual(['a', 'b']);
    });
  });

  test('is missing: a commit that `--last-applied` names is not taken for what the server holds', async () => {
    await withDocumented({}, async (shop) => {
      const first = shop.commit(A('1'));
      const { plan } = await shop.plan({ lastApplied: first });
      expect(plan.live).toBe('none');
      expect(plan.changes.filter(({ kind }) => kind === 'value')).toHaveLength(2);
    });
  });
});

describe.concurrent('what others did, where nothing can be read', () => {
  test('values that they added stay with `prune: all`', async () => {
    await withDocumented({}, async (shop) => {
      shop.commit(A('1'));
      await shop.apply();
      const values = [{ context: 'Production;*', value: 'theirs' }];
      await pushByOthers(shop, { data: [{ key: 'a', vdt: 'Text', values }] });
      shop.commit('keys:\n  b: 1\n');
      await shop.apply({ prune: 'all' });
      expect(shop.server.keys()).toMatchObject([
        { key: 'a', values: { 'Production;*': 'theirs' } },
        { key: 'b', values: { '*;*': '1' } },
      ]);
    });
  });

  test('flags of a key change without naming a value that may not be there', async () => {
    await withDocumented({}, async (shop) => {
      shop.commit('keys:\n  a: { value: 1, push: true, deprecated: false }\n');
      await shop.apply();
      shop.commit('keys:\n  a: { value: 1, push: false, deprecated: true }\n');
      await shop.apply();
      expect(JSON.stringify(shop.server.pushes.at(-1))).not.toContain('"context"');
      expect(shop.server.keys()).toMatchObject([{ key: 'a', push: false, deprecated: true }]);
    });
  });

  test.for([
    ['a key that was never there', 'b: { value: 1, deprecated: true }, legacy: { opp: delete }'],
    [
      'a value that was never there',
      'b: { deprecated: true, values: { "*;*": 1, "Test;*": { opp: delete } } }',
    ],
    ['a flag that was never said', 'b: { value: 1, deprecated: true, push: true }'],
  ] as const)('%s: a 304 is no failure', async ([, document]) => {
    await withDocumented({}, async (shop) => {
      shop.commit('keys:\n  b: { value: 1, deprecated: true }\n');
      await shop.apply();
      shop.commit(`keys: { ${document} }\n`);
      const remarks = [expect.stringContaining('changed nothing')];
      expect(await shop.apply()).toMatchObject({ remarks });
      expect((await shop.plan()).plan.changes).toEqual([]);
    });
  });

  test('deletions of what was never there are not counted', async () => {
    await withDocumented({}, async (shop) => {
      const gone = 'keys:\n  a: { values: { "*;*": 1, "Production;*": { opp: delete } } }\n';
      shop.commit(gone);
      expect(await shop.apply()).toMatchObject({ outcome: 'unverified', counts: undefined });
      expect(shop.server.keys()).toMatchObject([{ key: 'a', push: true, values: { '*;*': '1' } }]);
    });
  });
});
