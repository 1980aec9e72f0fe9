// [edge] The outputs of the action, and the plan as files for later steps.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setOutput } from '@actions/core';
import { CommandError, EXIT } from '../errors.ts';
import { countChanges, countDrift, countOverrides, isCounted } from '../model/plan.ts';
import type { MaskedPlan } from '../render/mask.ts';

/** Every output in action.yml; a test compares the two. */
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
  'html-plan-path',
  'comment-id',
  'targets',
  'target-names',
] as const;
type OutputName = (typeof OUTPUTS)[number];

/** Values of the output `result`. */
export const RESULTS = [
  'planned',
  'applied',
  'nothing',
  'refused',
  'valid',
  'checked',
  'unlocked',
  'commented',
  'listed',
  'skipped',
  'failed',
] as const;
export type StepResult = (typeof RESULTS)[number];

/** The output `failure-reason`, described in action.yml. */
function failureReason(error: unknown): 'invalid' | 'refused' | 'uncertain' | 'error' | 'bug' {
  if (!(error instanceof CommandError)) return 'bug';
  if (error.diagnostics !== undefined && error.diagnostics.length > 0) return 'invalid';
  if (error.exitStatus === EXIT.refused) return 'refused';
  return error.exitStatus === EXIT.unknown ? 'uncertain' : 'error';
}

/** Writes the files outside the workspace, so that they cannot end up in a commit. */
export function outputPlan(plan: MaskedPlan, forms: Record<'json' | 'markdown' | 'html', string>): void {
  const { create, update, delete: deleted } = countChanges(plan.changes);
  const folder = mkdtempSync(join(process.env.RUNNER_TEMP || tmpdir(), 'confighub-sync-'));
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const jsonPath = write('plan.json', forms.json);
  setOutputs({
    changes: String(plan.changes.some(isCounted)),
    'to-create': String(create),
    'to-update': String(update),
    'to-delete': String(deleted),
    drift: String(countDrift(plan)),
    overrides: String(countOverrides(plan)),
    'plan-path': jsonPath,
    'json-plan-path': jsonPath,
    'markdown-plan-path': write('plan.md', forms.markdown),
    'html-plan-path': write('plan.html', forms.html),
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

/** For the matrix of a workflow: `target-names` is `[]` if there are none. */
export function outputTargets(names: readonly string[]): void {
  setOutputs({ targets: JSON.stringify(names.map((name) => ({ name }))), 'target-names': JSON.stringify(names) });
}

function setOutputs(values: Partial<Record<OutputName, string>>): void {
  for (const [name, value] of Object.entries(values)) setOutput(name, value);
}
