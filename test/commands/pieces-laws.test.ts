// A plan by pieces is the plan by the whole export, for random servers and projects.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readByKeys } from '../../src/remote/keyed-read.ts';
import { readExport, readExportedKeys } from '../../src/remote/export-read.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { State } from '../../src/model/state.ts';
import type { PlanInput } from '../../src/plan/input.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { withPending } from '../../src/plan/pending.ts';
import { phasesOf } from '../../src/plan/phases.ts';
import { pushBody } from '../../src/remote/push-body.ts';
import { jsonDrift, jsonPlan } from '../../src/render/json.ts';
import { mask } from '../../src/render/redact.ts';
import { LAW_TIMEOUT, RUNS, SEED } from '../helpers/laws.ts';
import { localReader } from '../helpers/local-reader.ts';
import { type Case, nearCase, nearState, OPEN, SECRET, withMore } from '../helpers/near-states.ts';
import { repositoryOf } from '../helpers/random-repository.ts';
import { inputOf, liveOf } from '../helpers/repository.ts';

const REPOSITORY = { account: 'acme', name: 'shop' };

interface Read {
  whole: State;
  /** `undefined`: the whole export is read. */
  pieces: State | undefined;
  input: PlanInput;
  base: State | undefined;
}

async function readBoth(one: Case): Promise<Read> {
  const settings = { securityGroups: [SECRET, OPEN] };
  const repository = withMore(repositoryOf(one, settings), one);
  const there = liveOf(repository);
  const states = [one.desiredNear, one.baselineNear, one.announcedNear, one.baseNear];
  const [desired, baseline, announced, base] = states.map(
    (near, at) => near && nearState(there, near, { isWide: at === 0 && one.isWide, usual: one.usual }),
  );
  if (desired === undefined) throw new Error('nothing is desired');
  const reader = localReader(repository);
  const keys = await readExportedKeys(reader, REPOSITORY);
  const whole = await readExport(reader, REPOSITORY);
  const [info] = await reader.repositories();
  if (info === undefined || 'refusal' in keys || 'refusal' in whole) throw new Error('nothing is read');
  const others = [announced, base].filter((state) => state !== undefined);
  const declared = { desired, ...(baseline && { baseline }), others };
  const now = () => new Date(0);
  const pieces = await readByKeys({ ...declared, keys, reader, repository: REPOSITORY, info, now });
  const { vdtEnabled, prune, batch, force, onDrift, knows } = one;
  const input = inputOf({
    desired,
    live: whole,
    ...(baseline && { baseline }),
    ...(announced && { announced }),
    settings: { vdtEnabled, securityEnabled: true },
    prune: prune === 'all' ? 'managed' : prune,
    onDrift,
    forceKeyPush: force,
    ...(batch !== undefined && { batch }),
    ...(knows && { passwordOf: () => 'passw0rd' }),
    counted: { keys: info.keyCount ?? 0, values: info.valueCount ?? 0 },
    limits: { deletes: 30, updates: 30, existing: 2, maxDeletes: 100, maxUpdates: 1000 },
  });
  return { whole, pieces, input, base };
}

/** All that anybody ever sees of a plan: beside its base, as it is pushed, and of drift alone. */
function shown(live: State, { input, base }: Read): string {
  const compare = (desired: State): Plan => makePlan({ ...input, desired, live });
  const plan = compare(input.desired);
  const based = base && withPending(plan, { commit: 'c'.repeat(40), before: compare(base).changes });
  const pushes = phasesOf(plan).map((changes) => pushBody({ changes, passwordOf: input.passwordOf }, 'test'));
  const { baseline, announced: _, ...rest } = input;
  const drift = baseline && makePlan({ ...rest, live, baseline, desired: baseline, onDrift: 'keep' });
  return [jsonPlan(mask(based ?? plan), { pushes }), drift && jsonDrift(mask(drift))].join('\n');
}

test(
  'a plan by pieces is the plan by the whole export',
  async () => {
    const counts = { complete: 0, changes: 0, parsed: 0, sealed: 0 };
    const property = fc.asyncProperty(nearCase, async (one) => {
      const read = await readBoth(one);
      const { whole, pieces } = read;
      if (pieces === undefined) return;
      counts.complete++;
      const plan = makePlan({ ...read.input, live: whole });
      if (plan.changes.length > 0) counts.changes++;
      if ([...whole.keys.values()].some(({ vdt }) => vdt === 'Map' || vdt === 'List')) counts.parsed++;
      if (whole.keys.has('sealed')) counts.sealed++;
      expect(shown(pieces, read)).toBe(shown(whole, read));
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS });
    console.log(`pieces: seed ${SEED}, of ${RUNS}: ${JSON.stringify(counts)}`);
    expect(counts.complete).toBeGreaterThan(RUNS / 4);
    expect(Math.min(counts.changes, counts.parsed, counts.sealed)).toBeGreaterThan(RUNS / 50);
  },
  LAW_TIMEOUT,
);
