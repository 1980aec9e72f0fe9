// All rules in one table, and the guard that checks a plan against them.
import type { Finding } from '../model/plan.ts';
import { type ApprovableFinding, type Judged, judged } from './digest.ts';
import { FILE_RULES } from './rules/files.ts';
import { KEY_RULES } from './rules/keys.ts';
import { LIMIT_RULES } from './rules/limits.ts';
import { OWNERSHIP_RULES } from './rules/ownership.ts';
import { PUSH_RULES } from './rules/push.ts';
import type { GuardInput, PlanRule } from './rules/rule.ts';
import { SECRET_RULES } from './rules/secrets.ts';
import { VALUE_RULES } from './rules/values.ts';

export const RULES: readonly PlanRule[] = [
  ...KEY_RULES,
  ...VALUE_RULES,
  ...FILE_RULES,
  ...SECRET_RULES,
  ...OWNERSHIP_RULES,
  ...LIMIT_RULES,
  ...PUSH_RULES,
];

/** Refusals first, then in the order of the table. */
export function guard(input: GuardInput): Judged {
  const ofRules = RULES.flatMap(({ code, severity, advice, isApprovable, check }) =>
    check(input).map((said): ApprovableFinding => {
      const finding = { severity, code, ...said, hint: said.hint ?? advice };
      return isApprovable && finding.severity === 'refusal'
        ? { ...finding, approvable: true }
        : finding;
    }),
  );
  const ofStage = input.stage?.findings ?? [];
  const { findings, ...approval } = judged([...ofStage, ...ofRules], input);
  const rank = ({ severity }: Finding) => (severity === 'refusal' ? 0 : 1);
  return { ...approval, findings: findings.toSorted((a, b) => rank(a) - rank(b)) };
}
