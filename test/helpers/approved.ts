// The approval that a scenario gives: of its plan, or of no more than its first apply to what others pushed.
import { plan } from '../../src/commands/plan.ts';
import { CommandError } from '../../src/errors.ts';
import { parseForce } from '../../src/model/force.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Options } from '../../src/options.ts';
import { RULES } from '../../src/plan/guard.ts';
import type { Scenario } from './scenario-stage.ts';

const APPROVABLE = new Set(RULES.filter((rule) => 'isApprovable' in rule).map(({ code }) => code));

export async function approvedOptions({ options, surroundings, setup }: Scenario): Promise<Options> {
  if (setup.approve === false || options.force !== undefined) return options;
  const made = await plan(options, surroundings).catch((error: unknown) => {
    if (error instanceof CommandError) return undefined;
    throw error;
  });
  const force = made?.plan.force === undefined ? undefined : parseForce(made.plan.force);
  if (made === undefined || force === undefined) return options;
  return setup.approve || isOnlyFirst(made.plan) ? { ...options, force } : options;
}

function isOnlyFirst({ findings }: Plan): boolean {
  const refused = findings.filter(({ severity, code }) => severity === 'refusal' && APPROVABLE.has(code));
  return refused.every(({ code }) => code === 'first-apply');
}
