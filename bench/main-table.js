// The table of the promise: plan, apply and first push, against the floor.
import { inTurn, usage } from './measure.js';
import { onKeys } from './stage-keys.js';
import { median, spread } from './statistics.js';
import { mebibytes, ms, ratio, whole } from './table.js';

export const CASES = {
  plan: { title: 'plan, nothing changed', of: (made, dist) => made.plan(dist) },
  apply: { title: '1 % changed, applied', of: (made, dist) => made.apply(dist, { head: 'changed' }) },
  push: { title: 'first full push', of: (made, dist) => made.push(dist) },
};

export async function mainTable({ sizes, names, ...measuring }) {
  const rows = [];
  for (const keys of sizes) {
    const found = await onKeys({ ...measuring, keys }, (made) => caseRows(made, { ...measuring, keys, names }));
    rows.push(...found);
  }
  const head = ['case', 'keys', 'floor ms', 'ours ms', 'half of the runs', 'ratio', 'memory'];
  return { title: 'Whole process, against the floor', head, rows };
}

async function caseRows(made, { keys, names, runs, memoryRuns, limits, dist, onProgress }) {
  const rows = [];
  for (const name of names) {
    const one = CASES[name].of(made, dist);
    const [floor, ours] = await inTurn([made.floor, one], runs);
    const quartiles = spread(floor, ours).map((number) => number.toFixed(2));
    const figure = ratio(median(ours) / median(floor), limits[keys]?.[name]);
    const memory = mebibytes((await usage(one, memoryRuns)).memory, limits[keys]?.memory);
    const cells = [CASES[name].title, whole(keys), ms(median(floor)), ms(median(ours)), quartiles.join('–')];
    rows.push({ cells, figures: [figure, memory] });
    onProgress(`${name}, ${whole(keys)} keys: ${figure.write(figure.value)}, ${memory.write(memory.value)}`);
  }
  return rows;
}
