// Rules about files and the keys that their placeholders name (behaviour.md, section 11).
import { EVERYWHERE, elementsOf } from '../../model/context.ts';
import type { FileChange } from '../../model/plan.ts';
import { keyId, type State } from '../../model/state.ts';
import { escapedPlaceholders, placeholdersIn } from '../../model/placeholders.ts';
import { at, type Found, type GuardInput, writtenFiles } from '../rule.ts';
import { keyChanges } from '../changes-by-kind.ts';

/** A new file would make such a key, locked and without a value; an update is refused. */
export function fileUnknownKey({ changes, after, liveSource, absentKeys }: GuardInput): Found[] {
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

export function fileEscapedPlaceholder({ changes }: GuardInput): Found[] {
  return writtenFiles(changes).flatMap((change) => {
    const [name] = escapedPlaceholders(change.after);
    if (name === undefined) return [];
    const message = `The file ${change.path} has a backslash before a placeholder (\\\${${shownNames([name], change)}}), which does not keep the server from replacing it.`;
    const hint = 'Take the backslash away; a text that must stay as it is cannot look like a placeholder.';
    return [{ ...at(change), message, hint }];
  });
}

export function fileDeadPlaceholder({ changes }: GuardInput): Found[] {
  return writtenFiles(changes).flatMap((change) => {
    const dead = placeholdersIn(change.after).filter((name) => !/^\w(.*\w)?$/.test(name));
    if (dead.length === 0) return [];
    const message = `The file ${change.path} names ${shownNames(dead, change)}: the server renders no placeholder that begins or ends with such a character.`;
    return [{ ...at(change), message, hint: 'Rename the key.' }];
  });
}

export function fileNoValue({ changes, after, liveSource }: GuardInput): Found[] {
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

export function keyUsed({ changes, after, liveSource }: GuardInput): Found[] {
  const deleted = keyChanges(changes).filter((change) => change.action === 'delete');
  if (deleted.length === 0 || (liveSource !== 'export' && liveSource !== 'pulls')) return [];
  const users = new Map<string, string>();
  for (const file of after.files.values()) {
    for (const name of placeholdersIn(file.content)) users.set(keyId(name), file.path);
  }
  return deleted.flatMap((change) => {
    const file = users.get(keyId(change.key));
    if (file === undefined) return [];
    const message = `${change.key} is to go, but the file ${file} names it in a placeholder.`;
    return [
      {
        ...at(change),
        message,
        hint: 'Take the placeholder out of the file in the same change, or keep the key.',
      },
    ];
  });
}
