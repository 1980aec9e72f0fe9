// The template of a comment: placeholders, literal braces, and what is not known leaving no trace.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Facts,
  fillTemplate,
  PLACEHOLDERS,
  type Placeholder,
  templateProblems,
} from '../../src/model/comment-template.ts';

const NAMES = Object.keys(PLACEHOLDERS) as Placeholder[];
const factsOf = (known: Partial<Record<Placeholder, string>>): Facts =>
  Object.fromEntries(NAMES.map((name) => [name, known[name]])) as Facts;
const ALL = factsOf({
  message: 'Open the shop\n\n- {sha} {nobody} }} \\n',
  subject: 'Open the shop',
  sha: 'f'.repeat(40),
  'short-sha': 'f'.repeat(10),
  branch: 'main',
  repository: 'acme/shop-config',
  'pull-request': '12',
  actor: 'ada',
  workflow: 'Configuration',
  run: 'https://github.com/acme/shop-config/actions/runs/42',
});
const NONE = factsOf({});
const LONG = '{message}\n\n{repository}@{sha} #{pull-request} by {actor}';

describe('filled', () => {
  test.for([
    ['several lines', LONG, `${ALL.message}\n\nacme/shop-config@${ALL.sha} #12 by ada`],
    ['every placeholder', NAMES.map((name) => `{${name}}`).join('|'), NAMES.map((name) => ALL[name]).join('|')],
    ['no placeholder', '  By hand \n\n  twice ', '  By hand \n\n  twice '],
    ['literal braces', '{{sha}} {{{branch}}} }} {{', '{sha} {main} } {'],
    ['braces around anything else', '{ "a": {}, b: {1} } { sha }', '{ "a": {}, b: {1} } { sha }'],
    ['a line break in two characters', '{actor}\\n\\n{branch}\\r', 'ada\n\nmain\\r'],
    ['a backslash', 'C:\\\\new \\{actor} D:\\x \\\\{branch}', 'C:\\new \\ada D:\\x \\main'],
    ['line breaks of Windows', '{actor}\r\n{branch}', 'ada\nmain'],
  ] as const)('%s', ([, template, text]) => {
    expect(fillTemplate(template, ALL)).toBe(text);
  });

  test('facts are not read as templates', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (message) => {
        fc.pre(message !== '');
        expect(fillTemplate('{message}', factsOf({ message }))).toBe(message);
      }),
    );
  });
});

describe('what is not known', () => {
  test.for([
    ['with its sign', LONG, { message: 'A', repository: 'a/b', sha: 'c', actor: 'ada' }, 'A\n\na/b@c by ada'],
    ['in brackets', 'A ({run}) by {actor}', { actor: 'ada' }, 'A by ada'],
    ['at the beginning', '#{pull-request} by {actor}', { actor: 'ada' }, 'by ada'],
    ['at the end', 'By {actor} #{pull-request}', { actor: 'ada' }, 'By ada'],
    ['beside what is known, in one word', '{repository}@{sha}', { sha: 'c' }, '@c'],
    ['with letters in its word', 'PR-{pull-request} A', {}, 'PR- A'],
    ['and a line of nothing else', 'A\n— {workflow} / {run} —\nB', {}, 'A\nB'],
    ['and a paragraph of nothing else', 'A\n\n({run})\n\nB', {}, 'A\n\nB'],
    ['and the first paragraph', '{message}\n\nB', {}, 'B'],
    ['and two lines between paragraphs', 'A\n\n{run}\n#{pull-request}\n\nB', {}, 'A\n\nB'],
    ['and a line that is followed by an empty one', 'A\n{run}\n\nB', {}, 'A\n\nB'],
    ['but punctuation alone stays', 'A\n---\nB {run}', {}, 'A\n---\nB'],
    ['but empty lines stay', 'A\n\n\nB', {}, 'A\n\n\nB'],
    ['nothing is', LONG.replace('by ', ''), {}, ''],
    ['empty is not known', 'A {run}', { run: '' }, 'A'],
  ] as const)('%s', ([, template, known, text]) => {
    expect(fillTemplate(template, factsOf(known))).toBe(text);
  });

  test('leaves no sign and no blank alone', () => {
    const word = fc.constantFrom(...NAMES.map((name) => `{${name}}`), '#{run}', '({sha})', '\n');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        expect(fillTemplate(words.join(' '), NONE).trim()).toBe('');
      }),
    );
  });
});

describe('an unknown placeholder', () => {
  test.for([
    ['{mesage}', '`{mesage}`. Did you mean `message`?'],
    ['{SHA}', '`{SHA}`. Did you mean `sha`?'],
    ['{pull_request}', '`{pull_request}`. Did you mean `pull-request`?'],
    ['{constructor}', '`{constructor}`. Known: message, '],
  ] as const)('%s', ([template, sentence]) => {
    expect(templateProblems(`A ${template} {sha}`)).toEqual([expect.stringContaining(sentence)]);
  });

  test('each once, and none of what is literal', () => {
    expect(templateProblems('{a1} {b1} {a1} {{c1}} {1} { d1 } {}')).toHaveLength(2);
    expect(templateProblems(LONG)).toEqual([]);
    expect(templateProblems(`{${'x'.repeat(41)}}`)).toEqual([]);
  });
});
