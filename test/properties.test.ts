// What holds for every desired state, whatever the server has: random states against the built-in server's repository.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Change, countOverrides, hasRefusals, type Plan } from '../src/model/plan.ts';
import { type OnDrift, type Scope, scopeOf } from '../src/model/project.ts';
import { emptyState, keyId, keysIn, type State } from '../src/model/state.ts';
import { complete } from '../src/plan/normalize.ts';
import { diff } from '../src/plan/diff.ts';
import { linesOf, load } from './helpers/project.ts';
import { approvedPlanOf, emptyRepository, liveOf, send } from './helpers/repository.ts';
import { documentsOf, scenarioOf } from './random/documents.ts';
import { declares, facts, storedFacts, wants } from './random/facts.ts';
import { afterwards, repositoryOf } from './random/repository.ts';
import { type Count, holds, named, property, RUNS, SEED } from './random/runs.ts';
import { outside, within } from './random/scopes.ts';
import { state, world } from './random/states.ts';
import { type ThreeStates, threeStates } from './random/three-states.ts';

interface Applied extends ThreeStates {
  plan: Plan;
  before: State;
  after: State;
  scope: Scope;
  /** The plan of the same files after the apply. */
  again: (known: Recorded) => Plan;
}

interface Recorded {
  lastApplied: State | undefined;
  onDrift: OnDrift;
}

