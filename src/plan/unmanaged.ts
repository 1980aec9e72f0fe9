// What the repository holds and nobody here declares: counted, so that nobody thinks it is not there.
import { fullContext } from '../model/context.ts';
import type { ItemName, Plan } from '../model/plan.ts';
import type { State } from '../model/state.ts';
import type { PlanInput } from './input.ts';
import { oursIn } from './keep.ts';

/** @param desired as the files declare it, what must not exist included */
export function unmanaged(desired: State, input: PlanInput): Pick<Plan, 'unmanaged' | 'unmanagedItems'> {
  const items = input.prune === 'all' ? [] : [...itemsOf(desired, input)];
  return { unmanaged: items.length, ...(input.listUnmanaged && { unmanagedItems: items }) };
}

function* itemsOf(desired: State, { live, target, scope, ...input }: PlanInput): Generator<ItemName> {
  // What the last apply declared and nobody declares now is about to go, unless nothing is pruned.
  const ours = oursIn(input.prune === 'none' ? {} : input);
  const depth = target.levels.length;
  for (const [id, key] of live.keys) {
    const { name, values } = key;
    const declared = desired.keys.get(id);
    if (values.size === 0 && declared === undefined && !ours.key(id) && scope.key(name))
      yield { kind: 'key', key: name };
    for (const [contextId, { context }] of values) {
      if (declared?.absent || declared?.values.has(contextId) || ours.value(id, contextId)) continue;
      if (scope.value(name, context))
        yield { kind: 'value', key: name, context: fullContext(context, depth) };
    }
  }
  for (const [id, { path, context }] of live.files) {
    if (desired.files.has(id) || ours.file(id) || !scope.file(path, context)) continue;
    yield { kind: 'file', path, context: fullContext(context, depth) };
  }
}
