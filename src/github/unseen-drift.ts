// Drift that an apply overwrites although the plan of the merged pull request did not show it.
import { counted, someOf } from '../lib/text.ts';
import { addressOf, type Change, hasRefusals, isCounted, isRestoring, type Plan } from '../model/plan.ts';
import { mask, type MaskedPlan } from '../render/mask.ts';
import { digest, type Publisher } from './publish.ts';

/** Digests in the marker of a comment; further items count as not shown. */
const MAX_DIGESTS = 200;
const MAX_NAMES = 5;

/** One digest for each item that the apply overwrites and its live value, as shown in the plans. */
export function driftDigests(plans: readonly MaskedPlan[]): string[] {
  const shown = plans.flatMap((plan) => restored(plan).map((change) => ({ change, plan })));
  return shown.slice(0, MAX_DIGESTS).map(({ change, plan }) => digestOf(change, plan));
}

/** A warning if the plan of the merged pull request did not show all drift that the apply overwrites. */
export async function unseenDrift(plan: Plan, publisher: Publisher): Promise<string | undefined> {
  const masked = mask(plan);
  const all = restored(masked);
  if (all.length === 0) return undefined;
  const { pullRequest, drift } = await publisher.shownDrift();
  const shown = new Set(drift);
  const unseen = all.filter((change) => !shown.has(digestOf(change, masked)));
  if (unseen.length === 0) return undefined;
  const which =
    pullRequest === undefined
      ? 'was not shown in any pull request plan'
      : `was not shown in the plan of pull request ${pullRequest}`;
  const overwrites = hasRefusals(plan) ? 'would overwrite' : 'overwrites';
  return `This apply ${overwrites} drift in ${counted(unseen.length, 'item')} that ${which}: ${namesOf(unseen)}.`;
}

function restored({ changes }: MaskedPlan): Change[] {
  return changes.filter((change) => isCounted(change) && isRestoring(change));
}

/** Several targets may have the same drift. */
function digestOf(change: Change, { target: { declaredAs } }: Pick<MaskedPlan, 'target'>): string {
  const context = 'context' in change ? change.context : '';
  const before = change.before === undefined ? [] : [change.before];
  const item = [change.kind, addressOf(change), context, ...before];
  return digest(JSON.stringify(declaredAs === undefined ? item : [{ target: declaredAs }, ...item]));
}

function namesOf(changes: readonly Change[]): string {
  const names = changes.map((change) => `${addressOf(change)}${'context' in change ? ` in ${change.context}` : ''}`);
  return someOf(names, { most: MAX_NAMES });
}
