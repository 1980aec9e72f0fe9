// Servers that take their time: what is done while they do, and what is asked of them.
import { inTurn, timed } from './measure.js';
import { onKeys } from './stage-keys.js';
import { median } from './statistics.js';
import { ms, ratio, whole } from './table.js';
import { NOT_HIDDEN } from './targets.js';

const KEYS = 10_000;
const FEW = 10;
const SECOND = 1000;

export async function waiting(measuring) {
  const early = await onKeys({ ...measuring, keys: FEW }, (made) => firstRequest(made, measuring));
  const rows = await onKeys({ ...measuring, keys: KEYS }, async (made) => [
    await filesRow(made, { ...measuring, early }),
    await slowRow(made, measuring),
  ]);
  const text = `A plan without changes at ${whole(KEYS)} keys, with a server that waits a second before every answer.`;
  return {
    title: 'A slow server',
    text,
    head: ['case', 'compared with', 'ms', 'ours ms', 'share'],
    rows,
  };
}

/** Milliseconds from the start of a plan to its first request. */
async function firstRequest(made, { dist, runs }) {
  const found = [];
  for (let run = 0; run < runs; run++) {
    const plan = made.plan(dist);
    await plan.before();
    const begun = performance.timeOrigin + performance.now();
    await timed({ ...plan, before: undefined });
    found.push((await made.server.control({})).requests[0].begun - begun);
  }
  return median(found);
}

/** Files that are read before the first request would make a slow server seem slower. */
async function filesRow(made, { early, ...measuring }) {
  const { dist, runs, onProgress } = measuring;
  const [validate, version] = ['validate', '--version'].map((name) =>
    made.command(dist, { args: [name] }),
  );
  const [files, nothing] = (await inTurn([validate, version], runs)).map(median);
  const late = Math.max(0, (await firstRequest(made, measuring)) - early);
  onProgress(`the first request comes ${ms(late)} ms later than with ${FEW} keys`);
  const cells = [
    'the first request, later than with ten keys',
    'reading the files',
    ms(files - nothing),
    ms(late),
  ];
  return { cells, figures: [ratio(late / (files - nothing), NOT_HIDDEN)] };
}

async function slowRow(made, { dist, runs, onProgress }) {
  const plan = made.plan(dist);
  const delayed = (delay) => ({
    ...plan,
    before: async () => {
      await plan.before();
      await made.server.control({ delay });
    },
  });
  const [quick, slow] = (await inTurn([delayed(0), delayed(SECOND)], runs)).map(median);
  await made.server.control({ delay: 0 });
  onProgress(`a second before every answer: ${ms(slow)} ms, without ${ms(quick)} ms`);
  const cells = ['plan, a second before every answer', 'the same without', ms(quick), ms(slow)];
  return { cells, figures: [{}] };
}
