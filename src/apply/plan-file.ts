// [edge] Writes the plan file of `plan --out`, and reads its digest for `apply --plan`.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CommandError, systemProblem } from '../errors.ts';
import { isPlainObject, parseStrictObject, type PlainObject } from '../lib/json.ts';
import { replaceFile } from '../lib/system.ts';
import { type Plan, withFindings } from '../model/plan.ts';
import { nounOf } from '../model/targets.ts';
import { planDigest } from '../plan/digest.ts';
import { JSON_VERSION } from '../render/json.ts';
import type { TargetOptions } from './project.ts';
import { rowCalled, type TargetRow } from './targets.ts';

/** The plan with a refusal if it is not the one of the plan file. Without changes nothing is sent, whatever was reviewed. */
export function refuseUnreviewed(
  plan: Plan,
  {
    plan: file,
    digestKey,
    ...options
  }: Pick<TargetOptions, 'plan' | 'digestKey' | 'target' | 'chosenStage'>,
  cwd: string,
): Plan {
  if (file === undefined) return plan;
  const reviewed = reviewedDigest(file, { cwd, row: rowCalled(options) });
  if (plan.changes.length === 0 || reviewed === planDigest(plan, digestKey)) return plan;
  return withFindings(plan, {
    severity: 'refusal',
    code: 'not-reviewed',
    message: `This plan is not the one in ${file}.`,
    hint: NOT_REVIEWED,
  });
}

const NOT_REVIEWED =
  'Since the review, the files or the server have changed, or this apply has another target, `prune` or digest key. This plan shows what would be applied now. Make a new plan file, and have it reviewed.';

/** Larger than any plan that a server accepts. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Throws {@link CommandError} unless the file has a digest in the format of this version: it may contain anything. */
function reviewedDigest(
  name: string,
  { cwd, row }: { cwd: string; row: Pick<TargetRow, 'name' | 'isStage'> },
): string {
  const file = parseStrictObject(readText(name, resolve(cwd, name)));
  if (file?.version === JSON_VERSION) {
    const plan = planIn(file, row.name);
    if (plan === undefined)
      throw badPlanFile(`${name} has no plan of the ${nounOf([row])} \`${row.name}\`.`);
    const { digest } = plan;
    if (typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest)) return digest;
  }
  throw badPlanFile(`${name} is not a plan file of this version.`);
}

function readText(name: string, path: string): string {
  try {
    const stat = statSync(path);
    // Reading a pipe could block forever.
    return stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(path, 'utf8') : '';
  } catch (cause) {
    throw badPlanFile(`${name} cannot be read.`, cause);
  }
}

/** The only plan in the file, or that of the target or stage. */
function planIn(file: PlainObject, row: string | undefined): PlainObject | undefined {
  const rows = file.targets ?? file.stages;
  if (row === undefined || !Array.isArray(rows)) return file;
  return rows.find((one): one is PlainObject => isPlainObject(one) && one.name === row);
}

function badPlanFile(message: string, cause?: unknown): CommandError {
  const hint =
    'Create it with `confighub-sync plan --out <file>` (output `plan-path` of the action).';
  return new CommandError({ code: 'bad-plan-file', message, hint, cause });
}

/** Throws {@link CommandError} for a path that cannot be written, before the server is read for its content. */
export function checkOutput(name: string | undefined, cwd: string): void {
  if (name === undefined) return;
  const path = resolve(cwd, name);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw notWritten(name, 'it is a folder', 'Name a file.');
  if (!existsSync(dirname(path)))
    throw notWritten(name, 'its folder does not exist', 'Create the folder, or use another path.');
}

/** The plan file is never incomplete. Throws {@link CommandError}. */
export function writePlanFile(
  name: string,
  { content, cwd }: { content: string; cwd: string },
): void {
  try {
    replaceFile(resolve(cwd, name), content);
  } catch (cause) {
    const problem = systemProblem(cause);
    throw problem === undefined ? cause : notWritten(name, problem.what, problem.hint, cause);
  }
}

function notWritten(name: string, what: string, hint: string, cause?: unknown): CommandError {
  return new CommandError({
    code: 'file-system',
    message: `Cannot write ${name}: ${what}.`,
    hint,
    cause,
  });
}
