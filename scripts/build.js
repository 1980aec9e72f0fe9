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

/** What takes time to load and nobody here uses, with what stands there instead. */
const LEFT_OUT = [
  // The HTTP client that asks a forge for an identity: half of what the action would load.
  {
    name: '@actions/core',
    file: 'lib/oidc-utils.js',
    pattern: /^.*export class OidcClient .*$/s,
    put: 'export class OidcClient {}\n',
  },
  // For commands that are programs of their own.
  { name: 'commander', file: 'lib/command.js', pattern: /require\('node:child_process'\)/, put: '{}' },
];

/** In copies, which are found before the packages themselves. */
function leaveOut({ name, file, pattern, put }) {
  const copy = `lib/node_modules/${name}`;
  cpSync(`node_modules/${name}`, copy, { recursive: true });
  const text = readFileSync(`${copy}/${file}`, 'utf8');
  if (!pattern.test(text)) throw new Error(`${file} of ${name} is another one by now: see what it loads.`);
  writeFileSync(`${copy}/${file}`, text.replace(pattern, put));
}

for (const folder of ['lib', beside]) rmSync(folder, { recursive: true, force: true });
run('typescript/bin/tsc');
for (const one of LEFT_OUT) leaveOut(one);
for (const entry of ['action', 'cli']) {
  const folder = `${beside}/${entry}`;
  run('@vercel/ncc/dist/ncc/cli.js', 'build', `lib/${entry}.js`, '--no-cache', '-o', folder);
  minify(folder);
}
chmodSync(`${beside}/cli/index.js`, 0o755);
rmSync(out, { recursive: true, force: true });
renameSync(beside, out);
