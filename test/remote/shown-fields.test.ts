// Which read shows which field: a server before and after one field has changed, by every way to read it.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Item } from '../../src/model/state.ts';
import type { ServerReader } from '../../src/remote/client.ts';
import { pulledKey } from '../../src/remote/pulled-state.ts';
import { type KeyFields, withHidden } from '../../src/remote/shown-fields.ts';
import type { FileRow, KeyRecord, Repository, ValueRow } from '../../src/server/state.ts';
import { localReader } from '../random/local-reader.ts';
import { emptyRepository, liveOf } from '../helpers/repository.ts';

const TOKEN = 'bearer';
const GROUPS = [
  { name: 'Plain', password: 'passw0rd', cipher: null },
  { name: 'Sealed', password: 'passw0rd', cipher: 'AES/CBC/PKCS5Padding' as const },
];

interface Content {
  key: Partial<KeyRecord>;
  rows: Partial<ValueRow>[];
  files: Partial<FileRow>[];
}

const USUAL: Content = { key: {}, rows: [{}], files: [{}] };
const pull = { context: 'Prod;*', content: 'values and files' } as const;
const byToken = (repository: Repository) => localReader(repository, TOKEN);

/** What each way to read returns. */
const WAYS: Record<string, (repository: Repository) => Promise<unknown>> = {
  export: (repository) => localReader(repository).exported(),
  pull: (repository) => localReader(repository).pull(pull),
  'pull by token': (repository) => byToken(repository).pull(pull),
  keyData: (repository) => byToken(repository).keyData('k'),
  info: (repository) => byToken(repository).detail(),
  'info/all': (repository) => byToken(repository).repositories(),
};

const of = (key: Partial<KeyRecord>, ...rows: Partial<ValueRow>[]): Content => ({
  ...USUAL,
  key,
  rows: rows.length > 0 ? rows : [{}],
});
const files = (...some: Partial<FileRow>[]): Content => ({ ...USUAL, files: some });
const MAP = { vdt: 'Map' } as const;
const NULL = { text: null };

/** A field, what it changes from and to, and the ways that show it. `field`: of a key, also taken from what was known. */
type Field = [what: string, from: Content, to: Content, shownBy: string, field?: keyof KeyFields];
const KEY_READS = 'export, pull, pull by token, keyData';
const FIELDS: Field[] = [
  ['type', USUAL, of({ vdt: 'Code' }), KEY_READS, 'vdt'],
  ['deprecated', USUAL, of({ deprecated: true }), KEY_READS, 'deprecated'],
  ['readme', USUAL, of({ readme: 'x' }), KEY_READS, 'readme'],
  ['readme, of none', of({ readme: '' }), of({ readme: 'x' }), KEY_READS, 'readme'],
  ['readme, gone', of({ readme: 'x' }), USUAL, KEY_READS, 'readme'],
  ['empty readme', USUAL, of({ readme: ' ' }), 'export, keyData'],
  ['empty readme, gone', of({ readme: ' ' }), USUAL, 'export, keyData', 'readme'],
  ['push', USUAL, of({ push: false }), 'export, keyData', 'push'],
  ['group without a cipher', USUAL, of({ group: 'Plain' }), 'export'],
  ['group without a cipher, gone', of({ group: 'Plain' }), USUAL, 'export', 'securityGroup'],
  ['sealed group', of({}, NULL), of({ group: 'Sealed' }, NULL), 'export, pull', 'securityGroup'],
  ['text', USUAL, of({}, { text: 'y' }), 'export, pull, pull by token'],
  ['spelling of a Map', of(MAP, { text: '{"a":1}' }), of(MAP, { text: '{ a: 1 }' }), 'export'],
  ['context of a value', USUAL, of({}, { context: '*;*' }), 'export, pull, pull by token'],
  ['value in another context', USUAL, of({}, {}, { context: 'Dev;*' }), 'export, info/all'],
  ['inactive value', USUAL, of({}, {}, { active: false }), 'export, info/all', 'inactive'],
  ['second value of a context', USUAL, of({}, {}, { text: 'y' }), 'export, info/all'],
  ['content of a file', USUAL, files({ content: 'y' }), 'export, pull, pull by token'],
  ['placeholder in a file', files({ content: 'x' }), files({ content: '${k}' }), 'export'],
  ['context of a file', USUAL, files({ context: '*;*' }), 'export'],
  ['file in another context', USUAL, files({}, { context: 'Dev;*' }), 'export, info'],
  ['inactive file', USUAL, files({}, { active: false }), 'export, info'],
  ['group of a file', USUAL, files({ group: 'Plain' }), 'export, info'],
];

function repositoryOf({ key, rows, files }: Content): Repository {
  const tokens = { one: { value: TOKEN, securityGroups: ['Plain', 'Sealed'] } };
  const repository = emptyRepository({ tokens, securityGroups: GROUPS });
  const stored = { context: 'Prod;*', active: true };
  const all = rows.map((row, serial) => ({ ...stored, serial, text: 'x', ...row }));
  const byContext = new Map(
    all.map(({ context }) => [context.toLowerCase(), all.filter((one) => one.context === context)]),
  );
  const usual = { name: 'k', vdt: 'Text', readme: null, deprecated: false, push: true } as const;
  const held = files.map((file, serial) => ({
    ...stored,
    path: 'f',
    content: 'x',
    serial,
    ...file,
  }));
  return {
    ...repository,
    keys: new Map([['k', { ...usual, ...key, rows: byContext }]]),
    files: new Map([['f', held]]),
  };
}

test.each(FIELDS)('%s', async (_, from, to, shownBy) => {
  const [before, after] = [repositoryOf(from), repositoryOf(to)];
  const shown = Object.entries(WAYS).map(async ([way, read]) =>
    isDeepStrictEqual(await read(before), await read(after)) ? [] : [way],
  );
  expect((await Promise.all(shown)).flat().join(', ')).toBe(shownBy);
});

async function keyBy(
  way: 'pull' | 'keyData',
  reader: ServerReader,
): Promise<Omit<Item, 'rows'> | undefined> {
  if (way === 'keyData') return reader.keyData('k');
  const [value] = (await reader.pull(pull))?.values ?? [];
  return value && pulledKey(value);
}

test.each(FIELDS.filter((row): row is Required<Field> => row[4] !== undefined))(
  '%s: shown, or else as it was known',
  async (_, from, to, shownBy, field) => {
    const [before, after] = [repositoryOf(from), repositoryOf(to)];
    const known = liveOf(before).items.get('k');
    for (const way of ['pull', 'keyData'] as const) {
      const read = await keyBy(way, localReader(after));
      const isShown = shownBy.split(', ').includes(way);
      const expected = isShown ? liveOf(after).items.get('k') : known;
      expect(read && withHidden(way, read, known)[field], way).toEqual(expected?.[field]);
    }
  },
);
