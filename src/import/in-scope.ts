// What of live the project answers for: the rest is for no document of it to declare.
import type { Scope } from '../model/scope.ts';
import type { Key, State } from '../model/state.ts';

/** @param desired a key that the documents declare is theirs, even where all of its values are others' */
export function inScope(live: State, { scope, desired }: { scope: Scope; desired: State }): State {
  const keys = [...live.keys].flatMap(([id, key]): [string, Key][] => {
    const values = new Map([...key.values].filter(([, { context }]) => scope.value(key.name, context)));
    const isOthers = values.size === 0 && key.values.size > 0 && !desired.keys.has(id);
    return scope.key(key.name) && !isOthers ? [[id, { ...key, values }]] : [];
  });
  const files = [...live.files].filter(([, { path, context }]) => scope.file(path, context));
  return { keys: new Map(keys), files: new Map(files) };
}
