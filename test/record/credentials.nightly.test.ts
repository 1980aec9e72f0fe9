// Tokens on their way to a Git host: in a request header, exactly once, and in no command line.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAncestor } from '../../src/record/git-history.ts';
import { basicCredential, isOnGitHost, withConfig } from '../../src/record/git-credentials.ts';
import { clean, reasonOf } from '../../src/record/git-result.ts';
import { openRepository } from '../../src/record/git-repository.ts';
import { readHistory } from '../../src/record/history.ts';
import { begin, finish } from '../../src/core/record.ts';
import { readRecord } from '../../src/record/record.ts';
import { recordStore } from '../../src/world/records.ts';
import { emptyState } from '../../src/model/state.ts';
import { type Environment, GitSandbox } from '../helpers/git.ts';
import { GitHostOverHttp } from '../helpers/git-http.ts';

const FOLDER = 'refs/confighub-sync/h/acme/shop';
const REF = `${FOLDER}/confighub.yaml/applied`;
const TOKEN = 'ghs_token-of-this-job';

let sandbox: GitSandbox;
let gitHost: GitHostOverHttp;
let serverUrl: string;
let shallow: string;
let commits: string[];

beforeEach(async () => {
  sandbox = new GitSandbox();
  const made = sandbox.withOrigin(4);
  commits = made.ids;
  sandbox.git(made.origin, 'config', 'http.receivepack', 'true');
  shallow = sandbox.clone(made.origin, 'shallow', '--depth=1');
  gitHost = new GitHostOverHttp({ root: sandbox.dir, env: sandbox.env, base: '/base' });
  gitHost.access.set(TOKEN, 'write');
  serverUrl = await gitHost.start();
  sandbox.git(shallow, 'remote', 'set-url', 'origin', `${serverUrl}/origin.git`);
});
afterEach(() => {
  gitHost.stop();
  sandbox.dispose();
});

/** A whole apply's worth of conversation; what is told to the user about it. */
async function converse(env: Environment, token?: string): Promise<unknown[]> {
  const repository = await openRepository(shallow, {
    env,
    ...(token && { gitHost: { serverUrl, token } }),
  });
  if (repository === undefined) throw new Error('no repository');
  const place = { repository, ref: REF, folder: FOLDER, projectFile: 'confighub.yaml' };
  const before = await readRecord(place);
  const ids = new Map([['a.yaml', sandbox.git(shallow, 'rev-parse', 'HEAD:a.yaml')]]);
  const source = commits[3] ?? '';
  const times = { now: new Date(), until: new Date() };
  const records = recordStore(place);
  const begun = await begin(records, place, before, {
    summary: 'x',
    source,
    ids,
    types: new Map(),
    attributes: new Map(),
    secrets: emptyState(),
    kept: [],
    ...times,
  });
  const finished = 'held' in begun ? await finish(records, begun.held) : undefined;
  const { entries } = await readHistory(place, 9);
  return [before, begun, finished, entries, await isAncestor(repository, commits[0] ?? '', source)];
}

const WORKED = [
  { head: undefined, begun: [] },
  { outcome: 'begun' },
  { outcome: 'moved' },
  [{ time: expect.any(String), commit: expect.any(String) }],
  { answer: 'yes' },
];

