// [edge] Entry of the action: inputs and event → command → log, outputs, comment and exit status.
import { noteSent } from './github/fail.ts'; // First: it installs the handler of crashes.
import { join, resolve } from 'node:path';
import { basicCredential } from './baseline/git-credentials.ts';
import { apply, type ApplyRuntime, type Outcome } from './commands/apply.ts';
import { pullRequestBase } from './commands/base.ts';
import { comment } from './commands/comment.ts';
import { drift } from './commands/drift.ts';
import { CommandError } from './errors.ts';
import { plan, type PlanResult } from './commands/plan.ts';
import { CLOCK } from './commands/runtime.ts';
import { heedSignals } from './commands/stop.ts';
import { unlock } from './commands/unlock.ts';
import { validate } from './commands/validate.ts';
import { type EventContext, pushedOnto, readEventContext } from './github/event-context.ts';
import {
  decide,
  isReview,
  mergedInto,
  type Proposal,
  proposalOf,
  queueBase,
  untrustedOf,
  workflowFacts,
} from './github/event.ts';
import { handedOver, handedOverMessage, handedOverTarget, isAllOffline } from './github/handed-over.ts';
import { type Inputs, readInputs } from './github/inputs.ts';
import { logDebug, registerSecret } from './github/log.ts';
import { outputFailure, outputResult, type StepResult } from './github/outputs.ts';
import { markerTarget, Publisher } from './github/publish.ts';
import { textAt } from './github/requests.ts';
import { asWarning, folderOf, Step } from './github/step.ts';
import { unseenDrift } from './github/unseen-drift.ts';
import { hasRefusals, type Plan } from './model/plan.ts';
import type { ReviewQuestion } from './model/review.ts';
import { type Options, resolveOptions } from './options.ts';
import type { BroughtBy } from './render/markdown/later.ts';
import { plannedKind, type StatusKind } from './render/markdown/status.ts';
import { isAsExpected, textDiagnostics, textValid, unlockedText, unverifiedText } from './render/text.ts';

/** How log, output `result` and comment show the outcome of an apply. */
const OUTCOMES: Record<Outcome, { log?: string; result: StepResult; kind: StatusKind; brought?: BroughtBy }> = {
  nothing: { log: 'Nothing to apply.', result: 'nothing', kind: 'unchanged', brought: 'nothing' },
  refused: { result: 'refused', kind: 'refused' },
  // Only a person at a terminal declines.
  declined: { result: 'refused', kind: 'refused' },
  verified: { log: 'Applied and verified.', result: 'applied', kind: 'applied', brought: 'verified' },
  unchecked: { log: 'Applied, not verified.', result: 'applied', kind: 'unverified', brought: 'unverified' },
  unverified: { result: 'applied', kind: 'unverified', brought: 'unverified' },
};

/** Registered before anything else, so that no error can print them. */
const SECRET_VARIABLES = [
  'INPUT_TOKEN',
  'INPUT_GITHUB-TOKEN',
  'INPUT_DIGEST-KEY',
  'CONFIGHUB_TOKEN',
  'CONFIGHUB_DIGEST_KEY',
  'CONFIGHUB_CLIENT_KEY_PASSPHRASE',
];

const WITHOUT_SECRETS =
  'This pull request is from a fork or Dependabot, so this run has no secrets: the plan compares its files with those of the base branch, without the server.';

const WITHOUT_COMMENT =
  'This pull request is from a fork or Dependabot, so this run may not comment. A workflow `on: workflow_run` can.';

const AFTER_APPLY = 'Checked after an apply.';

const step = new Step();

// All constants must be above: a top-level `await` runs before the statements after it.
try {
  await main();
} catch (error) {
  outputFailure(error);
  await step.failed(error);
}

/** What the commands of one step share. */
interface Run {
  inputs: Inputs;
  context: EventContext;
  /** The working directory relative to the workspace. */
  folder: string;
  options: Options;
  runtime: ApplyRuntime;
  publisher: Publisher;
  /** The branch whose pushes are applied, if the pull request goes there. */
  mergeInto: string | undefined;
}

