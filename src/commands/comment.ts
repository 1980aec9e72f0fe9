// [edge] comment: reads the JSON plans of other jobs or runs from files. Sends no requests.
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { isLiteral, leadsOut } from '../documents/globs.ts';
import { workTreeFiles } from '../documents/work-tree-files.ts';
import { CommandError } from '../errors.ts';
import { globProblem } from '../lib/glob.ts';
import { repositoryText } from '../model/targets.ts';
import { MAX_BYTES, type ReadPlan, readJsonPlans, type ReadPlans } from '../render/read-json-plan.ts';

/** Maximum size of all files together. */
const MAX_TOTAL = 5 * MAX_BYTES;

/**
 * The plans are already masked. Throws {@link CommandError}.
 * @param files paths and globs, one on each line
 */
export function comment(files: string, cwd: string): ReadPlans {
  const lines = files.split(/\r?\n/).map((line) => line.trim());
  const paths = distinct(
    lines.filter((line) => line !== '').flatMap((line) => pathsOf(line, cwd)),
    cwd,
  );
  if (paths.length === 0) {
    const message = 'The input `json-plan` is empty.';
    const hint = 'Set it to the path of a JSON plan, to several paths, one on each line, or to a glob.';
    throw new CommandError({ code: 'bad-input', message, hint });
  }
  let total = 0;
  const read = paths.map((file) => {
    const json = readRegular(resolve(cwd, file), file);
    total += json.length;
    if (total > MAX_TOTAL) throw unreadable(`The plans are larger than ${MAX_TOTAL / 1_000_000} MB together`);
    return { file, ...readJsonPlans(json, file) };
  });
  refuseSame(read);
  const removed = read.flatMap((one) => one.removed).map((one) => [JSON.stringify(one), one] as const);
  return { plans: read.flatMap(({ plans }) => plans), removed: [...new Map(removed).values()] };
}

/** The path itself, or what a glob matches, sorted. A file may have a name that looks like a glob. */
function pathsOf(line: string, cwd: string): string[] {
  const path = resolve(cwd, line);
  const isPath = isLiteral(line) || existsSync(path);
  if (isPath ? !isAbsolute(line) && !isBelow(path, cwd) : leadsOut(line))
    throw unreadable(`${line} is outside the working directory`);
  return isPath ? [line] : matching(line, cwd);
}

function matching(glob: string, cwd: string): string[] {
  const problem = globProblem(glob);
  if (problem !== undefined) throw unreadable(`The glob ${glob} ${problem}`);
  const { paths, problems } = workTreeFiles(cwd, cwd).list([glob]);
  const [first] = problems;
  if (first !== undefined) throw unreadable(first.message.replace(/\.$/, ''));
  if (paths.length === 0) throw unreadable(`No file matches ${glob}`);
  return paths;
}

function distinct(paths: readonly string[], cwd: string): string[] {
  return [...new Map(paths.map((path) => [resolve(cwd, path), path])).values()];
}

/** Two plans of one target would contradict each other. */
function refuseSame(files: readonly { file: string; plans: readonly ReadPlan[] }[]): void {
  const seen = new Map<string, string>();
  for (const { file, plans } of files)
    for (const one of plans) {
      const target = one.name ?? ('plan' in one ? `${nameOf(one)} at ${one.plan.target.url}` : '');
      const other = seen.get(target);
      if (other !== undefined) {
        const message = `${other} and ${file} both have a plan of ${nameOf(one)}.`;
        throw new CommandError({ code: 'bad-plan-file', message, hint: 'Pass one JSON plan for each target.' });
      }
      seen.set(target, file);
    }
}

/** The name of the target, or the repository if the plan names no target. */
export function nameOf(one: ReadPlan): string {
  if (!('plan' in one)) return one.name;
  return one.name ?? repositoryText(one.plan.target);
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
    hint: 'Pass downloaded JSON plans: absolute paths, or paths and globs inside the working directory.',
    cause,
  });
}
