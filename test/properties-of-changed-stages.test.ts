// Random work with stages: commits, stages that come, go, merge and split, applies of one or all that may be killed; held to
// a person's expectation.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { randomOf } from './crash/kills.ts';
import { INTERRUPTIONS, interrupted, NOBODY } from './helpers/interruptions.ts';
import {
  ended as endedOf,
  type Ended,
  endedApproved,
  endText,
  MemoryProcess,
  Outside,
} from './helpers/memory.ts';
import { casesOf } from './helpers/suite.ts';
import { PROPERTY_TIMEOUT, RUNS, SEED } from './random/runs.ts';

const PROJECT =
  'version: 1\nlevels: [Environment, Application]\nallowNewContexts: [Staging, Production, Test]\nlimits: { deletes: 100%, updates: 100%, existing: 1000 }\n';
const CONTEXTS = ['*;*', '*;Web', 'Staging;*', 'Staging;Web', 'Production;*', 'Test;*'];
const KEYS = ['a', 'b', 'c', 'stays'];
/** Every element has a row that stays, so that short names of stages are always there. */
const STAYS = ['Staging', 'Production', 'Test'].map((at) => [`stays ${at};*`, '1'] as const);
const S = '{ name: staging, contexts: ["Staging;**"] }';
const inStaging = (context: string) => context.startsWith('Staging');
/** Each with the stage of a context. */
const STAGES: readonly { text: string; stageOf: (context: string) => string }[] = [
  { text: '', stageOf: () => '' },
  {
    text: 'stages: [Staging, Production]\n',
    stageOf: (context) => (inStaging(context) ? 'Staging' : 'Production'),
  },
  {
    text: 'stages: [Production, Staging]\n',
    stageOf: (context) => (context.startsWith('Production') ? 'Production' : 'Staging'),
  },
  {
    text: `stages: [${S}, { name: production, contexts: ["!Staging;**"] }]\n`,
    stageOf: (context) => (inStaging(context) ? 'staging' : 'production'),
  },
  {
    text: `stages: [${S}, { name: web, contexts: ["*;Web"] }, { name: rest, contexts: ["*;*", "Production;**", "Test;**"] }]\n`,
    stageOf: (context) => (inStaging(context) ? 'staging' : context === '*;Web' ? 'web' : 'rest'),
  },
  {
    text: 'stages: [{ name: first, contexts: ["Staging;**"] }, { name: test, contexts: ["Test;**"] }, { name: last, contexts: ["Production;**", "*;**"] }]\n',
    stageOf: (context) =>
      inStaging(context) ? 'first' : context.startsWith('Test') ? 'test' : 'last',
  },
  { text: 'stages: [{ name: all, contexts: ["**;**"] }]\n', stageOf: () => 'all' },
];

type Rows = Map<string, string>;

/** How often applies ended with each exit code. */
const ends = new Map<Ended['code'], number>();

