// States → Plan: complete, keep, diff, annotate, guard, in a straight line.
import type { LiveSource, Plan, Target } from '../model/plan.ts';
import { PRUNE_MODES, type PruneMode } from '../model/project.ts';
import type { IsSecretName } from '../model/secrets.ts';
import { emptyState, type State } from '../model/state.ts';
import { annotate } from './annotate.ts';
import { complete, type ServerSettings } from './complete.ts';
import { diff } from './diff.ts';
import { guard } from './guard.ts';
import { keepUnmanaged } from './keep.ts';

export interface PlanInput {
  target: Target;
  settings: ServerSettings;
  desired: State;
  live: State;
  liveSource: LiveSource;
  /** What the last apply declared; absent: nothing is known to be ours, so `managed` deletes nothing. */
  baseline?: State;
  prune: PruneMode;
  isSecretName: IsSecretName;
  notes: string[];
  /** Names of the context elements that the server has, by level, in lower case; absent where they cannot be read. */
  elements?: readonly ReadonlySet<string>[];
  allowNewContexts: readonly string[];
  maxDeletes: number;
  /** Whether deletions beyond `maxDeletes` were approved. */
  force: boolean;
  /** Whether the types of keys on the server are known, so that leaving `vdt` out cannot reset one. */
  typesKnown: boolean;
}

export function makePlan(input: PlanInput): Plan {
  const depth = input.target.levels.length;
  const { live } = input;
  const desired = keepUnmanaged(complete(input.desired, live, input.settings), input);
  const changes = diff(desired, live, depth).map((change) => annotate(change, input));
  const { target, liveSource, prune, notes } = input;
  return {
    target,
    live: liveSource,
    prune,
    notes,
    changes,
    findings: guard({ ...input, after: desired, changes }),
  };
}

/** The baseline in the place of live: what it declared, with the server's defaults for what it left open. */
export function standIn(baseline: State): State {
  const declared = keepUnmanaged(baseline, { live: emptyState(), prune: PRUNE_MODES[0] });
  return complete(declared, emptyState(), { vdtEnabled: true });
}
