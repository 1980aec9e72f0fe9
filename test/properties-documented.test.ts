// What holds where nothing can be read, whatever becomes of single pushes: random sequences of applies to the built-in
// server's repository, with no knowledge but what was recorded.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the server
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { hasRefusals, type Plan } from '../src/model/plan.ts';
import { keyId, keysIn, type State, type Vdt } from '../src/model/state.ts';
import { storedText } from '../src/semantics/value-types.ts';
import { phasesOf } from '../src/plan/push-batches.ts';
import { recordedLive } from '../src/plan/stand-in.ts';
import { pushBody } from '../src/remote/push-body.ts';
import type { Repository } from '../src/server/state.ts';
import { facts, wants } from './random/facts.ts';
import { holds, PROPERTY_TIMEOUT, named, RUNS, SEED } from './random/runs.ts';
import { state } from './random/states.ts';
import {
  approvedPlanOf,
  emptyRepository,
  liveOf,
  PushRejected,
  pushTo,
} from './helpers/repository.ts';

/** What becomes of an apply: it ends well; or its outcome is unknown, and so many of its pushes were taken. */
const step = fc.record({
  desired: state,
  taken: fc.constantFrom(
    'all, and it is known',
    'all, and it is known',
    'all',
    'none',
    'the first',
  ),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface Known {
  recorded?: State;
  /** What applies of unknown outcome declared, the newest first. */
  intents: readonly State[];
  types: ReadonlyMap<string, Vdt>;
}

interface World {
  repository: Repository;
  known: Known;
}

function planIn({ known }: World, desired: State): Plan {
  const { recorded, intents, types } = known;
  const isFirst = recorded === undefined && intents.length === 0;
  const live = recordedLive({ types, intents, ...(recorded && { state: recorded }) }, desired);
  return approvedPlanOf({
    desired,
    live,
    liveSource: isFirst ? 'none' : 'last-applied',
    prune: 'managed',
    forceKeyPush: true,
    ...(recorded && { lastApplied: recorded }),
    ...(intents.length > 0 && { begun: intents }),
    ...(isFirst && { firstOf: 0 }),
  });
}

/** What a record says of types: those that no document names. */
function typesAfter(
  { known: { recorded, intents, types } }: World,
  desired: State,
): Map<string, Vdt> {
  const live = recordedLive({ types, intents, ...(recorded && { state: recorded }) }, desired);
  return new Map(
    [...desired.items].flatMap(([id, key]): [string, Vdt][] => {
      const vdt = key.vdt === undefined && !key.absent ? live.items.get(id)?.vdt : undefined;
      return vdt === undefined || vdt === 'Text' ? [] : [[id, vdt]];
    }),
  );
}

type Ended = {
  world: World;
  outcome: 'applied' | 'unknown' | 'refused by a guard' | 'refused by the server';
};

function applied(world: World, { desired, taken }: Step): Ended {
  const plan = planIn(world, desired);
  if (hasRefusals(plan)) return { world, outcome: 'refused by a guard' };
  const phases = plan.changes.length === 0 ? [] : phasesOf(plan);
  const unknown = { ...world.known, intents: [desired, ...world.known.intents] };
  let { repository } = world;
  const wanted = taken === 'none' ? 0 : taken === 'the first' ? 1 : phases.length;
  for (const [index, changes] of phases.slice(0, wanted).entries()) {
    try {
      repository = pushTo(repository, pushBody({ changes }, 'test'), true);
    } catch (error) {
      if (!(error instanceof PushRejected)) throw error;
      return {
        world: { repository, known: index === 0 ? world.known : unknown },
        outcome: 'refused by the server',
      };
    }
  }
  if (taken !== 'all, and it is known')
    return { world: { repository, known: unknown }, outcome: 'unknown' };
  return {
    world: {
      repository,
      known: { recorded: desired, intents: [], types: typesAfter(world, desired) },
    },
    outcome: 'applied',
  };
}

/** What the server holds is what the files declare, and nothing that was ever declared besides. */
function obeyed({ repository }: World, desired: State): void {
  const after = liveOf(repository);
  const [is, wanted] = [facts(after), facts(wants(desired))];
  const typed = [...wanted].map(([address, text]) => {
    const vdt = address.startsWith('file ')
      ? undefined
      : after.items.get(address.split(' [')[0] ?? '')?.vdt;
    return [address, vdt === undefined ? text : storedText(vdt, text)] as const;
  });
  named('what is declared is there, and nothing else', () =>
    expect(Object.fromEntries([...is].sort())).toEqual(Object.fromEntries(typed.sort())),
  );
  named('metadata that is declared is there', () => {
    for (const declared of keysIn(wants(desired))) {
      const { rows: _, name, ...metadata } = declared;
      const id = keyId(name);
      // Nothing says whether a key is there of which values are only to go: it must not be made for that.
      if (declared.rows.size === 0 && desired.items.get(id)?.rows.size !== 0) continue;
      const there = after.items.get(id);
      if (there !== undefined) expect(there).toMatchObject(metadata);
    }
  });
}

describe(`with ${RUNS} cases of seed ${SEED}`, () => {
  const counts = { applied: 0, unknown: 0, 'refused by a guard': 0, 'refused by the server': 0 };
  afterAll(() =>
    console.log(`properties of the documented interface: seed ${SEED}, ${JSON.stringify(counts)}`),
  );

  it(
    'an apply makes the server what the files say, whatever became of those before it',
    () => {
      holds(fc.array(step, { minLength: 1, maxLength: 5 }), {
        check: (steps) => {
          let world: World = {
            repository: emptyRepository(),
            known: { intents: [], types: new Map() },
          };
          for (const one of steps) {
            const ended = applied(world, one);
            world = ended.world;
            counts[ended.outcome]++;
            if (ended.outcome !== 'applied') continue;
            obeyed(world, one.desired);
            named('a second plan is empty', () =>
              expect(planIn(world, one.desired).changes).toEqual([]),
            );
          }
        },
        show: (steps) =>
          steps.map(({ desired, taken }) => `${taken}: ${shown(desired)}`).join('\n'),
      });
      expect(counts.applied).toBeGreaterThan(RUNS / 5);
      expect(counts.unknown).toBeGreaterThan(RUNS / 5);
    },
    PROPERTY_TIMEOUT,
  );
});

function shown({ items }: State): string {
  return JSON.stringify(
    [...items.values()].map((item) => ({ ...item, rows: [...item.rows.values()] })),
  );
}
