// [edge] Entry of the action: inputs and event → command → log, outputs, comment and exit code.
import './github/fail.ts'; // First: it installs the handler of crashes.
import { resolve } from 'node:path';
import { basicCredential } from './record/git-credentials.ts';
import { apply } from './commands/apply.ts';
import { isCheckoutOf, newestAtOrigin, readCheckout } from './project/checkout.ts';
import { asMerged } from './project/git-files.ts';
import { drift } from './commands/drift.ts';
import { planTarget, type StageReads } from './commands/plan.ts';
import { removedTargets, removedText } from './project/record-places.ts';
import { settled } from './world/settled.ts';
import { chosenTargets, oneTarget, withStages } from './project/chosen-targets.ts';
import { failedRow, isDone, type TargetRow, workOnTargets } from './core/target-rows.ts';
import { CLOCK, type GitRuntime, type Runtime } from './runtime.ts';
import { withName } from './lib/text.ts';
import { ahead } from './lib/parallel.ts';
import { heedSignals } from './world/stop-signals.ts';
import { CommandError } from './errors.ts';
import { unlock } from './commands/unlock.ts';
import { validate } from './commands/validate.ts';
import {
  decide,
  type EventContext,
  isReview,
  manualRunOf,
  mergedInto,
  type ProposedChange,
  proposalOf,
  pushedOnto,
  queueBase,
  readEventContext,
  untrustedOf,
  workflowFacts,
} from './github/event.ts';
import { type Inputs, readInputs } from './github/inputs.ts';
import { logDebug, registerSecret } from './github/log.ts';
import { outputResult } from './github/outputs.ts';
import { markerTarget, pageOptions, Publisher } from './github/publish.ts';
import { folderInWorkspace, WorkflowReport } from './github/workflow-report.ts';
import { APPLY_WORKFLOW } from './model/plan.ts';
import { targetTokensIn } from './model/targets.ts';
import { type Options, resolveOptions } from './options.ts';
import { textDiagnostics } from './render/problems.ts';
import { formText, workflowText } from './render/sentences.ts';
import { textValid, unlockedText } from './render/text.ts';

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

const COMMANDS = { validate: runValidate, plan: runPlan, apply: runApply, drift: runDrift };
const report = new WorkflowReport();

// All constants must be above: a top-level `await` runs before the statements after it.
try {
  await settled(process, main());
} catch (error) {
  await report.failed(error);
}

async function main(): Promise<void> {
  const targetTokens = targetTokensIn(process.env);
  const secrets = SECRET_VARIABLES.map((name) => process.env[name] ?? '');
  for (const secret of [...secrets, ...targetTokens]) registerSecret(secret);
  const githubToken = process.env['INPUT_GITHUB-TOKEN']?.trim() ?? '';
  if (githubToken !== '') registerSecret(basicCredential(githubToken));
  logDebug();
  const inputs = readInputs();
  const context = readEventContext(process.env);
  const applicationName = inputs.given.applicationName || context.workflow;
  const given = resolveOptions({ ...inputs.given, applicationName }, process.env);
  const folder = folderInWorkspace(inputs.workingDirectory);
  const markerOf = (name?: string) =>
    markerTarget(name === undefined ? given : { ...given, targets: [name] }, folder);
  const gitRuntime = gitRuntimeOf(inputs, context);
  const reading = ahead(
    readCheckout({ config: given.config, serverUrl: context.serverUrl }, gitRuntime),
  );
  const publisher = new Publisher({
    context,
    inputs,
    markerOf,
    checkout: () => reading,
    clock: CLOCK,
  });
  const branch = inputs.branch || (await publisher.defaultBranch());
  const { command, reason } = decide(inputs.command, {
    dryRun: inputs.dryRun,
    trigger: { ...context, branch },
  });
  const checkout = await reading;
  const proposal = proposalOf(context);
  const trusted = untrustedOf(context, branch, checkout?.repository);
  // The event of a review, or of a run that is started again, may name an older commit.
  const newest =
    proposal && command === 'plan'
      ? await newestAtOrigin(trusted.branch, given, gitRuntime)
      : undefined;
  const untrusted = newest === undefined ? trusted : { ...trusted, commit: newest };
  const options = { ...given, untrusted, previous: pushedOnto(context) };
  const tokens = [options.token, ...targetTokens];
  // Without secrets, the token cannot write a comment either.
  const isWithServer =
    proposal !== undefined && tokens.some((token) => !isOffline(token, context, proposal));
  const isApply = command === 'apply';
  const { stage } = options;
  const manualRun = manualRunOf(context, { trusted: untrusted.branch, isApply, stage });
  const runtime = { ...runtimeOf(gitRuntime, context, publisher), manualRun };
  const isMergeable =
    proposal !== undefined && checkout !== undefined && isCheckoutOf(checkout, proposal);
  const mergeInto = inputs.dryRun || !isMergeable ? undefined : mergedInto(context, branch);
  const isOnlyPlanned =
    command === 'plan' && context.event === 'workflow_dispatch' && options.approvals !== undefined;
  const pageFacts = {
    isApply,
    mergeInto,
    onto: untrusted.branch,
    planned: command === 'plan' ? runtime.now() : undefined,
  };
  report.begin(`confighub-sync ${command} (${reason})\n`, {
    page: pageOptions(context, checkout, proposal?.head, pageFacts),
    folder,
    // An approval that was only planned is about the comment of the apply that was refused.
    ...(isApply || isOnlyPlanned
      ? { phase: 'applied' as const }
      : command === 'plan' && isWithServer && { phase: 'planned' as const }),
    publisher,
    digestKey: options.digestKey,
    driftIssue: inputs.driftIssue,
  });
  const opened = { inputs, context, options, runtime, proposal, newest, isOnlyPlanned };
  if (command === 'skip') {
    report.log('');
    return outputResult('skipped');
  }
  if (command === 'unlock') return runUnlock({ ...opened, options: oneTarget(options, runtime) });
  const run = command === 'plan' ? await beforeMerge(opened) : opened;
  return COMMANDS[command](run, chosenTargets(run.options, run.runtime));
}

