// How the time of a plan grows with each thing that a project can have much of.
import { readFileSync } from 'node:fs';
import { inTurn } from './measure.js';
import { PROJECTS } from './projects.js';
import { actionCase } from './stage-action.js';
import { onApplied } from './stage-keys.js';
import { startScript } from './stage.js';
import { exponent, median } from './statistics.js';
import { ms, plain, whole } from './table.js';
import { EXPONENT } from './targets.js';

const THOUSANDS = [1, 1000, 10_000, 100_000];

/** Sizes, the smallest of which stands for everything that does not grow. */
const DIMENSIONS = {
  keys: { sizes: THOUSANDS },
  'keys in one document': { sizes: THOUSANDS },
  documents: { sizes: [1, 100, 1000, 10_000] },
  'contexts of one key': { sizes: [1, 100, 1000, 10_000] },
  'files of 100 KB': { sizes: [1, 10, 100, 1000] },
  'KB of one file': { sizes: [1, 500, 5000, 50_000] },
  aliases: { sizes: THOUSANDS },
  'changes in one plan': { sizes: THOUSANDS, project: 'keys', of: created },
  'KB of one line': { sizes: [1, 100, 1000, 10_000] },
  'comments on a pull request': { sizes: [1, 100, 1000, 10_000], project: 'keys', of: commented },
};
const VALUES_PER_KEY = 3;

export async function growth({ dimension, ...measuring }) {
  const rows = [];
  for (const [name, { sizes, ...kind }] of Object.entries(DIMENSIONS)) {
    if (dimension !== undefined && dimension !== name) continue;
    const points = [];
    for (const size of sizes) points.push([size, await timeOf(size, { name, ...kind, ...measuring })]);
    const figure = plain(exponent(points), EXPONENT);
    const shown = points.map(([size, time]) => `${whole(size)}: ${ms(time)}`).join(', ');
    rows.push({ cells: [name, shown], figures: [figure] });
    measuring.onProgress(`${name}: ${figure.write(figure.value)} (${shown})`);
  }
  const text =
    'Milliseconds of a plan by size. The exponent is fitted to what a size takes above the smallest one, which stands for all that does not grow.';
  return { title: 'Growth', text, head: ['of', 'size: ms', 'exponent'], rows };
}

async function timeOf(size, { name, project = name, of = unchanged, runs, ...measuring }) {
  const keys = project === name ? size : Math.ceil(size / VALUES_PER_KEY);
  return onApplied(PROJECTS[project](of === commented ? 1 : keys), measuring, (made) =>
    of(made, { size, ...measuring }, async (one) => median((await inTurn([one], runs))[0])),
  );
}

function unchanged(made, { dist }, measure) {
  return measure(made.plan(dist));
}

/** Everything is new to an empty server. */
function created(made, { dist }, measure) {
  return measure(made.plan(dist, { state: 'empty', refs: '', status: CHANGES }));
}

/** The exit status of a plan that has some. */
const CHANGES = 2;

/** The action, on a pull request where others have commented before. */
async function commented(made, { size, dist, node }, measure) {
  const head = made.project.git('rev-parse', 'HEAD').trim();
  const forge = await startScript('forge.js', { node, args: [head, String(size)] });
  try {
    const repo = { full_name: 'acme/shop', owner: { login: 'acme' } };
    const pull_request = {
      number: 1,
      head: { sha: head, ref: 'feature', repo },
      base: { ref: 'main', sha: head, repo },
    };
    const payload = { pull_request, repository: { default_branch: 'main', ...repo } };
    const env = {
      GITHUB_API_URL: forge.url,
      GITHUB_SHA: head,
      GITHUB_REF: 'refs/pull/1/merge',
      'INPUT_GITHUB-TOKEN': 'workflow',
      INPUT_COMMENT: 'always',
    };
    const one = actionCase(made, { dist, event: 'pull_request', payload, env });
    const time = await measure(one);
    // A step does not fail for want of a comment.
    if (!readFileSync(one.env.GITHUB_OUTPUT, 'utf8').includes('comment-id'))
      throw new Error('The action wrote no comment.');
    return time;
  } finally {
    forge.stop();
  }
}
