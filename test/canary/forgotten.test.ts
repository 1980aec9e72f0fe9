// The property of non-interference over time: where only the texts of secrets differ, every output is the same, also after nothing declares the secret any more.
import { renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Random } from '../fuzz/random.ts';
import { RUNS, SEED } from '../random/runs.ts';
import { GitSandbox } from '../helpers/git.ts';
import { run } from '../helpers/run.ts';
import { REPOSITORY, TOKEN } from '../helpers/process.ts';
import { startServer } from '../../src/server/http-server.ts';
import { IS_NIGHTLY } from '../helpers/suite.ts';

/** In every secret, and nowhere else. */
const MARK = 'hunter2';
const STEPS = IS_NIGHTLY ? 10 : 4;
/** Each takes as long as many cases of another property. */
const SEQUENCES = Math.ceil(RUNS / 100);

const ITEMS = ['one', 'two', 'a/b.conf', 'c/d.conf'] as const;
const CONTEXTS = ['*', 'Production;*', 'Test;Billing'] as const;
const VARIABLES = ['FIRST', 'SECOND'] as const;

type Item = (typeof ITEMS)[number];
/** By context: the variable, or nothing for a literal. */
type Rows = Partial<Record<string, (typeof VARIABLES)[number] | undefined>>;

/** Two worlds differ in the texts alone: their lengths, and how many lines they have. */
type World = (name: string) => string;
const WORLDS: readonly World[] = [
  (name) => `${MARK} ${name}`,
  (name) => `${MARK}\nof ${name}: ${'more '.repeat(name.length)}\n\n${name}`,
];

/** What is declared, and how it is looked at. */
interface Plan {
  project: { file: 'confighub.yaml' | 'shop.yaml'; prune: 'managed' | 'none'; record: boolean };
  rows: Map<Item, Rows>;
  /** How often each variable got another value; those with the same name have the same value. */
  values: Record<(typeof VARIABLES)[number], string>;
  host: '127.0.0.1' | 'localhost';
}

interface Step {
  what: string;
  plan: Plan;
  /** Before the plan: what becomes of the record. `unfinished`: after it, an apply that cannot say that it is done. */
  record: 'kept' | 'forgotten' | 'removed' | 'unreadable' | 'unfinished';
  /** Whether origin does not answer until the apply. */
  isAlone: boolean;
  isApplied: boolean;
  /** Of the clone that the outputs are from; `0`: all. */
  depth: number;
  look: readonly string[];
}

const LOOKS: readonly (readonly string[])[] = [
  ['plan', '--show-push'],
  ['plan', '--markdown', '--unmanaged'],
  ['plan', '--prune', 'all', '--json'],
  ['drift', '--json'],
  ['import', '--only', 'drift', '--dry-run', '--yes'],
  ['import', '--dry-run', '--yes'],
  ['show', '--live', 'one'],
];

function stepsOf(random: Random): Step[] {
  let plan: Plan = {
    project: { file: 'confighub.yaml', prune: 'none', record: !random.oneIn(3) },
    rows: new Map([['one', { '*': 'FIRST' }]]),
    values: { FIRST: 'a', SECOND: random.oneIn(3) ? 'a' : 'b' },
    host: '127.0.0.1',
  };
  return Array.from({ length: STEPS }, (_, i) => {
    const { what, ...changed } = i === 0 ? { what: 'begin' } : changeOf(plan, random);
    plan = { ...plan, ...changed };
    const record =
      i > 0 && random.oneIn(5)
        ? random.pick(['forgotten', 'removed', 'unreadable', 'unfinished'] as const)
        : 'kept';
    const isAlone = i > 0 && random.oneIn(6);
    const isApplied = i === 0 || !random.oneIn(3);
    const depth = random.below(3);
    return { what, plan, record, isAlone, isApplied, depth, look: random.pick(LOOKS) };
  });
}

