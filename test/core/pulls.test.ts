// Reading by token, against the export of the same server: what both can see is the same.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readByPulls } from '../../src/remote/read-live.ts';
import { fullContext } from '../../src/model/context.ts';
import { renderedIn } from '../../src/semantics/placeholders.ts';
import { sameJson } from '../../src/lib/json.ts';
import { keysIn, type Row, type State } from '../../src/model/state.ts';
import { fileRowsIn, type FileRow, stateFrom } from '../helpers/states.ts';
import type { RepositorySettings } from '../../src/server/settings.ts';
import { type Reading, withReading } from '../remote/pulls.ts';
import { push, request, SHOP, type TestServer, withServer } from '../helpers/server.ts';

const GROUPS: RepositorySettings = {
  ...SHOP,
  contextGroups: [{ level: 'Environment', name: 'AllProd', members: ['Prod', 'Prod2'] }],
};
const CONTEXTS = [
  ...['*;*', 'Prod;*', 'AllProd;*', '*;Web', 'Prod;Web', 'AllProd;Web', 'Dev;*', 'Prod2;Web'],
];
const TEXTS: Readonly<Record<string, readonly (string | null)[]>> = {
  Text: ['', ' ', 'x', '\\d $1', '${a}', null],
  Integer: ['007', '+1', null],
  JSON: ['{"a":1.50}', 'no json', null],
  Map: [
    ...['{"b":1.50,"a":[1e3,true,null]}', "{ 'x' : 123456789012345678901 }", '{}'],
    '{"1":"a","0":"b"}',
  ],
  List: ['[1.0,"a"]', '[a,b]', '[]'],
  FileRef: ['f.txt'],
  FileEmbed: ['f.txt'],
};

const key = fc.constantFrom(...Object.keys(TEXTS)).chain((vdt) =>
  fc.record({
    vdt: fc.constant(vdt),
    readme: fc.constantFrom('', 'of it'),
    deprecated: fc.boolean(),
    values: fc.uniqueArray(
      fc.record({
        context: fc.constantFrom(...CONTEXTS),
        value: fc.constantFrom(...(TEXTS[vdt] ?? [])),
        inactive: fc.constantFrom(false, false, false, true),
      }),
      { selector: ({ context }) => context, minLength: 1, maxLength: 5 },
    ),
  }),
);
/** What is embedded names no keys, so that no cycle closes. */
const file = fc
  .record({
    path: fc.constantFrom('f.txt', 'd/g'),
    context: fc.constantFrom(...CONTEXTS),
    content: fc.constantFrom('plain', 'a ${k0} ${k1}', '${ k2 }\\\\', ''),
  })
  .map((one) => (one.path === 'f.txt' ? { ...one, content: `of ${one.context}` } : one));
const world = fc.record({
  keys: fc.array(key, { minLength: 3, maxLength: 5 }),
  files: fc.uniqueArray(file, {
    selector: ({ path, context }) => `${path} ${context}`,
    maxLength: 4,
  }),
  asked: fc.subarray(CONTEXTS, { minLength: 1 }),
  caching: fc.boolean(),
});

type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

async function fill(
  server: TestServer,
  { keys, files }: Pick<World, 'keys' | 'files'>,
): Promise<void> {
  await mustPush(server, [{ file: 'f.txt', context: '*;*', content: 'embedded' }]);
  const named = keys.map((one, i) => ({ ...one, key: `k${i}` }));
  const all = named.map(({ values, ...one }) => {
    const own = values.map(({ context, value }) => ({ context, value }));
    return { ...one, push: true, values: own };
  });
  await mustPush(server, all);
  const others = files.filter(({ path, context }) => path !== 'f.txt' || context !== '*;*');
  await mustPush(
    server,
    others.map(({ path, ...one }) => ({ file: path, ...one })),
  );
  const off = named.flatMap(({ key: name, vdt, values }) => {
    const inactive = values.filter((value) => value.inactive);
    return inactive.map(({ context, value }) => {
      return { key: name, vdt, values: [{ context, value, active: false }] };
    });
  });
  await mustPush(server, off);
}

async function mustPush(server: TestServer, data: object[]): Promise<void> {
  const body = { enableKeyCreation: true, data };
  const { status, etag } = await push(server, body, { token: 'force' });
  if (status !== 200) throw new Error(`${etag} ${JSON.stringify(data)}`);
}

/** A state that names contexts, so that they are asked for. */
function naming(contexts: readonly string[]): State {
  const values = contexts.map((context): [string, Row] => [context, { context, text: null }]);
  return stateFrom({ keys: [{ name: 'no.such.key', rows: new Map(values) }] });
}