async function main(): Promise<void> {
  for (const name of SECRET_VARIABLES) registerSecret(process.env[name] ?? '');
  const githubToken = process.env['INPUT_GITHUB-TOKEN']?.trim() ?? '';
  if (githubToken !== '') registerSecret(basicCredential(githubToken));
  logDebug();
  const inputs = readInputs();
  const context = readEventContext(process.env);
  const applicationName = inputs.given.applicationName || context.workflow;
  const given = resolveOptions({ ...inputs.given, applicationName }, process.env);
  const folder = folderOf(inputs.workingDirectory);
  // The plans of another run are not trusted; those of this run are, and its apply updates their comment.
  const isHandedOver = inputs.command === 'comment' && context.event === 'workflow_run';
  const target = isHandedOver ? handedOverTarget(join(folder, given.config)) : markerTarget(given, folder);
  const publisher = new Publisher({ context, inputs, target, clock: CLOCK });
  const runtime = {
    ...runtimeOf(inputs, context),
    facts: workflowFacts(context, publisher),
    reviews: (question: ReviewQuestion) => publisher.reviews(question),
  };
  const branch = inputs.branch || (await defaultBranch(context, publisher));
  const previous = pushedOnto(context);
  const untrusted = untrustedOf(context, branch);
  const options = { ...given, untrusted, ...(previous !== undefined && { previous }) };
  const { command, reason } = decide(inputs.command, {
    dryRun: inputs.dryRun,
    trigger: { ...context, branch },
  });
  const proposal = proposalOf(context);
  // Without secrets, the token cannot write a comment either. A review never hands secrets to the files of a fork.
  const isOffline = proposal?.isWithoutSecrets === true && (options.token === undefined || isReview(context));
  const isApply = command === 'apply';
  const hasComment = isApply || (proposal !== undefined && !isOffline);
  const mergeInto = inputs.dryRun ? undefined : mergedInto(context, branch);
  step.begin(`confighub-sync ${command} (${reason})\n`, {
    page: { ...context, commit: proposal?.head ?? context.sha, folder },
    ...(hasComment && { phase: isApply ? ('applied' as const) : ('planned' as const) }),
    publisher,
    digestKey: options.digestKey,
    mergeInto,
  });
  const run = { inputs, context, folder, options, runtime, publisher, mergeInto };
  if (command === 'skip') return skip();
  if (command === 'validate') return runValidate(run);
  if (command === 'comment') return runComment(run);
  if (command === 'unlock') return runUnlock(run);
  if (command === 'drift') return runDrift(run);
  if (isApply) return runApply(run);
  if (isOffline) step.notice(WITHOUT_SECRETS);
  return runPlan({ ...run, options: await planOptions(run, { proposal, isOffline }) });
}

/** The options of a plan with the commit to compare a pull request or a merge queue with. */
async function planOptions(
  { options, runtime, context }: Run,
  { proposal, isOffline }: { proposal: Proposal | undefined; isOffline: boolean },
): Promise<Options> {
  const queued = queueBase(context);
  if (proposal === undefined) return { ...options, ...(queued !== undefined && { base: queued }) };
  const base = await pullRequestBase(proposal, options, runtime);
  if (!isOffline) return { ...options, base };
  const { baseline: _, ...withoutBaseline } = options;
  return { ...withoutBaseline, base, offline: true };
}

function skip(): void {
  step.log('');
  outputResult('skipped');
}

async function runValidate({ options, runtime }: Run): Promise<void> {
  const { warnings, ...counts } = await validate(options, runtime);
  step.log(`${textDiagnostics(warnings, { color: false })}${textValid(counts)}`);
  step.annotate(warnings);
  outputResult('valid');
}

async function runUnlock({ options, runtime }: Run): Promise<void> {
  const result = await unlock(options, runtime);
  step.log(unlockedText(result));
  outputResult(result.removed === undefined ? 'nothing' : 'unlocked');
}

