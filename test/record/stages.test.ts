// The record of a project with stages: each commit of it says what all of them applied, in a shallow clone, too.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followedBy } from '../../src/core/applied-parts.ts';
import { begin, close, finish } from '../../src/core/record.ts';
import type { AppliedStage } from '../../src/model/stages.ts';
import { addSecretRow } from '../../src/model/secret-rows.ts';
import { emptyState } from '../../src/model/state.ts';
import { openRepository } from '../../src/record/git-repository.ts';
import { readHistory } from '../../src/record/history.ts';
import { readRecord } from '../../src/record/record.ts';
import {
  type ApplyRecord,
  countingIn,
  lastOfStage,
  type RecordPlace,
} from '../../src/record/recorded-apply.ts';
import { recordStore } from '../../src/world/records.ts';
import { GitSandbox } from '../helpers/git.ts';

const FOLDER = 'refs/confighub-sync/config.example.com/acme/shop';
const REF = `${FOLDER}/confighub.yaml/applied`;
const NOW = new Date('2024-05-06T07:08:09Z');

let sandbox: GitSandbox;
let origin: string;
let work: string;
let commits: string[];

beforeEach(() => {
  sandbox = new GitSandbox();
  ({ origin, work, ids: commits } = sandbox.withOrigin());
});
afterEach(() => sandbox.dispose());

function stage(name: string, isLast: boolean): AppliedStage {
  const [later, taken] = [emptyState(), emptyState()];
  if (!isLast) addSecretRow(later, { kind: 'key', name: 'a' }, `${name};*`);
  return { name, contexts: [`${name};**`], isLast, later, taken };
}

const STAGING = stage('Staging', false);
const PRODUCTION = stage('Production', true);

async function place(dir = work): Promise<RecordPlace> {
  const repository = await openRepository(dir, { env: sandbox.env });
  if (repository === undefined) throw new Error('no repository');
  return { repository, ref: REF, folder: FOLDER, projectFile: 'confighub.yaml' };
}

const read = async (dir = work) => readRecord(await place(dir));

/** Applies a commit, or begins to. */
async function apply(
  at: number,
  of?: AppliedStage,
  { keep = 0, isBegun }: { keep?: number; isBegun?: boolean } = {},
): Promise<void> {
  const where = await place();
  const record = await readRecord(where);
  const source = commits[at] ?? '';
  const begun = await begin(recordStore(where), where, record, {
    summary: `Apply ${source.slice(0, 10)}: 1 created, 0 updated, 0 deleted`,
    source,
    ids: new Map([['a.yaml', sandbox.git(work, 'rev-parse', `${source}:a.yaml`)]]),
    types: new Map([['a', at === 0 ? 'Integer' : 'Long']]),
    attributes: new Map(),
    secrets: emptyState(),
    stage: of,
    kept: countingIn(record).slice(0, keep),
    now: NOW,
    until: NOW,
  });
  if (!('held' in begun)) throw new Error(begun.outcome);
  if (!isBegun) await finish(recordStore(where), begun.held);
}

/** The commits that an apply of this stage, with keys in these stages, is compared with. */
function followed(record: ApplyRecord, of?: AppliedStage, stages: string[] = []): unknown[] {
  const state = emptyState();
  for (const name of stages) addSecretRow(state, { kind: 'key', name: 'b' }, `${name};*`);
  const parts = countingIn(record).map((counting) => ({ apply: counting, state }));
  const next = { apply: { state: 'begun', stage: of } as const, state };
  return followedBy(next, parts).map((part) => part.apply.source);
}

