// The baseline in a real repository: read back as written, at origin where that is possible.
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readApplied, writeApplied, type WriteRequest } from '../../src/record/applied-record.ts';
import { type GitRepository, openRepository } from '../../src/record/git-repository.ts';
import { type Environment, GitSandbox } from '../helpers/git.ts';

const FOLDER = 'refs/confighub-sync/h/acme/shop';
const REF = `${FOLDER}/confighub.yaml/applied`;
const REFS = { ref: REF, folder: FOLDER };
const SOURCE = '0123456789abcdef0123456789abcdef01234567';

// Many processes each: a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 });

let sandbox: GitSandbox;
beforeEach(() => {
  sandbox = new GitSandbox();
});
afterEach(() => sandbox.dispose());

async function open(dir: string, env: Environment = sandbox.env): Promise<GitRepository> {
  const repository = await openRepository(dir, { env });
  if (repository === undefined) throw new Error(`${dir} is no repository`);
  return repository;
}

const filesOf = (files: Record<string, string | Buffer>): Map<string, Buffer> =>
  new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]));

function request(files: Record<string, string | Buffer>, more: Partial<WriteRequest> = {}): WriteRequest {
  const now = new Date('2024-05-06T07:08:09Z');
  return { ref: REF, files: filesOf(files), source: SOURCE, summary: '1 to add', now, ...more };
}

/** Everything in a clone that a read must leave alone. */
function fingerprint(dir: string): string[] {
  const config = readFileSync(join(dir, '.git/config'), 'utf8');
  const refs = sandbox.git(dir, 'for-each-ref');
  const history = sandbox.git(dir, 'rev-list', '--all', 'HEAD');
  const fetchHead = sandbox.git(dir, 'ls-files', '--others', '--exclude-standard');
  return [config, refs, history, fetchHead, sandbox.git(dir, 'rev-parse', '--is-shallow-repository')];
}

