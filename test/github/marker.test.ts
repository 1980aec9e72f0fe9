// The hidden marker: no content breaks out of it, and only our own is read.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { APPLIED_OUTCOMES, readMarker, writeMarker } from '../../src/github/posts.ts';
import { CODE_POINT } from '../random/code-points.ts';

const FIELDS = { target: 'config.test/acme/shop/.', head: 'abc', plan: 'def' };
const MARKER = { kind: 'plan', ...FIELDS } as const;
const ANY = fc.string({ unit: CODE_POINT });

test('is an HTML comment on one line', () => {
  expect(writeMarker(MARKER)).toBe(
    '<!-- confighub-sync {"version":1,"kind":"plan","target":"config.test/acme/shop/.","head":"abc","plan":"def"} -->',
  );
});

test('is read back unchanged, whatever its content and the text after it', () => {
  const outcome = fc.constantFrom(...APPLIED_OUTCOMES);
  const marker = fc.record(
    { kind: fc.constantFrom('plan', 'drift'), target: ANY, head: ANY, plan: ANY, outcome },
    { requiredKeys: ['kind', 'target', 'head', 'plan'] },
  );
  fc.assert(
    fc.property(marker, ANY, (written, rest) => {
      expect(readMarker(`${writeMarker(written)}${rest}`, written)).toEqual(written);
    }),
  );
});

test.each([
  ...['-->', '--!>', '--', '---', '>', '->', '<!--', '@alice', '#1', '`'],
  ...['\n', '\u2028', '\u202e', '\ud800'],
])('%j cannot end it, nor be seen by a Git host', (text) => {
  const written = writeMarker({ ...MARKER, target: `a${text}b${text}` });
  const inner = written.slice('<!--'.length, -'-->'.length);
  expect(inner).toMatch(/^[\x20-\x7e]+$/);
  expect(inner).not.toMatch(/--|[<>@#`]/);
});

const line = (json: string) => `<!-- confighub-sync ${json} -->\nText`;
const own = (more: object = {}) =>
  line(JSON.stringify({ version: 1, kind: 'plan', ...FIELDS, ...more }));

test.each([
  ['nothing', ''],
  ['a marker that is not at the start', ` ${own()}`],
  ['a quoted one', `> ${own()}`],
  ['that of another tool', own().replace('confighub-sync', 'other')],
  ['wrong JSON', line('{"version":1,}')],
  ['JSON of another kind', line('[1]')],
  ['another version', own({ version: 2 })],
  ['a version in words', own({ version: '1' })],
  ['another kind', own({ kind: 'drift' })],
  ['another target', own({ target: 'config.test/acme/shop/other' })],
  ['a head that is not a string', own({ head: null })],
  ['one with a field missing', own({ plan: undefined })],
  ['an outcome of another version', own({ outcome: 'done' })],
  ['one with more fields', own({ more: 1 })],
  ['one over two lines', own().replace(',', ',\n')],
])('is not ours: %s', (_, body) => {
  expect(readMarker(own(), MARKER)).toEqual(MARKER);
  expect(readMarker(body, MARKER)).toBeUndefined();
});
