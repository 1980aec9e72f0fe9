// A server that offers the documented interface and nothing else, written from interface.md alone: every command that
// needs no more works, whatever the server answers at other addresses.
import { describe, expect, test } from 'vitest';
import { isCounted } from '../../src/model/plan.ts';
import type { Absent } from './server.ts';
import { type Documented, withDocumented } from './stage.ts';
import { representatives } from '../helpers/suite.ts';

const ABSENT: readonly Absent[] = [404, 405, 410, 501, 401, 403, 'html', 'json', 'redirect'];
const FORMS = ['token', 'url'] as const;
const LISTS = [true, false] as const;
const ALL = FORMS.flatMap((form) =>
  ABSENT.flatMap((absent) => LISTS.map((list) => ({ form, absent, list }))),
);

const FIRST = `keys:
  db.host:
    readme: Host of the database.
    values: { "*;*": dev, Production;*: prod, "Production;Billing": billing }
  db.pool: { vdt: Integer, value: 10 }
  limits: { vdt: Map, value: { DE: 10, FR: 12 } }
  old.flag: { vdt: Boolean, value: true }
files:
  app.conf: { "*;*": { content: "host \${db.host}" }, Production;*: { content: "prod" } }
`;
/** One value changes, one goes, a key goes, a file goes, a type is no longer named, and a key is new. */
const SECOND = `keys:
  db.host:
    readme: Host of the database.
    values: { "*;*": dev, Production;*: prod2 }
  db.pool: 20
  limits: { vdt: Map, value: { DE: 10, FR: 12 } }
  new.key: { vdt: Text, value: x }
files:
  app.conf: { "*;*": { content: "host \${db.host}" } }
`;

describe.concurrent('the documented interface is enough', () => {
  test.for(representatives(ALL, 9))(
    '$form form, other addresses $absent, list $list',
    async ({ form, absent, list }) => {
      await withDocumented({ form, absent, list }, async (shop) => {
        const { server } = shop;
        shop.commit(FIRST);
        const first = await shop.plan();
        expect(first.plan).toMatchObject({ live: 'none', drift: [], unmanaged: 0 });
        expect(first.plan.notes[0]).toMatch(
          /^Based on the files alone; the server was not read\. /,
        );
        // An empty repository can lose nothing; whether it is empty, only the list says.
        const codes = list ? [] : ['vdt-not-known', 'first-apply'];
        expect(first.plan.findings.map(({ code }) => code)).toEqual(codes);
        const applied = await shop.apply();
        expect(applied).toMatchObject({ outcome: 'unverified' });
        expect(applied.counts).toEqual(list ? counted({ keys: 4, values: 6 }) : undefined);
        expect(server.keys()).toMatchObject([
          { key: 'db.host', vdt: 'Text', readme: 'Host of the database.' },
          { key: 'db.pool', vdt: 'Integer', values: { '*;*': '10' } },
          { key: 'limits', vdt: 'Map', values: { '*;*': '{"DE":10,"FR":12}' } },
          { key: 'old.flag', vdt: 'Boolean' },
        ]);
        expect(await emptyPlan(shop)).toBe('last-applied');

        shop.commit(SECOND);
        const pushes = server.pushes.length;
        expect(await shop.apply()).toMatchObject({ outcome: 'unverified' });
        expect(server.pushes.length - pushes).toBe(1);
        const changeComment = 'Change the shop';
        expect(server.pushes.at(-1)).toMatchObject({ changeComment, data: CHANGED });
        expect(server.keys()).toMatchObject([
          { key: 'db.host', values: { '*;*': 'dev', 'Production;*': 'prod2' } },
          // Not declared any more, so it keeps what was recorded.
          { key: 'db.pool', vdt: 'Integer', values: { '*;*': '20' } },
          { key: 'limits' },
          { key: 'new.key' },
        ]);
        expect(server.files()).toEqual({ 'app.conf *;*': 'host ${db.host}' });

        const taken = server.pushes.length;
        expect(await emptyPlan(shop)).toBe('last-applied');
        expect(await shop.apply()).toMatchObject({ outcome: 'nothing' });
        expect(server.pushes).toHaveLength(taken);
      });
    },
  );

  /** What is sent is what changed: nothing of `limits`, whose declaration is the same. */
  const CHANGED = [
    { file: 'app.conf', context: 'Production;*', opp: 'delete' },
    {
      key: 'db.host',
      vdt: 'Text',
      values: [
        { context: 'Production;*', value: 'prod2' },
        { context: 'Production;Billing', opp: 'delete' },
      ],
    },
    { key: 'db.pool', vdt: 'Integer', values: [{ context: '*;*', value: '20' }] },
    { key: 'new.key', vdt: 'Text', values: [{ context: '*;*', value: 'x' }] },
    { key: 'old.flag', values: [{ context: '*;*', opp: 'delete' }] },
  ];

  function counted(both: { keys: number; values: number }) {
    return { expected: both, found: both };
  }

  /** What a plan without changes was made from. */
  async function emptyPlan(shop: Documented) {
    const { plan } = await shop.plan();
    expect(plan.changes.filter(isCounted)).toEqual([]);
    return plan.live;
  }
});
