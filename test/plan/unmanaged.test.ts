// Items that are already on the server, and that the last apply did not declare: the files take them over.
import { describe, expect, it } from 'vitest';
import { countDrift, hasRefusals, type Plan } from '../../src/model/plan.ts';
import { emptyState } from '../../src/model/state.ts';
import { mask } from '../../src/render/mask.ts';
import { othersLines } from '../../src/render/sentences.ts';
import { textPlan } from '../../src/render/text.ts';
import { stateOf } from '../helpers/project.ts';
import { approvedPlanOf, emptyRepository, liveOf, planOf, send } from '../helpers/repository.ts';

const theirs = stateOf(
  'keys: { ours: 1, k: { readme: theirs, value: theirs }, same: x }\nfiles: { f: { "*;*": { content: theirs } } }\n',
);
const THERE = send(emptyRepository(), planOf({ desired: theirs, live: emptyState() }));
const live = liveOf(THERE);
const lastApplied = stateOf('keys: { ours: 1 }\n');
const desired = stateOf(
  'keys: { ours: 1, k: { readme: ours, value: ours }, same: x }\nfiles: { f: { "*;*": { content: ours } } }\n',
);
const TAKEN = { desired, live, lastApplied };

const causes = ({ changes }: Plan) =>
  changes.map(({ kind, name, cause }) => `${kind} ${name} ${cause}`);

describe('an item that the last apply did not declare', () => {
  it('is not what was changed since the last apply', () => {
    const plan = planOf(TAKEN);
    expect(causes(plan)).toEqual(['key k unmanaged', 'value k unmanaged', 'file f unmanaged']);
    expect([countDrift(plan), hasRefusals(plan)]).toEqual([0, false]);
    expect(textPlan(mask(plan), { color: false })).toContain(
      '\n3 items are already on the server, and the last apply did not include them. An apply would replace them with what the files declare (server → files):\n  ~ k  (key) ',
    );
    expect(othersLines(plan)).toEqual(['1 item is already on the server as declared.']);
  });

  it('is overwritten with `keep` and `fail` only after an approval', () => {
    for (const onDrift of ['keep', 'fail'] as const) {
      const given = { ...TAKEN, onDrift };
      const refusal = { severity: 'refusal', code: 'unmanaged', approvable: true };
      const message = 'k in `*;*` is already on the server, and the last apply did not include it.';
      expect(planOf(given)).toMatchObject({
        drift: [],
        findings: [refusal, { ...refusal, message }, refusal],
        approval: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
      const approved = approvedPlanOf(given);
      expect(hasRefusals(approved)).toBe(false);
      const after = { live: liveOf(send(THERE, approved)), lastApplied: desired };
      expect(planOf({ ...given, ...after })).toMatchObject({ changes: [], drift: [] });
    }
  });

  it('stays what it is where an apply that did not finish declared it, unless the server has its text', () => {
    const begun = [desired];
    const later = stateOf('keys: { ours: 1, k: { readme: theirs, value: later } }\n');
    for (const one of [desired, later])
      expect(causes(planOf({ ...TAKEN, desired: one, begun }))).toContain('value k unmanaged');
    const sent = { ...TAKEN, live: liveOf(send(THERE, planOf(TAKEN))), begun };
    expect(causes(planOf({ ...sent, desired: later }))).toContain('value k declared');
    // Before a first apply too.
    expect(causes(planOf({ desired, live, begun }))).toContain('value k unmanaged');
  });

  it('is none that was applied, declared absent, or applied last from this branch', () => {
    const was = stateOf('keys: { ours: 1, k: was }\nfiles: { f: { "*;*": { content: was } } }\n');
    const gone = stateOf('keys: { ours: 1, k: { opp: delete } }\nfiles: { f: { opp: delete } }\n');
    const others = [was, gone].map((state) => ({ lastApplied: state }));
    for (const applied of [...others, { lastApplied, here: was }])
      expect(causes(planOf({ desired, live, applied }))).toEqual([
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
