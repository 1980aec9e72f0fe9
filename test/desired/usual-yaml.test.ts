// The quick reader of YAML: what it takes it reads as js-yaml does, and what people usually write it takes.
import { describe, expect, it, test } from 'vitest';
import { parseAnyTrees } from '../../src/desired/parse.ts';
import { usualTrees } from '../../src/desired/usual-yaml.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { Source } from '../../src/model/place.ts';
import { document } from '../fuzz/documents.ts';
import { FUZZ_TIMEOUT, filesBelow, fuzz } from '../fuzz/fuzz.ts';
import { mutated } from '../fuzz/mutate.ts';
import { soup } from '../fuzz/soup.ts';

/** Whether it was taken. */
function isTakenAsByJsYaml(text: string): boolean {
  const trees = usualTrees(text);
  if (trees === undefined) return false;
  const diagnostics: Diagnostic[] = [];
  const others = parseAnyTrees(new Source('a.yaml', text), (one) => diagnostics.push(one));
  expect({ text, diagnostics }).toEqual({ text, diagnostics: [] });
  expect({ text, trees }).toEqual({ text, trees: others });
  return true;
}

describe('takes', () => {
  it.each([
    ['nothing', ''],
    ['comments alone', '# a\n\n  # b\n'],
    ['a mark at the beginning', '# a\n\n---\n# b\nkeys:\n  a: 1\n'],
    [
      'keys with values',
      'keys:\n  a.b:\n    vdt: Integer\n    values:\n      "*;*": 1\n      Production;*: 2\n',
    ],
    ['plain texts with marks inside', 'a: http://x/y?z#f\nb: -1\nc: a:b - c, [d] {e}\nd: :x\ne: ?x\n'],
    ['texts in quotes', `a: "b: #c"\nb: 'it''s'\n"c d": ''\n'e': ""\n"*;*" : 1\n`],
    ['escapes that JSON has too', String.raw`a: "\" \\ \/ \b \f \n \r \t \u00e9 \ud83d\ude00"`],
    [
      'comments behind everything',
      'a: # 1\n  b: c # 2\n  d: "e" # 3\n  f: # 4\n  # 5\n  - g # 6\n  - # 7\n    h: [i] # 8\n',
    ],
    ['nothing behind a colon', 'a:\nb: # c\n\nd:\n'],
    [
      'lists at the indent of their key, and deeper',
      'a:\n- 1\n- 2\nb:\n  - c: 1\n    d: 2\n  - - 1\n    -   - 2\n  -\n    e: 1\n',
    ],
    ['collections in brackets', 'a: [1, b c, "d", [], {}]\nb: { c: d, "e": [f], g: { h: i }, }\n'],
    ['literal texts', 'a: |\n  b\n\n    c  \n   \n\nd: |-\n   e\n\nf:\n  - |+\n    g\n\n\nh: 1\n'],
    [
      'more fields than are compared one by one',
      Array.from({ length: 20 }, (_, i) => `k${i}: ${i}\n`).join(''),
    ],
    ['characters of every script', 'ключ: 値 💥\n"💥": \u00a0a\u00a0\n'],
    ['an end without a line break', 'a:\n  b: |\n    c'],
  ])('%s', (_, text) => expect(isTakenAsByJsYaml(text)).toBe(true));

  it.each(filesBelow('examples/shop', /\.ya?ml$/).map(String))('an example', (text) =>
    expect(isTakenAsByJsYaml(text)).toBe(true),
  );
});

describe('leaves to js-yaml', () => {
  it.each([
    ['anchors and aliases', 'a: &x 1\nb: *x\n'],
    ['merges', 'a: { <<: b }\n'],
    ['tags', 'a: !!str 1\n'],
    ['several documents', 'a: 1\n---\nb: 1\n'],
    ['the end of a document', 'a: 1\n...\n'],
    ['directives', '%YAML 1.2\n---\na: 1\n'],
    ['texts over several lines', 'a: b\n  c\n'],
    ['quotes over several lines', 'a: "b\n  c"\n'],
    ['brackets over several lines', 'a: [b,\n  c]\n'],
    ['folded texts', 'a: >\n  b\n'],
    ['explicit keys', '? a\n: b\n'],
    ['escapes of YAML alone', 'a: "\\x41"\n'],
    ['half of a surrogate pair', 'a: "\\ud800"\n'],
    ['tabs', 'a:\tb\n'],
    ['other line breaks', 'a: b\r\n'],
    ['a byte order mark', '\ufeffa: b\n'],
    ['no mapping and no list', 'a\n'],
    ['two fields of one name', 'a: 1\na: 2\n'],
    ['two of one name among many', `${Array.from({ length: 20 }, (_, i) => `k${i}: 1\n`).join('')}k3: 1\n`],
    ['wrong indents', 'a:\n    b: 1\n  c: 1\n'],
    ['what is nested very deeply', `${'['.repeat(60)}${']'.repeat(60)}\n`],
    [
      'what is nested very deeply in lines',
      Array.from({ length: 60 }, (_, i) => `${' '.repeat(i)}a:\n`).join(''),
    ],
    ['a million brackets', `a: ${'['.repeat(1_000_000)}\n`],
  ])('%s', (_, text) => expect(usualTrees(text)).toBeUndefined());
});

test('what it takes of changed and made up texts, it reads as js-yaml does', {
  timeout: FUZZ_TIMEOUT,
}, async () => {
  const material = {
    inputs: filesBelow('examples', /\.ya?ml$/),
    words: ['- ', ': ', ' #', '|\n  ', '---\n', '"'],
  };
  let taken = 0;
  await fuzz({
    name: 'usual-yaml',
    runs: 6000,
    make: (random) =>
      random.oneIn(4) ? mutated(random, material) : random.oneIn(8) ? document(random) : soup(random),
    check: (input) => {
      if (isTakenAsByJsYaml(input.toString())) taken++;
    },
  });
  expect(taken).toBeGreaterThan(200);
});
