// One commit, applied in steps: what each stage sends, by export, by token, and where nothing is read.
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseApproval } from '../../src/model/approval.ts';
import { mask } from '../../src/render/mask.ts';
import { load } from '../helpers/project.ts';
import { READS, StagedShop, told } from './applies.ts';

const BOTH = ['Staging', 'Production'];
/** Keys with a value in each of the two stages. */
const inBoth = (key: string, staging: unknown, production = staging) =>
  `  ${key}: { values: { "Staging;*": ${staging}, "Production;*": ${production} } }\n`;
const keys = (staging: number, production: number) => inBoth('a', staging, production);
const EQUAL = keys(1, 1);
const OTHER = '  b: { values: { "Production;*": 1 } }\n';
const FEW = inBoth('b', 1);
const HOUR = 3_600_000;

/** A shop of which every stage has applied these keys. */
async function applied(
  document: string,
  { reads = 'export' as (typeof READS)[number], stages = '[Staging, Production]', files = '' } = {},
): Promise<StagedShop> {
  const shop = new StagedShop(reads);
  shop.commit(document, stages, files);
  expect((await shop.apply(shop.outside.stages())).code).toBe(0);
  return shop;
}

/** Somebody else sets a value on the server. */
function othersSet({ outside }: StagedShop, key: string, context: string, value: string): void {
  outside.push([{ key, push: true, vdt: 'Text', values: [{ context, value }] }]);
}

