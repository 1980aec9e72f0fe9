// Looking things up for one change after the other, which stand in the order of their keys.
import { type Key, keyId, type State } from '../model/state.ts';

/** The same function, which remembers what it was asked last: changes of one key ask the same. */
export function inARow<Result>(find: (name: string) => Result): (name: string) => Result {
  let last: { name: string; found: Result } | undefined;
  return (name) => {
    if (last?.name !== name) last = { name, found: find(name) };
    return last.found;
  };
}

/** Keys of a state by name. */
export function keyFinder({ keys }: State): (name: string) => Key | undefined {
  return inARow((name) => keys.get(keyId(name)));
}