function changeOf(
  { project, rows, values }: Plan,
  random: Random,
): Partial<Plan> & { what: string } {
  const item = random.oneIn(2) ? 'one' : random.pick(ITEMS);
  const context = random.pick(CONTEXTS);
  const variable = random.pick(VARIABLES);
  const own = rows.get(item);
  const withOwn = (changed: Rows) => ({ rows: new Map([...rows, [item, changed] as const]) });
  const left = () => ({
    what: `leave ${item}`,
    rows: new Map([...rows].filter(([name]) => name !== item)),
  });
  const literal = () => ({ what: `literals ${item}`, ...withOwn({ ...ALL_LITERAL }) });
  const declared = () => ({
    what: `declare ${item} in ${context}`,
    ...withOwn({ ...own, [context]: variable }),
  });
  const renamed = (to: Rows) => {
    const name = OTHER[item];
    const others = [...rows].filter(([one]) => one !== item);
    return { what: `rename ${item}`, rows: new Map([...others, [name, to] as const]) };
  };
  const isSecret = Object.values(own ?? {}).some((one) => one !== undefined);
  // It comes from a variable, nothing declares it, and then it is a literal.
  const next = own === undefined ? literal : isSecret ? left : declared;
  const others = [
    declared,
    () => ({ what: `literal ${item}`, ...withOwn({ ...own, [context]: undefined }) }),
    () => ({
      what: `move ${item} to ${context}`,
      ...withOwn({ [context]: Object.values(own ?? {})[0] }),
    }),
    () => renamed(own ?? {}),
    () => renamed({ ...ALL_LITERAL }),
    () => ({
      what: `rotate ${variable}`,
      values: { ...values, [variable]: `${values[variable]}'` },
    }),
    () => ({ what: 'prune', project: { ...project, prune: OTHER[project.prune] } }),
    () => ({ what: 'record', project: { ...project, record: !project.record } }),
    () => ({ what: 'rename', project: { ...project, file: OTHER[project.file] } }),
    () => ({ what: 'host', host: random.pick(['127.0.0.1', 'localhost'] as const) }),
  ];
  return random.oneIn(2)
    ? next()
    : random.oneIn(3)
      ? { what: 'nothing' }
      : random.pick<() => ReturnType<typeof changeOf>>(others)();
}

const ALL_LITERAL: Rows = Object.fromEntries(CONTEXTS.map((context) => [context, undefined]));
const OTHER = {
  one: 'two',
  two: 'one',
  'a/b.conf': 'c/d.conf',
  'c/d.conf': 'a/b.conf',
  none: 'managed',
  managed: 'none',
  'confighub.yaml': 'shop.yaml',
  'shop.yaml': 'confighub.yaml',
} as const;

function documentOf({ rows }: Plan): string {
  const keys: Record<string, unknown> = { other: 'stays' };
  const files: Record<string, unknown> = {};
  for (const [item, own] of rows) {
    const of = (literal: string) =>
      Object.entries(own).map(([context, env]) => [
        context === '*' ? '*;*' : context,
        env === undefined ? { [literal]: 'a literal' } : { env },
      ]);
    if (item.includes('/')) files[item] = Object.fromEntries(of('content'));
    else keys[item] = { values: Object.fromEntries(of('value')) };
  }
  return JSON.stringify({ keys, ...(Object.keys(files).length > 0 && { files }) }, null, 2);
}

function settingsOf({ project }: Plan): string {
  const { prune, record } = project;
  return `version: 1\nlevels: [Environment, Application]\nlimits: { existing: 1000, deletes: 100%, updates: 100% }\nrepository: acme/shop\nprune: ${record ? prune : 'none'}\nrecord: ${record}\n`;
}

/** The commits of a record have the time of their apply. */
const OF_ITS_TIME =
  /[0-9a-f]{40}(?=:refs\/)|\d{4}-\d\d-\d\d[T ][\d:.]+|\d+ (?:second|minute)s?(?= ago)/g;

/** Origin takes no record that says that its apply is done. */
const NEVER_DONE =
  'while read old new ref; do ! git cat-file -p $new | grep -q "^State: done"; done';

/** What becomes of the records at origin. */
const SPOILING: Partial<Record<Step['record'], string>> = {
  removed:
    'git for-each-ref --format="delete %(refname)" refs/confighub-sync | git update-ref --stdin',
  unreadable:
    'for ref in $(git for-each-ref --format="%(refname)" refs/confighub-sync); do git update-ref $ref $(git commit-tree -m "Not a record" $(git write-tree)); done',
};

