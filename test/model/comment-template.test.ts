// The template of a change comment: placeholders are replaced, and everything else is text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CommentFacts,
  fillTemplate,
  PLACEHOLDERS,
  type Placeholder,
  templateProblems,
} from '../../src/model/comment-template.ts';
import { CODE_POINT } from '../random/code-points.ts';

const NAMES = Object.keys(PLACEHOLDERS) as Placeholder[];
const factsOf = (known: Partial<Record<Placeholder, string>>): CommentFacts =>
  Object.fromEntries(NAMES.map((name) => [name, known[name]])) as CommentFacts;
const ALL = factsOf({
  message: 'Open the shop\n\n- {sha} {nobody} }} \\n $& $1',
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
const EVERY = NAMES.map((name) => `{${name}}`).join('|');
const BRACES = '{ "a": {}, b: {1} } { sha } }} {{ \\n';
const LONG = '{message}\n\n{repository}@{sha} #{pull-request} by {actor}';

describe('filled', () => {
  test.for([
    ['several lines', LONG, ALL, `${ALL.message}\n\nacme/shop-config@${ALL.sha} #12 by ada`],
    ['every placeholder', EVERY, ALL, NAMES.map((name) => ALL[name]).join('|')],
    ['one of them twice', '{actor}{actor}', ALL, 'adaada'],
    ['no placeholder', '  By hand \n\n  twice ', ALL, '  By hand \n\n  twice '],
    ['other braces and backslashes', BRACES, ALL, BRACES],
    ['what is not known becomes empty', LONG, factsOf({ message: 'A', sha: 'c' }), 'A\n\n@c # by '],
  ] as const)('%s', ([, template, facts, text]) => {
    expect(fillTemplate(template, facts)).toBe(text);
  });

  test('facts are not read as templates', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT }), (message) => {
        expect(fillTemplate('{message}', factsOf({ message }))).toBe(message);
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

  test('each once, and none of what is text', () => {
    expect(templateProblems('{a1} {b1} {a1} {1} { d1 } {}')).toHaveLength(2);
    expect(templateProblems(LONG)).toEqual([]);
    expect(templateProblems(`{${'x'.repeat(41)}}`)).toEqual([]);
  });
});
