// Two texts that look the same are told apart in every output but JSON, which has them as they are.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toldApart } from '../../src/render/lookalikes.ts';
import { Comparisons, lineOf, textWithin } from '../../src/render/change-lines.ts';
import { diffLines } from '../../src/render/differences.ts';
import { htmlPlan } from '../../src/render/html/page.ts';
import { rowsComment } from '../../src/render/markdown/page.ts';
import { printable, printableLine } from '../../src/render/printable.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import type { Change } from '../../src/model/plan.ts';
import { textDiagnostics } from '../../src/render/problems.ts';
import { keyChange, shownPlan, valueChange } from '../helpers/plans.ts';
import { PROPERTY_TIMEOUT, holds } from '../random/runs.ts';
import { planComment } from './comments.ts';
import { elementsOf } from './html/markup.ts';
import { readPage } from './markdown/read-page.ts';

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

/** Backslashes and what follows them in the code of a character, characters that have one, and some that look alike. */
const PARTS = [
  ...['\\', '\\', 't', 'n', 'u{200b}', 'u{a0}', '"', "'", 'a', 'e', ' ', '中', '👍'],
  ...'\t\n\u200b\u202e\u00a0\u3000\ufe0f\u3164\u0301\u00e9\u{1d15e}',
];
const partsOf = (maxLength: number) =>
  fc.array(fc.constantFrom(...PARTS), { maxLength }).map((parts) => parts.join(''));
/** Two different texts, short ones or long ones that have much in common. */
const pairs = fc
  .tuple(partsOf(4), fc.integer({ min: 0, max: 90 }), partsOf(5), partsOf(5), partsOf(4))
  .map(([start, times, one, other, end]) =>
    [one, other].map((text) => `${start.repeat(times)}${text}${end.repeat(times)}`),
  )
  .filter(([before, after]) => before !== after);

const lineOfChange = (change: Change) => lineOf({ change }, 'none', new Comparisons());

/** Both sides of what each output shows of a value, a readme and a setting that change. */
function sidesOf(before: string, after: string): string[][] {
  const change = valueChange({ key: 'k', before, after });
  const { text, diff } = lineOfChange(change);
  const readmes = keyChange({ key: 'k', before: { readme: before }, after: { readme: after } });
  const { text: readme } = lineOfChange(readmes);
  const plan = shownPlan({
    changes: [change],
    safety: [{ setting: 's', before, after }],
  });
  const rows = readPage(planComment(plan, { status: { kind: 'planned' } })).sections.flatMap(
    (section) => section.rows,
  );
  const page = elementsOf(htmlPlan(plan));
  const ofTag = (tag: string) =>
    page.flatMap((element) => (element.tag === tag ? element.text : []));
  const [deleted, inserted] = [ofTag('del'), ofTag('ins')];
  const inComment = rows.map(({ codes }) => codes.slice(-2));
  const inPage = deleted.map((one, i) => [one, inserted[i] ?? '']);
  if (diff !== undefined) return [linesIn(diff.lines), ...inComment.slice(0, 1)];
  return [
    ...[36, 60, 120].map((columns) => textWithin(text, columns).split(' → ')),
    ...(readme.kind === 'settings' ? readme.settings : []).map(([, ...sides]) => sides.map(String)),
    ...inComment,
    ...inPage,
  ];
}

/** What is removed, and what is added. */
function linesIn(diff: readonly string[]): string[] {
  const lines = diff.join('\n').replaceAll('\n\\ No newline', ' No newline').split('\n');
  return ['-', '+'].map((sign) =>
    JSON.stringify(
      lines.flatMap((line) => (line.startsWith(sign) ? printableLine(line.slice(1)) : [])),
    ),
  );
}

const same = (pair: readonly string[]) => pair.length !== 2 || pair[0] === pair[1];

describe('what is shown of two different texts is never the same', () => {
  test.for(['x', '👍', '\u200b', '\ufe0f', '"'])('after many of %j', (character) => {
    const start = character.repeat(600);
    expect(sidesOf(`${start}a`, `${start}b`).filter(same)).toEqual([]);
    expect(sidesOf(`${start}\\n`, `${start}\n`).filter(same)).toEqual([]);
  });

  test('whatever they are', { timeout: PROPERTY_TIMEOUT }, () => {
    holds(pairs, {
      check: ([before = '', after = '']) => expect(sidesOf(before, after).filter(same)).toEqual([]),
    });
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
