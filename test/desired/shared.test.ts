// What two readings of a project share: never anything else than reading all of it would give, and nothing is written to.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Loaded } from '../../src/desired/load.ts';
import { sharedBy } from '../../src/desired/shared.ts';
import { type Contents, load, PROJECT } from '../helpers/project.ts';
import { holds, LAW_TIMEOUT } from '../helpers/laws.ts';

const OPTIONS = { env: { PW: 'secret' }, missingEnv: 'warning' } as const;
const A = 'keys: { a: { values: { "*": 1, Prod;Web: 2 } } }\n';
/** A list of a thousand items, and so many aliases of it. */
const expanding = (name: string, aliases: number) =>
  `keys: { ${name}: { vdt: JSON, values: { Prod;*: &x [${Array(1000).fill('a')}], Dev;*: [${Array(aliases).fill('*x')}] } } }\n`;
const B = 'keys: { b: { values: { Prod;*: x } } }\n';

function factsOf({ state, diagnostics, depth, documents, files, passwords }: Loaded) {
  const { keys, files: ofFiles } = state;
  const entries = [...keys].map(([id, { values, place, ...key }]) => [
    id,
    { ...key, place: String(place) },
    [...values].map(([context, { place: at, ...value }]) => [context, { ...value, place: String(at) }]),
  ]);
  const shown = [...ofFiles].map(([id, { place, ...file }]) => [id, { ...file, place: String(place) }]);
  const said = diagnostics.map(({ place, related, ...one }) => ({
    ...one,
    at: [String(place), String(related)],
  }));
  return {
    entries,
    shown,
    said,
    levels: depth?.levels,
    documents,
    files: [...files.keys()],
    of: passwords.all(),
  };
}

/** How many keys were taken over. */
function takenOver(
  before: Contents,
  after: Contents,
  env: 'unknown' | typeof OPTIONS.env = OPTIONS.env,
): number {
  const known = load(before, OPTIONS);
  for (const key of known.state.keys.values())
    for (const one of [key, ...key.values.values()]) Object.freeze(one);
  const snapshot = JSON.stringify(factsOf(known));
  const options = { ...OPTIONS, env };
  const shared = load(after, { ...options, shared: sharedBy(known) });
  expect(factsOf(shared)).toEqual(factsOf(load(after, options)));
  expect(JSON.stringify(factsOf(known))).toBe(snapshot);
  return [...shared.state.keys].filter(([id, key]) => known.state.keys.get(id) === key).length;
}

describe('is taken over', () => {
  it('what the same documents declare', () => {
    expect(
      takenOver({ 'config/a.yaml': A, 'config/b.yaml': B }, { 'config/a.yaml': A, 'config/b.yaml': B }),
    ).toBe(2);
  });

  it('what one of them declares, where another changes, comes or goes', () => {
    const others: (string | undefined)[] = ['keys: { b: 1 }', 'keys: { c: { readme: of c } }', undefined];
    for (const other of others) {
      const after = { 'config/a.yaml': A, ...(other && { 'config/b.yaml': other }) };
      expect(takenOver({ 'config/a.yaml': A, 'config/b.yaml': B }, after)).toBe(1);
      expect(takenOver(after, { 'config/a.yaml': A, 'config/b.yaml': B })).toBe(1);
    }
  });
});

