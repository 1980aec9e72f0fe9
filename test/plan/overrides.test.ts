// Which values of others are overrides: those that win over a declared one in some context, by the rules of precedence.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contextId, contextIn, fullContext } from '../../src/model/context.ts';
import type { Row, State } from '../../src/model/state.ts';
import { heaviest, indexGroups, weigher } from '../../src/semantics/resolution.ts';
import { RUNS, SEED } from '../random/runs.ts';
import { inputOf, planOf } from '../helpers/repository.ts';
import { stateFrom } from '../helpers/states.ts';

const LEVELS = ['Region', 'Environment', 'Application'];
const DEPTH = LEVELS.length;
const GROUPS = indexGroups(LEVELS, []);
const NAMED = ['a', 'b'];

const context = fc
  .array(fc.constantFrom('*', '*', ...NAMED), { minLength: DEPTH, maxLength: DEPTH })
  .map((elements) => elements.join(';'));
const contexts = fc.uniqueArray(context, { minLength: 2, maxLength: 8 });

/** Every context that an application may ask for; `c` is an element that no value names. */
const ASKED = LEVELS.reduce<string[][]>(
  (asked) => asked.flatMap((elements) => [...NAMED, 'c'].map((one) => [...elements, one])),
  [[]],
);

function stateOf(some: readonly string[]): State {
  const rows = some
    .map(contextIn)
    .map((one): [string, Row] => [contextId(one), { context: one, text: 'x' }]);
  const key = { name: 'k', vdt: 'Text', deprecated: false, push: true } as const;
  return stateFrom({ keys: [{ ...key, rows: new Map(rows) }] });
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
      const target = { ...inputOf({ desired, live }).target, levels: LEVELS };
      const plan = planOf({ target, desired, live, lastApplied: desired });
      const expected = overriddenBy(other, declared);
      seen[expected === undefined ? 'unmanaged' : 'override']++;
      const override = { context: fullContext(other, DEPTH), overrides: { context: expected } };
      const isUnmanaged = expected === undefined;
      expect(plan).toMatchObject({
        changes: [],
        drift: isUnmanaged ? [] : [override],
        unmanaged: isUnmanaged ? 1 : 0,
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
