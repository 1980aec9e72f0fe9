// What few entries of a document say of some items is what the whole document says of them, in every version of a history.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DocumentEntries } from '../../src/documents/entries.ts';
import { loadProject } from '../../src/documents/load-project.ts';
import { filesInMemory } from '../../src/documents/project-files.ts';
import { ContextChecker } from '../../src/documents/state-builder.ts';
import { keyTest } from '../../src/lib/glob.ts';
import { type Named, rowsIn } from '../../src/model/state.ts';
import { holds, named, PROPERTY_TIMEOUT } from '../random/runs.ts';

const PATH = 'config/shop.yaml';
const isChosen = ({ name }: Named) => keyTest('a.*')(name);

/** Pieces of documents that mean what they seem to. */
const USUAL = [
  ...['  a.b: 1\n', '  a.c: "2"\n', '  other: 3\n', '  "quoted": 4\n', '  x.y: { vdt: Text }\n'],
  ...['  # a comment\n', '\n', '# at the top\n', '  d: null\n', '  e:\n', '  g: { value: 5 }\n'],
  '  a.d:\n    readme: What it is for\n    values:\n      "*;*": 1\n      Production;*: 2\n',
  '  h:\n    values: { "*;*": 1, Staging;*: 2 }\n',
  '  i: |\n    some text\n    more\n',
  '  j: |+\n    kept\n\n',
];

/** Those that do not, or that have an effect elsewhere. */
const HOSTILE = [
  '  r: &x 19\n  a.i: *x\n',
  '---\ncontext: Staging;*\nkeys:\n  a.b: 42\n  other: 43\n',
  ...['  # a.b: 6\n', '# a.b: 7\n', '  k: "a.b: 8"\n', '  l: a.b\n', '    a.b: 9\n', ' a.b: 10\n'],
  ...[
    '  i: |\n    a.b: 11\n',
    '  i: >\n  a.b: 12\n',
    '  i: |2\n      a.b: 13\n',
    '  i: |1\n   x\n',
  ],
  ...['  m: "open\n', '  a.b: 14"\n', "  n: 'open\n", "  a.e: 15'\n", '  o: "a\n    b"\n', '"\n'],
  ...['  p: {\n', '  a.f: 16 }\n', '  }\n', '  q: [\n', '  ]\n', '    a.g: 17,\n'],
  ...['  p: { a.b: 1 }\n', '  a.h: &x 18\n', '  r: &x 19\n', '  a.i: *x\n', '  s: *x\n'],
  ...['  <<: *x\n', '  <<: { a.b: 20 }\n', '  t: &m { value: 1 }\n', '  a.j: { <<: *m }\n'],
  ...['  u: a && b\n', '  v: &m\n', '  w: !!int x\n', '  a.k: !!str 21\n', '  y: !other\n'],
  ...['  z: !!str\n', '  ? a.l\n  : 22\n', '  ? "a.\n    m"\n  : 1\n', '---\n', '...\n'],
  ...['keys:\n', 'keys: # again\n', 'keys: {}\n', 'files:\n', '%YAML 1.2\n', 'x\n'],
  ...['context: Production;*\n', 'context: production;*\n', 'context: "*;*"\n'],
  ...['changeComment: x\n', '  aa: { values: { production;*: 1 } }\n'],
  ...['  a.n: { values: { PRODUCTION;*: 1 } }\n', '  ab: { values: { P;*;*: 1 } }\n'],
  ...['  a.o: { values: { "*;*;*": 1 } }\n', '  a.p: { values: { x;;: 1 } }\n'],
  ...['  ac: { values: { staging;*: { x: 1, value: 2 } } }\n', '  A.B: 23\n', '  a.b: 24\n'],
  ...['  OTHER: 25\n', '  other: 26\n', '  bad name: 27\n', '  a.q r: 1\n'],
  ...['  ad: { opp: delete }\n', '  a.r: { opp: delete }\n', '  ae: { vdt: Integer, value: x }\n'],
  ...['\ta.s: 28\n', '  a.t:\t29\n', '  af:\t- 30\n', '  - a.b: 31\n', '- a.b: 32\n'],
  ...['  ag:\n  - x\n', '  a.u: 33\r\n', '  ah: 34\r', '  ai: "\u2028  a.v: 35"\n'],
  ...['  aj: 36\u2028', '  ak: \0\n', '\uFEFF', 'data:\n', '  web/a: { content: x }\n'],
  '- { key: a.b, data: [ { context: "*;*", value: 37 } ] }\n',
  ...['  al: { value: { path: shop.yaml } }\n', '  a.w: { value: { path: other.txt } }\n'],
  ...['  am: 38', '  "a\\u002eb": 39\n', '  "an\n', '  a.x: {value: {env: X}}\n'],
  ...['  password: 40\n', ':\n', '  : 41\n'],
];

