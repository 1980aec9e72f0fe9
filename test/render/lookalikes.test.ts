// Two texts that look the same are told apart in every output but JSON, which has them as they are.
import { describe, expect, test } from 'vitest';
import { toldApart } from '../../src/render/lookalikes.ts';
import { diffLines } from '../../src/render/differences.ts';
import { rowsComment } from '../../src/render/markdown/page.ts';
import { printable, printableLine } from '../../src/render/printable.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { textDiagnostics } from '../../src/render/problems.ts';

const PAIRS: readonly [what: string, before: string, after: string, shown: [string, string]][] = [
  ['a no-break space', 'a b', 'a\u00a0b', ['a b', 'a\\u{a0}b']],
  ['a thin space', 'a b', 'a\u2009b', ['a b', 'a\\u{2009}b']],
  ['an ideographic space', 'a b', 'a\u3000b', ['a b', 'a\\u{3000}b']],
  ['two kinds of spaces', 'a\u00a0b', 'a\u2009b', ['a\\u{a0}b', 'a\\u{2009}b']],
  ['a Hangul filler', 'a b', 'a\u3164b', ['a b', 'a\\u{3164}b']],
  ['a Hangul filler at the end', 'ab', 'ab\u3164', ['ab', 'ab\\u{3164}']],
  ['a variation selector', 'a❤b', 'a❤\ufe0fb', ['a❤b', 'a❤\\u{fe0f}b']],
  ['a zero-width space', 'ab', 'a\u200bb', ['ab', 'a\\u{200b}b']],
  ['a Braille blank', 'a b', 'a\u2800b', ['a b', 'a\\u{2800}b']],
  ['NFC and NFD', 'caf\u00e9', 'cafe\u0301', ['caf\\u{e9}', 'cafe\\u{301}']],
  ['only what differs', 'Zürich a b', 'Zürich a\u00a0b', ['Zürich a b', 'Zürich a\\u{a0}b']],
  ['a Kelvin sign', '3 K', '3 \u212a', ['3 K', '3 \\u{212a}']],
  ['a letter beyond the first plane', '𝅗𝅥 a', '\u{1d15e} a', ['𝅗\\u{1d165} a', '\\u{1d15e} a']],
  ['a code', 'a\\u{200b}b', 'a\u200bb', ['a\\u{5c}u{200b}b', 'a\\u{200b}b']],
];
/** In lines, a tab is room, and a line break ends one. */
const VALUES: typeof PAIRS = [
  ['a tab', 'a\\tb', 'a\tb', ['a\\u{5c}tb', 'a\\tb']],
  ['a line break', 'a\\n', 'a\n', ['a\\u{5c}n', 'a\\n']],
];
const DIFFERENT: readonly [before: string | null, after: string | null][] = [
  ['a b', 'a  b'],
  ['a', 'a '],
  ['a\u00a0b', 'a c'],
  ['x', null],
  ['é', 'e'],
  ['a', 'A'],
];

describe('two values', () => {
  test.for([...PAIRS, ...VALUES])('are told apart by %s', ([, before, after, shown]) => {
    expect(toldApart(before, after).map(printable)).toEqual(shown);
    expect(toldApart(after, before).map(printable)).toEqual(shown.toReversed());
  });
  test.for(DIFFERENT)('stay as they are: %j and %j', ([before, after]) => {
    expect(toldApart(before, after)).toEqual([before, after]);
  });
});

describe('two lines', () => {
  test.for([
    ...PAIRS.map(([, ...pair]) => pair),
    ['a', 'a  ', ['a', 'a\\u{20}\\u{20}']],
    ['a ', 'a   ', ['a ', 'a \\u{20}\\u{20}']],
    ['\ta', '        a', ['\\ta', '        a']],
  ] as const)('are told apart: %j and %j', ([before, after, [old, now]]) => {
    const lines = diffLines(`x\n${before}\ny\n`, `x\n${after}\nz\n`);
    const shown = lines?.slice(1).map(printableLine);
    expect(shown).toEqual([' x', `-${old}`, '-y', `+${now}`, '+z']);
  });
});

test('an error shows them, where it names what cannot be seen', () => {
  const errorOf = (name: string): Diagnostic => ({
    severity: 'error',
    code: 'file-missing',
    message: `File not found: ${name}.`,
    hint: 'Correct it.',
  });
  const names = ['a\u00a0b', 'a\u3164b', '❤\ufe0f', 'a b', 'Zürich', 'e\u0301'];
  const shown = ['a\\u{a0}b', 'a\\u{3164}b', '❤\\u{fe0f}', 'a b', 'Zürich', 'e\u0301'];
  const diagnostics = names.map(errorOf);
  const markdown = rowsComment([{ kind: 'failed', diagnostics }], { status: {} });
  for (const text of [textDiagnostics(diagnostics, { color: false }), markdown])
    for (const name of shown)
      expect(text.replaceAll('`', '')).toContain(`File not found: ${name}.`);
});
