// Rules about what is not ours alone: policies, which the server knows nothing of.
import type { RuleGroup } from '../rule.ts';
import { declaredTwice, otherUnreadable } from '../rules/projects.ts';
import { conflict, driftFound, protectedItems } from '../rules/ownership.ts';

export const OWNERSHIP_RULES: RuleGroup = {
  title: 'What others do, and what is protected',
  rules: [
    {
      code: 'conflict',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      detects:
        'would overwrite what others changed on the server, and the files changed too, under `onDrift: keep` or `fail`',
      server: 'would overwrite it',
      advice:
        'Write what the server holds into the files, or apply once with `--on-drift overwrite` (input `on-drift`).',
      check: conflict,
    },
    {
      code: 'drift',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      detects: 'stands beside what others changed on the server, under `onDrift: fail`',
      server: 'knows nothing of who changed what',
      advice: 'Take it into the files, or decide otherwise with `onDrift`.',
      check: driftFound,
    },
    {
      code: 'declared-twice',
      severity: 'refusal',
      found: 'read',
      isPolicy: true,
      detects: 'declares what another project in this Git repository declares for the same repository',
      server: 'would take whichever was applied last',
      advice: 'Declare it in one of the two projects.',
      check: declaredTwice,
    },
    {
      code: 'other-project',
      severity: 'refusal',
      found: 'read',
      isPolicy: true,
      isApprovable: true,
      detects: 'deletes something while another project for the same repository has mistakes in its files',
      server: 'would delete it, though the other project may declare it',
      advice: 'Mend the files of the other project.',
      check: otherUnreadable,
    },
    {
      code: 'protected',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects: 'deletes what `protect` names',
      server: 'would delete it',
      advice:
        'If that is meant, approve this one plan with `force`: the digest that it prints, and the names behind it.',
      check: protectedItems,
    },
    {
      code: 'outside-scope',
      severity: 'refusal',
      found: 'files',
      isPolicy: true,
      detects: 'is declared outside of `scope`, or in `ignore`',
      server: 'would take it',
      advice: 'Widen `scope` in confighub.yaml, or declare it in the project that owns it.',
    },
  ],
};
