// Tokens on their way to a Git host: in a request header, exactly once, and in no command line.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAncestor } from '../../src/record/git-history.ts';
import { basicCredential, withConfig } from '../../src/record/git-credentials.ts';
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
const TOKEN = 'ghs_token-of-this-job';
const header = (token: string) => `AUTHORIZATION: basic ${basicCredential(token)}`;

let sandbox: GitSandbox;
let gitHost: GitHostOverHttp;
let serverUrl: string;
let shallow: string;
let commits: string[];
const inClone = (...args: string[]) => sandbox.git(shallow, ...args);

beforeEach(async () => {
  sandbox = new GitSandbox();
  const { origin, ids } = sandbox.withOrigin(4);
  commits = ids;
  sandbox.git(origin, 'config', 'http.receivepack', 'true');
  shallow = sandbox.clone(origin, 'shallow', '--depth=1');
  gitHost = new GitHostOverHttp({ root: sandbox.dir, env: sandbox.env, base: '/base' });
  gitHost.access.set(TOKEN, 'write');
  serverUrl = await gitHost.start();
  inClone('remote', 'set-url', 'origin', `${serverUrl}/origin.git`);
});
afterEach(() => {
  gitHost.stop();
  sandbox.dispose();
});

/** A whole apply's worth of conversation; what is told to the user about it. */
async function converse(env: Environment, token?: string): Promise<unknown[]> {
  const host = token && { gitHost: { serverUrl, token } };
  const repository = await openRepository(shallow, { env, ...host });
  if (repository === undefined) throw new Error('no repository');
  const projectFile = 'confighub.yaml';
  const place = {
    repository,
    ref: `${FOLDER}/${projectFile}/applied`,
    folder: FOLDER,
    projectFile,
  };
  const before = await readRecord(place);
  const source = commits[3] ?? '';
  const records = recordStore(place);
  const begun = await begin(records, place, before, {
    summary: 'x',
    source,
    ids: new Map([['a.yaml', inClone('rev-parse', 'HEAD:a.yaml')]]),
    types: new Map(),
    attributes: new Map(),
    secrets: emptyState(),
    kept: [],
    now: new Date(),
    until: new Date(),
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
    inClone('remote', 'set-url', 'origin', 'git-host:origin.git');
    inClone('config', 'url.ssh://elsewhere.example/.insteadOf', 'git');
    inClone('config', `url.${serverUrl}/.insteadOf`, 'git-host:');
    expect(await converse(sandbox.env, TOKEN)).toMatchObject(WORKED);
  });

  it('replaces what actions/checkout left in the clone, and in the environment', async () => {
    inClone('config', `http.${serverUrl}/.extraheader`, header('ghs_old'));
    const env = {
      ...sandbox.env,
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'http.extraheader',
      GIT_CONFIG_VALUE_0: header('ghs_old'),
      GIT_CONFIG_KEY_1: 'push.gpgSign',
      GIT_CONFIG_VALUE_1: 'true',
    };
    expect(await converse(env, TOKEN)).toMatchObject(WORKED);
    expect(gitHost.headers.every((given) => given.length <= 1)).toBe(true);
  });

  it('is not needed where the clone has its own, in an include as well', async () => {
    sandbox.write('credentials', `[http "${serverUrl}/"]\n\textraheader = ${header(TOKEN)}\n`);
    const condition = `includeIf.gitdir:${join(shallow, '.git')}.path`;
    inClone('config', condition, sandbox.path('credentials'));
    expect(await converse(sandbox.env)).toMatchObject(WORKED);
  });

  it('is not sent twice where it is in the settings of the machine', async () => {
    inClone('config', '--global', `http.${serverUrl}/.extraheader`, header(TOKEN));
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
    const reason = expect.stringMatching(/could not read Username/);
    expect(begun).toMatchObject({ outcome: 'refused', reason });
  });
});

it('withConfig keeps what the environment carries, in order', () => {
  const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'a.b', GIT_CONFIG_VALUE_0: '1' };
  const last = { GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_1: 'c.d' };
  expect(withConfig(env, [['c.d', '2']])).toMatchObject(last);
  const first = { GIT_CONFIG_KEY_0: 'c.d', GIT_CONFIG_KEY_1: 'a.b' };
  expect(withConfig(env, [['c.d', '2']], 'first')).toMatchObject(first);
  expect(withConfig({}, [])).toEqual({});
});

it('what git prints loses passwords and secrets', () => {
  expect(clean("fatal: 'https://ada:p@ss@h/x' and ssh://git:x@h/", ['h/x'])).toBe(
    "fatal: 'https://***@***' and ssh://***@h/",
  );
  expect(clean("access 'https://a@h/x.git?token=abc/': failed? https://h/x?y:")).toBe(
    "access 'https://***@h/x.git?***': failed? https://h/x?***",
  );
  expect(clean('https://h/x?token=ab@cd https://ada:p?@h/x')).toBe('https://*** https://***');
});

const ENDED =
  'fatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights';

it.each([
  ['warning: x\nfatal: no\nhint: y', 'no'],
  ['remote: Counting objects: 3\nremote: \x1b[31mDenied\x1b[0m\x07\nerror: failed', 'Denied'],
  [`Host key verification failed.\r\n${ENDED}`, 'Host key verification failed.'],
  [
    `fatal: '/gone' does not appear to be a git repository\n${ENDED}`,
    "'/gone' does not appear to be a git repository",
  ],
  [ENDED, 'Could not read from remote repository.'],
  ['', 'git ended with exit code 1'],
])('what git prints is told as the one line that says why: %j', (stderr, told) => {
  expect(reasonOf({ status: 1, stdout: Buffer.alloc(0), stderr })).toBe(told);
});
