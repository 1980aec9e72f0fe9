// Which command an event runs, and what its payload says about the pull request. Pure: no requests, no environment.
import type { EntryFacts } from '../apply/runtime.ts';
import { CommandError } from '../errors.ts';
import { textAt } from '../lib/json.ts';
import type { Untrusted } from '../options.ts';
import type { EventContext } from './event-context.ts';
import type { CommandInput } from './inputs.ts';
import type { Publisher } from './publish.ts';
import { isByDependabot, type PullRequest, readPullRequest } from './pull-request.ts';

export interface Trigger extends Pick<EventContext, 'event' | 'ref' | 'payload'> {
  /** Branch whose pushes are applied; `undefined` if unknown. */
  branch: string | undefined;
}

export interface Decision {
  /** `skip`: there is nothing to do, and the step succeeds. */
  command: Exclude<CommandInput, 'auto'> | 'skip';
  /** For the log. */
  reason: string;
}

/**
 * `auto`: apply on a push to the branch and on workflow_dispatch, drift on a schedule, nothing for a closed pull
 * request or a deleted branch, plan on all other events. `dryRun` turns every apply into a plan. Throws a
 * {@link CommandError} for `pull_request_target`, whatever the command. A review is never applied, and one of a closed
 * pull request has no files to plan.
 */
export function decide(command: CommandInput, { dryRun, trigger }: { dryRun: boolean; trigger: Trigger }): Decision {
  if (trigger.event === 'pull_request_target') throw pullRequestTarget();
  const decision: Decision = command === 'auto' ? automatic(trigger) : { command, reason: 'input `command`' };
  if (isReview(trigger)) return afterReview(decision, trigger);
  if (decision.command === 'apply' && dryRun) return { command: 'plan', reason: '`dry-run: true`' };
  return decision;
}

function afterReview(decision: Decision, { payload }: Trigger): Decision {
  if (textAt(payload, 'pull_request', 'state') === 'closed')
    return { command: 'skip', reason: 'a review of a closed pull request' };
  return decision.command === 'apply' ? { command: 'plan', reason: 'a review is never applied' } : decision;
}

function automatic({ event, ref, branch, payload }: Trigger): Decision {
  if (event === 'workflow_dispatch') return { command: 'apply', reason: 'event workflow_dispatch' };
  if (event === 'schedule') return { command: 'drift', reason: 'event schedule' };
  if (event === 'pull_request' && payload.action === 'closed')
    return { command: 'skip', reason: 'the pull request is closed; a merge is applied by its push' };
  if (event !== 'push') return { command: 'plan', reason: `event ${event || 'unknown'}` };
  if (payload.deleted === true) return { command: 'skip', reason: `${ref} was deleted` };
  if (branch === undefined) return { command: 'plan', reason: 'the default branch is unknown; set the input `branch`' };
  if (ref === `refs/heads/${branch}`) return { command: 'apply', reason: `push to ${branch}` };
  return { command: 'plan', reason: `push to ${ref}, not to ${branch}` };
}

const REVIEW_EVENTS: readonly string[] = ['pull_request_review', 'pull_request_review_comment'];

/** Its run has secrets if a person with access reviews. */
export function isReview({ event }: Pick<EventContext, 'event'>): boolean {
  return REVIEW_EVENTS.includes(event);
}

function pullRequestTarget(): CommandError {
  return new CommandError({
    code: 'pull-request-target',
    message:
      'confighub-sync does not run on pull_request_target: that event exposes secrets of the base branch to files from a fork.',
    hint: 'Use `on: pull_request`. Pull requests from forks have no secrets there, and are planned without the server.',
  });
}

/** The pull request whose files are checked out. */
export interface Proposal extends PullRequest {
  /** The newest commit of the base branch when the event happened. */
  base: string;
  /** From a fork or Dependabot: such a run gets no secrets, and a read-only token. */
  isWithoutSecrets: boolean;
}

/** Events whose commit is the merge of a pull request into its base. */
const PULL_REQUEST_EVENTS: readonly string[] = ['pull_request', ...REVIEW_EVENTS];

export function proposalOf({ event, payload }: Pick<EventContext, 'event' | 'payload'>): Proposal | undefined {
  if (!PULL_REQUEST_EVENTS.includes(event)) return undefined;
  const pullRequest = readPullRequest(payload.pull_request);
  const base = textAt(payload, 'pull_request', 'base', 'sha');
  if (pullRequest === undefined || base === undefined) return undefined;
  return { ...pullRequest, base, isWithoutSecrets: pullRequest.isFork || isByDependabot(payload) };
}

/** The applied branch, if the pull request goes there. */
export function mergedInto({ payload }: Pick<EventContext, 'payload'>, branch: string | undefined): string | undefined {
  return textAt(payload, 'pull_request', 'base', 'ref') === branch ? branch : undefined;
}

/** The commit that a plan in a merge queue is compared with, in addition to live. */
export function queueBase({ event, payload }: Pick<EventContext, 'event' | 'payload'>): string | undefined {
  return event === 'merge_group' ? textAt(payload, 'merge_group', 'base_sha') : undefined;
}

/**
 * What may determine where the token is sent: the base branch of a pull request or a merge queue, otherwise the branch
 * that is applied. A commit is trusted only if the event itself is about that branch.
 */
export function untrustedOf({ event, ref, sha, payload }: EventContext, branch: string | undefined): Untrusted {
  const base = textAt(payload, 'pull_request', 'base', 'sha');
  const baseBranch = textAt(payload, 'pull_request', 'base', 'ref');
  if (base !== undefined) return { commit: base, ...(baseBranch !== undefined && { branch: baseBranch }) };
  // The commit before the queued one may itself be queued, so it is not trusted.
  const queue = event === 'merge_group' ? branchAt(textAt(payload, 'merge_group', 'base_ref')) : undefined;
  const trusted = queue ?? branch;
  if (trusted === undefined) return {};
  return branchAt(ref) === trusted ? { commit: sha, branch: trusted } : { branch: trusted };
}

function branchAt(ref: string | undefined): string | undefined {
  return /^refs\/heads\/(.+)$/.exec(ref ?? '')?.[1];
}

/** Facts for the comment of a push: repository, branch, pull request. */
export function workflowFacts(context: EventContext, publisher: Pick<Publisher, 'pullRequest'>): EntryFacts {
  const { repository, workflow, payload, ref } = context;
  return {
    ...(repository !== '' && { repository }),
    workflow,
    // The ref of a pull request is a name that the forge makes up.
    branch: textAt(payload, 'pull_request', 'head', 'ref') ?? branchAt(ref),
    // A comment without the number is better than no push.
    pullRequest: async () => (await publisher.pullRequest())?.number,
  };
}
