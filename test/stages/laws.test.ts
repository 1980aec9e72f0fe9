// Laws of stages, on random commits over two and three of them, against the built-in server.
import { expect, it } from 'vitest';
import { hasRefusals } from '../../src/model/plan.ts';
import { planDigest } from '../../src/plan/digest.ts';
import { afterwards, repositoryOf } from '../random/repository.ts';
import { holds, PROPERTY_TIMEOUT } from '../random/runs.ts';
import { liveOf, send } from '../helpers/repository.ts';
import {
  appliedAfter,
  approved,
  type Commit,
  commit,
  CONTEXTS,
  gottenIn,
  splitOf,
  wholeInput,
} from './laws.ts';

const counts = { commits: 0, stages: 0, moved: 0, between: 0, refused: 0, changed: 0 };

function check(one: Commit): void {
  counts.commits++;
  const server = {
    there: one.drifted,
    inactive: [],
    vdtEnabled: true,
    contextGroupsEnabled: false,
  };
  const start = repositoryOf(server);
  const whole = wholeInput(one, start, one.isApplied ? one.before : undefined);
  const wholePlan = approved(whole);
  if (hasRefusals(wholePlan)) {
    counts.refused++;
    return;
  }
  const final = afterwards(() => send(start, wholePlan, { force: true }));
  if (final === undefined) return;
  const { split, inputs } = splitOf(whole, one);
  counts.moved += split.moved.length;
  let repository = start;
  for (const { index, input } of inputs) {
    const plan = approved(input);
    if (hasRefusals(plan)) {
      counts.refused++;
      return;
    }
    const isLast = index === inputs.length - 1;
    const now = splitOf(wholeInput(one, repository, appliedAfter(one, split, index - 1)), one);
    const again = now.inputs[index];
    if (again === undefined) throw new Error('There is no such stage.');
    expect(again.compared.changes.map(unplaced)).toEqual(plan.changes.map(unplaced));
    expect(planDigest({ ...plan, changes: approved(again.input).changes }, undefined)).toBe(
      planDigest(plan, undefined),
    );
    const next = send(repository, plan, { force: true });
    counts.stages++;
    if (plan.changes.length > 0) counts.changed++;
    const allowed = new Set(
      [...split.steps].flatMap(([id, steps]) =>
        steps.between(index).map(({ context }) => `${id} ${context}`),
      ),
    );
    counts.between += allowed.size;
    const third = new Set<string>();
    for (const context of CONTEXTS) {
      const [before, after, given] = [repository, next, final].map((some) =>
        gottenIn(some, context),
      );
      const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
      for (const name of names) {
        const value = after?.get(name);
        if (value === before?.get(name) || value === given?.get(name)) continue;
        third.add(
          `${name} ${context.map((element) => (element === 'other' ? '*' : element)).join(';')}`,
        );
      }
    }
    expect([...third].sort()).toEqual([...allowed].sort());
    repository = next;
    if (isLast) expect(liveOf(repository)).toEqual(liveOf(final));
  }
}

function unplaced(change: object) {
  return { ...change, affects: undefined, cause: undefined };
}

it(
  'gives no context a third value, and has the same plan before and after earlier stages',
  () => {
    holds(commit, {
      check,
      show: (one) => JSON.stringify(one, (_, value) => (value instanceof Map ? [...value] : value)),
    });
    console.log(counts);
  },
  PROPERTY_TIMEOUT,
);
