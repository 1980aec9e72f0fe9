// What is asked of a server with the documented interface, and what its counts tell after a push.
import { describe, expect, test } from 'vitest';
import { serverInfo } from '../../src/commands/info.ts';
import { infoText } from '../../src/render/tables.ts';
import { apply } from '../helpers/apply.ts';
import { PROJECT, pushByOthers, withDocumented } from './stage.ts';
import { nightly } from '../helpers/test.ts';

const DOCUMENT = 'keys: { a: 1, b: { values: { "*;*": 1, Production;*: 2 } } }\n';
const THEIRS = { key: 'theirs', values: [{ context: '*;*', value: 'x' }] };
const OTHERS = { enableKeyCreation: true, data: [THEIRS] };
const withLine = (line: string, document: string) => ({
  'confighub.yaml': `${PROJECT}${line}\n`,
  'config/shop.yaml': document,
});

/** An apply that expects no count. */
const UNCOUNTED = { outcome: 'unverified', counts: undefined };

describe.concurrent('the requests', () => {
  test('carry the version of the client API where they are documented', async () => {
    await withDocumented({}, async (shop) => {
      shop.commit(DOCUMENT);
      await shop.apply();
      const versions = (isDocumented: boolean) =>
        shop.server.requests
          .filter(({ path }) => /^\/rest\/(info\/all|push)/.test(path) === isDocumented)
          .map(({ headers }) => headers['client-version']);
      expect(new Set(versions(true))).toEqual(new Set(['v1.5']));
      expect(new Set(versions(false))).toEqual(new Set([undefined]));

      shop.commit(withLine('clientVersion: v2.1', 'keys: { a: 2 }\n'));
      shop.server.requests.length = 0;
      await shop.apply();
      expect(new Set(versions(true))).toEqual(new Set(['v2.1']));
    });
  });

  test('of `info` say what is offered', async () => {
    await withDocumented({ absent: 403 }, async (shop) => {
      shop.commit(DOCUMENT);
      const found = await serverInfo(shop.options(), shop.runtime);
      const reads = ['info', 'export', 'pull', 'keyData'];
      const missing = reads.map((read) => ({ read, reason: 'status 403' }));
      expect(found).toMatchObject({ missing });
      expect(infoText(found)).toContain(
        'Ways to read acme/shop: info/all. Not available: info (status 403), export (',
      );
    });
  });
});

describe.concurrent('a first apply', () => {
  test('to a repository with keys deletes nothing, whatever `prune` says, and expects no count', async () => {
    await withDocumented({}, async (shop) => {
      await pushByOthers(shop, OTHERS);
      shop.commit('keys: { a: 1 }\n');
      const { plan } = await shop.plan({ prune: 'all' });
      expect(plan.changes.every(({ action }) => action === 'create')).toBe(true);
      expect(plan.notes.join('\n')).toContain('Without the export, `prune: all`');
      expect(await shop.apply()).toMatchObject(UNCOUNTED);
      expect(shop.server.keys().map(({ key }) => key)).toEqual(['a', 'theirs']);
    });
  });
});

describe.concurrent('the counts after a push', () => {
  test('are reported as expected, or with both numbers', async () => {
    await withDocumented({}, async (shop) => {
      shop.commit(DOCUMENT);
      const size = { keys: 2, values: 3 };
      expect(await shop.apply()).toMatchObject({ counts: { expected: size, found: size } });
      // Others add a key with two values before the push.
      shop.commit(DOCUMENT.replace('a: 1, ', ''));
      const values = [...THEIRS.values, { context: 'Test;*', value: 'y' }];
      const others = { enableKeyCreation: true, data: [{ ...THEIRS, values }] };
      const applied = await apply(shop.options(), shop.runtime, () => pushByOthers(shop, others));
      expect(applied).toMatchObject({
        counts: { expected: { keys: 1, values: 2 }, found: { keys: 2, values: 4 } },
        outcome: 'unverified',
      });
    });
  });

  test.each([
    ['that has created nothing', DOCUMENT],
    ['that has deleted nothing', 'keys: { a: 1 }\n'],
  ])('fail an apply %s, and the next one sends everything again', async (_, document) => {
    await withDocumented({}, async (shop) => {
      if (document !== DOCUMENT) {
        shop.commit(DOCUMENT);
        await shop.apply();
      }
      shop.commit(document);
      shop.server.onPush = () => 'elsewhere';
      const before = shop.server.keys();
      await expect(shop.apply()).rejects.toMatchObject({
        code: 'verify-failed',
        exitCode: 4,
        hint: expect.stringContaining('The token may belong to another repository'),
      });
      expect(shop.server.keys()).toEqual(before);

      shop.server.onPush = undefined;
      expect(await shop.apply()).toMatchObject({ outcome: 'unverified' });
      const keys = document === DOCUMENT ? ['a', 'b'] : ['a'];
      expect(shop.server.keys().map(({ key }) => key)).toEqual(keys);
      expect((await shop.plan()).plan.changes).toEqual([]);
    });
  });

  test('fail an apply that has created less than it sent', async () => {
    await withDocumented({}, async (shop) => {
      shop.commit('keys: { a: 1 }\n');
      await shop.apply();
      await pushByOthers(shop, OTHERS);
      shop.commit('keys: { a: 1, b: 2, theirs: 3 }\n');
      await expect(shop.apply()).rejects.toMatchObject({
        code: 'verify-failed',
        message: expect.stringContaining('3 keys and 3 values instead of 4 keys and 4 values'),
        exitCode: 4,
      });
      // This time everything is there already, so no count is expected.
      expect(await shop.apply()).toMatchObject({ outcome: 'unverified' });
      expect((await shop.plan()).plan.changes).toEqual([]);
    });
  });

  test('are not expected where `--last-applied` names another apply than the last', async () => {
    await withDocumented({}, async (shop) => {
      const old = shop.commit('keys: { a: 1 }\n');
      await shop.apply();
      shop.commit('keys: { a: 1, b: 2 }\n');
      await shop.apply();
      // All of it is there already, and the server says that nothing changed.
      expect(await shop.apply({ lastApplied: old })).toMatchObject(UNCOUNTED);
      shop.commit('keys: { a: 1, b: 2, c: 3 }\n');
      expect(await shop.apply({ lastApplied: old })).toMatchObject({ outcome: 'unverified' });
      expect((await shop.plan()).plan.changes).toEqual([]);
    });
  });

  nightly('are not read if a file creates keys', async () => {
    await withDocumented({}, async (shop) => {
      shop.commit('keys: { a: 1 }\nfiles: { f: { "*;*": { content: "see ${unknown.key}" } } }\n');
      expect(await shop.apply()).toMatchObject(UNCOUNTED);
    });
  });
});
