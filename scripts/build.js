// Builds dist/ (or the folder that is named) from src/: tsc writes lib/, and ncc bundles it: a file for each entry,
// others for what only some commands load, and the licences of what they hold. The old folder is replaced only when the
// new one is whole.
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  const folder = `${staging}/${entry}`;
  const stats = `${folder}.json`;
  run(
    '@vercel/ncc/dist/ncc/cli.js',
    'build',
    `lib/${entry}.js`,
    '--minify',
    '--no-cache',
    '-o',
    folder,
    '--stats-out',
    stats,
  );
  writeFileSync(`${folder}/licenses.txt`, licensesOf(readFileSync(stats, 'utf8')));
  rmSync(stats);
}

/** The name, the licence and its text for each package that the bundled modules are from, those loaded later included. */
function licensesOf(stats) {
  const folders = [
    ...stats.matchAll(/node_modules\/(?:@[\w.-]+\/)?[\w.-]+(?:\/node_modules\/(?:@[\w.-]+\/)?[\w.-]+)*(?=\/)/g),
  ];
  return [...new Set(folders.map(([folder]) => folder))]
    .filter((folder) => folder !== 'node_modules/@vercel/ncc')
    .map((folder) => {
      const { name, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      const text = file === undefined ? '' : readFileSync(`${folder}/${file}`, 'utf8');
      return `${name}\n${license}\n${text}`;
    })
    .sort()
    .join('\n');
}

rmSync('lib', { recursive: true, force: true });
run('typescript/bin/tsc');
rmSync(staging, { recursive: true, force: true });
for (const entry of ENTRIES) bundle(entry);
chmodSync(`${staging}/cli/index.js`, 0o755);
rmSync(out, { recursive: true, force: true });
renameSync(staging, out);