describe.each(READS)('stages, read by %s', (reads) => {
  it('leaves a deletion to the later stage whose change it would uncover', async () => {
    const shop = await applied(`  a: { values: { "*": 10, "Staging;*": 30 } }\n${OTHER}`, {
      reads,
    });
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
    const described = (readme: string, staging: number) =>
      `  a: { readme: ${readme}, values: { "Staging;*": ${staging}, "Production;*": 1 } }\n`;
    shop.commit(described('one', 1));
    expect(told(await shop.apply(BOTH))).toEqual([
      expect.stringMatching(/^Staging \w+, create a, create a Staging;\*$/),
      expect.stringMatching(/^Production \w+, create a Production;\*$/),
    ]);
    shop.commit(described('two', 2));
    expect(told(await shop.apply(BOTH))).toEqual([
      expect.stringMatching(/^Staging \w+, update a Staging;\*$/),
      expect.stringMatching(/^Production \w+, update a(, update a Production;\*)?$/),
    ]);
  });

  it('does not count a row that others added as a row of a later stage', async () => {
    const shop = new StagedShop(reads);
    const text = (value: number) =>
      `  a: { vdt: Text, values: { "Staging;*": ${value} } }\n${OTHER}`;
    othersSet(shop, 'a', '*;*', '9');
    shop.commit(text(1));
    expect((await shop.approved('Staging')).code).toBe(0);
    expect((await shop.approved('Production')).code).toBe(0);
    shop.commit(text(2));
    expect((await shop.apply(['Staging'])).code).toBe(0);
    expect(told(await shop.apply(['Production']))).toEqual(['Production nothing']);
    expect(shop.rows()).toEqual(['a *;*: 9', 'a Staging;*: 2', 'b Production;*: 1']);
  });

  it('deletes a key with its last stage', async () => {
    const shop = await applied(`${EQUAL}  b: 1\n`, { reads });
    shop.commit('  b: 1\n');
    await shop.apply(['Staging']);
    expect(shop.rows()).toEqual(['a Production;*: 1', 'b *;*: 1']);
    await shop.apply(['Production']);
    expect(shop.rows()).toEqual(['b *;*: 1']);
  });

  const file = (content: string) =>
    `files:\n  f.txt: { "Production;*": { content: "${content}" } }\n`;

  it('deletes a key with the stage that changes the last file with a placeholder for it', async () => {
    const document = `  a: { values: { "Staging;*": 1 } }\n${FEW}`;
    const shop = await applied(document, { reads, files: file('${a}') });
    shop.commit(FEW, undefined, file('1'));
    const [staging, production] = (await shop.apply(BOTH)).rows;
    expect([staging?.error, production?.error]).toEqual([undefined, undefined]);
    expect(staging?.plan?.notes.join(' ')).toContain(
      '1 deletion of this stage waits for `Production`, because files have placeholders for it until then: a in `Staging;*`.',
    );
    expect(shop.rows()).toEqual(['b Production;*: 1', 'b Staging;*: 1', 'f.txt Production;*: 1']);
    expect(told(await shop.apply(BOTH))).toEqual(['Staging nothing', 'Production nothing']);
  });

  it.each(['[Staging, Production]', ''])(
    'writes a file that renders as before, because its new placeholder has no value yet (%s)',
    async (stages) => {
      const before = `  a: { values: { "Staging;*": 1 } }\n${FEW}`;
      const shop = await applied(before, { reads, stages, files: file('${a}') });
      shop.commit(`  c: { values: { "Production;*": 1 } }\n${FEW}`, stages, file('${c}'));
      expect((await shop.apply(shop.outside.stages())).code).toBe(0);
      const c = ['c Production;*: 1', 'f.txt Production;*: ${c}'];
      expect(shop.rows()).toEqual(['b Production;*: 1', 'b Staging;*: 1', ...c]);
    },
  );

  it.skipIf(reads === 'documented')('deletes with each stage what others added', async () => {
    const shop = await applied(FEW, { reads });
    for (const context of ['Staging;*', 'Production;*']) othersSet(shop, 'a', context, '1');
    shop.commit(`  a: { opp: delete }\n${FEW}`);
    expect(told(await shop.apply(['Production']))[0]).toContain('stage-order');
    await shop.apply(['Staging']);
    expect(shop.rows()).toEqual(['a Production;*: 1', 'b Production;*: 1', 'b Staging;*: 1']);
    await shop.apply(['Production']);
    expect(shop.rows()).toEqual(['b Production;*: 1', 'b Staging;*: 1']);
    expect(told(await shop.apply(BOTH))).toEqual(['Staging nothing', 'Production nothing']);
  });

  it.skipIf(reads === 'documented')('keeps with `prune: all` rows of other stages', async () => {
    // Contexts of Test are in none of them.
    const stages =
      '[{ name: Staging, contexts: ["Staging;**"] }, { name: Production, contexts: ["Production;**"] }]';
    const shop = await applied(`  a: { values: { "Staging;*": 1 } }\n${FEW}`, { reads, stages });
    for (const key of ['a', 'x'])
      for (const context of ['Staging;*', 'Production;Web', 'Test;*'])
        othersSet(shop, key, context, 'theirs');
    shop.commit(FEW, stages);
    const prunesAll = { given: { prune: 'all' as const } };
    await shop.apply(['Staging'], prunesAll);
    const theirs = ['a Production;Web', 'a Test;*', 'x Production;Web', 'x Test;*'];
    const ours = ['b Production;*: 1', 'b Staging;*: 1'];
    const left = [...theirs.map((row) => `${row}: theirs`), ...ours];
    expect(shop.rows()).toEqual(expect.arrayContaining(left));
    await shop.apply(['Production'], prunesAll);
    expect(shop.rows()).toEqual(expect.arrayContaining(['a Test;*: theirs', ...ours]));
  });

  it('refuses a stage whose turn has not come, unless it is approved', async () => {
    const shop = await applied(EQUAL, { reads });
    shop.commit(keys(2, 2));
    const early = await shop.apply(['Production']);
    expect(early.code).toBe(3);
    expect(told(early)[0]).toContain('stage-order');
    expect(shop.rows()).toEqual(['a Production;*: 1', 'a Staging;*: 1']);
    expect((await shop.approved('Production')).code).toBe(0);
    expect(shop.rows()).toEqual(['a Production;*: 2', 'a Staging;*: 1']);
  });

  it('does not accept, before its turn, an approval of the plan that the stage has in its turn', async () => {
    const shop = await applied(EQUAL + inBoth('kept', 1), { reads });
    shop.commit(`${keys(2, 1)}  kept: { values: { "Staging;*": 1 } }\n`);
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
      const copy = new StagedShop(reads, shop);
      expect((await copy.apply(['Production'], { more: { approve: given } })).code).toBe(0);
    }
  });

  it('needs no detour for a commit that is about a later stage only', async () => {
    const shop = await applied(EQUAL, { reads });
    shop.commit(keys(1, 2));
    // Drift in Staging does not matter.
    othersSet(shop, 'a', 'Staging;*', '7');
    expect((await shop.apply(['Production'])).code).toBe(0);
    expect(shop.rows()).toEqual(['a Production;*: 2', 'a Staging;*: 7']);
  });

  it('sends nothing if the plan of one stage is refused', async () => {
    const staging = (value: number) => `  a: { values: { "Staging;*": ${value} } }\n`;
    const kept = '  kept: { values: { "Production;*": 1 } }\n';
    const shop = await applied(staging(1) + kept, { reads });
    shop.commit(staging(2) + OTHER);
    const { code, rows } = await shop.apply(BOTH);
    expect([code, rows.map(({ outcome }) => outcome)]).toEqual([3, ['not-attempted', 'refused']]);
    expect(shop.rows()).toEqual(['a Staging;*: 1', 'kept Production;*: 1']);
  });

  it('shows after `stages` is removed exactly what waited', async () => {
    const shop = await applied(EQUAL, { reads });
    shop.commit(keys(2, 2));
    await shop.apply(['Staging']);
    shop.commit(keys(2, 2), '');
    const { rows } = await shop.apply([]);
    if (reads !== 'documented')
      expect(rows[0]?.plan?.changes).toMatchObject([{ name: 'a', context: 'Production;*' }]);
    expect(shop.rows()).toEqual(['a Production;*: 2', 'a Staging;*: 2']);
  });
});

