// Compiles the modules of src/ that other scripts take tables from, and imports them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Modules that compiled.tsconfig.json names, such as `remote/refusals.js`. */
export async function compiled(...modules) {
  // Inside of the checkout, so that the packages are found.
  const folder = mkdtempSync(join(root, 'compiled-'));
  try {
    const args = [
      'node_modules/typescript/bin/tsc',
      '-p',
      'scripts/compiled.tsconfig.json',
      '--outDir',
      folder,
    ];
    execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    return await Promise.all(modules.map((module) => import(pathToFileURL(join(folder, module)))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
