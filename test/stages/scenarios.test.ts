// One commit, applied in steps: what each stage sends, by export, by token, and where nothing is read.
import { describe, expect, it } from 'vitest';
import { parseApproval } from '../../src/model/approval.ts';
import { mask } from '../../src/render/mask.ts';
import { load } from '../helpers/project.ts';
import { READS, StagedShop, told } from './applies.ts';

const OTHER = '  b: { values: { "Production;*": 1 } }\n';
const FEW = '  b: { values: { "Staging;*": 1, "Production;*": 1 } }\n';
const BOTH = ['Staging', 'Production'];
/** Contexts of Test are in none of them. */
const NONE_OF_TEST =
  '[{ name: Staging, contexts: ["Staging;**"] }, { name: Production, contexts: ["Production;**"] }]';

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

  it('does not count a row that others added as a row of a later stage', async () => {
    const shop = new StagedShop(reads);
    const text = (value: number) =>
      `  a: { vdt: Text, values: { "Staging;*": ${value} } }\n${OTHER}`;
    shop.outside.push([
      { key: 'a', push: true, vdt: 'Text', values: [{ context: '*;*', value: '9' }] },
    ]);
    shop.commit(text(1));
    expect((await shop.approved('Staging')).code).toBe(0);
    expect((await shop.apply(['Production'])).code).toBe(0);
    shop.commit(text(2));
    expect((await shop.apply(['Staging'])).code).toBe(0);
    expect(told(await shop.apply(['Production']))).toEqual(['Production nothing']);
    expect(shop.rows()).toEqual(['a *;*: 9', 'a Staging;*: 2', 'b Production;*: 1']);
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

  it('deletes a key with the stage that changes the last file with a placeholder for it', async () => {
    const shop = new StagedShop(reads);
    const file = (content: string) =>
      `files:\n  f.txt: { "Production;*": { content: "${content}" } }\n`;
    shop.commit(`  a: { values: { "Staging;*": 1 } }\n${FEW}`, undefined, file('${a}'));
    await shop.apply(BOTH);
    shop.commit(FEW, undefined, file('1'));
    const [staging, production] = (await shop.apply(BOTH)).rows;
    expect([staging?.error, production?.error]).toEqual([undefined, undefined]);
    expect(staging?.plan?.notes.join(' ')).toContain(
      '1 deletion of this stage waits for `Production`, because files have placeholders for it until then: a in `Staging;*`.',
    );
    expect(shop.rows()).toEqual(['b Production;*: 1', 'b Staging;*: 1', 'f.txt Production;*: 1']);
    expect(told(await shop.apply(BOTH))).toEqual(['Staging nothing', 'Production nothing']);
  });

  it('writes a file that renders as before, because its new placeholder has no value yet', async () => {
    for (const stages of [BOTH, []]) {
      const shop = new StagedShop(reads);
      const file = (key: string) =>
        `files:\n  f.txt: { "Production;*": { content: "\${${key}}" } }\n`;
      shop.commit(`  a: { values: { "Staging;*": 1 } }\n${FEW}`, undefined, file('a'));
      await shop.apply(stages);
      shop.commit(`  c: { values: { "Production;*": 1 } }\n${FEW}`, undefined, file('c'));
      expect((await shop.apply(stages)).code).toBe(0);
      expect(shop.rows()).toEqual([
        'b Production;*: 1',
        'b Staging;*: 1',
        'c Production;*: 1',
        'f.txt Production;*: ${c}',
      ]);
    }
  });

  it.skipIf(reads === 'documented')(
    'deletes with each stage the values that others added to a deleted key',
    async () => {
      const shop = new StagedShop(reads);
      shop.commit(FEW);
      await shop.apply(BOTH);
      const values = ['Staging;*', 'Production;*'].map((context) => ({ context, value: '1' }));
      shop.outside.push([{ key: 'a', push: true, values }]);
      shop.commit(`  a: { opp: delete }\n${FEW}`);
      expect(told(await shop.apply(['Production']))[0]).toContain('stage-order');
      await shop.apply(['Staging']);
      expect(shop.rows()).toEqual(['a Production;*: 1', 'b Production;*: 1', 'b Staging;*: 1']);
      await shop.apply(['Production']);
      expect(shop.rows()).toEqual(['b Production;*: 1', 'b Staging;*: 1']);
      expect(told(await shop.apply(BOTH))).toEqual(['Staging nothing', 'Production nothing']);
    },
  );

  it.skipIf(reads === 'documented')(
    'keeps with `prune: all` the values of other stages, and of none, also where they are not read',
    async () => {
      const [prunesAll, stages] = [{ given: { prune: 'all' as const } }, NONE_OF_TEST];
      const shop = new StagedShop(reads);
      shop.commit(`  a: { values: { "Staging;*": 1 } }\n${FEW}`, stages);
      await shop.apply(BOTH);
      const valueIn = (context: string) => ({ context, value: 'of others' });
      for (const key of ['a', 'x'])
        shop.outside.push([
          {
            key,
            push: true,
            vdt: 'Text',
            values: ['Staging;*', 'Production;Web', 'Test;*'].map(valueIn),
          },
        ]);
      shop.commit(FEW, stages);
      await shop.apply(['Staging'], prunesAll);
      const theirs = ['a Production;Web', 'a Test;*', 'x Production;Web', 'x Test;*'];
      const ofOthers = theirs.map((row) => `${row}: of others`);
      const ours = ['b Production;*: 1', 'b Staging;*: 1'];
      expect(shop.rows()).toEqual(expect.arrayContaining([...ofOthers, ...ours]));
      await shop.apply(['Production'], prunesAll);
      expect(shop.rows()).toEqual(expect.arrayContaining(['a Test;*: of others', ...ours]));
    },
  );

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

  it('does not accept, before its turn, an approval of the plan that the stage has in its turn', async () => {
    const shop = new StagedShop(reads);
    const both = (value: number) => `{ values: { "Staging;*": ${value}, "Production;*": 1 } }`;
    shop.commit(`  a: ${both(1)}\n  kept: ${both(1)}\n`);
    await shop.apply(BOTH);
    shop.commit(`  a: ${both(2)}\n  kept: { values: { "Staging;*": 1 } }\n`);
    const approve = parseApproval((await shop.apply(BOTH)).rows[1]?.plan?.approval ?? '');
    const early = await shop.apply(['Production'], { more: { approve } });
    expect(early.code).toBe(3);
    expect(early.rows[0]?.plan?.findings).toMatchObject([
      { severity: 'refusal', code: 'stage-order' },
      { severity: 'warning', code: 'protected' },
    ]);
    // An approval that was given before its turn is also good in its turn.
    const all = parseApproval(early.rows[0]?.plan?.approval ?? '');
    await shop.apply(['Staging']);
    for (const given of [all, approve]) {
      const { code } = await new StagedShop(reads, shop).apply(['Production'], {
        more: { approve: given },
      });
      expect(code).toBe(0);
    }
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

it('writes again what an unfinished apply of one stage may have changed, and nothing of another', async () => {
  const shop = new StagedShop('documented');
  const keys = (staging: number, production: number) =>
    `  a: { values: { "Staging;*": ${staging}, "Production;*": ${production} } }\n`;
  shop.commit(keys(1, 1));
  await shop.apply(BOTH);
  shop.commit(keys(1, 2));
  await shop.killed('Production');
  // As it was recorded before.
  shop.commit(keys(1, 1));
  expect(told(await shop.apply(['Staging']))).toEqual(['Staging nothing']);
  expect(told(await shop.apply(['Production']))).toEqual([
    'Production unverified, update a Production;*',
  ]);
});

it('says that an apply may still run, if that is why an earlier stage with nothing to send was not recorded', async () => {
  const shop = new StagedShop();
  const keys = (staging: number, production: number) =>
    `  a: { values: { "Staging;*": ${staging}, "Production;*": ${production} } }\n`;
  shop.commit(keys(1, 1));
  await shop.apply(BOTH);
  shop.commit(keys(1, 2));
  await shop.killed('Production', 1000);
  shop.outside.push([{ key: 'a', values: [{ context: 'Staging;*', value: '2' }] }]);
  shop.commit(keys(2, 1));
  expect(told(await shop.apply(BOTH))).toEqual([
    'Staging nothing',
    'Production refused, stage-order, apply-running',
  ]);
  shop.commit(keys(2, 3));
  expect(told(await shop.apply(['Production']))).toEqual([
    'Production refused, update a Production;*, stage-order, apply-running',
  ]);
  shop.outside.now = new Date(shop.outside.now.getTime() + 3_600_000);
  expect(told(await shop.apply(['Staging']))).toEqual(['Staging nothing']);
  expect(told(await shop.apply(['Production']))).toEqual([
    'Production verified, update a Production;*',
  ]);
});

it('records an earlier stage of which all has arrived, whatever others made of the rows of a later one', async () => {
  const shop = new StagedShop();
  const keys = (staging: number, production: number) =>
    `  a: { values: { "Staging;*": ${staging}, "Production;*": ${production} } }\n`;
  shop.commit(keys(1, 1));
  await shop.apply(BOTH);
  shop.commit(keys(2, 2));
  await shop.killed('Staging', 1000, true);
  shop.outside.push([{ key: 'a', values: [{ context: 'Production;*', value: '9' }] }]);
  expect(told(await shop.apply(['Staging']))).toEqual(['Staging taken-over']);
  expect(told(await shop.apply(['Production']))).toEqual([
    'Production verified, update a Production;*',
  ]);
});

it('does not take the arrival of one stage for that of another one that still runs', async () => {
  const shop = new StagedShop();
  const keys = (staging: number, production: number) =>
    `  a: { values: { "Staging;*": ${staging}, "Production;*": ${production} } }\n`;
  shop.commit(keys(1, 1));
  await shop.apply(BOTH);
  shop.commit(keys(2, 1));
  await shop.killed('Staging', 3_600_000, true);
  shop.commit(keys(1, 2));
  await shop.killed('Production', 1000);
  shop.commit(keys(2, 3));
  expect(told(await shop.apply(['Staging']))).toEqual(['Staging nothing']);
  expect(told(await shop.apply(['Production']))).toEqual([
    'Production refused, update a Production;*, stage-order, apply-running',
  ]);
});

it('waits once for each row of a deleted key, for none outside its scope, and for none that others add later', async () => {
  const shop = new StagedShop();
  const scope = 'scope: { contexts: ["*;*", "Staging;*", "Production;*"] }';
  const commit = (a: string, b: number) =>
    shop.commit(
      `  a: ${a}\n  b: { values: { "Staging;*": 1, "Production;*": ${b} } }\n`,
      `[Staging, Production]\n${scope}`,
    );
  commit('{ values: { "Staging;*": 1, "Production;*": 1 } }', 1);
  await shop.apply(BOTH);
  shop.outside.push([{ key: 'a', values: [{ context: 'Staging;Billing', value: '7' }] }]);
  commit('{ opp: delete }', 1);
  const early = await shop.apply(['Production']);
  expect(early.rows[0]?.plan?.findings[0]?.message).toBe(
    'The earlier stage `Staging` has not applied 1 change of this commit: a in `Staging;*`.',
  );
  expect((await shop.apply(BOTH)).code).toBe(0);
  shop.outside.push([{ key: 'a', values: [{ context: 'Staging;*', value: '7' }] }]);
  commit('{ opp: delete }', 2);
  expect(told(await shop.apply(['Production']))).toEqual([
    'Production verified, update b Production;*',
  ]);
});

it('keeps a row managed that was removed while the server did not have its key, which is still declared', async () => {
  const shop = new StagedShop();
  const commit = (more: string) =>
    shop.commit(
      `  a: { values: { "Production;*": 1${more} } }\n  b: { values: { "Staging;*": 1 } }\n`,
    );
  commit(', "Production;Billing": 2 } }\n  c: { values: { "Production;*": 3');
  await shop.apply(BOTH);
  shop.outside.push([
    { key: 'a', opp: 'delete' },
    { key: 'c', opp: 'delete' },
  ]);
  commit('');
  expect((await shop.apply(BOTH)).code).toBe(0);
  shop.outside.push([
    { key: 'a', values: [{ context: 'Production;Billing', value: '2' }] },
    { key: 'c', push: true, values: [{ context: 'Production;*', value: '3' }] },
  ]);
  expect(told(await shop.apply(['Production']))).toEqual([
    'Production verified, delete a Production;Billing',
  ]);
});

describe('the order of stages', () => {
  const keys = (staging: number, production: number, everywhere = 0) =>
    `  a: { values: { "*": ${everywhere}, "Staging;Billing": ${staging}, "Production;*": ${production} } }\n`;
  const NAMES =
    '[{ name: staging, contexts: ["Staging;**"] }, { name: production, contexts: ["Production;**", "*;**"] }]';

  async function appliedTwice(second: string) {
    const shop = new StagedShop();
    shop.commit(keys(1, 1), NAMES);
    await shop.apply(['staging', 'production']);
    shop.commit(second, NAMES);
    await shop.apply(['staging', 'production']);
    return shop;
  }

  it('rolls back one stage to what the earlier ones once applied, with `allow-older`', async () => {
    const shop = await appliedTwice(keys(2, 2));
    const back = { behind: 1, given: { allowOlder: true } };
    expect((await shop.apply(['production'], { behind: 1 })).code).toBe(3);
    expect(told(await shop.apply(['production'], back))).toEqual([
      'production verified, update a Production;*',
    ]);
    expect(shop.rows()).toEqual(['a *;*: 0', 'a Production;*: 1', 'a Staging;Billing: 2']);
  });

  it('makes a stage wait in a new commit that reverts to what the earlier ones once applied', async () => {
    const shop = await appliedTwice(keys(2, 2));
    shop.commit(keys(1, 1), NAMES);
    expect(told(await shop.apply(['production']))[0]).toContain('stage-order');
  });

  it.each([
    ['that stage', NAMES],
    ['the whole commit', ''],
  ])(
    'refuses a commit older than the last apply of %s, even if that apply left the stage without rows',
    async (_, stages) => {
      const shop = new StagedShop();
      const staging = '  a: { values: { "Staging;*": 1 } }\n';
      shop.commit('  a: { values: { "Staging;*": 1, "Production;*": 1 } }\n', NAMES);
      await shop.apply(['staging', 'production']);
      shop.commit(staging, stages);
      expect((await shop.apply(stages === '' ? [] : ['staging', 'production'])).code).toBe(0);
      shop.commit(`${staging}  # More.\n`, NAMES);
      await shop.apply(['staging']);
      const old = await shop.apply(['production'], { behind: 2 });
      expect(told(old)[0]).toContain('older-commit');
      expect(shop.rows()).toEqual(['a Staging;*: 1']);
    },
  );

  const STAGING = '{ name: staging, contexts: ["Staging;**"] }';
  const LIVE = '{ name: live, contexts: ["!Staging;**"] }';
  const SPLIT = `[${STAGING}, { name: eu, contexts: ["Production;**"] }, { name: all, contexts: ["*;**"] }]`;
  it.each([
    ['renamed', NAMES, 'production', `[${STAGING}, ${LIVE}]`],
    ['split', NAMES, 'production', SPLIT],
    ['merged', SPLIT, 'eu', `[${STAGING}, ${LIVE}]`],
    ['removed', NAMES, 'production', ''],
    [
      'given to another stage',
      NAMES,
      'production',
      NAMES.replace('staging', 'x').replace('production', 'staging').replace('x', 'production'),
    ],
  ])(
    'refuses a commit older than the last apply, made after its stage was %s',
    async (_, former, name, stages) => {
      const shop = new StagedShop();
      for (const production of [1, 2]) shop.commit(keys(1, production), former);
      await shop.apply(shop.outside.stages());
      shop.commit(keys(1, 3), stages);
      expect((await shop.apply(shop.outside.stages())).code).toBe(0);
      shop.commit(keys(1, 4), stages);
      const old = await shop.apply([name], { behind: 2 });
      expect(told(old)[0]).toContain('older-commit');
      expect(shop.rows()).toContain('a Production;*: 3');
    },
  );

  it('follows what the same contexts applied, not a former stage that had its name', async () => {
    const shop = await appliedTwice(keys(2, 2));
    shop.commit(keys(3, 2), NAMES.replace('name: staging', 'name: test'));
    await shop.apply(['test']);
    shop.commit(
      keys(3, 3),
      NAMES.replaceAll(/staging|production/g, (name) =>
        name === 'staging' ? 'production' : 'test',
      ),
    );
    const { rows } = await shop.apply(['test']);
    const commits = shop.outside.versions.map(({ commit }) => commit);
    expect(rows.map(({ lastAppliedCommit }) => commits.indexOf(lastAppliedCommit ?? ''))).toEqual([
      1,
    ]);
  });

  it('names the commits that go with a stage because they waited for it', async () => {
    const shop = await appliedTwice(keys(2, 2));
    shop.commit(keys(2, 3), NAMES);
    shop.commit(keys(2, 4), NAMES);
    const { rows } = await shop.apply(['production']);
    expect(rows[0]?.plan?.notes).toEqual([
      expect.stringMatching(
        /^Since the last apply of this stage, 1 earlier commit changed the project: `[0-9a-f]+`\. /,
      ),
    ]);
  });

  it('compares each stage with the commit that it applied itself', async () => {
    const shop = await appliedTwice(keys(2, 2));
    shop.commit(keys(3, 3), NAMES);
    await shop.apply(['staging']);
    shop.commit(keys(4, 4), NAMES);
    const { rows } = await shop.apply(['staging', 'production']);
    const commits = shop.outside.versions.map(({ commit }) => commit);
    expect(rows.map(({ lastAppliedCommit }) => commits.indexOf(lastAppliedCommit ?? ''))).toEqual([
      2, 1,
    ]);
  });

  it('keeps the recorded commit if a later one has the same files', async () => {
    const shop = new StagedShop();
    for (const commit of [1, 2]) {
      shop.commit(keys(1, 1), NAMES);
      expect((await shop.apply(['staging', 'production'])).code).toBe(0);
      const { done } = shop.outside.recordOf('confighub.yaml');
      const sources = [done, ...(done?.kept ?? [])].map((apply) => apply?.source);
      expect([commit, new Set(sources)]).toEqual([
        commit,
        new Set([shop.outside.versions[0]?.commit]),
      ]);
    }
  });

  it('refuses a rollback that gives a context of an earlier stage a third value', async () => {
    const shop = await appliedTwice('  a: { values: { "*": 7, "Production;*": 1 } }\n');
    // Staging;Billing has 7, and had 1: without its row, it would get 0.
    const back = { behind: 1, given: { allowOlder: true } };
    const refused = await shop.apply(['production'], back);
    expect(told(refused)).toEqual(['production refused, update a *;*, stage-third-value']);
    expect(refused.rows[0]?.plan?.findings[0]?.message).toBe(
      'Without the earlier stages of this commit, `Staging;Billing` gets another value from a in `*;*`: neither what it has now, nor what this commit gives it.',
    );
    expect((await shop.approved('production', back)).code).toBe(0);
  });
});

it('says that a deletion uncovers a third value', async () => {
  const shop = new StagedShop();
  shop.commit(`  a: { values: { "*": 1, "*;Billing": 9 } }\n${FEW}`);
  await shop.apply(BOTH);
  shop.commit(`  a: { values: { "*": 1, "Staging;*": 5 } }\n${FEW}`);
  const { rows } = await shop.apply(['Production']);
  expect(rows[0]?.plan?.findings.map(({ message }) => message)).toContain(
    'Without the earlier stages of this commit, `Staging;Billing` gets another value once a in `*;Billing` is deleted: neither what it has now, nor what this commit gives it.',
  );
});

describe('a stage that is refused after an earlier one was sent', () => {
  const keys = (value: number) =>
    `  a: { values: { "Staging;*": ${value}, "Production;*": ${value} } }\n`;

  async function refusedInTurn(afterPush: (shop: StagedShop) => void) {
    const shop = new StagedShop();
    shop.commit(keys(1));
    await shop.apply(BOTH);
    shop.commit(keys(2));
    return shop.apply(BOTH, { afterPush: () => afterPush(shop) });
  }

  it('says why, and that something was sent, if its plan is still the one that was shown', async () => {
    const others = load({
      'confighub.yaml': 'version: 1\nlevels: [Environment, Application]\n',
      'config/other.yaml': 'keys:\n  a: { values: { "Production;*": 3 } }\n',
    });
    const end = await refusedInTurn(({ outside }) => {
      outside.others = [{ ...others, name: 'other.yaml', isCertain: true }];
    });
    expect([end.code, told(end)]).toEqual([
      4,
      [
        'Staging verified, update a Staging;*',
        'Production refused, update a Production;*, declared-twice',
      ],
    ]);
  });

  it('says that its plan has changed', async () => {
    const end = await refusedInTurn(({ outside }) => {
      outside.push([{ key: 'a', values: [{ context: 'Production;*', value: '7' }] }]);
    });
    expect([end.code, end.rows[1]?.error?.code]).toEqual([4, 'changed-meanwhile']);
  });
});

describe('what a stage says and refuses', () => {
  const EQUAL = '  a: { values: { "Staging;*": 1, "Production;*": 1 } }\n';

  async function planned(before: string, after: string, files?: string) {
    const shop = new StagedShop();
    shop.commit(before);
    await shop.apply(BOTH);
    shop.commit(after, undefined, files);
    const { rows, code } = await shop.apply(BOTH);
    const findings = rows.map(({ plan }) =>
      (plan?.findings ?? []).map(({ code: rule, message }) => `${rule}: ${message}`),
    );
    return { rows, code, findings };
  }

  it('names the context that gets a value in between and the row that it comes from, but not the value', async () => {
    const others = '  b: { values: { "Staging;Billing": 1, "Production;*": 1 } }\n';
    const { findings, code } = await planned(
      `  a: 1\n${others}`,
      `  a: { values: { "*": 1, "Staging;*": 5, "*;Billing": 9 } }\n${others}`,
    );
    expect([code, findings]).toEqual([
      0,
      [
        [
          'stage-between: Until the later stages are applied, `Staging;Billing` gets another value from a in `Staging;*`: neither what it has now, nor what this commit gives it.',
        ],
        [],
      ],
    ]);
  });

  it('masks base64 of a secret of another stage', async () => {
    const secret = 'correct horse battery';
    const encoded = Buffer.from(`ada:${secret}`).toString('base64');
    const { rows } = await planned(
      EQUAL,
      `${EQUAL}  web.header: { values: { "Staging;*": ${encoded} } }\n  db.password: { values: { "Production;*": ${secret} } }\n`,
    );
    const [staging] = rows;
    const shown = JSON.stringify(staging?.plan && mask(staging.plan));
    expect(shown).toContain('web.header');
    expect(shown).not.toContain(encoded);
  });

  it('masks base64 of a secret that others set, and that an earlier stage replaces', async () => {
    const shop = new StagedShop();
    const keys = (password: string) =>
      `  db.password: { values: { "Staging;*": ${password} } }\n  web.header: { values: { "Production;*": x } }\n`;
    const secret = 'correct horse battery';
    const encoded = Buffer.from(`ada:${secret}`).toString('base64');
    shop.commit(`${keys('first')}  kept: { values: { "Production;*": 1 } }\n`);
    await shop.apply(BOTH);
    shop.outside.push([
      { key: 'db.password', values: [{ context: 'Staging;*', value: secret }] },
      { key: 'web.header', values: [{ context: 'Production;*', value: encoded }] },
    ]);
    shop.commit(keys('second'));
    const { rows } = await shop.apply(BOTH);
    const [, production] = rows;
    const shown = JSON.stringify(production?.plan && mask(production.plan));
    expect(production?.outcome).toBe('refused');
    expect(shown).toContain('web.header');
    expect(shown).not.toContain(encoded);
  });

  it('refuses a value that does not fit the type that the key has until a later stage', async () => {
    const { findings, code, rows } = await planned(
      '  a: { vdt: Integer, values: { "Staging;*": 1, "Production;*": 1 } }\n',
      '  a: { vdt: Text, values: { "Staging;*": one, "Production;*": one } }\n',
    );
    expect([code, findings]).toEqual([
      3,
      [
        [
          'stage-type: The value of a in `Staging;*` does not fit the type Integer, which the key has until the stage `Production` makes it Text.',
        ],
        [],
      ],
    ]);
    expect(`${rows[0]?.plan?.findings[0]?.place}`).toMatch(/^config\/shop\.yaml:2:/);
  });

  it('refuses a placeholder whose key has its value only with a later stage', async () => {
    const file = `files:\n  app.conf: { "Staging;*": { content: "x = \${b}" } }\n`;
    const { code, rows } = await planned(EQUAL, `${EQUAL}  b: 1\n`, file);
    expect([code, rows.map(({ error }) => error?.message)]).toEqual([3, [undefined, undefined]]);
    expect(rows[0]?.plan?.findings.map(({ code: rule }) => rule)).toContain('stage-later-value');
  });

  it('reports a reference to a file of a later stage once, and names that stage', async () => {
    const files = `files:\n  app.conf: { "*;*": { content: x } }\n`;
    const key = '  r: { vdt: FileRef, values: { "Staging;*": app.conf } }\n';
    const { findings } = await planned(EQUAL, `${EQUAL}${key}`, files);
    expect(findings[0]?.filter((text) => text.includes('file'))).toEqual([
      'stage-later-value: r in `Staging;*` refers to the file app.conf, which has nothing for all of these contexts until the stage `Production` is applied.',
    ]);
  });

  it('warns of an element that goes with the last stage unnamed', async () => {
    const { findings } = await planned(
      EQUAL,
      '  a: { values: { "Staging;*": 1, "Production;*": 1, "Test;*": 1 } }\n',
    );
    expect(findings[1]).toEqual([
      'stage-unnamed: No stage is named `Test`, so its values are applied with `Production`, the last stage.',
    ]);
  });

  it('takes a row of no stage, and of two, for an error with its place', async () => {
    const shop = new StagedShop();
    shop.commit(
      '  a: { values: { "Staging;*": 1, "Production;*": 1, "Production;Billing": 1 } }\n',
      '[{ name: one, contexts: ["Production;**"] }, { name: two, contexts: ["**;Billing"] }]',
    );
    const { rows } = await shop.apply(['one', 'two']);
    expect(
      rows[0]?.error?.diagnostics?.map(({ place, message }) => `${place}: ${message}`),
    ).toEqual([
      'config/shop.yaml:2:18: The value of a in `Staging;*` belongs to no stage.',
      'config/shop.yaml:2:53: The value of a in `Production;Billing` belongs to the stages `one` and `two`.',
    ]);
  });

  it('leaves items of others in no stage alone and counts them, even with `prune: all`', async () => {
    const shop = new StagedShop();
    const stages =
      '[{ name: one, contexts: ["Staging;**"] }, { name: two, contexts: ["Production;**"] }]';
    shop.commit(EQUAL, stages);
    await shop.apply(['one', 'two']);
    for (const context of ['Test;*', 'Staging;Billing'])
      shop.outside.push([{ key: 'a', values: [{ context, value: '7' }] }]);
    const { rows, code } = await shop.apply(['one', 'two'], { given: { prune: 'all' } });
    expect([code, rows[1]?.plan?.notes]).toEqual([
      0,
      ['1 item on the server is in the contexts of no stage, and is left alone.'],
    ]);
    expect(shop.rows()).toEqual(['a Production;*: 1', 'a Staging;*: 1', 'a Test;*: 7']);
  });

  it('says what a name in `stages` may mean', async () => {
    const shop = new StagedShop();
    shop.commit(EQUAL, '[Stagin, Production]');
    const { rows } = await shop.apply(['Stagin', 'Production']);
    expect(rows[0]?.error?.diagnostics).toMatchObject([
      { code: 'stage-name', hint: 'Did you mean `Staging`?' },
    ]);
  });

  it('names both variables that a stage takes its token from', async () => {
    const shop = new StagedShop('token');
    shop.commit(EQUAL);
    const { rows } = await shop.apply(['Production'], { given: { token: 'of-nobody' } });
    expect(rows[0]?.error?.hint).toBe(
      'Check CONFIGHUB_TOKEN_PRODUCTION or CONFIGHUB_TOKEN (input `token`): the server does not know this token.',
    );
  });

  it('counts an item as deleted before only if an apply of its stage had it on the server', async () => {
    const shop = new StagedShop();
    const both = (key: string) => `  ${key}: { values: { "Staging;*": 1, "Production;*": 1 } }\n`;
    const data = [
      { key: 'a', values: [{ context: 'Production;*', value: '7' }] },
      { key: 'b', push: true, values: [{ context: 'Production;*', value: '1' }] },
    ];
    shop.commit(both('a'));
    await shop.apply(BOTH);
    shop.commit(`${both('a')}${both('b')}`);
    await shop.apply(['Staging']);
    shop.commit(both('a'));
    await shop.apply(BOTH);
    shop.outside.push(data);
    expect(told(await shop.apply(['Production']))).toEqual([
      'Production verified, update a Production;*',
    ]);
    shop.commit(`${both('a')}${both('b')}`);
    await shop.apply(BOTH);
    shop.commit(both('a'));
    await shop.apply(BOTH);
    shop.outside.push(data);
    expect(told(await shop.apply(['Production']))).toEqual([
      'Production verified, update a Production;*, deleted-before',
    ]);
  });

  it('shows an override in every stage that it beats', async () => {
    const shop = new StagedShop();
    shop.commit('  a: { values: { "Staging;*": 1, "Production;*": 1 } }\n');
    await shop.apply(BOTH);
    shop.outside.push([{ key: 'a', values: [{ context: '*;Billing', value: '7' }] }]);
    shop.outside.push([{ key: 'a', values: [{ context: 'Staging;Billing', value: '7' }] }]);
    const [staging, production] = [
      await shop.apply(['Staging']),
      await shop.apply(['Production']),
    ].map(({ rows }) => rows[0]?.plan?.drift.map(({ context }) => context));
    expect([staging, production]).toEqual([['*;Billing', 'Staging;Billing'], ['*;Billing']]);
  });
});