describe('an apply of one stage that did not finish', () => {
  const PRODUCTION = 'Production verified, update a Production;*';

  it('may have changed what is written again, and nothing of another stage', async () => {
    const shop = await applied(EQUAL, { reads: 'documented' });
    shop.commit(keys(1, 2));
    await shop.killed('Production');
    // As it was recorded before.
    shop.commit(EQUAL);
    expect(told(await shop.apply(['Staging']))).toEqual(['Staging nothing']);
    expect(told(await shop.apply(['Production']))).toEqual([
      'Production unverified, update a Production;*',
    ]);
  });

  it('may still run, if that is why an earlier stage with nothing to send is not recorded', async () => {
    const shop = await applied(EQUAL);
    shop.commit(keys(1, 2));
    await shop.killed('Production', 1000);
    othersSet(shop, 'a', 'Staging;*', '2');
    shop.commit(keys(2, 1));
    const refused = 'Production refused, stage-order, apply-running';
    expect(told(await shop.apply(BOTH))).toEqual(['Staging nothing', refused]);
    shop.commit(keys(2, 3));
    expect(told(await shop.apply(['Production']))).toEqual([
      'Production refused, update a Production;*, stage-order, apply-running',
    ]);
    shop.outside.now = new Date(shop.outside.now.getTime() + HOUR);
    expect(told(await shop.apply(['Staging']))).toEqual(['Staging nothing']);
    expect(told(await shop.apply(['Production']))).toEqual([PRODUCTION]);
  });

  it('is recorded if all has arrived, whatever others made of the rows of a later one', async () => {
    const shop = await applied(EQUAL);
    shop.commit(keys(2, 2));
    await shop.killed('Staging', 1000, true);
    othersSet(shop, 'a', 'Production;*', '9');
    expect(told(await shop.apply(['Staging']))).toEqual(['Staging taken-over']);
    expect(told(await shop.apply(['Production']))).toEqual([PRODUCTION]);
  });

  it('has not arrived because another stage has', async () => {
    const shop = await applied(EQUAL);
    shop.commit(keys(2, 1));
    await shop.killed('Staging', HOUR, true);
    shop.commit(keys(1, 2));
    await shop.killed('Production', 1000);
    shop.commit(keys(2, 3));
    expect(told(await shop.apply(['Staging']))).toEqual(['Staging nothing']);
    expect(told(await shop.apply(['Production']))).toEqual([
      'Production refused, update a Production;*, stage-order, apply-running',
    ]);
  });
});

it('waits once for each row of a deleted key, for none outside its scope, and for none that others add later', async () => {
  const stages = '[Staging, Production]\nscope: { contexts: ["*;*", "Staging;*", "Production;*"] }';
  const commit = (b: number) => shop.commit(`  a: { opp: delete }\n${inBoth('b', 1, b)}`, stages);
  const shop = await applied(EQUAL + FEW, { stages });
  othersSet(shop, 'a', 'Staging;Billing', '7');
  commit(1);
  const early = await shop.apply(['Production']);
  expect(early.rows[0]?.plan?.findings[0]?.message).toBe(
    'The earlier stage `Staging` has not applied 1 change of this commit: a in `Staging;*`.',
  );
  expect((await shop.apply(BOTH)).code).toBe(0);
  othersSet(shop, 'a', 'Staging;*', '7');
  commit(2);
  expect(told(await shop.apply(['Production']))).toEqual([
    'Production verified, update b Production;*',
  ]);
});

