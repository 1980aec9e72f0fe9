// What an apply needs of a plan that it was not made from: the reads to record, and how the applied commits relate.
import { readsOf } from '../record/record-format.ts';
import { followedBy } from '../record/recorded-apply.ts';
import { readsToRecord, refuseLost, refuseUnanswered } from './inspect.ts';
import { readsIn, type ShownPlan } from './known.ts';
import type { Planned } from './plan.ts';
import type { World } from './world.ts';

/** Throws {@link CommandError} if no server answered, or one that no longer offers what the last apply read. */
export function shownPlan(
  world: World,
  { known, input, plan, stage }: Planned,
): Omit<ShownPlan, 'head' | 'actor' | 'changeComment'> {
  const { options, target, lastApplied, live } = known;
  const { project } = known.files;
  const { record } = lastApplied;
  const reads = {
    ...readsIn(known),
    before: (record?.done && readsOf(record.done)) ?? [],
    mode: options.reads ?? project.reads ?? 'all',
  };
  if (live.source === 'none' && !lastApplied.isUnknown)
    refuseUnanswered(reads, { target, project });
  refuseLost(reads);
  let asked: ReturnType<ShownPlan['lineage']> | undefined;
  const lineage = () => {
    asked ??= world.lineage(record ? followedBy(record, stage) : []);
    return asked;
  };
  return {
    ...known,
    plan,
    input,
    ...(stage && { stage }),
    reads: readsToRecord(reads),
    readAt: world.now(),
    lineage,
  };
}