interface Run {
  inputs: Inputs;
  context: EventContext;
  options: Options;
  runtime: Runtime;
  /** The pull request whose files are checked out. */
  proposal: ProposedChange | undefined;
  /** The newest commit of its base branch; absent: unknown. */
  newest: string | undefined;
  /** A person approved a plan, so that it would be applied, and left the form at a command that only plans. */
  isOnlyPlanned: boolean;
}

/** A review never hands secrets to the files of a fork. */
function isOffline(
  token: string | undefined,
  context: EventContext,
  proposal: ProposedChange | undefined,
): boolean {
  return proposal?.isWithoutSecrets === true && (token === undefined || isReview(context));
}

/** For a plan of a pull request or a merge queue: compares with its base, and reads the files as merged with it. */
async function beforeMerge(run: Run): Promise<Run> {
  const { options, context, proposal, newest } = run;
  const named = newest ?? proposal?.base ?? queueBase(context);
  if (named === undefined) return run;
  const { base, runtime } = await asMerged(
    {
      base: named,
      isNewest: newest !== undefined,
      head: proposal?.head,
      into: options.untrusted?.branch,
    },
    options,
    run.runtime,
  );
  return { ...run, options: { ...options, base }, runtime };
}

async function runValidate({ runtime }: Run, targets: readonly Options[]): Promise<void> {
  const { targets: valid, warnings } = await validate(targets, runtime);
  const lines = valid.map(({ name, ...counts }) => withName(name, textValid(counts)));
  report.log(`${textDiagnostics(warnings, { color: false })}${lines.join('')}`);
  report.annotate(warnings);
  outputResult('valid');
}

async function runUnlock({ options, runtime }: Run): Promise<void> {
  const result = await unlock(options, runtime);
  report.log(unlockedText(result, { color: false }));
  outputResult(result.removed === undefined ? 'nothing' : 'unlocked');
}

async function runPlan(run: Run, chosen: readonly Options[]): Promise<void> {
  const { runtime, context, proposal } = run;
  const targets = withStages(chosen, runtime);
  const planned = targets.map((target) => {
    const { lastApplied: _, ...withoutLastApplied } = target;
    return isOffline(target.token, context, proposal)
      ? { ...withoutLastApplied, offline: true }
      : target;
  });
  if (targets.some(({ token }) => isOffline(token, context, proposal)))
    report.notice(WITHOUT_SECRETS);
  // Until all are there, not all secrets of the files and servers are registered.
  const reads: StageReads = new Map();
  const rows = await workOnTargets(planned, (target) => planTarget(target, runtime, { reads }));
  const removed = await removedTargets(chosen, runtime);
  const notes = removedText(removed, run.options.config);
  await report.tell({ about: 'plans', rows, removed, notes });
  const isOnlyPlanned = run.isOnlyPlanned && rows.every(isDone);
  const ended = isOnlyPlanned ? onlyPlanned(rows, runtime.manualRun) : rows;
  await report.tell({ about: 'end', rows: ended });
}

/** Their plans show again how to approve them: that is what is left to be done. */
function onlyPlanned(rows: readonly TargetRow[], started = APPLY_WORKFLOW): TargetRow[] {
  const manualRun = { ...started, field: started.field ?? APPLY_WORKFLOW.field };
  const form = formText(manualRun, false, 'the same text');
  const hint = `To apply, run ${workflowText(manualRun)} again, ${form}.`;
  const error = new CommandError({
    code: 'only-planned',
    message: 'Only planned: nothing was sent.',
    hint,
  });
  return rows.map(({ plan, ...row }) => {
    const approval = plan?.approved && { approval: plan.approved };
    return failedRow(
      error,
      plan ? { ...row, plan: { ...plan, ...approval, approvalWay: 'dispatch', manualRun } } : row,
    );
  });
}

async function runApply({ runtime }: Run, chosen: readonly Options[]): Promise<void> {
  const rows = await apply(withStages(chosen, runtime, { isApply: true }), runtime, {
    report: (event) => report.tell(event),
    heedSignals: () => heedSignals(process, (sentence) => report.log(`${sentence}\n`)),
  });
  await report.tell({ about: 'end', rows });
}

async function runDrift({ runtime }: Run, targets: readonly Options[]): Promise<void> {
  const rows = await workOnTargets(targets, (target) => drift(target, runtime));
  await report.tell({ about: 'all drift', rows });
  await report.tell({ about: 'end', rows });
}

function gitRuntimeOf(
  { workingDirectory, githubToken }: Inputs,
  { serverUrl }: EventContext,
): GitRuntime {
  return {
    cwd: resolve(process.env.GITHUB_WORKSPACE ?? '.', workingDirectory),
    env: process.env,
    pause: CLOCK.pause,
    ...(githubToken === '' ? {} : { gitHost: { serverUrl, token: githubToken } }),
  };
}

function runtimeOf(inGit: GitRuntime, context: EventContext, publisher: Publisher): Runtime {
  const { actor, run } = context;
  return {
    ...inGit,
    ...CLOCK,
    onSecret: registerSecret,
    // Nothing is logged before the server has answered: its secrets must be registered first.
    onStep: () => undefined,
    facts: workflowFacts(context, publisher),
    reviews: (question) => publisher.reviews(question),
    actor: actor || undefined,
    run,
  };
}
