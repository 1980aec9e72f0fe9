// Values that the server holds more than once: which row counts, and what takes the others away (behaviour.md, section 17).
import { changed } from '../model/changed.ts';
import type { Change, ValueChange } from '../model/plan.ts';
import { type Key, keyId, type State, type Value } from '../model/state.ts';
import { storedText } from '../model/vdt.ts';
import { valueChanges } from './changes-by-kind.ts';

/** Rows have no order: the one that is as declared counts, or else always the same one. */
export function withRowsChosen(live: State, desired: State): State {
  const keys = changed(live.keys, (key, id) => {
    const values = changed(key.values, (value, context) => {
      const { rows } = value;
      if (rows === undefined) return value;
      const declared = desired.keys.get(id);
      return chosen({ ...value, rows }, textOf(declared?.values.get(context), declared, key));
    });
    return values === key.values ? key : { ...key, values };
  });
  return keys === live.keys ? live : { ...live, keys };
}

function textOf(value: Value | undefined, declared: Key | undefined, live: Key): string | null | undefined {
  return value && storedText(declared?.vdt ?? live.vdt ?? 'Text', value.text);
}

type Rows = Value & Required<Pick<Value, 'rows'>>;

function chosen(value: Rows, wanted: string | null | undefined): Value {
  if (wanted !== undefined && value.rows.includes(wanted)) return { ...value, text: wanted };
  const [first = value.text] = [...value.rows].sort();
  return { ...value, text: first };
}

/**
 * A delete takes one row of a context, whichever, and until one is left every write is refused: so the pushes before
 * the plan's own take one surplus row of each value. A key that goes as a whole takes all of its rows along.
 */
export function surplusPhases(changes: readonly Change[]): Change[][] {
  const surplus = valueChanges(changes).filter(isSurplus);
  if (surplus.length === 0) return [];
  const whole = new Set(changes.filter(isWhole).map(({ key }) => keyId(key)));
  const doubled = surplus.filter(({ key }) => !whole.has(keyId(key)));
  const rounds = doubled.reduce((most, one) => Math.max(most, one.surplus), 0);
  return Array.from({ length: rounds }, (_, round) =>
    doubled
      .filter(({ surplus }) => surplus > round)
      .map(({ after: _after, ...one }) => ({ ...one, action: 'delete' as const })),
  );
}

function isSurplus(change: ValueChange): change is ValueChange & { surplus: number } {
  return change.surplus !== undefined;
}

function isWhole(change: Change): change is Change & { kind: 'key' } {
  return change.kind === 'key' && change.action === 'delete' && change.whole === true;
}
