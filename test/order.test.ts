// What plans and applies ask of the server and of Git, in which order and beside what: a list for each way to read.
import { expect, test } from 'vitest';
import type { Runtime } from '../src/runtime.ts';
import type { TargetOptions } from '../src/project/open-project.ts';
import { chosenTargets } from '../src/project/chosen-targets.ts';
import { apply } from '../src/commands/apply.ts';
import { workOnTargets } from '../src/core/target-rows.ts';
import { planTarget } from '../src/commands/plan.ts';
import type { GivenOptions } from '../src/options.ts';
import { orderOf } from './order/order-of.ts';
import { REPOSITORY, TOKEN } from './helpers/process.ts';
import { type Team, UNLIMITED, withTeam } from './helpers/team.ts';
import { representatives } from './helpers/suite.ts';

/** Three keys in two contexts; `first` and what follows them are what changes. */
function shop(first: string, more = ''): Record<string, string> {
  const keys = ['b', 'c']
    .map((name) => `  ${name}: { values: { "*": 1, Production;*: 2 } }\n`)
    .join('');
  return {
    'confighub.yaml': UNLIMITED,
    'config/shop.yaml': `keys:\n  a: { values: { "*": ${first}, Production;*: 2 } }\n${keys}${more}`,
  };
}

const KEY = '  new: { values: { "*": 1 } }\n';
const file = (content: string) => `files:\n  app.conf: { content: "${content}" }\n`;
const TARGETS = {
  'several/confighub.yaml': `version: 1
levels: [Environment, Application]
targets:
  east: { repository: acme/east, include: [east.yaml] }
  west: { repository: acme/west, include: [west.yaml] }
`,
  'several/east.yaml': 'keys:\n  place: east\n',
  'several/west.yaml': 'keys:\n  place: west\n',
};

const tokenOf = (repository: string) => (repository === 'shop' ? TOKEN : `${TOKEN}-${repository}`);

interface Step {
  what: string;
  files: Record<string, string>;
  given?: GivenOptions;
  before?: (team: Team) => Promise<unknown>;
  outcomes?: readonly string[];
}

/** One after the other, each planned and applied. */
const STEPS: readonly Step[] = [
  { what: 'first', files: shop('1') },
  { what: 'nothing changed', files: {}, outcomes: ['nothing'] },
  { what: 'one value', files: shop('2') },
  { what: 'a new key', files: shop('2', KEY) },
  { what: 'a deletion', files: shop('2') },
  { what: 'a file', files: shop('2', file('b = ${b}')) },
  {
    what: 'drift, which is kept, and another value',
    files: shop('3', file('b = ${b}')),
    given: { onDrift: 'keep' },
    before: (team) => team.push({ key: 'c', values: [{ context: '*;*', value: '9' }] }),
  },
  {
    what: 'a file with a new key, in two pushes',
    files: shop('3', `${KEY}${file('b = ${b}, new = ${new}')}`),
  },
  {
    what: 'another value, after an apply that was interrupted',
    files: shop('5'),
    before: interrupted,
  },
  {
    what: 'two targets',
    files: TARGETS,
    given: { config: 'several/confighub.yaml', repository: undefined, token: undefined },
    outcomes: ['applied', 'applied'],
  },
];

/** An apply that never comes to its push. */
async function interrupted(team: Team): Promise<void> {
  const ada = team.member('interrupted');
  ada.commit(shop('4'));
  await new Promise<void>((resolve, reject) => {
    ada.apply({}, () => new Promise(() => resolve())).then(reject, reject);
  });
}

test.for(representatives(['token', 'documented', 'all'] as const, 3))(
  'with reads %s',
  async (reads) => {
    const lists: string[] = [];
    const flags = { tokenFreePull: reads === 'all' };
    const repositories = ['shop', 'east', 'west'].map((repository) => {
      return {
        ...REPOSITORY,
        flags,
        repository,
        tokens: { default: { value: tokenOf(repository) }, force: { forceKeyPush: true } },
      };
    });
    await withTeam(
      async (team) => {
        const ada = team.member('ada');
        const tokens = {
          CONFIGHUB_TOKEN_EAST: tokenOf('east'),
          CONFIGHUB_TOKEN_WEST: tokenOf('west'),
        };
        const runtime = ada.runtime({ env: { ...team.sandbox.env, ...tokens } });
        for (const { what, files, given, before, outcomes = ['applied'] } of STEPS) {
          await before?.(team);
          ada.commit(files);
          // What an interrupted apply began locks others for some minutes.
          ada.minutes += 15;
          const targets = chosenTargets(ada.options({ reads, ...given }), runtime);
          const planned = await orderOf(() =>
            workOnTargets(targets, (options) => planTarget(options, runtime)),
          );
          const became: string[] = [];
          const applied = await orderOf(() => applyAll(targets, runtime, became));
          expect(became, what).toEqual(outcomes);
          lists.push(section(`plan: ${what}`, planned), section(`apply: ${what}`, applied));
        }
      },
      { repositories },
    );
    await expect(lists.join('\n')).toMatchFileSnapshot(`order/${reads}.txt`);
  },
);

function section(title: string, lines: readonly string[]): string {
  return `${title}\n\n${lines.map((line) => `${line}\n`).join('')}`;
}

async function applyAll(
  chosen: readonly TargetOptions[],
  runtime: Runtime,
  outcomes: string[],
): Promise<void> {
  const never = new AbortController().signal;
  const rows = await apply(chosen, runtime, {
    report: () => undefined,
    heedSignals: () => ({ wanted: never, atOnce: never }),
  });
  for (const { outcome } of rows) outcomes.push(outcome.replace(/^(un)?verified$/, 'applied'));
}
