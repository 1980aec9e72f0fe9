// [edge] Entry of the action: inputs and event → command → log, outputs, comment and exit status.
import { noteSent } from './github/fail.ts'; // First: it installs the handler of crashes.
import { resolve } from 'node:path';
import { basicCredential } from './record/git-credentials.ts';
import { type ApplyResult, execute, notSent, prepareApply } from './commands/apply.ts';
import { asMerged } from './commands/planned-merge.ts';
import { drift } from './commands/drift.ts';
import { plan } from './commands/plan.ts';
import type { Prepared } from './commands/prepare.ts';
import { CLOCK, type Runtime } from './commands/runtime.ts';

import { chosenTargets, oneTarget, type TargetOptions } from './commands/targets.ts';
import { unlock } from './commands/unlock.ts';
import { validate } from './commands/validate.ts';
import { type EventContext, pushedOnto, readEventContext } from './github/event-context.ts';
import { decide, isReview, mergedInto, proposalOf, queueBase, untrustedOf, workflowFacts } from './github/event.ts';
import { type Inputs, readInputs } from './github/inputs.ts';
import { logDebug, registerSecret } from './github/log.ts';
import { outputFailure, outputResult } from './github/outputs.ts';
import { markerTarget, Publisher } from './github/publish.ts';
import { asWarning, Reporter } from './github/reporter.ts';
import { textAt } from './github/requests.ts';
import type { Run } from './github/run.ts';
import { applyEach, driftEach, planEach, validateEach } from './github/run-targets.ts';
import { folderOf, Step } from './github/step.ts';
import { OUTCOMES } from './model/outcome.ts';
import { hasRefusals } from './model/plan.ts';
import type { ReviewQuestion } from './model/force.ts';
import { targetTokensIn } from './model/targets.ts';
import { type Options, resolveOptions } from './options.ts';
import { plannedKind, workflowKind } from './render/markdown/status.ts';
import { isAsExpected, textDiagnostics, textValid, unlockedText, unverifiedText } from './render/text.ts';

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

const reporter = new Reporter();
const step = new Step(reporter);

// All constants must be above: a top-level `await` runs before the statements after it.
try {
  await main();
} catch (error) {
  outputFailure(error);
  await step.failed(error);
}

async function main(): Promise<void> {
  for (const name of SECRET_VARIABLES) registerSecret(process.env[name] ?? '');
  const targetTokens = targetTokensIn(process.env);
  for (const token of targetTokens) registerSecret(token);
  const githubToken = process.env['INPUT_GITHUB-TOKEN']?.trim() ?? '';
  if (githubToken !== '') registerSecret(basicCredential(githubToken));
  logDebug();
  const inputs = readInputs();
  const context = readEventContext(process.env);
  const applicationName = inputs.given.applicationName || context.workflow;
  const given = resolveOptions({ ...inputs.given, applicationName }, process.env);
  const folder = folderOf(inputs.workingDirectory);
  const target = markerTarget(given, folder);
  const targetOfIssue = (name: string) => markerTarget({ ...given, targets: [name] }, folder);
  const publisher = new Publisher({ context, inputs, target, targetOfIssue, clock: CLOCK });
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
  const tokens = [options.token, ...targetTokens];
  // Without secrets, the token cannot write a comment either.
  const isByServer = proposal !== undefined && tokens.some((token) => !isOffline({ token }, { context, proposal }));
  const isApply = command === 'apply';
  const mergeInto = inputs.dryRun ? undefined : mergedInto(context, branch);
  reporter.begin(`confighub-sync ${command} (${reason})\n`, {
    page: { ...context, commit: proposal?.head ?? context.sha, folder },
    ...((isApply || isByServer) && { phase: isApply ? ('applied' as const) : ('planned' as const) }),
    isApply,
    publisher,
    digestKey: options.digestKey,
    mergeInto,
  });
  const begun = { inputs, context, folder, options, runtime, publisher, reporter, proposal, mergeInto };
  if (command === 'skip') return skip();
  if (command === 'unlock') return runUnlock({ ...begun, options: oneTarget(options, runtime) });
  const run = command === 'plan' ? await beforeMerge(begun) : begun;
  const targets = chosenTargets(run.options, run.runtime);
  return targets === undefined ? runCommand(command, run) : runEach(command, { run, targets });
}

type ProjectCommand = 'validate' | 'plan' | 'apply' | 'drift';

async function runCommand(command: ProjectCommand, run: Run): Promise<void> {
  if (command === 'validate') return runValidate(run);
  if (command === 'drift') return runDrift(run);
  if (command === 'apply') return runApply(run);
  const offline = isOffline(run.options, run);
  if (offline) reporter.notice(WITHOUT_SECRETS);
  return runPlan({ ...run, options: planOptions(run.options, { isOffline: offline }) });
}

