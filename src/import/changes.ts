// The changes that an import makes: from what documents declare to live, as far as both can be compared.
import type { Change, Target } from '../model/plan.ts';
import { emptyState, type State, type Value } from '../model/state.ts';
import { complete, type ServerSettings } from '../plan/complete.ts';
import { diff, diffOfPlans } from '../plan/diff.ts';
import { keepUnmanaged } from '../plan/keep.ts';
import type { Declarable } from './declarable.ts';
import { groupsOf } from './passwords.ts';
import type { DocumentText } from './sites.ts';
import { isFromEnv } from './verify.ts';
import { sitesOf } from './walk.ts';
import { WHOLE_REPOSITORY } from '../model/scope.ts';
import { withCauses } from '../plan/causes.ts';
import { withDriftKept } from '../plan/drift.ts';
import { overridesIn, withOverrides } from '../plan/overrides.ts';

interface Given extends ServerSettings {
  target: Target;
  /** All of live that the project answers for. */
  live: State;
  /** What the documents declared before. */
  desired: State;
  baseline?: State;
  /** What the last apply left beside what it declared. */
  beside?: ReadonlySet<string>;
}

interface Known {
  input: Given;
  /** Those that declare `desired`. */
  documents: readonly DocumentText[];
}

/** The changes that lead from what documents declare to live. */
export function changesTo(live: Declarable, desired: State, { input, documents }: Known): Change[] {
  const { baseline, beside = new Set(), target } = input;
  const depth = target.levels.length;
  const completed = complete(desired, input.live, input);
  const present = keepUnmanaged(completed, { live: emptyState(), prune: 'all' });
  const known = withoutHidden(present, { live, input });
  const sides = baseline && { baseline, desired: input.desired, live: live.state, beside, depth };
  const changes = diffOfPlans(sides === undefined ? live.state : withDrift(known, sides), known, depth);
  return comparable(changes, { documents, desired, live, isDrift: baseline !== undefined });
}

/**
 * What cannot be compared is not known to differ; but what a cipher guards does not belong into a document, and the
 * group of a file is known in any case.
 */
function comparable(
  changes: Change[],
  { documents, desired, live, isDrift }: Compared & { isDrift: boolean },
): Change[] {
  const unsure = isDrift ? [] : changes.filter(({ rewritten }) => rewritten);
  const sites = sitesOf(unsure.length === 0 ? [] : documents);
  const isInClear = (change: Change) =>
    !isFromEnv(change, sites) && groupsOf([change], live.state).length > 0;
  const kept = new Set(
    unsure.filter((change) => isInClear(change) || isInOther(change, { desired, live: live.state })),
  );
  return changes.filter((change) => !change.rewritten || kept.has(change));
}

interface Compared {
  documents: readonly DocumentText[];
  desired: State;
  live: Declarable;
}

function isInOther(change: Change, { desired, live }: { desired: State; live: State }): boolean {
  const declared = change.kind === 'file' ? groupsOf([change], desired) : [];
  return declared.length > 0 && declared[0] !== groupsOf([change], live)[0];
}

/** Without what the server has in a form that no document can declare: nobody knows how it should be there. */
function withoutHidden({ keys, files }: State, { live, input }: { live: Declarable; input: Given }): State {
  const isHidden = (
    there: ReadonlyMap<string, unknown> | undefined,
    id: string,
    shown?: ReadonlyMap<string, unknown>,
  ) => there?.has(id) === true && shown?.has(id) !== true;
  const visible = [...keys].map(([id, key]) => {
    const [there, shown] = [input.live.keys.get(id)?.values, live.state.keys.get(id)?.values];
    const values = [...key.values].filter(([context]) => !isHidden(there, context, shown));
    return [id, { ...key, values: new Map(values) }] as const;
  });
  return {
    keys: new Map(visible.filter(([id]) => !isHidden(input.live.keys, id, live.state.keys))),
    files: new Map([...files].filter(([id]) => !isHidden(input.live.files, id, live.state.files))),
  };
}

interface Sides {
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
function withDrift(known: State, { desired, live, beside, depth, ...sides }: Sides): State {
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
