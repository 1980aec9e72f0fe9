// What a state says, by address, for properties to compare.
import {
  type Item,
  itemId,
  keyId,
  onlyRows,
  rowsIn,
  type State,
  isPresent,
} from '../../src/model/state.ts';
import { storedText } from '../../src/semantics/value-types.ts';

/** `a [P;*]`, `file f [P;*]`. */
function addressOf({ kind, name }: Item, context: string): string {
  return `${kind === 'key' ? keyId(name) : `file ${name}`} [${context}]`;
}

/** Facts of a state by address: `a [P;*]` → text. */
export function facts(state: State): Map<string, string | null> {
  return new Map(
    [...rowsIn(state)].map(({ item, context, row }) => [addressOf(item, context), row.text]),
  );
}

/** Facts that a state wants, each in the form that the type of its key has on the server. */
export function storedFacts(desired: State, { items }: State): Map<string, string | null> {
  return new Map(
    [...rowsIn(wants(desired))].map(({ item, context, row: { text } }) => {
      const vdt = item.kind === 'key' ? items.get(itemId(item))?.vdt : undefined;
      return [addressOf(item, context), vdt === undefined ? text : storedText(vdt, text)];
    }),
  );
}

/** Addresses that a state declares, those that must not exist included. */
export function declares(state: State, address: string): boolean {
  const isGone = [...state.items.values()].some(
    (item) => item.absent && address.startsWith(addressOf(item, '').slice(0, -1)),
  );
  return (
    isGone || [...rowsIn(state)].some(({ item, context }) => address === addressOf(item, context))
  );
}

/** What a state wants to exist. */
export function wants(desired: State): State {
  const { items } = onlyRows(desired, ({ row }) => isPresent(row));
  return { items: new Map([...items].filter(([, item]) => isPresent(item))) };
}
