// Makes a plan from states: decrypt, complete, prune, diff, find causes, annotate, guard.
import { mapItems } from '../lib/collections.ts';
import { elementsOfLevel } from '../model/element-counts.ts';
import {
  type Change,
  compareChanges,
  isRead,
  needsItsKey,
  type Plan,
  type RowChange,
} from '../model/plan.ts';
import { emptyState, itemId, isPresent, type State } from '../model/state.ts';
import { annotated } from './annotate.ts';
import { withCauses } from './causes.ts';
import { diff, diffOfPlans } from './diff.ts';
import { convergedIn, keptTypes, overridesIn, withDriftKept, withOverrides } from './drift.ts';
import { encodedMarks } from './encoded-secrets.ts';
import { guard } from './guard.ts';
import type { AppliedStates, PlanInput } from './input.ts';
import { complete, decrypted, storedAs } from './normalize.ts';
import { keepUnmanaged, unmanaged } from './prune.ts';
import { phasesNote, withRowsChosen } from './push-batches.ts';
import { newElementNotes } from './rules/values.ts';
import { withAffected } from './affected.ts';

export function makePlan(given: PlanInput): Plan {
  return planOf(compareStates(given));
}

/** What an input comes to, before which applications it affects, and before the rules. */
export type Compared = ReturnType<typeof compareStates>;

export function planOf({ input, read, completed, after, overrides, ...settled }: Compared): Plan {
  const { target, liveSource, policy, purpose, unset, server, stage } = input;
  const { prune, onDrift, batch, order } = policy;
  const affects = (some: Change[], isTheirs: boolean, live = input.live) =>
    hasEffects(input) ? withAffected(some, { ...input, live, isTheirs }) : some;
  // An override stays, so it wins over what is there after the push.
  const theirs = affects(annotated(overrides, { ...input, isTheirs: true }), true, after);
  const kept = [...affects(settled.drift, true), ...theirs].sort(compareChanges);
  // After a complete push nothing is left to report.
  const isComplete = purpose === 'check' && settled.changes.length === 0;
  const { alreadySent: sent, ...inSync } = isComplete
    ? NOTHING_IN_SYNC
    : convergedIn(completed, input);
  const planned = affects(settled.changes, false);
  const done = annotated(sent, { ...input, isTheirs: false });
  // What is secret in one stage is masked in the others, too.
  const sources = stage?.whole ?? input;
  const hide = encodedMarks([...planned, ...kept, ...done], sources, stage?.shownSecrets);
  const [changes, drift, alreadySent] = [planned.map(hide), kept.map(hide), done.map(hide)];
  const note = phasesNote({ changes, batch, live: input.liveSource });
  const plan = {
    target,
    stage: stage?.name,
    live: liveSource,
    prune,
    onDrift,
    batch,
    reads: server.reads,
    notes: [
      ...input.notes,
      ...(note === undefined ? [] : [note]),
      ...(purpose === 'check' ? [] : newElementNotes(changes, input)),
    ],
    changes,
    elements: hasEffects(input) ? elementsOfLevel([input.live, after], 0, order) : undefined,
    drift,
    unset,
  };
  if (isComplete) return { ...plan, ...inSync, unmanaged: 0, findings: [] };
  return {
    ...plan,
    ...inSync,
    alreadySent: alreadySent.length > 0 ? alreadySent : undefined,
    ...unmanaged(completed, { ...input, drift }),
    // Rules see live as the server returns it, to tell encrypted from plain text, and no overrides: no apply ends them.
    ...(purpose === 'check'
      ? { findings: [] }
      : guard({ ...input, live: read, after, changes, drift: settled.drift })),
  };
}

const NOTHING_IN_SYNC: ReturnType<typeof convergedIn> = { converged: 0, alreadySent: [] };

function hasEffects({ liveSource, purpose }: PlanInput): boolean {
  return isRead(liveSource) && purpose !== 'offline' && purpose !== 'check';
}

