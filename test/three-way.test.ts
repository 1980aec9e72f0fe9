// Every combination of last applied × desired × live, under every prune mode and every choice about drift: what is planned, and
// what the built-in server holds after it is applied.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasRefusals } from '../src/model/plan.ts';
import type { State } from '../src/model/state.ts';
import { mask } from '../src/render/mask.ts';
import { textPlan } from '../src/render/text.ts';
import { linesOf, stateOf } from './helpers/project.ts';
import { emptyRepository, liveOf, planOf, pushTo, send } from './helpers/repository.ts';
import { CELLS, document, MODES, pushOf } from './three-way/combinations.ts';

function combination(states: {
  lastApplied: State | undefined;
  desired: State;
  there: string;
}): string {
  const { lastApplied, desired, there } = states;
  const texts = MODES.map(({ prune, onDrift }) => {
    const before = pushTo(emptyRepository(), pushOf(there));
    const input = { desired, ...(lastApplied && { lastApplied }), prune, onDrift };
    const plan = planOf({ ...input, live: liveOf(before) });
    const text = textPlan(mask(plan), { color: false });
    const head = `=== prune: ${prune}, onDrift: ${onDrift}\n${text}`;
    if (hasRefusals(plan)) return head;
    const after = send(before, plan);
    const again = planOf({ ...input, live: liveOf(after) });
    expect(again.changes, 'applied again').toEqual([]);
    return `${head}--- after\n${linesOf(liveOf(after)).sort().join('\n')}\n`;
  });
  return texts.join('\n');
}

describe('last applied × desired × live', () => {
  it.each(CELLS)('$name', async ({ then, ours, there, name }) => {
    const lastApplied = then === 'none' ? undefined : stateOf(document(then));
    const text = combination({ lastApplied, desired: stateOf(document(ours)), there });
    await expect(text).toMatchFileSnapshot(join(import.meta.dirname, 'three-way', `${name}.txt`));
  });
});
