// Values that a pull shows otherwise than they are stored: maps and lists, secrets; and those that it does not, paths and JSON.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the server
import { describe } from 'vitest';
import { eachRow, NOTHING, type Rows, value } from '../helpers/pieces.ts';

const map = (text: string, vdt = 'Map') => [value('m', '*;*', text, { vdt })];
const SECURITY = [
  { name: 'S', password: 'passw0rd', cipher: 'AES/CBC/PKCS5Padding' as const },
  { name: 'O', password: 'passw0rd', cipher: null },
];
const secured = (group: string) => [
  value('s', '*;*', 'hidden', { securityGroup: group, password: 'passw0rd' }),
];
const SECRET = 'keys: { s: { securityGroup: S, value: { env: PW } } }';
const KNOWN = 'passwords: { S: { env: PW } }';
const FILES = 'files: { f.txt: { "*": { content: "of ${b}" } } }';

const ROWS: Rows = {
  'a map as it is': {
    declares: 'keys: { m: { vdt: Map, value: { b: 1.50, a: x } } }',
    theirs: [map('{ "a": "x", "b": 1.50 }')],
    asks: '1 keys, 1 pull',
    shows: NOTHING,
  },
  'a map with a number that is written otherwise': {
    declares: 'keys: { m: { vdt: Map, value: { b: 1.5 } } }',
    theirs: [map('{"b":1.50}')],
    asks: '1 export, 1 keys, 1 pull',
    shows: { changes: [{ before: '{"b":1.50}', after: '{"b":1.5}' }] },
  },
  'a list as it is, applied': {
    declares: 'keys: { m: { vdt: List, value: [1, a] } }',
    applied: 'keys: { m: { vdt: List, value: [1, a] } }',
    asks: '1 keys, 1 pull',
    shows: NOTHING,
  },
  'a map of others': { declares: 'keys: { b: x }', theirs: [map('{ "a": 1 }')], asks: '1 keys, 1 pull' },
  'a map that changes': {
    declares: 'keys: { m: { vdt: Map, value: { a: 2 } } }',
    theirs: [map('{ "a": 1 }')],
    asks: '1 export, 1 keys, 1 pull',
    shows: { changes: [{ before: '{ "a": 1 }', after: '{"a":2}' }] },
  },
  'a map that changed since it was applied': {
    declares: 'keys: { m: { vdt: Map, value: { a: 2 } } }',
    applied: 'keys: { m: { vdt: Map, value: { a: 1 } } }',
    theirs: [map('{ "a": 1 }')],
    asks: '1 export, 1 keys',
    shows: { changes: [{ before: '{ "a": 1 }', after: '{"a":2}' }] },
  },
  'a map that others wrote anew, and goes': {
    declares: 'keys: { b: x }',
    applied: 'keys: { m: { vdt: Map, value: { a: 1 } }, b: x }',
    theirs: [map('{ "a": 1 }')],
    asks: '1 export, 1 keys, 1 pull',
    shows: { changes: [{ kind: 'key' }, { before: '{ "a": 1 }' }] },
  },
  'a map that goes as a whole': {
    declares: 'keys: { m: { opp: delete }, b: x }',
    theirs: [map('{ "a": 1 }'), [value('b', '*;*', 'x')]],
    asks: '1 export, 1 keys, 1 pull',
    shows: { changes: [{ kind: 'key' }, { before: '{ "a": 1 }' }] },
  },
  'a map that is declared as text': {
    declares: `keys: { m: { vdt: Map, value: '{ "a": 1 }' } }`,
    theirs: [map('{ "a": 1 }')],
    asks: '1 export, 1 keys, 1 pull',
    shows: NOTHING,
  },
  'a map that is none, which breaks pulls': {
    declares: 'keys: { b: x }',
    theirs: [[value('m', '*;*', 'no map')], [{ key: 'm', vdt: 'Map', push: true }]],
    asks: '1 export, 1 keys, 1 pull',
  },
  'what points at files': {
    declares: `keys: { r: { vdt: FileRef, value: f.txt }, e: { vdt: FileEmbed, value: g.txt }, b: x }\n${FILES}`,
    theirs: [
      [
        { file: 'f.txt', context: '*;*', content: 'other' },
        { file: 'g.txt', context: '*;*', content: 'g' },
        ...[value('b', '*;*', 'x'), value('r', '*;*', 'f.txt', { vdt: 'FileRef' })],
        value('e', '*;*', 'f.txt', { vdt: 'FileEmbed' }),
      ],
    ],
    asks: '1 keys, 1 pull',
    shows: {
      changes: [
        { key: 'e', before: 'f.txt', after: 'g.txt' },
        { kind: 'file', before: 'other' },
      ],
    },
  },
  'JSON as it is written': {
    declares: `keys: { m: { vdt: JSON, value: '{"a":1}' } }`,
    theirs: [map('{ "a": 1 }', 'JSON')],
    asks: '1 keys, 1 pull',
    shows: { changes: [{ before: '{ "a": 1 }' }] },
  },
  'a secret, and a token without its password': {
    ...{ declares: SECRET, project: KNOWN, server: { securityGroups: SECURITY } },
    theirs: [secured('S')],
    asks: '1 keys, 1 pull',
    shows: { changes: [{ before: '(secret)', after: '(secret)' }] },
  },
  'a secret, and a token with its password': {
    ...{ declares: SECRET, project: KNOWN, server: { securityGroups: SECURITY }, token: 'rich' },
    theirs: [secured('S')],
    asks: '1 keys, 1 pull',
    shows: { changes: [{ before: '(secret)', after: '(secret)' }] },
  },
  'a secret of a group without a cipher': {
    ...{ declares: SECRET.replace('p: S', 'p: O'), server: { securityGroups: SECURITY } },
    project: KNOWN.replace('S', 'O'),
    theirs: [secured('O')],
    asks: '1 export, 1 keys, 1 pull',
  },
  'a repository with security off': {
    ...{ declares: SECRET, project: KNOWN },
    server: { securityGroups: SECURITY, flags: { securityEnabled: false } },
    theirs: [secured('S')],
    asks: '1 keys, 1 pull',
  },
};

describe('a plan reads', () => {
  eachRow(ROWS);
});
