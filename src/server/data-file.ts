// [edge] The file in which a server keeps its state between two starts.
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Repository } from './state.ts';
import { fromStored, toStored } from './stored-state.ts';

/** The file cannot be read or written, or is not one of ours. One that is there and not ours is never overwritten. */
export class DataFileError extends Error {
  readonly file: string;
  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`The data file ${file} cannot be used: ${reason}.`, options);
    this.name = 'DataFileError';
    this.file = file;
  }
}

/** No file: an empty list. */
export async function loadState(file: string): Promise<Repository[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw new DataFileError(file, cause instanceof Error ? cause.message : String(cause), { cause });
  }
  const result = fromStored(text);
  if ('problem' in result) throw new DataFileError(file, result.problem);
  return result.repositories;
}

/**
 * Returns when the state is on disk. It is written beside the file and then renamed, so that at any
 * moment the file holds either the old state or the new one.
 */
export async function saveState(file: string, repositories: readonly Repository[]): Promise<void> {
  try {
    await replaceFile(file, toStored(repositories));
  } catch (cause) {
    throw new DataFileError(file, cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true });
  const beside = `${file}.new`;
  const handle = await open(beside, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(beside, file);
  await syncFolder(folder);
}

/** Makes the rename last. Some systems cannot open a folder; there is nothing more to do there. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

// Who serves a data file: one process at a time, because each writes all of it.

/** Gives the file back. */
export type Release = () => Promise<void>;

/**
 * Each process says with a file of its own that it is there, and only then looks for others: of two that start
 * together at most one goes on. What a process left that was killed is removed.
 */
export async function lockDataFile(file: string): Promise<Release> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true }).catch((cause) => fail(file, cause));
  const own = `${file}.${process.pid}.lock`;
  await writeFile(own, '').catch((cause) => fail(file, cause));
  for (const { pid, path } of await locks(file)) {
    if (pid === process.pid) continue;
    if (!isAlive(pid)) await rm(path, { force: true });
    else {
      await rm(own, { force: true });
      throw new DataFileError(
        file,
        `process ${pid} is serving it already; end that one, or, if it is something else, remove ${path}`,
      );
    }
  }
  return () => rm(own, { force: true }).catch(() => undefined);
}

async function locks(file: string): Promise<{ pid: number; path: string }[]> {
  const [folder, prefix] = [dirname(file), `${basename(file)}.`];
  return (await readdir(folder)).flatMap((name) => {
    const pid = name.startsWith(prefix) ? /^(\d+)\.lock$/.exec(name.slice(prefix.length))?.[1] : undefined;
    return pid === undefined ? [] : [{ pid: Number(pid), path: join(folder, name) }];
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function fail(file: string, cause: unknown): never {
  throw new DataFileError(file, cause instanceof Error ? cause.message : String(cause), { cause });
}
