// node bench/profile.js [--keys 10000] [--only plan] [--node <path>] [--write]: what the time of a plan, an apply and a first push
// is spent on, as bars, and their hottest functions. Of a bundle like dist/cli, but not minified, so that it has names.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBuilt, namesIn, ROOT, sizesIn } from './lib.js';
import { CASES } from './main-table.js';
import { timed } from './measure.js';
import { moduleFinder, selfTimes } from './profile-places.js';
import { writeSection } from './sections.js';
import { onKeys } from './stage-keys.js';
import { inFolder } from './stage.js';
import { ms, whole } from './table.js';

/** As in scripts/build.js. */
const ENTRIES = [
  ['lib/cli.js', 'cli'],
  ['lib/cli/commands/index.js', 'cli/commands'],
  ['lib/cli/setup/index.js', 'cli/setup'],
];
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
const [keys, ...others] = sizesIn(options.keys);
if (others.length > 0) throw new Error('--keys takes one number here: run it once for each size.');
const names = namesIn(options.only, CASES);

checkBuilt();
await inFolder(async (folder) => {
  const dist = bundle(folder);
  const findModule = moduleFinder(join(dist, 'cli'));
  const pictures = [];
  await onKeys({ keys, node: options.node, dist }, async (made) => {
    for (const name of names) {
      const profiles = await profilesOf(CASES[name].of(made, dist), join(folder, name));
      const { byPart, byFunction } = selfTimes(profiles, findModule);
      pictures.push(picture(`${CASES[name].title}, ${whole(keys)} keys`, byPart));
      console.log(`${pictures.at(-1)}\n\n${hottest(byFunction)}\n`);
    }
  });
  if (options.write) writeSection('profile', `\`\`\`\n${pictures.join('\n\n')}\n\`\`\``);
});

function bundle(folder) {
  const out = join(folder, 'dist');
  for (const [entry, folder] of ENTRIES) {
    const args = ['node_modules/@vercel/ncc/dist/ncc/cli.js', 'build', entry, '--no-cache'];
    const maps = ['--source-map', '--no-source-map-register', '-o', join(out, folder)];
    execFileSync(process.execPath, [...args, ...maps], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return out;
}

async function profilesOf(one, folder) {
  mkdirSync(folder);
  await timed(one);
  const args = [
    '--cpu-prof',
    '--cpu-prof-interval',
    '500',
    `--cpu-prof-dir=${folder}`,
    ...one.args,
  ];
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
