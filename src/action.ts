// [edge] Entry of the action: inputs → command → outputs, log, summary, exit status.
import { relative, resolve, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { getInput, setFailed } from '@actions/core';
import { context, getOctokit } from '@actions/github';
import { basicCredential } from './baseline/credentials.ts';
import { apply, type Outcome } from './commands/apply.ts';
import { type PlanResult, plan } from './commands/plan.ts';
import type { Surroundings } from './commands/project.ts';
import { validate } from './commands/validate.ts';
import { CommandError, EXIT, type ExitStatus } from './errors.ts';
import { annotate } from './github/annotations.ts';
import { decide } from './github/event.ts';
import { type Inputs, readInputs } from './github/inputs.ts';
import { logText, registerSecret, writeSummary } from './github/log.ts';
import { outputError, outputPlan, outputResult, type StepResult } from './github/outputs.ts';
import { hasRefusals, type Plan } from './model/plan.ts';
import { type Options, resolveOptions } from './options.ts';
import { textError } from './render/error.ts';
import { mistakesSummary, planSummary } from './render/markdown/comment.ts';
import { plannedKind, type StatusKind } from './render/markdown/status.ts';
import { mask } from './render/redact.ts';
import { textDiagnostics, textPlan, textValid } from './render/text.ts';

const PLAIN = { color: false };
const RESULT_OF: Record<Outcome, StepResult> = {
  nothing: 'nothing',
  refused: 'refused',
  verified: 'applied',
  unchecked: 'applied',
  unverified: 'applied',
};
/** What the log says of it. */
const OUTCOMES: Record<Outcome, string> = {
  nothing: 'Nothing to apply',
  refused: 'Refused',
  verified: 'Applied and verified',
  unchecked: 'Applied, not verified',
  unverified: 'Applied, not verified',
};
const STATUS_OF: Record<Outcome, StatusKind> = {
  nothing: 'unchanged',
  refused: 'refused',
  verified: 'applied',
  unchecked: 'unverified',
  unverified: 'unverified',
};
/** The first line of the log, held back until every secret of the files is registered. */
let opening = '';

// What fails even here ends the step in one sentence, not in a line of minified source.
process.on('uncaughtException', (error) => fail(textError(error, PLAIN), EXIT.error));

// Everything above is needed by now: what follows a top-level `await` is not there yet.
try {
  await main();
} catch (error) {
  const known = error instanceof CommandError ? error : undefined;
  const folder = folderOf(getInput('working-directory'));
  const diagnostics = known?.diagnostics ?? [];
  show(textDiagnostics(diagnostics, PLAIN));
  annotate(diagnostics, folder);
  if (diagnostics.length > 0) await writeSummary(mistakesSummary(diagnostics));
  if (known?.differs) show(textPlan(mask(known.differs), PLAIN));
  // The runner puts `Error:` in front itself.
  fail(textError(error, PLAIN).replace(/^error /gm, ''), known?.exitStatus ?? EXIT.error);
  outputResult('failed');
  outputError(known?.code);
}

async function main(): Promise<void> {
  for (const secret of [process.env.INPUT_TOKEN, process.env.CONFIGHUB_TOKEN]) registerSecret(secret ?? '');
  const inputs = readInputs();
  if (inputs.githubToken !== '') {
    for (const secret of [inputs.githubToken, basicCredential(inputs.githubToken)]) registerSecret(secret);
  }
  const { command, reason } = decide(inputs.command, {
    dryRun: inputs.dryRun,
    trigger: await trigger(inputs),
  });
  opening = `confighub-sync ${command}, because ${reason}.\n`;
  const options = resolveOptions(
    { ...inputs.given, applicationName: inputs.given.applicationName || context.workflow },
    process.env,
  );
  const surroundings = surroundingsOf(inputs);
  if (command === 'validate') await runValidate(options, surroundings);
  else if (command === 'apply') await runApply(options, surroundings);
  else await runPlan(options, surroundings);
}

function show(text: string): void {
  if (opening + text !== '') logText(opening + text);
  opening = '';
}

async function runValidate(options: Options, surroundings: Surroundings): Promise<void> {
  const { warnings, ...counts } = await validate(options, surroundings);
  show(`${textDiagnostics(warnings, PLAIN)}${textValid(counts)}`);
  annotate(warnings, folderOf(surroundings.cwd));
  outputResult('valid');
}

async function runPlan(options: Options, surroundings: Surroundings): Promise<void> {
  const result = await plan(options, surroundings);
  showPlan(result, surroundings);
  await writeSummary(planSummary(mask(result.plan), { status: { kind: plannedKind(result.plan) } }));
  outputResult(hasRefusals(result.plan) ? 'refused' : 'planned');
  failIfRefused(result.plan);
}

async function runApply(options: Options, surroundings: Surroundings): Promise<void> {
  let kind: StatusKind = 'failed';
  let shown: Plan | undefined;
  try {
    const { outcome, remarks } = await apply(options, surroundings, async (result) => {
      shown = result.plan;
      showPlan(result, surroundings);
    });
    kind = STATUS_OF[outcome];
    annotate(remarks.map(remark), '');
    if (outcome !== 'refused') show(`${OUTCOMES[outcome]}.`);
    outputResult(RESULT_OF[outcome]);
  } catch (error) {
    if (error instanceof CommandError && error.exitStatus === EXIT.unknown) kind = 'uncertain';
    throw error;
  } finally {
    if (shown !== undefined) await writeSummary(planSummary(mask(shown), { status: { kind } }));
  }
  failIfRefused(shown);
}

function showPlan({ plan, warnings, remarks }: PlanResult, { cwd }: Surroundings): void {
  const masked = mask(plan);
  show(`${textDiagnostics(warnings, PLAIN)}${textPlan(masked, PLAIN)}`);
  annotate([...warnings, ...plan.findings, ...remarks.map(remark)], folderOf(cwd));
  outputPlan(masked, process.env);
}

function remark(message: string) {
  return { severity: 'warning', code: 'baseline', message } as const;
}

function failIfRefused(plan: Plan | undefined): void {
  if (plan === undefined || !hasRefusals(plan)) return;
  fail('The plan is refused: nothing was sent. See the reasons above.', EXIT.refused);
}

/** `setFailed` always means 1; the exit status says more. */
function fail(message: string, status: ExitStatus): void {
  setFailed(message.trim());
  process.exitCode = status;
}

async function trigger({ branch, githubToken }: Inputs) {
  const known = branch === '' && context.eventName === 'push' ? await defaultBranch(githubToken) : branch;
  return { event: context.eventName ?? '', ref: context.ref ?? '', branch: known };
}

/** The event names it nearly always; otherwise the forge does. */
async function defaultBranch(token: string): Promise<string | undefined> {
  const named: unknown = context.payload.repository?.default_branch;
  if (typeof named === 'string') return named;
  if (token === '') return undefined;
  return getOctokit(token)
    .rest.repos.get(context.repo)
    .then(({ data }) => data.default_branch)
    .catch(() => undefined);
}

function surroundingsOf({ workingDirectory, githubToken }: Inputs): Surroundings {
  const { serverUrl, actor, runId, payload } = context;
  const repository = payload.repository?.full_name ?? process.env.GITHUB_REPOSITORY;
  return {
    cwd: resolve(process.env.GITHUB_WORKSPACE ?? '.', workingDirectory),
    env: process.env,
    now: () => new Date(),
    onSecret: registerSecret,
    pause: (milliseconds) => setTimeout(milliseconds),
    onStep: () => undefined,
    ...(githubToken === '' ? {} : { forge: { serverUrl, token: githubToken } }),
    ...(actor && { actor }),
    ...(repository !== undefined &&
      Number.isFinite(runId) && { run: `${serverUrl}/${repository}/actions/runs/${runId}` }),
  };
}

/** A working directory relative to the workspace, with `/`. */
function folderOf(directory: string): string {
  const workspace = process.env.GITHUB_WORKSPACE ?? process.cwd();
  return relative(workspace, resolve(workspace, directory)).split(sep).join('/');
}