/** All that is printed, step by step. */
async function outputsOf(steps: readonly Step[], world: World, port: number): Promise<string[]> {
  const sandbox = new GitSandbox();
  // The same commits in both worlds.
  const date = '1700000000 +0000';
  Object.assign(sandbox.env, { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
  const outputs: string[] = [];
  try {
    const origin = sandbox.bare();
    const work = sandbox.clone(origin, 'work');
    for (const [i, step] of steps.entries()) {
      const { plan } = step;
      const { file } = plan.project;
      for (const name of ['confighub.yaml', 'shop.yaml']) sandbox.script(work, 'rm -f "$1"', name);
      sandbox.write(`work/${file}`, settingsOf(plan));
      sandbox.write('work/config/shop.yaml', documentOf(plan));
      const committing = 'git add --all; git commit --quiet --allow-empty -m "$1"';
      sandbox.script(work, `${committing}; git push --quiet origin HEAD:main`, `Step ${i}`);
      const values = Object.entries(plan.values).map(([name, value]) => [name, world(value)]);
      const url = `http://${plan.host}:${port}`;
      const target = { CONFIGHUB_URL: url, CONFIGHUB_TOKEN: TOKEN };
      const env = { ...sandbox.env, ...target, ...Object.fromEntries(values) };
      const called = async (cwd: string, ...args: string[]) => {
        const ended = await run([...args, '--config', file], { cwd, env });
        const text = `${args.join(' ')}: ${ended.status}\n${ended.output}`;
        outputs.push(text.replaceAll(sandbox.dir, '').replace(OF_ITS_TIME, ''));
        return ended.output;
      };
      outputs.push(`--- step ${i}: ${step.what}, ${JSON.stringify({ ...step, plan: undefined })}`);
      if (step.record === 'forgotten')
        await called(work, 'history', '--forget', '--yes', '--repository', 'acme/shop');
      const spoiling = SPOILING[step.record];
      if (spoiling !== undefined) sandbox.script(origin, spoiling);
      const seen =
        step.depth === 0 ? work : sandbox.clone(origin, `clone-${i}`, `--depth=${step.depth}`);
      if (step.isAlone) renameSync(origin, `${origin}-gone`);
      await called(seen, 'plan', '--json', '--show-push');
      await called(seen, 'show', '--live', '--json');
      await called(seen, ...step.look);
      if (step.isAlone) renameSync(`${origin}-gone`, origin);
      if (step.record === 'unfinished') sandbox.hook(origin, 'pre-receive', NEVER_DONE);
      else if (!step.isApplied) continue;
      const first = await called(seen, 'apply', '--yes', '--allow-older');
      const [, digest] = /--approve ([0-9a-f]{32})/.exec(first) ?? [];
      if (digest !== undefined)
        await called(seen, 'apply', '--yes', '--allow-older', '--approve', digest);
      if (step.record !== 'unfinished') continue;
      sandbox.script(origin, 'rm hooks/pre-receive');
      await called(seen, 'unlock', '--repository', 'acme/shop');
    }
  } finally {
    sandbox.dispose();
  }
  return outputs;
}

/** What breaks the property, if something does. */
async function broken(seed: number): Promise<string | undefined> {
  const steps = stepsOf(new Random(seed));
  const outputs: string[][] = [];
  let port = 0;
  for (const world of WORLDS) {
    // At the same address, which is in the digest of a plan.
    const server = await startServer({ repositories: [REPOSITORY], port });
    port = Number(new URL(server.url).port);
    outputs.push(await outputsOf(steps, world, port).finally(() => server.close()));
  }
  const [one = [], other = []] = outputs;
  const at = one.findIndex((text, i) => text !== other[i] || text.includes(MARK));
  if (at === -1) return undefined;
  const begun = one.slice(0, at + 1).filter((text) => text.startsWith('---'));
  const [lines = [], others = []] = [one[at], other[at]].map((text) => text?.split('\n'));
  const differing = lines.flatMap((line, i) =>
    line === others[i] && !line.includes(MARK) ? [] : [line, others[i]],
  );
  return [`seed ${seed}`, ...begun, lines[0], ...differing.slice(0, 6)].join('\n');
}

test(
  `nothing that is printed depends on the text of a secret, in ${SEQUENCES} sequences of ${STEPS} steps`,
  async () => {
    const found: string[] = [];
    for (let i = 0; i < SEQUENCES; i++) {
      const one = await broken(SEED + i);
      if (one !== undefined) found.push(one);
    }
    expect(`${found.length} of ${SEQUENCES}\n${found.join('\n\n')}`).toBe(`0 of ${SEQUENCES}\n`);
  },
  900_000 + SEQUENCES * 240_000,
);