it('keeps a row managed that was removed while the server did not have its key, which is still declared', async () => {
  const document = (more = '') =>
    `  a: { values: { "Production;*": 1${more} } }\n  b: { values: { "Staging;*": 1 } }\n`;
  const shop = await applied(
    document(', "Production;Billing": 2 } }\n  c: { values: { "Production;*": 3'),
  );
  shop.outside.push(['a', 'c'].map((key) => ({ key, opp: 'delete' })));
  shop.commit(document());
  expect((await shop.apply(BOTH)).code).toBe(0);
  shop.outside.push([
    { key: 'a', values: [{ context: 'Production;Billing', value: '2' }] },
    { key: 'c', push: true, values: [{ context: 'Production;*', value: '3' }] },
  ]);
  expect(told(await shop.apply(['Production']))).toEqual([
    'Production verified, delete a Production;Billing',
  ]);
});

describe('the first apply of a stage', () => {
  it.each(['overwrite', 'keep'] as const)(
    'is refused, before an earlier stage is sent and after it, if others have something there (onDrift: %s)',
    async (onDrift) => {
      const shop = new StagedShop();
      othersSet(shop, 'a', 'Production;*', 'old');
      othersSet(shop, 'theirs', 'Production;*', '1');
      shop.commit(EQUAL);
      const given = { onDrift };
      const refused = 'Production refused, update a Production;*, first-apply';
      const end = await shop.apply(BOTH, { given });
      expect([end.code, told(end)]).toEqual([
        3,
        ['Staging not-attempted, create a Staging;*', refused],
      ]);
      expect(end.rows[1]?.plan?.findings[0]?.message).toBe(
        'This is the first apply of the stage `Production`, and the server already has 1 unmanaged item and 1 item that this plan updates.',
      );
      expect((await shop.apply(['Staging'], { given })).code).toBe(0);
      expect(told(await shop.apply(['Production'], { given }))).toEqual([refused]);
      expect((await shop.approved('Production', { given })).code).toBe(0);
      shop.commit(keys(2, 2));
      expect((await shop.apply(BOTH, { given })).code).toBe(0);
    },
  );

  it.each(['export', 'token'] as const)(
    'does not count what earlier stages have made (%s)',
    async (reads) => {
      const shop = new StagedShop(reads);
      shop.commit(
        '  a: { readme: one, push: false, values: { "Staging;*": 1, "Production;*": 1 } }\n',
      );
      expect((await shop.apply(BOTH)).code).toBe(0);
    },
  );

  it('does not count a key that the server has made for a placeholder, where nothing is read', async () => {
    const shop = new StagedShop('documented');
    shop.commit(EQUAL, undefined, 'files:\n  f.txt: { "Staging;*": { content: "${x}" } }\n');
    expect((await shop.apply(BOTH)).code).toBe(0);
  });

  it('is refused for keys that nobody can read, and that no stage has made', async () => {
    const shop = new StagedShop('documented');
    othersSet(shop, 'theirs', 'Production;*', '1');
    shop.commit(EQUAL);
    expect((await shop.approved('Staging')).code).toBe(0);
    const { rows } = await shop.apply(['Production']);
    expect(rows[0]?.plan?.findings.map(({ message }) => message)).toContain(
      'No earlier apply of the stage `Production` is known, and the configuration repository has 1 key that cannot be read: this plan may overwrite the work of others.',
    );
    expect((await shop.approved('Production')).code).toBe(0);
  });

  it('is refused for keys that the server counts, and that are in no context of the files', async () => {
    const shop = new StagedShop('token');
    othersSet(shop, 'theirs', 'Test;*', '1');
    shop.commit(EQUAL);
    expect(told(await shop.apply(BOTH))[0]).toContain('first-apply');
  });

  const RENAMED = '[{ name: s, contexts: ["Staging;**"] }, { name: p, contexts: ["!Staging;**"] }]';
  it.each([
    ['everything', '', '[Staging, Production]'],
    ['it under another name', '[Staging, Production]', RENAMED],
  ])('is none after an apply of %s', async (_, before, after) => {
    const shop = await applied(EQUAL, { stages: before });
    othersSet(shop, 'theirs', 'Production;*', '1');
    shop.commit(keys(2, 2), after);
    expect((await shop.apply(shop.outside.stages())).code).toBe(0);
  });
});

