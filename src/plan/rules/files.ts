// Rules about files: paths, placeholders and embedding (behaviour.md, sections 10 and 11).
import { grouped } from '../../lib/collections.ts';
import { covers } from '../../model/context.ts';
import { Place, Source } from '../../model/diagnostic.ts';
import type { FileChange } from '../../model/plan.ts';
import { filesIn, keyId, type State } from '../../model/state.ts';
import { escapedPlaceholders, placeholdersIn } from '../../semantics/placeholders.ts';
import { fileChanges } from '../diff.ts';
import { find } from '../find-item.ts';
import { fileReferenced, fileUnknown } from './embedding.ts';
import { at, type GuardInput, type RuleFinding, type Rule, writtenFiles } from './rule.ts';

export const FILE_RULES: readonly Rule[] = [
  {
    code: 'file-held-twice',
    severity: 'refusal',
    advice: "Delete the surplus file in the server's web interface.",
    check: fileHeldTwice,
  },
  {
    code: 'file-case',
    severity: 'warning',
    advice: 'If both are meant to be one file, use one spelling.',
    check: fileCase,
  },
  {
    code: 'file-new-key',
    severity: 'refusal',
    advice: 'Declare the keys, or correct the placeholders.',
    check: fileUnknownKey,
  },
  {
    code: 'file-escaped-placeholder',
    severity: 'refusal',
    advice: 'Remove the backslash.',
    check: fileEscapedPlaceholder,
  },
  {
    code: 'file-dead-placeholder',
    severity: 'warning',
    advice: 'Rename the key.',
    check: fileDeadPlaceholder,
  },
  {
    code: 'file-no-value',
    severity: 'warning',
    advice: 'Declare a value for every context of the file.',
    check: fileNoValue,
  },
  {
    code: 'file-unknown',
    severity: 'refusal',
    advice: 'Write the exact path of a file that is declared or on the server.',
    check: fileUnknown,
  },
  {
    code: 'file-referenced',
    severity: 'warning',
    advice: 'Point the key to another file, or delete it too.',
    check: fileReferenced,
  },
];

/** Creating the file would create such a key, locked and without a value; an update is refused. */
function fileUnknownKey({ changes, after, liveSource, server: { absentKeys } }: GuardInput): RuleFinding[] {
  // Only the export shows every key; otherwise only keys that were looked up are known to be absent.
  const isAbsent = (id: string) => liveSource === 'export' || absentKeys?.has(id) === true;
  return writtenFiles(changes).flatMap((change) => {
    const missing = placeholdersIn(change.after).filter(
      (name) => !after.items.has(keyId(name)) && isAbsent(keyId(name)),
    );
    if (missing.length === 0) return [];
    const message = `The file ${change.path} has placeholders for keys that are neither declared nor on the server: ${shownNames(missing, change)}.`;
    return [{ ...placeholderAt(change, missing[0]), message, hint: 'Declare them, or correct the placeholders.' }];
  });
}

/** The line of a content that has a placeholder; where the file is declared, if the content has no file of its own. */
function placeholderAt(change: FileChange & { after: string }, name = ''): ReturnType<typeof at> {
  const offset = change.after.indexOf(`\${${name}`);
  if (change.contentPath === undefined || offset === -1) return at(change);
  return { place: new Place(new Source(change.contentPath, change.after), offset) };
}

/** Content of a secret file is never shown, even if it looks like the name of a key. */
function shownNames(names: readonly string[], { secret }: FileChange): string {
  return secret ? '(secret)' : names.join(', ');
}

function fileEscapedPlaceholder({ changes }: GuardInput): RuleFinding[] {
  return writtenFiles(changes).flatMap((change) => {
    const [name] = escapedPlaceholders(change.after);
    if (name === undefined) return [];
    const message = `The file ${change.path} has a backslash before a placeholder (\\\${${shownNames([name], change)}}); the server replaces the placeholder anyway.`;
    return [{ ...placeholderAt(change, name), message, hint: 'Remove the backslash: placeholders cannot be escaped.' }];
  });
}

function fileDeadPlaceholder({ changes }: GuardInput): RuleFinding[] {
  return writtenFiles(changes).flatMap((change) => {
    const dead = placeholdersIn(change.after).filter((name) => !/^\w(.*\w)?$/.test(name));
    if (dead.length === 0) return [];
    const message = `The file ${change.path} has placeholders that are never rendered, because a name cannot begin or end with a special character: ${shownNames(dead, change)}.`;
    return [{ ...placeholderAt(change, dead[0]), message }];
  });
}

function fileNoValue({ changes, after, liveSource }: GuardInput): RuleFinding[] {
  if (liveSource !== 'export') return [];
  return writtenFiles(changes).flatMap((change) => {
    const empty = placeholdersIn(change.after).filter((name) => !coversFile(after, { name, change }));
    if (empty.length === 0) return [];
    const message = `The file ${change.path} in \`${change.context}\` has placeholders for keys that have no value covering that whole context: ${empty.join(', ')}.`;
    return [
      {
        ...placeholderAt(change, empty[0]),
        message,
        hint: 'Where a value is missing, the server renders an error message.',
      },
    ];
  });
}

/** Whether some value of the key applies wherever the file does. Unknown keys are another rule's. */
function coversFile(after: State, { name, change }: { name: string; change: FileChange }): boolean {
  const key = after.items.get(keyId(name));
  return key === undefined || [...key.rows.values()].some(({ context }) => covers(context, change.context));
}

function fileHeldTwice({ changes, live }: GuardInput): RuleFinding[] {
  return fileChanges(changes).flatMap((change) => {
    const rows = find(live, change).row?.duplicates;
    if (rows === undefined) return [];
    const message = `The server stores ${rows + 1} rows of this file: ${change.path} in one context.`;
    const hint = "Delete the surplus file in the server's web interface, then plan again.";
    return [{ ...at(change), message, hint }];
  });
}

function fileCase({ changes, after }: GuardInput): RuleFinding[] {
  const created = fileChanges(changes).filter(({ action }) => action === 'create');
  if (created.length === 0) return [];
  const spellings = grouped(
    filesIn(after).map(({ name }) => name),
    (path) => path.toLowerCase(),
  );
  return created.flatMap((change) => {
    const { path } = change;
    const other = spellings.get(path.toLowerCase())?.find((spelling) => spelling !== path);
    if (other === undefined) return [];
    const message = `${path} and ${other} differ only in case: the server treats them as two files.`;
    return [{ ...at(change), message }];
  });
}
