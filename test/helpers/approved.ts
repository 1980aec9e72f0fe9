// The approval that a scenario gives: of its plan, or of no more than its first apply to what others pushed.
import { plan } from '../../src/commands/plan.ts';
import { CommandError } from '../../src/errors.ts';
import { parseForce } from '../../src/model/force.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Options } from '../../src/options.ts';
import { RULES } from '../../src/plan/guard.ts';
import type { Scenario } from './scenario-stage.ts';

const APPROVABLE = new Set(RULES.filter((rule) => 'isApprovable' in rule).map(({ code }) => code));

/** What a first apply is refused for where nothing is read. */
const FIRST_UNREAD = ['first-apply', 'vdt-not-known'];

export async function approvedOptions(scenario: Scenario): Promise<Options> {
  const { options, runtime, setup, isDocumented } = scenario;
  if (setup.approve === false || options.force !== undefined) return options;
  const made = await plan(options, runtime).catch((error: unknown) => {
    if (error instanceof CommandError) return undefined;
    throw error;
  });
  const force = made?.plan.force === undefined ? undefined : parseForce(made.plan.force);
  if (made === undefined || force === undefined) return options;
  return setup.approve || isOnly(made.plan, isDocumented ? FIRST_UNREAD : ['first-apply'])
    ? { ...options, force }
    : options;
}

function isOnly({ findings }: Plan, codes: readonly string[]): boolean {
  const refused = findings.filter(({ severity, code }) => severity === 'refusal' && APPROVABLE.has(code));
  return refused.every(({ code }) => codes.includes(code));
}
