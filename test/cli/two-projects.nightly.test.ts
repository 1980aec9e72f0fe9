// Two projects in one Git repository that share a repository on the server do not touch each other's items.
import { describe, expect, test } from 'vitest';
import { type Desk, withShop } from '../helpers/process.ts';
import { exported, push, type TestServer } from '../helpers/server.ts';

const LEVELS = 'version: 1\nlevels: [Environment, Application]\n';
const PART = '{ keys: ["shop.*"], files: ["shop/**"] }';
const BY_NAME = { shop: `scope: ${PART}`, rest: `ignore: ${PART}` };
const BY_CONTEXT = {
  shop: 'scope: { contexts: ["**;Shop"] }',
  rest: 'ignore: { contexts: ["**;Shop"] }',
};

type Parts = typeof BY_NAME;

/** Both projects, the first with `prune: managed`, the second with `prune: all`. */
function projects(parts: Parts, documents: { shop: string; rest: string }): Record<string, string> {
  return {
    'shop/confighub.yaml': `${LEVELS}${parts.shop}\nprune: managed\n`,
    'rest/confighub.yaml': `${LEVELS}${parts.rest}\nprune: all\n`,
    'shop/config/shop.yaml': documents.shop,
    'rest/config/rest.yaml': documents.rest,
  };
}

async function applied(desk: Desk, cwd: string): Promise<void> {
  expect(await desk.cli(['apply'], { cwd })).toMatchObject({ status: 0, stderr: '' });
}

/** `name [context] text` of every value and file. */
async function held(server: TestServer): Promise<string[]> {
  interface Entry {
    key?: string;
    file?: string;
    context?: string;
    content?: string;
    values?: { context: string; value: string }[];
  }
  const entries = (await exported(server)) as Entry[];
  return entries
    .flatMap(({ key, file, context, content, values = [] }) =>
      key === undefined
        ? [`${file} [${context}] ${content}`]
        : values.map((one) => `${key} [${one.context}] ${one.value}`),
    )
    .sort();
}

describe.concurrent('two projects on one repository', () => {
  const FILE = (name: string) => `files: { ${name}: { "*;*": { content: x } } }`;
  const CASES: [
    string,
    { parts: Parts; before: Parts; after: Parts; others: object; holds: string[] },
  ][] = [
    [
      'split by names',
      {
        parts: BY_NAME,
        before: {
          shop: `keys: { shop.a: 1, shop.gone: 1 }\n${FILE('shop/f')}\n`,
          rest: `keys: { db.a: 1, db.gone: 1 }\n${FILE('db/f')}\n`,
        },
        after: { shop: 'keys: { shop.a: 2 }\n', rest: 'keys: { db.a: 2, db.new: 1 }\n' },
        others: { key: 'shop.theirs', push: true, values: [{ context: '*;*', value: 'theirs' }] },
        holds: ['db.a [*;*] 2', 'db.new [*;*] 1', 'shop.a [*;*] 2', 'shop.theirs [*;*] theirs'],
      },
    ],
    [
      'split by contexts, with keys in common',
      {
        parts: BY_CONTEXT,
        before: {
          shop: 'keys: { a: { values: { "*;Shop": 1 } }, gone: { values: { "*;Shop": 1 } } }\n',
          rest: 'keys: { a: 1, gone: 1 }\n',
        },
        after: { shop: 'keys: { gone: { values: { "*;Shop": 2 } } }\n', rest: 'keys: { a: 2 }\n' },
        others: { key: 'theirs', push: true, values: [{ context: 'Test;Shop', value: 'theirs' }] },
        holds: ['a [*;*] 2', 'gone [*;Shop] 2', 'theirs [Test;Shop] theirs'],
      },
    ],
  ];

  test.for(CASES)('%s', async ([, { parts, before, after, others, holds }]) => {
    await withShop({}, async ({ desk, server }) => {
      const origin = desk.sandbox.bare();
      desk.commit('Both', projects(parts, before));
      desk.git('remote', 'add', 'origin', `file://${origin}`);
      await applied(desk, 'shop');
      await applied(desk, 'rest');
      const body = { enableKeyCreation: true, data: [others] };
      expect(await push(server, body, { token: 'default' })).toMatchObject({ status: 200 });
      desk.commit('Change both', projects(parts, after));
      // The first to be applied was the second before, and comes again after the other.
      for (const cwd of ['rest', 'shop', 'rest']) await applied(desk, cwd);
      expect(await held(server)).toEqual(holds);
      for (const cwd of ['shop', 'rest']) {
        expect((await desk.cli(['plan'], { cwd })).stdout).toMatch(/\n\nNo changes\.\n$/);
        expect((await desk.cli(['drift'], { cwd })).stdout).toMatch(/\n\nNo drift\.\n$/);
      }
      const refs = desk.sandbox.git(
        origin,
        'for-each-ref',
        '--format=%(refname)',
        'refs/confighub-sync',
      );
      expect(refs.split('\n')).toHaveLength(2);
    });
  });

  test('concurrent applies', async () => {
    await withShop({}, async ({ desk, server }) => {
      const keys = (name: string) => `keys: { ${name}.a: 1, ${name}.b: 1 }\n`;
      const origin = desk.sandbox.bare();
      desk.commit('Both', projects(BY_NAME, { shop: keys('shop'), rest: keys('db') }));
      desk.git('remote', 'add', 'origin', `file://${origin}`);
      await Promise.all(['shop', 'rest'].map((cwd) => applied(desk, cwd)));
      desk.commit(
        'Less',
        projects(BY_NAME, { shop: 'keys: { shop.a: 1 }\n', rest: 'keys: { db.b: 1 }\n' }),
      );
      await Promise.all(['shop', 'rest'].map((cwd) => applied(desk, cwd)));
      expect(await held(server)).toEqual(['db.b [*;*] 1', 'shop.a [*;*] 1']);
    });
  });
});
