// Builds dist/ from src/: tsc writes lib/, ncc bundles its two entries. Everything it writes is removed first.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const out = process.argv[2] ?? 'dist';
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const run = (bin, ...args) =>
  execFileSync(process.execPath, [`node_modules/${bin}`, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });

for (const folder of ['lib', out]) rmSync(folder, { recursive: true, force: true });
run('typescript/bin/tsc');
for (const entry of ['action', 'cli'])
  run(
    '@vercel/ncc/dist/ncc/cli.js',
    'build',
    `lib/${entry}.js`,
    '--minify',
    '--no-cache',
    '-o',
    `${out}/${entry}`,
  );
