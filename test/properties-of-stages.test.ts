// Properties of stages, on random commits over two and three of them, against what the built-in server answers.
import { expect } from 'vitest';
import { hasRefusals, type Plan } from '../src/model/plan.ts';
import { planDigest } from '../src/plan/digest.ts';
import type { Repository } from '../src/server/state.ts';
import { liveOf, send } from './helpers/repository.ts';
import { afterwards, gottenIn, repositoryOf } from './random/repository.ts';
import { type Count, property } from './random/runs.ts';
import {
  appliedAfter,
  approved,
  type Commit,
  commit,
  CONTEXTS,
  stageOf,
  wholeInput,
} from './random/staged-commits.ts';

function check(one: Commit, count: Count): void {
  const start = repositoryOf({
    there: one.drifted,
    inactive: [],
    vdtEnabled: true,
    contextGroupsEnabled: false,
  });
  const whole = wholeInput(one, start, one.isApplied ? one.before : undefined);
  const final = afterwards(() => sent(start, approved(whole)));
  let repository: Repository | undefined = start;
  for (const index of one.stages.keys()) {
    // As on the pull request, and as it is then after the stages before it.
    const { split, input } = stageOf(whole, one, index, [...Array(index).keys()]);
    const plan = approved(input);
    const lastApplied = appliedAfter(one, split, index - 1);
    const now = stageOf(wholeInput(one, repository, lastApplied), one, index, []);
    if (index > 0) {
      const again = approved(now.input);
      expect(again.changes.map(contentOf)).toEqual(plan.changes.map(contentOf));
      expect(digestOf(again)).toBe(digestOf(plan));
    }
    const next: Repository | undefined = final && sent(repository, plan);
    if (next === undefined || final === undefined) return;
    const allowed = [...split.itemsInStages].flatMap(([id, steps]) =>
      steps.thirdValuesAfter(index).map(({ context }) => `${id} ${context}`),
    );
    expect(thirdValues(repository, next, final)).toEqual(allowed.sort());
    if (plan.changes.length > 0) count('plans');
    if (index === 0) count('postponed', split.postponed.length);
    count('between', allowed.length);
    repository = next;
  }
  expect(liveOf(repository)).toEqual(liveOf(final ?? start));
}

/** `undefined`: it is refused. */
function sent(repository: Repository, plan: Plan): Repository | undefined {
  return hasRefusals(plan) ? undefined : send(repository, plan, { force: true });
}

/** A row of others counts as an override only once a stage has applied the item: that is no part of the digest. */
function contentOf(change: object): object {
  return { ...change, affects: undefined, cause: undefined, overrides: undefined };
}

function digestOf(plan: Plan): string {
  return planDigest(plan, undefined);
}

/** Where an application gets neither what it got before, nor what the commit gives it in the end. */
function thirdValues(before: Repository, after: Repository, final: Repository): string[] {
  return CONTEXTS.flatMap((context) => {
    const [had, gets, given] = [before, after, final].map((one) => gottenIn(one, context));
    const names = new Set([...(had?.keys() ?? []), ...(gets?.keys() ?? [])]);
    const third = [...names].filter(
      (name) => ![had, given].some((one) => one?.get(name) === gets?.get(name)),
    );
    const where = context.map((element) => (element === 'other' ? '*' : element)).join(';');
    return third.map((name) => `${name} ${where}`);
  }).sort();
}

property(
  'a stage gives no context a third value that the plan does not name, and has the same plan after the earlier ones',
  commit,
  {
    check,
    show: (one) => JSON.stringify(one, (_, value) => (value instanceof Map ? [...value] : value)),
    least: 100,
    enough: { plans: 0, postponed: 0, between: 0 },
  },
);