describe('round trip', () => {
  const odd = {
    'confighub.yaml': 'version: 1\n',
    'config/binary.bin': Buffer.from([0, 255, 10, 13, 10, 0, 128]),
    'config/crlf.yaml': 'a: 1\r\nb: 2\r\n',
    'config/empty': '',
    'config/no newline': 'x',
    'Größe/ü ö.yaml': 'ü: ö\n',
    'new\nline.yaml': 'a: 1\n',
    'tab\t"quote".yaml': 'a: 2\n',
    'back\\slash\\n.yaml': 'a: 3\n',
    'CONFIG/empty': 'another file',
    'blob 5': 'abc blob 3\nx\n',
  };

  it('writes blobs that the index names and Git lacks', async () => {
    const dir = sandbox.init();
    writeFileSync(join(dir, 'config.yaml'), '');
    sandbox.git(dir, 'add', '-N', 'config.yaml');
    const repository = await open(dir);
    const files = { 'config.yaml': '', 'other.yaml': 'a: 1\n' };
    expect(await writeApplied(repository, request(files))).toMatchObject({ conflict: false });
    const read = await readApplied(repository, REFS);
    expect(read).toMatchObject({ found: true, files: filesOf(files) });
  });

  it('writes no contents that are committed', async () => {
    const dir = sandbox.init();
    const content = 'keys: { a: b }\n';
    sandbox.commit(dir, 'Shop', { 'shop/config.yaml': content, 'shop/other.yaml': 'x' });
    const objects = () => sandbox.git(dir, 'count-objects');
    const before = Number.parseInt(objects(), 10);
    await writeApplied(await open(dir), request({ 'config.yaml': content }));
    // A tree, a commit that tells its id, and the record.
    expect(Number.parseInt(objects(), 10) - before).toBe(3);
  });

  it.each(['without', 'with'])('gives the same paths and bytes, %s origin', async (how) => {
    const dir = how === 'with' ? sandbox.withOrigin().work : sandbox.init();
    const where = how === 'with' ? 'origin' : 'local';
    sandbox.git(dir, 'config', 'core.autocrlf', 'true');
    sandbox.git(dir, 'config', 'core.ignoreCase', 'true');
    sandbox.commit(dir, 'Attributes', { '.gitattributes': '* text=auto eol=crlf ident\n' });
    const repository = await open(dir);
    expect(await readApplied(repository, REFS)).toEqual(
      expect.objectContaining({ found: false, where: 'local', warnings: [] }),
    );
    const written = await writeApplied(repository, request(odd));
    expect(written).toMatchObject({ conflict: false, where });
    const read = await readApplied(repository, REFS);
    expect(read).toMatchObject({ found: true, where, source: SOURCE, warnings: [] });
    expect(read.found && Object.fromEntries(read.files)).toEqual(Object.fromEntries(filesOf(odd)));
  });

  it('holds exactly the files of the last apply, as plain files, and its parent is the apply before', async () => {
    const dir = sandbox.init();
    sandbox.commit(dir, 'First', { 'run.sh': '#!/bin/sh\n' });
    chmodSync(join(dir, 'run.sh'), 0o755);
    sandbox.commit(dir, 'Executable');
    const repository = await open(dir);
    await writeApplied(repository, request({ 'run.sh': '#!/bin/sh\n', 'a/b.yaml': '1' }));
    const first = await readApplied(repository, REFS);
    const run = { run: 'https://forge/run/1', actor: 'ada\nSource-Commit: fake', source: undefined };
    const second = await writeApplied(repository, request({ a: '2' }, { previous: first, ...run }));
    expect(sandbox.git(dir, 'ls-tree', '-r', `${REF}^`)).toMatch(/^100644 .*\ta\/b.yaml\n100644 .*\trun.sh$/);
    expect(sandbox.git(dir, 'ls-tree', '-r', '--name-only', REF)).toBe('a');
    expect(sandbox.git(dir, 'log', '-1', '--format=%B', REF)).toBe(
      '1 to add\n\nRun: https://forge/run/1\nActor: ada Source-Commit: fake',
    );
    expect(await readApplied(repository, REFS)).toMatchObject({
      source: undefined,
      ...('commit' in second && { commit: second.commit }),
    });
  });

  it('touches neither index, work tree nor branches', async () => {
    const { work } = sandbox.withOrigin();
    sandbox.write(join(work, 'untracked.yaml'), '');
    const before = [...fingerprint(work), sandbox.git(work, 'status', '--porcelain')];
    const repository = await open(work);
    await writeApplied(repository, request({ a: '1' }));
    await readApplied(repository, REFS);
    expect([...fingerprint(work), sandbox.git(work, 'status', '--porcelain')]).toEqual(before);
    expect(() => readFileSync(join(work, '.git/FETCH_HEAD'))).toThrow();
  });

  it('commits as whom git knows, or as confighub-sync, at the time it is given', async () => {
    const dir = sandbox.init();
    const who = (): string => sandbox.git(dir, 'log', '-1', '--date=iso', '--format=%an|%ae|%cn|%ce|%ad|%cd', REF);
    await writeApplied(await open(dir), request({}));
    const itself = 'confighub-sync|noreply@confighub-sync.invalid';
    const time = '2024-05-06 07:08:09 +0000';
    expect(who()).toBe(`${itself}|${itself}|${time}|${time}`);
    sandbox.git(dir, 'config', 'user.name', 'Grace');
    sandbox.git(dir, 'config', 'user.email', 'grace@example.com');
    const repository = await open(dir);
    await writeApplied(repository, request({}, { previous: await readApplied(repository, REFS) }));
    expect(who()).toBe(`Grace|grace@example.com|Grace|grace@example.com|${time}|${time}`);
  });

  it('writes 3,000 files quickly', async () => {
    const { work } = sandbox.withOrigin();
    const files = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`d${i % 40}/${i}.yaml`, `k: ${i}\n`]));
    const repository = await open(work);
    const start = performance.now();
    await writeApplied(repository, request(files));
    const read = await readApplied(repository, REFS);
    const elapsed = performance.now() - start;
    expect(read.found && read.files.size).toBe(3000);
    expect(elapsed).toBeLessThan(4000);
  });
});

