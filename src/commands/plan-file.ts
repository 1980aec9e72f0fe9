// [edge] Writes the plan file of `plan --out`, and reads it for `apply --plan`.
import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CommandError, systemProblem } from '../errors.ts';
import { excessOf } from '../lib/json.ts';
import { isPlainObject, type PlainObject } from '../lib/strict-json.ts';
import { codeOf } from '../lib/system.ts';
import { type Plan, withFindings } from '../model/plan.ts';
import type { Options } from '../options.ts';
import { notReviewed, type Review } from '../plan/review.ts';
import { stagingPath, writeFlushed } from './write-files.ts';

/** The plan with a refusal for every change that is not in the plan file, if there is one. */
export function refuseUnreviewed(
  plan: Plan,
  { planFile, digestKey, target }: Pick<Options, 'planFile' | 'digestKey' | 'target'>,
  cwd: string,
): Plan {
  if (planFile === undefined) return plan;
  const review = readReview(resolve(cwd, planFile), { shown: planFile, target });
  return withFindings(plan, ...notReviewed(plan, { review, digestKey }));
}

/** Larger than any plan that a server accepts. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Deeper than any plan. */
const MAX_DEPTH = 100;

/** Throws {@link CommandError} unless the file is a plan of this version: an artifact may contain anything. */
function readReview(path: string, { shown, target }: { shown: string; target: string | undefined }): Review {
  try {
    const stat = statSync(path);
    // Reading a pipe could block forever.
    const text = stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(path, 'utf8') : '';
    const isBounded = excessOf(text, MAX_DEPTH) === undefined;
    const file: unknown = isBounded ? JSON.parse(text) : undefined;
    const plan = isPlainObject(file) && file.version === 1 ? planIn(file, target) : undefined;
    if (plan !== undefined && isReview(plan.review)) return plan.review;
  } catch (cause) {
    throw noPlan(shown, cause);
  }
  throw noPlan(shown);
}

/** The only plan in the file, or that of the target. */
function planIn(file: PlainObject, target: string | undefined): PlainObject | undefined {
  if (target === undefined || !Array.isArray(file.targets)) return file;
  return file.targets.find((one): one is PlainObject => isPlainObject(one) && one.name === target);
}

/** Throws {@link CommandError} for a path that cannot be written, before the server is read for its content. */
export function checkOutput(name: string | undefined, cwd: string): void {
  if (name === undefined) return;
  const path = resolve(cwd, name);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw notWritten(name, { what: 'it is a folder', hint: 'Name a file.' });
  if (!existsSync(dirname(path)))
    throw notWritten(name, { what: 'its folder does not exist', hint: 'Create the folder, or use another path.' });
}

/** Writes a temporary file, flushes and renames it, so that the plan file is never incomplete. Throws {@link CommandError}. */
export function writePlanFile(name: string, { content, cwd }: { content: string; cwd: string }): void {
  const path = resolve(cwd, name);
  let staging: string | undefined;
  try {
    staging = stagingPath(path);
    writeFlushed(staging, content, 0o600);
    renameSync(staging, path);
  } catch (cause) {
    if (staging !== undefined) rmSync(staging, { force: true });
    const problem = systemProblem(cause);
    throw problem === undefined ? cause : notWritten(name, { ...problem, cause });
  }
}

function notWritten(
  name: string,
  { what, hint, cause }: { what: string; hint: string; cause?: unknown },
): CommandError {
  return new CommandError({ code: 'file-system', message: `Cannot write ${name}: ${what}.`, hint, cause });
}

function isReview(review: unknown): review is Review {
  if (!isPlainObject(review) || !isPlainObject(review.target) || !Array.isArray(review.items)) return false;
  return typeof review.target.url === 'string' && review.items.every(isItem);
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  key: ['key'],
  value: ['key', 'context'],
  file: ['path', 'context'],
};

function isItem(item: unknown): boolean {
  if (!isPlainObject(item) || typeof item.kind !== 'string' || typeof item.action !== 'string') return false;
  const names = Object.hasOwn(NAMES, item.kind) ? NAMES[item.kind] : undefined;
  return names?.every((name) => typeof item[name] === 'string') === true;
}

function noPlan(path: string, cause?: unknown): CommandError {
  const why = codeOf(cause) === undefined ? 'is not a plan of this version' : 'cannot be read';
  return new CommandError({
    code: 'bad-plan-file',
    message: `${path} ${why}.`,
    hint: 'Create it with `confighub-sync plan --out <file>`.',
    cause,
  });
}
