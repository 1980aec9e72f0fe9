// What one version of a project allows: its settings, and the options above them, as a plan takes them.
import type { Loaded } from '../desired/load.ts';
import { nameMatcher, secretNames } from '../model/secrets.ts';
import type { Options } from '../options.ts';
import type { PlanInput } from '../plan/input.ts';

type Setting =
  | 'prune'
  | 'onDrift'
  | 'scope'
  | 'isProtected'
  | 'isSecretName'
  | 'passwordOf'
  | 'allowNewContexts'
  | 'forceKeyPush'
  | 'limits'
  | 'batch';

export type Policy = Pick<PlanInput, Setting>;

export function policyOf(
  { project, passwords }: Pick<Loaded, 'project' | 'passwords'>,
  options: Pick<Options, 'prune' | 'onDrift'>,
): Policy {
  return {
    prune: options.prune ?? project.prune,
    onDrift: options.onDrift ?? project.onDrift,
    scope: project.scope,
    isProtected: nameMatcher(project.protect),
    isSecretName: secretNames(project.redact),
    passwordOf: passwords.of,
    allowNewContexts: project.allowNewContexts,
    forceKeyPush: project.forceKeyPush,
    limits: project.limits,
    ...(project.batch !== undefined && { batch: project.batch }),
  };
}
