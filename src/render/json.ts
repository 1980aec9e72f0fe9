// Plans, drift and errors as JSON. Every document has the version of its format.
import type { Diagnostic, Place } from '../model/diagnostic.ts';
import { countChanges, countDrift, countOverrides, hasRefusals } from '../model/plan.ts';
import { countsByElement } from '../model/element-counts.ts';
import type { CountsCheck } from '../model/server-reads.ts';
import type { MaskedPlan } from './mask.ts';
import { renamesIn } from './renames.ts';

/** Incremented with every incompatible change. */
export const JSON_VERSION = 1;

export interface PlanExtras {
  /** The bodies that an apply would send, if requested. */
  pushes?: readonly object[] | undefined;
  /** The outcome of an apply. */
  outcome?: string | undefined;
  /** The server's counts after an apply that could not be verified otherwise. */
  counts?: CountsCheck | undefined;
  /** The review that a later apply compares with. */
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
      ...(plan.elements && { byElement: countsByElement(plan) }),
    },
    refused: hasRefusals(plan),
    ...(plan.force !== undefined && { force: plan.force }),
    ...(plan.forced !== undefined && { forced: plan.forced }),
    ...(plan.approvedBy && { approvedBy: plan.approvedBy }),
    notes: plan.notes,
    ...(plan.base && { base: plan.base }),
    ...(plan.safety && { safety: plan.safety }),
    changes: plan.changes,
    renames: renamesIn(plan).map(({ kind, from, to }) => ({ kind, from, to })),
    drift: plan.drift,
    ...(plan.unmanagedItems && { unmanaged: plan.unmanagedItems }),
    findings: plan.findings,
    ...(pushes && { pushes }),
    ...(outcome && { outcome }),
    ...(counts && { serverCounts: counts }),
    ...(review && { review }),
  });
}

/** Only the drift. */
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
  // The lines that declared refused items; mistakes in the files have their places in `diagnostics`.
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
