// Reading by token, against the export of the same server: what both can see is the same.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sameJson } from '../../src/lib/json.ts';
import { fullContext } from '../../src/model/context.ts';
import { keyId, keysIn, type Row, type State } from '../../src/model/state.ts';
import { createReader, type ServerReader } from '../../src/remote/client.ts';
import type { FileKnowledge } from '../../src/remote/pulled-state.ts';
import { readByPulls } from '../../src/remote/read-live.ts';
import { renderedIn } from '../../src/semantics/placeholders.ts';
import type { Repository } from '../../src/server/state.ts';
import { emptyRepository, pushTo } from '../helpers/repository.ts';
import { fileRowsIn, type FileRow, stateFrom } from '../helpers/states.ts';
import { LocalHttp, localReader, pullSource, TARGET } from '../random/local-reader.ts';
import { nearCase, withMore } from '../random/near-states.ts';
import { repositoryOf } from '../random/repository.ts';
import { property } from '../random/runs.ts';
import { CONTEXTS } from '../random/states.ts';

/** That of every token of {@link emptyRepository}. */
const TOKEN = 'token';

/** As a plan reads; throws where pulls are no help. */
async function pulled(
  repository: Repository,
  known: Partial<FileKnowledge> & Pick<FileKnowledge, 'desired'>,
  reader: ServerReader = localReader(repository, TOKEN),
): Promise<State> {
  const { elements, files: listedFiles } = await reader.detail();
  const source = pullSource(repository, { ...reader, elements, listedFiles });
  const read = await readByPulls(source, { presumed: 'last-applied', ...known });
  if ('rejection' in read) throw new Error(read.rejection);
  return read.state;
}

/** A state that names contexts, so that they are asked for. */
function naming(contexts: readonly string[]): State {
  const values = contexts.map((context): [string, Row] => [context, { context, text: null }]);
  return stateFrom({ keys: [{ name: 'no.such.key', rows: new Map(values) }] });
}

/** `k0 [prod;*]` → type and text, of active values in some contexts. */
function rows(state: State, contexts: readonly string[]): Map<string, Row & { of: unknown }> {
  const ids = new Set(contexts.map((context) => fullContext(context, 2).toLowerCase()));
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
  return ['Map', 'List'].includes(items.get(keyId(name))?.vdt ?? '');
}

property(
  'pulls and the export agree on every value of the contexts that were read, and on every file',
  fc.record({
    one: nearCase,
    asked: fc.subarray(CONTEXTS, { minLength: 1 }),
    caching: fc.boolean(),
  }),
  {
    least: 80,
    enough: { values: 1, files: 1 / 2 },
    check: async ({ one, asked, caching }, count) => {
      // Without types, a value of a Map may break every pull.
      const there = repositoryOf({ ...one, vdtEnabled: true });
      const more = withMore(there, { ...one, secured: undefined });
      const repository = { ...more, flags: { ...more.flags, cachingEnabled: caching } };
      const complete = await localReader(repository).exported();
      const lastApplied = stateFrom({ files: fileRowsIn(complete) });
      const seen = await pulled(repository, { desired: naming(asked), lastApplied });
      const ofFiles = fileRowsIn(complete).map(({ context }) => context);
      const [expected, found] = [rows(complete, asked), rows(seen, CONTEXTS)];
      const all = rows(complete, [...asked, ...ofFiles]);
      for (const [address, value] of expected)
        expect(found.get(address)?.context, address).toBe(value.context);
      count('values', found.size);
      for (const [address, { text, of }] of found) {
        const value = all.get(address);
        expect(of, address).toEqual(value?.of);
        const isSame = text !== null && value?.text != null && sameJson(text, value.text);
        if (!isSame) expect(text, address).toBe(value?.text);
      }
      const places = (state: State) =>
        fileRowsIn(state).map(({ path, context }) => `${path} [${context}]`);
      expect(places(seen).sort()).toEqual(places(complete).sort());
      for (const file of fileRowsIn(complete)) {
        count('files');
        const read = fileRowsIn(seen).find(
          ({ path, context }) => path === file.path && context === file.context,
        );
        const isRendered = () =>
          renderedIn(file.text ?? '').some((name) => isNative(complete, name));
        if (read?.unknown) expect(isRendered()).toBe(true);
        expect(read?.unknown ? file : read).toEqual(read?.differs ? undefined : file);
      }
    },
  },
);

const GROUPS = [{ level: 'Environment', name: 'AllProd', members: ['Prod', 'Prod2'] }];
const values = [
  { context: '*;*', value: '1' },
  { context: 'Prod;Web', value: '2' },
];
const KEY = { key: 'a', push: true, values };

/** What is there after one push for each of these entries. */
function having(entries: readonly object[], settings: Parameters<typeof emptyRepository>[0] = {}) {
  return entries.reduce<Repository>(
    (before, one) => pushTo(before, { enableKeyCreation: true, data: [one] }, true),
    emptyRepository({ contextGroups: GROUPS, ...settings }),
  );
}

function textsOf({ items }: State, name: string): [string, string | null][] {
  return [...(items.get(name)?.rows.values() ?? [])].map(({ context, text }) => [context, text]);
}