interface Edit {
  at: number;
  removed: number;
  pieces: string[];
}

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...USUAL) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
);

const histories = fc.record({
  start: fc.constantFrom('keys:\n', 'keys:\r\n', 'context: Staging;*\nkeys:\n', '# x\nkeys: # y\n'),
  pieces: fc.uniqueArray(fc.constantFrom(...USUAL), { minLength: 3 }),
  levels: fc.constantFrom(undefined, ['Environment', 'Application']),
  edits: fc.array(
    fc.record({
      at: fc.nat(30),
      removed: fc.nat(2),
      pieces: fc.array(piece, { maxLength: 2 }),
    }),
    { maxLength: 12 },
  ),
});

/** The first version, and those that the edits make of it. */
function versionsOf(start: string, first: readonly string[], edits: readonly Edit[]): string[] {
  let pieces = [start, ...first];
  const versions = [pieces.join('')];
  for (const { at, removed, pieces: added } of edits) {
    pieces = pieces.toSpliced(at % (pieces.length + 1), removed, ...added);
    versions.push(pieces.join(''));
  }
  return versions;
}

function load(text: string, levels: readonly string[] | undefined, contexts?: ContextChecker) {
  const project = `version: 1\ninclude: ["config/**"]\n${levels ? `levels: [${levels.join(', ')}]\n` : ''}`;
  const contents = { 'confighub.yaml': project, [PATH]: text };
  const files = filesInMemory(
    new Map(Object.entries(contents).map(([path, content]) => [path, Buffer.from(content)])),
  );
  const read: typeof files.read = (path) =>
    path.startsWith('config/') && path !== PATH ? { bytes: Buffer.from(path) } : files.read(path);
  return loadProject({ ...files, read }, { env: 'unknown', missingEnv: 'warning', contexts });
}

function saidIn(text: string, levels: readonly string[] | undefined): string {
  const { items } = load(text, levels).state;
  const chosen = new Map([...items].filter(([, item]) => isChosen(item)));
  const said = [...chosen.values()].map(({ place: _, rows: __, ...item }) => item);
  const rows = [...rowsIn({ items: chosen })].map(({ id, row: { place: _, ...row } }) => [id, row]);
  return JSON.stringify([said, rows], null, 1);
}

test('Every version says of the items what it says without the entries that are left out.', {
  timeout: PROPERTY_TIMEOUT,
}, () => {
  let [all, shorter] = [0, 0];
  holds(histories, {
    check: ({ start, pieces, levels, edits }) => {
      const contexts = new ContextChecker(levels);
      const entries = new DocumentEntries(isChosen, (text) => load(text, levels, contexts));
      for (const text of versionsOf(start, pieces, edits)) {
        const relevant = entries.relevantIn(text);
        all++;
        if (relevant !== text) shorter++;
        const shown = () => expect(saidIn(relevant, levels)).toBe(saidIn(text, levels));
        named(`${JSON.stringify(text)} as ${JSON.stringify(relevant)}`, shown);
      }
    },
    show: ({ start, pieces, edits }) =>
      versionsOf(start, pieces, edits)
        .map((text) => JSON.stringify(text))
        .join('\n'),
  });
  // Otherwise the property says nothing.
  expect(shorter / all).toBeGreaterThan(0.2);
});

test('Of a version that differs from one before it in an entry, only that entry is read.', () => {
  const texts: string[] = [];
  const contexts = new ContextChecker(undefined);
  const entries = new DocumentEntries(isChosen, (text) => {
    texts.push(text);
    return load(text, undefined, contexts);
  });
  const at = (x: number, more = '') => `keys:\n  x: ${x}\n  a.b: 1\n  y: |\n    z\n${more}  c: 1\n`;
  expect(entries.relevantIn(at(1))).toBe('keys:\n  a.b: 1\n');
  expect(entries.relevantIn(at(2))).toBe('keys:\n  a.b: 1\n');
  expect(entries.relevantIn(at(1))).toBe('keys:\n  a.b: 1\n');
  expect(entries.relevantIn(at(1, '  a.c: 2\n'))).toBe('keys:\n  a.b: 1\n  a.c: 2\n');
  expect(texts).toEqual([at(1), 'keys:\n  x: 2\n', 'keys:\n  a.c: 2\n']);
});
