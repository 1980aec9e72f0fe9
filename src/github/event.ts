// [edge] The event of a run: what the runner and the payload say about it and its pull request, and which command it runs.
import { readFileSync } from 'node:fs';
import type { EntryFacts } from '../runtime.ts';
import { CommandError } from '../errors.ts';
import { attempt } from '../lib/attempt.ts';
import { isPlainObject, type PlainObject, textAt } from '../lib/json.ts';
import { APPLY_WORKFLOW, type ManualRun } from '../model/plan.ts';
import type { ProcessEnvironment, Untrusted } from '../options.ts';
import type { CommandInput } from './inputs.ts';

export type EventContext = ReturnType<typeof readEventContext>;
type EventFacts = Pick<EventContext, 'event' | 'payload'>;

export function readEventContext(env: ProcessEnvironment) {
  const payload = readPayload(env.GITHUB_EVENT_PATH);
  const repository = textAt(payload, 'repository', 'full_name') ?? env.GITHUB_REPOSITORY ?? '';
  const serverUrl = env.GITHUB_SERVER_URL || 'https://github.com';
  const id = env.GITHUB_RUN_ID ?? '';
  const { GITHUB_ACTION_REPOSITORY: action, GITHUB_ACTION_REF: version } = env;
  return {
    event: env.GITHUB_EVENT_NAME ?? '',
    ref: env.GITHUB_REF ?? '',
    /** The commit of the event; for a pull request, its merge into the base. */
    sha: env.GITHUB_SHA ?? '',
    payload,
    /** `owner/name` */
    repository,
    actor: env.GITHUB_ACTOR ?? '',
    workflow: env.GITHUB_WORKFLOW ?? '',
    serverUrl,
    /** Empty: the API of github.com. */
    apiUrl: env.GITHUB_API_URL ?? '',
    /** Whether the run shows a job summary. Gitea and Forgejo accept one and show it nowhere. */
    hasSummary: Boolean(env.GITHUB_STEP_SUMMARY) && env.GITEA_ACTIONS !== 'true',
    /** URL of the folder of the documentation, in the version that runs; absent for an action in the repository itself. */
    docs: action && version ? `${serverUrl}/${action}/blob/${version}/docs` : undefined,
    /** URL of the run, if known. */
    run:
      repository !== '' && /^\d+$/.test(id)
        ? `${serverUrl}/${repository}/actions/runs/${id}`
        : undefined,
  };
}

/** Empty if there is no readable payload; only the variables are known then. */
function readPayload(path: string | undefined): PlainObject {
  const payload = path ? attempt((): unknown => JSON.parse(readFileSync(path, 'utf8'))) : undefined;
  return isPlainObject(payload) ? payload : {};
}

/** The commit before a push; absent for a new branch, and for other events. */
export function pushedOnto({ event, payload }: EventFacts): string | undefined {
  const before = event === 'push' ? textAt(payload, 'before') : undefined;
  return before === undefined || /^0*$/.test(before) ? undefined : before;
}

interface Trigger extends Pick<EventContext, 'event' | 'ref' | 'payload'> {
  /** Branch whose pushes are applied; `undefined` if unknown. */
  branch: string | undefined;
}

interface Decision {
  /** `skip`: there is nothing to do, and the step succeeds. */
  command: Exclude<CommandInput, 'auto'> | 'skip';
  reason: string;
}

/**
 * `auto`: apply on a push to the branch and on workflow_dispatch, drift on a schedule, nothing for a closed pull
 * request or a deleted branch, plan on all other events. `dryRun` turns every apply into a plan. Throws a
 * {@link CommandError} for `pull_request_target`, whatever the command. A review is never applied. A review or an edit
 * of a closed pull request has no merge to plan.
 */
