// node bench/profile.js [--keys 10000] [--only plan] [--node <path>] [--write]: what the time of a plan, an apply and a first push
// is spent on, as bars, and their hottest functions. Of a bundle like dist/cli, but not minified, so that it has names.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { checkBuilt, ROOT } from './lib.js';
import { CASES } from './main-table.js';
import { timed } from './measure.js';
import { moduleFinder, selfTimes } from './profile-places.js';
import { writeSection } from './sections.js';
import { onKeys } from './stage-keys.js';
import { inFolder } from './stage.js';
import { ms, whole } from './table.js';

const RUNS = 3;
const BAR = 40;
const HOTTEST = 12;

const { values: options } = parseArgs({
  options: {
    keys: { type: 'string', default: '10000' },
    only: { type: 'string', default: Object.keys(CASES).join(',') },
    node: { type: 'string', default: process.execPath },
    write: { type: 'boolean', default: false },
  },
});
const keys = Number(options.keys);

checkBuilt();
await inFolder(async (folder) => {
  const dist = await bundle(folder);
  const findModule = moduleFinder(join(dist, 'cli'));
  const pictures = [];
  await onKeys({ keys, node: options.node, dist }, async (made) => {
    for (const name of options.only.split(',')) {
      const profiles = await profilesOf(CASES[name].of(made, dist), join(folder, name));
      const { byPart, byFunction } = selfTimes(profiles, findModule);
      pictures.push(picture(`${CASES[name].title}, ${whole(keys)} keys`, byPart));
      console.log(`${pictures.at(-1)}\n\n${hottest(byFunction)}\n`);
    }
  });
  if (options.write) writeSection('profile', `\`\`\`\n${pictures.join('\n\n')}\n\`\`\``);
});

/** As in scripts/build.js. */
async function bundle(folder) {
  const dist = join(folder, 'dist');
  const bundling = await rolldown({ input: { index: join(ROOT, 'lib/cli.js') }, platform: 'node' });
  await bundling.write({ dir: join(dist, 'cli'), chunkFileNames: '[name].js', sourcemap: true });
  await bundling.close();
  writeFileSync(join(dist, 'cli/package.json'), '{"type":"module"}');
  return dist;
}

async function profilesOf(one, folder) {
  mkdirSync(folder);
  await timed(one);
  const args = ['--cpu-prof', '--cpu-prof-interval', '500', `--cpu-prof-dir=${folder}`, ...one.args];
  for (let run = 0; run < RUNS; run++) await timed({ ...one, args });
  return readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
}

function picture(title, byPart) {
  const parts = sorted(byPart);
  const all = parts.reduce((sum, [, time]) => sum + time, 0);
  const width = Math.max(...parts.map(([part]) => part.length));
  const lines = parts.map(([part, time]) => {
    const bar = '█'.repeat(Math.round((time / all) * BAR));
    return `${part.padEnd(width)} ${whole((100 * time) / all).padStart(3)} % ${bar}`.trimEnd();
  });
  return [`${title}: ${ms(all / RUNS)} ms with the profiler`, ...lines].join('\n');
}

function hottest(byFunction) {
  const lines = sorted(byFunction).slice(0, HOTTEST);
  return lines.map(([name, time]) => `${ms(time / RUNS).padStart(6)} ms ${name}`).join('\n');
}

function sorted(times) {
  return [...times].sort(([, a], [, b]) => b - a);
}
