// Plans and mistakes as JSON. Every document carries the version of its shape.
import type { Diagnostic, Place } from '../model/diagnostic.ts';
import { countChanges, countDrift, countOverrides, hasRefusals } from '../model/plan.ts';
import type { CountsCheck } from '../model/server-reads.ts';
import type { MaskedPlan } from './mask.ts';

/** Changes when a reader of the JSON would have to change. */
export const JSON_VERSION = 1;

export interface PlanExtras {
  /** The bodies that an apply would send, where they are asked for. */
  pushes?: readonly object[] | undefined;
  /** What became of an apply. */
  outcome?: string | undefined;
  /** What the server counts after an apply that could not be verified otherwise. */
  counts?: CountsCheck | undefined;
  /** What a later apply compares itself with. */
  review?: object | undefined;
}

export function jsonPlan(plan: MaskedPlan, { pushes, outcome, counts, review }: PlanExtras = {}): string {
  const rewritten = plan.changes.filter((change) => change.rewritten).length;
  return json({
    version: JSON_VERSION,
    target: plan.target,
    live: plan.live,
    prune: plan.prune,
    onDrift: plan.onDrift,
    counts: {
      ...countChanges(plan.changes),
      rewritten,
      drift: countDrift(plan),
      overrides: countOverrides(plan),
      converged: plan.converged,
      unmanaged: plan.unmanaged,
    },
    refused: hasRefusals(plan),
    ...(plan.force !== undefined && { force: plan.force }),
    ...(plan.forced !== undefined && { forced: plan.forced }),
    notes: plan.notes,
    ...(plan.base && { base: plan.base }),
    ...(plan.safety && { safety: plan.safety }),
    changes: plan.changes,
    drift: plan.drift,
    ...(plan.unmanagedItems && { unmanaged: plan.unmanagedItems }),
    findings: plan.findings,
    ...(pushes && { pushes }),
    ...(outcome && { outcome }),
    ...(counts && { serverCounts: counts }),
    ...(review && { review }),
  });
}

/** What others changed since the last apply, and nothing else. */
export function jsonDrift(plan: MaskedPlan): string {
  const { target, live, drift, notes } = plan;
  const counts = { ...countChanges(drift), overrides: countOverrides(plan) };
  return json({ version: JSON_VERSION, target, live, counts, notes, drift });
}

export function jsonError(
  error: { code: string; message: string; hint?: string | undefined; places: readonly Place[] },
  { diagnostics, differs }: { diagnostics: readonly Diagnostic[]; differs?: MaskedPlan | undefined },
): string {
  const { code, message, hint, places } = error;
  // The lines that declared what the server refused; mistakes in the files have theirs in `diagnostics`.
  const declared = places.length === 0 ? {} : { places };
  const missing = differs === undefined ? {} : { differs: differs.changes };
  return json({
    version: JSON_VERSION,
    error: { code, message, ...(hint === undefined ? {} : { hint }), ...declared, diagnostics, ...missing },
  });
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
