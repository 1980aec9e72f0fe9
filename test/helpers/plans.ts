// Plans as plain values, for what only shows them.
import type { Change, Finding, KeyChange, Plan, RowChange } from '../../src/model/plan.ts';
import { Place, Source } from '../../src/model/diagnostic.ts';
import { mask, type MaskedPlan } from '../../src/render/mask.ts';

/** A masked plan of the shop's repository, with nothing in it but what is named. */
export function shownPlan(parts: Partial<Plan> = {}): MaskedPlan {
  return mask({
    target: {
      url: 'https://config.example.com',
      account: 'acme',
      name: 'shop',
      levels: ['Environment', 'Application'],
    },
    live: 'export',
    prune: 'managed',
    onDrift: 'keep',
    notes: [],
    changes: [],
    drift: [],
    converged: 0,
    unmanaged: 0,
    findings: [],
    ...parts,
  });
}

/** Line and column 3 of a document that has enough lines. */
export function placeAt(line: number, file = 'config/shop.yaml'): Place {
  return new Place(new Source(file, '\n'.repeat(line - 1).concat('          ')), line + 1);
}

/** `before` alone: a deletion; `after` alone: a creation. */
type Texts<T> = { before?: T | undefined; after?: T | undefined };

function actionOf({ before, after }: Texts<unknown>): Change['action'] {
  if (before === undefined) return 'create';
  return after === undefined ? 'delete' : 'update';
}

export function valueChange({
  key,
  ...change
}: Texts<string | null> & { key: string; context?: string } & Partial<RowChange>): RowChange {
  return {
    kind: 'value',
    name: key,
    action: actionOf(change),
    vdt: 'Text',
    cause: 'declared',
    context: '*;*',
    ...change,
  };
}

export function fileChange({
  path,
  ...change
}: Texts<string> & { path: string; context?: string } & Partial<RowChange>): RowChange {
  return {
    kind: 'file',
    name: path,
    action: actionOf(change),
    cause: 'declared',
    context: '*;*',
    ...change,
  };
}

export function keyChange({ key, ...change }: { key: string } & Partial<KeyChange>): KeyChange {
  const { action = actionOf(change) } = change;
  return {
    kind: 'key',
    name: key,
    action,
    cause: 'declared',
    values: 0,
    ...(action !== 'create' && { before: {} }),
    ...(action !== 'delete' && { after: {} }),
    ...change,
  } as KeyChange;
}

export function refusal(finding: Partial<Finding> & { code: string; message: string }): Finding {
  return { severity: 'refusal', ...finding };
}

export function warning(finding: Partial<Finding> & { code: string; message: string }): Finding {
  return { severity: 'warning', ...finding };
}
