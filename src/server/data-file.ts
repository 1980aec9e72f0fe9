// [edge] The data file: the state of a server between two starts, locked by one process at a time.
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, filesOfProcesses, isAlive } from '../lib/system.ts';
import type { Repository } from './state.ts';
import { fromStored, toStored } from './stored-state.ts';

/** The file cannot be read or written, or is not a data file; such a file is never overwritten. */
export class DataFileError extends Error {
  /** What to do; absent if the content is wrong. */
  readonly hint: string | undefined;

  constructor(file: string, reason: string, { hint, ...options }: ErrorOptions & { hint?: string } = {}) {
    super(`Cannot use the data file ${file}: ${reason}.`, options);
    this.name = 'DataFileError';
    this.hint = hint;
  }
}

/** Returns an empty list if there is no file. */
export async function loadState(file: string): Promise<Repository[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return [];
    fail(file, cause);
  }
  const result = fromStored(text);
  if ('problem' in result) throw new DataFileError(file, result.problem);
  return result.repositories;
}

/**
 * Resolves when the state is on disk. Writes a temporary file and renames it, so that the file always holds either the
 * old state or the new one.
 */
export async function saveState(file: string, repositories: readonly Repository[]): Promise<void> {
  await replaceFile(file, toStored(repositories)).catch((cause) => fail(file, cause));
}

async function replaceFile(file: string, text: string): Promise<void> {
  const folder = dirname(file);
  await makeFolder(folder);
  const temporary = `${file}.new`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(folder);
}

/** Makes the rename durable. Windows cannot open a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Locks a data file for one process, because each process writes all of it. Each creates its own lock file before it
 * looks for others, so of two that start together at most one continues. Removes the lock files of dead processes.
 * @returns releases the lock
 */
export async function lockDataFile(file: string): Promise<() => Promise<void>> {
  await refuseOtherKinds(file);
  await makeFolder(dirname(file)).catch((cause) => fail(file, cause));
  const own = `${file}.${process.pid}.lock`;
  await writeFile(own, '').catch((cause) => fail(file, cause));
  for (const { pid, path } of filesOfProcesses(file, 'lock')) {
    if (pid === process.pid) continue;
    if (!isAlive(pid)) await rm(path, { force: true });
    else {
      await rm(own, { force: true });
      throw new DataFileError(file, `it is in use by process ${pid}`, {
        hint: `Stop that process, or remove ${path} if it is not a server.`,
      });
    }
  }
  return () => rm(own, { force: true }).catch(() => undefined);
}

/** Reading a pipe could block forever. */
async function refuseOtherKinds(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || found.isFile()) return;
  const reason = found.isDirectory() ? 'it is a folder' : 'it is not a regular file';
  throw new DataFileError(file, reason, { hint: 'Pass the path of a file.' });
}

/** With its parents. The recursive `mkdir` of Node never ends where the system creates no folders, such as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}

function fail(file: string, cause: unknown): never {
  // Such as in /proc.
  if (codeOf(cause) === 'ENOENT')
    throw new DataFileError(file, 'it cannot be created there (ENOENT)', {
      hint: 'Pass the path of a file in a folder that can be written.',
      cause,
    });
  throw new DataFileError(file, cause instanceof Error ? cause.message : String(cause), { cause });
}