describe('a removed row that the server no longer has', () => {
  const document = (more = '') => `  a: { values: { "Production;*": 1${more} } }\n${FEW}`;

  it.each(['overwrite', 'keep'] as const)(
    'does not make a later stage wait (onDrift: %s)',
    async (onDrift) => {
      const shop = await applied(document(', "Staging;*": 1'));
      shop.outside.push([{ key: 'a', opp: 'delete' }]);
      shop.commit(document());
      for (let i = 0; i < 2; i++)
        expect((await shop.apply(BOTH, { given: { onDrift } })).code).toBe(0);
      expect(shop.rows().includes('a Production;*: 1')).toBe(onDrift === 'overwrite');
    },
  );

  it.each([
    ['is over', HOUR],
    ['may still run', 1000],
  ])(
    'does not keep the next apply from taking over one that deleted it and %s',
    async (_, later) => {
      const shop = await applied(`  a: { values: { "*": 10, "Staging;*": 30 } }\n${OTHER}`);
      shop.commit(`  a: 30\n${OTHER}`);
      await shop.apply(['Staging']);
      await shop.killed('Production', later, true);
      expect(told(await shop.apply(['Production']))).toEqual(['Production taken-over']);
      expect(told(await shop.apply(BOTH))).toEqual(['Staging nothing', 'Production nothing']);
    },
  );
});

describe('the record of a stage', () => {
  it('is not written again if it says the same', async () => {
    const shop = new StagedShop();
    const isWrittenBy = async (stages: readonly string[]) => {
      const refs = new Map(shop.outside.refs);
      expect((await shop.apply(stages)).code).toBe(0);
      return !isDeepStrictEqual(refs, shop.outside.refs);
    };
    shop.commit(`  a: { readme: one, values: { "*": 10, "Staging;*": 30 } }\n${FEW}`);
    expect([await isWrittenBy(BOTH), await isWrittenBy(BOTH)]).toEqual([true, false]);
    // A deletion of Staging, and the fields of the key, wait for Production.
    shop.commit(`  a: { readme: two, value: 30 }\n${FEW}`);
    const first = ['Staging'];
    expect([await isWrittenBy(first), await isWrittenBy(first)]).toEqual([true, false]);
    expect([await isWrittenBy(BOTH), await isWrittenBy(BOTH)]).toEqual([true, false]);
  });

  it('replaces an unfinished attempt at the same commit', async () => {
    const shop = await applied(
      `  a: { readme: one, values: { "*": 10, "Staging;*": 30 } }\n${FEW}`,
    );
    shop.commit(`  a: { readme: two, value: 30 }\n${inBoth('b', 2)}`);
    for (let i = 0; i < 3; i++) await shop.killed('Staging');
    expect(shop.outside.states()).toEqual(['begun', 'done']);
  });
});

describe('a lost record, with the commit that was last applied', () => {
  async function lost() {
    const shop = await applied(keys(1, 1) + FEW + OTHER.replace('b', 'c'));
    const [{ commit = '' } = {}] = shop.outside.versions;
    shop.outside.refs.clear();
    shop.commit(keys(2, 2) + FEW);
    return { shop, given: { lastApplied: commit } };
  }
  const PRODUCTION = 'Production verified, update a Production;*, delete c, delete c Production;*';

  it('applies all stages', async () => {
    const { shop, given } = await lost();
    const [, production] = told(await shop.apply(BOTH, { given }));
    expect(production).toBe(PRODUCTION);
  });

  it.each([
    ['with', true],
    ['without', false],
  ])('applies a later stage on its own, %s naming it again', async (_, isNamed) => {
    const { shop, given } = await lost();
    expect((await shop.apply(['Staging'], { given })).code).toBe(0);
    expect(told(await shop.apply(['Production'], isNamed ? { given } : {}))).toEqual([PRODUCTION]);
    expect(told(await shop.apply(BOTH))).toEqual(['Staging nothing', 'Production nothing']);
  });
});

