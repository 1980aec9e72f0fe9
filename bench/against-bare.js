// How near a plan is to what no care can save: against a program that asks and compares the same, and checks nothing.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './lib.js';
import { inTurn } from './measure.js';
import { REPOSITORY } from './projects.js';
import { onKeys } from './stage-keys.js';
import { inFolder } from './stage.js';
import { median } from './statistics.js';
import { ms, ratio, whole } from './table.js';

const BARE = fileURLToPath(new URL('bare.js', import.meta.url));

export function againstBare({ sizes, node, dist, runs, onProgress }) {
  return inFolder(async (folder) => {
    const file = bundle(join(folder, 'bare'));
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

/** In one file and minified, as ours is. */
function bundle(folder) {
  const args = [
    join(ROOT, 'node_modules/@vercel/ncc/dist/ncc/cli.js'),
    'build',
    BARE,
    '--minify',
    '--no-cache',
  ];
  execFileSync(process.execPath, [...args, '-o', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  return join(folder, 'index.js');
}
