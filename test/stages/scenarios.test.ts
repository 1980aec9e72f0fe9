// One commit, applied in steps: what each stage sends, by export, by token, and where nothing is read.
import { describe, expect, it } from 'vitest';
import { READS, StagedShop, told } from './applies.ts';

const OTHER = '  b: { values: { "Production;*": 1 } }\n';
const BOTH = ['Staging', 'Production'];

describe.each(READS)('stages, read by %s', (reads) => {
  it('leaves a deletion to the later stage whose change it would uncover', async () => {
    const shop = new StagedShop(reads);
    shop.commit(`  a: { values: { "*": 10, "Staging;*": 30 } }\n${OTHER}`);
    await shop.apply(BOTH);
    shop.commit(`  a: 30\n${OTHER}`);
    await shop.apply(['Staging']);
    expect(shop.rows()).toEqual(['a *;*: 10', 'a Staging;*: 30', 'b Production;*: 1']);
    const { rows, code } = await shop.apply(['Production']);
    expect(code).toBe(0);
    expect(rows[0]?.plan?.notes.join(' ')).toContain(
      'This stage also makes 1 deletion of `Staging` that had to wait',
    );
    expect(shop.rows()).toEqual(['a *;*: 30', 'b Production;*: 1']);
    expect(told(await shop.apply(BOTH))).toEqual(['Staging nothing', 'Production nothing']);
  });

  it('brings a new key with its first stage, and changes the fields of one with its last', async () => {
    const shop = new StagedShop(reads);
    shop.commit('  a: { readme: one, values: { "Staging;*": 1, "Production;*": 1 } }\n');
    expect(told(await shop.apply(BOTH))).toEqual([
      expect.stringMatching(/^Staging \w+, create a, create a Staging;\*$/),
      expect.stringMatching(/^Production \w+, create a Production;\*$/),
    ]);
    shop.commit('  a: { readme: two, values: { "Staging;*": 2, "Production;*": 1 } }\n');
    const [staging, production] = told(await shop.apply(BOTH));
    expect(staging).toMatch(/^Staging \w+, update a Staging;\*$/);
    expect(production).toMatch(/^Production \w+, update a(, update a Production;\*)?$/);
  });

  it('deletes a key with its last stage', async () => {
    const shop = new StagedShop(reads);
    shop.commit('  a: { values: { "Staging;*": 1, "Production;*": 1 } }\n  b: 1\n');
    await shop.apply(BOTH);
    shop.commit('  b: 1\n');
    await shop.apply(['Staging']);
    expect(shop.rows()).toEqual(['a Production;*: 1', 'b *;*: 1']);
    await shop.apply(['Production']);
    expect(shop.rows()).toEqual(['b *;*: 1']);
  });

  it('refuses a stage whose turn has not come, unless it is approved', async () => {
    const shop = new StagedShop(reads);
    shop.commit('  a: { values: { "Staging;*": 1, "Production;*": 1 } }\n');
    await shop.apply(BOTH);
    shop.commit('  a: { values: { "Staging;*": 2, "Production;*": 2 } }\n');
    const early = await shop.apply(['Production']);
    expect(early.code).toBe(3);
    expect(told(early)[0]).toContain('stage-order');
    expect(shop.rows()).toEqual(['a Production;*: 1', 'a Staging;*: 1']);
    expect((await shop.approved('Production')).code).toBe(0);
    expect(shop.rows()).toEqual(['a Production;*: 2', 'a Staging;*: 1']);
  });

  it('needs no detour for a commit that is about a later stage only', async () => {
    const shop = new StagedShop(reads);
    shop.commit('  a: { values: { "Staging;*": 1, "Production;*": 1 } }\n');
    await shop.apply(BOTH);
    shop.commit('  a: { values: { "Staging;*": 1, "Production;*": 2 } }\n');
    // Drift in Staging does not matter.
    shop.outside.push([{ key: 'a', values: [{ context: 'Staging;*', value: '7' }] }]);
    expect((await shop.apply(['Production'])).code).toBe(0);
    expect(shop.rows()).toEqual(['a Production;*: 2', 'a Staging;*: 7']);
  });

  it('sends nothing if the plan of one stage is refused', async () => {
    const shop = new StagedShop(reads);
    const kept = '  kept: { values: { "Production;*": 1 } }\n';
    shop.commit(`  a: { values: { "Staging;*": 1 } }\n${kept}`);
    await shop.apply(BOTH);
    shop.commit(`  a: { values: { "Staging;*": 2 } }\n${OTHER}`);
    const { code, rows } = await shop.apply(BOTH);
    expect([code, rows.map(({ outcome }) => outcome)]).toEqual([3, ['not-attempted', 'refused']]);
    expect(shop.rows()).toEqual(['a Staging;*: 1', 'kept Production;*: 1']);
  });

  it('shows after `stages` is removed exactly what waited', async () => {
    const shop = new StagedShop(reads);
    const keys = (staging: number, production: number) =>
      `  a: { values: { "Staging;*": ${staging}, "Production;*": ${production} } }\n`;
    shop.commit(keys(1, 1));
    await shop.apply(BOTH);
    shop.commit(keys(2, 2));
    await shop.apply(['Staging']);
    shop.commit(keys(2, 2), '');
    const { rows } = await shop.apply([]);
    if (reads !== 'documented')
      expect(rows[0]?.plan?.changes).toMatchObject([{ name: 'a', context: 'Production;*' }]);
    expect(shop.rows()).toEqual(['a Production;*: 2', 'a Staging;*: 2']);
  });
});
