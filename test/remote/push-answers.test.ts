// Every answer to a push × what became of the push × how the server is read: "nothing was changed" only with proof.
import { describe, expect, vi } from 'vitest';
import type { CommandError } from '../../src/errors.ts';
import type { Runtime } from '../../src/runtime.ts';
import { type ApplyResult, apply } from '../helpers/apply.ts';
import { answer, type Fault, json, latch, page, type Request } from '../helpers/faulty-server.ts';
import { IS_NIGHTLY } from '../helpers/suite.ts';
import { REPOSITORY, TOKEN } from '../helpers/process.ts';
import { push, request } from '../helpers/server.ts';
import { declaring, type Member, type Team, withTeam } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';

// Many applies in a row: a busy machine takes its time.
vi.setConfig({ testTimeout: 1_800_000 });

interface Answer {
  name: string;
  bytes: string | Buffer;
  kind: 'gateway' | 'impatient' | 'other';
}

const statuses = (kind: Answer['kind'], ...codes: number[]): Answer[] =>
  codes.map((code) => ({ name: `${code}`, bytes: answer(code), kind }));
const other = (name: string, bytes: string | Buffer): Answer => ({ name, bytes, kind: 'other' });
const LOGIN = answer(302, { headers: { location: 'https://login.example.com/' } });
const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';

