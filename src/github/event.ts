// Which command an event means. Pure: the entry asks the runner, this decides.
import { CommandError } from '../errors.ts';
import type { CommandInput } from './inputs.ts';

export interface Trigger {
  /** `GITHUB_EVENT_NAME` */
  event: string;
  /** `GITHUB_REF` */
  ref: string;
  /** Branch whose pushes are applied; `undefined`: it could not be found out. */
  branch: string | undefined;
}

export interface Decision {
  command: Exclude<CommandInput, 'auto'>;
  /** Why, for the log. */
  reason: string;
}

/**
 * `auto`: apply on a push to the branch and on workflow_dispatch, plan on everything else; `dryRun` turns every
 * apply into a plan. Throws for `pull_request_target`, whatever the command.
 */
export function decide(
  command: CommandInput,
  { dryRun, trigger }: { dryRun: boolean; trigger: Trigger },
): Decision {
  if (trigger.event === 'pull_request_target') throw pullRequestTarget();
  const wanted: Decision =
    command === 'auto' ? automatic(trigger) : { command, reason: 'the workflow asks for it' };
  if (wanted.command === 'apply' && dryRun) return { command: 'plan', reason: '`dry-run: true`' };
  return wanted;
}

function automatic({ event, ref, branch }: Trigger): Decision {
  if (event === 'workflow_dispatch') return { command: 'apply', reason: 'the workflow was started by hand' };
  if (event !== 'push') return { command: 'plan', reason: `the event is ${event || 'not known'}` };
  if (branch === undefined)
    return { command: 'plan', reason: 'the default branch is not known: set the input `branch`' };
  if (ref === `refs/heads/${branch}`) return { command: 'apply', reason: `this is a push to ${branch}` };
  return { command: 'plan', reason: `this is a push to ${ref}, not to ${branch}` };
}

function pullRequestTarget(): CommandError {
  return new CommandError({
    code: 'pull-request-target',
    message:
      'confighub-sync does not run on pull_request_target: that event hands the secrets of the base branch to files that a fork wrote.',
    hint: 'Use `on: pull_request`. A pull request from a fork has no secrets there; it is planned as far as reading without a token goes.',
  });
}
