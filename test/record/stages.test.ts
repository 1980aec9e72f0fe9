// The record of a project with stages: each commit of it says what all of them applied, in a shallow clone, too.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followedBy } from '../../src/core/applied-parts.ts';
import { begin, close, finish, type Recording } from '../../src/core/record.ts';
import type { AppliedStage } from '../../src/model/stages.ts';
import { addSecretRow } from '../../src/model/secret-rows.ts';
import { emptyState } from '../../src/model/state.ts';
import { openRepository } from '../../src/record/git-repository.ts';
import { readHistory } from '../../src/record/history.ts';
import { readRecord } from '../../src/record/record.ts';
import { countingIn, lastOfStage, type RecordPlace } from '../../src/record/recorded-apply.ts';
import { recordStore } from '../../src/world/records.ts';
import { GitSandbox } from '../helpers/git.ts';

const FOLDER = 'refs/confighub-sync/config.example.com/acme/shop';
const REF = `${FOLDER}/confighub.yaml/applied`;
const NOW = new Date('2024-05-06T07:08:09Z');

let sandbox: GitSandbox;
let work: string;
let commits: string[];

beforeEach(() => {
  sandbox = new GitSandbox();
  const made = sandbox.withOrigin();
  [work, commits] = [made.work, made.ids];
});
afterEach(() => sandbox.dispose());

function stage(name: string, isLast: boolean): AppliedStage {
  const [later, taken] = [emptyState(), emptyState()];
  if (!isLast) addSecretRow(later, { kind: 'key', name: 'a' }, `${name};*`);
  return { name, contexts: [`${name};**`], isLast, later, taken };
}

async function place(dir: string): Promise<RecordPlace> {
  const repository = await openRepository(dir, { env: sandbox.env });
  if (repository === undefined) throw new Error('no repository');
  return { repository, ref: REF, folder: FOLDER, projectFile: 'confighub.yaml' };
}

/** Applies a commit, or begins to. */
async function apply(
  at: number,
  { of, keep = 0, isBegun }: { of?: AppliedStage; keep?: number; isBegun?: boolean } = {},
): Promise<void> {
  const where = await place(work);
  const record = await readRecord(where);
  const source = commits[at] ?? '';
  const ids = new Map([['a.yaml', sandbox.git(work, 'rev-parse', `${source}:a.yaml`)]]);
  const recording: Recording & { until: Date } = {
    summary: `Apply ${source.slice(0, 10)}: 1 created, 0 updated, 0 deleted`,
    source,
    ids,
    types: new Map([['a', at === 0 ? 'Integer' : 'Long']]),
    attributes: new Map(),
    secrets: emptyState(),
    stage: of,
    kept: countingIn(record).slice(0, keep),
    now: NOW,
    until: NOW,
  };
  const begun = await begin(recordStore(where), where, record, recording);
  if (!('held' in begun)) throw new Error(begun.outcome);
  if (!isBegun) await finish(recordStore(where), begun.held);
}

const texts = (record: Awaited<ReturnType<typeof readRecord>>) =>
  countingIn(record).map(({ state, stage: of, files, types }) => [
    state,
    of?.name,
    `${files.get('a.yaml')}`.trim(),
    types.get('a'),
  ]);

test('keeps the newest apply of each stage, with its documents and what it left, unfinished ones too', async () => {
  await apply(0);
  await apply(1, { of: stage('Staging', false), keep: 1 });
  await apply(1, { of: stage('Production', true), keep: 2, isBegun: true });
  await apply(2, { of: stage('Staging', false), keep: 3 });
  sandbox.git(work, 'push', '--quiet', 'origin', 'HEAD:main');
  const shallow = sandbox.clone(sandbox.git(work, 'remote', 'get-url', 'origin'), 's', '--depth=1');
  const record = await readRecord(await place(shallow));
  expect(texts(record)).toEqual([
    ['done', 'Staging', 'n: 2', 'Long'],
    ['begun', 'Production', 'n: 1', 'Long'],
    ['done', 'Staging', 'n: 1', 'Long'],
    ['done', undefined, 'n: 0', 'Integer'],
  ]);
  expect(record.done?.stage).toEqual(stage('Staging', false));
  expect(record.done?.kept[0]?.stage).toEqual(stage('Production', true));
  expect([...(record.done?.ids.keys() ?? [])]).toEqual(['a.yaml']);
  expect(lastOfStage(record, stage('Staging', false))?.source).toBe(commits[2]);
  expect(lastOfStage(record, { name: 'staging-2', contexts: ['Staging;**'] })?.source).toBe(
    commits[2],
  );
  const state = emptyState();
  for (const name of ['Staging', 'Production'])
    addSecretRow(state, { kind: 'key', name: 'b' }, `${name};*`);
  const followed = (of?: AppliedStage) =>
    followedBy(
      { apply: { state: 'begun', stage: of }, state },
      countingIn(record).map((apply) => ({ apply, state })),
    ).map(({ apply: { source } }) => source);
  expect(followed(stage('Staging', false))).toEqual([commits[2]]);
  // Its own unfinished one, and what was applied before there were stages.
  expect(followed(stage('Production', true))).toEqual([commits[1], commits[0]]);
  expect(followed()).toEqual([commits[2], commits[1], commits[1], commits[0]]);
});

test('a stage without rows follows its own last apply, which it finds by its name', async () => {
  await apply(1, { of: stage('Staging', false), keep: 0 });
  await apply(2, { of: stage('Production', true), keep: 1 });
  const record = await readRecord(await place(work));
  const state = emptyState();
  const followed = followedBy(
    { apply: { state: 'begun', stage: stage('Staging', false) }, state },
    countingIn(record).map((apply) => ({ apply, state })),
  );
  expect(followed.map(({ apply: { source } }) => source)).toEqual([commits[1]]);
});

test('takes over what no longer counts, and without stages is as it was', async () => {
  await apply(0);
  await apply(1, { of: stage('Staging', false), keep: 1 });
  await apply(1, { of: stage('Production', true), keep: 2, isBegun: true });
  await apply(2, { of: stage('Production', true), keep: 0 });
  const after = await readRecord(await place(work));
  expect(after.done?.tookOver.map(({ source }) => source)).toEqual([commits[1]]);
  await apply(2);
  const ref = sandbox.git(work, 'ls-tree', '-r', '--name-only', 'origin/main');
  expect(ref).toBe('a.yaml');
  const last = await readRecord(await place(work));
  expect(last.done?.kept).toEqual([]);
  const { entries } = await readHistory(await place(work), 9);
  expect(entries.map(({ stage: of, unfinished }) => [of, unfinished])).toEqual([
    [undefined, undefined],
    ['Production', undefined],
    ['Staging', undefined],
    [undefined, undefined],
  ]);
});

test('also when another apply closes it, a record takes over only what no longer counts', async () => {
  await apply(0);
  await apply(0, { of: stage('Test', false), keep: 1, isBegun: true });
  await apply(1, { of: stage('Staging', false), keep: 2 });
  await apply(1, { of: stage('Production', true), keep: 3, isBegun: true });
  await apply(2, { of: stage('Staging', false), keep: 2, isBegun: true });
  const where = await place(work);
  const closed = await close(recordStore(where), where, await readRecord(where), NOW);
  const read = await readRecord(where);
  for (const { done } of [closed, read].map((record) => ({ done: record?.done }))) {
    expect(done?.tookOver.map(({ source }) => source)).toEqual([commits[0]]);
    expect(done?.kept.map(({ state, stageName }) => [state, stageName])).toEqual([
      ['begun', 'Production'],
      ['done', 'Staging'],
    ]);
  }
});
