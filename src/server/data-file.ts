// [edge] The data file: the state of a server between two starts, used by one process at a time.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError, systemProblem } from '../errors.ts';
import { replaceFile } from '../lib/replace-file.ts';
import { codeOf, filesOfProcesses, isAlive } from '../lib/system.ts';
import type { Repository } from './state.ts';
import { fromStored, toStored } from './stored-state.ts';

const RESTORE = 'The file was left unchanged. Restore a copy of it, or pass another file with --data.';

/** The file cannot be read or written, or is not a data file; such a file is never overwritten. */
export function dataFileError(
  file: string,
  reason: string,
  { hint = RESTORE, cause }: { hint?: string | undefined; cause?: unknown } = {},
): CommandError {
  return new CommandError({ code: 'data-file', message: `Cannot use the data file ${file}: ${reason}.`, hint, cause });
}

/** Returns an empty list if there is no file. */
export function loadState(file: string): Repository[] {
  const text = existsSync(file) ? attempt(file, () => readFileSync(file, 'utf8')) : undefined;
  if (text === undefined) return [];
  const result = fromStored(text);
  if ('problem' in result) throw dataFileError(file, result.problem);
  return result.repositories;
}

export function saveState(file: string, repositories: readonly Repository[]): void {
  attempt(file, () => replaceFile(file, toStored(repositories)));
}

/**
 * Locks a data file for one process, because each process writes all of it. Each creates its own lock file before it
 * looks for others, so of two that start together at most one continues. Removes the lock files of dead processes.
 * @returns releases the lock
 */
export function lockDataFile(file: string): () => void {
  refuseOtherKinds(file);
  const own = `${file}.${process.pid}.lock`;
  attempt(file, () => {
    if (!existsSync(dirname(file))) mkdirSync(dirname(file));
    writeFileSync(own, '');
  });
  for (const { pid, path } of filesOfProcesses(file, 'lock')) {
    if (pid === process.pid) continue;
    if (!isAlive(pid)) rmSync(path, { force: true });
    else {
      rmSync(own, { force: true });
      throw dataFileError(file, `it is in use by process ${pid}`, {
        hint: `Stop that process, or remove ${path} if it is not a server.`,
      });
    }
  }
  // Its folder may be gone.
  return () => {
    if (existsSync(own)) rmSync(own);
  };
}

/** Reading a pipe could block forever. */
function refuseOtherKinds(file: string): void {
  const found = attempt(file, () => statSync(file, { throwIfNoEntry: false }));
  if (found === undefined || found.isFile()) return;
  const reason = found.isDirectory() ? 'it is a folder' : 'it is not a regular file';
  throw dataFileError(file, reason, { hint: 'Pass the path of a file.' });
}

function attempt<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    const { what, hint } = codeOf(cause) === 'ENOENT' ? NO_FOLDER : (systemProblem(cause) ?? {});
    const reason = what ?? (cause instanceof Error ? cause.message : String(cause));
    throw dataFileError(file, reason, { hint, cause });
  }
}

const NO_FOLDER = { what: 'its folder does not exist', hint: 'Create the folder, or use another path.' };