/** `k0 [prod;*]` → type and text, of active values in some contexts. */
function rows(state: State, contexts: readonly string[]): Map<string, Row & { of: unknown }> {
  const ids = new Set(contexts.map((context) => context.toLowerCase()));
  return new Map(
    keysIn(state).flatMap(({ name, vdt, deprecated, readme, rows: own }) =>
      [...own.values()]
        .filter(({ context }) => ids.has(fullContext(context, 2).toLowerCase()))
        .map((value) => [
          `${name} [${value.context}]`,
          { ...value, of: { vdt, deprecated, readme: readme || undefined } },
        ]),
    ),
  );
}

/** Rendered by its text, which a pull does not show. */
function isNative({ items }: State, name: string): boolean {
  return ['Map', 'List'].includes(items.get(name)?.vdt ?? '');
}

test('pulls and the export agree on every value of the contexts that were read, and on every file', async () => {
  let compared = 0;
  const property = fc.asyncProperty(world, ({ asked, caching, ...content }) =>
    withServer(
      { ...GROUPS, flags: { contextGroupsEnabled: true, cachingEnabled: caching } },
      async (server) => {
        await fill(server, content);
        await withReading(server, async ({ exported, pulled }) => {
          const complete = await exported();
          const lastApplied = stateFrom({ files: fileRowsIn(complete) });
          const seen = await pulled({ desired: naming(asked), lastApplied });
          const [expected, found] = [rows(complete, asked), rows(seen, CONTEXTS)];
          const ofFiles = fileRowsIn(complete).map(({ context }) => fullContext(context, 2));
          const other = rows(complete, [...asked, ...ofFiles]);
          for (const [address, value] of expected)
            expect(found.get(address)?.context, address).toBe(value.context);
          for (const [address, { text, of }] of found) {
            const there = other.get(address);
            compared++;
            expect(of, address).toEqual(there?.of);
            const isSame = text !== null && there?.text != null && sameJson(text, there.text);
            if (!isSame) expect(text, address).toBe(there?.text);
          }
          const places = (state: State) =>
            fileRowsIn(state).map(({ path, context }) => `${path} [${context}]`);
          expect(places(seen).sort()).toEqual(places(complete).sort());
          for (const there of fileRowsIn(complete)) {
            const one = fileRowsIn(seen).find(
              ({ path, context }) => path === there.path && context === there.context,
            );
            const isRendered = () =>
              renderedIn(there.text ?? '').some((name) => isNative(complete, name));
            if (one?.unknown) expect(isRendered()).toBe(true);
            expect(one?.unknown ? there : one).toEqual(one?.differs ? undefined : there);
          }
        });
      },
    ),
  );
  await fc.assert(property, { seed: 20_260_101, numRuns: 40 });
  expect(compared).toBeGreaterThan(100);
});

const values = [
  { context: '*;*', value: '1' },
  { context: 'Prod;Web', value: '2' },
];
const KEY = { key: 'a', push: true, values };

/** A server with {@link KEY}, and how it is read. */
function withKey<T>(
  settings: Partial<RepositorySettings>,
  use: (server: TestServer, reading: Reading) => Promise<T>,
): Promise<T> {
  return withServer({ ...GROUPS, ...settings }, async (server) => {
    await mustPush(server, [KEY]);
    return withReading(server, (reading) => use(server, reading));
  });
}

function textsOf({ items }: State, name: string): [string, string | null][] {
  return [...(items.get(name)?.rows.values() ?? [])].map(({ context, text }) => [context, text]);
}

describe('a cached answer', () => {
  const desired = naming(['*', 'Prod;Web']);
  const texts = [
    ['*', '1'],
    ['Prod;Web', '2'],
  ];
  /** As somebody asks who wants no contexts of values. */
  const askedBefore = (server: TestServer, Context: string) =>
    request(server, {
      path: '/rest/pull',
      headers: { 'Client-Token': server.token('plain'), Context },
    });

  test('is not used by a plan', async () => {
    await withKey({ flags: { cachingEnabled: true } }, async (server, { pulled }) => {
      await askedBefore(server, 'Prod;Web');
      await askedBefore(server, '*;*');
      expect(textsOf(await pulled({ desired }), 'a')).toEqual(texts);
    });
  });

  test('causes one more request, and then a refusal', async () => {
    await withKey({ flags: { cachingEnabled: true } }, async (server, { source }) => {
      await askedBefore(server, 'Prod;Web');
      let asked = 0;
      const kept = { ...source, uncachedContext: () => 'Prod;Web' };
      const uncachedContext = (context: string) =>
        asked++ ? source.uncachedContext(context) : 'Prod;Web';
      const once = { ...source, uncachedContext };
      const known = { desired: naming(['Prod;Web']), presumed: 'last-applied' } as const;
      const state = await readByPulls(once, known);
      expect('rejection' in state ? state.rejection : textsOf(state.state, 'a')).toEqual([
        ['Prod;Web', '2'],
      ]);
      expect(await readByPulls(kept, known)).toEqual({
        rejection: 'it returns cached responses to other requests',
      });
    });
  });
});

