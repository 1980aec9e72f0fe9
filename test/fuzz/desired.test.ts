// The reader of projects on what nobody would write: it names errors, ends, and touches nothing but its own.
import { expect, test } from 'vitest';
import type { Loaded } from '../../src/documents/load-project.ts';
import { KEY_METADATA, type State } from '../../src/model/state.ts';
import { type Contents, load } from '../helpers/project.ts';
import { documentsOf } from '../random/documents.ts';
import { document } from './documents.ts';
import { filesBelow, fuzz, FUZZ_TIMEOUT, kept, prototypes } from './fuzz.ts';
import { mutated } from './mutate.ts';

const WORDS = [
  ...['keys:', 'files:', 'data:', 'values:', 'value:', 'vdt: ', 'opp: delete', 'context: '],
  ...['path: ', '<<: *a', '&a ', '*a', '!!str ', '"*;*"', '- ', '? ', '# ', '---\n', '...\n'],
  ...['|\n  ', '%YAML 1.2\n'],
];
const documents = [
  ...filesBelow('examples', /\.(?:ya?ml|json)$/),
  ...filesBelow('test/cases', /^(?:.*\.ya?ml|shop\.json)$/),
];
const projects = [
  ...filesBelow('test/cases', /^confighub\.yaml$/),
  Buffer.from(
    'version: 1\nurl: https://h/b\nrepository: a/b\nlevels: [E, A]\ninclude: ["config/**/*.{yaml,yml}", "!x"]\nscope: { keys: ["a*"], contexts: ["*;*"], files: [x/**] }\nprotect: ["+(a)", "{1..3}"]\nlimits: { deletes: 30%, maxDeletes: 1 }\npasswords: { G: { env: X } }\nredact: ["*.x"]\nallowNewContexts: [P]\nbatch: 5\n',
  ),
];
const before = prototypes();

function expectHonest(files: Contents, text: string): Loaded {
  const loaded = load(files);
  const odd = loaded.diagnostics.filter(({ place, file, message, related }) => {
    const isAbout = /^confi/.test(place?.file ?? file ?? '') && message.length < 1000;
    const isWithin = [place, related].every((one) => {
      if (one === undefined || one.file === 'config/other.yaml') return true;
      const { offset, line, column, source } = one;
      return (
        offset >= 0 &&
        offset <= Math.max(text.length, source.text.length) &&
        Math.min(line, column) >= 1
      );
    });
    return !isAbout || !isWithin;
  });
  expect(odd).toEqual([]);
  const shown = ({ state, diagnostics }: Loaded) => JSON.stringify([factsOf(state), diagnostics]);
  expect(shown(load(files))).toBe(shown(loaded));
  expect(prototypes()).toBe(before);
  return loaded;
}

/** What a state says, without what only its way of being written says. */
function factsOf({ items }: State): unknown {
  return [...items.values()].map(({ rows, ...item }) => [
    [
      item.kind,
      item.name,
      item.absent ?? false,
      ...KEY_METADATA.map((field) => item[field] ?? null),
    ],
    [...rows.values()].map(({ context, text, absent }) => [context, text, absent ?? false]),
  ]);
}

function check(input: Buffer): void {
  const { state, diagnostics } = expectHonest({ 'config/doc.yaml': input }, input.toString());
  if (diagnostics.length > 0) return;
  const again = load(documentsOf(state));
  expect(again.diagnostics).toEqual([]);
  expect(factsOf(again.state)).toEqual(factsOf(state));
}

test('documents of changed bytes', { timeout: FUZZ_TIMEOUT }, async () => {
  const material = { inputs: [...documents, ...kept('documents')], words: WORDS };
  await fuzz({ name: 'documents', runs: 300, make: (random) => mutated(random, material), check });
});

test('documents of odd structure', { timeout: FUZZ_TIMEOUT }, async () => {
  await fuzz({ name: 'structures', runs: 300, make: document, check });
});

test('project files', { timeout: FUZZ_TIMEOUT }, async () => {
  const material = {
    inputs: [...projects, ...kept('projects')],
    words: ['{1..9}', '{a,b}', '+(', '*(', '!(', '**', '..', 'env: ', 'keys: '],
  };
  await fuzz({
    name: 'projects',
    runs: 300,
    make: (random) => mutated(random, material),
    check: (input) => {
      expectHonest(
        { 'confighub.yaml': input, 'config/other.yaml': 'keys: { a: 1 }' },
        input.toString(),
      );
    },
  });
});
