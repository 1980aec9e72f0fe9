// [edge] The outputs of the action, and the JSON plan as a file for later steps.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setOutput } from '@actions/core';
import { countChanges, isCounted } from '../model/plan.ts';
import { jsonPlan } from '../render/json.ts';
import type { MaskedPlan } from '../render/redact.ts';

/** Every output of action.yml; a test holds the two against each other. */
export const OUTPUTS = [
  'changes',
  'to-add',
  'to-change',
  'to-destroy',
  'result',
  'error-code',
  'plan-path',
] as const;

/** `result`: what became of the step. */
export const RESULTS = ['planned', 'applied', 'nothing', 'refused', 'valid', 'failed'] as const;
export type StepResult = (typeof RESULTS)[number];

export function outputPlan(plan: MaskedPlan, env: Readonly<Record<string, string | undefined>>): void {
  const { create, update, delete: destroy } = countChanges(plan.changes);
  const path = join(mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), 'confighub-sync-')), 'plan.json');
  writeFileSync(path, jsonPlan(plan));
  const values: Record<Exclude<(typeof OUTPUTS)[number], 'result' | 'error-code'>, string> = {
    changes: String(plan.changes.some(isCounted)),
    'to-add': String(create),
    'to-change': String(update),
    'to-destroy': String(destroy),
    'plan-path': path,
  };
  for (const [name, value] of Object.entries(values)) setOutput(name, value);
}

/** Which error ended the step; a failure that is no {@link CommandError} is a bug. */
export function outputError(code = 'bug'): void {
  setOutput('error-code', code);
}

export function outputResult(result: StepResult): void {
  setOutput('result', result);
}
