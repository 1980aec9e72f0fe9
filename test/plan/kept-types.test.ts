// Where a key keeps a type that the files do not declare: the server stores a text as the kept type writes it.
import { describe, expect, it } from 'vitest';
import { hasRefusals } from '../../src/model/plan.ts';
import { stateOf } from '../helpers/project.ts';
import { emptyRepository, liveOf, planOf, pushTo, send } from '../helpers/repository.ts';

const keyOf = (vdt: string, values: Record<string, string | null>) =>
  stateOf(JSON.stringify({ keys: { a: { vdt, values } } }));

function repositoryWith(key: object) {
  return pushTo(emptyRepository(), { enableKeyCreation: true, data: [{ key: 'a', ...key }] });
}

describe.each([
  ['Code', ' ', 'Map', '{}', '{"b":1}'],
  ['Text', '', 'List', '[]', '[1]'],
  ['Text', '.5', 'Double', '0.5', '1.5'],
])('declared as %s, %j is kept by others as %s', (declared, text, kept, stored, changed) => {
  const applied = keyOf(declared, { '*': null });
  const desired = keyOf(declared, { '*': null, 'P;W': text });
  const before = repositoryWith({
    vdt: kept,
    push: true,
    values: [{ context: '*;*', value: null }],
  });
  const onDrift = 'keep';
  const plan = planOf({ desired, onDrift, lastApplied: applied, live: liveOf(before) });
  const live = liveOf(send(before, plan));

  it('is planned as the server stores it', () => {
    expect(hasRefusals(plan)).toBe(false);
    expect(plan.changes).toMatchObject([{ kind: 'value', action: 'create', after: stored }]);
    expect(plan.drift).toMatchObject([{ kind: 'key', before: { vdt: declared } }]);
  });

  it('is no change and no drift afterwards, recorded or not', () => {
    for (const lastApplied of [applied, desired]) {
      const { changes, drift } = planOf({ desired, onDrift, lastApplied, live });
      expect({ changes, drift }).toEqual({ changes: [], drift: plan.drift });
    }
  });

  it('is nothing that others changed when the files change it or remove it', () => {
    for (const next of [keyOf(declared, { '*': null, 'P;W': changed }), applied]) {
      const { changes } = planOf({ desired: next, onDrift, lastApplied: desired, live });
      expect(changes).toMatchObject([{ kind: 'value', cause: 'declared' }]);
    }
  });
});

it('with value types switched off, a value that others deleted is drift in the type of the server', () => {
  const live = liveOf(repositoryWith({ vdt: 'List', push: true, deprecated: false }));
  const desired = stateOf('keys: { a: { vdt: FileEmbed, value: "  " } }');
  const settings = { vdtEnabled: false, securityEnabled: true };
  const { drift } = planOf({ desired, live, lastApplied: desired, settings, onDrift: 'keep' });
  expect(drift).toMatchObject([
    { kind: 'value', action: 'delete', name: 'a', before: '[]', cause: 'drift' },
  ]);
});
