// A plan of many targets in one process: processor time against a process for each, and memory against fewer targets.
import { usage } from './measure.js';
import { targetOf } from './projects.js';
import { onTargets } from './stage-keys.js';
import { mebibytes, ms, ratio, whole } from './table.js';
import { SEVERAL } from './targets.js';

const KEYS = 1000;
const [FEW, MANY] = [10, 50];
/** The exit status of a plan that has changes. */
const CHANGES = 2;

export async function severalTargets({ dist, node, runs, memoryRuns, onProgress }) {
  const of = (targets, measure) => onTargets({ targets, keys: KEYS, node, dist }, measure);
  const few = await of(FEW, (made) => memoryOf(made, { dist, memoryRuns }));
  onProgress(`${FEW} targets: ${few.map((one) => mebibytes(one).write(one)).join(', ')}`);
  const many = await of(MANY, async (made) => {
    const memory = await memoryOf(made, { dist, memoryRuns });
    onProgress(`${MANY} targets: ${memory.map((one) => mebibytes(one).write(one)).join(', ')}`);
    return { memory, ...(await processorsOf(made, { dist, runs })) };
  });
  const memoryRow = (what, at) => ({
    cells: [`memory, ${what}`, `${FEW} targets`, `${whole(few[at])} MiB`, `${whole(many.memory[at])} MiB`],
    figures: [ratio(many.memory[at] / few[at], SEVERAL.memory)],
  });
  const times = [
    'processor time, nothing changed',
    `${MANY} processes`,
    `${ms(many.apart)} ms`,
    `${ms(many.together)} ms`,
  ];
  const rows = [
    { cells: times, figures: [ratio(many.together / many.apart, SEVERAL.processors)] },
    memoryRow('nothing changed', 0),
    memoryRow('everything is new', 1),
  ];
  const title = `A plan of ${MANY} targets of ${whole(KEYS)} keys`;
  return { title, head: ['', 'compared with', 'that', 'ours', 'ratio'], rows };
}

/** MiB at the peak of a plan without changes, and of one to empty repositories. */
async function memoryOf(made, { dist, memoryRuns }) {
  const unchanged = await usage(made.plan(dist), memoryRuns);
  const created = await usage(made.plan(dist, { state: 'empty', refs: '', status: CHANGES }), memoryRuns);
  return [unchanged.memory, created.memory];
}

/** Milliseconds of processors: of all targets in one process, and the sum of a process for each, once: it is of many. */
async function processorsOf(made, { dist, runs }) {
  const { processors: together } = await usage(made.plan(dist), runs);
  let apart = 0;
  for (let i = 0; i < MANY; i++) {
    const args = ['plan', '--detailed-exitcode', '--target', targetOf(i).name];
    apart += (await usage(made.command(dist, { args }), 1)).processors;
  }
  return { together, apart };
}
