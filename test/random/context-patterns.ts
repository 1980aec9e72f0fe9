// Which contexts a pattern means.
import type { ContextPattern } from '../../src/model/context.ts';

/** Whether a pattern covers a full context, which has no `*`. */
export function isCovered(
  context: readonly string[],
  { elements, except }: ContextPattern,
): boolean {
  return fits(context, elements) && !except.some((pattern) => fits(context, pattern));
}

function fits(context: readonly string[], pattern: readonly string[]): boolean {
  return pattern.every(
    (one, level) => one === '*' || one.toLowerCase() === context[level]?.toLowerCase(),
  );
}
