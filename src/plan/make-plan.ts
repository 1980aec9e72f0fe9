// States → Plan: complete, keep, diff, annotate, guard, in a straight line.
import type { Plan } from '../model/plan.ts';
import { emptyState, type State } from '../model/state.ts';
import { annotated } from './annotate.ts';
import { complete } from './complete.ts';
import { diff } from './diff.ts';
import { guard } from './guard.ts';
import type { PlanInput } from './input.ts';
import { keepUnmanaged } from './keep.ts';
import { phasesNote } from './phases.ts';

export function makePlan(input: PlanInput): Plan {
  const depth = input.target.levels.length;
  const { live } = input;
  const desired = keepUnmanaged(complete(input.desired, live, input.settings), input);
  const changes = annotated(diff(desired, live, depth), input);
  const { target, liveSource, prune } = input;
  const batch = input.batch === undefined ? {} : { batch: input.batch };
  const notes = [...input.notes, ...[phasesNote({ changes, ...batch }) ?? []].flat()];
  return {
    target,
    live: liveSource,
    prune,
    ...batch,
    notes,
    changes,
    findings: guard({ ...input, after: desired, changes }),
  };
}

/** The baseline in the place of live: what it declared, with the server's defaults for what it left open. */
export function standIn(baseline: State): State {
  const declared = keepUnmanaged(baseline, { live: emptyState(), prune: 'managed' });
  return complete(declared, emptyState(), { vdtEnabled: true });
}
