// Builds dist/ (or the folder that is named) from src/: tsc writes lib/, ncc bundles its two entries.
// The old folder is replaced only when the new one is whole.
import { execFileSync } from 'node:child_process';
import { chmodSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const out = process.argv[2] ?? 'dist';
const beside = `${out}.new`;
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

for (const folder of ['lib', beside]) rmSync(folder, { recursive: true, force: true });
run('typescript/bin/tsc');
for (const entry of ['action', 'cli']) {
  run(
    '@vercel/ncc/dist/ncc/cli.js',
    'build',
    `lib/${entry}.js`,
    '--minify',
    '--no-cache',
    '-o',
    `${beside}/${entry}`,
  );
}
chmodSync(`${beside}/cli/index.js`, 0o755);
rmSync(out, { recursive: true, force: true });
renameSync(beside, out);
