// [edge] The outputs of the action, and the plan as files for later steps.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setOutput } from '@actions/core';
import type { TargetRow } from '../core/target-rows.ts';
import { CommandError, EXIT } from '../errors.ts';
import { OUTCOMES } from '../model/outcome.ts';
import {
  changesOf,
  countChanges,
  countDrift,
  countOverrides,
  isCounted,
  type Plan,
} from '../model/plan.ts';

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

/** The output `failure-reason`, described in action.yml. */
function failureReason(error: unknown): 'invalid' | 'refused' | 'uncertain' | 'error' | 'bug' {
  if (!(error instanceof CommandError)) return 'bug';
  if (error.diagnostics !== undefined && error.diagnostics.length > 0) return 'invalid';
  if (error.exitCode === EXIT.refused) return 'refused';
  if (error.exitCode === EXIT.unknown) return 'uncertain';
  return error.code === 'bug' ? 'bug' : 'error';
}

/**
 * The plans, as far as they could be made. Writes the files outside the workspace, so that they cannot end up in a commit.
 * @param pages HTML, with the names of the targets
 */
export function outputPlans(
  plans: readonly Plan[],
  {
    json,
    markdown,
    pages,
  }: { json: string; markdown: string; pages: Parameters<typeof writePages>[1] },
): void {
  const folder = mkdtempSync(join(process.env.RUNNER_TEMP || tmpdir(), 'confighub-sync-'));
  setOutputs({
    ...countsOf(plans),
    overrides: plans.reduce((sum, plan) => sum + countOverrides(plan), 0),
    'plan-path': write(folder, 'plan.json', json),
    'markdown-plan-path': write(folder, 'plan.md', markdown),
    'html-plan-path': writePages(folder, pages),
  });
}

/** The path of the only page, or of a folder with those of all targets. */
function writePages(
  folder: string,
  pages: readonly { name: string | undefined; html: string }[],
): string {
  const [only] = pages;
  if (only !== undefined && only.name === undefined) return write(folder, 'plan.html', only.html);
  const path = join(folder, 'html');
  mkdirSync(path, { mode: 0o700 });
  for (const { name, html } of pages) write(path, `${name}.html`, html);
  return path;
}

function countsOf(plans: readonly Pick<Plan, 'changes' | 'drift' | 'isDrift' | 'stage'>[]) {
  const changes = changesOf(plans);
  const { create, update, delete: deleted } = countChanges(changes);
  const drift = plans.reduce((sum, plan) => sum + countDrift(plan), 0);
  return {
    changes: changes.some(isCounted),
    'to-create': create,
    'to-update': update,
    'to-delete': deleted,
    drift,
  };
}

function write(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

/** The output `targets`, in the order of the project file. */
export function outputTargets(rows: readonly TargetRow[]): void {
  const listed = rows.map(({ name, outcome, plan, error }) => {
    const counts = countsOf(plan === undefined ? [] : [plan]);
    return { name, result: OUTCOMES[outcome].result, ...counts, 'error-code': error?.code ?? '' };
  });
  setOutputs({ targets: JSON.stringify(listed) });
}

/**
 * @param error absent: a target was refused, after something had been sent to another one
 * @param isPartly something was sent, and not everything that was to be
 */
export function outputFailure(error: unknown, isPartly = false): void {
  const code = error instanceof CommandError ? error.code : 'bug';
  const reason = isPartly ? 'uncertain' : failureReason(error);
  setOutputs({
    result: 'failed',
    'failure-reason': reason,
    'error-code': error === undefined ? undefined : code,
  });
}

export function outputResult(result: (typeof RESULTS)[number]): void {
  setOutputs({ result, 'failure-reason': result === 'refused' ? 'refused' : undefined });
}

export function outputComment(id: number): void {
  setOutputs({ 'comment-id': id });
}

function setOutputs(
  values: Partial<Record<(typeof OUTPUTS)[number], string | number | boolean | undefined>>,
): void {
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) setOutput(name, String(value));
}
