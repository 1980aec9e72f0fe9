// Which commit came first, in full, shallow and partial clones, without changing any of them.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAncestor } from '../../src/record/git-history.ts';
import { type Ancestry, openRepository } from '../../src/record/git-repository.ts';
import { GitSandbox } from '../helpers/git.ts';

const NOWHERE = '0123456789abcdef0123456789abcdef01234567';

let sandbox: GitSandbox;
let [origin, work] = ['', ''];
/** Of `main`, the oldest first. */
let ids: string[];
beforeEach(() => {
  sandbox = new GitSandbox();
  ({ origin, work, ids } = sandbox.withOrigin(6));
});
afterEach(() => sandbox.dispose());

/** Whether a commit came before another one; numbers are those of `main`. */
async function ask(
  dir: string,
  older: number | string,
  newer: number | string,
  more = {},
): Promise<Ancestry> {
  const repository = await openRepository(dir, { env: { ...sandbox.env, ...more } });
  if (repository === undefined) throw new Error('no repository');
  const [first, second] = [older, newer].map((at) => (typeof at === 'number' ? ids[at] : at));
  return isAncestor(repository, first ?? '', second ?? '');
}

const unknown = (why: RegExp) => ({ answer: 'unknown', reason: expect.stringMatching(why) });

/** A commit at origin that shares no history with `main`. */
function unrelated(): string {
  sandbox.git(work, 'checkout', '--quiet', '--orphan', 'unrelated');
  const id = sandbox.commit(work, 'Unrelated');
  sandbox.git(work, 'push', '--quiet', 'origin', 'HEAD');
  sandbox.git(work, 'checkout', '--quiet', 'main');
  return id;
}

function fingerprint(dir: string): string[] {
  const files = ['.git/config', '.git/shallow'].map((path) =>
    readFileSync(join(dir, path), 'utf8'),
  );
  return [...files, sandbox.git(dir, 'count-objects', '-v'), sandbox.git(dir, 'for-each-ref')];
}

it('compares older, newer, equal, unrelated and unknown commits in a full clone', async () => {
  expect(await ask(work, 0, 2)).toEqual({ answer: 'yes' });
  expect(await ask(work, 2, 2)).toEqual({ answer: 'yes' });
  expect(await ask(work, 2, 0)).toEqual({ answer: 'no' });
  for (const other of [unrelated(), NOWHERE])
    expect(await ask(work, other, 2)).toEqual({ answer: 'no' });
  expect(await ask(work, 0, NOWHERE)).toMatchObject(unknown(/not in this clone/));
  expect(await ask(work, '--all', 0)).toEqual(unknown(/^'--all' is not a commit SHA$/));
});

describe.each([1, 2])('in a clone of depth %i', (depth) => {
  let shallow = '';
  const clone = () => (shallow = sandbox.clone(origin, 'shallow', `--depth=${depth}`));

  it('asks origin, and does not change the clone', async () => {
    const other = unrelated();
    const before = fingerprint(clone());
    for (const at of [0, 4]) expect(await ask(shallow, at, 5)).toMatchObject({ answer: 'yes' });
    for (const at of [other, NOWHERE]) expect(await ask(shallow, at, 5)).toEqual({ answer: 'no' });
    expect(fingerprint(shallow)).toEqual(before);
  });

  it('knows about a commit that was not pushed yet', async () => {
    const mine = sandbox.commit(clone(), 'Mine', { b: '1' });
    for (const at of [0, 5]) expect(await ask(shallow, at, mine)).toMatchObject({ answer: 'yes' });
  });

  it('fetches no trees, and leaves nothing behind', async () => {
    clone();
    const { env, calls } = sandbox.spy();
    const before = readdirSync(sandbox.dir);
    await ask(shallow, 0, 5, { ...env, GIT_TRACE2: '0' });
    expect(calls().filter((call) => call.includes('fetch\x1f'))).toEqual([
      expect.stringContaining('--filter=tree:0'),
    ]);
    expect(readdirSync(sandbox.dir)).toEqual(before);
  });

  it('knows the parents of its commits without origin, and nothing else', async () => {
    clone();
    rmSync(origin, { recursive: true });
    expect(await ask(shallow, 4, 5)).toEqual({ answer: 'yes' });
    expect(await ask(shallow, 0, 5)).toMatchObject(unknown(/could not fetch the history/));
    sandbox.git(shallow, 'remote', 'remove', 'origin');
    expect(await ask(shallow, 0, 5)).toMatchObject(unknown(/no origin/));
  });

  it('reaches an origin whose address is relative, or comes from an include that depends on the place', async () => {
    const setUrl = (url: string) => sandbox.git(shallow, 'remote', 'set-url', 'origin', url);
    clone();
    setUrl('../origin.git');
    expect(await ask(shallow, 0, 5)).toMatchObject({ answer: 'yes' });
    setUrl('git-host:origin.git');
    sandbox.write('included', `[url "file://${sandbox.dir}/"]\n\tinsteadOf = git-host:\n`);
    sandbox.git(shallow, 'config', `includeIf.gitdir:${shallow}/.path`, sandbox.path('included'));
    expect(await ask(shallow, 0, 5)).toMatchObject({ answer: 'yes' });
  });
});

it.each(['blob:none', 'tree:0'])('downloads nothing in a partial clone (%s)', async (filter) => {
  const partial = sandbox.clone(origin, 'partial', `--filter=${filter}`, '--no-checkout');
  const objects = sandbox.git(partial, 'count-objects', '-v');
  expect(await ask(partial, 0, 5)).toMatchObject({ answer: 'yes' });
  expect(await ask(partial, NOWHERE, 5)).toEqual({ answer: 'no' });
  expect(sandbox.git(partial, 'count-objects', '-v')).toBe(objects);
});
