// What it costs to begin: against a process that does nothing.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inTurn } from './measure.js';
import { PROJECTS } from './projects.js';
import { actionCase } from './stage-action.js';
import { onApplied } from './stage-keys.js';
import { median } from './statistics.js';
import { milliseconds, ms, ratio } from './table.js';

const EMPTY = fileURLToPath(new URL('empty.js', import.meta.url));
const TEN = 10;

export function startUp({ node, dist, runs, onProgress }) {
  return onApplied(PROJECTS.keys(TEN), { node, dist }, async (made) => {
    const empty = { node, args: [EMPTY] };
    const cli = join(dist, 'cli/index.js');
    const cases = [
      ['--version', { node, args: [cli, '--version'] }],
      ['--help', { node, args: [cli, '--help'] }],
      ['plan of ten keys', made.plan(dist)],
      ['the action, to its first output', actionCase(made, { dist, until: (line) => line !== '' })],
      ['the action, to the first line that is shown', actionCase(made, { dist, until: isShown })],
    ];
    const rows = [];
    for (const [name, one] of cases) {
      const [nothing, ours] = (await inTurn([empty, one], runs)).map(median);
      const figures = [ratio(ours / nothing), milliseconds(ours - nothing)];
      rows.push({ cells: [name, ms(nothing), ms(ours)], figures });
      onProgress(`${name}: ${figures.map((one) => one.write(one.value)).join(', ')}`);
    }
    const head = ['case', 'empty ms', 'ours ms', 'ratio', 'over it'];
    return { title: 'Starting, against an empty process', head, rows };
  });
}

/** A runner keeps commands to itself. */
function isShown(line) {
  return line !== '' && !line.startsWith('::');
}