describe('clones', () => {
  it('reads and writes in a shallow clone, which stays as it was', async () => {
    const { origin, work } = sandbox.withOrigin();
    const first = await open(work);
    await writeApplied(first, request({ a: '1' }));
    await writeApplied(first, request({ a: '2' }, { previous: await readApplied(first, REFS) }));
    const shallow = sandbox.clone(origin, 'shallow', '--depth=1');
    const before = fingerprint(shallow);
    const repository = await open(shallow);
    const read = await readApplied(repository, REFS);
    expect(read.found && read.files.get('a')?.toString()).toBe('2');
    expect(fingerprint(shallow)).toEqual(before);
    expect(await writeApplied(repository, request({ a: '3' }, { previous: read }))).toMatchObject({
      where: 'origin',
    });
    expect(fingerprint(shallow)).toEqual(before);
    expect(sandbox.git(origin, 'rev-list', '--count', REF)).toBe('3');
  });

  it('does not make a full clone shallow', async () => {
    const { origin, work } = sandbox.withOrigin();
    const first = await open(work);
    await writeApplied(first, request({ a: '1' }));
    await writeApplied(first, request({ a: '2' }, { previous: await readApplied(first, REFS) }));
    const full = sandbox.clone(origin, 'full');
    const before = fingerprint(full);
    expect(await readApplied(await open(full), REFS)).toMatchObject({ found: true, where: 'origin' });
    expect(fingerprint(full)).toEqual(before);
    sandbox.git(full, 'fsck', '--full');
  });

  it.each(['blob:none', 'tree:0'])('fetches the baseline of a partial clone (%s) at once', async (filter) => {
    const { origin, work } = sandbox.withOrigin();
    // The same content as in the source's own commit, which the partial clone has without contents.
    const files = { 'a.yaml': 'n: 2\n', 'b.yaml': 'n: 0\n' };
    await writeApplied(await open(work), request(files));
    // With bitmaps a server knows exactly what somebody who has the source commit has.
    sandbox.git(origin, 'repack', '--quiet', '-adb');
    const partial = sandbox.clone(origin, 'partial', `--filter=${filter}`, '--no-checkout');
    const before = readFileSync(join(partial, '.git/config'), 'utf8');
    const env = { ...sandbox.env, GIT_TRACE: sandbox.path('trace') };
    const read = await readApplied(await open(partial, env), REFS);
    expect(read.found && Object.fromEntries(read.files)).toEqual(Object.fromEntries(filesOf(files)));
    expect(readFileSync(sandbox.path('trace'), 'utf8').match(/built-in: git fetch /g)).toHaveLength(1);
    expect(readFileSync(join(partial, '.git/config'), 'utf8')).toBe(before);
  });

  it('survives a force push that drops the source commit, a detached head and an unborn branch', async () => {
    const { origin, work, ids } = sandbox.withOrigin();
    const source = ids[2] ?? '';
    await writeApplied(await open(work), request({ a: '1' }, { source }));
    sandbox.git(work, 'push', '--quiet', '--force', 'origin', `${ids[0]}:main`);
    sandbox.git(origin, 'gc', '--quiet', '--prune=now');
    const fresh = sandbox.clone(origin, 'fresh', '--depth=1');
    expect(await readApplied(await open(fresh), REFS)).toMatchObject({ found: true, source });
    sandbox.git(fresh, 'checkout', '--quiet', '--detach');
    expect(await readApplied(await open(fresh), REFS)).toMatchObject({ found: true, source });
    sandbox.git(fresh, 'checkout', '--quiet', '--orphan', 'empty');
    expect(await readApplied(await open(fresh), REFS)).toMatchObject({ found: true, source });
  });

  it('does not take another ref whose name ends the same', async () => {
    const { origin, work } = sandbox.withOrigin(1);
    sandbox.git(origin, 'update-ref', `refs/heads/${REF}`, 'main');
    expect(await readApplied(await open(work), REFS)).toEqual(
      expect.objectContaining({ found: false, where: 'local', warnings: [] }),
    );
  });
});

