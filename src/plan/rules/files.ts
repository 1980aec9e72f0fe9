// Rules about files, their paths, and what their placeholders name (behaviour.md, sections 10 and 11).
import { elementsOf, EVERYWHERE } from '../../model/context.ts';
import { addressOf, type FileChange } from '../../model/plan.ts';
import { keyId, type State } from '../../model/state.ts';
import { escapedPlaceholders, placeholdersIn } from '../../semantics/placeholders.ts';
import { fileChanges } from '../diff.ts';
import { fileCircle, fileReferenced, fileUnknown } from './embedding.ts';
import { at, type RuleFinding, type GuardInput, liveFile, type RuleGroup, writtenFiles } from './rule.ts';

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

// Rules about files and the keys that their placeholders name (behaviour.md, section 11).

/** A new file would make such a key, locked and without a value; an update is refused. */
function fileUnknownKey({ changes, after, liveSource, absentKeys }: GuardInput): RuleFinding[] {
  // Only the export shows every key; without it those count that the server was asked for.
  const isAbsent = (id: string) => liveSource === 'export' || absentKeys?.has(id) === true;
  return writtenFiles(changes).flatMap((change) => {
    const missing = placeholdersIn(change.after).filter(
      (name) => !after.keys.has(keyId(name)) && isAbsent(keyId(name)),
    );
    if (missing.length === 0) return [];
    const message = `The file ${change.path} names keys that neither the server has nor a document declares: ${shownNames(missing, change)}.`;
    return [{ ...at(change), message, hint: 'Declare them, or correct the placeholders.' }];
  });
}

/** What stands in a secret file is not shown, not even where it looks like the name of a key. */
function shownNames(names: readonly string[], { secret }: FileChange): string {
  return secret ? '(secret)' : names.join(', ');
}

function fileEscapedPlaceholder({ changes }: GuardInput): RuleFinding[] {
  return writtenFiles(changes).flatMap((change) => {
    const [name] = escapedPlaceholders(change.after);
    if (name === undefined) return [];
    const message = `The file ${change.path} has a backslash before a placeholder (\\\${${shownNames([name], change)}}), which does not keep the server from replacing it.`;
    const hint = 'Take the backslash away; a text that must stay as it is cannot look like a placeholder.';
    return [{ ...at(change), message, hint }];
  });
}

function fileDeadPlaceholder({ changes }: GuardInput): RuleFinding[] {
  return writtenFiles(changes).flatMap((change) => {
    const dead = placeholdersIn(change.after).filter((name) => !/^\w(.*\w)?$/.test(name));
    if (dead.length === 0) return [];
    const message = `The file ${change.path} names ${shownNames(dead, change)}: the server renders no placeholder that begins or ends with such a character.`;
    return [{ ...at(change), message, hint: 'Rename the key.' }];
  });
}

function fileNoValue({ changes, after, liveSource }: GuardInput): RuleFinding[] {
  if (liveSource !== 'export') return [];
  return writtenFiles(changes).flatMap((change) => {
    const empty = placeholdersIn(change.after).filter((name) => !coversFile(after, { name, change }));
    if (empty.length === 0) return [];
    const message = `The file ${change.path} in \`${change.context}\` names keys that have no value for all of that context: ${empty.join(', ')}.`;
    return [
      { ...at(change), message, hint: 'Where there is none, the server renders an error text in its place.' },
    ];
  });
}

/** Whether some value of the key answers every request that the file answers. Unknown keys are another rule's. */
function coversFile(after: State, { name, change }: { name: string; change: FileChange }): boolean {
  const key = after.keys.get(keyId(name));
  if (key === undefined) return true;
  const file = elementsOf(change.context.toLowerCase());
  return [...key.values.values()].some(({ context }) => {
    if (context === EVERYWHERE) return true;
    return elementsOf(context.toLowerCase()).every(
      (element, level) => element === '*' || element === file[level],
    );
  });
}

function fileHeldTwice({ changes, live }: GuardInput): RuleFinding[] {
  return fileChanges(changes).flatMap((change) => {
    const rows = liveFile(live, change)?.duplicates;
    if (rows === undefined) return [];
    const message = `The server holds ${rows + 1} rows of this file: ${addressOf(change)} in one context.`;
    return [
      { ...at(change), message, hint: "Delete the surplus in the server's own pages, then plan again." },
    ];
  });
}

function fileCase({ changes, after }: GuardInput): RuleFinding[] {
  const created = fileChanges(changes).filter(({ action }) => action === 'create');
  if (created.length === 0) return [];
  const spellings = new Map<string, Set<string>>();
  for (const { path } of after.files.values()) {
    const id = path.toLowerCase();
    spellings.set(id, (spellings.get(id) ?? new Set()).add(path));
  }
  return created.flatMap((change) => {
    const path = addressOf(change);
    const other = [...(spellings.get(path.toLowerCase()) ?? [])].find((spelling) => spelling !== path);
    if (other === undefined) return [];
    const message = `${path} and ${other} differ only in case: to the server they are two files.`;
    return [{ ...at(change), message }];
  });
}
