// [edge] Replaces a file as a whole, so that it is always either old or new.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { filesOfProcesses, isAlive } from './system.ts';

/** Only its owner can read it. Writes and flushes a temporary file beside it, and renames it. Removes the temporary files of dead processes. */
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
