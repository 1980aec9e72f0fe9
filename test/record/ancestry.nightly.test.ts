// Which commit came first, in full, shallow and partial clones, without changing any of them.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAncestor } from '../../src/record/git-history.ts';
import { type Ancestry, openRepository } from '../../src/record/git-repository.ts';
import { type Environment, GitSandbox } from '../helpers/git.ts';

const NOWHERE = '0123456789abcdef0123456789abcdef01234567';

let sandbox: GitSandbox;
beforeEach(() => {
  sandbox = new GitSandbox();
});
afterEach(() => sandbox.dispose());

async function ask(
  dir: string,
  older = '',
  newer = '',
  env: Environment = sandbox.env,
): Promise<Ancestry> {
  const repository = await openRepository(dir, { env });
  if (repository === undefined) throw new Error('no repository');
  return isAncestor(repository, older, newer);
}

/** A commit at origin that shares no history with `main`. */
function unrelated(work: string): string {
  sandbox.git(work, 'checkout', '--quiet', '--orphan', 'unrelated');
  const id = sandbox.commit(work, 'Unrelated');
  sandbox.git(work, 'push', '--quiet', 'origin', 'HEAD');
  sandbox.git(work, 'checkout', '--quiet', 'main');
  return id;
}

function fingerprint(dir: string): string[] {
  const shallow = readFileSync(join(dir, '.git/shallow'), 'utf8');
  const objects = sandbox.git(dir, 'count-objects', '-v');
  return [
    readFileSync(join(dir, '.git/config'), 'utf8'),
    shallow,
    objects,
    sandbox.git(dir, 'for-each-ref'),
  ];
}

describe('in a full clone', () => {
  it('compares older, newer, equal, unrelated and unknown commits', async () => {
    const { work, ids } = sandbox.withOrigin();
    const other = unrelated(work);
    expect(await ask(work, ids[0], ids[2])).toEqual({ answer: 'yes' });
    expect(await ask(work, ids[2], ids[2])).toEqual({ answer: 'yes' });
    expect(await ask(work, ids[2], ids[0])).toEqual({ answer: 'no' });
    expect(await ask(work, other, ids[2])).toEqual({ answer: 'no' });
    expect(await ask(work, NOWHERE, ids[2])).toEqual({ answer: 'no' });
  });

  it('has no answer for a missing newer commit or an invalid id', async () => {
    const { work, ids } = sandbox.withOrigin();
    expect(await ask(work, ids[0], NOWHERE)).toMatchObject({
      answer: 'unknown',
      reason: expect.stringMatching(/not in this clone/),
    });
    expect(await ask(work, '--all', ids[0])).toEqual({
      answer: 'unknown',
      reason: "'--all' is not a commit SHA",
    });
  });
});

describe.each([1, 2])('in a clone of depth %i', (depth) => {
  it('asks origin, and does not change the clone', async () => {
    const { origin, work, ids } = sandbox.withOrigin(6);
    const other = unrelated(work);
    const shallow = sandbox.clone(origin, 'shallow', `--depth=${depth}`);
    const before = fingerprint(shallow);
    expect(await ask(shallow, ids[0], ids[5])).toMatchObject({ answer: 'yes' });
    expect(await ask(shallow, ids[4], ids[5])).toMatchObject({ answer: 'yes' });
    expect(await ask(shallow, other, ids[5])).toEqual({ answer: 'no' });
    expect(await ask(shallow, NOWHERE, ids[5])).toEqual({ answer: 'no' });
    expect(fingerprint(shallow)).toEqual(before);
  });

  it('knows the parents of its commits without asking origin', async () => {
    const { origin, ids } = sandbox.withOrigin(6);
    const shallow = sandbox.clone(origin, 'shallow', `--depth=${depth}`);
    rmSync(origin, { recursive: true });
    expect(await ask(shallow, ids[4], ids[5])).toEqual({ answer: 'yes' });
  });

  it('knows about a commit that was not pushed yet', async () => {
    const { origin, ids } = sandbox.withOrigin(6);
    const shallow = sandbox.clone(origin, 'shallow', `--depth=${depth}`);
    const mine = sandbox.commit(shallow, 'Mine', { b: '1' });
    expect(await ask(shallow, ids[0], mine)).toMatchObject({ answer: 'yes' });
    expect(await ask(shallow, ids[5], mine)).toMatchObject({ answer: 'yes' });
  });

  it('fetches no trees, and leaves nothing behind', async () => {
    const { origin, ids } = sandbox.withOrigin(6);
    const shallow = sandbox.clone(origin, 'shallow', `--depth=${depth}`);
    const { env, calls } = sandbox.spy();
    const before = readdirSync(sandbox.dir);
    await ask(shallow, ids[0], ids[5], { ...env, GIT_TRACE2: '0' });
    expect(calls().filter((call) => call.includes('fetch\x1f'))).toEqual([
      expect.stringContaining('--filter=tree:0'),
    ]);
    expect(readdirSync(sandbox.dir)).toEqual(before);
  });

  it('has no answer if origin is gone', async () => {
    const { origin, ids } = sandbox.withOrigin(6);
    const shallow = sandbox.clone(origin, 'shallow', `--depth=${depth}`);
    rmSync(origin, { recursive: true });
    expect(await ask(shallow, ids[0], ids[5])).toMatchObject({
      answer: 'unknown',
      reason: expect.stringMatching(/could not fetch the history/),
    });
    sandbox.git(shallow, 'remote', 'remove', 'origin');
    expect(await ask(shallow, ids[0], ids[5])).toMatchObject({
      answer: 'unknown',
      reason: expect.stringMatching(/no origin/),
    });
  });

  it('reaches an origin whose address is relative, or comes from an include that depends on the place', async () => {
    const { origin, ids } = sandbox.withOrigin(6);
    const shallow = sandbox.clone(origin, 'shallow', `--depth=${depth}`);
    sandbox.git(shallow, 'remote', 'set-url', 'origin', '../origin.git');
    expect(await ask(shallow, ids[0], ids[5])).toMatchObject({ answer: 'yes' });
    sandbox.git(shallow, 'remote', 'set-url', 'origin', 'git-host:origin.git');
    sandbox.write('included', `[url "file://${sandbox.dir}/"]\n\tinsteadOf = git-host:\n`);
    sandbox.git(shallow, 'config', `includeIf.gitdir:${shallow}/.path`, sandbox.path('included'));
    expect(await ask(shallow, ids[0], ids[5])).toMatchObject({ answer: 'yes' });
  });
});

describe('in a partial clone', () => {
  it.each(['blob:none', 'tree:0'])('downloads nothing (%s)', async (filter) => {
    const { origin, ids } = sandbox.withOrigin(6);
    const partial = sandbox.clone(origin, 'partial', `--filter=${filter}`, '--no-checkout');
    const objects = sandbox.git(partial, 'count-objects', '-v');
    expect(await ask(partial, ids[0], ids[5])).toMatchObject({ answer: 'yes' });
    expect(await ask(partial, NOWHERE, ids[5])).toEqual({ answer: 'no' });
    expect(sandbox.git(partial, 'count-objects', '-v')).toBe(objects);
  });
});