async function runComment({ runtime, options, context, publisher, inputs, folder, mergeInto }: Run): Promise<void> {
  const facts = handedOver(context);
  const read = comment(inputs.jsonPlan, runtime.cwd);
  if (facts.isOwn && proposalOf(context)?.isWithoutSecrets && isAllOffline(read)) {
    step.notice(WITHOUT_COMMENT);
    return outputResult('skipped');
  }
  step.log('');
  const { config } = options;
  await publisher.comment(handedOverMessage(read, { facts, context, folder, config, mergeInto }));
  outputResult('commented');
}

async function runPlan({ options, runtime }: Run): Promise<void> {
  const result = await plan(options, runtime);
  const kind = result.plan.live === 'base' ? 'offline' : plannedKind(result.plan);
  step.plan(result, { kind });
  outputResult(hasRefusals(result.plan) ? 'refused' : 'planned');
  await step.report({ kind });
  step.failIfRefused(result.plan);
}

async function runApply(run: Run): Promise<void> {
  const { options, runtime, publisher } = run;
  let shown: Plan | undefined;
  let commits: readonly string[] = [];
  const onRecorded = (recorded: readonly string[]) => {
    commits = recorded;
  };
  const onPlan = async (result: PlanResult) => {
    shown = result.plan;
    const unseen = await unseenDrift(result.plan, publisher);
    step.plan(result, { kind: plannedKind(result.plan), unseenDrift: unseen });
  };
  const applying = apply(options, { ...runtime, onRecorded }, onPlan);
  const { outcome, remarks, counts } = await applying.catch(async (error: unknown) => {
    await step.brought('unverified', commits);
    throw error;
  });
  const { result, kind, brought } = OUTCOMES[outcome];
  const unverified = outcome === 'unverified' ? unverifiedText(counts) : undefined;
  const log = unverified ?? OUTCOMES[outcome].log;
  if (unverified !== undefined && counts && !isAsExpected(counts)) step.annotate([asWarning(unverified, 'counts')]);
  step.annotate(remarks.map((text) => asWarning(text)));
  if (log !== undefined) step.log(log);
  if (result === 'applied') noteSent();
  outputResult(result);
  await step.report({ kind, ...(unverified !== undefined && { reason: unverified }) });
  if (brought !== undefined) await afterwards(run, { brought, commits });
  if (shown !== undefined) step.failIfRefused(shown);
}

/** Corrects what other runs wrote: comments that still show a plan, and the drift issue. Never fails the step. */
async function afterwards(
  { options: { baseline: _, ...options }, runtime, publisher, inputs }: Run,
  { brought, commits }: { brought: BroughtBy; commits: readonly string[] },
): Promise<void> {
  await step.brought(brought, commits);
  if (!inputs.driftIssue || !(await publisher.hasDriftIssue())) return;
  try {
    // Read again as the scheduled run does, so that both say the same.
    await step.driftIssue(await drift(options, runtime), AFTER_APPLY);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    step.annotate([asWarning(`The drift issue is not up to date: ${error.message}`, 'no-issue')]);
  }
}

async function runDrift({ options, runtime, inputs }: Run): Promise<void> {
  const result = await drift(options, runtime);
  await step.drift(result);
  outputResult('checked');
  if (inputs.driftIssue) await step.driftIssue(result);
}

async function defaultBranch({ payload }: EventContext, publisher: Publisher): Promise<string | undefined> {
  return textAt(payload, 'repository', 'default_branch') ?? publisher.defaultBranch();
}

function runtimeOf({ workingDirectory, githubToken }: Inputs, context: EventContext): ApplyRuntime {
  const { serverUrl, actor, run } = context;
  return {
    cwd: resolve(process.env.GITHUB_WORKSPACE ?? '.', workingDirectory),
    env: process.env,
    ...CLOCK,
    onSecret: registerSecret,
    // Nothing is logged before the server has answered: its secrets must be registered first.
    onStep: () => undefined,
    heedStop: () => heedSignals(process, (sentence) => step.log(`${sentence}\n`)),
    onCompleted: (completed) => step.completed(completed),
    ...(githubToken === '' ? {} : { forge: { serverUrl, token: githubToken } }),
    ...(actor && { actor }),
    ...(run !== undefined && { run }),
  };
}
