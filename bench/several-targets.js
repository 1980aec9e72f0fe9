// A plan of many targets in one process: processor time against a process for each, and memory against fewer targets.
import { held, usage } from './measure.js';
import { targetOf } from './projects.js';
import { onTargets } from './stage-keys.js';
import { mebibytes, ms, ratio, whole } from './table.js';
import { SEVERAL } from './targets.js';

const KEYS = 1000;
const [FEW, MANY] = [10, 50];
/** The exit code of a plan that has changes. */
const CHANGES = 2;

export async function severalTargets({ dist, node, runs, memoryRuns, onProgress }) {
  const measured = (targets, more = async () => ({})) =>
    onTargets({ targets, keys: KEYS, node, dist }, async (made) => {
      const memory = await memoryOf(made, { dist, memoryRuns });
      onProgress(
        `${targets} targets: ${memory.map((one) => mebibytes(one).write(one)).join(', ')}`,
      );
      return { memory, ...(await more(made)) };
    });
  const few = await measured(FEW);
  const many = await measured(MANY, (made) => processorsOf(made, { dist, runs }));
  const memoryRow = (what, at, target) => ({
    cells: [
      what,
      `${FEW} targets`,
      `${whole(few.memory[at])} MiB`,
      `${whole(many.memory[at])} MiB`,
    ],
    figures: [ratio(many.memory[at] / few.memory[at], target)],
  });
  const times = [
    'processor time, nothing changed',
    `${MANY} processes`,
    `${ms(many.apart)} ms`,
    `${ms(many.together)} ms`,
  ];
  const rows = [
    { cells: times, figures: [ratio(many.together / many.apart, SEVERAL.processors)] },
    memoryRow('objects held, nothing changed', 0, SEVERAL.held),
    memoryRow('objects held, everything is new', 1, SEVERAL.held),
    memoryRow('memory of the process, nothing changed', 2),
    memoryRow('memory of the process, everything is new', 3),
  ];
  const title = `A plan of ${MANY} targets of ${whole(KEYS)} keys`;
  return { title, head: ['', 'compared with', 'that', 'ours', 'ratio'], rows };
}

/** MiB of a plan without changes and of one to empty repositories: objects held, then the peak of the process. */
async function memoryOf(made, { dist, memoryRuns }) {
  const unchanged = made.plan(dist);
  const created = made.plan(dist, { state: 'empty', refs: '', status: CHANGES });
  const objects = [await held(unchanged), await held(created)];
  const peaks = [await usage(unchanged, memoryRuns), await usage(created, memoryRuns)];
  return [...objects, ...peaks.map(({ memory }) => memory)];
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