describe('files', () => {
  const content = (text: string, context = 'Prod;*'): FileRow => ({ path: 'f', context, text });
  const state = (...files: FileRow[]) => stateFrom({ files });

  test('have the desired, the applied, other or unknown content', async () => {
    await withKey({}, async (server, { pulled }) => {
      await mustPush(server, [
        { file: 'f', context: 'Prod;*', content: 'a is ${a}' },
        { key: 'm', vdt: 'Map', push: true, values: [{ context: '*;*', value: '{ "a": 1 }' }] },
      ]);
      const read = async (desired: FileRow, lastApplied: FileRow) =>
        fileRowsIn(await pulled({ desired: state(desired), lastApplied: state(lastApplied) })).map(
          ({ path: _, context: __, ...rest }) => rest,
        );
      const [ours, theirs] = [content('a is ${ A }'), content('another')];
      expect(await read(ours, theirs)).toEqual([{ text: 'a is ${ A }' }]);
      expect(await read(theirs, content('a is ${a}'))).toEqual([{ text: 'a is ${a}' }]);
      const other = { text: '', unknown: true };
      expect(await read(theirs, theirs)).toEqual([{ ...other, differs: true, drifted: true }]);
      expect(await read(theirs, content('${m}'))).toEqual([{ ...other, differs: true }]);
      expect(await read(content('${m}'), theirs)).toEqual([{ ...other, drifted: true }]);
      expect(await read(content('\\${a b}'), content('${m}'))).toEqual([other]);
    });
  });

  test('of a context exist if they were applied, those of the broadest for certain', async () => {
    await withKey({}, async (server, { pulled }) => {
      await mustPush(server, [{ file: 'f', context: '*;*', content: 'x' }]);
      const [broad, narrow] = [content('x', '*'), content('x')];
      const ids = async (desired: State, lastApplied?: State) =>
        fileRowsIn(await pulled({ desired, ...(lastApplied && { lastApplied }) })).map(
          ({ context }) => context,
        );
      expect(await ids(state(broad, narrow))).toEqual(['*']);
      expect(await ids(state(broad), state(narrow))).toEqual(['Prod;*', '*']);
      expect(await ids(state({ ...narrow, absent: true }, broad))).toEqual(['*']);
      await push(server, { data: [{ file: 'f', context: '*;*', opp: 'delete' }] });
      expect(await ids(state(broad, narrow), state(narrow))).toEqual([]);
    });
  });

  test('to be deleted are presumed to exist while more of their path are listed than known', async () => {
    await withServer(GROUPS, async (server) => {
      await mustPush(server, [{ file: 'f', context: 'Prod;*', content: 'x' }]);
      await withReading(server, async ({ pulled }) => {
        const desired = state({ ...content(''), absent: true });
        expect(fileRowsIn(await pulled({ desired })).length).toBe(1);
        expect(fileRowsIn(await pulled({ desired, presumed: 'desired' })).length).toBe(0);
      });
    });
  });

  test('that cannot be rendered leave the values of a pull readable', async () => {
    await withKey({}, async (server, { pulled }) => {
      await mustPush(server, [{ file: 'bad', context: '*;*', content: '\\${no.such.key}' }]);
      const seen = await pulled({ desired: state(content('x')), lastApplied: state(content('x')) });
      expect(fileRowsIn(seen)).toEqual([{ ...content(''), unknown: true }]);
      const named = { keys: keysIn(naming(['Prod;Web'])), files: [content('x', 'Prod;Web')] };
      const read = await pulled({ desired: stateFrom(named) });
      expect(textsOf(read, 'a')).toEqual([['Prod;Web', '2']]);
    });
  });

  test('of a security group are marked, and never compared', async () => {
    const securityGroups = [
      { name: 'G', password: 'passw0rd', cipher: 'AES/CBC/PKCS5Padding' as const },
    ];
    await withServer({ ...GROUPS, securityGroups }, async (server) => {
      const pair = { securityGroup: 'G', password: 'passw0rd' };
      await mustPush(server, [
        { file: 'f', context: 'Prod;*', content: '' },
        { file: 'f', context: 'Prod;*', content: 'secret', ...pair },
        { key: 's', push: true, ...pair, values: [{ context: 'Prod;*', value: 'secret' }] },
      ]);
      await withReading(server, async ({ pulled, exported }) => {
        const other = state(content('other'));
        const seen = await pulled({ desired: other, lastApplied: other });
        expect(fileRowsIn(seen)).toEqual([{ ...content(''), unknown: true, securityGroup: 'G' }]);
        // That the token does not open the key, only a read by token shows.
        const [key] = keysIn(await exported());
        expect(keysIn(seen)).toEqual([{ ...key, sealed: true }]);
      });
    });
  });
});
