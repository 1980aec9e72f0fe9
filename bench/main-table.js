// The table of the promise: plan, apply and first push, against the minimum cost.
import { inTurn, runsOf, usageInTurn } from './measure.js';
import { onKeys } from './stage-keys.js';
import { median, spread } from './statistics.js';
import { mebibytes, ms, ratio, verdict, whole } from './table.js';
import { SLACK, usualFor } from './targets.js';

export const CASES = {
  plan: { title: 'plan, nothing changed', of: (made, dist) => made.plan(dist) },
  apply: {
    title: '1 % changed, applied',
    of: (made, dist) => made.apply(dist, { head: 'changed' }),
  },
  push: { title: 'first full push', of: (made, dist) => made.push(dist) },
};

export async function mainTable({ sizes, names, ...measuring }) {
  const rows = [];
  for (const keys of sizes) {
    const found = await onKeys({ ...measuring, keys }, (made) =>
      caseRows(made, { ...measuring, keys, names }),
    );
    rows.push(...found);
  }
  const head = [
    'case',
    'keys',
    'minimum ms',
    'with documents',
    'ours ms',
    'half of the runs',
    'ratio',
  ];
  const figures = ['of the second', 'processors', 'memory'];
  return {
    title: 'Whole process, against the floors',
    text: TEXT,
    head: [...head, ...figures],
    rows,
  };
}

const TRIES = 3;

const TEXT =
  'The first floor reads the export, the second one loads the documents as well. `processors` is the time of processors, compared with that of the second floor.';

async function caseRows(made, { keys, names, runs, memoryRuns, node, dist, onProgress }) {
  const rows = [];
  for (const name of names) {
    const one = CASES[name].of(made, dist);
    const cases = [made.minimum, made.documentsFloor, one];
    const [minimum, documents, ours] = await inTurn(cases, runsOf(keys, runs));
    const quartiles = spread(minimum, ours).map((number) => number.toFixed(2));
    const usual = usualFor(node)?.[keys]?.[name] ?? {};
    const used = await usageFigures([made.documentsFloor, one], memoryRuns, usual);
    const figures = [ratio(median(ours) / median(documents)), ...used];
    const times = [minimum, documents, ours].map((all) => ms(median(all)));
    const against = `${(median(ours) / median(minimum)).toFixed(2)} ×`;
    rows.push({
      cells: [CASES[name].title, whole(keys), ...times, quartiles.join('–'), against],
      figures,
    });
    onProgress(
      `${name}, ${whole(keys)} keys: ${figures.map((figure) => figure.write(figure.value)).join(', ')}`,
    );
  }
  return rows;
}

/** What is over is measured again, so that a busy machine is not taken for a slow build. */
async function usageFigures(cases, runs, usual) {
  for (let tries = 1; ; tries++) {
    const [below, { processors, memory }] = await usageInTurn(cases, runs);
    const figures = [
      ratio(processors / below.processors, usual.processors, SLACK),
      mebibytes(memory, usual.memory, SLACK),
    ];
    if (tries === TRIES || figures.every((figure) => verdict(figure) !== 'over')) return figures;
  }
}
