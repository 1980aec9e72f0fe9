// The plans of several targets in a terminal: each apart, those without changes in one line, and a total.
import picocolors from 'picocolors';
import { counted } from '../lib/text.ts';
import { ACTIONS, countChanges, hasRefusals, isCounted, type Plan } from '../model/plan.ts';
import type { MaskedPlan } from './mask.ts';
import { toDoText } from './sentences.ts';
import { targetLine, type TextOptions, textView } from './text.ts';
import { driftViewOf, isQuiet, type PlanView, viewOf } from './view.ts';

/** One of several plans; ends with an empty line unless it is one line. */
export function textTargetPlan(plan: MaskedPlan, options: TextOptions): string {
  return textOf(viewOf(plan, options), { ...options, nothing: 'no changes' });
}

export function textTargetDrift(plan: MaskedPlan, options: TextOptions): string {
  return textOf(driftViewOf(plan, options), { ...options, nothing: 'no drift' });
}

function textOf(view: PlanView, { nothing, ...options }: TextOptions & { nothing: string }): string {
  if (!isQuiet(view)) return `${textView(view, options)}\n`;
  return `${targetLine(view.target, picocolors.createColors(options.color))}: ${nothing}.\n`;
}

/** What the last line counts. Takes one plan after the other, so that none is kept. */
export class Total {
  #changes = { create: 0, update: 0, delete: 0 };
  #counts = { changed: 0, unchanged: 0, refused: 0, failed: 0 };
  #drift = 0;

  /** @param plan absent: it could not be made */
  add(plan: Plan | undefined): void {
    if (plan === undefined) {
      this.#counts.failed++;
      return;
    }
    const counts = countChanges(plan.changes);
    for (const action of ACTIONS) this.#changes[action] += counts[action];
    this.#drift += plan.drift.filter(isCounted).length;
    if (hasRefusals(plan)) this.#counts.refused++;
    else if (plan.changes.some(isCounted)) this.#counts.changed++;
    else this.#counts.unchanged++;
  }

  /** `3 targets: 1 with changes, 2 unchanged. Plan: 3 to create, 1 to update, 0 to delete.` */
  get planLine(): string {
    const { create, update, delete: deleted } = this.#changes;
    // Of a target that failed, nobody knows.
    if (create + update + deleted === 0) return `${this.#line}.${this.#counts.failed === 0 ? ' No changes.' : ''}`;
    return `${this.#line}. Plan: ${toDoText(this.#changes)}.`;
  }

  /** `3 targets: 2 changes on the server.` */
  get driftLine(): string {
    const { changed, unchanged, refused, failed } = this.#counts;
    const failures = failed === 0 ? '' : `, ${failed} failed`;
    const drift =
      this.#drift === 0 ? 'no drift' : `${counted(this.#drift, 'change')} on the server since the last apply`;
    return `${counted(changed + unchanged + refused + failed, 'target')}: ${drift}${failures}.`;
  }

  get #line(): string {
    const { changed, unchanged, refused, failed } = this.#counts;
    const parts = [
      [changed, 'with changes'],
      [unchanged, 'unchanged'],
      [refused, 'refused'],
      [failed, 'failed'],
    ] as const;
    const told = parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
    return `${counted(changed + unchanged + refused + failed, 'target')}: ${told.join(', ')}`;
  }
}
