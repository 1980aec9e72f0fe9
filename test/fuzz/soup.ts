// Lines of what YAML is made of, put together without knowing what they mean: some of them are documents.
import type { Random } from './random.ts';

const BEGINNINGS = [
  'a',
  'b',
  'c',
  '"q"',
  "'s'",
  'k e y',
  'x:y',
  '- a',
  '- ',
  '- - a',
  '"*;*"',
  'Production;*',
];
const COLONS = [': ', ': ', ': ', ':', ' : ', ':\n', ''];
const WORDS = [
  ...['a', 'a b c', 'x.y', '1', '007', 'true', 'null', '~', 'a:b', 'a - b', 'a, b', 'http://x/y?z#f'],
  ...['"q"', "'s'", "''", '""', '"a\\nb"', '"\\u00e9"', '"\\x41"', '"\\ud800"', "'it''s'", 'é', '💥'],
  ...[
    '[a, b]',
    '[]',
    '{}',
    '{ a: 1 }',
    '{a: 1}',
    '[a,b]',
    '{ a: [1, 2], b: { c: d } }',
    '[a, b, ]',
    '[a: b]',
  ],
  ...[
    '{"a": 1}',
    '{"a":1}',
    '{ a }',
    '[ - a ]',
    '[-a]',
    '{ a: , b: 1 }',
    '{ a: 1, a: 2 }',
    '[a # c',
    '- a: 1',
  ],
  ...['|', '|-', '|+', '>', '>-', '|2', '|\n', '|-\n', '- ', '-', '-a', ': ', ':', '::', '?', '? ', '<<: '],
  ...[
    '#',
    '# c',
    ' # c',
    '#x',
    ',',
    '[',
    ']',
    '{',
    '}',
    '&a ',
    '*a',
    '!t ',
    '%',
    '@',
    '`',
    '*',
    '"',
    "'",
    '\\',
  ],
  ...['  ', ' ', '\n', '\n', '\n\n', '---', '...', '--- ', '...\n', '---\n', '\t', '\r', '\u00a0', '\u0085'],
];
const ENDS = ['\n', '\n', '\n', '\n', '\n\n', ' \n', '', '\n # c\n', '\n#c\n', '\n  \n'];
const HEADS = ['', '', '', '', '---\n', '# c\n---\n', '\n', '# c\n'];
const STEPS = [-4, -2, -2, -1, 0, 0, 0, 0, 1, 2, 2];

export function soup(random: Random): Buffer {
  let text = random.pick(HEADS);
  let indent = 0;
  for (let lines = random.below(9) + 1; lines > 0; lines--) {
    indent = Math.max(0, indent + random.pick(STEPS));
    text += ' '.repeat(indent) + line(random) + random.pick(ENDS);
  }
  return Buffer.from(text);
}

function line(random: Random): string {
  const beginning = random.oneIn(3) ? '' : random.pick(BEGINNINGS) + random.pick(COLONS);
  return beginning + Array.from({ length: random.below(4) }, () => random.pick(WORDS)).join('');
}
