// Globs mean what micromatch means by them, and none keeps the program busy.
import fc from 'fast-check';
import micromatch from 'micromatch';
import { describe, expect, it } from 'vitest';
import { globTest, isTestable } from '../../src/model/glob.ts';
import { linearTest } from '../../src/model/linear-match.ts';
import { holds } from '../helpers/laws.ts';

/** Pieces that mean something to a glob, or nearly. */
const PIECES = [
  'a',
  'ab',
  '.',
  '/',
  '*',
  '**',
  '?',
  '[ab]',
  '[!a]',
  '[^a]',
  '[[:alpha:]]',
  '{a,b}',
  '{1..3}',
];
const GROUPS = [
  '@(',
  '+(',
  '*(',
  '!(',
  '?(',
  '(',
  '|',
  ')',
  '+',
  '-',
  '**/',
  '/**',
  '.a',
  '\\*',
  '\\',
  '[',
  'é',
];
const UNITS = ['a', 'b', '/', '.', 'A', '1', 'é', '*', '-', '(', '|', '+', '\\', '!', ')', '$', '\n'];
const joined = (units: string[], maxLength: number) =>
  fc.array(fc.constantFrom(...units), { maxLength }).map((parts) => parts.join(''));

describe('a glob', () => {
  it('means what micromatch means by it', () => {
    const cases = fc.record({
      glob: joined([...PIECES, ...GROUPS], 6).filter((glob) => glob !== '' && isTestable(glob)),
      texts: fc.array(joined(UNITS, 6), { minLength: 20, maxLength: 20 }),
      nocase: fc.boolean(),
    });
    holds(cases, {
      check: ({ glob, texts, nocase }) => {
        const pattern = micromatch.makeRe(glob, { dot: true, nocase });
        const reference = micromatch.matcher(glob, { dot: true, nocase });
        const [test, linear] = [globTest(glob, { nocase }), linearTest(pattern)];
        expect(texts.map(linear)).toEqual(texts.map((text) => pattern.test(text)));
        expect(texts.map(test)).toEqual(texts.map((text) => reference(text)));
      },
    });
  });

  const LONG = [`${'a'.repeat(120)}c`, 'a/'.repeat(120), '-'.repeat(255)];
  it.each([
    '(a+)+b',
    '(a|a)+b',
    '(?:a+)+b',
    '(?=(a+)+b)*',
    '([a]+)+b',
    '+(a|a?)b',
    '+(*)+(*)b',
    '*(*)*(*)b',
    '*(a)*(a)*(a)*(a)*(a)*(a)b',
    '*a'.repeat(100),
    '?*'.repeat(200),
    '!(!(!(a*)*)*)b',
    '!(a*a*a*)!(a*a*a*)b',
    `${'@('.repeat(40)}a${')'.repeat(40)}`,
    '**/**/**/*a*/**/*a*/b',
  ])('%s has an answer at once, whatever the name', (glob) => {
    const test = globTest(glob, { nocase: true });
    expect(LONG.filter((text) => test(text) && !text.endsWith('-'))).toEqual([]);
  });

  it.each(['(a)\\1', '(?<x>a)', '(?<=a)b', 'a\\b', `${'('.repeat(60)}a${')'.repeat(60)}`])(
    '%s is none',
    (glob) => {
      expect(isTestable(glob)).toBe(false);
      expect(globTest(glob, { nocase: false })('a')).toBe(false);
    },
  );
});
