// What globs of names mean, and which are refused.
import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { globProblem, globTest, keyTest, patternTest } from '../../src/lib/glob.ts';
import { holds } from '../random/runs.ts';

describe('a glob', () => {
  it.each([
    ['a*', ['a', 'ab', 'a.b'], ['b', 'a/b', '']],
    ['**', ['a', 'a/b', '.a/.b'], ['']],
    ['**/*.xml', ['a.xml', 'a/b/c.xml', '.a/b.xml'], ['a.xml/b']],
    ['a/**', ['a/b', 'a/b/c'], ['ab', 'b/a']],
    ['a?', ['ab', 'a.'], ['a', 'abc', 'a/']],
    ['[ab]c', ['ac', 'bc'], ['cc', '[ab]d']],
    ['[!a]c', ['bc'], ['ac']],
    ['[0-9]', ['7'], ['a']],
    ['{a,b.*}', ['a', 'b.c'], ['b', '{a,b.*}x']],
    ['{a,{b,c}d}', ['a', 'bd', 'cd'], ['ad', 'b']],
    ['a{,b}', ['a', 'ab'], ['b']],
    ['!a*', ['b', 'ba'], ['a', 'ab', '']],
    ['!{a,b}', ['c'], ['a', 'b']],
    ['*', ['.a', 'a.b', '*'], ['a/b']],
    ['a(b)*', ['a(b)c'], ['ab', 'abc']],
    ['a+b*', ['a+bc'], ['aab', 'ab']],
    ['[ab]+', ['a+'], ['ab', 'aa']],
    ['a.b', ['a.b'], ['axb']],
    ['^a$', ['^a$'], ['a']],
    ['a"b"', ['a"b"'], ['ab']],
    ['a[0]', ['a0', 'a[0]'], ['a']],
    ['@a', ['@a'], ['a']],
  ])('%s', (glob, fitting, others) => {
    expect(globProblem(glob)).toBeUndefined();
    const test = globTest(glob, { nocase: false });
    expect([...fitting, ...others].filter(test)).toEqual(fitting);
  });

  it.each([
    ['pod.*', ['pod.prometheus.io/scrape', 'POD.x'], ['xpod.a']],
    ['*/scrape', ['a.b/scrape', 'a/b/scrape'], ['scrape']],
    ['a?b', ['a/b', 'a.b'], ['a//b']],
    ['a[!.]b', ['a/b'], ['a.b']],
    ['{a/*,b}', ['a/b/c', 'b'], ['a']],
    ['!a*', ['b/a'], ['a/b']],
    ['**', ['a/b'], ['']],
    ['**/*', ['a/b', 'a'], ['']],
    ['a/**/*', ['a/b', 'a/b/c'], ['a', 'b/a/c']],
  ])('of keys: %s, in which a wildcard matches a slash', (glob, fitting, others) => {
    expect([...fitting, ...others].filter(keyTest(glob))).toEqual(fitting);
  });

  it('ignores case if requested', () => {
    expect(globTest('DB.*', { nocase: true })('db.url')).toBe(true);
    expect(globTest('DB.*', { nocase: false })('db.url')).toBe(false);
  });

  it.each([
    ['a'.repeat(201), 'has more than 200 characters'],
    ['*a*b*c*d*', 'has more than 4 wildcards'],
    ['**/**/**/**/*', 'has more than 4 wildcards'],
    ['[a]?[b]?[c]', 'has more than 4 wildcards'],
    ['{x,*a*b*c*d*}', 'has more than 4 wildcards'],
    [`{${[...Array(21).keys()]}}`, 'has more than 20 alternatives'],
    ['{a,b}'.repeat(5), 'has more than 20 alternatives'],
    ['{a,b}'.repeat(40), 'has more than 20 alternatives'],
    ['@(a|b)', 'is an extended glob, which is not supported'],
    ['!(a)', 'is an extended glob, which is not supported'],
    ['a+(b)', 'is an extended glob, which is not supported'],
    ['(a|b)', 'is an extended glob, which is not supported'],
    ['a\\*', 'escapes a character with `\\`, which is not supported'],
    ['{1..3}', 'has braces that are not a list such as `{a,b}`'],
    ['{a}', 'has braces that are not a list such as `{a,b}`'],
    ['{a,b', 'has braces that are not a list such as `{a,b}`'],
  ])('%s is refused', (glob, problem) => expect(globProblem(glob)).toBe(problem));

  it.each(['a*b*c*d*', `{${[...Array(20).keys()].map((i) => `*a*b*c*${i}`)}}`, 'a'.repeat(200)])(
    '%s may be used',
    (glob) => expect(globProblem(glob)).toBeUndefined(),
  );
});

describe('a glob with several stars', () => {
  const TOKENS = '* ** **/ /**/ /** ? [ab] [!a] a b . - /'.split(' ');
  const token = fc.constantFrom(...TOKENS);
  const pattern = fc.array(token, { minLength: 2, maxLength: 9 }).map((tokens) => tokens.join(''));
  const part = fc.string({ unit: fc.constantFrom(...'abA.-/['), maxLength: 6 });

  it('means what it means to the library', () => {
    const glob = fc
      .tuple(pattern, fc.boolean(), fc.boolean())
      .filter(([text]) => globProblem(text) === undefined);
    const names = fc.array(part, { minLength: 8, maxLength: 8 });
    const check = ([[text, dot, nocase], parts]: [[string, boolean, boolean], string[]]) => {
      const plain = { nobrace: true, noextglob: true, nonegate: true, posix: true };
      const expected = picomatch.makeRe(text, { dot, nocase, ...plain });
      const test = patternTest(text, { dot, nocase });
      let next = 0;
      const filled = () =>
        text.replace(/\*+|\?|\[[^\]]*\]/g, () => parts[next++ % parts.length] ?? '');
      for (const name of [...parts, parts.join(''), ...Array.from({ length: 4 }, filled)])
        expect([name, test(name)]).toEqual([name, expected.test(name)]);
    };
    holds(fc.tuple(glob, names), { check, least: 1000 });
  });

  it.each([
    ['a path', (glob: string) => globTest(glob, { nocase: true })],
    ['a key', keyTest],
  ])(
    'is matched with the name of %s in a time that grows with the length of the name alone',
    (_, testOf) => {
      const WORDS =
        '*a*b*c* *.*.*.* **/p/**/a.b/**/q/**/ **/*p*/**/ p*p*p*p* *?*? **/p*/**/*'.split(' ');
      const globs = Array.from({ length: 100 }, (_, i) => `${WORDS[i % WORDS.length]}z${i}`);
      const names = Array.from({ length: 3000 }, (_, i) =>
        i % 2 === 0 ? `${'part.abc.'.repeat(28)}${i}` : `${'p/a.b/q/'.repeat(31)}${i}`,
      );
      const { user } = process.cpuUsage();
      const tests = globs.map(testOf);
      expect(names.filter((name) => tests.some((fits) => fits(name)))).toEqual([]);
      expect(process.cpuUsage({ user, system: 0 }).user / 1e6).toBeLessThan(2);
    },
  );
});
