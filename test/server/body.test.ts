// A push body means the same whether parsed by `JSON.parse` or by the lenient parser.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { push } from '../../src/server/push.ts';
import { createRepository } from '../../src/server/state.ts';
import { toStored } from '../../src/server/data-file.ts';
import { SHOP } from '../helpers/server.ts';

const now = () => new Date(0);

function outcome(body: string) {
  const repository = createRepository(SHOP, { now, random: () => 'token' });
  const result = push(repository, { body, force: true, now });
  return 'rejection' in result ? result.rejection : toStored([result.repository]);
}

/** The engine does not read a text that begins like this; the server does. */
const BY_OWN_PARSER = '\ufeff';

const scalar = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    '*;*',
    'P;*',
    'delete',
    'Text',
    'Integer',
    'true',
    `\${a}`,
    'ü€',
    '\u2028<&',
  ),
  fc.boolean(),
  fc.constant(null),
  fc.integer(),
  fc.double(),
);
const member = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 2 }) },
  {
    weight: 1,
    arbitrary: fc.dictionary(fc.constantFrom('0', '1', 'x', '__proto__', '7up'), scalar),
  },
);
const value = fc.record(
  { context: member, value: member, active: member, opp: member, 12: member },
  { requiredKeys: [] },
);
const entry = fc.record(
  {
    key: member,
    file: member,
    context: member,
    content: member,
    vdt: member,
    push: member,
    readme: member,
    values: fc.oneof(member, fc.array(value, { maxLength: 3 })),
    3: member,
    extra: member,
  },
  { requiredKeys: [] },
);
const body = fc.record(
  {
    changeComment: member,
    enableKeyCreation: member,
    data: fc.oneof(
      { weight: 9, arbitrary: fc.array(entry, { maxLength: 4 }) },
      { weight: 1, arbitrary: member },
    ),
    other: member,
  },
  { requiredKeys: ['data'] },
);

describe('a push body', () => {
  it('means the same with both parsers', () => {
    fc.assert(
      fc.property(body, (one) => {
        const text = JSON.stringify(one);
        expect(outcome(text)).toEqual(outcome(BY_OWN_PARSER + text));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [
      'numbers as they were written',
      '{"data":[{"key":"x","push":true,"values":[{"context":"*","value":1.50}]}]}',
    ],
    [
      'names that look like indexes',
      '{"data":[{"key":"x","b":"","1":"","values":[{"value":"v"}]}]}',
    ],
    [
      'duplicate members',
      '{"data":[{"key":"y","key":"x","values":[{"a":1,"value":"v","a":null}]}]}',
    ],
    ['__proto__', '{"data":[{"__proto__":{"key":"x"},"file":"f","context":"a;b;c"}]}'],
    ['constructor', '{"data":[{"constructor":"x"}]}'],
    ['depth', `{"data":[{"key":"x","deep":${'['.repeat(600)}${']'.repeat(600)}}]}`],
    [
      'a text in the last level',
      `{"data":[{"key":"x","deep":${'['.repeat(510)}"x"${']'.repeat(510)}}]}`,
    ],
    [
      'a number in the last level',
      `{"data":[{"key":"x","deep":${'['.repeat(510)}5${']'.repeat(510)}}]}`,
    ],
    [
      'a number in a rejected entry',
      '{"data":[{"file":"f","context":"*;*","unread":1.50,"active":true},{"file":""}]}',
    ],
  ])('%s', (_, text) => {
    expect(outcome(text)).toEqual(outcome(BY_OWN_PARSER + text));
  });
});
