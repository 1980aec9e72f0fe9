// [edge] The system: its error codes, which processes are alive, and replacing whole files.
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The code of an error of Node.js or the system, such as `ENOENT`; `undefined`: it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** The files beside a path that carry the id of a process: `state.json.4711.lock` for `state.json` and `lock`. */
export function filesOfProcesses(path: string, ending: string): { pid: number; path: string }[] {
  const folder = dirname(path);
  const prefix = `${basename(path)}.`;
  return readdirSync(folder).flatMap((name) => {
    const isNamed = name.startsWith(prefix) && name.endsWith(`.${ending}`);
    const pid = isNamed ? name.slice(prefix.length, -ending.length - 1) : '';
    return /^\d+$/.test(pid) ? [{ pid: Number(pid), path: join(folder, name) }] : [];
  });
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    return codeOf(error) === 'EPERM';
  }
}

/** Only its owner can read it. Writes and flushes a temporary file beside it, and renames it. Removes the temporary files of processes that have ended. */
export function replaceFile(path: string, content: string): void {
  for (const { pid, path: left } of filesOfProcesses(path, 'tmp'))
    if (pid === process.pid || !isAlive(pid)) rmSync(left);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, content, { flag: 'wx', mode: 0o600, flush: true });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
