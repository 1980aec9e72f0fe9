// [edge] Entry of the action: inputs and event → command → what the step shows, and its exit status.
import { CLOCK } from './commands/runtime.ts';
import { join, resolve } from 'node:path';
import { basicCredential } from './baseline/git-credentials.ts';
import { apply, type Outcome, type ApplyRuntime } from './commands/apply.ts';
import { comment } from './commands/comment.ts';
import { drift } from './commands/drift.ts';
import { plan } from './commands/plan.ts';
import { heedSignals } from './commands/stop.ts';
import { unlock } from './commands/unlock.ts';
import { validate } from './commands/validate.ts';
import { type EventContext, readEventContext } from './github/event-context.ts';
import { decide, proposalOf, pushedOnto, untrustedOf, workflowFacts } from './github/event.ts';
import { noteSent } from './github/fail.ts';
import { handedOver, handedOverMessage, handedOverTarget } from './github/handed-over.ts';
import { type Inputs, readInputs } from './github/inputs.ts';
import { registerSecret } from './github/log.ts';
import { outputFailure, outputResult, type StepResult } from './github/outputs.ts';
import { proposalOptions, WITHOUT_SECRETS } from './github/proposal-options.ts';
import { markerTarget, Publisher } from './github/publish.ts';
import { asWarning, folderOf, Step } from './github/step.ts';
import { unseenDrift } from './github/unseen-drift.ts';
import { hasRefusals, type Plan } from './model/plan.ts';
import { type Options, resolveOptions } from './options.ts';
import { plannedKind, type StatusKind } from './render/markdown/status.ts';
import { isAsExpected, textDiagnostics, textValid, unlockedText, unverifiedText } from './render/text.ts';

/** What the log, the output `result` and the comment say of an apply that came to its end. */
const OUTCOMES: Record<Outcome, { log?: string; result: StepResult; kind: StatusKind }> = {
  nothing: { log: 'Nothing to apply.', result: 'nothing', kind: 'unchanged' },
  refused: { result: 'refused', kind: 'refused' },
  verified: { log: 'Applied and verified.', result: 'applied', kind: 'applied' },
  unchecked: { log: 'Applied, not verified.', result: 'applied', kind: 'unverified' },
  unverified: { result: 'applied', kind: 'unverified' },
};

/** Registered before anything is read, and so before anything can be wrong. */
const SECRET_VARIABLES = [
  'INPUT_TOKEN',
  'INPUT_GITHUB-TOKEN',
  'INPUT_DIGEST-KEY',
  'CONFIGHUB_TOKEN',
  'CONFIGHUB_DIGEST_KEY',
  'CONFIGHUB_CLIENT_KEY_PASSPHRASE',
];

const step = new Step();

// Everything above is needed by now: what follows a top-level `await` is not there yet.
try {
  await main();
} catch (error) {
  outputFailure(error);
  await step.failed(error);
}

async function main(): Promise<void> {
  for (const name of SECRET_VARIABLES) registerSecret(process.env[name] ?? '');
  const githubToken = process.env['INPUT_GITHUB-TOKEN']?.trim() ?? '';
  if (githubToken !== '') registerSecret(basicCredential(githubToken));
  const inputs = readInputs();
  const context = readEventContext(process.env);
  const given = resolveOptions(
    { ...inputs.given, applicationName: inputs.given.applicationName || context.workflow },
    process.env,
  );
  const folder = folderOf(inputs.workingDirectory);
  const isHandedOver = inputs.command === 'comment';
  const target = isHandedOver ? handedOverTarget(join(folder, given.config)) : markerTarget(given, folder);
  const publisher = new Publisher({ context, inputs, target, clock: CLOCK });
  const runtime = { ...runtimeOf(inputs, context), facts: workflowFacts(context, publisher) };
  const branch = inputs.branch || (await branchOf(context, publisher));
  const previous = pushedOnto(context);
  const untrusted = untrustedOf(context, branch);
  const options = { ...given, untrusted, ...(previous !== undefined && { previous }) };
  const { command, reason } = decide(inputs.command, {
    dryRun: inputs.dryRun,
    trigger: { ...context, branch },
  });
  const proposal = proposalOf(context);
  const opening = `confighub-sync ${command}, because ${reason}.\n`;
  const isApply = command === 'apply';
  // The token of a run without secrets could not write a comment.
  const isMute = proposal?.isWithoutSecrets === true && options.token === undefined;
  const isHeard = proposal !== undefined && !isMute;
  step.begin(opening, {
    page: { ...context, commit: proposal?.head ?? context.sha, folder },
    ...((isApply || isHeard) && { phase: isApply ? ('applied' as const) : ('planned' as const) }),
    publisher,
    digestKey: options.digestKey,
  });
  const running = { options, runtime };
  if (command === 'skip') return skip();
  if (command === 'validate') return runValidate(running);
  if (command === 'comment') return runComment(running, { context, publisher, inputs, folder });
  if (command === 'unlock') return runUnlock(running);
  if (command === 'drift') return runDrift(running, { publisher, inputs });
  if (isApply) return runApply(running, publisher);
  if (isMute) step.notice(WITHOUT_SECRETS);
  const planOptions = await proposalOptions(options, { runtime, context, proposal, isMute });
  return runPlan({ ...running, options: planOptions });
}

