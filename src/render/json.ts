// Plans and mistakes as JSON. Every document carries the version of its shape.
import type { Diagnostic } from '../model/diagnostic.ts';
import { countChanges, hasRefusals } from '../model/plan.ts';
import type { MaskedPlan } from './redact.ts';

/** Changes when a reader of the JSON would have to change. */
export const JSON_VERSION = 1;

/** @param pushes the bodies that an apply would send, where they are asked for */
export function jsonPlan(plan: MaskedPlan, pushes?: readonly object[]): string {
  const { create, update, delete: destroy } = countChanges(plan.changes);
  const rewritten = plan.changes.filter((change) => change.rewritten).length;
  return json({
    version: JSON_VERSION,
    target: plan.target,
    live: plan.live,
    prune: plan.prune,
    counts: { add: create, change: update, destroy, rewritten },
    refused: hasRefusals(plan),
    notes: plan.notes,
    changes: plan.changes,
    findings: plan.findings,
    ...(pushes && { pushes }),
  });
}

export function jsonError(
  error: { code: string; message: string; hint?: string | undefined },
  diagnostics: readonly Diagnostic[],
): string {
  const { code, message, hint } = error;
  return json({
    version: JSON_VERSION,
    error: { code, message, ...(hint === undefined ? {} : { hint }), diagnostics },
  });
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
