// Where the server has value types switched off, a key keeps the type that it was made with.
import { expect, test } from 'vitest';
import { readExport } from '../../src/remote/wire.ts';
import { stateOf } from '../helpers/project.ts';
import { planOf } from '../helpers/repository.ts';

test('a value that was deleted on the server is drift, whatever type the files declare by now', () => {
  const live = readExport({
    data: [{ key: 'a', vdt: 'List', push: true, deprecated: false, values: [] }],
  });
  const declared = stateOf('keys: { a: { vdt: FileEmbed, value: "  " } }');
  const settings = { vdtEnabled: false, securityEnabled: true };
  const { drift } = planOf({
    desired: declared,
    live,
    lastApplied: declared,
    settings,
    onDrift: 'keep',
  });
  expect(drift).toMatchObject([
    { kind: 'value', action: 'delete', name: 'a', before: '[]', cause: 'drift' },
  ]);
});
