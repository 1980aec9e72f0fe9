// [edge] Who serves a data file: one process at a time, because each writes all of it.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DataFileError } from './data-file.ts';

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
