// What a record keeps of earlier secrets after an apply: everything but what it deleted, wrote, or found as it is declared.
import { expect, test } from 'vitest';
import { remainingSecrets } from '../../src/core/remaining-secrets.ts';
import type { Change, LiveSource } from '../../src/model/plan.ts';
import { addSecretRow } from '../../src/model/secret-rows.ts';
import { emptyState, type Row, rowsIn, type State } from '../../src/model/state.ts';

const LITERAL: Row = { context: '*', text: 'a literal' };
const SECRET: Row = { context: '*', text: 'a secret', secret: true };

function stateOf(row: Row | undefined, securityGroup?: string): State {
  const rows = new Map(row === undefined ? [] : [['*', row]]);
  return {
    items: new Map([
      ['one', { kind: 'key', name: 'one', rows, ...(securityGroup && { securityGroup }) }],
    ]),
  };
}

const change = (action: Change['action'], context = '*;*') =>
  ({ kind: 'value', name: 'one', context, action }) as Change;

interface Case {
  declared?: Row;
  group?: string;
  live?: Row;
  changes?: Change[];
  alreadySent?: Change[];
  source?: LiveSource;
  isVerified?: boolean;
}

test.each<[string, Case, boolean]>([
  ['nothing declares it', { live: SECRET }, true],
  ['the server does not have it either', {}, true],
  ['it is declared secret again', { declared: SECRET, live: SECRET }, false],
  ['a document has it in a group, and no value', { group: 'G', live: SECRET }, false],
  ['it is deleted', { live: SECRET, changes: [change('delete')] }, false],
  [
    'a literal is written over it',
    { declared: LITERAL, live: SECRET, changes: [change('update')] },
    false,
  ],
  ['another row of it is deleted', { live: SECRET, changes: [change('delete', 'Test;*')] }, true],
  [
    'an earlier attempt has written it',
    { declared: LITERAL, live: LITERAL, alreadySent: [change('update')] },
    false,
  ],
  ['the server has what is declared', { declared: LITERAL, live: LITERAL }, false],
  ['the server may have it', { declared: LITERAL, live: { ...LITERAL, unknown: true } }, true],
  ['what others wrote is kept', { declared: LITERAL, live: SECRET }, true],
  [
    'nobody looks whether it is deleted',
    { live: SECRET, changes: [change('delete')], isVerified: false },
    true,
  ],
  [
    'nothing can be read',
    { live: SECRET, changes: [change('delete')], source: 'last-applied', isVerified: false },
    false,
  ],
  [
    'nothing was read that could be the same',
    { declared: LITERAL, live: LITERAL, source: 'last-applied' },
    true,
  ],
])('%s', (_, given, isLeft) => {
  const {
    declared,
    group,
    live,
    changes = [],
    alreadySent,
    source = 'export',
    isVerified = true,
  } = given;
  const former = emptyState();
  addSecretRow(former, { kind: 'key', name: 'one' }, '*');
  const input = { desired: stateOf(declared, group), live: stateOf(live), liveSource: source };
  const left = remainingSecrets({
    former,
    input,
    plan: { changes, ...(alreadySent && { alreadySent }) },
    isVerified,
  });
  expect(left === 'unknown' ? left : [...rowsIn(left)].length).toBe(isLeft ? 1 : 0);
  expect(remainingSecrets({ former: 'unknown', input, plan: { changes }, isVerified })).toBe(
    'unknown',
  );
});
