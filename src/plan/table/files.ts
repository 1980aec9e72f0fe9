// Rules about files, their paths, and what their placeholders name (behaviour.md, sections 10 and 11).
import { fileCircle } from '../rules/circles.ts';
import type { RuleGroup } from '../rule.ts';
import { fileCase, fileHeldTwice } from '../rules/items.ts';
import {
  fileDeadPlaceholder,
  fileEscapedPlaceholder,
  fileNoValue,
  fileUnknownKey,
} from '../rules/placeholders.ts';
import { fileReferenced, fileUnknown } from '../rules/references.ts';

export const FILE_RULES: RuleGroup = {
  title: 'Files',
  rules: [
    {
      code: 'file-path',
      severity: 'refusal',
      found: 'files',
      detects:
        'gives a file a path that begins with a slash, ends in no name, holds a line break or has more than 255 characters',
      server: 'stores it under another name and never finds it again, or refuses the push',
      advice: 'Name the file without a slash in front.',
    },
    {
      code: 'duplicate-file',
      severity: 'refusal',
      found: 'files',
      detects: 'declares the file of one context twice',
      server: 'takes both, and the last one wins',
      advice: 'Keep one of the two.',
    },
    {
      code: 'file-held-twice',
      severity: 'refusal',
      found: 'read',
      detects: 'touches a file that the server holds twice',
      server: 'refuses the push',
      advice: "Delete the surplus in the server's own pages.",
      check: fileHeldTwice,
    },
    {
      code: 'file-case',
      severity: 'warning',
      found: 'plan',
      detects: 'creates a file whose path differs from another one in upper and lower case only',
      server: 'keeps two files',
      advice: 'Use the path that is there, if it is meant.',
      check: fileCase,
    },
    {
      code: 'file-new-key',
      severity: 'refusal',
      found: 'plan',
      detects: 'writes a file whose placeholders name keys that nobody declares and the server does not have',
      server: 'makes such a key, locked and without a value, or refuses the push',
      advice: 'Declare the keys, or correct the placeholders.',
      check: fileUnknownKey,
    },
    {
      code: 'file-before-key',
      severity: 'avoided',
      found: 'push',
      detects: 'creates a file and a key that it names',
      server: 'makes the key locked first, and refuses the push',
      advice: 'The keys go in a push of their own before the files, or with `forceKeyPush` in the same one.',
    },
    {
      code: 'file-escaped-placeholder',
      severity: 'refusal',
      found: 'plan',
      detects: 'writes a file with a backslash before a placeholder',
      server: 'replaces the placeholder all the same, or breaks every read of the file',
      advice: 'Take the backslash away.',
      check: fileEscapedPlaceholder,
    },
    {
      code: 'file-dead-placeholder',
      severity: 'warning',
      found: 'plan',
      detects: 'writes a placeholder whose name begins or ends with one of `. - + * ( ) [ ]`',
      server: 'never renders it',
      advice: 'Rename the key.',
      check: fileDeadPlaceholder,
    },
    {
      code: 'file-no-value',
      severity: 'warning',
      found: 'plan',
      detects: 'writes a file whose placeholders name keys without a value for all of its context',
      server: 'renders an error text in their place',
      advice: 'Declare a value for every context of the file.',
      check: fileNoValue,
    },
    {
      code: 'file-unknown',
      severity: 'refusal',
      found: 'plan',
      detects: 'points a FileRef or FileEmbed key at a path that is no file',
      server: 'refuses the push',
      advice: 'Write the exact path of a file that is declared or on the server.',
      check: fileUnknown,
    },
    {
      code: 'file-referenced',
      severity: 'warning',
      found: 'plan',
      detects: 'deletes a file that a FileRef or FileEmbed key still points at',
      server: 'takes it, and renders an error text in its place',
      advice: 'Point the key at another file, or delete it too.',
      check: fileReferenced,
    },
    {
      code: 'file-circle',
      severity: 'refusal',
      found: 'plan',
      detects: 'makes a file embed itself',
      server: 'refuses the push',
      advice: 'Break the circle.',
      check: fileCircle,
    },
  ],
};