async function runEach(
  command: ProjectCommand,
  { run, targets }: { run: Run; targets: readonly TargetOptions[] },
): Promise<void> {
  if (command === 'validate') return validateEach(run, targets);
  if (command === 'drift') return driftEach(run, targets);
  if (command === 'apply') return applyEach(run, targets);
  if (targets.some((options) => isOffline(options, run))) reporter.notice(WITHOUT_SECRETS);
  const planned = targets.map((options) => ({
    ...planOptions(options, { isOffline: isOffline(options, run) }),
    target: options.target,
  }));
  return planEach(run, planned);
}

/** A review never hands secrets to the files of a fork. */
function isOffline(
  { token }: { token?: string | undefined },
  { context, proposal }: Pick<Run, 'context' | 'proposal'>,
): boolean {
  return proposal?.isWithoutSecrets === true && (token === undefined || isReview(context));
}

/** For a plan of a pull request or a merge queue: compares with its base, and reads the files as merged with it. */
async function beforeMerge(run: Run): Promise<Run> {
  const { options, context, proposal } = run;
  const named = proposal?.base ?? queueBase(context);
  if (named === undefined) return run;
  const merging = { base: named, head: proposal?.head, into: options.untrusted?.branch };
  const { base, runtime } = await asMerged(merging, options, run.runtime);
  return { ...run, options: { ...options, into: base }, runtime };
}

/** The options of a plan, which has no baseline without the server. */
function planOptions(options: Options, { isOffline }: { isOffline: boolean }): Options {
  if (!isOffline) return options;
  const { baseline: _, ...withoutBaseline } = options;
  return { ...withoutBaseline, offline: true };
}

function skip(): void {
  reporter.log('');
  outputResult('skipped');
}

async function runValidate({ options, runtime }: Run): Promise<void> {
  const { warnings, ...counts } = await validate(options, runtime);
  reporter.log(`${textDiagnostics(warnings, { color: false })}${textValid(counts)}`);
  reporter.annotate(warnings);
  outputResult('valid');
}

async function runUnlock({ options, runtime }: Run): Promise<void> {
  const result = await unlock(options, runtime);
  reporter.log(unlockedText(result));
  outputResult(result.removed === undefined ? 'nothing' : 'unlocked');
}

async function runPlan({ options, runtime }: Run): Promise<void> {
  const result = await plan(options, runtime);
  const kind = workflowKind(result.plan);
  step.plan(result, kind);
  outputResult(hasRefusals(result.plan) ? 'refused' : 'planned');
  await step.report({ kind });
  step.failIfRefused(result.plan);
}

async function runApply({ options, runtime }: Run): Promise<void> {
  const prepared = await prepareApply(options, runtime);
  try {
    step.plan(prepared.result, plannedKind(prepared.result.plan));
    const applied = hasRefusals(prepared.result.plan) ? notSent(prepared) : await executeOne(prepared, runtime);
    const { outcome, plan: applying, remarks, counts } = applied;
    const { result, kind, log: usual } = OUTCOMES[outcome];
    const unverified = outcome === 'unverified' ? unverifiedText(counts) : undefined;
    const log = unverified ?? usual;
    if (unverified !== undefined && counts && !isAsExpected(counts))
      reporter.annotate([asWarning(unverified, 'counts')]);
    reporter.annotate(remarks.map((text) => asWarning(text)));
    if (log !== undefined) reporter.log(log);
    if (result === 'applied') noteSent();
    outputResult(result);
    await step.report({ kind, reason: unverified });
    step.failIfRefused(applying);
  } finally {
    prepared.close();
  }
}

async function executeOne(prepared: Prepared, runtime: Runtime): Promise<ApplyResult> {
  const applied = await execute(prepared, { runtime, stop: reporter.heedStop() });
  // Another apply may have begun meanwhile.
  if (applied.outcome === 'refused') step.plan(applied, 'refused');
  return applied;
}

async function runDrift({ options, runtime, inputs }: Run): Promise<void> {
  const result = await drift(options, runtime);
  await step.drift(result);
  outputResult('checked');
  if (inputs.driftIssue) await reporter.driftIssue(result.plan);
}

async function defaultBranch({ payload }: EventContext, publisher: Publisher): Promise<string | undefined> {
  return textAt(payload, 'repository', 'default_branch') ?? publisher.defaultBranch();
}

function runtimeOf({ workingDirectory, githubToken }: Inputs, context: EventContext): Runtime {
  const { serverUrl, actor, run } = context;
  return {
    cwd: resolve(process.env.GITHUB_WORKSPACE ?? '.', workingDirectory),
    env: process.env,
    ...CLOCK,
    onSecret: registerSecret,
    // Nothing is logged before the server has answered: its secrets must be registered first.
    onStep: () => undefined,
    ...(githubToken === '' ? {} : { forge: { serverUrl, token: githubToken } }),
    ...(actor && { actor }),
    ...(run !== undefined && { run }),
  };
}