describe('the order of stages', () => {
  const values = (staging: number, production: number) =>
    `  a: { values: { "*": 0, "Staging;Billing": ${staging}, "Production;*": ${production} } }\n`;
  const NAMES =
    '[{ name: staging, contexts: ["Staging;**"] }, { name: production, contexts: ["Production;**", "*;**"] }]';
  const ALLOWED = { behind: 1, given: { allowOlder: true } };

  async function appliedTwice(second = values(2, 2)): Promise<StagedShop> {
    const shop = await applied(values(1, 1), { stages: NAMES });
    shop.commit(second, NAMES);
    await shop.apply(['staging', 'production']);
    return shop;
  }

  /** Which commit each stage was compared with, from 0. */
  async function lastApplied(shop: StagedShop, ...stages: string[]): Promise<number[]> {
    const { rows } = await shop.apply(stages);
    const commits = shop.outside.versions.map(({ commit }) => commit);
    return rows.map(({ lastAppliedCommit }) => commits.indexOf(lastAppliedCommit ?? ''));
  }

  it('rolls back one stage to what the earlier ones once applied, with `allow-older`', async () => {
    const shop = await appliedTwice();
    expect((await shop.apply(['production'], { behind: 1 })).code).toBe(3);
    expect(told(await shop.apply(['production'], ALLOWED))).toEqual([
      'production verified, update a Production;*',
    ]);
    expect(shop.rows()).toEqual(['a *;*: 0', 'a Production;*: 1', 'a Staging;Billing: 2']);
  });

  it('makes a stage wait in a new commit that reverts to what the earlier ones once applied', async () => {
    const shop = await appliedTwice();
    shop.commit(values(1, 1), NAMES);
    expect(told(await shop.apply(['production']))[0]).toContain('stage-order');
  });

  it.each([
    ['that stage', NAMES],
    ['the whole commit', ''],
  ])('refuses a commit older than the last apply of %s', async (_, stages) => {
    const staging = '  a: { values: { "Staging;*": 1 } }\n';
    const shop = await applied(EQUAL, { stages: NAMES });
    shop.commit(staging, stages);
    expect((await shop.apply(shop.outside.stages())).code).toBe(0);
    shop.commit(`${staging}  # More.\n`, NAMES);
    await shop.apply(['staging']);
    expect(told(await shop.apply(['production'], { behind: 2 }))[0]).toContain('older-commit');
    expect(shop.rows()).toEqual(['a Staging;*: 1']);
  });

  const STAGING = '{ name: staging, contexts: ["Staging;**"] }';
  const MERGED = `[${STAGING}, { name: live, contexts: ["!Staging;**"] }]`;
  const SPLIT = `[${STAGING}, { name: eu, contexts: ["Production;**"] }, { name: all, contexts: ["*;**"] }]`;
  const SWAPPED = NAMES.replace('staging', 'x')
    .replace('production', 'staging')
    .replace('x', 'production');
  it.each([
    ['renamed', NAMES, 'production', MERGED],
    ['split', NAMES, 'production', SPLIT],
    ['merged', SPLIT, 'eu', MERGED],
    ['removed', NAMES, 'production', ''],
    ['given to another stage', NAMES, 'production', SWAPPED],
  ])('refuses an older commit if its stage was %s', async (_, former, name, stages) => {
    const shop = new StagedShop();
    for (const production of [1, 2]) shop.commit(values(1, production), former);
    await shop.apply(shop.outside.stages());
    shop.commit(values(1, 3), stages);
    expect((await shop.apply(shop.outside.stages())).code).toBe(0);
    shop.commit(values(1, 4), stages);
    expect(told(await shop.apply([name], { behind: 2 }))[0]).toContain('older-commit');
    expect(shop.rows()).toContain('a Production;*: 3');
  });

  it('follows what the same contexts applied, not a former stage that had its name', async () => {
    const shop = await appliedTwice();
    shop.commit(values(3, 2), NAMES.replace('name: staging', 'name: test'));
    await shop.apply(['test']);
    const renamed = NAMES.replace('production', 'test').replace('staging', 'production');
    shop.commit(values(3, 3), renamed);
    expect(await lastApplied(shop, 'test')).toEqual([1]);
  });

  it('compares each stage with the commit that it applied itself', async () => {
    const shop = await appliedTwice();
    shop.commit(values(3, 3), NAMES);
    await shop.apply(['staging']);
    shop.commit(values(4, 4), NAMES);
    expect(await lastApplied(shop, 'staging', 'production')).toEqual([2, 1]);
  });

  it('keeps the recorded commit if a later one has the same files', async () => {
    const shop = new StagedShop();
    for (let commit = 1; commit <= 2; commit++) {
      shop.commit(values(1, 1), NAMES);
      expect((await shop.apply(['staging', 'production'])).code).toBe(0);
      const { done } = shop.outside.recordOf('confighub.yaml');
      const sources = new Set([done, ...(done?.kept ?? [])].map((apply) => apply?.source));
      expect(sources).toEqual(new Set([shop.outside.versions[0]?.commit]));
    }
  });

  it('keeps of every other stage the last apply alone, however many there were', async () => {
    const shop = new StagedShop();
    const all = ['staging', 'production'];
    for (const [commit, names] of [all, ['staging'], ['staging'], all, all].entries()) {
      shop.commit(values(commit, commit), NAMES);
      expect((await shop.apply(names)).code).toBe(0);
      const { done } = shop.outside.recordOf('confighub.yaml');
      const other = all.filter((name) => name !== names.at(-1));
      expect(done?.kept.map(({ stageName }) => stageName)).toEqual(other);
    }
  });

  it('refuses a rollback that gives a context of an earlier stage a third value', async () => {
    const shop = await appliedTwice('  a: { values: { "*": 7, "Production;*": 1 } }\n');
    // Staging;Billing has 7, and had 1: without its row, it would get 0.
    const refused = await shop.apply(['production'], ALLOWED);
    expect(told(refused)).toEqual(['production refused, update a *;*, stage-third-value']);
    expect(refused.rows[0]?.plan?.findings[0]?.message).toBe(
      'Without the earlier stages of this commit, `Staging;Billing` gets another value from a in `*;*`: neither what it has now, nor what this commit gives it.',
    );
    expect((await shop.approved('production', ALLOWED)).code).toBe(0);
  });
});

