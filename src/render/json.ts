// Plans, drift and errors as JSON. Every document has the version of its format.
import type { CommandError } from '../errors.ts';
import { countsByElement } from '../model/element-counts.ts';
import {
  countChanges,
  countDrift,
  countOverrides,
  hasRefusals,
  inJson,
  type Plan,
} from '../model/plan.ts';
import { nounOf } from '../model/targets.ts';
import { type MaskedPlan, mask } from './mask.ts';
import { VERSION } from '../version.ts';
import { renamesIn } from './renames.ts';

/** Incremented with every incompatible change. */
export const JSON_VERSION = 1;

/**
 * One document: of the only target, which has no name, or a list of all targets or stages in the order of the project file.
 * @param removed what was applied before and is no target any more
 * @param created see {@link createdBy}
 */
export function jsonRows<
  Row extends {
    name?: string | undefined;
    isStage?: true;
    plan?: Plan;
    error?: CommandError;
  },
>(
  rows: readonly Row[],
  membersOf: (masked: MaskedPlan, plan: Plan, row: Row) => object,
  removed: readonly object[] = [],
  created: object = {},
): string {
  const documents = rows.map((row) => {
    const { name, plan, error } = row;
    if (error !== undefined) return { name, ...errorMembers(error) };
    return { name, ...(plan && membersOf(mask(plan), plan, row)) };
  });
  const [only] = documents;
  if (only !== undefined && only.name === undefined) return versioned({ ...created, ...only });
  return versioned({
    ...created,
    [`${nounOf(rows)}s`]: documents,
    removed: removed.length > 0 ? removed : undefined,
  });
}

/**
 * What is `undefined` is left out of the document, here and below.
 * @param more what the entry adds, such as the outcome of an apply
 */
export function planMembers(plan: MaskedPlan, more: object = {}): object {
  const { declaredAs: _, ...target } = plan.target;
  const rewritten = plan.changes.filter((change) => change.rewritten).length;
  return {
    target,
    live: plan.live,
    prune: plan.prune,
    onDrift: plan.onDrift,
    counts: {
      ...countChanges(plan.changes),
      rewritten,
      drift: countDrift(plan),
      overrides: countOverrides(plan),
      converged: plan.converged,
      alreadySent: plan.alreadySent?.length,
      alreadyThere: plan.alreadyThere,
      unmanaged: plan.unmanaged,
      byElement: plan.elements && countsByElement(plan),
    },
    refused: hasRefusals(plan),
    approval: plan.approval,
    approvalWay: plan.approvalWay,
    approved: plan.approved,
    approvedBy: plan.approvedBy,
    unset: plan.unset,
    notes: plan.notes,
    base: plan.base,
    behind: plan.behind,
    mergeUnknown: plan.mergeUnknown,
    safety: plan.safety,
    changes: plan.changes.map(inJson),
    renames: renamesIn(plan).map(({ kind, from, to }) => ({ kind, from, to })),
    drift: plan.drift.map(inJson),
    unmanaged: plan.unmanagedItems?.map(inJson),
    findings: plan.findings,
    ...more,
  };
}

export function driftMembers(plan: MaskedPlan): object {
  return { ...driftFacts(plan), findings: plan.findings };
}

/** Without findings, which say what else is going on: the same as long as the drift is the same. */
export function driftFacts(plan: MaskedPlan): object {
  const { live, drift, notes } = plan;
  const { declaredAs: _, ...target } = plan.target;
  const counts = { ...countChanges(drift), overrides: countOverrides(plan) };
  return { target, live, counts, notes, drift: drift.map(inJson) };
}

export function jsonError(error: CommandError): string {
  return versioned(errorMembers(error));
}

function errorMembers({
  code,
  message,
  hint,
  places,
  diagnostics = [],
  differs,
}: CommandError): object {
  // The lines that declared refused items; errors in the files have their places in `diagnostics`.
  const declared = places.length === 0 ? undefined : places;
  const missing = differs && mask(differs).changes.map(inJson);
  return { error: { code, message, hint, places: declared, diagnostics, differs: missing } };
}

/** When a document was made, and by which version of the program. */
export function createdBy(createdAt: Date): object {
  return { createdAt: createdAt.toISOString(), programVersion: VERSION };
}

export function versioned(members: object): string {
  return jsonOf({ version: JSON_VERSION, ...members });
}

export function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
