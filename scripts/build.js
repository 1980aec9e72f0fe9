// Builds dist/ (or the folder that is named) from src/: tsc writes lib/, and ncc bundles it: a file for each entry,
// others for what only some commands load, and the licences of what they hold. The old folder is replaced only when the
// new one is whole.
import { execFileSync } from 'node:child_process';
import { chmodSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ENTRIES = ['action', 'cli'];

const out = process.argv[2] ?? 'dist';
const staging = `${out}.new`;
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

function run(bin, ...args) {
  try {
    execFileSync(process.execPath, [`node_modules/${bin}`, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } catch (error) {
    process.stderr.write(error.stdout ?? '');
    process.exit(1);
  }
}

function bundle(entry) {
  const options = ['--minify', '--no-cache', '--license', 'licenses.txt', '-o', `${staging}/${entry}`];
  run('@vercel/ncc/dist/ncc/cli.js', 'build', `lib/${entry}.js`, ...options);
}

rmSync('lib', { recursive: true, force: true });
run('typescript/bin/tsc');
rmSync(staging, { recursive: true, force: true });
for (const entry of ENTRIES) bundle(entry);
chmodSync(`${staging}/cli/index.js`, 0o755);
rmSync(out, { recursive: true, force: true });
renameSync(staging, out);
