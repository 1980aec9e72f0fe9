// How near a plan is to what no care can save: against a program that asks and compares the same, and checks nothing.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { inTurn } from './measure.js';
import { REPOSITORY } from './projects.js';
import { onKeys } from './stage-keys.js';
import { inFolder } from './stage.js';
import { median } from './statistics.js';
import { ms, ratio, whole } from './table.js';

const BARE = fileURLToPath(new URL('bare.js', import.meta.url));

export function againstBare({ sizes, node, dist, runs, onProgress }) {
  return inFolder(async (folder) => {
    const file = join(folder, 'bare.mjs');
    await bundle(file);
    const rows = [];
    for (const keys of sizes) {
      const cells = await onKeys({ node, dist, keys }, async (made) => {
        const [ref] = made.refs.split(' ');
        const bare = made.caseOf({ args: [file, made.server.url, REPOSITORY, ref] });
        return (await inTurn([made.floor, bare, made.plan(dist)], runs)).map(median);
      });
      const [floor, bare, ours] = cells;
      const figures = [ratio(bare / floor), ratio(ours / bare)];
      rows.push({ cells: [whole(keys), ...cells.map(ms)], figures });
      onProgress(`bare, ${whole(keys)} keys: ${figures.map((one) => one.write(one.value)).join(', ')}`);
    }
    const head = ['keys', 'floor ms', 'bare ms', 'ours ms', 'bare ÷ floor', 'ours ÷ bare'];
    return { title: 'A plan without changes, against a bare program', text: TEXT, head, rows };
  });
}

const TEXT =
  'It asks Git and the server what a plan asks, reads the documents by the same reader, compares, and does nothing else: no check, no mistake with its place, no secret, nothing that others do meanwhile.';

/** In one file, as ours is. */
async function bundle(file) {
  const bundled = await rolldown({ input: BARE, platform: 'node' });
  await bundled.write({ file, format: 'esm', minify: true });
  await bundled.close();
}
