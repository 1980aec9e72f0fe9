// Rules about keys of the types FileRef and FileEmbed, whose values are paths of files (behaviour.md, sections 8, 10 and 11).
import type { Change } from '../../model/plan.ts';
import { type Key, keyId, type State } from '../../model/state.ts';
import { placeholdersIn } from '../../model/placeholders.ts';
import { at, type Found, type GuardInput, writtenFiles } from '../rule.ts';
import { fileChanges, valueChanges } from '../changes-by-kind.ts';

const REFERENCES = ['FileRef', 'FileEmbed'];

export function fileUnknown({ changes, after, liveSource }: GuardInput): Found[] {
  if (liveSource !== 'export') return [];
  const paths = pathsOf(after);
  return valueChanges(changes).flatMap((change) => {
    if (change.action === 'delete' || change.after === undefined || !REFERENCES.includes(change.vdt))
      return [];
    if (change.after !== null && paths.has(change.after)) return [];
    const message = `${change.key} in \`${change.context}\` is ${change.vdt}, but its value is not the path of a file.`;
    return [
      { ...at(change), message, hint: 'Write the exact path of a file that is declared or on the server.' },
    ];
  });
}

export function fileReferenced({ changes, after }: GuardInput): Found[] {
  const gone = fileChanges(changes).filter(({ action }) => action === 'delete');
  if (gone.length === 0) return [];
  const paths = pathsOf(after);
  const users = new Map<string, string>();
  for (const key of after.keys.values()) for (const path of referencesOf(key)) users.set(path, key.name);
  return gone.flatMap((change) => {
    const user = paths.has(change.path) ? undefined : users.get(change.path);
    if (user === undefined) return [];
    const message = `The file ${change.path} is to go, but the key ${user} still points at it.`;
    return [{ ...at(change), message, hint: 'Nothing is refused, but whoever reads the key finds no file.' }];
  });
}

/** A file that embeds itself, by way of keys that its placeholders name. */
export function lastingCircle({ changes, after }: GuardInput): Found[] {
  const closing = [
    ...valueChanges(changes).flatMap((change): { change: Change; path: string }[] =>
      change.vdt === 'FileEmbed' && change.after != null ? [{ change, path: change.after }] : [],
    ),
    ...writtenFiles(changes).map((change) => ({ change, path: change.path })),
  ];
  if (closing.length === 0) return [];
  const embeds = embeddedPaths(after);
  const reported = new Set<string>();
  return closing.flatMap(({ change, path }) => {
    const circle = findCircle(path, embeds);
    if (circle === undefined || circle.some((one) => reported.has(one))) return [];
    for (const one of circle) reported.add(one);
    const message = `The file ${path} would embed itself: ${circle.join(' → ')}.`;
    return [{ ...at(change), message, hint: 'Break the circle: the server refuses it.' }];
  });
}

/** For each file, the files that it embeds by way of its placeholders. */
export function embeddedPaths(after: State): Map<string, Set<string>> {
  const embeds = new Map<string, Set<string>>();
  for (const file of after.files.values()) {
    const found = embeds.get(file.path) ?? new Set<string>();
    for (const name of placeholdersIn(file.content)) {
      const key = after.keys.get(keyId(name));
      if (key?.vdt === 'FileEmbed') for (const path of referencesOf(key)) found.add(path);
    }
    embeds.set(file.path, found);
  }
  return embeds;
}

/** The way from a file back to itself. */
export function findCircle(
  start: string,
  embeds: ReadonlyMap<string, ReadonlySet<string>>,
): string[] | undefined {
  const seen = new Set<string>();
  const stack = [[start]];
  for (let path = stack.pop(); path !== undefined; path = stack.pop()) {
    for (const next of embeds.get(path.at(-1) ?? '') ?? []) {
      if (next === start) return [...path, next];
      if (!seen.has(next)) stack.push([...path, next]);
      seen.add(next);
    }
  }
  return undefined;
}

function referencesOf(key: Key): string[] {
  if (!REFERENCES.includes(key.vdt ?? '')) return [];
  return [...key.values.values()].flatMap(({ text }) => (text === null ? [] : [text])).sort();
}

function pathsOf(state: State): ReadonlySet<string> {
  return new Set([...state.files.values()].map(({ path }) => path));
}
