// What holds for every desired state, whatever the server has: random states against the built-in server's repository.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the server
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { hasRefusals } from '../src/model/plan.ts';
import { emptyState, keyId, keysIn, type State } from '../src/model/state.ts';
import { storedText } from '../src/semantics/value-types.ts';
import { complete } from '../src/plan/normalize.ts';
import { diff } from '../src/plan/diff.ts';
import { documentsOf, scenarioOf } from './random/documents.ts';
import { declares, facts, wants } from './random/facts.ts';
import { holds, PROPERTY_TIMEOUT, named, RUNS, SEED } from './random/runs.ts';
import { linesOf, load } from './helpers/project.ts';
import { afterwards, repositoryOf } from './random/repository.ts';
import { state, type World, world } from './random/states.ts';
import { approvedPlanOf, emptyRepository, liveOf, send } from './helpers/repository.ts';

interface Applied {
  before: State;
  after: State;
  desired: State;
  lastApplied: State;
  prune: World['prune'];
  vdtEnabled: boolean;
}

/** What holds after every apply. */
const PROPERTIES: Record<string, (applied: Applied) => void> = {
  'every value and file that is declared is there, and none that must not exist': ({
    after,
    before,
    desired,
  }) => {
    const now = facts(after);
    for (const [address, text] of facts(wants(desired))) {
      const vdt = address.startsWith('file ')
        ? undefined
        : after.items.get(address.split(' [')[0] ?? '')?.vdt;
      const stored = vdt === undefined ? text : storedText(vdt, text);
      expect([address, now.get(address)]).toEqual([address, stored]);
    }
    for (const address of facts(before).keys()) {
      if (declares(desired, address) && !facts(wants(desired)).has(address))
        expect([address, now.has(address)]).toEqual([address, false]);
    }
  },
  'the metadata that is declared is there, and the rest is kept': ({
    after,
    before,
    desired,
    vdtEnabled,
  }) => {
    for (const declared of keysIn(wants(desired))) {
      const id = keyId(declared.name);
      const there = after.items.get(id);
      if (there === undefined) continue;
      const was = before.items.get(id);
      const defaults = { vdt: 'Text', deprecated: false, push: true } as const;
      const { vdt, readme, deprecated, push } = { ...defaults, ...was, ...declared };
      const type = vdtEnabled ? vdt : (was?.vdt ?? vdt);
      const text = readme === undefined ? {} : { readme };
      expect(there).toMatchObject({ vdt: type, deprecated, push, ...text });
    }
    for (const { rows: _, ...metadata } of keysIn(before)) {
      const id = keyId(metadata.name);
      if (!desired.items.has(id) && after.items.has(id))
        expect(after.items.get(id)).toMatchObject(metadata);
    }
  },
  'under `managed` only what was last applied is deleted, under `none` only what is declared absent':
    ({ after, before, desired, lastApplied, prune }) => {
      const now = facts(after);
      for (const [address, text] of facts(before)) {
        if (declares(desired, address)) continue;
        const ours = prune === 'managed' && facts(wants(lastApplied)).has(address);
        if (prune !== 'all' && !ours) expect([address, now.get(address)]).toEqual([address, text]);
      }
      for (const key of keysIn(before)) {
        const id = keyId(key.name);
        const isTouched =
          desired.items.has(id) || (prune === 'managed' && lastApplied.items.has(id));
        if (prune !== 'all' && !isTouched) expect(after.items.get(id)).toEqual(key);
      }
    },
  'under `all` nothing is left that is not declared, and under `managed` nothing that was and no longer is':
    ({ after, desired, lastApplied, prune }) => {
      const wanted = facts(wants(desired));
      const left = [...facts(after).keys()].filter((address) => !wanted.has(address));
      if (prune === 'all') expect(left).toEqual([]);
      const ours = facts(wants(lastApplied));
      if (prune === 'managed') expect(left.filter((address) => ours.has(address))).toEqual([]);
    },
};

