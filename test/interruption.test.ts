// Whatever happens at whichever question of an apply, its exit code is true, and the next apply mends it.
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import type { GivenOptions } from '../src/options.ts';
import { randomOf, SEED } from './crash/kills.ts';
import {
  INTERRUPTIONS,
  type Interruption,
  type InterruptionName,
  interrupted,
  type Moment,
} from './helpers/interruptions.ts';
import {
  type Ended,
  ended,
  endedApproved,
  endText,
  MemoryProcess,
  Outside,
  type OutsideOptions,
} from './helpers/memory.ts';
import { type Contents, load } from './helpers/project.ts';
import { IS_NIGHTLY } from './helpers/suite.ts';

const PROJECT =
  'version: 1\nlevels: [Environment, Application]\nlimits: { deletes: 100%, updates: 100%, existing: 1000 }\n';

interface Scenario {
  /** What was applied before, each with the path of its project file where that is another one. */
  before: readonly Contents[];
  /** What others did since. */
  since?: (outside: Outside) => void;
  /** What is applied. */
  files: Contents;
  given?: GivenOptions;
  /** What is left to be declared at last. Default: next to nothing. */
  last?: string;
  server?: OutsideOptions;
  /** The project file before and now, and what a clone that knows the former one only may apply, too. */
  renamed?: readonly [string, string];
  former?: Contents;
  /** Default: 1. */
  targets?: number;
  /** `record: false`. */
  isUnrecorded?: true;
  /** Others' changes of an item stay, or nobody sees them. */
  keepsDrift?: true;
  /** In the nightly suite only. */
  isNightly?: true;
}

function shop(keys: string, more = '', project = PROJECT): Contents {
  return { 'confighub.yaml': project, 'config/shop.yaml': `keys:\n${keys}${more}` };
}

const A = (value: string) => `  a: { values: { "*": ${value}, Production;*: 2 } }\n`;
const B = '  b: { values: { "*": 1, Production;*: 2 } }\n';
const C = '  c: 1\n';
const TWO = '  c: { values: { "*": 1, Test;*: 5 } }\n';
const key = (name: string, value: string, context = '*;*') => ({
  key: name,
  push: true,
  vdt: 'Text',
  values: [{ context, value }],
});
const drift = (outside: Outside) => outside.push([key('c', '9')]);
const FILE = 'files:\n  app.conf: { content: "new = ${new}" }\n';
const NEW = '  new: 1\n';

/** With another value for Staging, which a commit takes away, so that its deletion waits for the value below it. */
const STAGED = (value: string, staging = '') =>
  `  s:\n   values:\n    "*;*": ${value}\n${staging}    Production;*: 20\n`;
const STAGES = `${PROJECT}stages: [Staging, Production]\n`;

function staged(keys: string): Contents {
  return shop(keys, '', STAGES);
}

/** What is applied at last, so that it shows what was forgotten: next to nothing is declared any more. */
const LAST = '  b: last\n';

