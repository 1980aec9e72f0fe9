// Writes schema/, the JSON Schemas of the project file and of documents, from the tables of src/. `--check` only compares.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const files = await built();
if (!process.argv.includes('--check')) {
  mkdirSync('schema', { recursive: true });
  for (const [name, text] of files) writeFileSync(`schema/${name}`, text);
} else {
  const stale = [...files].filter(([name, text]) => read(`schema/${name}`) !== text).map(([name]) => name);
  if (stale.length > 0) {
    console.error(`Not what the sources give: ${stale.join(', ')}. Run \`npm run schema\`.`);
    process.exitCode = 1;
  }
}

/** Inside the checkout, so that the packages are found. */
async function built() {
  const folder = mkdtempSync('schema-');
  try {
    const args = ['node_modules/typescript/bin/tsc', '-p', 'scripts/schema.tsconfig.json', '--outDir', folder];
    execFileSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    const { schemaFiles } = await import(pathToFileURL(join(folder, 'schema/files.js')));
    return schemaFiles();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
