// An apply that is killed at any moment: the next run makes the server what the last commit declares, once.
import { expect, test, vi } from 'vitest';
import { killAfter, killsOf, randomOf, SEED } from './kills.ts';
import { exported, push } from '../helpers/server.ts';
import { REPOSITORY } from '../helpers/process.ts';
import { type Member, type Team, withTeam } from '../helpers/team.ts';

/** At once, each with a team of its own, because a kill is mostly waited for. */
const LANES = 2;
const KILLS = Math.ceil(killsOf(4) / LANES);
vi.setConfig({ testTimeout: 900_000 + KILLS * 20_000 });

type Values = Record<string, string>;

const PROJECT =
  'version: 1\nlevels: [Environment, Application]\nlimits: { deletes: 100%, updates: 100%, existing: 1000 }\n';
const CONTEXTS = ['*;*', 'Production;*', 'Test;Web'];

/** Keys with values in some contexts, and a file; each by chance there or not, the values of this round or of any. */
function declared(random: () => number, round: number): Values {
  const all: Values = { 'anchor *;*': 'always' };
  for (const key of ['a', 'b', 'c', 'd']) {
    for (const context of CONTEXTS) {
      if (random() < 0.5)
        all[`${key} ${context}`] = random() < 0.5 ? `of round ${round}` : 'of any';
    }
  }
  if (random() < 0.5) all['f.txt file'] = `round ${round}\n`;
  return all;
}

function documents(values: Values): Record<string, string> {
  const keys = new Map<string, string[]>();
  const files: string[] = [];
  for (const [item, value] of Object.entries(values)) {
    const [name = '', context = ''] = item.split(' ');
    if (context === 'file')
      files.push(`files: { ${name}: { "*;*": { content: ${JSON.stringify(value)} } } }\n`);
    else keys.set(name, [...(keys.get(name) ?? []), `"${context}": ${value}`]);
  }
  const lines = [...keys].map(([key, own]) => `  ${key}: { values: { ${own.join(', ')} } }\n`);
  return {
    'confighub.yaml': PROJECT,
    'config/shop.yaml': `keys:\n${lines.join('')}${files.join('')}`,
  };
}

/** Every row that the server has, twice where it has it twice. */
async function rows(team: Team): Promise<[string, string][]> {
  const entries = (await exported(team.server)) as {
    key?: string;
    file?: string;
    content?: string;
    values?: { context: string; value: string }[];
  }[];
  const found = entries.flatMap(({ key, file, content = '', values = [] }): [string, string][] =>
    file === undefined
      ? values.map(({ context, value }) => [`${key} ${context}`, value])
      : [[`${file} file`, content]],
  );
  return found.sort(([a], [b]) => (a < b ? -1 : 1));
}

const sorted = (values: Values) => Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));

/** What somebody else writes meanwhile: keys of their own, and a value of a key that may be ours. */
async function meddle(team: Team, theirs: Values, round: number): Promise<void> {
  const [key, context] = [`theirs.${round % 3}`, round % 2 === 0 ? '*;*' : 'Production;*'];
  theirs[`${key} ${context}`] = `of others in ${round}`;
  const data = [
    { key, push: true, vdt: 'Text', values: [{ context, value: `of others in ${round}` }] },
  ];
  expect(
    (await push(team.server, { enableKeyCreation: true, data }, { token: 'default' })).status,
  ).toBe(200);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The next request of all, or the n-th. */
class Requests {
  #waiting: (() => void)[] = [];

  onRequest = () => {
    for (const tell of this.#waiting.splice(0)) tell();
  };

  async after(count: number): Promise<void> {
    for (let i = 0; i < count; i++)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** At once the record of the interrupted run is in the way, at most; once its time is over, nothing is. */
async function recovers(
  bob: Member,
  { early, round }: { early: boolean; round: number },
): Promise<void> {
  // The server's clock is bob's, so the next apply begins at the time of this one: each round is 20 minutes later.
  if (early) {
    const { outcome, plan } = await bob.minutesFromNow(20 * (round - 1)).apply();
    const codes = plan.findings.flatMap(({ severity, code }) =>
      severity === 'refusal' ? [code] : [],
    );
    if (outcome === 'refused') expect(codes).toEqual(['apply-running']);
  }
  expect((await bob.minutesFromNow(20 * round).apply()).outcome).toMatch(/^(?:verified|nothing)$/);
}

const lanes = Array.from({ length: LANES }, (_, lane) => lane);

test.concurrent.for(lanes)(
  `an apply is killed ${KILLS} times (CONFIGHUB_TEST_SEED=${SEED}), lane %i`,
  async (lane) => {
    const random = randomOf(SEED + lane);
    const requests = new Requests();
    const left = new Map<string, number>();
    const count = (what: string) => left.set(what, (left.get(what) ?? 0) + 1);
    await withTeam(
      async (team) => {
        const [ada, bob] = [team.member('ada'), team.member('bob')];
        const theirs: Values = {};
        let ours = declared(random, 0);
        ada.commit(documents(ours));
        const whole = await timeOf(() => ada.start('apply').ended);
        let recoveries = 0;
        for (let round = 1; round <= KILLS; ) {
          ours = declared(random, round);
          ada.commit(documents(ours));
          const run = ada.start('apply');
          const isAfterRequest = random() < 0.6;
          const since = isAfterRequest
            ? requests.after(1 + Math.floor(random() * 6))
            : Promise.resolve();
          const wasKilled = await killAfter(run, {
            since,
            milliseconds: random() * (isAfterRequest ? 80 : whole),
          });
          if (wasKilled) round++;
          count(`${wasKilled ? 'killed' : 'too late'}, leaving ${team.refStates().join('+')}`);
          await meddle(team, theirs, round);
          team.sandbox.git(bob.dir, 'fetch', '--quiet', 'origin', 'main');
          team.sandbox.git(bob.dir, 'reset', '--quiet', '--hard', 'FETCH_HEAD');
          await recovers(bob, { early: random() < 0.3, round: ++recoveries });
          expect(await rows(team)).toEqual(sorted({ ...ours, ...theirs }));
          expect(team.refStates()).toEqual(['done']);
          expect((await bob.plan()).plan).toMatchObject({ changes: [], drift: [], findings: [] });
        }
      },
      { repositories: [REPOSITORY], onRequest: requests.onRequest },
    );
    if (process.env.CONFIGHUB_TEST_KILLS !== undefined) console.info(Object.fromEntries(left));
  },
);