export function decide(
  command: CommandInput,
  { dryRun, trigger }: { dryRun: boolean; trigger: Trigger },
): Decision {
  if (trigger.event === 'pull_request_target')
    throw new CommandError({
      code: 'pull-request-target',
      message:
        'confighub-sync does not run on pull_request_target: that event exposes secrets of the base branch to files from a fork.',
      hint: 'Use `on: pull_request`. Pull requests from forks have no secrets there, and are planned without the server.',
    });
  const decision: Decision =
    command === 'auto' ? automatic(trigger) : { command, reason: 'input `command`' };
  const isOfReview = isReview(trigger);
  const isClosed = textAt(trigger.payload, 'pull_request', 'state') === 'closed';
  if (isOfReview && isClosed)
    return { command: 'skip', reason: 'a review of a closed pull request' };
  const isEdit = trigger.event === 'pull_request' && trigger.payload.action === 'edited';
  if (isEdit && isClosed && decision.command === 'plan')
    return { command: 'skip', reason: 'an edit of a closed pull request' };
  if (isOfReview && decision.command === 'apply')
    return { command: 'plan', reason: 'a review is never applied' };
  if (decision.command === 'apply' && dryRun) return { command: 'plan', reason: '`dry-run: true`' };
  return decision;
}

function automatic({ event, ref, branch, payload }: Trigger): Decision {
  if (event === 'workflow_dispatch') return { command: 'apply', reason: 'event workflow_dispatch' };
  if (event === 'schedule') return { command: 'drift', reason: 'event schedule' };
  if (event === 'pull_request' && payload.action === 'closed')
    return {
      command: 'skip',
      reason: 'the pull request is closed; a merge is applied by its push',
    };
  if (event !== 'push') return { command: 'plan', reason: `event ${event || 'unknown'}` };
  if (payload.deleted === true) return { command: 'skip', reason: `${ref} was deleted` };
  if (branch === undefined)
    return { command: 'plan', reason: 'the default branch is unknown; set the input `branch`' };
  if (ref === `refs/heads/${branch}`) return { command: 'apply', reason: `push to ${branch}` };
  return { command: 'plan', reason: `push to ${ref}, not to ${branch}` };
}

/** Its run has secrets if a person with access reviews. */
export function isReview({ event }: Pick<EventContext, 'event'>): boolean {
  return event === 'pull_request_review' || event === 'pull_request_review_comment';
}

export interface PullRequest {
  number: number;
  /** Its newest commit. */
  head: string;
  /** Also true if the fork was deleted. */
  isFork: boolean;
  isMerged: boolean;
  /** The commit that the merge created on the base branch. */
  mergeCommit: string | undefined;
  into: string | undefined;
}

export function readPullRequest(json: unknown): PullRequest | undefined {
  if (!isPlainObject(json) || typeof json.number !== 'number') return undefined;
  const head = textAt(json, 'head', 'sha');
  if (head === undefined) return undefined;
  const from = textAt(json, 'head', 'repo', 'full_name');
  return {
    number: json.number,
    head,
    isFork: from === undefined || from !== textAt(json, 'base', 'repo', 'full_name'),
    isMerged: json.merged === true || typeof json.merged_at === 'string',
    mergeCommit: textAt(json, 'merge_commit_sha'),
    into: textAt(json, 'base', 'ref'),
  };
}

/** The pull request whose files are checked out. */
export interface ProposedChange extends PullRequest {
  /** The newest commit of the base branch when the event happened. */
  base: string;
  /** From a fork, or an event that Dependabot itself triggered: such a run gets no secrets, and a read-only token. */
  isWithoutSecrets: boolean;
}

export function proposalOf({ event, payload }: EventFacts): ProposedChange | undefined {
  // The commit of other events is not the merge of a pull request into its base.
  if (event !== 'pull_request' && !isReview({ event })) return undefined;
  const pullRequest = readPullRequest(payload.pull_request);
  const base = textAt(payload, 'pull_request', 'base', 'sha');
  if (pullRequest === undefined || base === undefined) return undefined;
  const isByDependabot = textAt(payload, 'sender', 'login') === 'dependabot[bot]';
  return { ...pullRequest, base, isWithoutSecrets: pullRequest.isFork || isByDependabot };
}

/** The applied branch, if the pull request goes there. */
export function mergedInto(
  { payload }: Pick<EventContext, 'payload'>,
  branch: string | undefined,
): string | undefined {
  return textAt(payload, 'pull_request', 'base', 'ref') === branch ? branch : undefined;
}

/** The commit that a plan in a merge queue is compared with, in addition to live. */
export function queueBase({ event, payload }: EventFacts): string | undefined {
  return event === 'merge_group' ? textAt(payload, 'merge_group', 'base_sha') : undefined;
}

