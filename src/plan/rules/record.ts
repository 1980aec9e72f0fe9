// Rules about the record of applies. Most are checked when an apply begins.
import { counted } from '../../lib/text.ts';
import { isDeclaredIn, prunedChanges } from '../prune.ts';
import { AT_APPLY, type GuardInput, type RuleFinding, type RuleGroup } from './rule.ts';

export const RECORD_RULES: RuleGroup = {
  title: 'The record of applies',
  rules: [
    {
      code: 'record-unreadable',
      severity: 'refusal',
      found: 'read',
      isPolicy: true,
      isApprovable: true,
      detects: 'is planned while the record of the last apply cannot be read',
      server: 'would accept it, and later changes on the server would be overwritten unseen',
      advice:
        'Name the commit that was last applied with `--baseline <commit>` (input `baseline`), or [approve this one plan](pull-requests.md#approve-a-refused-plan), which prunes nothing: the apply then writes a new record. `confighub-sync history --forget` deletes the record.',
      check: recordUnreadable,
    },
    {
      code: 'record-unconfirmed',
      severity: 'refusal',
      found: 'read',
      isPolicy: true,
      isApprovable: true,
      detects: 'deletes an item because of a record whose commit is not in the history of the applied commit',
      server: 'would delete it',
      advice:
        'Review the deletions. If they are intended, [approve this one plan](pull-requests.md#approve-a-refused-plan).',
      check: recordUnconfirmed,
    },
    {
      code: 'apply-running',
      ...AT_APPLY,
      detects: 'is applied while another apply is running (in a plan, a warning)',
      server: 'has no locks: two concurrent pushes may create one value twice',
      advice: 'Wait. If that run is dead, run `confighub-sync unlock` (`command: unlock`).',
    },
    {
      code: 'apply-overtaken',
      ...AT_APPLY,
      detects: 'was planned before another apply finished',
      server: 'would accept it, and undo the other apply',
      advice: 'Plan again.',
    },
    {
      code: 'not-announced',
      ...AT_APPLY,
      detects: 'deletes an item while no record can be written',
      server: 'would delete it, and the next run would not know',
      advice: 'In a workflow, give the job `permissions: contents: write`.',
    },
    {
      code: 'older-commit',
      ...AT_APPLY,
      detects: 'comes from an older commit than the last apply',
      server: 'would revert to it',
      advice: 'Apply the newest commit, or apply once with `--allow-older` (input `allow-older: true`).',
    },
    {
      code: 'not-reviewed',
      ...AT_APPLY,
      detects: 'differs from the reviewed plan (`apply --plan`)',
      server: 'would accept it',
      advice: 'Make a new plan file, and have it reviewed.',
    },
  ],
};

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
