// The changes that an import makes: from the declared state to live.
import type { Change, RowChange } from '../model/plan.ts';
import { WHOLE_REPOSITORY } from '../model/project.ts';
import { type Address, onlyRows, rowAt, type State, withRows } from '../model/state.ts';
import { withCauses } from '../plan/causes.ts';
import { diff, diffOfPlans } from '../plan/diff.ts';
import { overridesIn, withDriftKept, withOverrides } from '../plan/drift.ts';
import { changeId, find } from '../plan/find-item.ts';
import { complete } from '../plan/normalize.ts';
import { present } from '../plan/prune.ts';
import type { Opened } from './import-input.ts';
import { groupsOf } from './variables.ts';

/** The changes that lead from what documents declare to live. Their cause is set if the documents changed them too. */
export function changesTo(opened: Opened, desired: State): Change[] {
  const { baseline, target } = opened;
  const { state: live } = opened.shown;
  const known = withoutHidden(present(complete(desired, opened.live, opened)), opened);
  const drift = baseline && withDrift(known, baseline, opened);
  const found = diffOfPlans(drift?.state ?? live, known, target.levels.length);
  const changes = found.map((change) =>
    drift?.conflicts.has(changeId(change)) ? { ...change, cause: 'conflict' as const } : change,
  );
  return changes.filter((change) => {
    if (!change.rewritten || change.kind === 'key') return !change.rewritten;
    return baseline === undefined && isKnownToDiffer(change, { desired, live });
  });
}

/** Of what cannot be compared: secured texts that documents contain in clear, and files whose group differs. */
function isKnownToDiffer(change: RowChange, { desired, live }: { desired: State; live: State }): boolean {
  const [declared] = groupsOf([change], desired);
  const [group] = groupsOf([change], live);
  const isFromEnv = find(desired, change).row?.variable !== undefined;
  const isInOther = change.kind === 'file' && declared !== undefined && declared !== group;
  return (!isFromEnv && group !== undefined) || isInOther;
}

/** Without items and rows that live has in a form that documents cannot declare. */
function withoutHidden(known: State, { live, shown }: Opened): State {
  const isHidden = (at: Address) => rowAt(live, at) !== undefined && rowAt(shown.state, at) === undefined;
  const { items } = onlyRows(known, (found) => !isHidden(found));
  return { items: new Map([...items].filter(([id]) => !live.items.has(id) || shown.state.items.has(id))) };
}

/**
 * What documents would declare that leave live as others made it, and the ids of the items that the documents changed too,
 * and differently.
 * @param known what the documents declare now, completed
 */
function withDrift(known: State, applied: State, { target, before, shown }: Opened) {
  const [desired, live, depth] = [before.state, shown.state, target.levels.length];
  const baseline = withKnownTexts(applied, { desired, live });
  const found = withCauses(diff(known, live, depth), { desired, live, applied: { baseline } });
  const added = overridesIn(desired, { live, applied: { baseline }, policy: { scope: WHOLE_REPOSITORY } }, depth);
  const changes = withOverrides(found, added).map((change) =>
    change.cause === 'override' ? { ...change, cause: 'drift' as const } : change,
  );
  const conflicts = new Set(changes.filter(({ cause }) => cause === 'conflict').map(changeId));
  return { state: withDriftKept(known, { live, baseline, changes, causes: ['drift', 'conflict'] }), conflicts };
}

/**
 * Replaces unknown texts of the baseline, which came from the environment: by those declared now, or by those of live if
 * the documents no longer take them from there. Then drift is unknown, and a secret of the server stays there.
 */
function withKnownTexts(baseline: State, { desired, live }: { desired: State; live: State }): State {
  return withRows(baseline, (row, at) => {
    if (!row.unknown) return row;
    const now = rowAt(desired, at);
    return (now?.variable === undefined ? rowAt(live, at) : now) ?? row;
  });
}
