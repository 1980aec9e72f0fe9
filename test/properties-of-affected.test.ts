// Which applications a change affects according to the plan, against what the built-in server answers before and after the push.
import { expect } from 'vitest';
import { countsByElement } from '../src/model/element-counts.ts';
import {
  type Change,
  hasRefusals,
  isCounted,
  type Plan,
  type AffectedRegion,
} from '../src/model/plan.ts';
import { fileId, keyId } from '../src/model/state.ts';
import { isExact, affectsContext, affectedTable, totalOf } from '../src/render/affected-text.ts';
import { closingLine } from '../src/render/sentences.ts';
import { isCovered } from './random/context-patterns.ts';
import { scenarioOf } from './random/documents.ts';
import { type Count, property } from './random/runs.ts';
import { afterwards, gottenIn, repositoryOf } from './random/repository.ts';
import { type World, world } from './random/states.ts';
import { approvedPlanOf, liveOf, send } from './helpers/repository.ts';

/** Without context groups, of which a plan does not know the members. The last element is one that no row names. */
const CONTEXTS = ['P', 'N', 'G', 'H', 'other'].flatMap((one) =>
  ['W', 'other'].map((two) => [one, two]),
);

/** The regions of all changes of each item; a region that two changes have counts once. */
function regionsOf(plan: Plan): Map<string, AffectedRegion[]> {
  const regions = new Map<string, Map<string, AffectedRegion>>();
  for (const change of plan.changes) {
    if (change.kind === 'key') continue;
    const item = change.kind === 'file' ? fileId(change.name) : keyId(change.name);
    const own = regions.get(item) ?? new Map();
    for (const region of change.affects?.regions ?? [])
      own.set(JSON.stringify(region.contexts), region);
    regions.set(item, own);
  }
  return new Map([...regions].map(([item, own]) => [item, [...own.values()]]));
}

/** What is said of the changes of each element, in numbers that a reader can add up to the last line of the plan. */
function addsUp(plan: Plan): void {
  const affected = affectedTable(plan);
  if (affected === undefined) return;
  const number = (text: string | undefined) => Number(text?.replaceAll(',', '') ?? 0);
  const text = typeof affected === 'string' ? affected : `${affected.title}. ${affected.note}`;
  const said = text.replace(/^Both/, 'All 2');
  const rows = number(/([\d,]+) changes/.exec(said)?.[1]);
  const keys = number(/([\d,]+) more change/.exec(said)?.[1]);
  const planned = [...closingLine(plan).matchAll(/[\d,]+(?= to (?:create|update|delete))/g)].reduce(
    (sum, [one]) => sum + number(one),
    0,
  );
  const isOf = (element: string) => (change: Change) =>
    change.kind !== 'key' && isCounted(change) && affectsContext(change, element);
  const named = countsByElement(plan).filter(({ element }) => element !== '*');
  expect([said, rows + keys]).toEqual([said, planned]);
  for (const one of named) {
    if (isExact(plan))
      expect([one.element, totalOf(one)]).toEqual([
        one.element,
        plan.changes.filter(isOf(one.element)).length,
      ]);
    expect(totalOf(one)).toBeLessThanOrEqual(rows);
    if (typeof affected === 'string' && affected.includes('`'))
      expect([
        said,
        clausesOf(said).find(({ names }) => names.includes(one.element)),
      ]).toMatchObject([said, { total: totalOf(one) }]);
    else if (typeof affected === 'string')
      expect(said).toMatch(new RegExp(`^(?:All |.*at least |)${totalOf(one)}\\b`));
  }
  if (typeof affected !== 'string' || !isExact(plan)) return;
  // Elements that are told together are affected by the same changes.
  for (const { names } of clausesOf(said)) {
    const which = names.map((element) =>
      JSON.stringify(plan.changes.flatMap((change, i) => (isOf(element)(change) ? i : []))),
    );
    expect([affected, new Set(which).size]).toEqual([affected, 1]);
  }
}

/** `2 affect `A`, `B` and any other environment`: what a sentence says of which elements. */
function clausesOf(sentence: string): { total: number; names: string[] }[] {
  const clauses =
    /([\d,]+)(?: changes(?: of values and files)?)? affects? ((?:(?:`[^`]*`|any other [a-z]+)(?:, | and )?)+)/g;
  return [...sentence.matchAll(clauses)].map(([, total = '', names = '']) => ({
    total: Number(total.replaceAll(',', '')),
    names: [...names.matchAll(/`([^`]*)`|any other/g)].map(([, name]) => name ?? OTHER),
  }));
}

const OTHER = 'an element that nothing names';

function check({ lastApplied, batch, ...one }: World, count: Count): void {
  const before = { ...repositoryOf({ ...one, contextGroupsEnabled: false }), contextGroups: [] };
  const plan = approvedPlanOf({
    desired: one.desired,
    prune: one.prune,
    ...(lastApplied && { lastApplied }),
    ...(batch !== undefined && { batch }),
    forceKeyPush: one.force,
    live: liveOf(before),
    settings: { vdtEnabled: one.vdtEnabled },
  });
  addsUp(plan);
  if (hasRefusals(plan)) return;
  const pushed = afterwards(() => send(before, plan, { force: one.force }));
  if (pushed === undefined) return;
  const regions = regionsOf(plan);
  const outcomes = new Map<string, Set<string>>();
  for (const context of CONTEXTS) {
    const [was, is] = [gottenIn(before, context), gottenIn(pushed, context)];
    const name = context[0]?.toLowerCase() ?? '';
    const isListed = plan.elements?.some((element) => element.toLowerCase() === name);
    const element = isListed ? name : '*';
    for (const item of new Set([...was.keys(), ...is.keys()])) {
      const differs = was.has(item) !== is.has(item) || was.get(item) !== is.get(item);
      const covering = (regions.get(item) ?? []).filter(({ contexts }) =>
        isCovered(context, contexts),
      );
      count('compared');
      const outcome = is.has(item) ? (was.has(item) ? 'update' : 'create') : 'delete';
      if (differs) outcomes.set(element, (outcomes.get(element) ?? new Set()).add(outcome));
      if (covering.length !== (differs ? 1 : 0))
        expect([item, context, covering]).toEqual([item, context, differs ? 'one region' : []]);
    }
  }
  if (plan.changes.some(({ rewritten }) => rewritten)) return;
  // A change counts once for each element, by its most dangerous outcome there.
  const deleted = countsByElement(plan).map((one) => [one.element.toLowerCase(), one.delete > 0]);
  expect(deleted.sort()).toEqual(
    [...outcomes].map(([element, found]) => [element, found.has('delete')]).sort(),
  );
}

property(
  'a change affects applications exactly where the server answers something else afterwards',
  world,
  { check, show: (one) => scenarioOf(one, repositoryOf(one)), enough: { compared: 4 } },
);
