// [edge] Plan files: what `plan --out` writes and `apply --plan` reads.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError } from '../errors.ts';
import type { Plan } from '../model/plan.ts';
import type { Options } from '../options.ts';
import { notReviewed, type Review } from '../plan/review.ts';

/** The plan with a refusal for every change that the plan file does not have; as it is where none was given. */
export function refuseUnreviewed(
  plan: Plan,
  { planFile, digestKey }: Pick<Options, 'planFile' | 'digestKey'>,
  cwd: string,
): Plan {
  if (planFile === undefined) return plan;
  const review = readReview(resolve(cwd, planFile), planFile);
  const findings = notReviewed(plan, { review, digestKey });
  return { ...plan, findings: [...plan.findings, ...findings] };
}

/** Throws {@link CommandError} for a file that is no plan of this version. */
function readReview(path: string, shown: string): Review {
  try {
    const file = JSON.parse(readFileSync(path, 'utf8')) as { version?: unknown; review?: Review };
    if (file.version === 1 && isReview(file.review)) return file.review;
  } catch (cause) {
    throw noPlan(shown, cause);
  }
  throw noPlan(shown);
}

/** Written beside, flushed and renamed: there is never half a plan. Throws {@link CommandError}. */
export function writePlanFile(path: string, content: string): void {
  const beside = `${path}.${process.pid}.tmp`;
  try {
    const file = openSync(beside, 'w', 0o600);
    try {
      writeSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (cause) {
    rmSync(beside, { force: true });
    throw new CommandError({
      code: 'bad-plan-file',
      message: `${path} cannot be written.`,
      hint: 'Is there such a folder, and may this user write there?',
      cause,
    });
  }
}

function isReview(review: Review | undefined): review is Review {
  return typeof review?.target?.url === 'string' && Array.isArray(review.items);
}

function noPlan(path: string, cause?: unknown): CommandError {
  const why = cause instanceof Error && 'code' in cause ? 'cannot be read' : 'is no plan of this version';
  return new CommandError({
    code: 'bad-plan-file',
    message: `${path} ${why}.`,
    hint: 'Write it with `confighub-sync plan --out <file>`.',
    cause,
  });
}
