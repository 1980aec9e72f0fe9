// Builds dist/ (or the folder that is named) from src/: tsc writes lib/, and ncc makes one file of each entry, with
// the licences of what it holds. The old folder is replaced only when the new one is whole.
import { execFile } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withPageAddresses } from './page-addresses.js';

/** The commands of the CLI are apart from its options, which `--help` and `--version` show without them; those of every day from those that set a project up. */
const ENTRIES = [
  ['lib/action.js', 'action'],
  ['lib/cli.js', 'cli'],
  ['lib/cli/commands/index.js', 'cli/commands'],
  ['lib/cli/setup/index.js', 'cli/setup'],
];

const out = process.argv[2] ?? 'dist';
const staging = `${out}.new`;
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

async function run(bin, ...args) {
  try {
    await promisify(execFile)(process.execPath, [`node_modules/${bin}`, ...args]);
  } catch (error) {
    process.stderr.write(`${error.stdout}${error.stderr}`);
    process.exit(1);
  }
}

function bundle([entry, folder]) {
  const options = [
    '--minify',
    '--no-cache',
    '--license',
    'licenses.txt',
    '-o',
    `${staging}/${folder}`,
  ];
  return run('@vercel/ncc/dist/ncc/cli.js', 'build', entry, ...options);
}

/** In lib/, before it is bundled. */
function namePages() {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const name of readdirSync('lib', { recursive: true })) {
    if (!name.endsWith('.js')) continue;
    const text = readFileSync(`lib/${name}`, 'utf8');
    const named = withPageAddresses(text, manifest);
    if (named !== text) writeFileSync(`lib/${name}`, named);
  }
}

rmSync('lib', { recursive: true, force: true });
await run('typescript/bin/tsc');
namePages();
rmSync(staging, { recursive: true, force: true });
await Promise.all(ENTRIES.map(bundle));
chmodSync(`${staging}/cli/index.js`, 0o755);
rmSync(out, { recursive: true, force: true });
renameSync(staging, out);
