// Others push between the two reads of a plan in pieces: it is the plan of one moment or of the other.
import { describe, expect, test } from 'vitest';
import { type Fault, type Request, withFaults } from '../helpers/faulty-server.ts';
import { pushed, type Row, type Stage, value, type Way, withRow } from '../helpers/pieces.ts';
import { exported } from '../helpers/server.ts';

const DOC = 'keys: { a: { values: { "*": 1, Prod;Web: 2 } }, b: { vdt: Text, value: x } }';
const ROW: Row = { declares: DOC, applied: DOC, asks: '' };

/** With a server on the way that answers no pull, once it is told so, before others have pushed. */
function gated(row: Row, use: (stage: Stage, close: (data: readonly object[]) => void) => Promise<void>) {
  let others: readonly object[] | undefined;
  let pushing: Promise<void> | undefined;
  const close = (data: readonly object[]) => {
    others = data;
  };
  const way: Way = (server, act) => {
    const fault = ({ path }: Request): Fault => {
      if (others === undefined || !path.startsWith('/rest/pull')) return 'pass';
      pushing ??= pushed(server, others);
      return { held: pushing };
    };
    return withFaults({ behind: server, fault }, ({ url }) => act(url));
  };
  return withRow(row, (stage) => use(stage, close), way);
}

/** That the server counts otherwise than its export is said, and true: the count is from before. */
function withoutDoubt(json = '{}') {
  const { findings = [], ...plan } = JSON.parse(json);
  return { ...plan, findings: findings.filter(({ code }: { code: string }) => code !== 'live-incomplete') };
}

const AT_ONCE = '1 keys, 2 pull';
const ANEW = '1 export, 1 keys, 2 pull';
const [gone, changed] = [{ context: 'Prod;Web', opp: 'delete' }, value('a', 'Prod;Web', '9')];

/** Which moment the plan is of: before or after the push. */
const PUSHES: [what: string, data: object[], asks: string, of: 'before' | 'after'][] = [
  ['a value changes', [changed], AT_ONCE, 'after'],
  ['a value goes', [{ key: 'a', values: [gone] }], ANEW, 'after'],
  ['a value comes where we declare one', [value('b', 'Prod;Web', 'y')], ANEW, 'after'],
  ['a value comes where nobody declares one', [value('b', 'Dev;*', 'y')], AT_ONCE, 'before'],
  ['a key comes', [value('c', '*;*', 'y')], ANEW, 'after'],
  ['a key goes', [{ key: 'b', opp: 'delete' }], ANEW, 'after'],
  ['one key goes and another comes', [{ key: 'b', opp: 'delete' }, value('c', '*;*', 'y')], ANEW, 'after'],
  ['a key changes its type', [{ key: 'b', vdt: 'Code', push: true }], ANEW, 'after'],
  ['a key becomes a map', [{ ...value('b', '*;*', '{ "a": 1 }'), vdt: 'Map' }], ANEW, 'after'],
  ['a file comes', [{ file: 'f', context: '*;*', content: 'x' }], AT_ONCE, 'before'],
];

describe('between two reads', () => {
  test.for(PUSHES)('%s', async ([, data, asks, moment]) => {
    await gated(ROW, async ({ planned }, close) => {
      const before = await planned();
      close(data);
      const { asked, json } = await planned();
      const after = await planned();
      expect(before.whole).not.toBe(after.whole);
      expect({ asked, plan: withoutDoubt(json) }).toEqual({
        asked: asks,
        plan: withoutDoubt({ before, after }[moment].whole),
      });
    });
  });

  test('a key changes its security group', async () => {
    const securityGroups = [{ name: 'S', password: 'passw0rd', cipher: 'AES/CBC/PKCS5Padding' as const }];
    await gated({ ...ROW, server: { securityGroups } }, async ({ planned }, close) => {
      const pair = { securityGroup: 'S', password: 'passw0rd' };
      const data = [{ key: 'b', opp: 'delete' }, value('b', '*;*', 'x', pair)];
      close(data);
      const { asked, json } = await planned();
      expect({ asked, plan: withoutDoubt(json) }).toEqual({
        asked: ANEW,
        plan: withoutDoubt((await planned()).whole),
      });
    });
  });

  test('as many values come as there are that nobody here sees: none of others goes', async () => {
    const row = { ...ROW, declares: 'keys: { b: x }', theirs: [[value('a', 'Dev;*', '7')]] };
    await gated(row, async ({ server, applied }, close) => {
      close([value('b', 'Prod;Web', 'y')]);
      expect(await applied()).toBe('verified');
      const [a, b] = await exported(server);
      expect([a, b]).toMatchObject([
        { key: 'a', values: [{ context: 'Dev;*', value: '7' }] },
        { key: 'b', values: [{ value: 'x' }, { context: 'Prod;Web', value: 'y' }] },
      ]);
    });
  });

  test('a key that pulls show nothing of does not go with what they were not asked for', async () => {
    const emptied = { key: 'a', values: [{ context: '*;*', opp: 'delete' }, gone] };
    const row = { ...ROW, declares: 'keys: { b: x }', theirs: [[value('a', 'Dev;*', '7')], [emptied]] };
    await gated(row, async ({ server, applied }, close) => {
      close([value('b', 'Prod;Web', 'y')]);
      expect(await applied()).toBe('nothing');
      expect(await exported(server)).toMatchObject([
        { key: 'a', values: [{ context: 'Dev;*', value: '7' }] },
        { key: 'b' },
      ]);
    });
  });

  test('a key that must not exist goes with every value, and all of them are listed', async () => {
    const declares = 'keys: { a: { opp: delete }, b: x }';
    await gated({ ...ROW, declares, theirs: [[value('a', 'Dev;*', '7')]] }, async ({ planned }, close) => {
      close([value('b', 'Prod;Web', 'y')]);
      const { plan, asked } = await planned();
      const contexts = plan.changes.flatMap((change) => (change.kind === 'value' ? [change.context] : []));
      expect({ asked, contexts }).toEqual({ asked: ANEW, contexts: ['*;*', 'Dev;*', 'Prod;Web'] });
    });
  });
});
