// A branch that lacks commits of its base: the plan is that of the merge, and where there is none it says so.
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { asMerged } from '../../src/project/git-files.ts';
import { planTarget } from '../../src/commands/plan.ts';
import { resolveOptions } from '../../src/options.ts';
import { isCounted } from '../../src/model/plan.ts';
import { planComment } from '../render/comments.ts';
import { mask } from '../../src/render/mask.ts';
import { textPlan } from '../../src/render/text.ts';
import { runtimeIn } from '../helpers/apply.ts';
import { type Environment, GitSandbox } from '../helpers/git.ts';
import { nightly } from '../helpers/test.ts';

const PROJECT = 'levels: [Environment]\n';
const BEGIN = {
  'confighub.yaml': PROJECT,
  'config/a.yaml': 'keys:\n  a: 1\n',
  'config/b.yaml': 'keys:\n  b: 1\n',
  'config/gone.yaml': 'keys:\n  gone: 1\n',
  '.gitattributes': 'driven.yaml merge=ours\n',
  'config/driven.yaml': 'keys:\n  driven: 1\n',
};

const sandbox = new GitSandbox();
afterAll(() => sandbox.dispose());
const origin = sandbox.bare();
const commits = history();

/** A branch that changes a document, and a base that changed another one, added one and removed one. */
function history(): Record<'start' | 'head' | 'main', string> {
  const work = sandbox.clone(origin, 'work');
  const start = sandbox.commit(work, 'Start', BEGIN);
  const head = sandbox.commit(work, 'Branch', { 'config/a.yaml': 'keys:\n  a: 2\n' });
  sandbox.git(work, 'push', '--quiet', 'origin', 'HEAD:refs/heads/feature');
  sandbox.git(work, 'reset', '--quiet', '--hard', start);
  sandbox.git(work, 'rm', '--quiet', 'config/gone.yaml');
  sandbox.commit(work, 'Base', { 'config/b.yaml': 'keys:\n  b: 2\n' });
  const main = sandbox.commit(work, 'Base', {
    'config/new.yaml': 'keys:\n  new: { value: { path: text.txt } }\n',
    'config/text.txt': 'x',
  });
  sandbox.git(work, 'push', '--quiet', 'origin', 'HEAD:main');
  return { start, head, main };
}

let clones = 0;

/** A clone with this commit checked out. */
function clone(commit: string, ...options: string[]): string {
  const dir = sandbox.clone(origin, `clone-${clones++}`, '--no-checkout', ...options);
  sandbox.git(dir, 'checkout', '--quiet', '--detach', commit);
  return dir;
}

/** As actions/checkout with `fetch-depth: 1`. */
function shallow(commit: string): string {
  const dir = sandbox.init(`clone-${clones++}`);
  sandbox.git(dir, 'remote', 'add', 'origin', `file://${origin}`);
  sandbox.git(dir, 'fetch', '--quiet', '--depth=1', 'origin', commit);
  sandbox.git(dir, 'checkout', '--quiet', '--detach', commit);
  return dir;
}

/** Another base: of main, and of these files. */
function baseWith(files: Record<string, string>): string {
  const other = sandbox.clone(origin, `clone-${clones++}`);
  const base = sandbox.commit(other, 'Other', files);
  sandbox.git(other, 'push', '--quiet', 'origin', `HEAD:refs/heads/base-${clones}`);
  return base;
}

function write(dir: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) sandbox.write(join(dir, path), text);
}

/** Without the server. */
async function planned(dir: string, base = commits.main, env: Environment = sandbox.env) {
  const options = { ...resolveOptions({ offline: true }, {}), base };
  const { runtime } = await asMerged({ base, into: 'main' }, options, runtimeIn(dir, env));
  const { plan: made, warnings } = await planTarget(options, runtime);
  const changes = made.changes.filter(isCounted).map((change) => `${change.action} ${change.name}`);
  return { ...made, warnings, told: [...new Set(changes)].sort() };
}

const MERGED = ['update a'];
const UNDONE = ['create gone', 'delete new', 'update a', 'update b'];
const NOTE = 'This branch is 2 commits behind `main`: planned as merged with it.';

