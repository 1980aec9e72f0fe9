// What a plan reads, one case after the other: pieces where they are everything, else the whole export, and the same plan.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the server
import { describe, expect, test } from 'vitest';
import { type Fault, type Request, withFaults } from '../helpers/faulty-server.ts';
import {
  eachRow,
  NOTHING,
  type Row,
  type Rows,
  type Stage,
  value,
  type Way,
  withRow,
} from '../helpers/pieces.ts';
import { request } from '../helpers/server.ts';

const DOC = 'keys: { a: { values: { "*": 1, Prod;Web: 2 } }, b: x }';
const THERE = [
  {
    ...value('a', '*;*', '1'),
    values: [
      { context: '*;*', value: '1' },
      { context: 'Prod;Web', value: '2' },
    ],
  },
  value('b', '*;*', 'x'),
];
const GROUPS = {
  flags: { contextGroupsEnabled: true },
  contextGroups: [{ level: 'Environment', name: 'AllProd', members: ['Prod', 'Prod2'] }],
};
const many = (count: number) => Array.from({ length: count }, (_, at) => `E${at};*`);
const wide = (count: number): Pick<Row, 'declares' | 'theirs'> => ({
  declares: `keys: { a: { values: { ${many(count)
    .map((one) => `${one}: 1`)
    .join(', ')} } } }`,
  theirs: [[{ key: 'a', push: true, values: many(count).map((context) => ({ context, value: '1' })) }]],
});
const FILES = 'files: { f.txt: { "*": { content: "of ${b}" } } }';

const ALL = '1 keys, 2 pull';
const MORE = '1 export, 1 keys, 2 pull';