describe('a stage that is refused after an earlier one was sent', () => {
  async function refusedInTurn(afterPush: (shop: StagedShop) => void) {
    const shop = await applied(EQUAL);
    shop.commit(keys(2, 2));
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
    expect(end.code).toBe(4);
    expect(told(end)).toEqual([
      'Staging verified, update a Staging;*',
      'Production refused, update a Production;*, declared-twice',
    ]);
  });

  it('says that its plan has changed', async () => {
    const end = await refusedInTurn((shop) => othersSet(shop, 'a', 'Production;*', '7'));
    expect([end.code, end.rows[1]?.error?.code]).toEqual([4, 'changed-meanwhile']);
  });
});

describe('what a stage says and refuses', () => {
  /** Of a commit after one that every stage has applied: the end, and what each plan says. */
  async function planned(before: string, after: string, files?: string) {
    const shop = await applied(before);
    shop.commit(after, undefined, files);
    const { rows, code } = await shop.apply(BOTH);
    const findings = rows.map(({ plan }) =>
      (plan?.findings ?? []).map(({ code: rule, message }) => `${rule}: ${message}`),
    );
    return { rows, code, findings };
  }

  const BILLING = '  b: { values: { "Staging;Billing": 1, "Production;*": 1 } }\n';
  it.each([
    [
      'names the context that gets a value in between and the row that it comes from, but not the value',
      `  a: 1\n${BILLING}`,
      `  a: { values: { "*": 1, "Staging;*": 5, "*;Billing": 9 } }\n${BILLING}`,
      0,
      [
        [
          'stage-between: Until the later stages are applied, `Staging;Billing` gets another value from a in `Staging;*`: neither what it has now, nor what this commit gives it.',
        ],
        [],
      ],
    ],
    [
      'refuses a value that does not fit the type that the key has until a later stage',
      '  a: { vdt: Integer, values: { "Staging;*": 1, "Production;*": 1 } }\n',
      '  a: { vdt: Text, values: { "Staging;*": one, "Production;*": one } }\n',
      3,
      [
        [
          'stage-type: The value of a in `Staging;*` does not fit the type Integer, which the key has until the stage `Production` makes it Text.',
        ],
        [],
      ],
    ],
    [
      'warns of an element that goes with the last stage unnamed',
      EQUAL,
      '  a: { values: { "Staging;*": 1, "Production;*": 1, "Test;*": 1 } }\n',
      0,
      [
        [],
        [
          'stage-unnamed: No stage is named `Test`, so its values are applied with `Production`, the last stage.',
        ],
      ],
    ],
  ])('%s', async (_, before, after, expectedCode, expected) => {
    const { findings, code, rows } = await planned(before, after);
    expect([code, findings]).toEqual([expectedCode, expected]);
    if (code === 3)
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

  it('says that a deletion uncovers a third value', async () => {
    const shop = await applied(`  a: { values: { "*": 1, "*;Billing": 9 } }\n${FEW}`);
    shop.commit(`  a: { values: { "*": 1, "Staging;*": 5 } }\n${FEW}`);
    const { rows } = await shop.apply(['Production']);
    expect(rows[0]?.plan?.findings.map(({ message }) => message)).toContain(
      'Without the earlier stages of this commit, `Staging;Billing` gets another value once a in `*;Billing` is deleted: neither what it has now, nor what this commit gives it.',
    );
  });

  describe('masks base64 of a secret', () => {
    const secret = 'correct horse battery';
    const encoded = Buffer.from(`ada:${secret}`).toString('base64');

    it('of another stage', async () => {
      const { rows } = await planned(
        EQUAL,
        `${EQUAL}  web.header: { values: { "Staging;*": ${encoded} } }\n  db.password: { values: { "Production;*": ${secret} } }\n`,
      );
      const shown = JSON.stringify(rows[0]?.plan && mask(rows[0].plan));
      expect(shown).toContain('web.header');
      expect(shown).not.toContain(encoded);
    });

    it('that others set, and that an earlier stage replaces', async () => {
      const keysWith = (password: string) =>
        `  db.password: { values: { "Staging;*": ${password} } }\n  web.header: { values: { "Production;*": x } }\n`;
      const shop = await applied(`${keysWith('first')}  kept: { values: { "Production;*": 1 } }\n`);
      shop.outside.push([
        { key: 'db.password', values: [{ context: 'Staging;*', value: secret }] },
        { key: 'web.header', values: [{ context: 'Production;*', value: encoded }] },
      ]);
      shop.commit(keysWith('second'));
      const [, production] = (await shop.apply(BOTH)).rows;
      const shown = JSON.stringify(production?.plan && mask(production.plan));
      expect(production?.outcome).toBe('refused');
      expect(shown).toContain('web.header');
      expect(shown).not.toContain(encoded);
    });

    it('that an earlier stage has taken from the server, once the later one is in its turn', async () => {
      const keysWith = (password: string, header: string) =>
        `  db.password: { values: { "Staging;*": ${password}, "Production;*": of-production } }\n  web.header: { values: { "Staging;*": 1, "Production;*": ${header} } }\n`;
      const shop = await applied(keysWith('first', 'x'));
      shop.outside.push([
        { key: 'db.password', values: [{ context: 'Staging;*', value: secret }] },
        { key: 'web.header', values: [{ context: 'Production;*', value: encoded }] },
      ]);
      shop.commit(keysWith('second', 'y'));
      const { rows, code } = await shop.apply(BOTH);
      expect([code, rows.map(({ outcome }) => outcome)]).toEqual([0, ['verified', 'verified']]);
      const shown = JSON.stringify(rows[1]?.plan && mask(rows[1].plan));
      expect(shown).toContain('web.header');
      expect(shown).not.toContain(encoded);
    });
  });

  it('takes a row of no stage, and of two, for an error with its place', async () => {
    const shop = new StagedShop();
    shop.commit(
      '  a: { values: { "Staging;*": 1, "Production;*": 1, "Production;Billing": 1 } }\n',
      '[{ name: one, contexts: ["Production;**"] }, { name: two, contexts: ["**;Billing"] }]',
    );
    const [row] = (await shop.apply(['one', 'two'])).rows;
    expect(row?.error?.diagnostics?.map(({ place, message }) => `${place}: ${message}`)).toEqual([
      'config/shop.yaml:2:18: The value of a in `Staging;*` belongs to no stage.',
      'config/shop.yaml:2:53: The value of a in `Production;Billing` belongs to the stages `one` and `two`.',
    ]);
  });

  it('leaves items of others in no stage alone and counts them, even with `prune: all`', async () => {
    const stages =
      '[{ name: one, contexts: ["Staging;**"] }, { name: two, contexts: ["Production;**"] }]';
    const shop = await applied(EQUAL, { stages });
    for (const context of ['Test;*', 'Staging;Billing']) othersSet(shop, 'a', context, '7');
    const { rows, code } = await shop.apply(['one', 'two'], { given: { prune: 'all' } });
    expect(code).toBe(0);
    expect(rows[1]?.plan?.notes).toEqual([
      '1 item on the server is in the contexts of no stage, and is left alone.',
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
    const shop = await applied(EQUAL);
    const afterOthers = async () => {
      shop.commit(EQUAL);
      await shop.apply(BOTH);
      shop.outside.push([
        { key: 'a', values: [{ context: 'Production;*', value: '7' }] },
        { key: 'b', push: true, values: [{ context: 'Production;*', value: '1' }] },
      ]);
      return told(await shop.apply(['Production']));
    };
    shop.commit(EQUAL + FEW);
    await shop.apply(['Staging']);
    expect(await afterOthers()).toEqual(['Production verified, update a Production;*']);
    shop.commit(EQUAL + FEW);
    await shop.apply(BOTH);
    expect(await afterOthers()).toEqual([
      'Production verified, update a Production;*, deleted-before',
    ]);
  });

  it('shows an override in every stage that it beats', async () => {
    const shop = await applied(EQUAL);
    for (const context of ['*;Billing', 'Staging;Billing']) othersSet(shop, 'a', context, '7');
    const overrides = async (stage: string) =>
      (await shop.apply([stage])).rows[0]?.plan?.drift.map(({ context }) => context);
    expect(await overrides('Staging')).toEqual(['*;Billing', 'Staging;Billing']);
    expect(await overrides('Production')).toEqual(['*;Billing']);
  });
});