const SCENARIOS: Record<string, Scenario> = {
  'a first apply': { before: [], files: shop(A('1') + B) },
  'a first apply in batches': {
    before: [],
    files: shop(A('1') + B + C, '', `${PROJECT}batch: 2\n`),
  },
  'one value': { before: [shop(A('1') + B)], files: shop(A('3') + B) },
  'a deletion': { before: [shop(A('1') + B + C)], files: shop(A('1') + B) },
  'drift that is kept': {
    before: [shop(A('1') + C)],
    since: drift,
    files: shop(A('3') + C),
    given: { onDrift: 'keep' },
    last: LAST + C,
    keepsDrift: true,
  },
  'drift that is overwritten': {
    before: [shop(A('1') + C)],
    since: drift,
    files: shop(A('3') + C),
  },
  'two phases': { before: [shop(A('1'))], files: shop(A('3') + NEW, FILE) },
  'a batch': {
    before: [shop(A('1') + B)],
    files: shop(`${A('3')}  d: 1\n  e: 2\n`, '', `${PROJECT}batch: 2\n`),
  },
  'by token, one value': {
    before: [shop(A('1') + B)],
    files: shop(A('3') + B),
    server: { isOpen: false },
  },
  'by token, a deletion and a file': {
    before: [shop(A('1') + B + C)],
    files: shop(A('3') + B + NEW, FILE),
    server: { isOpen: false },
  },
  'the documented interface only': {
    before: [shop(A('1') + B + C)],
    files: shop(A('3') + B + NEW),
    given: { reads: 'documented' },
    server: { isOpen: false, without: ['export', 'info', 'keyData', 'rawFile', 'info/system'] },
    keepsDrift: true,
  },
  'two targets': { before: [shop(A('1') + B + C)], files: shop(A('3') + B), targets: 2 },
  'another project': {
    before: [shop(A('1') + B + C)],
    since: (outside) => {
      const { state, project } = load({ 'config/shop.yaml': 'keys:\n  c: 1\n' });
      outside.others = [
        { name: 'mail.yaml', state, project, isCertain: true, source: 'files' } as never,
      ];
    },
    files: shop(A('3') + B),
  },
  'a repaired double': {
    before: [shop(A('1') + TWO)],
    since: (outside) => {
      outside.push([{ key: 'c', values: [{ context: 'Test;*', opp: 'delete' }] }]);
      outside.push([key('c', '5', 'Test;*')], { plantDuplicates: true });
    },
    files: shop(A('3') + TWO),
  },
  'a moved document': {
    before: [shop(A('1') + C)],
    files: { 'confighub.yaml': PROJECT, 'config/moved.yaml': `keys:\n${A('3')}` },
  },
  'two stages': {
    before: [staged(A('1') + B + STAGED('10', '    Staging;*: 30\n'))],
    files: staged(A('3') + STAGED('30') + NEW),
  },
  'two stages, by token': {
    before: [staged(A('1') + B + C + STAGED('1', '    Staging;*: 3\n'))],
    files: staged(A('3') + B + STAGED('10', '    Staging;*: 30\n')),
    server: { isOpen: false },
    isNightly: true,
  },
  'stages from now on': {
    before: [shop(A('1') + B + STAGED('10', '    Staging;*: 30\n'))],
    files: staged(A('3') + STAGED('30')),
    isNightly: true,
  },
  'stages no longer': {
    before: [staged(A('1') + B + STAGED('10', '    Staging;*: 30\n'))],
    files: shop(A('3') + STAGED('30')),
    isNightly: true,
  },
  'a renamed project': {
    before: [shop(A('1') + C)],
    files: shop(A('3')),
    renamed: ['confighub.yaml', 'shop.yaml'],
    former: shop(`${A('1')}${C}  former: 1\n`),
  },
  'no record': {
    before: [shop(A('1') + B, '', `${PROJECT}record: false\n`)],
    files: shop(A('3') + B, '', `${PROJECT}record: false\n`),
    isUnrecorded: true,
  },
};

/** The project as a commit has it, at the path of its project file. */
function commit(outside: Outside, files: Contents, projectFile = 'confighub.yaml'): void {
  const { 'confighub.yaml': project = '', ...documents } = files;
  outside.commit({ ...documents, [projectFile]: project }, projectFile);
}

/** All that is outside of the program, with a server for each target. */
class Stage {
  readonly #scenario: Scenario;
  readonly outsides: readonly Outside[];

  constructor(scenario: Scenario, outsides?: readonly Outside[]) {
    this.#scenario = scenario;
    const { server, targets = 1 } = scenario;
    this.outsides = outsides ?? Array.from({ length: targets }, () => new Outside(server));
  }

  /** Up to the commit that is to be applied. */
  static async of(scenario: Scenario): Promise<Stage> {
    const stage = new Stage(scenario);
    const { before, since, files, renamed, former } = scenario;
    for (const earlier of before) {
      for (const outside of stage.outsides) commit(outside, earlier, renamed?.[0]);
      await stage.mustApply('earlier');
      stage.wait(1);
    }
    for (const outside of stage.outsides) {
      since?.(outside);
      if (former !== undefined) commit(outside, former, renamed?.[0]);
      commit(outside, files, renamed?.[1]);
    }
    return stage;
  }

  copy(): Stage {
    return new Stage(
      this.#scenario,
      this.outsides.map((outside) => outside.copy()),
    );
  }

  /** A process for each target, and each of its stages, in a clone that has the newest commit. */
  start(run: string): MemoryProcess[] {
    const { given = {} } = this.#scenario;
    return this.outsides.flatMap((outside) => {
      const stages = outside.stages();
      const names = stages.length === 0 ? [undefined] : stages;
      return names.map((name, i) => {
        const stage = name === undefined ? undefined : { name, after: stages.slice(0, i) };
        return new MemoryProcess(outside, { run, given, stage });
      });
    });
  }

  apply(run: string): Promise<Ended> {
    return endedApproved(this.start(run));
  }

