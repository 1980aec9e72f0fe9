// Rules about the record of applies. Most are checked when an apply begins.
import { counted } from '../../lib/text.ts';
import { isDeclaredIn, prunedChanges } from '../prune.ts';
import type { GuardInput, Rule, RuleFinding } from './rule.ts';

export const RECORD_RULES: readonly Rule[] = [
  {
    code: 'record-unreadable',
    severity: 'refusal',
    isApprovable: true,
    advice:
      'Name the commit that was last applied with `--baseline <commit>` (input `baseline`), or [approve this one plan](pull-requests.md#approve-a-refused-plan), which prunes nothing: the apply then writes a new record. `confighub-sync history --forget` deletes the record.',
    check: recordUnreadable,
  },
  {
    code: 'record-unconfirmed',
    severity: 'refusal',
    isApprovable: true,
    advice:
      'Review the deletions. If they are intended, [approve this one plan](pull-requests.md#approve-a-refused-plan).',
    check: recordUnconfirmed,
  },
];

const UNREADABLE =
  'Name the commit that was last applied with `--baseline <commit>` (input `baseline`). With the approval of this plan, nothing is pruned, and the apply writes a new record.';

function recordUnreadable({ recordProblem }: GuardInput): RuleFinding[] {
  return recordProblem === undefined ? [] : [{ message: recordProblem, hint: UNREADABLE }];
}

function recordUnconfirmed({ changes, desired, prune, unconfirmed }: GuardInput): RuleFinding[] {
  if (unconfirmed === undefined || prune !== 'managed') return [];
  const { reason, confirmed } = unconfirmed;
  const pruned = prunedChanges(changes, { desired });
  const doubtful = pruned.filter((change) => !confirmed.some((state) => isDeclaredIn(state, change)));
  if (doubtful.length === 0) return [];
  const are = doubtful.length === 1 ? 'is' : 'are';
  const what = counted(doubtful.length, 'deletion');
  const message = `${what} ${are} based on a record that ${reason}: it may claim items that others own.`;
  return [{ message }];
}