/** The changes and the drift of a plan, without its notes, counts and findings. `read` is live as the server returns it. */
export function compareStates(given: PlanInput) {
  const read = withRowsChosen(given.live, given.desired);
  const live = decrypted(read, {
    desired: given.desired,
    passwordOf: given.secrets.passwordOf,
    isPulled: given.liveSource === 'pulls',
  });
  const typed = { ...given, live, applied: appliedAsTyped(given, live) };
  const declared = complete(given.desired, live, given.server.settings);
  const types = keptTypes(declared, typed);
  const asKept = (state: State) => storedAs(state, types, live);
  const input =
    types.size === 0 ? typed : { ...typed, applied: eachApplied(typed.applied, asKept) };
  const completed = asKept(declared);
  const settled = settle(keepUnmanaged(completed, input), input);
  const depth = input.target.levels.length;
  const overrides = hasEffects(input) ? overridesIn(completed, input, depth) : [];
  const compared = { input, read, completed, ...settled, overrides };
  if (input.policy.prune !== 'all') return compared;
  // It deletes overrides.
  return { ...compared, changes: withOverrides(settled.changes, overrides), overrides: [] };
}

/**
 * What was applied, with the types that the server has: while types are disabled, a key keeps the type that it was
 * created with, whatever the files declare (behaviour.md, section 7.3).
 */
function appliedAsTyped({ server, applied }: PlanInput, live: State): AppliedStates {
  if (server.settings.vdtEnabled) return applied;
  return eachApplied(applied, ({ items }) => ({
    items: mapItems(items, (item, id) => {
      const vdt = live.items.get(id)?.vdt;
      return vdt === undefined ? item : { ...item, vdt };
    }),
  }));
}

function eachApplied(applied: AppliedStates, change: (state: State) => State): AppliedStates {
  const { lastApplied, here, begun } = applied;
  return {
    ...applied,
    lastApplied: lastApplied && change(lastApplied),
    here: here && change(here),
    begun: begun?.map(change),
  };
}

interface Settled {
  after: State;
  changes: Change[];
  /** Drift that is left alone. */
  drift: Change[];
}

function settle(desired: State, input: PlanInput): Settled {
  const { live, applied, policy } = input;
  const { lastApplied = applied.begun && emptyState() } = applied;
  if (!isRead(input.liveSource) && input.purpose !== 'offline') return settleUnread(desired, input);
  const depth = input.target.levels.length;
  const finish = (caused: Change[]) => annotated(caused, { ...input, isTheirs: false });
  const compare = (state: State) => withCauses(diff(state, live, depth), input);
  const changes = compare(desired);
  if (policy.onDrift === 'overwrite' || lastApplied === undefined)
    return { after: desired, changes: finish(changes), drift: [] };
  const after = withDriftKept(desired, changes, input);
  const drift = diffOfPlans(after, desired, depth).map((change) => ({
    ...change,
    cause: 'drift' as const,
  }));
  return {
    after,
    changes: finish(drift.length === 0 ? changes : compare(after)),
    drift: annotated(drift, { ...input, isTheirs: true }),
  };
}

/** Without a read, no drift is visible; any key or file may have been deleted, and any new one may exist. */
function settleUnread(desired: State, input: PlanInput): Settled {
  const { live, target } = input;
  const caused = withCauses(diff(desired, live, target.levels.length), {
    desired: input.desired,
    live,
    applied: {},
  });
  // Values that others created are not seen, so `prune: all` does not delete them either.
  const prune = input.policy.prune === 'all' ? 'managed' : input.policy.prune;
  const changes = annotated(caused, {
    ...input,
    policy: { ...input.policy, prune },
    isTheirs: false,
  });
  return { after: desired, changes: changes.map((change) => withDoubt(change, input)), drift: [] };
}

function withDoubt(change: Change, { desired, live, server, policy }: PlanInput): Change {
  const id = itemId(change);
  if (change.kind !== 'key') {
    if (change.kind === 'file')
      return change.action === 'delete' ? change : { ...change, mayExist: true };
    const liveItem = live.items.get(id);
    if (liveItem === undefined || liveItem.push === false || needsItsKey(change)) return change;
    const mayMakeKey: RowChange['mayMakeKey'] = policy.forceKeyPush ? 'locked' : 'unlocked';
    return { ...change, mayMakeKey };
  }
  if (change.action === 'delete') return change;
  const { before, after: declared, ...facts } = change;
  // A key without recorded metadata may not exist.
  const isNew = before === undefined || Object.keys(before).length === 0;
  // An anchor needs a context that is active on the server, which is unknown.
  if (change.action === 'update' && !isNew) return { ...change, anchor: undefined };
  const { deprecated, ...after } = declared;
  const key = desired.items.get(id);
  const values = [...(key?.rows.values() ?? [])].filter(isPresent).length;
  const created = { ...facts, action: 'create', anchor: undefined, values } as const;
  if (server.firstOf === 0) return { ...created, after: { ...after, deprecated } };
  return { ...created, mayExist: true, after: { ...after, deprecated: key?.deprecated } };
}
