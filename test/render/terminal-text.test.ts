// What a terminal shows of sentences and names; a log keeps each sentence on one line, as it was written.
import { describe, expect, it, test } from 'vitest';
import { proseLines } from '../../src/render/columns.ts';
import { textError } from '../../src/render/problems.ts';
import { textPlan } from '../../src/render/text.ts';
import { CommandError } from '../../src/errors.ts';
import { shownPlan, valueChange } from '../helpers/plans.ts';

const SENTENCE = 'Git tracks it: run `git rm --cached .env`, and write `a  b` again.';

describe('a sentence', () => {
  it('is broken between words, never within code', () => {
    expect(proseLines(SENTENCE, { color: false, proseWidth: 40 })).toEqual([
      'Git tracks it: run',
      '"git rm --cached .env", and write "a  b"',
      'again.',
    ]);
  });

  it.each([
    [
      true,
      'Git tracks it: run \u001b[36mgit rm --cached .env\u001b[39m, and write \u001b[36ma  b\u001b[39m again.',
    ],
    [false, 'Git tracks it: run "git rm --cached .env", and write "a  b" again.'],
  ])('has its code in color or in quotes (color: %s)', (isColored, expected) => {
    const [line, ...more] = proseLines(SENTENCE, { color: isColored, proseWidth: 120 });
    expect([line, more]).toEqual([expected, []]);
  });

  it('stays as it was written in a log', () => {
    expect(proseLines(SENTENCE, { color: false }, { indent: '  ' })).toEqual([`  ${SENTENCE}`]);
  });

  it.each(['', '`', 'an odd ` mark', 'a'.repeat(90), `\`${'b '.repeat(40)}\``])(
    'loses nothing: %j',
    (text) => {
      const lines = proseLines(text, { color: false, proseWidth: 60 });
      const plain = (some: string) => some.replace(/[`" ]/g, '');
      expect(plain(lines.join(''))).toBe(plain(text));
    },
  );
});

test('a plan and an error keep to the columns', () => {
  const note =
    'Read with the token, one context at a time, because the server offers no export. Run `plan`.';
  const plan = shownPlan({ notes: [note], changes: [] });
  const narrow = { color: false, width: 60, proseWidth: 60 };
  const error = new CommandError({ code: 'bad-option', message: note, hint: note });
  for (const text of [textPlan(plan, narrow), textError(error, narrow)]) {
    expect(text).toContain('"plan"');
    expect(text.split('\n').filter((line) => line.length > 60)).toEqual([]);
  }
});

test('names with numbers are in natural order in a plan', () => {
  const natural = ['a.b2', 'a.B10', 'feature.flag6', 'feature.flag41', 'v1.9', 'v1.10'];
  const changes = natural.toSorted().map((key) => valueChange({ key, before: 'a', after: 'b' }));
  const shown = textPlan(shownPlan({ changes }), { color: false });
  expect(shown.match(/(?<=~ )\S+/g)).toEqual(natural);
});
