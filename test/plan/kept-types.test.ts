// `onDrift: keep` where others changed the type of a key: the server stores a text as the kept type writes it.
import { describe, expect, it } from 'vitest';
import { hasRefusals } from '../../src/model/plan.ts';
import { stateOf } from '../helpers/project.ts';
import { emptyRepository, liveOf, planOf, pushTo, send } from '../helpers/repository.ts';

/** What the files declare, the type that others gave the key, and what the server stores. */
const ROWS = [
  { declared: 'Code', text: ' ', kept: 'Map', stored: '{}' },
  { declared: 'Text', text: '', kept: 'List', stored: '[]' },
  { declared: 'Text', text: '.5', kept: 'Double', stored: '0.5' },
] as const;

const keyOf = (vdt: string, values: Record<string, string>) =>
  stateOf(JSON.stringify({ keys: { a: { vdt, values: { '*': null, ...values } } } }));

describe.each(ROWS)('$text, declared as $declared and kept as $kept', (row) => {
  const { declared, text, kept, stored } = row;
  const applied = keyOf(declared, {});
  const retyped = { key: 'a', vdt: kept, push: true, values: [{ context: '*;*', value: null }] };
  const before = pushTo(emptyRepository(), { enableKeyCreation: true, data: [retyped] });
  const desired = keyOf(declared, { 'P;W': text });
  const input = { desired, onDrift: 'keep' } as const;
  const plan = planOf({ ...input, lastApplied: applied, live: liveOf(before) });
  const live = liveOf(send(before, plan));

  it('is planned as the server stores it', () => {
    expect(hasRefusals(plan)).toBe(false);
    expect(plan.changes).toMatchObject([{ kind: 'value', action: 'create', after: stored }]);
    expect(plan.drift).toMatchObject([{ kind: 'key', before: { vdt: declared } }]);
  });

  it('is no change and no drift afterwards, recorded or not', () => {
    for (const lastApplied of [applied, desired]) {
      const { changes, drift } = planOf({ ...input, lastApplied, live });
      expect({ changes, drift }).toEqual({ changes: [], drift: plan.drift });
    }
  });

  it('is nothing that others changed when the files change it or remove it', () => {
    const changed = {
      'P;W': stored.replace(/\d/, '1').replace('[]', '[1]').replace('{}', '{"b":1}'),
    };
    for (const values of [changed, {}]) {
      const next = { ...input, desired: keyOf(declared, values), lastApplied: desired, live };
      expect(planOf(next).changes).toMatchObject([{ kind: 'value', cause: 'declared' }]);
    }
  });
});
