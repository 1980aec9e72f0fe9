// Which changes of a plan were pending before its branch: those that the plan of the base has too, to the same effect.
import { addressOf, type Change, isCounted, type Plan } from '../model/plan.ts';

/** @param before the changes of the base's own plan, made against the same live and baseline */
export function withPending(
  plan: Plan,
  { commit, before }: { commit: string; before: readonly Change[] },
): Plan {
  const effects = new Set(before.map(effectOf));
  const changes = plan.changes.map((change): Change => {
    return effects.has(effectOf(change)) ? { ...change, pending: true } : change;
  });
  const pending = changes.filter((change) => change.pending && isCounted(change)).length;
  // Otherwise live holds only what this branch declares, and nothing is known of the rest.
  const dropped = plan.live === 'export' ? { dropped: countDropped(before, changes) } : {};
  return { ...plan, changes, base: { commit, pending, ...dropped } };
}

/** Items that base would change and head leaves alone. One that head changes in another way is a change of head. */
function countDropped(before: readonly Change[], changes: readonly Change[]): number {
  const items = new Set(changes.map(itemOf));
  return before.filter((change) => isCounted(change) && !items.has(itemOf(change))).length;
}

/** The same names are one item to the server, however they are written. */
function itemOf(change: Change): string {
  const context = 'context' in change ? change.context.toLowerCase() : '';
  const address = addressOf(change);
  return JSON.stringify([change.kind, change.kind === 'file' ? address : address.toLowerCase(), context]);
}

/** What becomes of which item; not why, nor which line says so, nor what else happens to its key. */
function effectOf(change: Change): string {
  const { action, rewritten = false } = change;
  return JSON.stringify([itemOf(change), action, rewritten, ...contentOf(change)]);
}

function contentOf(change: Change): unknown[] {
  if (change.kind === 'key') return [sorted(change.before), sorted(change.after), change.whole ?? false];
  const there = [change.before !== undefined, change.after !== undefined];
  const group = change.kind === 'file' ? change.securityGroup : undefined;
  return [...there, change.before, change.after, group ?? null];
}

function sorted(metadata: object = {}): unknown[] {
  return Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
}