const ROWS: Rows = {
  complete: { declares: DOC, theirs: [THERE], asks: ALL, shows: NOTHING },
  'changed by others': { declares: DOC, applied: DOC, theirs: [[value('a', 'Prod;Web', '9')]], asks: ALL },
  'no longer declared': { declares: 'keys: { b: x }', applied: DOC, asks: ALL },
  'empty, and nothing declared but a file': { declares: FILES, asks: '1 keys' },
  'a value where nobody here declares one': {
    declares: DOC,
    theirs: [THERE, [value('b', 'Dev;*', 'y')]],
    asks: MORE,
    shows: { ...NOTHING, counts: { unmanaged: 1 } },
  },
  'a value of others where we declare one': {
    declares: DOC,
    theirs: [THERE, [value('c', 'Prod;Web', 'y')]],
    asks: ALL,
    shows: { ...NOTHING, counts: { unmanaged: 1 } },
  },
  'an inactive row': {
    declares: DOC,
    theirs: [THERE, [{ key: 'b', values: [{ context: 'Prod;Web', value: 'x', active: false }] }]],
    asks: MORE,
  },
  'an inactive row in place of a value': {
    declares: DOC,
    theirs: [THERE, [{ key: 'a', values: [{ context: 'Prod;Web', value: '2', active: false }] }]],
    asks: MORE,
  },
  'a row that is there twice': {
    declares: DOC,
    server: { plantDuplicates: true },
    theirs: [[value('a', '*;*', '1'), value('b', '*;*', 'x')], [value('a', 'Prod;Web', '3')]],
    asks: MORE,
  },
  'a key without values': {
    declares: `keys: { a: { values: { "*": 1, Prod;Web: 2 } }, b: x, c: { readme: of it } }`,
    theirs: [THERE, [{ key: 'd', push: true, deprecated: false }]],
    asks: ALL,
    shows: { counts: { unmanaged: 1 } },
  },
  'null and the empty text': {
    declares: 'keys: { a: { value: null }, b: "", c: "", d: { value: null } }',
    theirs: [
      [value('a', '*;*', null), value('b', '*;*', ''), value('c', '*;*', null), value('d', '*;*', '')],
    ],
    asks: '1 keys, 1 pull',
    shows: { counts: { change: 2 } },
  },
  'no token': { declares: DOC, theirs: [THERE], token: null, asks: ALL, shows: NOTHING },
  'no export': {
    ...{ declares: DOC, theirs: [THERE], server: { flags: { tokenFreePull: false } } },
    asks: '1 keys, 2 pull by token',
    shows: { live: 'pulls' },
  },
  'a group answers where its member has nothing': {
    declares: 'keys: { a: { values: { "*": 1, Prod;*: 2 } } }',
    server: GROUPS,
    theirs: [[value('a', '*;*', '1')], [value('a', 'AllProd;*', '3')]],
    asks: MORE,
    shows: { counts: { add: 1, unmanaged: 1 } },
  },
  'a group that is declared beside its member': {
    declares: 'keys: { a: { values: { "*": 1, AllProd;*: 2, Prod;*: 2 } }, b: { values: { Prod;*: 4 } } }',
    server: GROUPS,
    theirs: [[value('a', '*;*', '1')], [value('a', 'AllProd;*', '3')], [value('b', 'AllProd;*', '4')]],
    asks: '1 keys, 3 pull',
    shows: { counts: { add: 2, change: 1, unmanaged: 1 } },
  },
  'ten contexts': { ...wide(10), asks: '10 pull, 1 keys', shows: NOTHING },
  'more than ten contexts': { ...wide(11), asks: '1 export, 1 keys', shows: NOTHING },
  'an element that the server does not know': {
    declares: 'keys: { a: { values: { "*": 1, Prod;Web: 2, New;*: 3 } }, b: x }',
    ...{ project: 'allowNewContexts: [New]', theirs: [THERE] },
    asks: '1 keys, 3 pull',
    shows: { counts: { add: 1 } },
  },
  'names in another case': {
    declares: 'keys: { A: { values: { "*": 1, PROD;web: 3 } }, B: x }',
    applied: 'keys: { a: { values: { "*": 1, Prod;Web: 2 } }, b: x }',
    asks: ALL,
  },
  'files that changed': {
    declares: `${DOC}\n${FILES}`,
    theirs: [
      THERE,
      [
        { file: 'f.txt', context: '*;*', content: 'x' },
        { file: 'g', context: 'P;*', content: '' },
      ],
    ],
    asks: ALL,
    shows: { changes: [{ kind: 'file', before: 'x' }], counts: { unmanaged: 1 } },
  },
  'a mirror': { declares: DOC, theirs: [THERE], project: 'prune: all', asks: '1 export' },
  'a mirror by an option': { declares: DOC, theirs: [THERE], given: { prune: 'all' }, asks: '1 export' },
  'a scope': { declares: DOC, theirs: [THERE], project: 'scope: { keys: ["*"] }', asks: '1 export' },
  'a list of what is unmanaged': {
    declares: DOC,
    theirs: [THERE],
    given: { unmanaged: true },
    asks: '1 export',
  },
};

/** A server on whose way pulls of broad rows name one key twice and leave out another. */
const doubling: Way = (server, act) => {
  const row = '"b":{"val":"x","context":["*","*"]}';
  const body = `{"properties":{${row},${row}},"account":"acme","repo":"shop","context":"","generatedOn":""}`;
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  const fault = ({ path, headers }: Request): Fault => {
    const isBroad = path.startsWith('/rest/pull') && !String(headers.context).includes('Web');
    return isBroad ? { bytes: head + body } : 'pass';
  };
  return withFaults({ behind: server, fault }, ({ url }) => act(url));
};

describe('a plan reads', () => {
  eachRow(ROWS);

  test('the export where a pull names a key twice, and as many values as there should be', async () => {
    const check = async ({ planned }: Stage) => {
      const { asked, json, whole } = await planned();
      expect({ asked, json }).toEqual({ asked: '1 export, 1 keys, 1 pull', json: whole });
    };
    await withRow({ declares: DOC, theirs: [THERE], asks: '' }, check, doubling);
  });

  test('what a cache has not kept for others', async () => {
    const row = { declares: DOC, theirs: [THERE], server: { flags: { cachingEnabled: true } }, asks: ALL };
    await withRow(row, async ({ server, planned }) => {
      for (const Context of ['*;*', 'Prod;Web']) {
        const headers = { 'Client-Token': server.token('plain'), Context };
        await request(server, { path: '/rest/pull', headers });
      }
      const { asked, json, whole } = await planned();
      expect({ asked, json }).toEqual({ asked: ALL, json: whole });
    });
  });
});
