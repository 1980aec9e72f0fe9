// The stage of the canary: server, origin and project with every secret; what is written anywhere is looked through.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as plain } from 'vitest';
import type { Environment } from '../helpers/git.ts';
import { type Fault, type Request, withFaults } from '../helpers/faulty-server.ts';
import { IS_NIGHTLY } from '../helpers/suite.ts';
import { type CliOptions, REPOSITORY, type Shop, withShop } from '../helpers/process.ts';
import type { Ended } from '../helpers/run.ts';
import { setUpFilterForAll } from '../helpers/git-filter.ts';
import { push } from '../helpers/server.ts';
import { Detector } from './pieces.ts';
import {
  ANOTHER,
  BY_OTHERS,
  environment,
  of,
  OUTSIDE,
  project,
  SEALED,
  SECRETS,
  type Side,
} from './secrets.ts';

const ALL = new Detector(SECRETS);
const NOT_IN_DOCUMENTS = new Detector({ ...OUTSIDE, ...SEALED });

/** Of the command line, besides what the options say: all that makes programs talk. */
const TALKATIVE = { DEBUG: '*', RUNNER_DEBUG: '1', ACTIONS_STEP_DEBUG: 'true', GIT_TRACE: '1' };

export interface Canary extends Shop {
  /** Runs the CLI, in the nightly suite as a process, and looks through everything that it wrote. */
  cli: (args: readonly string[], options?: CliOptions) => Promise<Ended>;
  /** Fails where a secret stands in a text. */
  look: (where: string, text: string, detector?: Detector) => void;
  /** What becomes of the requests from now on. */
  answer: (fault: (request: Request) => Fault) => void;
}

function look(where: string, text: string, detector = ALL): void {
  const leaks = detector.leaks(text);
  expect({ where, leaks, text: leaks.length > 0 ? text.slice(0, 20_000) : '' }).toEqual({
    where,
    leaks: [],
    text: '',
  });
}

/** Knows all groups, one of them without a cipher, and has a token for both. */
function repositoryOfCanary() {
  const password = of('password of a group');
  const database = { name: 'Database', password, cipher: 'AES/CBC/PKCS5Padding' } as const;
  const securityGroups = [database, { name: 'Clear', password, cipher: null }];
  const token = { value: of('token'), securityGroups: ['Database', 'Clear'] };
  return { ...REPOSITORY, tokens: { ...REPOSITORY.tokens, default: token }, securityGroups };
}

/** The first version is applied, others have changed the server since, and the second one is committed. */
function withCanary(use: (canary: Canary) => Promise<void>): Promise<void> {
  const log: string[] = [];
  const requests: Request[] = [];
  let now = (_: Request): Fault => 'pass';
  const fault = (request: Request) => {
    requests.push(request);
    return now(request);
  };
  const started = (shop: Shop) =>
    withFaults({ behind: shop.server, fault }, async ({ url }) => {
      const { desk } = shop;
      Object.assign(desk.env, { CONFIGHUB_URL: url, CONFIGHUB_TOKEN: of('token'), ...TALKATIVE });
      const cli: Canary['cli'] = async (args, options = {}) => {
        const env: Environment = { ...environment('after'), ...options.env };
        const ended = await desk.cli(args, { isProcess: IS_NIGHTLY, ...options, env });
        look(`stdout of ${args.join(' ')}`, ended.stdout);
        look(`stderr of ${args.join(' ')}`, ended.stderr);
        return ended;
      };
      const answer: Canary['answer'] = (next) => {
        now = next;
      };
      await prepare(shop);
      await use({ ...shop, look, cli, answer });
      lookAround(shop, log, requests);
    });
  const options = { repositories: [repositoryOfCanary()], log: (line: string) => log.push(line) };
  return withShop({}, started, options);
}

/** Looks through what requests say besides the body of a push, the log of the server, temporary files and records. */
function lookAround(shop: Shop, log: readonly string[], requests: readonly Request[]): void {
  look('log of the server', log.join('\n'));
  for (const { method, path, headers } of requests) {
    const { 'client-token': _, 'proxy-authorization': __, ...others } = headers;
    look('a request', JSON.stringify([method, path, others]));
  }
  lookThrough(shop.desk.tmp);
  lookThroughRecords(shop);
}

export const test = plain.extend<{ canary: Canary }>({
  // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
  canary: ({}, use) => withCanary(use),
});

async function prepare({ desk, server }: Shop): Promise<void> {
  const origin = desk.sandbox.bare();
  setUpFilterForAll(desk.sandbox);
  commit(desk, 'before');
  desk.git('remote', 'add', 'origin', `file://${origin}`);
  // What moves into the environment only then is no secret yet.
  const env = environment('before');
  expectExitCode(await desk.cli(['apply'], { env, isProcess: IS_NIGHTLY }), 0);
  const another = ['apply', '--config', 'confighub-mail.yaml'];
  const approval =
    /--approve ([0-9a-f]{32})/.exec((await desk.cli(another, { env })).output)?.[1] ?? '';
  expectExitCode(await desk.cli([...another, '--approve', approval], { env }), 0);
  const body = {
    enableKeyCreation: true,
    data: BY_OTHERS.map((entry) => ('file' in entry ? entry : { push: true, ...entry })),
  };
  const pushed = await push(server, body, { token: 'force' });
  expect(pushed).toMatchObject({ status: 200 });
  commit(desk, 'after');
}

/** Says why where it is another. */
export function expectExitCode({ status, stderr }: Ended, expected: number): void {
  expect({ status, stderr }).toEqual({ status: expected, stderr });
}

function commit(desk: Shop['desk'], side: Side): void {
  commitOnly(desk, project(side), `The shop, ${side}`);
}

/** Commits these files, and no other documents; the id. */
export function commitOnly(
  desk: Shop['desk'],
  files: Record<string, string>,
  message = 'Change',
): string {
  for (const path of ['config', ...Object.keys(ANOTHER)])
    rmSync(desk.path(path), { recursive: true, force: true });
  return desk.commit(message, files);
}

/** Every file in a folder; some secrets may stand there. */
export function lookThrough(folder: string, detector = ALL): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (statSync(path).isFile()) look(path, readFileSync(path, 'utf8'), detector);
  }
}

/** Records hold the documents as they stand in Git, and nothing else that is secret. */
function lookThroughRecords({ desk }: Shop): void {
  for (const place of [desk.dir, desk.sandbox.path('origin.git')]) {
    const git = (...args: string[]) => desk.sandbox.git(place, ...args);
    const refs = git('for-each-ref', '--format=%(refname)', 'refs/confighub-sync');
    for (const ref of refs.split('\n').filter((name) => name !== '')) {
      look('name of a ref', ref);
      look('message of a record', git('log', '--format=%an %ae %cn %ce %B', ref));
      const all = git('log', '-p', '--text', ref) + git('grep', '--text', '-h', '', ref);
      expect({ ref, leaks: NOT_IN_DOCUMENTS.leaks(all) }).toEqual({ ref, leaks: [] });
    }
  }
}
