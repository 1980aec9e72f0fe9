// A program that is a Go module: built where Go is present, and kept as long as node_modules.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Milliseconds for a build; a minute is usual. */
const LIMIT = 300_000;

/** Not below the machine's folder for temporary files: there anybody could lay a program for us to run. */
export function cacheFolder(name) {
  return fileURLToPath(new URL(`../node_modules/.cache/confighub-sync/${name}`, import.meta.url));
}

/** `{ command }`, or `{ reason }` why it cannot be had. `module` may end in the package to build. */
export function goTool({ module, version }) {
  const name = basename(module);
  const folder = cacheFolder(`${name}-${version}`);
  const command = join(folder, name);
  if (existsSync(command)) return { command };
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
  } catch {
    return { reason: 'Go is not there' };
  }
  try {
    const env = { ...process.env, GOBIN: folder };
    execFileSync('go', ['install', `${module}@${version}`], { env, stdio: 'pipe', timeout: LIMIT });
    return { command };
  } catch (error) {
    const [line = ''] = String(error.stderr).trim().split('\n').slice(-1);
    return { reason: `${name} ${version} cannot be built: ${line}` };
  }
}