describe('trouble', () => {
  it('falls back to this clone, with a warning, where origin cannot be reached', async () => {
    const { origin, work } = sandbox.withOrigin();
    rmSync(origin, { recursive: true });
    const repository = await open(work);
    const none = await readApplied(repository, REFS);
    expect(none).toMatchObject({ found: false, where: 'local' });
    expect(none.warnings).toEqual([
      expect.stringMatching(
        /^origin could not be reached \(.+\): this clone has no record of an earlier apply\. Check its address/,
      ),
    ]);
    const written = await writeApplied(repository, request({ a: '1' }, { previous: none }));
    expect(written).toMatchObject({
      conflict: false,
      where: 'local',
      warning: expect.stringMatching(/^origin could not be reached/),
    });
    const read = await readApplied(repository, REFS);
    expect(read).toMatchObject({ found: true, where: 'local' });
    expect(read.warnings).toEqual([expect.stringContaining('using the record of this clone')]);
  });

  it('never prints the password of an address', async () => {
    const { work } = sandbox.withOrigin();
    sandbox.git(work, 'remote', 'set-url', 'origin', 'http://ada:hunter2@127.0.0.1:9/acme/shop.git');
    const repository = await open(work);
    const read = await readApplied(repository, REFS);
    const written = await writeApplied(repository, request({ a: '1' }, { previous: read }));
    expect(read.warnings.join()).toMatch(/could not be reached \(.*127\.0\.0\.1/);
    expect(JSON.stringify([read, written])).not.toContain('hunter2');
  });

  it('keeps the baseline here, and names the permission, where origin refuses the ref', async () => {
    const { origin, work } = sandbox.withOrigin();
    sandbox.refusePushes(origin, 'Permission to acme/shop.git denied to github-actions[bot].');
    const repository = await open(work);
    const written = await writeApplied(repository, request({ a: '1' }));
    expect(written).toMatchObject({ conflict: false, where: 'local' });
    const warning = 'warning' in written ? written.warning : '';
    expect(warning).toContain('(Permission to acme/shop.git denied to github-actions[bot].)');
    expect(warning).toContain('permissions: contents: write');
    const read = await readApplied(repository, REFS);
    expect(read).toMatchObject({ found: true, where: 'local', warnings: [] });
    expect(await writeApplied(repository, request({ a: '2' }, { previous: read }))).toMatchObject({
      where: 'local',
    });
    expect(sandbox.git(work, 'rev-list', '--count', REF)).toBe('2');
    // Once origin takes it, the old local one is no second truth.
    rmSync(join(origin, 'hooks/pre-receive'));
    const again = await readApplied(repository, REFS);
    expect(await writeApplied(repository, request({ a: '3' }, { previous: again }))).toMatchObject({
      where: 'origin',
    });
    expect(sandbox.git(work, 'rev-parse', REF)).toBe(sandbox.git(origin, 'rev-parse', REF));
    expect(sandbox.git(origin, 'rev-list', '--count', REF)).toBe('3');
  });

  it('does not run the hooks of the clone', async () => {
    const { work } = sandbox.withOrigin();
    for (const hook of ['pre-push', 'reference-transaction', 'post-index-change']) {
      sandbox.write(join(work, '.git/hooks', hook), `#!/bin/sh\ntouch '${sandbox.path('ran')}'\nexit 1\n`);
      chmodSync(join(work, '.git/hooks', hook), 0o755);
    }
    expect(await writeApplied(await open(work), request({ a: '1' }))).toMatchObject({ where: 'origin' });
    expect(() => readFileSync(sandbox.path('ran'))).toThrow();
  });

  it('is a conflict, never an overwrite, when two write at once', async () => {
    const { origin, work } = sandbox.withOrigin();
    const [a, b] = [await open(work), await open(sandbox.clone(origin, 'other'))];
    for (const expected of ['1', '2']) {
      const [readA, readB] = await Promise.all([readApplied(a, REFS), readApplied(b, REFS)]);
      const results = await Promise.all([
        writeApplied(a, request({ a: 'mine' }, { previous: readA, summary: 'A' })),
        writeApplied(b, request({ a: 'theirs' }, { previous: readB, summary: 'B' })),
      ]);
      expect(results.map((result) => result.conflict).sort()).toEqual([false, true]);
      expect(sandbox.git(origin, 'rev-list', '--count', REF)).toBe(expected);
    }
  });

  it('is a conflict in one clone without origin, too', async () => {
    const repository = await open(sandbox.init());
    await writeApplied(repository, request({ a: '1' }));
    const late = await writeApplied(repository, request({ a: '2' }));
    expect(late).toEqual({ conflict: true, where: 'local' });
  });

  it('is a warning where the baseline is no commit that can be read, and the next apply replaces it', async () => {
    const dir = sandbox.init();
    const repository = await open(dir);
    await writeApplied(repository, request({ a: 'gone' }));
    const blob = sandbox.git(dir, 'rev-parse', `${REF}:a`);
    rmSync(join(dir, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const read = await readApplied(repository, REFS);
    expect(read).toMatchObject({ found: false, commit: sandbox.git(dir, 'rev-parse', REF) });
    expect(read.warnings).toEqual([
      expect.stringMatching(
        /^Cannot read the record of the last apply, [0-9a-f]{10} \(a of [0-9a-f]+ is not in this repository\)\.$/,
      ),
    ]);
    expect(await writeApplied(repository, request({ a: '2' }, { previous: read }))).toMatchObject({
      conflict: false,
    });
    expect(await readApplied(repository, REFS)).toMatchObject({ found: true });
  });

  it('stops when origin takes too long', async () => {
    const { work } = sandbox.withOrigin();
    sandbox.write('slow', '#!/bin/sh\nsleep 30\n');
    chmodSync(sandbox.path('slow'), 0o755);
    sandbox.git(work, 'config', 'remote.origin.uploadpack', sandbox.path('slow'));
    const repository = await openRepository(work, { env: sandbox.env, timeoutMs: 300 });
    const read = repository && (await readApplied(repository, REFS));
    expect(read?.warnings).toEqual([expect.stringContaining('git did not answer within 1 seconds')]);
  });
});
