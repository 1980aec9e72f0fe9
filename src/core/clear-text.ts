// Finds the clear-text secrets that are new in a plan: compared with its base, or without one with the last apply.
import { newSecretsIn } from '../documents/new-secrets.ts';
import { addressId } from '../plan/find-item.ts';
import { type ClearText, type PlanInput, statesOf } from '../plan/input.ts';
import type { Base, ProjectContents } from './applied.ts';

export function clearTextIn(
  files: ProjectContents,
  { base, applied, target }: { base: Base | undefined } & Pick<PlanInput, 'applied' | 'target'>,
): ClearText {
  const earlierStates = base === undefined ? statesOf(applied) : [base.state];
  const secrets = newSecretsIn(files, earlierStates, target.levels.length);
  return {
    findings: new Map(secrets.map((secret) => [addressId(secret), secret.finding])),
    isCompared: earlierStates.length > 0,
  };
}
