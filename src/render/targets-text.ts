// The last line under the plans of several targets: what they count together.
import { counted } from '../lib/text.ts';
import { countChanges, hasRefusals, isCounted, type Plan } from '../model/plan.ts';
import { toDoText } from './sentences.ts';

/** What there is of a target; without a plan, it could not be made. */
type Planned = { plan?: Plan };

/** `3 targets: 1 with changes, 2 unchanged. Plan: 3 to create, 1 to update, 0 to delete.` */
export function planTotal(rows: readonly Planned[]): string {
  const plans = rows.flatMap(({ plan }) => plan ?? []);
  const refused = plans.filter(hasRefusals);
  const others = plans.filter((plan) => !hasRefusals(plan));
  const changed = others.filter(({ changes }) => changes.some(isCounted)).length;
  const failed = rows.length - plans.length;
  const parts = [
    [changed, 'with changes'],
    [others.length - changed, 'unchanged'],
    [refused.length, 'refused'],
    [failed, 'failed'],
  ] as const;
  const told = parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  const line = `${counted(rows.length, 'target')}: ${told.join(', ')}`;
  const counts = countChanges(plans.flatMap(({ changes }) => changes));
  if (counts.create + counts.update + counts.delete > 0) return `${line}. Plan: ${toDoText(counts)}.`;
  // Of a target that failed, nobody knows.
  return `${line}.${failed === 0 ? ' No changes.' : ''}`;
}

/** `3 targets: 2 changes on the server.` */
export function driftTotal(rows: readonly Planned[]): string {
  const plans = rows.flatMap(({ plan }) => plan ?? []);
  const count = plans.flatMap(({ drift }) => drift).filter(isCounted).length;
  const drift = count === 0 ? 'no drift' : `${counted(count, 'change')} on the server since the last apply`;
  const failed = rows.length - plans.length;
  return `${counted(rows.length, 'target')}: ${drift}${failed === 0 ? '' : `, ${failed} failed`}.`;
}
