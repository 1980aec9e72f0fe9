// Builds dist/ (or the folder that is named) from src/: tsc writes lib/, ncc bundles its two entries.
// The old folder is replaced only when the new one is whole.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minifySync } from 'rolldown/experimental';

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

/** The chunks too, which ncc leaves as they are: half the text to compile at every start. */
function minify(folder) {
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.js'))) {
    const path = `${folder}/${name}`;
    const { code, errors } = minifySync(name, readFileSync(path, 'utf8'), { module: true });
    if (errors.length > 0) throw new Error(`${path} cannot be minified: ${errors[0].message}`);
    writeFileSync(path, code);
  }
}

/** Nothing here asks a forge for an identity: the HTTP client that could is half of what the action would load. */
function leaveOutIdentity() {
  const copy = 'lib/node_modules/@actions/core';
  cpSync('node_modules/@actions/core', copy, { recursive: true });
  writeFileSync(`${copy}/lib/oidc-utils.js`, 'export class OidcClient {}\n');
}

for (const folder of ['lib', beside]) rmSync(folder, { recursive: true, force: true });
run('typescript/bin/tsc');
leaveOutIdentity();
for (const entry of ['action', 'cli']) {
  const folder = `${beside}/${entry}`;
  run('@vercel/ncc/dist/ncc/cli.js', 'build', `lib/${entry}.js`, '--no-cache', '-o', folder);
  minify(folder);
}
chmodSync(`${beside}/cli/index.js`, 0o755);
rmSync(out, { recursive: true, force: true });
renameSync(beside, out);
