// Long lines in a diff: what is between their first and their last difference.
import { describe, expect, it } from 'vitest';
import { diffLines } from '../../src/render/differences.ts';

const members = (changed: Record<number, string>) =>
  `{${Array.from({ length: 60 }, (_, i) => `"k${i}":${changed[i] ?? i}`).join(',')}}`;

describe('a long line', () => {
  it('shows what changed, with what is around it', () => {
    expect(diffLines(members({}), members({ 30: '"new"' }))?.slice(1)).toEqual([
      '-…7":27,"k28":28,"k29":29,"k30":30,"k31":31,"k32":32,"k33":33,"k…',
      '\\ No newline at end of file',
      '+…7":27,"k28":28,"k29":29,"k30":"new","k31":31,"k32":32,"k33":33,"k…',
      '\\ No newline at end of file',
    ]);
  });

  it('stays whole if it stands for no other line', () => {
    const long = 'x'.repeat(500);
    expect(diffLines('a\n', `a\n${long}\n`)).toContain(`+${long}`);
  });

  it('stays whole if hardly anything is the same', () => {
    const words = (from: number) =>
      Array.from({ length: 400 }, (_, i) => `w${from + i * 2}`).join(' ');
    expect(diffLines(`${words(0)}\n`, `${words(1)}\n`)).toContain(`-${words(0)}`);
  });

  it('has no halves of characters', () => {
    const text = (word: string) => `${'日本語😀 '.repeat(60)}${word}${' 日本語😀'.repeat(60)}\n`;
    const lines = diffLines(text('old'), text('new')) ?? [];
    expect(lines.filter((line) => /\p{Cs}/u.test(line))).toEqual([]);
    expect(lines.map((line) => /old|new/.exec(line)?.[0])).toEqual([undefined, 'old', 'new']);
  });
});
