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

/** Of `--keys`: numbers, joined by commas. */
export function sizesIn(text) {
  const sizes = text.split(',').map(Number);
  if (sizes.every((size) => Number.isInteger(size) && size > 0)) return sizes;
  throw new Error(
    `--keys takes whole numbers above 0, joined by commas, like 1000,10000; not ${text}.`,
  );
}

/** Of `--only`: those that are known, joined by commas. */
export function namesIn(text, known) {
  const names = text.split(',');
  if (names.every((name) => Object.hasOwn(known, name))) return names;
  throw new Error(`--only takes ${Object.keys(known).join(', ')}, joined by commas; not ${text}.`);
}

function newest(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  return Math.max(...files.map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs));
}
