// The names of what was secret: the server may still have it after nothing declares it any more.
import { type Context, contextId, EVERYWHERE } from './context.ts';
import {
  emptyState,
  groupOf,
  type Item,
  itemId,
  type Row,
  isPresent,
  type State,
} from './state.ts';

/** A state of secret rows, without their texts; `unknown`: nobody can tell which rows were secret. */
export type FormerSecrets = State | 'unknown';

export function isSecretRow(item: Item, row: Row): boolean {
  return (
    isPresent(row) &&
    (row.secret === true || item.secret === true || groupOf(item, row) !== undefined)
  );
}

/**
 * Every row that one of these states declares, and calls secret, added to those that were found before. A key of a security
 * group whose values are declared elsewhere has one in every context.
 */
export function secretRowsIn(states: Iterable<State>, secretRows: State = emptyState()): State {
  for (const state of states) {
    for (const item of state.items.values()) {
      if (item.rows.size === 0 && item.securityGroup !== undefined)
        addSecretRow(secretRows, item, EVERYWHERE);
      for (const row of item.rows.values())
        if (isSecretRow(item, row)) addSecretRow(secretRows, item, row.context);
    }
  }
  return secretRows;
}

export function addSecretRow(
  { items }: State,
  { kind, name }: Pick<Item, 'kind' | 'name'>,
  context: Context,
): void {
  const id = itemId({ kind, name });
  const item = items.get(id) ?? { kind, name, rows: new Map() };
  items.set(id, item);
  item.rows.set(contextId(context), {
    context,
    text: kind === 'key' ? null : '',
    unknown: true,
    secret: true,
  });
}