interface Running {
  options: Options;
  runtime: ApplyRuntime;
}

function skip(): void {
  step.log('');
  outputResult('skipped');
}

async function runValidate({ options, runtime }: Running): Promise<void> {
  const { warnings, ...counts } = await validate(options, runtime);
  step.log(`${textDiagnostics(warnings, { color: false })}${textValid(counts)}`);
  step.annotate(warnings);
  outputResult('valid');
}

async function runUnlock({ options, runtime }: Running): Promise<void> {
  const result = await unlock(options, runtime);
  step.log(unlockedText(result));
  outputResult(result.removed === undefined ? 'nothing' : 'unlocked');
}

async function runComment(
  { runtime }: Running,
  {
    context,
    publisher,
    inputs,
    folder,
  }: { context: EventContext; publisher: Publisher; inputs: Inputs; folder: string },
): Promise<void> {
  const facts = handedOver(context);
  const handed = comment(inputs.jsonPlan, runtime.cwd);
  step.log('');
  await publisher.comment(handedOverMessage(handed, { facts, context, folder }));
  outputResult('commented');
}

async function runPlan({ options, runtime }: Running): Promise<void> {
  const result = await plan(options, runtime);
  const kind = result.plan.live === 'base' ? 'offline' : plannedKind(result.plan);
  step.plan(result, { kind });
  outputResult(hasRefusals(result.plan) ? 'refused' : 'planned');
  await step.report({ kind });
  step.failIfRefused(result.plan);
}

async function runApply({ options, runtime }: Running, publisher: Publisher): Promise<void> {
  let shown: Plan | undefined;
  const { outcome, remarks, counts } = await apply(options, runtime, async (result) => {
    shown = result.plan;
    const first = await unseenDrift(result.plan, publisher);
    step.plan(result, { kind: plannedKind(result.plan), ...(first !== undefined && { first }) });
  });
  const { result, kind } = OUTCOMES[outcome];
  const unverified = outcome === 'unverified' ? unverifiedText(counts) : undefined;
  const log = unverified ?? OUTCOMES[outcome].log;
  if (unverified !== undefined && counts && !isAsExpected(counts))
    step.annotate([asWarning(unverified, 'counts')]);
  step.annotate(remarks.map((text) => asWarning(text)));
  if (log !== undefined) step.log(log);
  if (result === 'applied') noteSent();
  outputResult(result);
  await step.report({ kind, ...(unverified !== undefined && { reason: unverified }) });
  if (shown !== undefined) step.failIfRefused(shown);
}

async function runDrift(
  { options, runtime }: Running,
  { publisher, inputs }: { publisher: Publisher; inputs: Inputs },
): Promise<void> {
  const result = await drift(options, runtime);
  const message = await step.drift(result);
  outputResult('checked');
  if (inputs.driftIssue) await publisher.driftIssue(message);
}

/** The event names it nearly always; otherwise the forge does. */
async function branchOf({ payload }: EventContext, publisher: Publisher): Promise<string | undefined> {
  const { repository } = payload;
  const named =
    repository instanceof Object && 'default_branch' in repository ? repository.default_branch : undefined;
  return typeof named === 'string' ? named : publisher.defaultBranch();
}

function runtimeOf({ workingDirectory, githubToken }: Inputs, context: EventContext): ApplyRuntime {
  const { serverUrl, actor, run } = context;
  return {
    cwd: resolve(process.env.GITHUB_WORKSPACE ?? '.', workingDirectory),
    env: process.env,
    ...CLOCK,
    onSecret: registerSecret,
    // No line before the server has answered: what it holds may be secret, and is registered first.
    onStep: () => undefined,
    heedStop: () => heedSignals(process, (sentence) => step.log(`${sentence}\n`)),
    onCompleted: (completed) => step.completed(completed),
    ...(githubToken === '' ? {} : { forge: { serverUrl, token: githubToken } }),
    ...(actor && { actor }),
    ...(run !== undefined && { run }),
  };
}
