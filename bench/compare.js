// Two builds in turn: what a change of src/ is worth.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CASES } from './main-table.js';
import { inTurn, usageInTurn } from './measure.js';
import { onKeys } from './stage-keys.js';
import { median, spread } from './statistics.js';
import { ms, ratio, whole } from './table.js';

/** `against`: a folder with another dist/, such as a second working tree. */
export async function comparison({
  sizes,
  names,
  against,
  node,
  dist,
  runs,
  memoryRuns,
  onProgress,
}) {
  const other = join(resolve(against), 'dist');
  if (!existsSync(join(other, 'cli/index.js')))
    throw new Error(`${against} has no dist/cli/index.js.`);
  const rows = [];
  for (const keys of sizes) {
    // Each has a project of its own: what they record may differ.
    await onKeys({ keys, node, dist: other }, (theirs) =>
      onKeys({ keys, node, dist }, async (ours) => {
        for (const name of names) {
          const { title, of } = CASES[name];
          const row = await compared([of(theirs, other), of(ours, dist)], { runs, memoryRuns });
          rows.push({ cells: [title, whole(keys), ...row.cells], figures: row.figures });
          onProgress(`${name}, ${whole(keys)} keys: ${row.cells.join(' | ')}`);
        }
      }),
    );
  }
  const head = ['case', 'keys', 'theirs ms', 'ours ms', 'fastest', 'half of the runs', 'memory'];
  return {
    title: 'This build, against the other one',
    head: [...head, 'time', 'processors'],
    rows,
  };
}

async function compared(builds, { runs, memoryRuns }) {
  const [theirs, ours] = await inTurn(builds, runs);
  const [before, after] = await usageInTurn(builds, memoryRuns);
  const fastest = [theirs, ours].map((times) => ms(Math.min(...times))).join(' → ');
  const quartiles = spread(theirs, ours).map((number) => number.toFixed(2));
  const memory = `${ms(before.memory)} → ${ms(after.memory)} MiB`;
  return {
    cells: [ms(median(theirs)), ms(median(ours)), fastest, quartiles.join('–'), memory],
    figures: [ratio(median(ours) / median(theirs)), ratio(after.processors / before.processors)],
  };
}
