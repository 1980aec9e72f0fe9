// The columns of the matrix: contexts, or the elements of the first level where there are many contexts.
import { compareContexts, contextId } from '../../model/context.ts';
import type { Change } from '../../model/plan.ts';

/** More columns leave no room for the values in them. */
const MAX_COLUMNS = 8;

export interface Columns {
  titles: readonly string[];
  /** The column of a context. */
  indexOf: (context: string) => number;
  /** What the title of its column does not say of a context. */
  labelOf: (context: string) => string | undefined;
}

interface Options {
  /** Names of the context levels. */
  levels: readonly string[];
  /** Elements of the first level, in the order to show them. */
  elements?: readonly string[] | undefined;
}

/** One column for each context that changes or is named as a source of values, if there are few. */
export function columnsOf(changes: readonly Change[], { levels, elements = [] }: Options): Columns {
  const contexts = contextsOf(changes);
  if (contexts.length <= MAX_COLUMNS) return columns(contexts, { keyOf: contextId, labelOf: () => undefined });
  const firsts = inOrder([...new Map(contexts.map((one) => [contextId(first(one)), first(one)])).values()], elements);
  if (firsts.length <= MAX_COLUMNS)
    return columns(firsts, { keyOf: (context) => contextId(first(context)), labelOf: rest });
  const title = levels.length === 0 ? 'Context' : levels.join(';');
  return { titles: [title], indexOf: () => 0, labelOf: (context) => context };
}

function columns(
  titles: readonly string[],
  { keyOf, labelOf }: { keyOf: (context: string) => string; labelOf: Columns['labelOf'] },
): Columns {
  const index = new Map(titles.map((title, i) => [contextId(title), i]));
  return { titles, indexOf: (context) => index.get(keyOf(context)) ?? 0, labelOf };
}

/** The contexts of changes, and of the rows that stand beside them; broad ones first. */
function contextsOf(changes: readonly Change[]): string[] {
  const found = new Map<string, string>();
  const add = (context: string) => {
    if (!found.has(contextId(context))) found.set(contextId(context), context);
  };
  for (const change of changes) {
    if (change.kind === 'key') continue;
    add(change.context);
    for (const { before, after } of change.received?.regions ?? []) {
      if (before) add(before.context);
      if (after) add(after.context);
    }
  }
  return [...found.values()].sort(compareContexts);
}

/** `*`, then the elements in their order, then any others. */
function inOrder(names: readonly string[], elements: readonly string[]): string[] {
  const order = new Map(['*', ...elements].map((element, i) => [contextId(element), i]));
  const rank = (name: string) => order.get(contextId(name)) ?? order.size;
  return [...names].sort((a, b) => rank(a) - rank(b) || compareContexts(a, b));
}

function first(context: string): string {
  return context.split(';')[0] ?? '*';
}

/** `Billing` of `Production;Billing`. */
function rest(context: string): string | undefined {
  const [, ...others] = context.split(';');
  return others.length === 0 ? undefined : others.join(';');
}
