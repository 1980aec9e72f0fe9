// [edge] The outputs of the action, and the plan as files for later steps.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setOutput } from '@actions/core';
import { CommandError, EXIT } from '../errors.ts';
import { countChanges, countDrift, countOverrides, isCounted } from '../model/plan.ts';
import type { ProcessEnvironment } from '../options.ts';
import type { MaskedPlan } from '../render/mask.ts';

/** Every output of action.yml; a test holds the two against each other. */
export const OUTPUTS = [
  'changes',
  'to-create',
  'to-update',
  'to-delete',
  'drift',
  'overrides',
  'result',
  'failure-reason',
  'error-code',
  'plan-path',
  'json-plan-path',
  'markdown-plan-path',
  'comment-id',
] as const;
type OutputName = (typeof OUTPUTS)[number];

/** `result`: what became of the step. */
export const RESULTS = [
  'planned',
  'applied',
  'nothing',
  'refused',
  'valid',
  'checked',
  'unlocked',
  'commented',
  'skipped',
  'failed',
] as const;
export type StepResult = (typeof RESULTS)[number];

/**
 * `failure-reason`: `invalid`: mistakes in the project's files; `refused`: by a rule of the plan; `uncertain`:
 * something was sent, and the result is not what it should be, or not known; `error`: everything else that has an
 * `error-code`; `bug`: a mistake of this program.
 */
const FAILURE_REASONS = ['invalid', 'refused', 'uncertain', 'error', 'bug'] as const;
type FailureReason = (typeof FAILURE_REASONS)[number];

function failureReason(error: unknown): FailureReason {
  if (!(error instanceof CommandError)) return 'bug';
  if (error.diagnostics !== undefined && error.diagnostics.length > 0) return 'invalid';
  if (error.exitStatus === EXIT.refused) return 'refused';
  return error.exitStatus === EXIT.unknown ? 'uncertain' : 'error';
}

/** Texts of a plan by the output that holds the path of their file. */
export type PlanFiles = Pick<Record<OutputName, string>, 'plan-path' | 'markdown-plan-path'>;

const FILE_NAMES: Record<keyof PlanFiles, string> = {
  'plan-path': 'plan.json',
  'markdown-plan-path': 'plan.md',
};

/** Outside the workspace: nothing of it gets into a later commit. */
export function outputPlan(plan: MaskedPlan, { files, env }: { files: PlanFiles; env: ProcessEnvironment }) {
  const { create, update, delete: deleted } = countChanges(plan.changes);
  const folder = mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), 'confighub-sync-'));
  const paths = Object.entries(FILE_NAMES).map(([name, file]) => [name, join(folder, file)] as const);
  for (const [name, path] of paths) writeFileSync(path, files[name as keyof PlanFiles], { mode: 0o600 });
  setOutputs({
    changes: String(plan.changes.some(isCounted)),
    'to-create': String(create),
    'to-update': String(update),
    'to-delete': String(deleted),
    drift: String(countDrift(plan)),
    overrides: String(countOverrides(plan)),
    ...Object.fromEntries(paths),
    'json-plan-path': join(folder, FILE_NAMES['plan-path']),
  });
}

export function outputFailure(error: unknown): void {
  const code = error instanceof CommandError ? error.code : 'bug';
  setOutputs({ result: 'failed', 'failure-reason': failureReason(error), 'error-code': code });
}

export function outputResult(result: StepResult): void {
  setOutputs({ result, ...(result === 'refused' && { 'failure-reason': 'refused' }) });
}

export function outputComment(id: number): void {
  setOutputs({ 'comment-id': String(id) });
}

function setOutputs(values: Partial<Record<OutputName, string>>): void {
  for (const [name, value] of Object.entries(values)) setOutput(name, value);
}
