// Checks of FileRef and FileEmbed keys, whose values are file paths (behaviour.md, sections 8 and 10).
import { isFilePath, type Key, type State } from '../../model/state.ts';
import { fileChanges, valueChanges } from '../diff.ts';
import { at, type RuleFinding, type GuardInput } from './rule.ts';

export function fileUnknown({ changes, after, liveSource }: GuardInput): RuleFinding[] {
  if (liveSource !== 'export') return [];
  const paths = pathsOf(after);
  return valueChanges(changes).flatMap((change) => {
    if (change.action === 'delete' || change.after === undefined || !isFilePath(change.vdt)) return [];
    if (change.after !== null && paths.has(change.after)) return [];
    const message = `${change.key} in \`${change.context}\` is ${change.vdt}, but its value is not the path of a file.`;
    return [{ ...at(change), message }];
  });
}

export function fileReferenced({ changes, after }: GuardInput): RuleFinding[] {
  const deleted = fileChanges(changes).filter(({ action }) => action === 'delete');
  if (deleted.length === 0) return [];
  const paths = pathsOf(after);
  const users = new Map<string, string>();
  for (const key of after.keys.values()) for (const path of referencesOf(key)) users.set(path, key.name);
  return deleted.flatMap((change) => {
    const user = paths.has(change.path) ? undefined : users.get(change.path);
    if (user === undefined) return [];
    const message = `The file ${change.path} would be deleted, but the key ${user} still points to it.`;
    return [{ ...at(change), message, hint: 'The server accepts this, but reading the key finds no file.' }];
  });
}

function referencesOf(key: Key): string[] {
  if (!isFilePath(key.vdt)) return [];
  return [...key.values.values()].flatMap(({ text }) => (text === null ? [] : [text])).sort();
}

function pathsOf(state: State): ReadonlySet<string> {
  return new Set([...state.files.values()].map(({ path }) => path));
}
