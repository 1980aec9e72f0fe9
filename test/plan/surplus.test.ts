// A value that the server holds more than once: whichever row it names first, an apply leaves the one that is declared.
import { describe, expect, test } from 'vitest';
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
  test('and no row is as declared: what others wrote stays, and is said to be there twice', () => {
    const input = { desired: declares('1'), live: live(['3', '2']), lastApplied: declares('1') };
    const { changes, drift } = planOf({ ...input, onDrift: 'keep' });
    expect(changes).toEqual([]);
    expect(drift).toMatchObject([{ after: '2', surplus: 1 }]);
    const phases = phasesOf(planOf({ ...input, onDrift: 'overwrite' }));
    expect(phases.map((phase) => phase.map(({ action }) => action))).toEqual([
      ['delete'],
      ['update'],
    ]);
  });

  test('goes with its whole key in one push', () => {
    const desired = stateOf('keys: { a: { opp: delete } }');
    expect(phasesOf(planOf({ desired, live: live(['1', '2']) }))).toHaveLength(1);
  });

  test.for([
    ['is declared', '2', 1],
    ['is declared otherwise', '3', 1],
    ['is to go', '{ opp: delete }', 0],
  ] as const)(
    '%s: an apply leaves what is declared, and says what it does',
    async ([, declared, rows]) => {
      const document = `keys: { a: { values: { "*": 0, Production;*: ${declared} } } }\n`;
      await withShop(
        { ...SMALL, 'config/shop.yaml': document },
        async ({ desk, server }) => {
          const stored = async () =>
            JSON.stringify(await exported(server)).match(/Production/g)?.length ?? 0;
          for (const one of [
            { context: '*;*', value: '0' },
            { context: 'Production;*', value: '2' },
          ]) {
            const data = [{ key: 'a', push: true, values: [one] }];
            await push(server, { enableKeyCreation: true, data }, { token: 'default' });
          }
          expect(await stored()).toBe(2);
          expect(await desk.cli(['apply', '--yes'])).toMatchObject({
            status: 0,
            stdout: expect.stringContaining('stored twice on the server'),
            stderr: '',
          });
          expect(await stored()).toBe(rows);
          expect((await desk.cli(['plan'])).stdout).toContain('No changes.');
        },
        { repositories: [{ ...REPOSITORY, plantDuplicates: true }] },
      );
    },
  );
});
