// Differences of texts: which lines stand beside each other, which words are marked, what is left out.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markedEnds, markedWords, textDiff, wholeText } from '../../../src/render/html/diff.ts';
import { Effort } from '../../../src/render/html/frame.ts';
import { casesOf } from '../../helpers/lane.ts';
import { hostile } from '../markdown/arbitrary.ts';

const lines = (before: string, after: string) => String(textDiff(before, after, new Effort()).shown).split('\n');

describe('a diff', () => {
  test('has the removed lines, then the added ones, with their numbers and marked words', () => {
    const { shown, lines: counts } = textDiff('a\nport: 80\nc\n', 'a\nport: 8080\nnew\nc\n', new Effort());
    expect(counts).toEqual({ added: 2, removed: 1 });
    expect(String(shown)).toBe(
      [
        '<div class="diff"><span class="hunk">@@ -1,3 +1,4 @@</span>',
        '<div class="run"><span class="o" data-n="1">a</span>',
        '<span class="n" data-n="1" aria-hidden="true">a</span></div><div class="run"><del class="o" data-n="2">port: <mark>80</mark></del>',
        '<ins class="n" data-n="2">port: <mark>8080</mark></ins>',
        '<ins class="n" data-n="3">new</ins>',
        '</div><div class="run"><span class="o" data-n="3">c</span>',
        '<span class="n" data-n="4" aria-hidden="true">c</span></div></div>',
      ].join('\n'),
    );
  });

  test('of single lines has no numbers', () => {
    expect(lines('one two', 'one three')[0]).toMatch(/^<div class="diff short"><div class="run"><del/);
  });

  test('says where only the last line break differs', () => {
    const text = lines('a\nb', 'a\nb\n').join('');
    expect(text).toContain(
      '>b<span class="cut"> (no line break at the end)</span></del><ins class="n" data-n="2">b</ins>',
    );
    expect(lines('a\nb', 'a\nc').join('')).not.toContain('line break');
  });

  test('of texts that have nothing in common shows both', () => {
    const many = (word: string) => Array.from({ length: 600 }, (_, i) => `${word} ${i}`).join('\n');
    const { shown, lines: counts } = textDiff(many('a'), many('b'), new Effort());
    expect(counts).toBeUndefined();
    expect(String(shown)).toContain('<p class="side">After</p><pre>\nb 0\n');
  });

  test('of many lines is one of few, and what is not compared is not called replaced', () => {
    const effort = new Effort();
    const text = (word: string) => Array.from({ length: 200 }, (_, i) => `${i} ${word}`).join('\n');
    const shown = Array.from({ length: 252 }, () => textDiff(text('a'), text('b'), effort));
    expect(shown[249]?.lines).toEqual({ added: 200, removed: 200 });
    expect(shown[251]?.lines).toBeUndefined();
    expect(String(shown[251]?.shown)).toMatch(/^<p>Not compared, because these or other texts of this page are too/);
  });

  test('is left out once the page is large enough', () => {
    const effort = new Effort();
    const text = 'x'.repeat(100_000);
    const shown = Array.from({ length: 201 }, () => String(wholeText(text, effort)));
    expect(shown[199]).toContain('xxx');
    expect(shown[200]).toMatch(/^<p class="cut">Left out,/);
    expect(String(wholeText(`${text}yy`, new Effort()))).toMatch(/<p class="cut">… 2 more characters: the JSON plan/);
  });
});

describe('marked words', () => {
  const both = (before: string, after: string) => markedWords(before, after, new Effort()).map(String);

  test('are those that differ', () => {
    expect(both('level="INFO" x', 'level="WARN" x')).toEqual([
      'level=&quot;<mark>INFO</mark>&quot; x',
      'level=&quot;<mark>WARN</mark>&quot; x',
    ]);
  });

  test('are none in lines that have nothing in common', () => {
    expect(both('abc', 'xyz').join('')).not.toContain('mark');
  });

  test('of long lines are what stands between the common ends, which lose their middle', () => {
    const [before] = both(`${'a'.repeat(2500)}😀${'b'.repeat(9)}`, `${'a'.repeat(2500)}😁${'b'.repeat(9)}`);
    expect(before).toBe(
      `${'a'.repeat(300)}<span class="cut"> … 1,900 characters … </span>${'a'.repeat(300)}<mark>😀</mark>${'b'.repeat(9)}`,
    );
  });

  test('never change a text', () => {
    const bare = (text: string) => text.replace(/<\/?mark>/g, '');
    fc.assert(
      fc.property(hostile, hostile, (before, after) => {
        const plain = both(before, before)[0];
        expect(both(before, after).map(bare)[0]).toBe(plain === undefined ? '' : bare(plain));
        expect(markedEnds(before, after).map(String).map(bare)[1]).toBe(both(after, after)[0]);
      }),
      { seed: 5, numRuns: casesOf(800) },
    );
  });
});