describe('a token', () => {
  it('gives access to origin, and is in no command line', async () => {
    const { env, calls } = sandbox.spy();
    expect(await converse(env, TOKEN)).toMatchObject(WORKED);
    expect(calls().length).toBeGreaterThan(10);
    for (const secret of [TOKEN, basicCredential(TOKEN)])
      expect(calls().join('\n')).not.toContain(secret);
  });

  it('is for the address that `insteadOf` makes of that of origin', async () => {
    sandbox.git(shallow, 'remote', 'set-url', 'origin', 'git-host:origin.git');
    sandbox.git(shallow, 'config', 'url.ssh://elsewhere.example/.insteadOf', 'git');
    sandbox.git(shallow, 'config', `url.${serverUrl}/.insteadOf`, 'git-host:');
    expect(await converse(sandbox.env, TOKEN)).toMatchObject(WORKED);
  });

  it('replaces what actions/checkout left in the clone, and in the environment', async () => {
    const old = `AUTHORIZATION: basic ${basicCredential('ghs_old')}`;
    sandbox.git(shallow, 'config', `http.${serverUrl}/.extraheader`, old);
    const env = {
      ...sandbox.env,
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'http.extraheader',
      GIT_CONFIG_VALUE_0: old,
    };
    Object.assign(env, { GIT_CONFIG_KEY_1: 'push.gpgSign', GIT_CONFIG_VALUE_1: 'true' });
    expect(await converse(env, TOKEN)).toMatchObject(WORKED);
    expect(gitHost.headers.every((given) => given.length <= 1)).toBe(true);
  });

  it('is not needed where the clone has its own, in an include as well', async () => {
    const header = `AUTHORIZATION: basic ${basicCredential(TOKEN)}`;
    sandbox.write('credentials', `[http "${serverUrl}/"]\n\textraheader = ${header}\n`);
    sandbox.git(
      shallow,
      'config',
      `includeIf.gitdir:${join(shallow, '.git')}.path`,
      sandbox.path('credentials'),
    );
    expect(await converse(sandbox.env)).toMatchObject(WORKED);
  });

  it('is not sent twice where it is in the settings of the machine', async () => {
    const header = `AUTHORIZATION: basic ${basicCredential(TOKEN)}`;
    sandbox.git(shallow, 'config', '--global', `http.${serverUrl}/.extraheader`, header);
    expect(await converse(sandbox.env)).toMatchObject(WORKED);
  });

  it('is masked where it does not help', async () => {
    const told = await converse(sandbox.env, 'ghs_wrong-token');
    expect(told).toMatchObject([
      { unreachable: expect.any(String) },
      { outcome: 'unreachable' },
      undefined,
      [],
      { answer: 'unknown' },
    ]);
    expect(JSON.stringify(told)).not.toContain('ghs_wrong-token');
  });

  it('that is missing is no obstacle to reading what is public, and origin says why it takes no record', async () => {
    gitHost.isPublic = true;
    const [read, begun] = await converse(sandbox.env);
    expect(read).toMatchObject({ head: undefined, begun: [] });
    expect(begun).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(/could not read Username/),
    });
  });
});

describe('isOnForge', () => {
  it.each([
    ['https://github.com/a/b', 'https://github.com', true],
    ['https://github.com/a/b', 'https://github.com/', true],
    ['https://ada@github.com/a/b', 'https://github.com', true],
    ['https://ada:pw@github.com/a/b', 'https://github.com', false],
    ['http://github.com/a/b', 'https://github.com', false],
    ['https://github.com.evil.example/a/b', 'https://github.com', false],
    ['https://git/git/a/b', 'https://git/git', true],
    ['https://git/gitter/a/b', 'https://git/git', false],
    ['git@github.com:a/b.git', 'https://github.com', false],
    ['ssh://git@github.com/a/b.git', 'https://github.com', false],
    ['/srv/git/a.git', 'https://github.com', false],
    ['https://github.com/a/b', 'nonsense', false],
  ])('%s on %s: %s', (remote, server, expected) => {
    expect(isOnGitHost(remote, server)).toBe(expected);
  });
});

describe('withConfig', () => {
  it('keeps what the environment carries, in order', () => {
    const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'a.b', GIT_CONFIG_VALUE_0: '1' };
    expect(withConfig(env, [['c.d', '2']])).toMatchObject({
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_1: 'c.d',
    });
    expect(withConfig(env, [['c.d', '2']], 'first')).toMatchObject({
      GIT_CONFIG_KEY_0: 'c.d',
      GIT_CONFIG_KEY_1: 'a.b',
    });
    expect(withConfig({}, [])).toEqual({});
  });
});

describe('what git prints', () => {
  it('loses passwords and secrets', () => {
    expect(clean("fatal: 'https://ada:p@ss@h/x' and ssh://git:x@h/", ['h/x'])).toBe(
      "fatal: 'https://***@***' and ssh://***@h/",
    );
  });

  it('is told as the one line that says why', () => {
    const told = (stderr: string): string =>
      reasonOf({ status: 1, stdout: Buffer.alloc(0), stderr });
    expect(told('warning: x\nfatal: no\nhint: y')).toBe('no');
    expect(
      told('remote: Counting objects: 3\nremote: \x1b[31mDenied\x1b[0m\x07\nerror: failed'),
    ).toBe('Denied');
    const ended =
      'fatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights';
    expect(told(`Host key verification failed.\r\n${ended}`)).toBe('Host key verification failed.');
    expect(told(`fatal: '/gone' does not appear to be a git repository\n${ended}`)).toMatch(
      /^'\/gone' does not appear/,
    );
    expect(told(ended)).toBe('Could not read from remote repository.');
    expect(told('')).toBe('git ended with exit code 1');
  });
});
