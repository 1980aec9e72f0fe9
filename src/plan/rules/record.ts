// Rules about what the record of applies says; most are checked when an apply begins.
import { counted } from '../../lib/text.ts';
import { isDeclaredIn, prunedChanges } from '../prune.ts';
import type { RuleFinding, GuardInput, RuleGroup } from './rule.ts';

export const RECORD_RULES: RuleGroup = {
  title: 'The record of applies',
  rules: [
    {
      code: 'record-unreadable',
      severity: 'refusal',
      found: 'read',
      detects: 'is planned beside a record of what was applied that cannot be read',
      server: 'would take it, and what others changed since would be overwritten unseen',
      advice:
        'Name the commit that was applied last with `--baseline <commit>` (input `baseline`), or go without the record with `--no-baseline` (`baseline: none`): then nothing is pruned, and the apply writes a new record. `confighub-sync history --forget` removes the record.',
      check: recordUnreadable,
    },
    {
      code: 'record-unconfirmed',
      severity: 'refusal',
      found: 'read',
      isPolicy: true,
      isApprovable: true,
      detects:
        'deletes something for the sake of a record that is not of a commit in the history of what is applied',
      server: 'would delete it',
      advice:
        'Look at the deletions: if they are meant, approve this one plan with `force` and the digest that it prints.',
      check: recordUnconfirmed,
    },
    {
      code: 'apply-running',
      severity: 'refusal',
      found: 'apply',
      detects: 'is applied while another apply is under way (in a plan, a warning)',
      server: 'has no locks: two pushes at once may create one value twice',
      advice: 'Wait. If that run is dead, run `confighub-sync unlock` (`command: unlock`).',
    },
    {
      code: 'apply-overtaken',
      severity: 'refusal',
      found: 'apply',
      detects: 'was planned before another apply came to its end',
      server: 'would take it, and undo the other',
      advice: 'Plan again.',
    },
    {
      code: 'not-announced',
      severity: 'refusal',
      found: 'apply',
      detects: 'deletes something, where no record can be written',
      server: 'would delete it, and the next run would not know',
      advice: 'In a workflow, give the job `permissions: contents: write`.',
    },
    {
      code: 'older-commit',
      severity: 'refusal',
      found: 'apply',
      detects: 'comes from a commit that is older than the one last applied',
      server: 'would go back to it',
      advice: 'Apply the newest commit, or apply once with `--allow-older` (input `allow-older: true`).',
    },
    {
      code: 'not-reviewed',
      severity: 'refusal',
      found: 'apply',
      detects: 'is not in the plan that was reviewed (`apply --plan`)',
      server: 'would take it',
      advice: 'Plan again, and have it reviewed again.',
    },
  ],
};

// Rules about the record: can it be read, and is it of what is being applied?

function recordUnreadable({ recordProblem }: GuardInput): RuleFinding[] {
  return recordProblem === undefined ? [] : [{ message: recordProblem }];
}

function recordUnconfirmed({ changes, desired, prune, unconfirmed }: GuardInput): RuleFinding[] {
  if (unconfirmed === undefined || prune !== 'managed') return [];
  const { reason, confirmed } = unconfirmed;
  const pruned = prunedChanges(changes, { desired });
  const doubtful = pruned.filter((change) => !confirmed.some((state) => isDeclaredIn(state, change)));
  if (doubtful.length === 0) return [];
  const rest = doubtful.length === 1 ? 'rests' : 'rest';
  const what = counted(doubtful.length, 'deletion');
  const message = `${what} ${rest} on a record that ${reason}: it may claim what others own.`;
  return [{ message }];
}