/** Bodies, pages and headers that do not change what a status proves, and every way to lose an answer. */
const ANSWERS: Answer[] = [
  // A gateway rejects with these before it passes a request on.
  ...statuses('gateway', 401, 403, 404, 405, 407, 411, 413, 414, 431),
  // With these it gave up waiting for the server.
  ...statuses('impatient', 408, 499, 504, 524),
  ...statuses('other', 201, 202, 203, 204, 205, 206, 226, 300, 301, 302, 303, 305, 307, 308, 400),
  ...statuses('other', 402, 406, 409, 410, 412, 415, 417, 418, 421, 422, 423, 425, 426, 428, 429),
  ...statuses('other', 444, 451, 500, 501, 502, 503, 505, 507, 508, 520, 522, 599),
  { name: '403 with a page', bytes: page(403), kind: 'gateway' },
  other('502 with a page', page(502)),
  other('302 to a login', LOGIN),
  other('200 with a page', page(200)),
  other('200 with a body', json({ ok: true })),
  other('200, compressed', answer(200, { headers: { 'content-encoding': 'gzip' } })),
  other('101', UPGRADE),
  other('103 and nothing more', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  other('half a head', 'HTTP/1.1 20'),
  other('half a body', 'HTTP/1.1 403 Forbidden\r\ncontent-length: 9\r\n\r\nhalf'),
  other('no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'),
  other('a connection that is cut', ''),
];

const EFFECTS = ['took effect', 'never does', 'takes effect later'] as const;

const CASES = ANSWERS.flatMap((one) =>
  // A gateway that rejects passes nothing on afterwards.
  EFFECTS.filter((effect) => one.kind !== 'gateway' || effect !== 'takes effect later').map(
    (effect) => ({ ...one, effect }),
  ),
);
type Case = (typeof CASES)[number];

/** By day each kind with each effect: half of them for each way to read, and a third where nothing is read. */
function casesWith(reads: Reads): readonly Case[] {
  if (IS_NIGHTLY) return CASES;
  const ends = ({ kind, effect }: Case) =>
    CASES.findLast((one) => one.kind === kind && one.effect === effect);
  const lasts = CASES.filter((one) => ends(one) === one);
  const [nth, first] = { all: [2, 0], token: [2, 1], documented: [3, 0] }[reads] as [
    number,
    number,
  ];
  return lasts.filter((_, index) => index % nth === first);
}

const document = (text: string) => ({
  'confighub.yaml': 'version: 1\nlevels: [Environment, Application]\n',
  'config/shop.yaml': `keys: { a: { values: { "*": ${text}, Production;*: 1 } } }\n`,
});

type Reads = 'all' | 'token' | 'documented';

/** One server, behind one that answers the pushes of one case after the other. */
class Stage {
  fault: Fault = 'pass';
  readonly team: Team;
  readonly member: Member;
  readonly #reads: Reads;

  constructor(team: Team, reads: Reads) {
    this.team = team;
    this.#reads = reads;
    this.member = team.member('ada');
  }

  applies(more: Partial<Runtime> = {}): Promise<{ result?: ApplyResult; error?: CommandError }> {
    const options = this.member.options({ reads: this.#reads });
    return apply(options, this.member.runtime(more)).then(
      (result) => ({ result }),
      (error: CommandError) => ({ error }),
    );
  }
}

function withStage(reads: Reads, use: (stage: Stage) => Promise<void>): Promise<void> {
  const flags = reads === 'all' ? {} : { flags: { tokenFreePull: false } };
  return withTeam(
    async (team) => {
      const stage = new Stage(team, reads);
      const fault = ({ method }: Request) => (method === 'POST' ? stage.fault : 'pass');
      await team.withFault(fault, async () => {
        await use(stage);
      });
    },
    { repositories: [{ ...REPOSITORY, ...flags }] },
  );
}

/** What is to become of an apply; a pause of 30 seconds is all that it waits. */
function expected({ kind, effect }: Case, isRead: boolean) {
  if (isRead && effect !== 'never does') {
    const paused = effect === 'took effect' ? 'not' : 'a while';
    return { outcome: 'verified', exitCode: undefined, record: 'done', paused };
  }
  if (isRead && kind === 'gateway') {
    const says = /Reading the server again showed that the push changed nothing\.$/;
    const message = expect.stringMatching(says);
    return { outcome: undefined, exitCode: 1, message, record: 'done', paused: 'not' };
  }
  const says =
    kind === 'gateway'
      ? /^The push probably did not reach the server, but nothing can be read to confirm that: /
      : /^The outcome of the push is unknown: /;
  return {
    outcome: undefined,
    exitCode: 4,
    code: 'push-unknown',
    message: expect.stringMatching(says),
    hint: expect.stringMatching(HINTS[kind]),
    record: 'begun',
    paused: isRead ? '30 seconds' : 'not',
  };
}

/** What to do where nobody knows what became of the push. */
const HINTS = {
  gateway: /\. Then apply again: it sends what may be missing\.$/,
  impatient: /may still be processing it\. Wait 15 minutes, then apply again: /,
  other: /^Once the server responds, apply again: it sends what may be missing\./,
};

describe.concurrent('an answer to a push', () => {
  test.for(['all', 'token', 'documented'] as const)('with reads %s', async (reads) => {
    await withStage(reads, async (stage) => {
      const { member, team } = stage;
      member.commit(document('0'));
      expect((await stage.applies()).result?.outcome).toMatch(/verified$/);
      for (const [index, one] of casesWith(reads).entries()) {
        const name = `${one.name}, and the push ${one.effect}`;
        member.commit(document(`"${index + 1}"`));
        const before = team.pushes();
        const paused: number[] = [];
        const [later, arrives] = [latch(), latch()];
        stage.fault = faultOf(one, { later: later.opened, arrived: arrives.open });
        const pause = async (milliseconds: number) => {
          paused.push(milliseconds);
          if (one.effect !== 'takes effect later' || paused.length !== 2) return;
          later.open();
          await arrives.opened;
        };
        const { result, error } = await stage.applies({ pause });
        stage.fault = 'pass';
        const { exitCode, code, message, hint } = error ?? {};
        const milliseconds = paused.reduce((sum, one) => sum + one, 0);
        const waited = { 0: 'not', 30000: '30 seconds' }[milliseconds] ?? 'a while';
        expect({
          name,
          outcome: result?.outcome,
          exitCode,
          code,
          message,
          hint,
          record: team.refStates()[0],
          paused: waited,
        }).toMatchObject({ name, ...expected(one, reads !== 'documented') });
        if (exitCode === 1) expect(team.pushes()).toBe(before);
        // What arrives after all arrives before the next apply, and that one puts everything right.
        later.open();
        if (one.effect === 'takes effect later') await arrives.opened;
        member.minutes += 60;
        expect((await stage.applies()).result?.outcome, `the apply after ${name}`).toMatch(
          /verified$|^nothing$/,
        );
        expect(await valueOnServer(stage)).toBe(String(index + 1));
        expect(team.refStates()).toEqual(['done']);
      }
    });
  });
});

function faultOf(
  { bytes, effect }: Case,
  late: { later: Promise<unknown>; arrived: () => void },
): Fault {
  if (effect === 'took effect') return { passed: bytes };
  return effect === 'never does' ? { bytes } : { bytes, ...late };
}

/** What an application gets that has no value of its own. */
async function valueOnServer({ team }: Stage): Promise<unknown> {
  const headers = { 'Client-Token': TOKEN, Context: 'Elsewhere;Web' };
  const { body } = await request(team.server, { path: '/rest/pull', headers });
  return (JSON.parse(body) as { properties: Record<string, { val: unknown }> }).properties.a?.val;
}

test.concurrent('a cache that answers reads with what it had before the push, without `Age`', async ({
  team,
}) => {
  const kept = new Map<string, Buffer>();
  const fault = ({ method, path, headers }: Request): Fault => {
    if (method === 'POST') return { passed: '' };
    const { context, keyname } = headers;
    const id = JSON.stringify([path, context, keyname]);
    return { cached: { get: () => kept.get(id), set: (bytes) => void kept.set(id, bytes) } };
  };
  await team.withFault(fault, async () => {
    const member = team.member('ada');
    member.commit(document('x'));
    expect((await apply(member.options(), member.runtime())).outcome).toBe('verified');
    expect(team.pushes()).toBe(1);
  });
});

test.concurrent.for([
  ['deletes what it updates', 'changed', { key: 'a', opp: 'delete' }],
  [
    'creates what it creates',
    '1, new: 1',
    { key: 'new', push: true, values: [{ context: '*;*', value: 'theirs' }] },
  ],
] as const)('a push that is lost while another client %s', async ([, text, theirs], { team }) => {
  const member = team.member('ada');
  const declares = (text: string) => ({
    ...declaring(),
    'config/shop.yaml': `keys: { a: ${text}, b: 1 }\n`,
  });
  const write = async () => {
    const body = { enableKeyCreation: true, data: [theirs] };
    expect((await push(team.server, body, { token: 'default' })).status).toBe(200);
  };
  const fault = ({ method }: Request): Fault =>
    method === 'POST' && team.isFaulty ? { bytes: answer(502), first: write } : 'pass';
  await team.withFault(fault, async () => {
    member.commit(declares('1'));
    await member.apply();
    member.commit(declares(text));
    team.isFaulty = true;
    const unknown = { code: 'push-unknown', exitCode: 4 };
    await expect(member.apply({ verify: false })).rejects.toMatchObject(unknown);
    expect(team.refStates()).toEqual(['begun', 'done']);
  });
});

const PROJECT = declaring('a', 'b');

test.concurrent.for([1, 2])('a server that is gone at push %i of 2', async (nth, { team }) => {
  let leave = () => {};
  let pushes = 0;
  const fault = ({ method, path }: Request): Fault => {
    if (path.startsWith('/rest/export') && nth === 1) leave();
    return method === 'POST' && ++pushes === nth - 1
      ? { passed: answer(200), after: async () => leave() }
      : 'pass';
  };
  await team.withFault(fault, async (faulty) => {
    leave = faulty.leave;
    const member = team.member('ada');
    member.commit({ ...PROJECT, 'confighub.yaml': `${PROJECT['confighub.yaml']}batch: 1\n` });
    const says = / 1 of 2 pushes was accepted before and remains in effect\.$/;
    await expect(apply(member.options(), member.runtime())).rejects.toMatchObject({
      code: 'server-unreachable',
      exitCode: nth === 1 ? 1 : 4,
      message: expect.stringMatching(nth === 1 ? /ECONNREFUSED\)\.$/ : says),
    });
    expect(team.pushes()).toBe(nth - 1);
    expect(team.refStates()).toEqual(nth === 1 ? [] : ['begun']);
  });
});