describe(`with ${RUNS} cases of seed ${SEED}`, () => {
  describe('a plan', () => {
    const counts = { applied: 0, empty: 0, refused: 0, 'context groups in conflict': 0 };
    const rules = new Set<string>();
    afterAll(() =>
      console.log(
        `properties: seed ${SEED}, ${JSON.stringify(counts)}; rules: ${[...rules].sort().join(' ')}`,
      ),
    );

    function obey(world: World): void {
      counts[outcomeOf(world)]++;
    }

    function outcomeOf(world: World): keyof typeof counts {
      const { desired, lastApplied, prune, batch, force, vdtEnabled } = world;
      const repository = repositoryOf(world);
      const before = liveOf(repository);
      const input = {
        ...{ desired, prune, settings: { vdtEnabled } },
        forceKeyPush: force,
        ...(lastApplied && { lastApplied }),
        ...(batch !== undefined && { batch }),
      };
      const plan = approvedPlanOf({ ...input, live: before });
      for (const { code } of plan.findings) rules.add(code);
      if (hasRefusals(plan)) return 'refused';
      const after = afterwards(() => liveOf(send(repository, plan, { force })));
      if (after === undefined) return 'context groups in conflict';
      expect(
        approvedPlanOf({ ...input, live: after }).changes,
        'property: a second plan is empty',
      ).toEqual([]);
      const applied = {
        before,
        after,
        desired,
        lastApplied: lastApplied ?? emptyState(),
        prune,
        vdtEnabled,
      };
      for (const [property, check] of Object.entries(PROPERTIES))
        named(property, () => check(applied));
      return plan.changes.length === 0 ? 'empty' : 'applied';
    }

    it(
      'that the guards allow is accepted, and leaves a second plan nothing to do',
      () => {
        holds(world, { check: obey, show: (one) => scenarioOf(one, repositoryOf(one)) });
        // Shrinking counts too, but only where a property is broken.
        expect(counts.applied).toBeGreaterThan(RUNS / 5);
        expect(counts['context groups in conflict']).toBeLessThan(RUNS / 10);
      },
      PROPERTY_TIMEOUT,
    );
  });

  it('that is broken is shown as documents, shrunk, with the seed that shows it again', () => {
    const check = (one: State) => expect(keysIn(one).length).toBe(0);
    const seed = `CONFIGHUB_TEST_SEED=${SEED} CONFIGHUB_TEST_RUNS=${RUNS}`;
    const broken = () => holds(state, { check, show: document });
    expect(broken).toThrow(seed);
    expect(broken).toThrow(/\n\{"data":\[\{"key":"a"\}\]\}\n/);
  });

  describe('a push body', () => {
    it(
      'alone gives the whole desired state where the server has nothing',
      () => {
        const check = (declared: State) => {
          const desired = wants(declared);
          const plan = approvedPlanOf({ desired, live: emptyState(), prune: 'all' });
          if (hasRefusals(plan)) return;
          const live = afterwards(() => liveOf(send(emptyRepository(), plan)));
          if (live === undefined) return;
          const completed = complete(desired, emptyState(), { vdtEnabled: true });
          expect(linesOf(live).map(lower).sort()).toEqual(linesOf(completed).map(lower).sort());
        };
        holds(state, { check, show: document });
      },
      PROPERTY_TIMEOUT,
    );
  });

  describe('a diff', () => {
    const whole = (one: State) => complete(wants(one), emptyState(), { vdtEnabled: true });

    it(
      'of a state and itself is empty',
      () => {
        const check = (one: State) => {
          expect(diff(whole(one), structuredClone(whole(one)), 2)).toEqual([]);
        };
        holds(state, { check, show: document });
      },
      PROPERTY_TIMEOUT,
    );

    it(
      'of two states and back again is the same changes, the other way round',
      () => {
        const check = ([left, right]: [State, State]) => {
          const [a, b] = [whole(left), whole(right)];
          expect(namesOf(diff(a, b, 2)).sort()).toEqual(namesOf(diff(b, a, 2), OTHER_WAY).sort());
        };
        holds(fc.tuple(state, state), { check, show: (both) => both.map(document).join('\n') });
      },
      PROPERTY_TIMEOUT,
    );
  });

  describe('documents', () => {
    it(
      'give the same state and the same errors whatever their number and order',
      () => {
        const split = fc.array(fc.nat(4), { minLength: 40, maxLength: 40 });
        const check = ([declared, one, other]: [State, number[], number[]]) => {
          const [left, right] = [
            load(documentsOf(declared, one)),
            load(documentsOf(declared, other)),
          ];
          const messages = (loaded: typeof left) =>
            loaded.diagnostics.map(({ message }) => lower(message)).sort();
          expect(messages(right)).toEqual(messages(left));
          expect(linesOf(right.state).map(lower).sort()).toEqual(
            linesOf(left.state).map(lower).sort(),
          );
        };
        holds(fc.tuple(state, split, split), { check });
      },
      PROPERTY_TIMEOUT,
    );
  });
});

function document(one: State): string {
  return Object.values(documentsOf(one)).join('\n');
}

/** Names and contexts count as the same in upper and lower case. */
function lower(line: string): string {
  return line.toLowerCase();
}

const AS_IT_IS = { create: 'create', delete: 'delete', update: 'update' } as const;
const OTHER_WAY = { create: 'delete', delete: 'create', update: 'update' } as const;

function namesOf(
  changes: ReturnType<typeof diff>,
  way: Record<string, string> = AS_IT_IS,
): string[] {
  return changes.map((change) =>
    lower(
      [
        change.kind,
        way[change.action],
        'context' in change ? change.context : '',
        change.name,
      ].join(' '),
    ),
  );
}
