// Writes schema/, the JSON Schemas of the project file and of documents, from the tables of src/. `--check` only compares.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compiled } from './compiled.js';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const [{ schemaFiles }] = await compiled('schema/files.js');
const files = schemaFiles();
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

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
