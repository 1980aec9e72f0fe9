// Checks of FileRef and FileEmbed keys, whose values are file paths (behaviour.md, sections 8 and 10).
import { filesIn, isFilePath, type Item, keysIn, type State } from '../../model/state.ts';
import { fileChanges, valueChanges } from '../diff.ts';
import { find } from '../find-item.ts';
import { at, type RuleFinding, type GuardInput } from './rule.ts';

export function fileUnknown({ changes, after, liveSource, server: { listedFiles } }: GuardInput): RuleFinding[] {
  const declared = pathsOf(after);
  // Only the export, or the list in `info`, names every file on the server.
  const mayBeFile = (path: string) =>
    declared.has(path) || (liveSource !== 'export' && listedFiles?.has(path) !== false);
  return valueChanges(changes).flatMap((change) => {
    if (change.action === 'delete' || change.after === undefined || !isFilePath(change.vdt)) return [];
    // The value of a variable that is not set here.
    if (find(after, change).row?.unknown) return [];
    if (change.after !== null && mayBeFile(change.after)) return [];
    const message = `${change.key} in \`${change.context}\` is ${change.vdt}, but its value is ${change.after === null ? 'null' : 'not the path of a file'}.`;
    return [{ ...at(change), message }];
  });
}

export function fileReferenced({ changes, after }: GuardInput): RuleFinding[] {
  const deleted = fileChanges(changes).filter(({ action }) => action === 'delete');
  if (deleted.length === 0) return [];
  const paths = pathsOf(after);
  const users = new Map<string, string>();
  for (const key of keysIn(after)) for (const path of referencesOf(key)) users.set(path, key.name);
  return deleted.flatMap((change) => {
    const user = paths.has(change.path) ? undefined : users.get(change.path);
    if (user === undefined) return [];
    const message = `The file ${change.path} would be deleted, but the key ${user} still points to it.`;
    return [{ ...at(change), message, hint: 'The server accepts this, but reading the key finds no file.' }];
  });
}

function referencesOf(key: Item): string[] {
  if (!isFilePath(key.vdt)) return [];
  return [...key.rows.values()].flatMap(({ text }) => (text === null ? [] : [text])).sort();
}

function pathsOf(state: State): ReadonlySet<string> {
  return new Set(filesIn(state).map(({ name }) => name));
}
