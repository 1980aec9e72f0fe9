// What holds of three states that differ item by item: what is deleted, what drift is left, and what a second apply does.
import { afterAll, describe, expect, it } from 'vitest';
import { type Change, countOverrides, hasRefusals, type Plan } from '../src/model/plan.ts';
import { type Scope, scopeOf } from '../src/model/project.ts';
import { emptyState, type Item, keyId, keysIn, type State, type Vdt } from '../src/model/state.ts';
import { storedText } from '../src/semantics/value-types.ts';
import { scenarioOf } from './random/documents.ts';
import { declares, facts, wants } from './random/facts.ts';
import { holds, PROPERTY_TIMEOUT, named, RUNS, SEED } from './random/runs.ts';
import { afterwards, repositoryOf } from './random/repository.ts';
import { approvedPlanOf, liveOf, send } from './helpers/repository.ts';
import { outside, within } from './random/scopes.ts';
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
  onDrift: ThreeStates['onDrift'];
}

const PROPERTIES: Record<string, (applied: Applied) => void> = {
  'under `managed` nothing is deleted that was not last applied, unless the files say so': ({
    prune,
    ...applied
  }) => {
    if (prune !== 'managed') return;
    const { before, after, desired, lastApplied = emptyState() } = applied;
    const isOurs = (address: string) =>
      declares(desired, address) || facts(wants(lastApplied)).has(address);
    const [was, is] = [facts(before), facts(after)];
    expect([...was.keys()].filter((address) => !is.has(address) && !isOurs(address))).toEqual([]);
    const gone = keysIn(before).filter(({ name }) => !after.items.has(keyId(name)));
    const isDeclared = ({ name }: Item) =>
      [desired, lastApplied].some(({ items }) => items.has(keyId(name)));
    expect(gone.filter((key) => !isDeclared(key))).toEqual([]);
  },
  'under `none` nothing is deleted that the files do not name': ({
    prune,
    before,
    after,
    desired,
  }) => {
    if (prune !== 'none') return;
    const is = facts(after);
    const gone = [...facts(before).keys()].filter((address) => !is.has(address));
    expect(gone.filter((address) => !declares(desired, address))).toEqual([]);
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
    const [is, wanted] = [facts(within(after, scope)), facts(wants(desired))];
    for (const address of new Set([...is.keys(), ...wanted.keys()])) {
      if (!declares(desired, address) || declares(lastApplied, address)) continue;
      const text = wanted.get(address);
      const id = address.split(' [')[0] ?? '';
      const isFile = address.startsWith('file ');
      const [there, declared] = [after, desired].map(({ items }) =>
        isFile ? undefined : items.get(id)?.vdt,
      );
      // Where another type is kept, the text is sent as the declared one writes it.
      const stored = [text, storedIn(declared, text)].map((one) => storedIn(there, one));
      expect([address, stored]).toEqual([address, expect.arrayContaining([is.get(address)])]);
    }
  },
  'drift that is kept is on the server as it was': ({ plan, before, after }) => {
    const [was, is] = [facts(before), facts(after)];
    const kept = plan.drift.map(addressOf);
    expect(kept.map((address) => [address, is.get(address)])).toEqual(
      kept.map((address) => [address, was.get(address)]),
    );
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
    lastApplied,
  }) => {
    const was = facts(before);
    const taken = plan.changes
      .filter((change) => change.cause === 'unmanaged' && change.kind !== 'key')
      .map(addressOf);
    expect(
      taken.filter(
        (address) => !was.has(address) || declares(lastApplied ?? emptyState(), address),
      ),
    ).toEqual([]);
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
    for (const address of added) {
      expect([address, was.has(address)]).toEqual([address, true]);
      expect([address, is.get(address)]).toEqual([
        address,
        prune === 'all' ? undefined : was.get(address),
      ]);
    }
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

function storedIn(vdt: Vdt | undefined, text: string | null | undefined): typeof text {
  return vdt === undefined || text === undefined ? text : storedText(vdt, text);
}

/** As {@link facts} name it; a key itself has no fact. */
function addressOf(change: Change): string {
  if (change.kind === 'key') return change.name;
  const short = change.context.toLowerCase() === '*;*' ? '*' : change.context.toLowerCase();
  return `${change.kind === 'file' ? `file ${change.name}` : change.name.toLowerCase()} [${short}]`;
}

function essence(change: Change): unknown {
  return [change.kind, change.action, addressOf(change), change.before, change.after];
}

describe(`with ${RUNS} cases of seed ${SEED}`, () => {
  const counts = { applied: 0, empty: 0, refused: 0, 'context groups in conflict': 0 };
  const seen = { deletes: 0, drift: 0, kept: 0, added: 0 };
  afterAll(() =>
    console.log(`properties of drift: seed ${SEED}, ${JSON.stringify({ ...counts, ...seen })}`),
  );

  function outcomeOf(world: ThreeStates): keyof typeof counts {
    const { desired, lastApplied, prune, onDrift, batch, force, vdtEnabled } = world;
    const repository = repositoryOf(world);
    const scope = scopeOf(world.part);
    const input = {
      ...{ desired, prune, scope, settings: { vdtEnabled }, forceKeyPush: force },
      ...(batch !== undefined && { batch }),
    };
    const planned = ({ lastApplied: known, ...rest }: Recorded, live: State) =>
      approvedPlanOf({ ...input, ...rest, live, ...(known && { lastApplied: known }) });
    const before = liveOf(repository);
    const plan = planned({ lastApplied, onDrift }, before);
    const isKept = plan.drift.some(({ cause }) => cause === 'drift');
    if (isKept) seen.drift++;
    if (hasRefusals(plan)) return 'refused';
    const after = afterwards(() => liveOf(send(repository, plan, { force })));
    if (after === undefined) return 'context groups in conflict';
    if (isKept) seen.kept++;
    if (countOverrides(plan) > 0) seen.added++;
    if (plan.changes.some(({ action }) => action === 'delete')) seen.deletes++;
    const again: Applied['again'] = (known) => planned(known, after);
    for (const [property, check] of Object.entries(PROPERTIES))
      named(property, () => check({ ...world, plan, before, after, scope, again }));
    return plan.changes.length === 0 ? 'empty' : 'applied';
  }

  it(
    'an apply deletes what is ours, leaves no drift but what it keeps, and nothing for a second one',
    () => {
      const show = (one: ThreeStates) =>
        `onDrift: ${one.onDrift}, ${JSON.stringify(one.part)}\n${scenarioOf(one, repositoryOf(one))}`;
      holds(threeStates, { check: (world) => void counts[outcomeOf(world)]++, show });
      expect(counts.applied).toBeGreaterThan(RUNS / 5);
      const { added, ...others } = seen;
      expect(Math.min(...Object.values(others))).toBeGreaterThan(RUNS / 20);
      expect(added).toBeGreaterThan(0);
    },
    PROPERTY_TIMEOUT,
  );
});
