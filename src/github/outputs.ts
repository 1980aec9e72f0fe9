// [edge] The outputs of the action, and the plan as files for later steps.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
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
  'markdown-plan-path',
  'html-plan-path',
  'comment-id',
  'targets',
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
export function outputPlan(plan: MaskedPlan, { html, ...forms }: Forms & { html: string }): void {
  const folder = newFolder();
  outputForms([plan], { folder, forms });
  setOutputs({ 'html-plan-path': write(folder, 'plan.html', html) });
}

/**
 * The plans of several targets, as far as they could be made.
 * @param pages HTML by the name of the target
 */
export function outputPlans(
  plans: readonly MaskedPlan[],
  { pages, ...forms }: Forms & { pages: ReadonlyMap<string, string> },
): void {
  const folder = newFolder();
  outputForms(plans, { folder, forms });
  const html = join(folder, 'html');
  mkdirSync(html, { mode: 0o700 });
  for (const [name, page] of pages) write(html, `${name}.html`, page);
  setOutputs({ 'html-plan-path': html });
}

type Forms = Record<'json' | 'markdown', string>;

function outputForms(plans: readonly MaskedPlan[], { folder, forms }: { folder: string; forms: Forms }): void {
  const changes = plans.flatMap((plan) => plan.changes);
  const counts = countsOf(plans);
  setOutputs({
    changes: String(changes.some(isCounted)),
    'to-create': String(counts['to-create']),
    'to-update': String(counts['to-update']),
    'to-delete': String(counts['to-delete']),
    drift: String(counts.drift),
    overrides: String(plans.reduce((sum, plan) => sum + countOverrides(plan), 0)),
    'plan-path': write(folder, 'plan.json', forms.json),
    'markdown-plan-path': write(folder, 'plan.md', forms.markdown),
  });
}

function countsOf(plans: readonly MaskedPlan[]) {
  const { create, update, delete: deleted } = countChanges(plans.flatMap((plan) => plan.changes));
  const drift = plans.reduce((sum, plan) => sum + countDrift(plan), 0);
  return { 'to-create': create, 'to-update': update, 'to-delete': deleted, drift };
}

function newFolder(): string {
  return mkdtempSync(join(process.env.RUNNER_TEMP || tmpdir(), 'confighub-sync-'));
}

function write(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

/** One of several targets in the output `targets`. */
export interface TargetOutput {
  name: string;
  result: StepResult;
  plan?: MaskedPlan | undefined;
  errorCode?: string | undefined;
}

/** The output `targets`, in the order of the project file. */
export function outputTargetResults(targets: readonly TargetOutput[]): void {
  const listed = targets.map(({ name, result, plan, errorCode = '' }) => {
    const plans = plan === undefined ? [] : [plan];
    const changes = plans.some((one) => one.changes.some(isCounted));
    return { name, result, changes, ...countsOf(plans), 'error-code': errorCode };
  });
  setOutputs({ targets: JSON.stringify(listed) });
}

export function outputFailure(error: unknown): void {
  const code = error instanceof CommandError ? error.code : 'bug';
  setOutputs({ result: 'failed', 'failure-reason': failureReason(error), 'error-code': code });
}

/** Something was sent to one of several targets before another one failed. `code` is absent if that one was refused. */
export function outputPartial(code: string | undefined): void {
  setOutputs({ result: 'failed', 'failure-reason': 'uncertain', ...(code !== undefined && { 'error-code': code }) });
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
