// [edge] The public API: read a project, plan, apply and look for drift from a program, as the command line does.
import { apply as applyCommand, type Outcome } from './commands/apply.ts';
import { drift as driftCommand } from './commands/drift.ts';
import { asMerged } from './commands/planned-merge.ts';
import { plan as planCommand } from './commands/plan.ts';
import type { PlanResult as UnmaskedResult } from './commands/prepare.ts';
import { openProject } from './commands/project.ts';
import { CLOCK, type Runtime } from './commands/runtime.ts';
import { oneTarget } from './commands/targets.ts';
import type { Diagnostic } from './model/diagnostic.ts';
import type { OnDrift, Project, PruneMode } from './model/project.ts';
import type { CountsCheck, ReadMode } from './model/server-reads.ts';
import type { State } from './model/state.ts';
import { type Given, type Options, resolveOptions } from './options.ts';
import { jsonPlan } from './render/json.ts';
import { mask, type MaskedPlan } from './render/mask.ts';
import { textPlan } from './render/text.ts';

export { CommandError, EXIT, type ExitStatus } from './errors.ts';
export type { Context } from './model/context.ts';
export type { Diagnostic, DiagnosticCode, Place } from './model/diagnostic.ts';
export type { Change, FileChange, Finding, KeyChange, Target, ValueChange } from './model/plan.ts';
export type { Project } from './model/project.ts';
export type { FileEntry, Key, State, Value, Vdt } from './model/state.ts';

/** A plan without secrets: every secret value reads `(secret)`. */
export type Plan = MaskedPlan;

/**
 * The options of the command line, by the names of its long flags (`on-drift` is `onDrift`). What is not given comes from
 * the variables `CONFIGHUB_<NAME>` of `env`, then from the project file.
 */
export interface SyncOptions extends Given {
  /** Path of the project file, relative to `cwd`. Default: `confighub.yaml`. */
  config?: string | undefined;
  /** The name of the target. Required if the project file has several. */
  target?: string | undefined;
  prune?: PruneMode | undefined;
  onDrift?: OnDrift | undefined;
  reads?: ReadMode | undefined;
  /** Default: the working directory of the process. */
  cwd?: string;
  /** Where secrets and options come from. Default: the environment of the process. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Called with every secret before anything else is: hide these texts in logs of your own. */
  onSecret?: (text: string) => void;
  /** Called when something begins that takes a while, such as `Reading acme/shop`. */
  onStep?: (step: string) => void;
}

export interface LoadedProject {
  /** `confighub.yaml`, checked, with its defaults. */
  project: Project;
  /** What the documents declare. Holds secrets in clear text where they come from the environment. */
  state: State;
  /** How many documents were read. */
  documents: number;
  /** Warnings only: mistakes are thrown. */
  warnings: Diagnostic[];
}

export interface PlanResult {
  plan: Plan;
  /** About the files. */
  warnings: Diagnostic[];
  /** What was read, and what could not be, in whole sentences. */
  remarks: string[];
}

export interface ApplyResult extends PlanResult {
  outcome: Outcome;
  /** Given where the server could only be asked for its counts. */
  counts?: CountsCheck;
}

/**
 * Reads the project file and all documents, without any server. Variables that are not set are warnings.
 *
 * @throws {CommandError} `diagnostics` has every mistake with file, line and column
 */
export async function loadProject(options: SyncOptions = {}): Promise<LoadedProject> {
  const runtime = runtimeOf(options);
  const loaded = await openProject(resolved(options, runtime), { runtime, missingEnv: 'warning' });
  const { project, state, documents, diagnostics } = loaded;
  return { project, state, documents, warnings: diagnostics };
}

/**
 * Compares desired, baseline and live. Sends nothing but reads. A plan that is refused is returned like any other: its
 * `findings` say why.
 *
 * @throws {CommandError} for mistakes in files or options, and where the server cannot be read
 */
export async function plan(options: SyncOptions = {}): Promise<PlanResult> {
  const given = runtimeOf(options);
  const checked = resolved(options, given);
  const { base } = checked;
  const { runtime } = base === undefined ? { runtime: given } : await asMerged({ base }, checked, given);
  return shown(await planCommand(checked, runtime));
}

/**
 * Plans, pushes, verifies and records. Pushes nothing where the plan is refused (`outcome: 'refused'`).
 *
 * @param onPlan gets the plan before the push, and may throw to stop it
 * @throws {CommandError} `exitStatus` 4: something was sent, and the result is partial, unverified or unknown
 */
export async function apply(
  options: SyncOptions = {},
  onPlan: (result: PlanResult) => void | Promise<void> = () => undefined,
): Promise<ApplyResult> {
  const runtime = runtimeOf(options);
  const { outcome, counts, ...result } = await applyCommand(resolved(options, runtime), runtime, async (planned) =>
    onPlan(shown(planned)),
  );
  return { ...shown(result), outcome, ...(counts && { counts }) };
}

/**
 * What changed on the server since the last apply: `plan.drift`. The plan has no changes of its own.
 *
 * @throws {CommandError} also where drift cannot be determined, because there is no baseline or no read
 */
export async function drift(options: SyncOptions = {}): Promise<PlanResult> {
  const runtime = runtimeOf(options);
  return shown(await driftCommand(resolved(options, runtime), runtime));
}

/** A plan as the command line prints it, without colour. Ends with a line break. */
export function formatPlan(result: Pick<PlanResult, 'plan'>): string {
  return textPlan(result.plan, { color: false });
}

/** A plan as `plan --json` prints it: one document with a `version`. */
export function formatPlanAsJson(result: Pick<PlanResult, 'plan'>): string {
  return jsonPlan(result.plan);
}

function resolved(options: SyncOptions, runtime: Runtime): Options {
  return oneTarget(resolveOptions(options, runtime.env), runtime);
}

function runtimeOf({ cwd, env, onSecret, onStep }: SyncOptions): Runtime {
  return {
    cwd: cwd ?? process.cwd(),
    env: env ?? process.env,
    ...CLOCK,
    onSecret: onSecret ?? (() => undefined),
    onStep: onStep ?? (() => undefined),
  };
}

function shown({ plan, warnings, remarks }: Omit<UnmaskedResult, 'changeComment'>): PlanResult {
  return { plan: mask(plan), warnings, remarks };
}
