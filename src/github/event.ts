// Which command an event means, and what is known of the pull request that it is about. Pure: the entry asks the runner.
import type { EntryFacts } from '../commands/runtime.ts';
import { CommandError } from '../errors.ts';
import { isPlainObject } from '../lib/strict-json.ts';
import type { Untrusted } from '../options.ts';
import type { EventContext } from './event-context.ts';
import type { CommandInput } from './inputs.ts';
import type { Publisher } from './publish.ts';
import { isByDependabot, type PullRequest, readPullRequest } from './pull-request.ts';

export interface Trigger extends Pick<EventContext, 'event' | 'ref' | 'payload'> {
  /** Branch whose pushes are applied; `undefined`: it could not be found out. */
  branch: string | undefined;
}

export interface Decision {
  /** `skip`: nothing is to be done, and that is no failure. */
  command: Exclude<CommandInput, 'auto'> | 'skip';
  /** Why, for the log. */
  reason: string;
}

/**
 * `auto`: apply on a push to the branch and on workflow_dispatch, drift on a schedule, nothing where a pull request or
 * a branch has gone, plan on everything else; `dryRun` turns every apply into a plan. Throws for
 * `pull_request_target`, whatever the command.
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

function automatic({ event, ref, branch, payload }: Trigger): Decision {
  if (event === 'workflow_dispatch') return { command: 'apply', reason: 'the workflow was started by hand' };
  if (event === 'schedule') return { command: 'drift', reason: 'the event is schedule' };
  if (event === 'pull_request' && payload.action === 'closed')
    return { command: 'skip', reason: 'the pull request is closed: what was merged is applied by the push' };
  if (event !== 'push') return { command: 'plan', reason: `the event is ${event || 'not known'}` };
  if (payload.deleted === true) return { command: 'skip', reason: `${ref} was deleted` };
  if (branch === undefined)
    return { command: 'plan', reason: 'the default branch is not known: set the input `branch`' };
  if (ref === `refs/heads/${branch}`) return { command: 'apply', reason: `this is a push to ${branch}` };
  return { command: 'plan', reason: `this is a push to ${ref}, not to ${branch}` };
}

/** The pull request whose files are checked out, and the branch that it goes to. */
export interface Proposal extends PullRequest {
  /** The newest commit of that branch when the event happened. */
  base: string;
  /** Of a fork or of Dependabot: the forge gives such a run no secrets, and a token that only reads. */
  isWithoutSecrets: boolean;
}

/** Events whose commit is the merge of a pull request into its base. */
const OF_PULL_REQUESTS: readonly string[] = [
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
];

export function proposalOf({
  event,
  payload,
}: Pick<EventContext, 'event' | 'payload'>): Proposal | undefined {
  const pullRequest = OF_PULL_REQUESTS.includes(event) ? readPullRequest(payload.pull_request) : undefined;
  const base = textAt(payload.pull_request, 'base', 'sha');
  if (pullRequest === undefined || base === undefined) return undefined;
  const isWithoutSecrets = pullRequest.isFork || isByDependabot(payload);
  return { ...pullRequest, base, isWithoutSecrets };
}

/** The commit that a plan compares the branch with, beside what live holds. */
export function queueBase({ event, payload }: Pick<EventContext, 'event' | 'payload'>): string | undefined {
  return event === 'merge_group' ? textAt(payload, 'merge_group', 'base_sha') : undefined;
}

/**
 * What may say where the token goes: the branch that a pull request or a merge queue goes to, otherwise the branch
 * that is applied. A commit of it counts only where the event itself is about that branch.
 */
export function untrustedOf(
  { event, ref, sha, payload }: EventContext,
  branch: string | undefined,
): Untrusted {
  const base = textAt(payload, 'pull_request', 'base', 'sha');
  const into = textAt(payload, 'pull_request', 'base', 'ref');
  if (base !== undefined) return { commit: base, ...(into !== undefined && { branch: into }) };
  // The commit before the queued one may be another that waits in the queue.
  const queue = event === 'merge_group' ? branchAt(textAt(payload, 'merge_group', 'base_ref')) : undefined;
  const trusted = queue ?? branch;
  if (trusted === undefined) return {};
  return branchAt(ref) === trusted ? { commit: sha, branch: trusted } : { branch: trusted };
}

function branchAt(ref: string | undefined): string | undefined {
  return /^refs\/heads\/(.+)$/.exec(ref ?? '')?.[1];
}

/** The commit that the branch had before a push; absent where it is new, or the event is no push. */
export function pushedOnto({ event, payload }: Pick<EventContext, 'event' | 'payload'>): string | undefined {
  const before = event === 'push' ? textAt(payload, 'before') : undefined;
  return before === undefined || /^0*$/.test(before) ? undefined : before;
}

function textAt(json: unknown, ...path: readonly string[]): string | undefined {
  const found = path.reduce((value, name) => (isPlainObject(value) ? value[name] : undefined), json);
  return typeof found === 'string' ? found : undefined;
}

function pullRequestTarget(): CommandError {
  return new CommandError({
    code: 'pull-request-target',
    message:
      'confighub-sync does not run on pull_request_target: that event hands the secrets of the base branch to files that a fork wrote.',
    hint: 'Use `on: pull_request`. A pull request from a fork has no secrets there; it is planned without the server.',
  });
}

// What a workflow knows of itself, for those who write it down: repository, branch, pull request.

export function workflowFacts(context: EventContext, publisher: Pick<Publisher, 'pullRequest'>): EntryFacts {
  const { repository, workflow } = context;
  return {
    ...(repository !== '' && { repository }),
    workflow,
    branch: branchOf(context),
    pullRequest: async () => {
      const found = await publisher.pullRequest();
      // A comment without the number is better than no push.
      return found !== undefined && 'ok' in found ? found.ok?.number : undefined;
    },
  };
}

/** A pull request is checked out under a name of the forge's own. */
function branchOf({ payload, ref }: EventContext): string | undefined {
  const { pull_request: request } = payload;
  const head = isPlainObject(request) && isPlainObject(request.head) ? request.head.ref : undefined;
  return typeof head === 'string' ? head : /^refs\/heads\/(.+)$/.exec(ref)?.[1];
}