test('keeps the newest apply of each stage, with its documents and what it left, unfinished ones too', async () => {
  await apply(0);
  await apply(1, STAGING, { keep: 1 });
  await apply(1, PRODUCTION, { keep: 2, isBegun: true });
  await apply(2, STAGING, { keep: 3 });
  sandbox.git(work, 'push', '--quiet', 'origin', 'HEAD:main');
  const url = sandbox.git(work, 'remote', 'get-url', 'origin');
  const record = await read(sandbox.clone(url, 's', '--depth=1'));
  const told = countingIn(record).map(({ state, stage: of, files, types }) =>
    [state, of?.name, `${files.get('a.yaml')}`.trim(), types.get('a')].join(' '),
  );
  expect(told).toEqual([
    'done Staging n: 2 Long',
    'begun Production n: 1 Long',
    'done Staging n: 1 Long',
    'done  n: 0 Integer',
  ]);
  expect(record.done?.stage).toEqual(STAGING);
  expect(record.done?.kept[0]?.stage).toEqual(PRODUCTION);
  expect([...(record.done?.ids.keys() ?? [])]).toEqual(['a.yaml']);
  for (const of of [STAGING, { name: 'staging-2', contexts: ['Staging;**'] }])
    expect(lastOfStage(record, of)?.source).toBe(commits[2]);
  const [first, second, third] = commits;
  const both = ['Staging', 'Production'];
  expect(followed(record, STAGING, both)).toEqual([third]);
  // Its own unfinished one, and what was applied before there were stages.
  expect(followed(record, PRODUCTION, both)).toEqual([second, first]);
  expect(followed(record, undefined, both)).toEqual([third, second, second, first]);
});

test('a stage without rows follows its own last apply, which it finds by its name', async () => {
  await apply(1, STAGING);
  await apply(2, PRODUCTION, { keep: 1 });
  expect(followed(await read(), STAGING)).toEqual([commits[1]]);
});

test('takes over what no longer counts, and without stages is as it was', async () => {
  await apply(0);
  await apply(1, STAGING, { keep: 1 });
  await apply(1, PRODUCTION, { keep: 2, isBegun: true });
  await apply(2, PRODUCTION);
  const { done } = await read();
  expect(done?.tookOver.map(({ source }) => source)).toEqual([commits[1]]);
  await apply(2);
  expect(sandbox.git(work, 'ls-tree', '-r', '--name-only', 'origin/main')).toBe('a.yaml');
  expect((await read()).done?.kept).toEqual([]);
  const { entries } = await readHistory(await place(), 9);
  expect(entries.map(({ stage: of, unfinished }) => [of, unfinished])).toEqual([
    [undefined, undefined],
    ['Production', undefined],
    ['Staging', undefined],
    [undefined, undefined],
  ]);
});

/** Of the newest apply: whether it was a rollback, or else the command that undoes it. */
async function newest(): Promise<string | undefined> {
  const [entry] = (await readHistory(await place(), 1)).entries;
  return entry?.rollback ? 'rollback' : entry?.undo?.replace('git revert --no-edit ', '');
}

test('in the history, a renamed stage continues what was applied to its contexts', async () => {
  // Facts are fetched.
  sandbox.git(origin, 'config', 'uploadpack.allowFilter', 'true');
  await apply(0, PRODUCTION);
  await apply(0, STAGING, { keep: 1 });
  await apply(1, { ...PRODUCTION, name: 'Live' }, { keep: 2 });
  expect(await newest()).toBe(commits[1]?.slice(0, 10));
  await apply(0, PRODUCTION, { keep: 2 });
  expect(await newest()).toBe('rollback');
  // Of everything, it is undone only if one commit was applied before.
  await apply(2);
  expect(await newest()).toMatch(/^[0-9a-f]{10} [0-9a-f]{10}$/);
  await apply(0, PRODUCTION);
  await apply(1, STAGING, { keep: 1 });
  await apply(2);
  expect(await newest()).toBeUndefined();
  await apply(1, STAGING);
  await apply(2, { ...STAGING, contexts: ['*;**'] });
  expect(await newest()).toBeUndefined();
});

test('also when another apply closes it, a record takes over only what no longer counts', async () => {
  await apply(0);
  await apply(0, stage('Test', false), { keep: 1, isBegun: true });
  await apply(1, STAGING, { keep: 2 });
  await apply(1, PRODUCTION, { keep: 3, isBegun: true });
  await apply(2, STAGING, { keep: 2, isBegun: true });
  const where = await place();
  const closed = await close(recordStore(where), where, await read(), NOW);
  for (const { done } of [{ done: closed?.done }, await read()]) {
    expect(done?.tookOver.map(({ source }) => source)).toEqual([commits[0]]);
    expect(done?.kept.map(({ state, stageName }) => [state, stageName])).toEqual([
      ['begun', 'Production'],
      ['done', 'Staging'],
    ]);
  }
});