/** Once nothing is left to wait for: in memory, nothing waits for a timer. */
async function idle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** One sequence; what is wrong with it. */
async function play(seed: number): Promise<string[]> {
  const random = randomOf(seed);
  const below = (count: number) => Math.floor(random() * count);
  const outside = new Outside();
  outside.push([{ key: 'theirs', values: [{ context: '*;*', value: 'of others' }] }]);
  const told: string[] = [];
  const wrong = (what: string) => [`seed ${seed}: ${[...told, what].join('; ')}`];
  let [declared, stages] = [new Map<string, string>(STAYS), STAGES[0]];
  const commit = () => {
    const values = (key: string) =>
      [...declared].flatMap(([row, text]) => {
        const [name, context] = row.split(' ');
        return name === key ? [`"${context}": ${text}`] : [];
      });
    const keys = KEYS.flatMap((key) =>
      values(key).length === 0 ? [] : [`  ${key}: { values: { ${values(key).join(', ')} } }\n`],
    );
    const files = { 'config/a.yaml': `keys:\n${keys.join('')}` };
    outside.commit({ 'confighub.yaml': PROJECT + stages?.text, ...files });
    told.push(`commit ${[...declared].join(' ')} ${stages?.text.trim()}`);
  };
  const rows = (): Rows =>
    new Map(outside.rows().map((row) => row.split(': ') as [string, string]));
  const processes = (name?: string) => {
    const names = outside.stages();
    const chosen = name === undefined ? names : [name];
    const of = (stage: string, i: number) => ({ name: stage, after: chosen.slice(0, i) });
    return (chosen.length === 0 ? [undefined] : chosen.map(of)).map(
      (stage) => new MemoryProcess(outside, { run: `run ${told.length}`, stage }),
    );
  };
  const apply = async (name?: string): Promise<string[]> => {
    const before = rows();
    const end = await endedApproved(processes(name));
    told.push(`apply ${name ?? 'all'}: ${end.code}`);
    ends.set(end.code, (ends.get(end.code) ?? 0) + 1);
    if (name === undefined && end.code !== 0) return [`not everything is applied: ${endText(end)}`];
    return problems({ end, before, after: rows(), name });
  };
  const problems = ({ end, before, after, name }: Applied): string[] =>
    [...new Set([...before.keys(), ...after.keys(), ...declared.keys()])].flatMap((row) => {
      const [was, is, wanted] = [before.get(row), after.get(row), declared.get(row)];
      const context = row.split(' ')[1] ?? '';
      const isOfApply = name === undefined || stages?.stageOf(context) === name;
      const isTheirs = row.startsWith('theirs');
      const isKept = isTheirs || end.code === 1 || end.code === 3;
      // A deletion may wait for a later stage, which then does it.
      const mayWait = wanted === undefined && name !== undefined;
      const allowed = isKept ? [was] : isOfApply ? [wanted, ...(mayWait ? [was] : [])] : [was];
      if (mayWait && !isTheirs && !isKept) allowed.push(undefined);
      if (end.code === 4) allowed.push(was, wanted);
      return allowed.includes(is)
        ? []
        : [`\`${row}\` was ${was}, is ${is}, not ${allowed} (${endText(end)})`];
    });

  for (let step = 0; step < 7; step++) {
    for (let edit = below(4); edit >= 0; edit--) {
      const row = `${KEYS[below(3)]} ${CONTEXTS[below(CONTEXTS.length)]}`;
      if (random() < 0.4) declared.delete(row);
      else declared.set(row, String(step));
    }
    declared = new Map(declared);
    if (random() < 0.4) stages = STAGES[below(STAGES.length)];
    commit();
    const names = outside.stages();
    for (const name of names.filter(() => random() < 0.5)) {
      const found = await apply(name);
      if (found.length > 0) return wrong(found.join(', '));
    }
    const chance = random();
    if (chance < 0.4) {
      const how = random() < 0.5 ? 'the process ends before it' : 'the process ends after it';
      const what = INTERRUPTIONS[how];
      const n = 5 + below(40);
      const some = processes(names[below(names.length)]);
      const { targets } = interrupted(some, NOBODY, { n, what });
      await Promise.race([endedOf(targets), idle()]);
      told.push(`killed at ${n}`);
      outside.now = new Date(outside.now.getTime() + 3_600_000);
    } else if (chance < 0.65) {
      const found = await apply();
      if (found.length > 0) return wrong(found.join(', '));
    }
  }
  // Nothing waits any more; or next to nothing is declared any more, so that it shows what was forgotten.
  const isLast = random() < 0.5;
  if (isLast) declared = new Map([...STAYS, ['a *;*', 'last']]);
  stages = STAGES[isLast ? below(STAGES.length) : 0];
  commit();
  const left = await apply();
  if (left.length > 0) return wrong(left.join(', '));
  const last = rows();
  const wanted: Rows = new Map([...declared, ['theirs *;*', 'of others']]);
  return isDeepStrictEqual(last, wanted)
    ? []
    : wrong(`at last the server has ${[...last].join(' ')}`);
}

interface Applied {
  end: Ended;
  before: Rows;
  after: Rows;
  name: string | undefined;
}

test('leaves what each stage is to leave, and in the end nothing else', {
  timeout: PROPERTY_TIMEOUT,
}, async () => {
  const count = Math.max(casesOf(160), Math.ceil(RUNS / 30));
  const wrong: string[] = [];
  for (let i = 0; i < count; i++) wrong.push(...(await play(SEED + i)));
  console.log(`sequences with stages: ${count}; exit codes: ${JSON.stringify([...ends])}`);
  expect(wrong).toEqual([]);
  expect(ends.get(0) ?? 0).toBeGreaterThan(count);
});
