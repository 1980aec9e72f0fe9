// Every cell of baseline × desired × live, under every prune mode and every choice about drift: what is planned, and
// what the embedded server holds after it is applied.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasRefusals } from '../src/model/plan.ts';
import { ON_DRIFT, PRUNE_MODES } from '../src/model/project.ts';
import type { State } from '../src/model/state.ts';
import type { Repository } from '../src/server/state.ts';
import { mask } from '../src/render/redact.ts';
import { textPlan } from '../src/render/text.ts';
import { linesOf, stateOf } from './helpers/project.ts';
import { emptyRepository, liveOf, planOf, pushTo, send } from './helpers/repository.ts';

/** `absent`: not there, or not declared; `none`: nothing was ever applied. */
const BASELINES = ['absent', 'a'] as const;
const DESIRED = ['absent', 'a', 'b'] as const;
const LIVE = ['absent', 'a', 'b', 'c'] as const;

/** A value, a file and a readme that all are `text`; `absent` leaves them out. A second value keeps the key alive. */
function document(text: string): string {
  if (text === 'absent') return '{ keys: { other: x, meta: x } }';
  return `{ keys: { other: x, k: { values: { "P;*": ${text} } }, meta: { readme: ${text}, value: x } },
    files: { f: { "*;*": { content: ${text} } } } }`;
}

function repositoryWith(text: string): Repository {
  const value = (content: string, context = '*;*') => [{ context, value: content }];
  const items = [
    { key: 'k', vdt: 'Text', push: true, values: value(text, 'P;*') },
    { file: 'f', context: '*;*', content: text },
  ];
  const readme = text === 'absent' ? {} : { readme: text };
  const data = [
    { key: 'other', push: true, values: value('x') },
    { key: 'meta', ...readme, push: true, values: value('x') },
    { key: 'foreign', push: true, values: value('theirs') },
    ...(text === 'absent' ? [] : items),
  ];
  return pushTo(emptyRepository(), { enableKeyCreation: true, data });
}

function cell(states: { baseline: State | undefined; desired: State; there: string }): string {
  const { baseline, desired, there } = states;
  const texts = PRUNE_MODES.flatMap((prune) =>
    ON_DRIFT.map((onDrift) => {
      const before = repositoryWith(there);
      const input = { desired, ...(baseline && { baseline }), prune, onDrift };
      const plan = planOf({ ...input, live: liveOf(before) });
      const text = textPlan(mask(plan), { color: false });
      const head = `=== prune: ${prune}, onDrift: ${onDrift}\n${text}`;
      if (hasRefusals(plan)) return head;
      const after = send(before, plan);
      const again = planOf({ ...input, live: liveOf(after) });
      expect(again.changes, 'applied again').toEqual([]);
      return `${head}--- after\n${linesOf(liveOf(after)).sort().join('\n')}\n`;
    }),
  );
  return texts.join('\n');
}

describe('baseline × desired × live', () => {
  for (const then of ['none', ...BASELINES]) {
    for (const ours of DESIRED) {
      for (const there of LIVE) {
        it(`${then} × ${ours} × ${there}`, async () => {
          const baseline = then === 'none' ? undefined : stateOf(document(then));
          const text = cell({ baseline, desired: stateOf(document(ours)), there });
          const name = `${then}-${ours}-${there}`;
          await expect(text).toMatchFileSnapshot(join(import.meta.dirname, 'three-way', `${name}.txt`));
        });
      }
    }
  }
});
