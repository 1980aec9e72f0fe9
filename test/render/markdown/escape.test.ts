// Foreign text stays text: cut in bounds, plain words aside in code, addresses encoded.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code, markdownLink, markdownProse } from '../../../src/render/markdown/escape.ts';
import { readPage, strangeIn } from './read-page.ts';
import { hostile } from './arbitrary.ts';
import { casesOf } from '../../helpers/suite.ts';

const RUNS = { seed: 7, numRuns: casesOf(1000) };

describe('a long text', () => {
  it('is cut, with its length, and never within a character', () => {
    expect(code('x'.repeat(250), 5)).toBe('`xxxxx… (250 characters)`');
    expect(code('xxxx😀😀', 5)).toBe('`xxxx… (8 characters)`');
    expect(code('xxx😀😀', 5)).toBe('`xxx😀… (7 characters)`');
  });
});

describe('a sentence', () => {
  it('keeps plain words plain, and everything else in code', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const page = readPage(markdownProse(text));
        expect(strangeIn(page, new Set())).toEqual([]);
        expect(page.types).not.toContain('list');
      }),
      RUNS,
    );
    expect(markdownProse('The value of pool.size in `Prod;*` is 3, not "a b" (see `x`).')).toBe(
      'The value of `pool.size` in `Prod;*` is 3, not `"a b"` (see `x`).',
    );
    expect(
      markdownProse('Set a token (A_TOKEN, input `token`), or ask (see A_PAGE). Not f(x).'),
    ).toBe('Set a token (`A_TOKEN`, input `token`), or ask (see `A_PAGE`). Not `f(x)`.');
    expect(markdownProse('The plan deletes 5 of 11 items (45%), more than 30% (deletes).')).toBe(
      'The plan deletes 5 of 11 items (45%), more than 30% (deletes).',
    );
    expect(markdownProse('1. First @a b deadbeef')).toBe('`1`. First `@a` b `deadbeef`');
  });
});

describe('a link', () => {
  it('leads where it was meant to, whatever is in the address', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const url = `https://x.example/${text}`;
        const { links, types } = readPage(markdownLink('here', url));
        expect([...types]).toEqual(['root', 'paragraph', 'link', 'text']);
        expect(links.map((one) => one.replaceAll(/%([0-9A-F]{2})/g, ''))).toEqual([
          Array.from(url, (one) => (/[\w\-.~:/?#@!&+,;=%]/.test(one) ? one : '')).join(''),
        ]);
      }),
      RUNS,
    );
  });

  it.each(['javascript:alert(1)', 'x', '', `http://${'x'.repeat(3000)}`])(
    'to %s is none',
    (url) => {
      expect(markdownLink('here', url)).toBe('here');
    },
  );
});
