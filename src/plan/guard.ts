// Guards: what the server would refuse or silently do otherwise, known before anything is sent. One table of rules.
import type { Finding } from '../model/plan.ts';
import type { GuardInput, Rule } from './rule.ts';
import { fileCircle } from './rules/circles.ts';
import { contextNew } from './rules/contexts.ts';
import { duplicateRow, fileCase, inactiveRow, keyLocked, keyLocksItself, lastValue } from './rules/items.ts';
import { bigEntry, bigPush, maxDeletes } from './rules/limits.ts';
import { conflict, driftFound, protectedItems } from './rules/ownership.ts';
import {
  fileDeadPlaceholder,
  fileEscapedPlaceholder,
  fileNoValue,
  fileUnknownKey,
  keyUsed,
} from './rules/placeholders.ts';
import { fileReferenced, fileUnknown } from './rules/references.ts';
import {
  secretFileBare,
  secretInClear,
  secretLocked,
  secretMap,
  secretNoCipher,
  secretRegroup,
  securityOff,
} from './rules/secrets.ts';
import { valueType, vdtLeavesBadValue, vdtNotKnown, vdtOff } from './rules/types.ts';
import { jsonInvalid, valueNormalised, valueNull } from './rules/values.ts';

/** In the order in which they are shown. A refusal stops the apply, a warning does not. */
export const RULES: readonly Rule[] = [
  {
    code: 'conflict',
    severity: 'refusal',
    detects: 'would overwrite what others changed on the server, and the files changed too',
    check: conflict,
  },
  {
    code: 'drift',
    severity: 'refusal',
    detects: 'finds, under `onDrift: fail`, what others changed on the server',
    check: driftFound,
  },
  {
    code: 'protected',
    severity: 'refusal',
    detects: 'deletes what `protect` names, without force',
    check: protectedItems,
  },
  {
    code: 'max-deletes',
    severity: 'refusal',
    detects: 'deletes more items than `maxDeletes` allows, without force',
    check: maxDeletes,
  },
  {
    code: 'context-new',
    severity: 'refusal',
    detects:
      'writes a context element that its level does not have yet (where the level has any), which a push would create for ever',
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
    code: 'secret-in-clear',
    severity: 'refusal',
    detects:
      'brings an item into a security group whose password is not known, so that it would be stored in the clear',
    check: secretInClear,
  },
  {
    code: 'secret-locked',
    severity: 'refusal',
    detects:
      'touches a key of a security group without a token (with one, a warning: nothing shows whether it carries the group)',
    check: secretLocked,
  },
  {
    code: 'secret-regroup',
    severity: 'refusal',
    detects: 'attaches a security group to a key that has values, or changes the group of a key or a file',
    check: secretRegroup,
  },
  {
    code: 'secret-file-bare',
    severity: 'refusal',
    detects: 'writes a file of a security group without declaring the group, or without its password',
    check: secretFileBare,
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
    code: 'file-escaped-placeholder',
    severity: 'refusal',
    detects: 'writes a file with a backslash before a placeholder, which the server replaces all the same',
    check: fileEscapedPlaceholder,
  },
  {
    code: 'key-used',
    severity: 'refusal',
    detects: 'deletes a key that a remaining file names in a placeholder',
    check: keyUsed,
  },
  {
    code: 'file-unknown',
    severity: 'refusal',
    detects: 'points a FileRef or FileEmbed key at a path that is no file',
    check: fileUnknown,
  },
  {
    code: 'file-circle',
    severity: 'refusal',
    detects: 'makes a file embed itself',
    check: fileCircle,
  },
  {
    code: 'vdt-off',
    severity: 'warning',
    detects: 'declares types in a repository where value types are switched off',
    check: vdtOff,
  },
  {
    code: 'security-off',
    severity: 'warning',
    detects: 'writes an item of a security group where security is switched off',
    check: securityOff,
  },
  {
    code: 'secret-no-cipher',
    severity: 'warning',
    detects: 'writes an item of a security group that the server shows in the clear',
    check: secretNoCipher,
  },
  {
    code: 'secret-map',
    severity: 'warning',
    detects: 'writes a Map or a List in a security group, which a pull without the password cannot read',
    check: secretMap,
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
  {
    code: 'file-dead-placeholder',
    severity: 'warning',
    detects: 'writes a placeholder that the server never renders',
    check: fileDeadPlaceholder,
  },
  {
    code: 'file-no-value',
    severity: 'warning',
    detects: 'writes a file whose placeholders name keys without a value for all of its context',
    check: fileNoValue,
  },
  {
    code: 'file-referenced',
    severity: 'warning',
    detects: 'deletes a file that a FileRef or FileEmbed key still points at',
    check: fileReferenced,
  },
  {
    code: 'file-case',
    severity: 'warning',
    detects: 'creates a file whose path differs from another one only in case',
    check: fileCase,
  },
  {
    code: 'value-normalised',
    severity: 'warning',
    detects: 'writes a value that the server stores in another form, such as `.5`',
    check: valueNormalised,
  },
  {
    code: 'json-invalid',
    severity: 'warning',
    detects: 'writes a value of type JSON that is not JSON',
    check: jsonInvalid,
  },
  {
    code: 'value-null',
    severity: 'warning',
    detects: 'writes null, which files render as the text `null`',
    check: valueNull,
  },
  {
    code: 'inactive-row',
    severity: 'warning',
    detects: 'touches a key with inactive values, which no push can see',
    check: inactiveRow,
  },
  {
    code: 'big-entry',
    severity: 'warning',
    detects: 'writes an entry so large that a refusal would come without its reason',
    check: bigEntry,
  },
  {
    code: 'big-push',
    severity: 'warning',
    detects: 'writes so many values that one request takes a real server long',
    check: bigPush,
  },
];

export function guard(input: GuardInput): Finding[] {
  return RULES.flatMap(({ code, severity, check }) =>
    check(input).map((found) => ({ severity, code, ...found })),
  );
}
