// Two builds in turn: what a change of src/ is worth.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CASES } from './main-table.js';
import { inTurn, usage } from './measure.js';
import { onKeys } from './stage-keys.js';
import { median, spread } from './statistics.js';
import { ms, ratio, whole } from './table.js';

/** `against`: a folder with another dist/, such as a second work tree. */
export async function comparison({ sizes, names, against, node, dist, runs, onProgress }) {
  const other = join(resolve(against), 'dist');
  if (!existsSync(join(other, 'cli/index.js'))) throw new Error(`${against} has no dist/cli/index.js.`);
  const rows = [];
  for (const keys of sizes) {
    await onKeys({ keys, node, dist }, async (made) => {
      for (const name of names) {
        const { title, of } = CASES[name];
        const builds = [of(made, other), of(made, dist)];
        const [theirs, ours] = await inTurn(builds, runs);
        const [before, after] = [await usage(builds[0]), await usage(builds[1])];
        const quartiles = spread(theirs, ours).map((number) => number.toFixed(2));
        const figure = ratio(median(ours) / median(theirs));
        const cells = [title, whole(keys), ms(median(theirs)), ms(median(ours)), quartiles.join('–')];
        rows.push({
          cells,
          figures: [figure, ratio(after.processors / before.processors), ratio(after.memory / before.memory)],
        });
        onProgress(`${name}, ${whole(keys)} keys: ${figure.write(figure.value)} (${quartiles.join('–')})`);
      }
    });
  }
  const head = ['case', 'keys', 'theirs ms', 'ours ms', 'half of the runs', 'time', 'processors', 'memory'];
  return { title: 'This build, against the other one', head, rows };
}