/**
 * What may determine where the token is sent: the base branch of a pull request or a merge queue, otherwise the branch
 * that is applied. A commit is trusted only if the ref of the event is that branch.
 * @param origin `owner/name` of `origin` in the checkout, if known
 */
export function untrustedOf(
  context: EventContext,
  branch: string | undefined,
  origin: string | undefined,
): Untrusted {
  const untrusted = trustedByEvent(context, branch);
  if (!isElsewhere(context, origin)) return untrusted;
  const { commit } = untrusted;
  return commit === undefined ? {} : { commit };
}

/** A workflow may check out the fork of a pull request: whoever owns it writes a branch of any name there. */
function isElsewhere({ event, repository }: EventContext, origin: string | undefined): boolean {
  if (origin === undefined || BY_WRITERS.includes(event)) return false;
  return origin.toLowerCase() !== repository.toLowerCase();
}

function trustedByEvent(
  { event, ref, sha, payload }: EventContext,
  branch: string | undefined,
): Untrusted {
  const base = textAt(payload, 'pull_request', 'base', 'sha');
  if (base !== undefined)
    return { commit: base, branch: textAt(payload, 'pull_request', 'base', 'ref') };
  // The commit before the queued one may itself be queued, so it is not trusted.
  const queue =
    event === 'merge_group' ? branchAt(textAt(payload, 'merge_group', 'base_ref')) : undefined;
  const trusted = queue ?? branch;
  if (trusted === undefined) return {};
  if (branchAt(ref) !== trusted) return { branch: trusted };
  const isCheckedOut = OF_ITS_REF.includes(event) && queue === undefined;
  return { commit: sha, branch: trusted, isCheckedOut };
}

/** Other events have the ref of the default branch, whatever they are about: a comment, the run of another workflow. */
const OF_ITS_REF: readonly string[] = ['push', 'schedule', 'workflow_dispatch'];

/** Nobody else starts these, so what such a run checks out is chosen by people who may write to the repository. */
const BY_WRITERS: readonly string[] = [...OF_ITS_REF, 'repository_dispatch'];

function branchAt(ref: string | undefined): string | undefined {
  return /^refs\/heads\/(.+)$/.exec(ref ?? '')?.[1];
}

/** Fields of a form, with what makes a run apply. */
const APPLYING = [
  ['command', 'apply'],
  ['dry-run', 'false'],
] as const;

/**
 * The workflow that applies what a person approved: this one, if it was started with a form for that.
 * @param about.trusted the branch that a pull request goes to, or else the one that is applied
 * @param about.stage the only one of this run
 */
export function manualRunOf(
  { event, ref, workflow, payload }: EventContext,
  {
    trusted,
    isApply,
    stage,
  }: { trusted: string | undefined; isApply: boolean; stage: string | undefined },
): ManualRun {
  const inputs =
    event === 'workflow_dispatch' && isPlainObject(payload.inputs) ? payload.inputs : {};
  const here = branchAt(ref);
  if (inputs.approve === undefined) {
    const branch = isApply ? (here ?? trusted) : trusted;
    const isAfterMerge = branch !== undefined && branch !== here;
    return { ...APPLY_WORKFLOW, branch, stage, isAfterMerge };
  }
  const field = APPLYING.find(([name]) => inputs[name] !== undefined);
  const others = Object.entries(inputs).filter(
    ([name]) => name !== 'approve' && name !== field?.[0],
  );
  const isAgain = others.some(
    ([, value]) => !['', 'false', false].includes(value as string | false),
  );
  return { name: workflow, branch: here, field, isAgain };
}

/** Facts for the push comment: repository, branch, pull request. */
export function workflowFacts(
  context: EventContext,
  publisher: { pullRequest: () => Promise<PullRequest | undefined> },
): EntryFacts {
  const { repository, workflow, payload, ref } = context;
  const proposal = proposalOf(context);
  return {
    repository: repository || undefined,
    workflow,
    mergesInto: proposal?.isMerged === false ? proposal.into : undefined,
    // The ref of a pull request is a name that the Git host makes up.
    branch: textAt(payload, 'pull_request', 'head', 'ref') ?? branchAt(ref),
    // A comment without the number is better than no push.
    pullRequest: async () => (await publisher.pullRequest())?.number,
  };
}
