// The hidden marker: no content breaks out of it, and only our own is read.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APPLIED_OUTCOMES, readMarker, writeMarker } from '../../src/github/posts.ts';
import { CODE_POINT } from '../random/code-points.ts';

const MARKER = {
  kind: 'plan',
  target: 'config.test/acme/shop/.',
  head: 'abc',
  plan: 'def',
} as const;
const ANY = fc.string({ unit: CODE_POINT });

describe('written', () => {
  test('as an HTML comment on one line', () => {
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
    '-->',
    '--!>',
    '--',
    '---',
    '>',
    '->',
    '<!--',
    '@alice',
    '#1',
    '\n',
    '\u2028',
    '\u202e',
    '\ud800',
    '`',
  ])('and %j cannot end it, nor be seen by a Git host', (text) => {
    const written = writeMarker({ ...MARKER, target: `a${text}b${text}` });
    const inner = written.slice('<!--'.length, -'-->'.length);
    expect(inner).toMatch(/^[\x20-\x7e]+$/);
    expect(inner).not.toMatch(/--|[<>@#`]/);
  });
});

describe('is not ours:', () => {
  const line = (json: string) => `<!-- confighub-sync ${json} -->\nText`;
  const fields = { version: 1, kind: 'plan', target: MARKER.target, head: 'abc', plan: 'def' };

  test('(ours is this)', () => {
    expect(readMarker(line(JSON.stringify(fields)), MARKER)).toEqual(MARKER);
  });

  test.each([
    ['nothing', ''],
    ['a marker that is not at the start', ` ${line(JSON.stringify(fields))}`],
    ['a quoted one', `> ${line(JSON.stringify(fields))}`],
    ['that of another tool', line(JSON.stringify(fields)).replace('confighub-sync', 'other')],
    ['wrong JSON', line('{"version":1,}')],
    ['JSON of another kind', line('[1]')],
    ['another version', line(JSON.stringify({ ...fields, version: 2 }))],
    ['a version in words', line(JSON.stringify({ ...fields, version: '1' }))],
    ['another kind', line(JSON.stringify({ ...fields, kind: 'drift' }))],
    ['another target', line(JSON.stringify({ ...fields, target: 'config.test/acme/shop/other' }))],
    ['a head that is not a string', line(JSON.stringify({ ...fields, head: null }))],
    ['one with a field missing', line(JSON.stringify({ ...fields, plan: undefined }))],
    ['an outcome of another version', line(JSON.stringify({ ...fields, outcome: 'done' }))],
    ['one with more fields', line(JSON.stringify({ ...fields, more: 1 }))],
    ['one over two lines', line(JSON.stringify(fields, null, 1))],
  ])('%s', (_, body) => {
    expect(readMarker(body, MARKER)).toBeUndefined();
  });
});
