// What holds where nothing can be read, whatever becomes of single pushes: random sequences of applies to the built-in
// server's repository, with no knowledge but what was recorded.
import fc from 'fast-check';
import { expect } from 'vitest';
import { mapItems } from '../src/lib/collections.ts';
import { fullContext } from '../src/model/context.ts';
import { hasRefusals, type Plan } from '../src/model/plan.ts';
import {
  groupOf,
  type Item,
  keyId,
  keysIn,
  rowsIn,
  type State,
  type Vdt,
} from '../src/model/state.ts';
import { phasesOf } from '../src/plan/push-batches.ts';
import { recordedLive } from '../src/plan/stand-in.ts';
import { pushBody } from '../src/remote/push-body.ts';
import type { Repository } from '../src/server/state.ts';
import { facts, storedFacts, wants } from './random/facts.ts';
import { named, property } from './random/runs.ts';
import { state } from './random/states.ts';
import { accepted, approvedPlanOf, emptyRepository, liveOf, pushTo } from './helpers/repository.ts';

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

/** Without a cipher, so that texts can be compared. */
const GROUP = { name: 'G', password: 'passw0rd', cipher: null };
const passwordOf = () => GROUP.password;
const EMPTY: World = {
  repository: emptyRepository({ securityGroups: [GROUP] }),
  known: { intents: [], types: new Map() },
};

/** What stands in for live. */
function standIn({ known: { recorded, intents, types } }: World, desired: State): State {
  return recordedLive({ types, intents, ...(recorded && { state: recorded }) }, desired);
}

function planIn(world: World, desired: State): Plan {
  const { recorded, intents } = world.known;
  const isFirst = recorded === undefined && intents.length === 0;
  const live = standIn(world, desired);
  return approvedPlanOf({
    desired,
    live,
    liveSource: isFirst ? 'none' : 'last-applied',
    prune: 'managed',
    forceKeyPush: true,
    passwordOf,
    ...(recorded && { lastApplied: recorded }),
    ...(intents.length > 0 && { begun: intents }),
    ...(isFirst && { firstOf: 0 }),
  });
}

/** What a record says of types: those that no document names. */
function typesAfter(world: World, desired: State): Map<string, Vdt> {
  const live = standIn(world, desired);
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
    const body = pushBody({ changes, passwordOf }, 'test');
    const after = accepted(() => pushTo(repository, body, true, [GROUP.name]));
    if (after === undefined) {
      const known = index === 0 ? world.known : unknown;
      return { world: { repository, known }, outcome: 'refused by the server' };
    }
    repository = after;
  }
  if (taken !== 'all, and it is known')
    return { world: { repository, known: unknown }, outcome: 'unknown' };
  const known = { recorded: desired, intents: [], types: typesAfter(world, desired) };
  return { world: { repository, known }, outcome: 'applied' };
}

/** What the server holds is what the files declare, and nothing that was ever declared besides. */
function obeyed({ repository }: World, desired: State): void {
  const after = liveOf(repository);
  const sorted = (texts: Map<string, string | null>) => Object.fromEntries([...texts].sort());
  named('what is declared is there, and nothing else', () =>
    expect(sorted(facts(after))).toEqual(sorted(storedFacts(desired, after))),
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

property(
  'an apply makes the server what the files say, whatever became of those before it',
  fc.array(step, { minLength: 1, maxLength: 5 }),
  {
    check: (steps, count) => {
      let world = EMPTY;
      for (const one of steps) {
        const ended = applied(world, one);
        world = ended.world;
        count(ended.outcome);
        if (ended.outcome !== 'applied') continue;
        obeyed(world, one.desired);
        const second = planIn(world, one.desired);
        named('a second plan is empty', () => expect(second.changes).toEqual([]));
      }
    },
    show: (steps) => steps.map(({ desired, taken }) => `${taken}: ${shown(desired)}`).join('\n'),
    enough: { applied: 1 / 5, unknown: 1 / 5 },
  },
);

/** All of it in a group. No file makes keys, which are in none. */
function inGroup({ items }: State): State {
  const securityGroup = GROUP.name;
  return {
    items: mapItems(items, (item) => {
      if (item.absent) return item;
      if (item.kind === 'key') return { ...item, securityGroup };
      const rows = mapItems(item.rows, (row) => ({
        ...row,
        text: (row.text ?? '').replaceAll('$', 'S'),
        securityGroup,
      }));
      return { ...item, rows };
    }),
  };
}

property(
  'what is declared in a group is never stored outside of it, whatever others delete',
  fc.array(
    fc.record({
      step: step.map(({ desired, ...one }) => ({ ...one, desired: inGroup(desired) })),
      isDeleting: fc.boolean(),
      pick: fc.nat(10),
    }),
    { minLength: 2, maxLength: 6 },
  ),
  {
    check: (steps, count) => {
      let world = EMPTY;
      let isAlone = true;
      for (const { step: one, isDeleting, pick } of steps) {
        const there = [...liveOf(world.repository).items.values()];
        const item = there[pick % there.length];
        if (isDeleting && item !== undefined) {
          isAlone = false;
          world = { ...world, repository: deletedIn(world.repository, item) };
        }
        const ended = applied(world, one);
        world = ended.world;
        count(ended.outcome);
        named('nothing is outside', () => {
          for (const { item: holder, row } of rowsIn(liveOf(world.repository)))
            expect(groupOf(holder, row), holder.name).toBe(GROUP.name);
        });
        if (isAlone && ended.outcome === 'applied') obeyed(world, one.desired);
      }
    },
    show: (steps) =>
      steps
        .map(
          ({ step: { desired, taken }, isDeleting, pick }) =>
            `${isDeleting ? `${pick} is deleted, ` : ''}${taken}: ${shown(desired)}`,
        )
        .join('\n'),
    enough: { applied: 1 / 2, 'refused by the server': 1 / 10 },
  },
);

/** Others deleted it. */
function deletedIn(repository: Repository, { kind, name, rows }: Item): Repository {
  const data =
    kind === 'key'
      ? [{ key: name, opp: 'delete' }]
      : [...rows.values()].map(({ context }) => ({
          file: name,
          context: fullContext(context, 2),
          opp: 'delete',
        }));
  return accepted(() => pushTo(repository, { data }, true, [GROUP.name])) ?? repository;
}

function shown({ items }: State): string {
  return JSON.stringify(
    [...items.values()].map((item) => ({ ...item, rows: [...item.rows.values()] })),
  );
}
