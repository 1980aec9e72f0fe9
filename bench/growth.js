// How the time of a plan, or of a first push, grows with each thing that a project can have much of.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../scripts/go-tool.js';
import { ROOT } from './lib.js';
import { inTurn } from './measure.js';
import { PROJECTS } from './projects.js';
import { actionCase } from './stage-action.js';
import { onApplied } from './stage-keys.js';
import { startScript } from './stage.js';
import { exponent } from './statistics.js';
import { ms, plain, whole } from './table.js';
import { EXPONENT } from './targets.js';

const THOUSANDS = [1, 1000, 10_000, 100_000];

/**
 * Sizes, the smallest of which stands for everything that does not grow. Where the largest takes little, the others are
 * near to it: what a tenth of it takes would be less than one run differs from the next.
 */
const DIMENSIONS = {
  keys: { sizes: THOUSANDS },
  'keys in one document': { sizes: THOUSANDS },
  documents: { sizes: [1, 625, 2500, 10_000] },
  'contexts of one key': { sizes: [1, 2500, 10_000, 40_000] },
  'files of 100 KB': { sizes: [1, 60, 250, 1000] },
  'KB of one file': { sizes: [1, 3000, 12_500, 50_000] },
  aliases: { sizes: THOUSANDS },
  'changes in one plan': { sizes: THOUSANDS, project: 'keys', of: created },
  'changes in a first push': { sizes: THOUSANDS, project: 'keys', of: pushed },
  // A document may have 16 MiB.
  'KB of one line': { sizes: [1, 4000, 8000, 16_000] },
  // More than a hundred pages of a hundred are not read.
  'comments on a pull request': { sizes: [1, 2400, 4800, 9600], project: 'keys', of: commented },
};
const VALUES_PER_KEY = 3;
/** Most of the time goes into making forty projects; the fastest of five runs is near enough. */
const MOST_RUNS = 5;

export async function growth({ dimension, ...given }) {
  const measuring = { ...given, runs: Math.min(given.runs, MOST_RUNS) };
  const names = Object.keys(DIMENSIONS);
  if (!names.includes(dimension ?? names[0]))
    throw new Error(`--dimension takes ${names.join(', ')}.`);
  const rows = [];
  for (const name of dimension === undefined ? names : [dimension]) {
    const { sizes, ...kind } = DIMENSIONS[name];
    const points = [];
    for (const size of sizes)
      points.push([size, await timeOf(size, { name, ...kind, ...measuring })]);
    const fitted = exponent(points);
    // What hardly grows has no exponent, and needs none.
    const figure = plain(fitted, Number.isNaN(fitted) ? undefined : EXPONENT);
    const shown = points.map(([, time]) => ms(time));
    rows.push({
      cells: [name, sizes.map(whole).join(' / '), shown.join(' / ')],
      figures: [figure],
    });
    measuring.onProgress(`${name}: ${figure.write(figure.value)} (${shown.join(' / ')})`);
  }
  return { title: 'Growth', text: TEXT, head: ['of', 'sizes', 'ms', 'exponent'], rows };
}

const TEXT =
  'How the time of a plan, or of a first push, grows with each thing that there can be much of: 1 is as the size, 2 would be as its square. What the smallest size takes is not counted, and of each size the fastest run counts.';

async function timeOf(size, { name, project = name, of = unchanged, runs, ...measuring }) {
  const keys = project === name ? size : Math.ceil(size / VALUES_PER_KEY);
  return onApplied(PROJECTS[project](of === commented ? 1 : keys), measuring, (made) =>
    of(made, { size, ...measuring }, async (one) => Math.min(...(await inTurn([one], runs))[0])),
  );
}

function unchanged(made, { dist }, measure) {
  return measure(made.plan(dist));
}

/** Everything is new to an empty server. */
function created(made, { dist }, measure) {
  return measure(made.plan(dist, { state: 'empty', refs: '', status: CHANGES }));
}

/** The same, applied. */
function pushed(made, { dist }, measure) {
  return measure(made.push(dist));
}

/** The exit code of a plan that has some. */
const CHANGES = 2;

/** The action, on a pull request where others have commented before. */
async function commented(made, { size, dist }, measure) {
  const head = made.project.git('rev-parse', 'HEAD').trim();
  const gitHost = await startScript(compiledGitHost(), { args: [head, String(size)] });
  try {
    const repo = { full_name: 'acme/shop', owner: { login: 'acme' } };
    const pull_request = {
      number: 1,
      head: { sha: head, ref: 'feature', repo },
      base: { ref: 'main', sha: head, repo },
    };
    const payload = { pull_request, repository: { default_branch: 'main', ...repo } };
    const env = {
      GITHUB_API_URL: gitHost.url,
      GITHUB_SHA: head,
      GITHUB_REF: 'refs/pull/1/merge',
      'INPUT_GITHUB-TOKEN': 'workflow',
      INPUT_COMMENT: 'always',
    };
    const one = actionCase(made, { dist, event: 'pull_request', payload, env });
    const output = one.env.GITHUB_OUTPUT;
    const before = async () => {
      await one.before();
      writeFileSync(output, '');
    };
    const time = await measure({ ...one, before });
    // A step does not fail for want of a comment.
    if (!readFileSync(output, 'utf8').includes('comment-id'))
      throw new Error('The action found or wrote no comment.');
    return time;
  } finally {
    gitHost.stop();
  }
}

/** It is of TypeScript, as the tests are, which Node.js 20 does not read. */
function compiledGitHost() {
  const folder = cacheFolder('bench-git-host');
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const config = join(ROOT, 'bench/git-host.tsconfig.json');
  execFileSync(process.execPath, [tsc, '-p', config, '--outDir', folder], { stdio: 'inherit' });
  return join(folder, 'bench/git-host.js');
}
