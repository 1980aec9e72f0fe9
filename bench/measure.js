// Whole processes by the clock, in turn, and their memory in runs of its own.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environment } from './stage.js';
import { median } from './statistics.js';

const HOOK = fileURLToPath(new URL('usage-hook.cjs', import.meta.url));
const HELD_HOOK = fileURLToPath(new URL('held-hook.cjs', import.meta.url));
const MAX_SHOWN = 2000;
/** So many keys take a minute for each run, and vary less. */
const [MANY_KEYS, MAX_RUNS] = [100_000, 3];

/** How often a case with so many keys is run. */
export function runsOf(keys, runs) {
  return keys < MANY_KEYS ? runs : Math.min(runs, MAX_RUNS);
}

/**
 * Milliseconds from before the start of a process to its end, or to the first line of its output that `until` takes.
 * Throws where it ends with another status.
 */
export async function timed({ before, ...one }) {
  await before?.();
  return 'until' in one ? untilLine(one) : untilEnd(one);
}

function untilEnd({ node, args, cwd, env = environment(), status = 0 }) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(node, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let [said, took] = ['', 0];
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.on('exit', () => {
      took = performance.now() - begun;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === status) resolve(took);
      else
        reject(
          new Error(
            `${args.join(' ')} ended with ${code}, not ${status}: ${said.slice(-MAX_SHOWN)}`,
          ),
        );
    });
  });
}

function untilLine({ node, args, cwd, env = environment(), until }) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(node, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let [said, took] = ['', undefined];
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (took === undefined && said.split('\n').some(until)) took = performance.now() - begun;
    });
    child.on('error', reject);
    child.on('close', () => {
      if (took !== undefined) resolve(took);
      else
        reject(
          new Error(`${args.join(' ')} never said what was waited for: ${said.slice(-MAX_SHOWN)}`),
        );
    });
  });
}

/** Runs of each, in turn: first, second, first, second. Every one is run once before, which does not count. */
export async function inTurn(cases, runs) {
  for (const one of cases) await timed(one);
  const times = cases.map(() => []);
  for (let run = 0; run < runs; run++) {
    for (const [index, one] of cases.entries()) times[index].push(await timed(one));
  }
  return times;
}

/** {@link usageInTurn} of one. */
export async function usage(one, runs = 3) {
  const [used] = await usageInTurn([one], runs);
  return used;
}

/**
 * Of each, MiB at the peak, the median of some runs, and milliseconds of processors, the least: other work on the machine
 * can only add to it. Of the process alone: what Git takes besides is Git's.
 */
export async function usageInTurn(cases, runs = 3) {
  const file = join(tmpdir(), `confighub-sync-bench-${process.pid}.json`);
  const used = cases.map(() => []);
  for (let run = 0; run < runs; run++) {
    for (const [index, one] of cases.entries()) {
      const env = {
        ...environment(),
        ...one.env,
        NODE_OPTIONS: `--require "${HOOK}"`,
        BENCH_USAGE: file,
      };
      await timed({ ...one, env });
      used[index].push(JSON.parse(readFileSync(file, 'utf8')));
    }
  }
  rmSync(file);
  return used.map((ofRuns) => ({
    memory: median(ofRuns.map(({ maxRSS }) => maxRSS / 1024)),
    processors: Math.min(
      ...ofRuns.map(({ userCPUTime, systemCPUTime }) => (userCPUTime + systemCPUTime) / 1000),
    ),
  }));
}

/** MiB of objects at the most, garbage collected before: what the peak of the process has besides depends on Node.js. */
export async function held(one) {
  const file = join(tmpdir(), `confighub-sync-bench-${process.pid}.held`);
  const args = ['--expose-gc', '--require', HELD_HOOK, ...one.args];
  await timed({ ...one, args, env: { ...environment(), ...one.env, BENCH_HELD: file } });
  const bytes = Number(readFileSync(file, 'utf8'));
  rmSync(file);
  return bytes / 1024 ** 2;
}
