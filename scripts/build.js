// Builds dist/ (or the folder that is named) from src/: tsc writes lib/, and rolldown bundles it: a file for each entry,
// others for what only some commands load, and the licences of what they hold. The old folder is replaced only when the
// new one is whole.
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ENTRIES = ['action', 'cli'];

const out = process.argv[2] ?? 'dist';
const staging = `${out}.new`;
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

rmSync('lib', { recursive: true, force: true });
compile();
rmSync(staging, { recursive: true, force: true });
for (const entry of ENTRIES) await bundle(entry);
chmodSync(`${staging}/cli/index.js`, 0o755);
rmSync(out, { recursive: true, force: true });
renameSync(staging, out);

function compile() {
  try {
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc'], { stdio: ['ignore', 'pipe', 'inherit'] });
  } catch (error) {
    process.stderr.write(error.stdout ?? '');
    process.exit(1);
  }
}

async function bundle(entry) {
  const folder = `${staging}/${entry}`;
  const bundling = await rolldown({ input: { index: `lib/${entry}.js` }, platform: 'node' });
  const { output } = await bundling.write({
    dir: folder,
    chunkFileNames: '[name].js',
    // Stack traces keep their names, and no code is rewritten.
    minify: { compress: false, mangle: { keepNames: true }, codegen: true },
  });
  await bundling.close();
  writeFileSync(`${folder}/package.json`, '{"type":"module"}\n');
  writeFileSync(`${folder}/licenses.txt`, licensesOf(output.flatMap(({ moduleIds = [] }) => moduleIds)));
}

/** The name, the licence and its text for each package that modules are from. */
function licensesOf(modules) {
  const folders = modules.flatMap((module) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module) ?? []);
  return [...new Set(folders)]
    .map((folder) => {
      const { name, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      const text = file === undefined ? '' : readFileSync(`${folder}/${file}`, 'utf8');
      return `${name}\n${license}\n${text}`;
    })
    .sort()
    .join('\n');
}