describe('a cached answer', () => {
  const desired = naming(['*', 'Prod;Web']);
  /** A server that keeps its answers, once somebody has asked who wants no contexts of values. */
  async function asked(...contexts: string[]) {
    const repository = having([KEY], { flags: { cachingEnabled: true } });
    const service = { repositories: [repository], now: () => new Date(0), cache: new Map() };
    const http = new LocalHttp(() => service);
    const limits = { timeout: 1000, maxBytes: 1e6 };
    for (const Context of contexts) {
      const headers = { 'Client-Token': TOKEN, Context };
      await http.send({ method: 'GET', url: `${TARGET.url}/rest/pull`, headers, ...limits });
    }
    const connection = { http, url: TARGET.url, timeout: 1000, token: TOKEN };
    return { repository, reader: createReader(connection, TARGET.repository) };
  }

  test('is not used by a plan', async () => {
    const { repository, reader } = await asked('Prod;Web', '*;*');
    expect(textsOf(await pulled(repository, { desired }, reader), 'a')).toEqual([
      ['*', '1'],
      ['Prod;Web', '2'],
    ]);
  });

  test('causes one more request, and then a refusal', async () => {
    const { repository, reader } = await asked('Prod;Web');
    const source = pullSource(repository, reader);
    let times = 0;
    const kept = { ...source, uncachedContext: () => 'Prod;Web' };
    const uncachedContext = (context: string) =>
      times++ ? source.uncachedContext(context) : 'Prod;Web';
    const known = { desired: naming(['Prod;Web']), presumed: 'last-applied' } as const;
    const read = await readByPulls({ ...source, uncachedContext }, known);
    expect('rejection' in read ? read.rejection : textsOf(read.state, 'a')).toEqual([
      ['Prod;Web', '2'],
    ]);
    expect(await readByPulls(kept, known)).toEqual({
      rejection: 'it returns cached responses to other requests',
    });
  });
});

describe('files', () => {
  const content = (text: string, context = 'Prod;*'): FileRow => ({ path: 'f', context, text });
  const state = (...files: FileRow[]) => stateFrom({ files });

  test('have the desired, the applied, other or unknown content', async () => {
    const repository = having([
      KEY,
      { file: 'f', context: 'Prod;*', content: 'a is ${a}' },
      { key: 'm', vdt: 'Map', push: true, values: [{ context: '*;*', value: '{ "a": 1 }' }] },
    ]);
    const read = async (desired: FileRow, lastApplied: FileRow) => {
      const known = { desired: state(desired), lastApplied: state(lastApplied) };
      return fileRowsIn(await pulled(repository, known)).map(
        ({ path: _, context: __, ...rest }) => rest,
      );
    };
    const [ours, theirs] = [content('a is ${ A }'), content('another')];
    expect(await read(ours, theirs)).toEqual([{ text: 'a is ${ A }' }]);
    expect(await read(theirs, content('a is ${a}'))).toEqual([{ text: 'a is ${a}' }]);
    const other = { text: '', unknown: true };
    expect(await read(theirs, theirs)).toEqual([{ ...other, differs: true, drifted: true }]);
    expect(await read(theirs, content('${m}'))).toEqual([{ ...other, differs: true }]);
    expect(await read(content('${m}'), theirs)).toEqual([{ ...other, drifted: true }]);
    expect(await read(content('\\${a b}'), content('${m}'))).toEqual([other]);
  });

  test('of a context exist if they were applied, those of the broadest for certain', async () => {
    const [broad, narrow] = [content('x', '*'), content('x')];
    const ids = async (repository: Repository, desired: State, lastApplied?: State) =>
      fileRowsIn(await pulled(repository, { desired, lastApplied })).map(({ context }) => context);
    const there = having([KEY, { file: 'f', context: '*;*', content: 'x' }]);
    expect(await ids(there, state(broad, narrow))).toEqual(['*']);
    expect(await ids(there, state(broad), state(narrow))).toEqual(['Prod;*', '*']);
    expect(await ids(there, state({ ...narrow, absent: true }, broad))).toEqual(['*']);
    const gone = pushTo(there, { data: [{ file: 'f', context: '*;*', opp: 'delete' }] });
    expect(await ids(gone, state(broad, narrow), state(narrow))).toEqual([]);
  });

  test('to be deleted are presumed to exist while more of their path are listed than known', async () => {
    const repository = having([{ file: 'f', context: 'Prod;*', content: 'x' }]);
    const desired = state({ ...content(''), absent: true });
    expect(fileRowsIn(await pulled(repository, { desired })).length).toBe(1);
    const after = await pulled(repository, { desired, presumed: 'desired' });
    expect(fileRowsIn(after).length).toBe(0);
  });

  test('that cannot be rendered leave the values of a pull readable', async () => {
    const repository = having([KEY, { file: 'bad', context: '*;*', content: '\\${no.such.key}' }]);
    const known = { desired: state(content('x')), lastApplied: state(content('x')) };
    const seen = await pulled(repository, known);
    expect(fileRowsIn(seen)).toEqual([{ ...content(''), unknown: true }]);
    const named = { keys: keysIn(naming(['Prod;Web'])), files: [content('x', 'Prod;Web')] };
    const read = await pulled(repository, { desired: stateFrom(named) });
    expect(textsOf(read, 'a')).toEqual([['Prod;Web', '2']]);
  });

  test('of a security group are marked, and never compared', async () => {
    const pair = { securityGroup: 'G', password: 'passw0rd' };
    const group = { name: 'G', password: 'passw0rd', cipher: 'AES/CBC/PKCS5Padding' } as const;
    const entries = [
      { file: 'f', context: 'Prod;*', content: '' },
      { file: 'f', context: 'Prod;*', content: 'secret', ...pair },
      { key: 's', push: true, ...pair, values: [{ context: 'Prod;*', value: 'secret' }] },
    ];
    const repository = having(entries, { securityGroups: [group] });
    const other = state(content('other'));
    const seen = await pulled(repository, { desired: other, lastApplied: other });
    expect(fileRowsIn(seen)).toEqual([{ ...content(''), unknown: true, securityGroup: 'G' }]);
    // That the token does not open the key, only a read by token shows.
    const [key] = keysIn(await localReader(repository, TOKEN).exported());
    expect(keysIn(seen)).toEqual([{ ...key, sealed: true }]);
  });
});
