// What is known about the server: one table of rules, and the guard that runs those which are checked on the plan.
import type { Finding } from '../model/plan.ts';
import type { GuardInput, PlanRule, Rule, RuleGroup } from './rule.ts';
import { CONTEXT_RULES } from './table/contexts.ts';
import { FILE_RULES } from './table/files.ts';
import { KEY_RULES } from './table/keys.ts';
import { OWNERSHIP_RULES } from './table/ownership.ts';
import { PUSH_RULES } from './table/push.ts';
import { RECORD_RULES } from './table/record.ts';
import { SECRET_RULES } from './table/secrets.ts';
import { VALUE_RULES } from './table/values.ts';

export const RULE_GROUPS: readonly RuleGroup[] = [
  KEY_RULES,
  VALUE_RULES,
  CONTEXT_RULES,
  FILE_RULES,
  SECRET_RULES,
  OWNERSHIP_RULES,
  RECORD_RULES,
  PUSH_RULES,
];

export const RULES: readonly Rule[] = RULE_GROUPS.flatMap(({ rules }) => rules);

const CHECKED = RULES.filter((rule): rule is PlanRule => 'check' in rule);

/** Refusals first, as they are shown; a refusal stops the apply, a warning does not. */
const IN_ORDER = (['refusal', 'warning'] as const).flatMap((severity) =>
  CHECKED.filter((rule) => rule.severity === severity),
);

export function guard(input: GuardInput): Finding[] {
  return IN_ORDER.flatMap(({ code, severity, advice, check }) =>
    check(input).map((found) => ({ severity, code, ...found, hint: found.hint ?? advice })),
  );
}
