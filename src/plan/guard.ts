// Guards: what the server would refuse or silently do otherwise, known before anything is sent. One table of rules.
import type { Finding } from '../model/plan.ts';
import type { GuardInput, Rule } from './rule.ts';
import { contextNew } from './rules/contexts.ts';
import { fileUnknownKey } from './rules/files.ts';
import { duplicateRow, keyLocked, keyLocksItself, lastValue, secretLocked } from './rules/items.ts';
import { maxDeletes } from './rules/limits.ts';
import { valueType, vdtLeavesBadValue, vdtNotKnown, vdtOff } from './rules/types.ts';

/** In the order in which they are shown. A refusal stops the apply, a warning does not. */
export const RULES: readonly Rule[] = [
  {
    code: 'max-deletes',
    severity: 'refusal',
    detects: 'deletes more items than `maxDeletes` allows, without force',
    check: maxDeletes,
  },
  {
    code: 'context-new',
    severity: 'refusal',
    detects: 'writes a context element that the server does not have, which it would create for ever',
    check: contextNew,
  },
  {
    code: 'value-type',
    severity: 'refusal',
    detects: 'writes a value that does not fit the type which its key has on the server',
    check: valueType,
  },
  {
    code: 'vdt-leaves-bad-value',
    severity: 'refusal',
    detects: 'changes the type of a key and leaves a value that does not fit it',
    check: vdtLeavesBadValue,
  },
  {
    code: 'vdt-not-known',
    severity: 'refusal',
    detects: 'would reset the type of a key, because neither the files nor the server say what it is',
    check: vdtNotKnown,
  },
  {
    code: 'last-value',
    severity: 'refusal',
    detects: 'takes the last value of a key that is still declared, and with it the key',
    check: lastValue,
  },
  {
    code: 'secret-locked',
    severity: 'refusal',
    detects: 'touches an item of a security group',
    check: secretLocked,
  },
  {
    code: 'duplicate-row',
    severity: 'refusal',
    detects: 'touches a value or a file that the server holds twice',
    check: duplicateRow,
  },
  {
    code: 'file-new-key',
    severity: 'refusal',
    detects: 'writes a file whose placeholders name keys that nobody declares and the server does not have',
    check: fileUnknownKey,
  },
  {
    code: 'vdt-off',
    severity: 'warning',
    detects: 'declares types in a repository where value types are switched off',
    check: vdtOff,
  },
  {
    code: 'key-locked',
    severity: 'warning',
    detects: 'touches a key that is locked on the server (`push: false`)',
    check: keyLocked,
  },
  {
    code: 'key-locks-itself',
    severity: 'warning',
    detects: 'locks a key for every token that may not force it',
    check: keyLocksItself,
  },
];

export function guard(input: GuardInput): Finding[] {
  return RULES.flatMap(({ code, severity, check }) =>
    check(input).map((found) => ({ severity, code, ...found })),
  );
}
