// Rules about the record of applies. Most are checked when an apply begins.
import { counted } from '../../lib/text.ts';
import { isRead, nameInContext } from '../../model/plan.ts';
import { isDeclaredIn, thingIn } from '../find-item.ts';
import { leftInDoubt, prunedChanges } from '../prune.ts';
import { APPROVABLE, type GuardInput, type Rule, type RuleFinding } from './rule.ts';

export const RECORD_RULES: readonly Rule[] = [
  { code: 'record-unreadable', ...APPROVABLE, check: recordUnreadable },
  { code: 'record-unconfirmed', ...APPROVABLE, check: recordUnconfirmed },
  { code: 'unfinished-only', ...APPROVABLE, check: unfinishedOnly },
];

const UNREADABLE =
  'Name the commit that was last applied with `--baseline <commit>` (input `baseline`). With the approval of this plan, nothing is pruned, and the apply writes a new record.';

function recordUnreadable({ applied: { problem } }: GuardInput): RuleFinding[] {
  return problem === undefined ? [] : [{ message: problem, hint: UNREADABLE }];
}

function recordUnconfirmed({ changes, desired, policy, applied: { unconfirmed } }: GuardInput): RuleFinding[] {
  if (unconfirmed === undefined || policy.prune !== 'managed') return [];
  const { reason, confirmed } = unconfirmed;
  const pruned = prunedChanges(changes, { desired });
  const doubtful = pruned.filter((change) => !confirmed.some((state) => isDeclaredIn(state, change)));
  if (doubtful.length === 0) return [];
  const are = doubtful.length === 1 ? 'is' : 'are';
  const what = counted(doubtful.length, 'deletion');
  const message = `${what} ${are} based on a record that ${reason}: it may claim items that others own.`;
  return [{ message }];
}

/** The apply may have been killed before its push: then another client made what the server has. */
function unfinishedOnly(input: GuardInput): RuleFinding[] {
  return isRead(input.liveSource) ? leftAlone(input) : deletedUnread(input);
}

function leftAlone(input: GuardInput): RuleFinding[] {
  return leftInDoubt(input).map((item) => {
    const removedFrom = input.applied.begun?.flatMap((state) => thingIn(state, item)?.place ?? [])[0];
    return {
      severity: 'warning',
      removedFrom,
      message: `Only an apply that did not finish declared ${nameInContext(item)}, and what the server has may be the work of others: it is left alone.`,
      hint: 'To delete it, declare it with `opp: delete`.',
    };
  });
}

function deletedUnread({ changes, desired, applied }: GuardInput): RuleFinding[] {
  const { baseline, begun = [] } = applied;
  const doubtful = prunedChanges(changes, { desired }).filter(
    (change) => begun.some((state) => isDeclaredIn(state, change)) && !(baseline && isDeclaredIn(baseline, change)),
  );
  if (doubtful.length === 0) return [];
  const what = counted(doubtful.length, 'deletion');
  const are = doubtful.length === 1 ? 'is of an item' : 'are of items';
  const message = `${what} ${are} that only an apply that did not finish declared: it may have sent nothing, and others may have made what the server has.`;
  return [{ message }];
}
