// Rules about what the record of applies says: checked when an apply begins, because a plan has no record of its own.
import type { RuleGroup } from '../rule.ts';

export const RECORD_RULES: RuleGroup = {
  title: 'The record of applies',
  rules: [
    {
      code: 'apply-running',
      severity: 'refusal',
      found: 'apply',
      detects: 'is applied while another apply is under way (in a plan, a warning)',
      server: 'has no locks: two pushes at once may create one value twice',
      advice: 'Wait, or say with `confighub-sync unlock` that that run is dead.',
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
