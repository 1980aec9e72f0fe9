// Modules of src/ as `npm run dist` leaves them in lib/: what is measured in one process is what is shipped.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export function fromLib(path) {
  return import(pathToFileURL(join(ROOT, 'lib', path)).href);
}

/** Throws where lib/ is not there, or older than what it was made from. */
export function checkBuilt() {
  const entry = join(ROOT, 'lib/cli.js');
  if (!existsSync(entry) || statSync(entry).mtimeMs < newest(join(ROOT, 'src')))
    throw new Error('lib/ and dist/ are not what src/ gives: run `npm run dist` first.');
}

function newest(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Math.max(...files.map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs));
}
