// Which changes others made: the drift that a plan would keep, to be declared instead.
import { WHOLE_REPOSITORY } from '../model/scope.ts';
import type { State, Value } from '../model/state.ts';
import { withCauses } from '../plan/causes.ts';
import { diff } from '../plan/diff.ts';
import { withDriftKept } from '../plan/drift.ts';
import { overridesIn, withOverrides } from '../plan/overrides.ts';

export interface Sides {
  /** What was last applied. */
  baseline: State;
  /** What the documents declare, what must not exist included. */
  desired: State;
  /** All of it is in scope. */
  live: State;
  /** What the last apply left beside what it declared. */
  beside: ReadonlySet<string>;
  /** Number of context levels. */
  depth: number;
}

/** What documents would declare that leave live as others made it. @param known what they declare now, completed */
export function withDrift(known: State, { desired, live, beside, depth, ...sides }: Sides): State {
  const baseline = withKnownTexts(sides.baseline, desired);
  const found = withCauses(diff(known, live, depth), { desired, live, baseline });
  const added = overridesIn(desired, { live, baseline, beside, scope: WHOLE_REPOSITORY, depth });
  const changes = withOverrides(found, added).map((change) =>
    change.cause === 'override' ? { ...change, cause: 'drift' as const } : change,
  );
  return withDriftKept(known, { live, baseline, changes });
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
