// Which values of others are overrides: those that win over a declared one in some context, by the rules of precedence.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contextId, contextIn, fullContext } from '../../src/model/context.ts';
import { keyId, type Row, type State } from '../../src/model/state.ts';
import { heaviest, indexGroups, weigher } from '../../src/semantics/resolution.ts';
import { RUNS, SEED } from '../random/runs.ts';
import { planOf } from '../helpers/repository.ts';

const LEVELS = ['Region', 'Environment', 'Application'];
const DEPTH = LEVELS.length;
const GROUPS = indexGroups(LEVELS, []);
const NAMED = ['a', 'b'];

const context = fc
  .array(fc.constantFrom('*', '*', ...NAMED), { minLength: DEPTH, maxLength: DEPTH })
  .map((elements) => elements.join(';'));
const contexts = fc.uniqueArray(context, { minLength: 2, maxLength: 8 });

/** Every context that an application may ask for; `c` is an element that no value names. */
const ASKED = [...NAMED, 'c'].flatMap((first) =>
  [...NAMED, 'c'].flatMap((second) => [...NAMED, 'c'].map((third) => [first, second, third])),
);

function stateOf(some: readonly string[]): State {
  const rows = some.map((text): [string, Row] => {
    const one = contextIn(text);
    return [contextId(one), { context: one, text: `in ${text}` }];
  });
  return {
    items: new Map([
      [
        keyId('k'),
        { kind: 'key', name: 'k', vdt: 'Text', deprecated: false, push: true, rows: new Map(rows) },
      ],
    ]),
  };
}

/** The most specific declared context that some application would get without the other one. */
function overriddenBy(other: string, declared: readonly string[]): string | undefined {
  const rows = declared.map((one, serial) => ({ context: one, serial }));
  const mine = { context: other, serial: declared.length };
  const lost = ASKED.flatMap((request) => {
    const weigh = weigher(request, GROUPS);
    const before = heaviest(rows, weigh);
    return before !== undefined && heaviest([...rows, mine], weigh) === mine ? [before] : [];
  });
  return heaviest(lost, weigher([undefined, undefined, undefined], GROUPS))?.context;
}

it('is an override exactly where an application gets it instead of a declared value, and unmanaged otherwise', () => {
  const seen = { override: 0, unmanaged: 0, crossing: 0 };
  fc.assert(
    fc.property(contexts, ([other = '', ...declared]) => {
      const [desired, live] = [stateOf(declared), stateOf([...declared, other])];
      const target = {
        url: 'http://config.example.com',
        account: 'acme',
        name: 'shop',
        levels: LEVELS,
      };
      const plan = planOf({ target, desired, live, lastApplied: desired });
      const expected = overriddenBy(other, declared);
      seen[expected === undefined ? 'unmanaged' : 'override']++;
      expect(plan.drift).toMatchObject(
        expected === undefined
          ? []
          : [{ context: fullContext(other, DEPTH), overrides: { context: expected } }],
      );
      expect({ changes: plan.changes, unmanaged: plan.unmanaged }).toEqual({
        changes: [],
        unmanaged: expected === undefined ? 1 : 0,
      });
      const isNarrower = expected
        ?.split(';')
        .every((one, level) => one === '*' || one === other.split(';')[level]);
      if (isNarrower === false) seen.crossing++;
    }),
    { seed: SEED, numRuns: 10 * RUNS },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(RUNS / 10);
});