describe('a branch behind its base', () => {
  test.each([
    ['a full clone', clone],
    ['a shallow clone, which stays shallow', shallow],
  ])('is planned as merged in %s', async (_, cloneOf) => {
    const dir = cloneOf(commits.head);
    const isShallow = () => sandbox.git(dir, 'rev-parse', '--is-shallow-repository');
    const before = isShallow();
    const { told, notes, behind } = await planned(dir);
    expect({ told, behind }).toEqual({ told: MERGED, behind: undefined });
    expect(notes).toContain(NOTE);
    expect(isShallow()).toBe(before);
  });

  /** In a workflow, where it is left out. */
  async function leavesOut(dir: string, paths: string): Promise<void> {
    const { told, warnings } = await planned(dir);
    expect(told).toEqual(MERGED);
    const message = `This plan leaves out what is not committed: ${paths}.`;
    expect(warnings).toMatchObject([{ code: 'not-committed', message }]);
  }

  nightly('keeps what is not committed in a terminal alone', async () => {
    const dir = clone(commits.head);
    write(dir, {
      'config/generated.yaml': 'keys:\n  generated: 1\n',
      'config/a.yaml': 'keys:\n  a: 3\n  more: 1\n',
    });
    const { told } = await planned(dir, commits.main, { ...sandbox.env, CI: undefined });
    expect(told).toEqual(['create generated', 'create more', 'update a']);
    await leavesOut(dir, 'config/a.yaml (changed), config/generated.yaml (not tracked)');
  });

  nightly('leaves out what is staged, and refuses another project file', async () => {
    const dir = clone(commits.head);
    write(dir, { 'config/staged.yaml': 'keys:\n  staged: 1\n' });
    sandbox.git(dir, 'add', '--all');
    await leavesOut(dir, 'config/staged.yaml (not tracked)');
    write(dir, { 'confighub.yaml': `${PROJECT}prune: none\n` });
    await expect(planned(dir)).rejects.toMatchObject({ code: 'not-committed' });
  });

  test.each([
    ['a changed file that the base changes too', { 'config/b.yaml': 'keys:\n  b: 3\n' }],
    ['a new file that the base adds too', { 'config/new.yaml': 'keys:\n  new: 3\n' }],
    ['a changed file that the base removes', { 'config/gone.yaml': 'keys:\n  gone: 3\n' }],
  ])('is not merged with %s in the working tree', async (_, files) => {
    const dir = clone(commits.head);
    write(dir, files);
    const { behind, notes } = await planned(dir);
    expect(behind).toEqual({ base: 'main', commits: 2 });
    expect(notes).not.toContain(NOTE);
  });

  test('says how far, and that the plan undoes it, where the merge conflicts', async () => {
    const dir = clone(commits.head);
    sandbox.commit(dir, 'Conflict', { 'config/b.yaml': 'keys:\n  b: 3\n' });
    const made = await planned(dir);
    expect(made.told).toEqual(UNDONE);
    const page = planComment(mask(made), { status: { kind: 'planned', mergeInto: 'main' } });
    const behind = 'This branch is 2 commits behind `main`, and this plan';
    expect(page).toContain(`**${behind} shows them as undone.`);
    expect(page).not.toContain('Merging into');
    expect(textPlan(mask(made), { color: false })).toContain(behind);
  });

  nightly('says so with a Git that cannot merge without a working tree', async () => {
    const dir = clone(commits.head);
    const { env } = sandbox.spy();
    sandbox.write(
      'old/git',
      `#!/bin/sh\ncase " $* " in *" --write-tree "*) echo usage >&2; exit 129;; esac\nexec '${sandbox.path('spy/git')}' "$@"\n`,
    );
    chmodSync(sandbox.path('old/git'), 0o755);
    const old = { ...env, PATH: `${sandbox.path('old')}:${env.PATH}` };
    const { told, behind } = await planned(dir, commits.main, old);
    expect({ told, behind }).toEqual({ told: UNDONE, behind: { base: 'main', commits: 2 } });
  });

  test('says that it may be, where the history is out of reach', async () => {
    const dir = shallow(commits.head);
    sandbox.git(dir, 'fetch', '--quiet', '--depth=1', 'origin', commits.main);
    sandbox.git(dir, 'remote', 'set-url', 'origin', 'file:///nowhere.git');
    const made = await planned(dir);
    expect(made.behind).toEqual({ base: 'main' });
    expect(textPlan(mask(made), { color: false })).toContain(
      'It is not known whether this branch is behind `main`',
    );
  });

  nightly('runs no merge driver of the clone', async () => {
    const dir = clone(commits.head);
    sandbox.commit(dir, 'Ours', { 'config/driven.yaml': 'keys:\n  driven: 2\n' });
    const marker = sandbox.path('ran');
    sandbox.git(dir, 'config', 'merge.ours.driver', `touch '${marker}'`);
    const base = baseWith({ 'config/driven.yaml': 'keys:\n  driven: 1\n  more: 1\n' });
    const { behind } = await planned(dir, base);
    expect(behind).toEqual({ base: 'main', commits: 3 });
    expect(existsSync(marker)).toBe(false);
  });
});

test('settings, too, are those of the merge', async () => {
  const include = 'include: [config/a.yaml, config/new.yaml]\n';
  const base = baseWith({ 'confighub.yaml': PROJECT + include });
  const { told, safety } = await planned(clone(commits.head), base);
  expect({ told, safety }).toEqual({ told: MERGED, safety: [] });
});

test('a checkout of the merge costs no start of Git more', async () => {
  const dir = clone(commits.main);
  sandbox.git(dir, 'merge', '--quiet', '--no-ff', '--message', 'Merge', commits.head);
  const { env, calls } = sandbox.spy();
  const options = resolveOptions({}, {});
  const runtime = { cwd: dir, env };
  const found = await asMerged({ base: commits.start, head: commits.head }, options, runtime);
  expect(found).toEqual({ base: commits.main, runtime });
  const started = calls().map(
    (call) => /\x1f(rev-parse|config|cat-file|[a-z]+-[a-z]+)\x1f/.exec(call)?.[1],
  );
  expect(started.sort()).toEqual(['cat-file', 'config', 'rev-parse']);
});