describe('is read again', () => {
  const EACH: [what: string, before: Contents, after: Contents][] = [
    [
      'where the project file differs',
      { 'config/a.yaml': A },
      { 'confighub.yaml': `${PROJECT}redact: [a]\n`, 'config/a.yaml': A },
    ],
    [
      'where no levels are configured',
      { 'confighub.yaml': '', 'config/a.yaml': A },
      { 'confighub.yaml': '', 'config/a.yaml': A },
    ],
    [
      'where nothing names a level',
      { 'config/a.yaml': 'keys: { a: 1 }' },
      { 'config/a.yaml': 'keys: { a: 1 }' },
    ],
    [
      'what is written in the environment',
      { 'config/a.yaml': 'keys: { a: { values: { Prod;*: { env: PW } } } }' },
      { 'config/a.yaml': 'keys: { a: { values: { Prod;*: { env: PW } } } }' },
    ],
    [
      'what is written in files',
      { 'config/a.yaml': 'keys: { a: { values: { Prod;*: { path: ../x } } } }', x: '1' },
      { 'config/a.yaml': 'keys: { a: { values: { Prod;*: { path: ../x } } } }', x: '2' },
    ],
    [
      'a document with files',
      { 'config/a.yaml': `${A}files: { f: { "*": { content: x } } }` },
      { 'config/a.yaml': `${A}files: { f: { "*": { content: x } } }` },
    ],
    [
      'a key of two documents',
      { 'config/a.yaml': A, 'config/b.yaml': 'keys: { a: { values: { Dev;*: 3 } } }' },
      { 'config/a.yaml': A, 'config/b.yaml': 'keys: { a: { values: { Dev;*: 4 } } }' },
    ],
    [
      'a key that another document declares as well by now',
      { 'config/a.yaml': A },
      { 'config/a.yaml': A, 'config/b.yaml': 'keys: { a: { readme: of it, values: { Dev;*: 4 } } }' },
    ],
    [
      'the same where the other comes before',
      { 'config/b.yaml': A },
      { 'config/b.yaml': A, 'config/a.yaml': 'keys: { a: { values: { Dev;*: 4 } } }' },
    ],
    [
      'what aliases expand, which counts over all documents',
      { 'config/a.yaml': expanding('a', 600), 'config/b.yaml': expanding('b', 100) },
      { 'config/a.yaml': expanding('a', 600), 'config/b.yaml': expanding('b', 600) },
    ],
    [
      'a context that is spelled otherwise now',
      { 'config/a.yaml': A },
      { 'config/a.yaml': A, 'config/b.yaml': 'keys: { b: { values: { PROD;*: 4 } } }' },
    ],
    [
      'everything, beside a mistake',
      { 'config/a.yaml': A },
      { 'config/a.yaml': A, 'config/b.yaml': 'keys: { b: { x: 1 } }' },
    ],
    [
      'everything, after a mistake',
      { 'config/a.yaml': A, 'config/b.yaml': 'keys: { b: { x: 1 } }' },
      { 'config/a.yaml': A },
    ],
  ];
  it.each(EACH)('%s', (_, before, after) => expect(takenOver(before, after)).toBe(0));
});

/** Mostly the first; the others are mistakes, or tie documents together. */
function mostly<Item>(usual: readonly Item[], ...others: Item[]): fc.Arbitrary<Item> {
  return fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

const keyOf = (own: string) =>
  fc
    .tuple(
      mostly([`${own}.1`, `${own}.2`, `${own}.3`], 'a.1', 'b.1', 'C.1'),
      mostly(
        ['', '', 'readme: r, ', 'vdt: JSON, '],
        'vdt: Integer, ',
        'opp: delete, ',
        'securityGroup: G, ',
        'x: 1, ',
      ),
      mostly(['"*"', '"*;*"', 'Prod;*', 'Prod;Web', '"*;Web"'], 'prod;*', 'Prod'),
      mostly(
        ['1', '2', '"***"', 'null'],
        '{ env: PW }',
        '{ env: NONE }',
        '{ path: ../f.txt }',
        '{ opp: delete }',
        '[a]',
      ),
    )
    .map(
      ([name, metadata, context, value]) =>
        [name, `{ ${metadata}values: { ${context}: ${value} } }`] as const,
    );
const documentOf = (own: string) =>
  fc
    .tuple(
      mostly([''], 'context: Prod;*\n'),
      fc.array(keyOf(own), { minLength: 1, maxLength: 3 }),
      mostly(
        [''],
        'files: { f: { "*": { path: ../f.txt } } }\n',
        '---\ncontext: Dev;*\nkeys: { d: { values: { "*;Web": 1 } } }\n---\ncontext: Prod;Web\nkeys: { d: 2 }\n',
      ),
    )
    .map(([context, keys, files]) => {
      const lines = Array.from(new Map(keys), ([name, value]) => `  ${name}: ${value}\n`);
      return `${context}keys:\n${lines.join('')}${files}`;
    });
const documents = fc
  .record({ a: documentOf('a'), b: documentOf('b'), c: documentOf('c') }, { requiredKeys: [] })
  .map((all) => Object.fromEntries(Object.entries(all).map(([name, text]) => [`config/${name}.yaml`, text])));
const project = mostly([PROJECT], `${PROJECT}redact: [a]\n`, 'prune: none\n', 'levels: [E]\n');

describe('whatever changes between the two', () => {
  it('both readings give the same', { timeout: LAW_TIMEOUT }, () => {
    const rest = { 'f.txt': 'x' };
    let taken = 0;
    holds(fc.tuple(documents, documents, project, fc.boolean()), {
      check: ([one, other, file, isKnown]) => {
        const before = { 'confighub.yaml': PROJECT, ...rest, ...one };
        const after = { 'confighub.yaml': file, ...rest, ...one, ...other };
        taken += takenOver(before, after, isKnown ? OPTIONS.env : 'unknown');
      },
    });
    expect(taken).toBeGreaterThan(50);
  });
});
