// Rules about keys: their names, their locks, their metadata and their end (behaviour.md, sections 7 and 9).
import type { RuleGroup } from '../rule.ts';
import { inactiveRow, keyLocked, keyLocksItself, lastValue } from '../rules/items.ts';
import { keyUsed } from '../rules/placeholders.ts';

export const KEY_RULES: RuleGroup = {
  title: 'Keys',
  rules: [
    {
      code: 'key-name',
      severity: 'refusal',
      found: 'files',
      detects:
        'gives a key a blank name, one of more than 120 characters, or one with others than letters, digits and `[ ] ( ) * - . _ +`',
      server: 'refuses the push',
      advice: 'Rename the key.',
    },
    {
      code: 'key-case',
      severity: 'refusal',
      found: 'files',
      detects: 'writes one key in two ways that differ in upper and lower case only',
      server: 'takes both for one key, and the last value wins',
      advice: 'Write it in one way.',
    },
    {
      code: 'key-locked',
      severity: 'refusal',
      found: 'plan',
      detects:
        'touches a key that is locked on the server (`push: false`), unless `forceKeyPush` says that the token may',
      server: 'refuses the push',
      advice: 'Leave the key alone, or use a token that may force it and say `forceKeyPush: true`.',
      check: keyLocked,
    },
    {
      code: 'key-locks-itself',
      severity: 'warning',
      found: 'plan',
      detects: 'locks a key (`push: false`)',
      server: 'refuses every later push of the key without force',
      advice: 'Make sure that it is meant.',
      check: keyLocksItself,
    },
    {
      code: 'key-used',
      severity: 'refusal',
      found: 'plan',
      detects: 'deletes a key that a remaining file names in a placeholder',
      server: 'refuses the push',
      advice: 'Take the placeholder out of the file in the same change, or keep the key.',
      check: keyUsed,
    },
    {
      code: 'last-value',
      severity: 'refusal',
      found: 'plan',
      detects: 'takes the last value of a key that is still declared',
      server: 'drops the key and its metadata with it',
      advice: 'Declare a value, or `opp: delete` for the key.',
      check: lastValue,
    },
    {
      code: 'inactive-row',
      severity: 'warning',
      found: 'plan',
      detects: 'touches a key with inactive values',
      server: 'never finds them, makes other values beside them, and keeps the key for them',
      advice: 'Delete the whole key (`opp: delete`), or leave them.',
      check: inactiveRow,
    },
    {
      code: 'duplicate-row',
      severity: 'avoided',
      found: 'push',
      detects: 'touches a value that the server holds twice, as two pushes at once can leave it',
      server: 'answers with either, and refuses the push',
      advice: 'Deletes of the surplus come first, in pushes of their own; what is declared comes last.',
    },
    {
      code: 'key-creation-off',
      severity: 'avoided',
      found: 'push',
      detects: 'creates a key',
      server: 'refuses the push unless it allows new keys',
      advice: 'Pushes that create keys say so (`enableKeyCreation`).',
    },
    {
      code: 'key-without-values',
      severity: 'avoided',
      found: 'push',
      detects: 'creates a key without values',
      server: 'answers 200 and stores nothing',
      advice: 'The entry holds `push` and `deprecated: false`, which make it stay.',
    },
    {
      code: 'metadata-dropped',
      severity: 'avoided',
      found: 'push',
      detects: 'changes nothing but the readme, `deprecated` or `push` of a key',
      server: 'answers 200 and stores nothing',
      advice: 'The entry holds an unchanged flag or a value without a text, which make it stay.',
    },
    {
      code: 'locked-too-early',
      severity: 'avoided',
      found: 'push',
      detects: 'changes a key and locks it',
      server: 'refuses what comes after the lock',
      advice: 'The lock stands in the last entry of the key.',
    },
  ],
};
