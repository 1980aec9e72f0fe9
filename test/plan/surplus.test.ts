// A value that the server holds more than once: whichever row it names first, an apply leaves the one that is declared.
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../src/model/plan.ts';
import { phasesOf } from '../../src/plan/push-batches.ts';
import { readExport } from '../../src/remote/wire.ts';
import { REPOSITORY, SMALL, withShop } from '../helpers/process.ts';
import { stateOf } from '../helpers/project.ts';
import { planOf } from '../helpers/repository.ts';
import { exported, push } from '../helpers/server.ts';

/** A key with these rows of one context. */
function live(rows: string[]) {
  const values = rows.map((value) => ({ context: 'Production;*', value, active: true }));
  const key = { key: 'a', vdt: 'Text', push: true, deprecated: false, values };
  return readExport({ data: [key] });
}

const declares = (value: string) => stateOf(`keys: { a: { values: { Production;*: ${value} } } }`);

describe('a value that is there more than once', () => {
  const ORDERS: [string, string[], string[]][] = [
    ['as declared, and as not', ['2', '1'], ['1', '2']],
    ['three times', ['3', '1', '2'], ['1', '2', '3']],
    ['always the same', ['1', '1'], ['1', '1']],
  ];

  test.for(ORDERS)('%s: the plan is the same in any order', ([, one, other]) => {
    const [plan, again] = [one, other].map((rows) =>
      planOf({
        desired: declares('1'),
        live: live(rows),
        lastApplied: declares('1'),
        onDrift: 'keep',
      }),
    );
    expect(plan).toEqual(again);
    expect(plan?.changes).toMatchObject([
      { action: 'update', before: '1', after: '1', cause: 'declared' },
    ]);
    expect(plan?.drift).toEqual([]);
    const actions = phasesOf(plan as Plan).map((phase) => phase.map(({ action }) => action));
    expect(actions).toEqual([...one.slice(1).map(() => ['delete']), ['update']]);
  });

  test('and no row is as declared: what others wrote stays, and is said to be there twice', () => {
    const input = { desired: declares('1'), live: live(['3', '2']), lastApplied: declares('1') };
    const { changes, drift } = planOf({ ...input, onDrift: 'keep' });
    expect(changes).toEqual([]);
    expect(drift).toMatchObject([{ after: '2', surplus: 1 }]);
    const overwriting = planOf({ ...input, onDrift: 'overwrite' });
    expect(phasesOf(overwriting).map((phase) => phase.map(({ action }) => action))).toEqual([
      ['delete'],
      ['update'],
    ]);
  });

  test('goes with its whole key in one push', () => {
    const plan = planOf({
      desired: stateOf('keys: { a: { opp: delete } }'),
      live: live(['1', '2']),
    });
    expect(phasesOf(plan)).toHaveLength(1);
  });

  test.for([
    ['is declared', 'keys: { a: { values: { "*": 0, Production;*: 2 } } }', 1],
    ['is declared otherwise', 'keys: { a: { values: { "*": 0, Production;*: 3 } } }', 1],
    ['is to go', 'keys: { a: { values: { "*": 0, Production;*: { opp: delete } } } }', 0],
  ] as const)(
    '%s: an apply leaves what is declared, and says what it does',
    async ([, document, rows]) => {
      const repositories = [{ ...REPOSITORY, plantDuplicates: true }];
      const files = { ...SMALL, 'config/shop.yaml': `${document}\n` };
      await withShop(
        files,
        async ({ desk, server }) => {
          const send = (context: string, value: string) =>
            push(
              server,
              {
                enableKeyCreation: true,
                data: [{ key: 'a', push: true, values: [{ context, value }] }],
              },
              { token: 'default' },
            );
          await send('*;*', '0');
          await send('Production;*', '2');
          expect(JSON.stringify(await exported(server)).match(/Production/g)).toHaveLength(2);
          const { status, stdout, stderr } = await desk.cli(['apply', '--yes']);
          expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
          expect(stdout).toContain('stored twice on the server');
          expect(JSON.stringify(await exported(server)).match(/Production/g) ?? []).toHaveLength(
            rows,
          );
          expect((await desk.cli(['plan'])).stdout).toContain('No changes.');
        },
        { repositories },
      );
    },
  );
});
