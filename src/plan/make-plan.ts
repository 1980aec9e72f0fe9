// States → Plan: unseal, complete, keep, diff, causes, annotate, guard, in a straight line.
import { changed } from '../lib/collections.ts';
import { type Change, compareChanges, isRead, type Plan } from '../model/plan.ts';
import { emptyState, keyId, type State } from '../model/state.ts';
import { annotated } from './annotate.ts';
import { withCauses } from './causes.ts';
import { diff, diffOfPlans } from './diff.ts';
import { countConverged, withDriftKept } from './drift.ts';
import { guard } from './guard.ts';
import type { PlanInput } from './input.ts';
import { complete, unsealed } from './normalize.ts';
import { overridesIn, withOverrides } from './overrides.ts';
import { keepUnmanaged, unmanaged } from './prune.ts';
import { phasesNote, withNewKeys, withRowsChosen } from './push-batches.ts';

export function makePlan(given: PlanInput): Plan {
  const compared = compareStates(given);
  const { input, read, completed, after, changes, drift } = compared;
  const { target, liveSource, prune, onDrift } = input;
  const batch = input.batch === undefined ? {} : { batch: input.batch };
  const notes = [...input.notes, ...[phasesNote({ changes, ...batch }) ?? []].flat()];
  const plan = { target, live: liveSource, prune, onDrift, ...batch, notes, changes, drift };
  // Nobody looks at what a push that did all it should has left.
  if (input.isAfterwards && changes.length === 0)
    return { ...plan, converged: 0, unmanaged: 0, findings: [] };
  return {
    ...plan,
    converged: countConverged(completed, input.live, input),
    ...unmanaged(completed, input),
    // As the server shows it: a rule tells a cipher text from a clear one.
    ...(input.isAfterwards ? { findings: [] } : guard({ ...input, live: read, after, changes, drift })),
  };
}

/** The changes and the drift of a plan, without its notes, counts and findings. */
export function compareStates(given: PlanInput): Compared & Compare {
  const read = withRowsChosen(given.live, given.desired);
  const live = unsealed(read, given);
  const input = { ...given, live, ...appliedAsTyped(given, live) };
  const completed = complete(input.desired, input.live, input.settings);
  const compared = settled(keepUnmanaged(completed, input), input);
  return { input, read, completed, ...withAdded(compared, { completed, input }) };
}

/**
 * What was applied, with the types that the server has: where types are switched off, a key keeps the one that it was
 * made with, whatever the files declare (behaviour.md, section 7.3).
 */
function appliedAsTyped(
  { settings, baseline, announced }: PlanInput,
  live: State,
): Pick<PlanInput, 'baseline' | 'announced'> {
  if (settings.vdtEnabled) return {};
  const typed = ({ keys, files }: State): State => ({
    keys: changed(keys, (key, id) => {
      const vdt = live.keys.get(id)?.vdt;
      return vdt === undefined ? key : { ...key, vdt };
    }),
    files,
  });
  return {
    ...(baseline && { baseline: typed(baseline) }),
    ...(announced && { announced: typed(announced) }),
  };
}

interface Compare {
  /** With live in clear text. */
  input: PlanInput;
  /** Live as the server shows it. */
  read: State;
  /** Desired, with what it leaves open. */
  completed: State;
}

/** What is pushed, what is left as others made it, and the state after the push. */
interface Compared {
  after: State;
  changes: Change[];
  drift: Change[];
}

function settled(desired: State, input: PlanInput): Compared {
  const { live, onDrift, announced, baseline = announced && emptyState() } = input;
  if (!isRead(input.liveSource) && !input.isOffline) return settledUnread(desired, input);
  const depth = input.target.levels.length;
  const finish = (found: Change[]) => withNewKeys(annotated(found, { ...input, isTheirs: false }), input);
  const compare = (state: State) => withCauses(diff(state, live, depth), input);
  const changes = compare(desired);
  if (onDrift === 'overwrite' || baseline === undefined)
    return { after: desired, changes: finish(changes), drift: [] };
  const after = withDriftKept(desired, { live, baseline, changes });
  const drift = diffOfPlans(after, desired, depth).map((change) => ({ ...change, cause: 'drift' as const }));
  return {
    after,
    changes: finish(drift.length === 0 ? changes : compare(after)),
    drift: annotated(drift, { ...input, isTheirs: true }),
  };
}

/** With what others added beside declared items: a mirror deletes it, every other plan leaves it alone and says so. */
function withAdded(
  compared: Compared,
  { completed, input }: { completed: State; input: PlanInput },
): Compared {
  if (!isRead(input.liveSource) || input.isOffline || input.isAfterwards) return compared;
  const added = overridesIn(completed, { ...input, depth: input.target.levels.length });
  if (added.length === 0) return compared;
  if (input.prune === 'all') return { ...compared, changes: withOverrides(compared.changes, added) };
  const drift = [...compared.drift, ...annotated(added, { ...input, isTheirs: true })];
  return { ...compared, drift: drift.sort(compareChanges) };
}

/** Where live was not read there is no drift to be seen; any key may be gone, and any new one be there. */
function settledUnread(desired: State, input: PlanInput): Compared {
  const { live, target } = input;
  const found = withCauses(diff(desired, live, target.levels.length), { desired: input.desired, live });
  // What others added to a key is not seen, so `prune: all` takes none of it along either.
  const prune = input.prune === 'all' ? 'managed' : input.prune;
  const changes = withNewKeys(annotated(found, { ...input, prune, isTheirs: false }), input);
  return { after: desired, changes: changes.map((change) => withDoubt(change, input)), drift: [] };
}

function withDoubt(change: Change, { desired, live, firstOf, forceKeyPush }: PlanInput): Change {
  if (change.kind === 'file') return change;
  const id = keyId(change.key);
  if (change.kind === 'value') {
    const there = live.keys.get(id);
    if (there === undefined || there.push === false) return change;
    return { ...change, mayMakeKey: forceKeyPush ? 'locked' : 'unlocked' };
  }
  // Which contexts are active on the server, nobody knows.
  const { before, after: { deprecated, ...after } = {}, anchor: _, ...rest } = change;
  // Nothing is known of a key without metadata, not even whether it is there.
  const isNew = change.action === 'create' || (before !== undefined && Object.keys(before).length === 0);
  if (change.action === 'delete' || !isNew) {
    const { anchor: __, ...known } = change;
    return known;
  }
  const key = desired.keys.get(id);
  const values = [...(key?.values.values() ?? [])].filter(({ absent }) => !absent).length;
  const created = { ...rest, action: 'create', values } as const;
  if (firstOf === 0)
    return { ...created, after: { ...after, ...(deprecated !== undefined && { deprecated }) } };
  const flag = key?.deprecated === undefined ? {} : { deprecated: key.deprecated };
  return { ...created, mayExist: true, after: { ...after, ...flag } };
}
