// Pushes whose outcome is unknown where nothing can be read: the next apply writes again what both may have changed.
import { describe, expect, test } from 'vitest';
import { countChanges } from '../../src/model/plan.ts';
import { mask } from '../../src/render/mask.ts';
import { textPlan } from '../../src/render/text.ts';
import { type Documented, PROJECT, pushByOthers, withDocumented } from './stage.ts';

const keys = (entries: string, files: string) => `keys: { ${entries} }\nfiles: { ${files} }\n`;
const KEPT = 'kept: { values: { "*;*": 1, "Production;*": 2 } }';
const ONE = 'f: { "*;*": { content: one } }';
const BEFORE = keys(`${KEPT}, changed: a, reverted: a, removed: a, comes.back: a`, ONE);
const STAYS = 'new.stays: { readme: "New.", value: x }';
/** What is pushed, and then nobody knows. */
const UNKNOWN = keys(
  `${KEPT}, changed: b, reverted: b, ${STAYS}, new.once: { readme: "New.", values: { "*;*": x, "Production;*": y } }`,
  'f: { "*;*": { content: two } }, g: { "*;*": { content: new } }',
);
const AFTER = keys(
  `${KEPT}, changed: c, reverted: a, comes.back: a, ${STAYS}, new.once: { readme: "New.", values: { "*;*": x } }`,
  ONE,
);

const WANTED = {
  keys: [
    { key: 'changed', values: { '*;*': 'c' } },
    { key: 'comes.back', values: { '*;*': 'a' } },
    { key: 'kept', values: { '*;*': '1', 'Production;*': '2' } },
    { key: 'new.once', readme: 'New.', values: { '*;*': 'x' } },
    { key: 'new.stays', readme: 'New.', values: { '*;*': 'x' } },
    { key: 'reverted', values: { '*;*': 'a' } },
  ],
  files: { 'f *;*': 'one' },
};

function held({ server }: Documented) {
  return { keys: server.keys(), files: server.files() };
}

/** After an apply whose answer did not arrive: whether the server took the push, nobody can say. */
async function applyUnanswered(shop: Documented, what: 'drop' | 'lose'): Promise<void> {
  shop.commit(BEFORE);
  await shop.apply();
  shop.commit(UNKNOWN);
  shop.server.onPush = () => what;
  await expect(shop.apply()).rejects.toMatchObject({ code: 'push-unknown', exitCode: 4 });
  shop.server.onPush = undefined;
}

describe.concurrent('a push whose answer is lost', () => {
  test.for(['drop', 'lose'] as const)('(%s): the next apply corrects it', async (what) => {
    await withDocumented({}, async (shop) => {
      await applyUnanswered(shop, what);
      shop.commit(AFTER);
      const { plan } = await shop.plan();
      expect(plan.notes.join('\n')).toContain(
        'An earlier apply did not finish: everything it may have changed is written again.',
      );
      expect((await shop.apply()).outcome).toBe('unverified');
      expect(held(shop)).toMatchObject(WANTED);
      expect((await shop.plan()).plan.changes).toEqual([]);
    });
  });

  test.for([true, false])(
    'and nothing changed since: a 304 is no failure (a reason: %s)',
    async (reasons) => {
      await withDocumented({ reasons }, async (shop) => {
        await applyUnanswered(shop, 'drop');
        const { outcome, remarks } = await shop.apply();
        expect(outcome).toBe('unverified');
        expect(remarks.join('\n')).toMatch(
          /^The push changed nothing\. .* the server already has all of this, or part of the push is invalid/,
        );
        expect((await shop.plan()).plan.changes).toEqual([]);
      });
    },
  );

  test.for(['drop', 'lose'] as const)(
    '(%s): batches that have nothing to change are no failure',
    async (what) => {
      await withDocumented({}, async (shop) => {
        await applyUnanswered(shop, what);
        shop.commit({ 'confighub.yaml': `${PROJECT}batch: 1\n`, 'config/shop.yaml': AFTER });
        const { outcome, remarks } = await shop.apply();
        expect(outcome).toBe('unverified');
        expect(remarks.join('\n')).toMatch(/^Push \d+ of \d+ changed nothing\. /);
        expect(held(shop)).toMatchObject(WANTED);
        expect((await shop.plan()).plan.changes).toEqual([]);
      });
    },
  );

  test('counts: what may have been changed is a change, for limits and exit codes', async () => {
    await withDocumented({}, async (shop) => {
      await applyUnanswered(shop, 'drop');
      const { plan } = await shop.plan();
      expect(plan.changes.filter((change) => change.rewritten)).toEqual([]);
      expect(countChanges(plan.changes)).toEqual({ create: 4, update: 3, delete: 2 });
      expect(textPlan(mask(plan), { color: false })).toContain('replaced by "b"');
    });
  });
});

describe.concurrent('a 304 without a reason that is known', () => {
  test('is reported with its possible causes', async () => {
    await withDocumented({ reasons: false }, async (shop) => {
      shop.commit(BEFORE);
      await shop.apply();
      const theirs = { key: 'changed', vdt: 'Text', values: [{ context: '*;*', value: 'b' }] };
      await pushByOthers(shop, { data: [theirs] });
      shop.commit(BEFORE.replace('changed: a', 'changed: b'));
      await expect(shop.apply()).rejects.toMatchObject({
        code: 'push-rejected',
        exitCode: 1,
        message: expect.stringMatching(/changed nothing: The server gave no reason\.$/),
        hint: expect.stringContaining('the server already has all of this'),
      });
    });
  });
});

describe.concurrent('a key that others deleted', () => {
  test('is created again by its next change, and its deletion is no error', async () => {
    await withDocumented({}, async (shop) => {
      shop.commit(BEFORE);
      await shop.apply();
      const data = ['changed', 'removed'].map((key) => ({ key, opp: 'delete' }));
      await pushByOthers(shop, { data });
      shop.commit(BEFORE.replace('changed: a', 'changed: c').replace(' removed: a,', ''));
      expect((await shop.apply()).outcome).toBe('unverified');
      const names = shop.server.keys().map(({ key, push }) => [key, push]);
      expect(names).toContainEqual(['changed', true]);
      expect(names).not.toContainEqual(['removed', true]);
    });
  });
});
