// Which changes others made: the drift that a plan would keep, to be declared instead.
import type { State, Value } from '../model/state.ts';
import { withCauses } from '../plan/causes.ts';
import { diff } from '../plan/diff.ts';
import { withDriftKept } from '../plan/drift.ts';

export interface Sides {
  /** What was last applied. */
  baseline: State;
  /** What the documents declare, what must not exist included. */
  desired: State;
  live: State;
  /** Number of context levels. */
  depth: number;
}

/** What documents would declare that leave live as others made it. @param known what they declare now, completed */
export function withDrift(known: State, { baseline, desired, live, depth }: Sides): State {
  const applied = withKnownTexts(baseline, desired);
  const changes = withCauses(diff(known, live, depth), { desired, live, baseline: applied });
  return withDriftKept(known, { live, baseline: applied, changes });
}

/** What came from the environment is known by its name only: where it is still declared, it counts as the same. */
function withKnownTexts({ keys, files }: State, desired: State): State {
  const textOf = <Item extends { unknown?: true }>(item: Item, now: Item | undefined) =>
    item.unknown ? (now ?? item) : item;
  const known = [...keys].map(([id, key]) => {
    const now = desired.keys.get(id)?.values;
    const values = [...key.values].map(([context, value]): [string, Value] => [
      context,
      textOf(value, now?.get(context)),
    ]);
    return [id, { ...key, values: new Map(values) }] as const;
  });
  return {
    keys: new Map(known),
    files: new Map([...files].map(([id, file]) => [id, textOf(file, desired.files.get(id))])),
  };
}
