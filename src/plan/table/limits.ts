// Rules about how much one plan may do: policies that a person may approve, for one plan at a time.
import type { RuleGroup } from '../rule.ts';
import { firstApply, liveVanished, otherPlan } from '../rules/approval.ts';
import { allDeleted, maxDeletes, maxUpdates, shareOfDeletes, shareOfUpdates } from '../rules/limits.ts';

export const LIMIT_RULES: RuleGroup = {
  title: 'How much one plan may do',
  rules: [
    {
      code: 'max-deletes',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects: 'deletes more items than `maxDeletes` allows',
      server: 'would delete them',
      advice: 'If that is meant, approve this one plan with `force` and the digest that it prints.',
      check: maxDeletes,
    },
    {
      code: 'max-updates',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects: 'changes more items than `maxUpdates` allows',
      server: 'would change them',
      advice: 'If that is meant, approve this one plan with `force` and the digest that it prints.',
      check: maxUpdates,
    },
    {
      code: 'share-of-deletes',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects: 'deletes a larger share of the repository, or of one context, than `deletes` allows',
      server: 'would delete them',
      advice: 'If that is meant, approve this one plan with `force` and the digest that it prints.',
      check: shareOfDeletes,
    },
    {
      code: 'share-of-updates',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects: 'changes a larger share of the repository, or of one context, than `updates` allows',
      server: 'would change them',
      advice: 'If that is meant, approve this one plan with `force` and the digest that it prints.',
      check: shareOfUpdates,
    },
    {
      code: 'all-deleted',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects:
        "deletes all keys and values, or all files, that are this project's, where there are two or more",
      server: 'would delete them',
      advice: 'If that is meant, approve this one plan with `force` and the digest that it prints.',
      check: allDeleted,
    },
    {
      code: 'first-apply',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects: 'is the first from here, to a repository that others filled',
      server: 'would take it, and knows nothing of who declared what',
      advice:
        'Make sure that it is the right repository; `import` writes what it holds into files. Then approve this one plan with `force` and the digest that it prints.',
      check: firstApply,
    },
    {
      code: 'live-vanished',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects:
        'finds a larger share than `deletes` of what was last applied gone from the server, or an empty repository',
      server: 'would take it, whichever server it is',
      advice:
        'Check that it is the right server, with its data. Approve the plan that restores it with `force`, or plan with `--no-baseline` as if nothing had been applied before.',
      check: liveVanished,
    },
    {
      code: 'force-of-another',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects: 'comes with a `force` that approves another plan',
      server: 'would take it',
      advice:
        'Look at what this plan does, and approve it with the digest that it prints, or leave `force` out.',
      check: otherPlan,
    },
  ],
};
