// Rows of what in-process.js measures, in a process of its own for each kind.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { exponent } from './statistics.js';
import { milliseconds, ms, plain, ratio } from './table.js';
import { EFFECTS, EXPONENT, RENDER } from './targets.js';

/** Bytes: a page. */
const MAX_OUTPUT = 64 * 1024 * 1024;
const SCRIPT = fileURLToPath(new URL('in-process.js', import.meta.url));

export async function rendering(measuring) {
  const rows = Object.entries(inside('rendering', measuring)).map(([form, time]) => ({
    cells: [form],
    figures: [milliseconds(time, RENDER)],
  }));
  return { title: 'Rendering 100,000 changes', head: ['as', 'time'], rows };
}

export async function effects(measuring) {
  const times = inside('effects', measuring);
  const cells = [
    'who gets each',
    'a plan of them, from documents to JSON',
    ms(times.plan),
    ms(times.effects),
  ];
  const rows = [{ cells, figures: [ratio(times.effects / times.plan, EFFECTS)] }];
  return {
    title: 'Effects of 100,000 changes',
    head: ['', 'compared with', 'ms', 'ours', 'ratio'],
    rows,
  };
}

export async function serving(measuring) {
  const { memory, ...times } = inside('serving', measuring);
  const compared = { push: 'parsing its body', export: 'writing it as JSON' };
  const rows = Object.entries(times).map(([what, [alone, ours]]) => ({
    cells: [`${what} of 100,000 keys with three values`, compared[what], ms(alone), ms(ours)],
    figures: [ratio(ours / alone)],
  }));
  // One key is near enough to none.
  const growing = exponent([[1, 0], ...memory.map(([keys, held]) => [keys, held * 1000])]);
  const held = memory.map(([, size]) => `${size.toFixed(1)} MiB`).join(', ');
  rows.push({
    cells: ['memory of 1,000, 10,000, 100,000 keys', 'exponent', '', held],
    figures: [plain(growing, EXPONENT)],
  });
  return { title: 'The built-in server', head: ['', 'compared with', 'ms', 'ours', 'ratio'], rows };
}

export function inside(what, { node, runs }) {
  const args = ['--expose-gc', '--max-old-space-size=8192', SCRIPT, String(runs), what];
  return JSON.parse(
    execFileSync(node, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: MAX_OUTPUT,
    }),
  );
}
