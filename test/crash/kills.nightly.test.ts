// Real processes, killed between and during their requests and Git processes, leave and become what the law's model says.
import { afterAll, expect, test, vi } from 'vitest';
import { INTERRUPTIONS, interrupted, NOBODY } from '../helpers/interruptions.ts';
import { ended, type ExportedEntry, MemoryProcess, Outside, rowsIn } from '../helpers/memory.ts';
import type { Running } from '../helpers/run.ts';
import { exported } from '../helpers/server.ts';
import { type Team, withTeam } from '../helpers/team.ts';
import { killAfter, randomOf, SEED } from './kills.ts';

const KILLS = 50;
vi.setConfig({ testTimeout: 300_000 + KILLS * 20_000 });

/** What the program writes: the questions that change something. */
const WRITES = /^debug: = (writeCommits|moveRef|reword|push)\b/;
const IS_WRITE = /^(?:writeCommits|moveRef|reword|push)$/;

/** What the server and the record have. */
interface Left {
  rows: string[];
  states: string[];
}

async function leftIn(team: Team): Promise<Left> {
  const rows = rowsIn((await exported(team.server)) as ExportedEntry[]);
  return { rows, states: team.refStates() };
}

function leftOf(outside: Outside): Left {
  return { rows: outside.rows(), states: outside.states() };
}

/** What the model has if the process ends after so many of its writes. */
async function modelAfter(given: Outside, writes: number): Promise<Outside> {
  const whole = interrupted([new MemoryProcess(given.copy(), { run: 'ada' })], NOBODY);
  await ended(whole.targets);
  const places = whole.asked.flatMap((name, index) => (IS_WRITE.test(name) ? [index + 1] : []));
  const outside = given.copy();
  const n = writes === 0 ? places[0] : places[writes - 1];
  const what = INTERRUPTIONS[`the process ends ${writes === 0 ? 'before' : 'after'} it`];
  const process = [new MemoryProcess(outside, { run: 'ada' })];
  const { targets } = interrupted(process, NOBODY, n === undefined ? undefined : { n, what });
  const idle = async () => {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  await Promise.race([ended(targets), idle()]);
  return outside;
}

/** Keys that come, change and go. */
function project(random: () => number, round: number): Record<string, string> {
  const keys = ['a', 'b', 'c', 'd'].filter(() => random() < 0.6);
  const lines = keys.map((key) => `  ${key}: ${random() < 0.5 ? `in ${round}` : 'always'}\n`);
  return {
    'confighub.yaml':
      'version: 1\nlevels: [Environment, Application]\nlimits: { deletes: 100%, updates: 100%, existing: 1000 }\n',
    'config/shop.yaml': `keys:\n  anchor: always\n${lines.join('')}`,
  };
}

/** Kills it somewhere: after a line that it tells of a request or a Git process. Returns how many writes it told. */
async function killedAt(run: Running, line: number, milliseconds: number) {
  let text = '';
  const since = new Promise<void>((resolve) => {
    run.child.stderr?.on('data', (more: string) => {
      text += more;
      if (text.split('\n').length > line) resolve();
    });
  });
  const wasKilled = await killAfter(run, { since, milliseconds });
  const lines = text.split('\n');
  return { wasKilled, writes: lines.filter((one) => WRITES.test(one)).length, lines: lines.length };
}

const counts: Record<string, number> = {};
afterAll(() => console.info(counts));

test(`killed ${KILLS} times anywhere (CONFIGHUB_TEST_SEED=${SEED}), as the model says`, async () => {
  const random = randomOf(SEED);
  await withTeam(async (team) => {
    const [ada, bob] = [team.member('ada'), team.member('bob')];
    let model = new Outside();
    const commit = (round: number) => {
      const files = project(random, round);
      ada.commit(files);
      model.commit(files);
    };
    commit(0);
    const whole = await killedAt(ada.start('apply', '--verbose'), Number.POSITIVE_INFINITY, 0);
    await ended([processOf(model, 'ada')]);
    for (let round = 1; round <= KILLS; round++) {
      commit(round);
      const run = ada.start('apply', '--verbose');
      const at = 1 + Math.floor(random() * whole.lines);
      const { wasKilled, writes } = await killedAt(run, at, random() * 20);
      // The write that was under way may have had its effect.
      const possible = await Promise.all(
        [writes, writes + 1].map((count) => modelAfter(model, count)),
      );
      const left = await leftIn(team);
      const found = possible.find((one) => JSON.stringify(leftOf(one)) === JSON.stringify(left));
      expect(found, `${writes} writes: ${JSON.stringify(left)}`).toBeDefined();
      const end = `${wasKilled ? 'killed' : 'ended'} after ${writes} writes`;
      counts[end] = (counts[end] ?? 0) + 1;

      // The next one, from another clone, once the time of this one is over.
      model = found ?? model;
      model.now = new Date(model.now.getTime() + 60 * 60_000);
      const { rows } = await ended([processOf(model, 'bob')]);
      team.sandbox.git(bob.dir, 'fetch', '--quiet', 'origin', 'main');
      team.sandbox.git(bob.dir, 'reset', '--quiet', '--hard', 'FETCH_HEAD');
      const { outcome } = await bob.minutesFromNow(20 * round).apply();
      expect(outcome).toBe(rows[0]?.outcome);
      expect(await leftIn(team)).toEqual(leftOf(model));
    }
  });
});

function processOf(outside: Outside, run: string) {
  const process = new MemoryProcess(outside, { run });
  return { process, world: process.world };
}