/** What holds after every apply. */
const PROPERTIES: Record<string, (applied: Applied) => void> = {
  'every value and file that is declared is there, and none that must not exist': ({
    after,
    before,
    desired,
    scope,
    onDrift,
  }) => {
    if (onDrift === 'keep') return;
    const now = facts(after);
    const wanted = storedFacts(desired, after);
    expect([...wanted].filter(([address, text]) => now.get(address) !== text)).toEqual([]);
    const gone = [...facts(within(before, scope)).keys()].filter(
      (address) => declares(desired, address) && !wanted.has(address),
    );
    expect(gone.filter((address) => now.has(address))).toEqual([]);
  },
  'the metadata that is declared is there, and the rest is kept': ({
    after,
    before,
    desired,
    vdtEnabled,
    onDrift,
  }) => {
    for (const declared of onDrift === 'keep' ? [] : keysIn(wants(desired))) {
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
    ({ after, before, desired, lastApplied = emptyState(), prune }) => {
      if (prune === 'all') return;
      const [was, now] = [facts(before), facts(after)];
      const ours = facts(wants(lastApplied));
      for (const [address, text] of was) {
        if (declares(desired, address) || (prune === 'managed' && ours.has(address))) continue;
        expect([address, now.get(address)]).toEqual([address, text]);
      }
      for (const key of keysIn(before)) {
        const id = keyId(key.name);
        const isOurs = prune === 'managed' && lastApplied.items.has(id);
        if (!desired.items.has(id) && !isOurs) expect(after.items.get(id)).toEqual(key);
      }
    },
  'under `all` nothing is left that is not declared, and under `managed` nothing that was and no longer is':
    ({ after, desired, lastApplied = emptyState(), prune, scope, onDrift }) => {
      if (prune === 'none' || onDrift === 'keep') return;
      const [wanted, ours] = [desired, lastApplied].map((state) => facts(wants(state)));
      const left = [...facts(within(after, scope)).keys()].filter(
        (address) => !wanted?.has(address) && (prune === 'all' || ours?.has(address)),
      );
      expect(left).toEqual([]);
    },
  'what is out of scope stays as it is': ({ before, after, scope }) => {
    expect(outside(after, scope)).toEqual(outside(before, scope));
  },
  'what the files name and the last apply did not is on the server as they say': ({
    after,
    desired,
    scope,
    lastApplied = emptyState(),
  }) => {
    const is = facts(within(after, scope));
    // Where another type is kept, the text is sent as the declared one writes it.
    const [wanted, stored] = [storedFacts(desired, desired), storedFacts(desired, after)];
    for (const address of new Set([...is.keys(), ...wanted.keys()])) {
      if (!declares(desired, address) || declares(lastApplied, address)) continue;
      const texts = [wanted.get(address), stored.get(address)];
      expect([address, texts]).toEqual([address, expect.arrayContaining([is.get(address)])]);
    }
  },
  'drift that is kept is on the server as it was': ({ plan, before, after }) => {
    const [was, is] = [facts(before), facts(after)];
    const changed = plan.drift.map(addressOf).filter((at) => is.get(at) !== was.get(at));
    expect(changed).toEqual([]);
  },
  'once it is recorded, drift is what was kept: not what was overwritten, nor what others added': ({
    plan,
    desired,
    onDrift,
    again,
  }) => {
    const drift = again({ lastApplied: desired, onDrift: 'keep' }).drift.filter(
      ({ cause }) => cause !== 'override',
    );
    const kept = plan.drift.filter(({ cause }) => cause === 'drift');
    expect(drift.map(essence)).toEqual(onDrift === 'keep' ? kept.map(essence) : []);
  },
  'what it takes over is on the server, and the last apply did not include it': ({
    plan,
    before,
    lastApplied = emptyState(),
  }) => {
    const was = facts(before);
    const taken = plan.changes
      .filter((change) => change.cause === 'unmanaged' && change.kind !== 'key')
      .map(addressOf);
    const wrong = taken.filter((at) => !was.has(at) || declares(lastApplied, at));
    expect(wrong).toEqual([]);
  },
  'an override is listed once, and goes only with `prune: all`': ({
    prune,
    plan,
    before,
    after,
  }) => {
    const added = [...plan.changes, ...plan.drift]
      .filter(({ cause }) => cause === 'override')
      .map(addressOf);
    expect(new Set(added).size).toBe(added.length);
    const [was, is] = [facts(before), facts(after)];
    expect(added.filter((address) => !was.has(address))).toEqual([]);
    const left = (address: string) => (prune === 'all' ? undefined : was.get(address));
    expect(added.filter((address) => is.get(address) !== left(address))).toEqual([]);
  },
  'applied again it changes nothing, whether it was recorded or not': ({
    lastApplied,
    desired,
    onDrift,
    again,
  }) => {
    expect(again({ lastApplied: desired, onDrift }).changes).toEqual([]);
    expect(again({ lastApplied, onDrift }).changes).toEqual([]);
  },
};

/** As {@link facts} name it; a key itself has no fact. */
function addressOf(change: Change): string {
  if (change.kind === 'key') return change.name;
  const short = change.context.toLowerCase() === '*;*' ? '*' : change.context.toLowerCase();
  return `${change.kind === 'file' ? `file ${change.name}` : change.name.toLowerCase()} [${short}]`;
}

function essence(change: Change): unknown {
  return [change.kind, change.action, addressOf(change), change.before, change.after];
}

/** Plans, applies what the rules allow, and checks all properties. */
function obey(world: ThreeStates, count: Count): void {
  const { desired, lastApplied, prune, onDrift, batch, force, vdtEnabled } = world;
  const repository = repositoryOf(world);
  const scope = scopeOf(world.part);
  const input = {
    desired,
    prune,
    scope,
    settings: { vdtEnabled },
    forceKeyPush: force,
    ...(batch !== undefined && { batch }),
  };
  const planned = ({ lastApplied: known, ...rest }: Recorded, live: State) =>
    approvedPlanOf({ ...input, ...rest, live, ...(known && { lastApplied: known }) });
  const before = liveOf(repository);
  const plan = planned({ lastApplied, onDrift }, before);
  const isKept = plan.drift.some(({ cause }) => cause === 'drift');
  if (isKept) count('drift');
  if (hasRefusals(plan)) return;
  const after = afterwards(() => liveOf(send(repository, plan, { force })));
  // Only the server knows the members of context groups.
  if (after === undefined) {
    count('context groups in conflict');
    return;
  }
  count('accepted');
  if (plan.changes.length > 0) count('applied');
  if (isKept) count('kept');
  if (countOverrides(plan) > 0) count('overrides');
  if (plan.changes.some(({ action }) => action === 'delete')) count('deletes');
  const again: Applied['again'] = (known) => planned(known, after);
  for (const [name, check] of Object.entries(PROPERTIES))
    named(name, () => check({ ...world, plan, before, after, scope, again }));
}

const show = (one: ThreeStates) =>
  `onDrift: ${one.onDrift}, ${JSON.stringify(one.part)}\n${scenarioOf(one, repositoryOf(one))}`;

describe('a plan that the rules allow is accepted, and does what was planned', () => {
  const anything = world.map((one) => ({ ...one, onDrift: 'overwrite' as const, part: {} }));
  property('of any states', anything, {
    check: obey,
    show,
    enough: { applied: 1 / 5 },
    most: { 'context groups in conflict': 1 / 10 },
  });
  property('of states that have most in common', threeStates, {
    check: obey,
    show,
    enough: { applied: 1 / 5, drift: 1 / 20, kept: 1 / 20, deletes: 1 / 20, overrides: 0 },
  });
});

it('a property that is broken is shown as documents, shrunk, with the seed that shows it again', () => {
  const check = (one: State) => expect(keysIn(one).length).toBe(0);
  const seed = `CONFIGHUB_TEST_SEED=${SEED} CONFIGHUB_TEST_RUNS=${RUNS}`;
  const broken = () => holds(state, { check, show: document });
  expect(broken).toThrow(seed);
  expect(broken).toThrow(/\n\{"data":\[\{"key":"a"\}\]\}\n/);
});

property('a push alone gives the whole desired state where the server has nothing', state, {
  check: (declared) => {
    const desired = wants(declared);
    const plan = approvedPlanOf({ desired, live: emptyState(), prune: 'all' });
    if (hasRefusals(plan)) return;
    const live = afterwards(() => liveOf(send(emptyRepository(), plan)));
    if (live !== undefined) expect(lowerLines(live)).toEqual(lowerLines(whole(declared)));
  },
  show: document,
});

property('a diff of a state and itself is empty', state, {
  check: (one) => expect(diff(whole(one), structuredClone(whole(one)), 2)).toEqual([]),
  show: document,
});

property(
  'a diff of two states and back again is the same changes, the other way round',
  fc.tuple(state, state),
  {
    check: ([left, right]) => {
      const [a, b] = [whole(left), whole(right)];
      expect(namesOf(diff(a, b, 2)).sort()).toEqual(namesOf(diff(b, a, 2), OTHER_WAY).sort());
    },
    show: (both) => both.map(document).join('\n'),
  },
);

const split = fc.array(fc.nat(4), { minLength: 40, maxLength: 40 });
property(
  'documents give the same state and the same errors whatever their number and order',
  fc.tuple(state, split, split),
  {
    check: ([declared, ...splits]) => {
      const [left, right] = splits.map((one) => {
        const { state, diagnostics } = load(documentsOf(declared, one));
        return [diagnostics.map(({ message }) => lower(message)).sort(), lowerLines(state)];
      });
      expect(right).toEqual(left);
    },
  },
);

/** All that a state wants, as a server that had nothing before shows it. */
function whole(one: State): State {
  return complete(wants(one), emptyState(), { vdtEnabled: true });
}

function document(one: State): string {
  return Object.values(documentsOf(one)).join('\n');
}

/** Names and contexts count as the same in upper and lower case. */
function lower(line: string): string {
  return line.toLowerCase();
}

function lowerLines(state: State): string[] {
  return linesOf(state).map(lower).sort();
}

const AS_IT_IS = { create: 'create', delete: 'delete', update: 'update' } as const;
const OTHER_WAY = { create: 'delete', delete: 'create', update: 'update' } as const;

function namesOf(changes: readonly Change[], way: Record<string, string> = AS_IT_IS): string[] {
  return changes.map(({ kind, action, context = '', name }) =>
    lower([kind, way[action], context, name].join(' ')),
  );
}
