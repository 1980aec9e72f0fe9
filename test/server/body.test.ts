// A push body means the same whether parsed by `JSON.parse` or by the lenient parser.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { push } from '../../src/server/push.ts';
import { toStored } from '../../src/server/data-file.ts';
import { emptyRepository } from '../helpers/repository.ts';

const now = () => new Date(0);

function outcome(body: string) {
  const result = push(emptyRepository(), { body, force: true, now });
  return 'rejection' in result ? result.rejection : toStored([result.repository]);
}

/** The engine does not read a text that begins like this; the server does. */
const BY_OWN_PARSER = '\ufeff';

const TEXTS = [
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
];
const scalar = fc.oneof(
  fc.constantFrom(...TEXTS, null),
  fc.boolean(),
  fc.oneof(fc.integer(), fc.double()),
);
const names = fc.constantFrom('0', '1', 'x', '__proto__', '7up');
const member = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 2 }) },
  { weight: 1, arbitrary: fc.dictionary(names, scalar) },
);
/** An object with some of these members. */
const objectOf = (...all: string[]) =>
  fc.record(Object.fromEntries(all.map((name) => [name, member])), { requiredKeys: [] });
const value = objectOf('context', 'value', 'active', 'opp', '12');
const settings = objectOf('key', 'vdt', 'push', 'readme', '3', 'extra');
const file = objectOf('file', 'context', 'content');
const values = fc.oneof(member, fc.array(value, { maxLength: 3 }));
const entry = fc
  .tuple(settings, file, fc.oneof(fc.constant({}), fc.record({ values })))
  .map((parts) => Object.assign({}, ...parts));
const data = fc.oneof(
  { weight: 9, arbitrary: fc.array(entry, { maxLength: 4 }) },
  { weight: 1, arbitrary: member },
);
const body = fc
  .tuple(objectOf('changeComment', 'enableKeyCreation', 'other'), fc.record({ data }))
  .map((parts) => Object.assign({}, ...parts));

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

  const nested = (text: string) =>
    `{"data":[{"key":"x","deep":${'['.repeat(510)}${text}${']'.repeat(510)}}]}`;
  it.each([
    ['numbers as written', '{"data":[{"key":"x","values":[{"context":"*","value":1.50}]}]}'],
    ['names like indexes', '{"data":[{"key":"x","b":"","1":"","values":[{"value":"v"}]}]}'],
    ['duplicates', '{"data":[{"key":"y","key":"x","values":[{"a":1,"value":"v","a":null}]}]}'],
    ['__proto__', '{"data":[{"__proto__":{"key":"x"},"file":"f","context":"a;b;c"}]}'],
    ['constructor', '{"data":[{"constructor":"x"}]}'],
    ['depth', `{"data":[{"key":"x","deep":${'['.repeat(600)}${']'.repeat(600)}}]}`],
    ['a text in the last level', nested('"x"')],
    ['a number in the last level', nested('5')],
    ['a rejection', '{"data":[{"file":"f","context":"*;*","a":1.50,"active":true},{"file":""}]}'],
  ])('%s', (_, text) => {
    expect(outcome(text)).toEqual(outcome(BY_OWN_PARSER + text));
  });
});
