// Drift that an apply overwrites, and that whoever merged had not been shown.
import { counted } from '../lib/text.ts';
import { addressOf, type Change, hasRefusals, isCounted, isRestoring, type Plan } from '../model/plan.ts';
import { mask, type MaskedPlan } from '../render/mask.ts';
import { digest, type Publisher } from './publish.ts';

/** A comment has room for so many digests; further items count as not shown. */
const MOST = 200;
const MOST_NAMES = 5;

/** One digest for each item that applying overwrites, and what the server holds of it. Of what is shown anyway. */
export function driftDigests(plan: MaskedPlan): string[] {
  return restored(plan).slice(0, MOST).map(digestOf);
}

/** A sentence where the plan of the merged pull request did not show all that an apply overwrites. */
export async function unseenDrift(plan: Plan, publisher: Publisher): Promise<string | undefined> {
  const all = restored(mask(plan));
  if (all.length === 0) return undefined;
  const { pullRequest, drift } = await publisher.shownDrift();
  const shown = new Set(drift);
  const unseen = all.filter((change) => !shown.has(digestOf(change)));
  if (unseen.length === 0) return undefined;
  const whose =
    pullRequest === undefined
      ? 'that no plan of a pull request is known to have shown'
      : `that the plan of pull request ${pullRequest} did not show`;
  const overwrites = hasRefusals(plan) ? 'would overwrite' : 'overwrites';
  return `This apply ${overwrites} ${counted(unseen.length, 'item')} that others changed on the server, and ${whose}: ${namesOf(unseen)}.`;
}

function restored({ changes }: MaskedPlan): Change[] {
  return changes.filter((change) => isCounted(change) && isRestoring(change));
}

function digestOf(change: Change): string {
  const context = 'context' in change ? change.context : '';
  const before = change.before === undefined ? [] : [change.before];
  return digest(JSON.stringify([change.kind, addressOf(change), context, ...before]));
}

function namesOf(changes: readonly Change[]): string {
  const names = changes
    .slice(0, MOST_NAMES)
    .map((change) => `${addressOf(change)}${'context' in change ? ` in ${change.context}` : ''}`);
  const more = changes.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
