// Items that are already on the server, and that the last apply did not declare: the files take them over.
import { describe, expect, it } from 'vitest';
import { countDrift, hasRefusals, type Plan } from '../../src/model/plan.ts';
import { mask } from '../../src/render/mask.ts';
import { othersLines } from '../../src/render/sentences.ts';
import { textPlan } from '../../src/render/text.ts';
import { stateOf } from '../helpers/project.ts';
import {
  approvedPlanOf,
  emptyRepository,
  type Given,
  liveOf,
  planOf,
  pushTo,
  send,
} from '../helpers/repository.ts';

const value = (text: string) => [{ context: '*;*', value: text }];
const THERE = pushTo(emptyRepository(), {
  enableKeyCreation: true,
  data: [
    { key: 'ours', push: true, values: value('1') },
    { key: 'k', push: true, readme: 'theirs', values: value('theirs') },
    { key: 'same', push: true, values: value('x') },
    { file: 'f', context: '*;*', content: 'theirs' },
  ],
});
const live = liveOf(THERE);
const lastApplied = stateOf('keys: { ours: 1 }\n');
const desired = stateOf(
  'keys: { ours: 1, k: { readme: ours, value: ours }, same: x }\nfiles: { f: { "*;*": { content: ours } } }\n',
);
const TAKEN = { desired, live, lastApplied };

const causes = ({ changes }: Plan) =>
  changes.map(({ kind, name, cause }) => `${kind} ${name} ${cause}`);
const text = (given: Given) => textPlan(mask(planOf(given)), { color: false });

describe('an item that the last apply did not declare', () => {
  it('is not what was changed since the last apply', () => {
    const plan = planOf(TAKEN);
    expect(causes(plan)).toEqual(['key k unmanaged', 'value k unmanaged', 'file f unmanaged']);
    expect([countDrift(plan), hasRefusals(plan)]).toEqual([0, false]);
    expect(text(TAKEN)).toContain(
      '\n3 items are already on the server, and the last apply did not include them. An apply would replace them with what the files declare (server → files):\n  ~ k  (key) ',
    );
    expect(othersLines(plan)).toEqual(['1 item is already on the server as declared.']);
  });

  it('is overwritten with `keep` and `fail` only after an approval', () => {
    for (const onDrift of ['keep', 'fail'] as const) {
      const given = { ...TAKEN, onDrift };
      const { findings, drift, approval } = planOf(given);
      expect(drift).toEqual([]);
      expect(
        findings.map(({ severity, code, approvable }) => [severity, code, approvable]),
      ).toEqual(Array(3).fill(['refusal', 'unmanaged', true]));
      expect(findings[1]?.message).toBe(
        'k in `*;*` is already on the server, and the last apply did not include it.',
      );
      expect(approval).toMatch(/^[0-9a-f]{32}$/);
      const approved = approvedPlanOf(given);
      expect(hasRefusals(approved)).toBe(false);
      const after = liveOf(send(THERE, approved));
      expect(planOf({ ...given, live: after, lastApplied: desired })).toMatchObject({
        changes: [],
        drift: [],
      });
    }
  });

  it('stays what it is where an apply that did not finish declared it, unless the server has its text', () => {
    const begun = [desired];
    const later = stateOf('keys: { ours: 1, k: { readme: theirs, value: later } }\n');
    for (const one of [desired, later])
      expect(causes(planOf({ ...TAKEN, desired: one, begun }))).toContain('value k unmanaged');
    const sent = liveOf(send(THERE, planOf(TAKEN)));
    expect(causes(planOf({ ...TAKEN, desired: later, live: sent, begun }))).toContain(
      'value k declared',
    );
    // Before a first apply too.
    expect(causes(planOf({ desired, live, begun }))).toContain('value k unmanaged');
  });

  it('is none that was applied, declared absent, or applied last from this branch', () => {
    const was = stateOf('keys: { ours: 1, k: was }\nfiles: { f: { "*;*": { content: was } } }\n');
    const gone = stateOf('keys: { ours: 1, k: { opp: delete } }\nfiles: { f: { opp: delete } }\n');
    for (const one of [was, gone])
      expect(causes(planOf({ ...TAKEN, lastApplied: one }))).toEqual([
        'key k declared',
        'value k conflict',
        'file f conflict',
      ]);
    expect(causes(planOf({ desired, live, applied: { lastApplied, here: was } }))).toEqual([
      'key k declared',
      'value k conflict',
      'file f conflict',
    ]);
  });

  it('is deleted as the files say, and gets metadata that it does not have, without a word', () => {
    const some = stateOf(
      'keys: { ours: 1, k: { opp: delete }, same: { readme: ours, value: x } }\n',
    );
    const plan = planOf({ ...TAKEN, desired: some, onDrift: 'fail' });
    expect(causes(plan)).toEqual(['key k declared', 'value k declared', 'key same declared']);
    expect(plan.findings).toEqual([]);
  });
});
