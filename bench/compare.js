// Two builds in turn: what a change of src/ is worth.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CASES } from './main-table.js';
import { inTurn, runsOf, usageInTurn } from './measure.js';
import { onKeys } from './stage-keys.js';
import { median, spread } from './statistics.js';
import { ms, ratio, whole } from './table.js';

/** `against`: a folder with another dist/, such as a second working tree. */
export async function comparison({ sizes, names, against, node, dist, onProgress, ...given }) {
  const other = join(resolve(against), 'dist');
  if (!existsSync(join(other, 'cli/index.js')))
    throw new Error(`${against} has no dist/cli/index.js.`);
  const rows = [];
  for (const keys of sizes) {
    const measuring = { ...given, runs: runsOf(keys, given.runs) };
    // Each has a project of its own: what they record may differ.
    await onKeys({ keys, node, dist: other }, (theirs) =>
      onKeys({ keys, node, dist }, async (ours) => {
        for (const name of names) {
          const { title, of } = CASES[name];
          const builds = [of(theirs, other), of(ours, dist)];
          const row = await compared(builds, [ours.minimum, ours.documentsFloor], measuring);
          rows.push({ cells: [title, whole(keys), ...row.cells], figures: row.figures });
          onProgress(`${name}, ${whole(keys)} keys: ${row.cells.join(' | ')}`);
        }
      }),
    );
  }
  const floors = ['of the first floor', 'of the second', 'processors, of the second'];
  const head = ['case', 'keys', 'theirs ms', 'ours ms', 'half of the runs', ...floors, 'memory'];
  return {
    title: 'This build, against the other one',
    head: [...head, 'time', 'processors'],
    rows,
  };
}

async function compared(builds, floors, { runs, memoryRuns }) {
  const [minimum, documents, theirs, ours] = await inTurn([...floors, ...builds], runs);
  const used = await usageInTurn([floors[1], ...builds], memoryRuns);
  const [below, before, after] = used;
  const quartiles = spread(theirs, ours).map((number) => number.toFixed(2));
  const ofFloor = (floor) => fromTo(median(theirs) / median(floor), median(ours) / median(floor));
  const processors = [before, after].map((build) => build.processors / below.processors);
  return {
    cells: [
      ms(median(theirs)),
      ms(median(ours)),
      quartiles.join('–'),
      ofFloor(minimum),
      ofFloor(documents),
      fromTo(...processors),
      `${ms(before.memory)} → ${ms(after.memory)} MiB`,
    ],
    figures: [ratio(median(ours) / median(theirs)), ratio(after.processors / before.processors)],
  };
}

const fromTo = (before, after) => `${before.toFixed(1)} → ${after.toFixed(1)} ×`;
