// npm run bench: measures what is promised, and prints it. README.md says which options there are.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { comparison } from './compare.js';
import { growth } from './growth.js';
import { page } from './page.js';
import { effects, rendering, serving } from './inside.js';
import { checkBuilt, namesIn, ROOT, sizesIn } from './lib.js';
import { machine } from './machine.js';
import { CASES, mainTable } from './main-table.js';
import { writeSection } from './sections.js';
import { startUp } from './start-up.js';
import { requests } from './requests.js';
import { severalTargets } from './several-targets.js';
import { overs, sectionText } from './table.js';
import { usualFor } from './targets.js';
import { waiting } from './waiting.js';

const SECTIONS = {
  start: startUp,
  growth,
  requests,
  waiting,
  rendering,
  effects,
  page,
  serving,
  targets: severalTargets,
};
/** For CI: what fits into a few minutes. */
const QUICK = {
  only: Object.keys(CASES).join(','),
  keys: '1000,10000',
  runs: '3',
  memoryRuns: 5,
};
const FULL = {
  only: Object.keys({ ...CASES, ...SECTIONS }).join(','),
  keys: '1000,10000,100000',
  runs: '7',
};

const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    against: { type: 'string' },
    only: { type: 'string' },
    keys: { type: 'string' },
    dimension: { type: 'string' },
    runs: { type: 'string' },
    node: { type: 'string' },
    write: { type: 'string' },
  },
});
const chosen = {
  node: process.execPath,
  memoryRuns: 3,
  ...(given.quick ? QUICK : FULL),
  ...given,
};
const only = namesIn(chosen.only, { ...CASES, ...SECTIONS });
const measuring = {
  node: chosen.node,
  dist: join(ROOT, 'dist'),
  against: chosen.against,
  dimension: chosen.dimension,
  runs: Number(chosen.runs),
  memoryRuns: chosen.memoryRuns,
  sizes: sizesIn(chosen.keys),
  names: only.filter((name) => name in CASES),
  onProgress: (line) => console.error(line),
};

checkBuilt();
const measures = chosen.against === undefined ? chosenMeasures() : [comparison];
const title = machine(chosen.node);
console.log(title);
if (given.quick && usualFor(chosen.node) === undefined)
  throw new Error(
    'bench/targets.js has no figures for this Node.js: choose another one with --node.',
  );
const sections = [];
for (const measure of measures) {
  sections.push(await measure(measuring));
  console.log(`\n${sectionText(sections.at(-1))}`);
}
if (chosen.write !== undefined) {
  const texts = sections.map(sectionText);
  writeSection(sectionName(), [`Measured on ${chosen.write}: ${title}.`, ...texts].join('\n\n'));
}
conclude(overs(sections));

function chosenMeasures() {
  const others = only.filter((name) => name in SECTIONS).map((name) => SECTIONS[name]);
  return measuring.names.length > 0 ? [mainTable, ...others] : others;
}

function sectionName() {
  if (chosen.against !== undefined) return 'against';
  return chosen.node === process.execPath ? 'results' : 'other Node.js';
}

function conclude(over) {
  if (chosen.against !== undefined) return;
  console.log(`\n${over.length === 0 ? 'Everything is within its target.' : over.join('\n')}`);
  if (over.length > 0) process.exitCode = 1;
}
