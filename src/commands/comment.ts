// [edge] comment: reads the JSON plan of another run from a file. Sends no requests.
import { lstatSync, readFileSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { CommandError } from '../errors.ts';
import { MAX_BYTES, readJsonPlan } from '../render/read-json-plan.ts';

/** The plan is already masked. Throws {@link CommandError}. */
export function comment(file: string, cwd: string): ReturnType<typeof readJsonPlan> {
  if (file === '') {
    const message = 'The input `json-plan` is empty.';
    const hint = 'Set it to the path of the JSON plan from the pull request run.';
    throw new CommandError({ code: 'bad-input', message, hint });
  }
  const path = resolve(cwd, file);
  if (!isAbsolute(file) && !isBelow(path, cwd)) throw unreadable(`${file} is outside the working directory`);
  return readJsonPlan(readRegular(path, file), file);
}

function isBelow(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside.split(sep)[0] !== '..' && !isAbsolute(inside);
}

/** An artifact may contain a link to a file that only this job can read, or a pipe that blocks. */
function readRegular(path: string, file: string): string {
  try {
    const stat = lstatSync(path);
    if (!stat.isFile()) throw unreadable(`${file} is not a regular file`);
    if (stat.size > MAX_BYTES) throw unreadable(`${file} is larger than ${MAX_BYTES / 1_000_000} MB`);
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    throw unreadable(`${file} cannot be read`, cause);
  }
}

function unreadable(problem: string, cause?: unknown): CommandError {
  return new CommandError({
    code: 'bad-plan-file',
    message: `${problem}.`,
    hint: 'Pass the downloaded JSON plan: an absolute path, or a path inside the working directory.',
    cause,
  });
}
