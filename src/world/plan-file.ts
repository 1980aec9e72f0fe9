// [edge] Writes plans and pages to files, refuses paths that they must not be written to, and reads the digest for `apply --plan`.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve, sep } from 'node:path';
import { CommandError, systemProblem } from '../errors.ts';
import { isPlainObject, parseStrictObject, type PlainObject } from '../lib/json.ts';
import { replaceFile } from '../lib/system.ts';
import { JSON_VERSION } from '../render/json.ts';
import type { TargetRow } from '../core/target-rows.ts';
import { nounOf } from '../model/targets.ts';

/** Larger than any plan that a server accepts. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Throws {@link CommandError} unless the file has a digest in the format of this version: it may contain anything. */
export function reviewedDigest(
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
  return rows.find(
    (planRow): planRow is PlainObject => isPlainObject(planRow) && planRow.name === row,
  );
}

function badPlanFile(message: string, cause?: unknown): CommandError {
  const hint =
    'Create it with `confighub-sync plan --out <file>` (output `plan-path` of the action).';
  return new CommandError({ code: 'bad-plan-file', message, hint, cause });
}

/** Throws {@link CommandError} for a path that cannot be written, before the server is read for its content. */
export function checkOutput(name: string, cwd: string): void {
  const path = resolve(cwd, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) throw notWritten(name, 'it is a folder', 'Name a file.');
  // Writing would replace a device such as /dev/null by a file, and break other programs.
  if (stat?.isFile() === false) throw notWritten(name, 'it is a device or a pipe', 'Name a file.');
  if (!existsSync(dirname(path)))
    throw notWritten(name, 'its folder does not exist', 'Create the folder, or use another path.');
  const parts = [...realpathSync(dirname(path)).split(sep), basename(path)];
  if (parts.some((part) => part.toLowerCase() === '.git'))
    throw notWritten(name, 'it belongs to Git', ANOTHER_FILE);
}

const ANOTHER_FILE = 'Name another file.';

/** Whether something is at the path, which may be a link. */
export function isOutputThere(name: string, cwd: string): boolean {
  return existsSync(resolve(cwd, name));
}

/** Throws {@link CommandError} if the path leads to one of these files, also by another name. @param files absolute paths */
export function refuseOverwriting(name: string, cwd: string, files: readonly string[]): void {
  const idOf = (path: string) => {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat && `${stat.dev} ${stat.ino}`;
  };
  const id = idOf(resolve(cwd, name));
  if (id !== undefined && files.some((file) => idOf(file) === id))
    throw notWritten(name, 'it is a file of the project', ANOTHER_FILE);
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
