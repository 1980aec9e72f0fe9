// Values that the server holds more than once: which row counts, and what takes the others away (behaviour.md, section 17).
import { changed } from '../model/changed.ts';
import type { Change, ValueChange } from '../model/plan.ts';
import { type Key, keyId, type State, type Value } from '../model/state.ts';
import { storedText } from '../model/vdt.ts';

/** Rows have no order: the one that is as declared counts, or else always the same one. */
export function withRowsChosen(live: State, desired: State): State {
  const keys = changed(live.keys, (key, id) => {
    const declared = desired.keys.get(id);
    const values = changed(key.values, (value, context) => {
      const { rows } = value;
      if (rows === undefined) return value;
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
  const whole = new Set(changes.flatMap((change) => (isWhole(change) ? [keyId(change.key)] : [])));
  const doubled = changes.filter(
    (change): change is ValueChange & { surplus: number } =>
      change.kind === 'value' && change.surplus !== undefined && !whole.has(keyId(change.key)),
  );
  const rounds = Math.max(0, ...doubled.map(({ surplus }) => surplus));
  return Array.from({ length: rounds }, (_, round) =>
    doubled
      .filter(({ surplus }) => surplus > round)
      .map(({ after: _after, ...one }) => ({ ...one, action: 'delete' as const })),
  );
}

function isWhole(change: Change): change is Change & { kind: 'key' } {
  return change.kind === 'key' && change.action === 'delete' && change.whole === true;
}