  /** By a clone that lacks the commit which renamed the project file. */
  async applyFormer(): Promise<void> {
    if (this.#scenario.former === undefined) return;
    const old = this.outsides.map(
      (outside) => new MemoryProcess(outside, { run: 'old', behind: 1 }),
    );
    await endedApproved(old);
  }

  async mustApply(run: string): Promise<void> {
    const done = await this.apply(run);
    if (done.code !== 0) throw new Error(`${run}: ${endText(done)}`);
  }

  /** Commits what is to be left of it. */
  commitLast(): void {
    const { files, renamed, last = LAST } = this.#scenario;
    const { 'confighub.yaml': project } = files;
    for (const outside of this.outsides)
      commit(outside, shop(last, '', `${project}`), renamed?.[1]);
  }

  push(data: readonly object[]): void {
    for (const outside of this.outsides) outside.push(data);
  }

  wait(minutes: number): void {
    for (const outside of this.outsides)
      outside.now = new Date(outside.now.getTime() + minutes * 60_000);
  }

  /** The servers execute what they have received. */
  executePending(): void {
    for (const outside of this.outsides) for (const push of outside.pending.splice(0)) push();
  }

  isPending(): boolean {
    return this.outsides.some(({ pending }) => pending.length > 0);
  }

  /** Of all servers together, sorted for each. */
  rows(more: readonly string[] = []): string[] {
    return this.outsides.flatMap((outside) => [...outside.rows(), ...more].sort());
  }

  /** What is wrong with the records after the last apply. */
  recordProblems(): string[] {
    const { renamed, isUnrecorded = false } = this.#scenario;
    return this.outsides.flatMap((outside) => {
      const { head, begun, refs, done } = outside.recordOf(renamed?.[1] ?? 'confighub.yaml');
      const isRight = isUnrecorded
        ? refs.size === 0
        : refs.size === 1 && begun.length === 0 && done?.commit === head;
      return isRight ? [] : [`records are left: ${[...refs.keys()]}, ${begun.length} begun`];
    });
  }
}

/** What the servers have if nothing happens, after the apply, and after the last one; and what it asks. */
async function undisturbed(scenario: Scenario) {
  const stage = await Stage.of(scenario);
  const played = stage.copy();
  const nobody = () => Promise.resolve();
  const others = { write: nobody, change: nobody, apply: nobody, applyNewer: nobody };
  const { targets, asked } = interrupted(played.start('mine'), others);
  const first = await ended(targets);
  if (first.code !== 0) throw new Error(endText(first));
  const rows = played.rows();
  const theirs = played.rows([THEIRS]);
  played.commitLast();
  await played.mustApply('last');
  const last = { rows: played.rows(), theirs: played.rows([THEIRS]) };
  return { stage, asked, first: { rows, theirs }, last };
}

const THEIRS = 'theirs *;*: of others';

interface Case {
  scenario: Scenario;
  n: number;
  what: Interruption;
  clean: Awaited<ReturnType<typeof undisturbed>>;
  /** Whether the commit is not applied again before the last one. */
  isSkipped: boolean;
}

/** What a process does once nothing is left to wait for. */
async function settledOrNever(work: Promise<Ended>): Promise<Ended> {
  const idle = async (): Promise<Ended> => {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    return { code: 'never', rows: [], said: [] };
  };
  return Promise.race([work, idle()]);
}

/** What is wrong after it; empty: nothing. */
async function problemsOf({ scenario, n, what, clean, isSkipped }: Case): Promise<string[]> {
  const stage = clean.stage.copy();
  let [wasWritten, isLast] = [false, false];
  const others: Moment['others'] = {
    write: () => {
      wasWritten = true;
      stage.push([key('theirs', 'of others')]);
    },
    change: () => stage.push([key('a', 'of others')]),
    apply: async () => {
      await stage.apply('other');
    },
    applyNewer: async () => {
      isLast = true;
      stage.commitLast();
      await stage.apply('newer');
    },
  };
  const processes = stage.start('mine');
  const { targets } = interrupted(processes, others, { n, what });
  const own = await settledOrNever(ended(targets));
  const problems: string[] = [];
  const check = (isRight: boolean, problem: string) => {
    if (!isRight) problems.push(problem);
  };
  const isAs = ({ rows, theirs }: typeof clean.first) =>
    isDeepStrictEqual(stage.rows(), wasWritten ? theirs : rows);

  // The exit code is true.
  const hadEffect = stage.isPending() || processes.some(({ effects }) => effects > 0);
  const isSent = processes.some(({ sent }) => sent > 0);
  const mayHang = what.isDead === true || what === INTERRUPTIONS['it never settles'];
  // A lie about what nothing else shows, and a record that is not known, which is said.
  const isBlind =
    scenario.given?.reads === 'documented' &&
    what === INTERRUPTIONS['it says 200, and has no effect'];
  const isHidden = what === INTERRUPTIONS['a cache answers it'];
  const isSaid = own.said.length > 0;
  if (own.code === 'never') check(mayHang, 'it hangs');
  if (own.code === 1 || own.code === 3) check(!hadEffect, `nothing was sent? ${endText(own)}`);
  if (own.code === 4) check(isSent, `something was sent? ${endText(own)}`);
  if (own.code === 0 && !what.isOfOthers && !isBlind && !isHidden && !isSaid)
    check(isAs(clean.first), `done? ${endText(own)} ${stage.rows()}`);

  // Somebody tries at once, perhaps before the server has executed what it received.
  if (n % 2 === 1) await stage.apply('at once');
  else if (!isLast) await stage.applyFormer();
  stage.wait(5);
  stage.executePending();
  stage.wait(55);

  // The next apply converges, and another clone removes what is left.
  if (isBlind) return problems;
  if (isSkipped) {
    if (!isLast) stage.commitLast();
    const only = await stage.apply('last');
    check(only.code === 0, `only the last one: ${endText(only)}`);
    // What others changed of an apply that is not known to have finished is named, and left to them.
    const said = only.rows.flatMap(({ plan }) => plan?.findings.map(({ code }) => code) ?? []);
    check(
      isAs(clean.last) || (what.isOfOthers === true && said.includes('unfinished-only')),
      `then, at last, the server has ${stage.rows()}`,
    );
    return [...problems, ...stage.recordProblems()];
  }
  const next = await stage.apply('next');
  // The second push made the server create a key, locked, that the first one did not create.
  const codes = next.rows.flatMap(({ plan }) => plan?.findings.map(({ code }) => code) ?? []);
  if (what === INTERRUPTIONS['it says 200, and has no effect'] && codes.includes('key-locked'))
    return problems;
  check(next.code === 0, `the next one: ${endText(next)}`);
  check(isAs(isLast ? clean.last : clean.first), `then the server has ${stage.rows()}`);
  if (!isLast) stage.commitLast();
  const last = await stage.apply('last');
  check(last.code === 0, `the last one: ${endText(last)}`);
  check(isAs(clean.last), `at last the server has ${stage.rows()}`);
  return [...problems, ...stage.recordProblems()];
}

/** So many of all in the ordinary suite, by seed: half of them at a push, or where an answer is lost. */
const ORDINARY = 160;
const isWorst = ({ question, name }: { question: string; name: InterruptionName }) =>
  question === 'push' || name === 'its answer is lost' || name === 'this clone cannot be read';
const random = randomOf(SEED);
let count = 0;
afterAll(() => console.log(`interruptions: ${count}`));

const NAMES = Object.keys(INTERRUPTIONS) as InterruptionName[];
const chosenScenarios = Object.entries(SCENARIOS).filter(
  ([, { isNightly }]) => IS_NIGHTLY || isNightly !== true,
);
const share = ORDINARY / chosenScenarios.length / 2;

/** Some of them, each as likely as the others. */
function someOf<Item>(items: readonly Item[], count: number): Item[] {
  const left = [...items];
  const chosen: Item[] = [];
  while (chosen.length < count && left.length > 0)
    chosen.push(...left.splice(Math.floor(random() * left.length), 1));
  return chosen;
}

test.each(chosenScenarios)('%s', async (_, scenario) => {
  const clean = await undisturbed(scenario);
  const all = clean.asked.flatMap((question, i) =>
    NAMES.flatMap((name) => {
      const what: Interruption = INTERRUPTIONS[name];
      const isOdd = scenario.keepsDrift && name === 'others change an item before it';
      return what.at(question) && !isOdd ? { question, n: i + 1, name, what } : [];
    }),
  );
  const worst = all.filter(isWorst);
  const others = all.filter((one) => !isWorst(one));
  const chosen = IS_NIGHTLY ? all : [...someOf(worst, share), ...someOf(others, share)];
  const wrong: string[] = [];
  for (const { question, n, name, what } of chosen) {
    count++;
    // Without a record, nothing is pruned.
    const ways = scenario.isUnrecorded ? [false] : [false, true];
    for (const isSkipped of IS_NIGHTLY ? ways : [random() < 0.5 && ways.length > 1]) {
      const problems = await problemsOf({ scenario, n, what, clean, isSkipped });
      if (problems.length > 0) wrong.push(`${n}, ${question}: ${name}: ${problems.join('; ')}`);
    }
  }
  expect(wrong).toEqual([]);
});
