// Something between answers a read of its own: what two reads of one plan say about the same item must agree.
import { describe, expect, test } from 'vitest';
import { CommandError } from '../src/errors.ts';
import { answer, type Request, withFaults } from './helpers/faulty-server.ts';
import { REPOSITORY } from './helpers/process.ts';
import { exported, request } from './helpers/server.ts';
import { type Member, type Team, withTeam } from './helpers/team.ts';
import { representatives } from './helpers/suite.ts';

const PROJECT =
  'version: 1\nlevels: [Environment, Application]\nlimits: { deletes: 100%, updates: 100% }\n';
const project = (keys: string) => ({
  'confighub.yaml': PROJECT,
  'config/shop.yaml': `keys: ${keys}\nfiles: { f: { "*": { content: x }, Prod;*: { content: y } } }\n`,
});
const KEPT = 'b: 1, d: { values: { Prod;Web: 1 } }';
const BEFORE = project(
  `{ a: { vdt: Text, values: { "*": 1, Prod;*: 2 } }, ${KEPT}, c: { values: { Prod;*: 1 } } }`,
);
/** A value changes, and a key goes. */
const AFTER = project(`{ a: { vdt: Text, values: { "*": 9, Prod;*: 2 } }, ${KEPT} }`);

// biome-ignore lint/suspicious/noExplicitAny: a lie may be anything.
type Json = any;

interface Lie {
  reads: 'all' | 'token';
  /** Of `/rest/`. */
  on: string;
  /** Of a pull: of this context, as it is asked for. */
  at?: RegExp;
  tell: (truth: Json) => Json;
  says: string;
}

const without = (truth: Json, name: string, ...keys: string[]): Json => ({
  ...truth,
  [name]: Object.fromEntries(Object.entries(truth[name]).filter(([key]) => !keys.includes(key))),
});
const counting = (keys: number) => (all: Json[]) =>
  all.map((one) => ({ ...one, keyCount: one.keyCount + keys }));
const changing = (key: string, fields: object) => (truth: Json) => ({
  ...truth,
  properties: { ...truth.properties, [key]: { ...truth.properties[key], ...fields } },
});
const between = (first: string, second: string, what: string) =>
  `The answers to GET /rest/${first} and GET /rest/${second} contradict each other about ${what}.`;
const ofPulls = (what: string) =>
  `Two answers to GET /rest/pull contradict each other about the ${what}.`;

/** Each pair of reads that one plan makes, and what both say. */
const LIES: Record<string, Lie> = {
  'keyData: a key is missing': {
    ...{ reads: 'token', on: 'keyData', tell: () => ({}) },
    says: between('pull', 'keyData', 'the key a'),
  },
  'keyData: another type': {
    ...{ reads: 'token', on: 'keyData', tell: (truth) => ({ ...truth, vdt: 'Code' }) },
    says: between('pull', 'keyData', 'the key a'),
  },
  'keyData: a readme': {
    ...{ reads: 'token', on: 'keyData', tell: (truth) => ({ ...truth, readme: 'x' }) },
    says: between('pull', 'keyData', 'the key a'),
  },
  'a pull: nothing in a narrow context': {
    ...{
      reads: 'token',
      on: 'pull',
      at: /^Prod;x/,
      tell: (truth) => ({ ...truth, properties: {} }),
    },
    says: ofPulls('key a'),
  },
  'a pull: a key is missing in a broad context': {
    ...{ reads: 'token', on: 'pull', at: /^x/, tell: (truth) => without(truth, 'properties', 'b') },
    says: ofPulls('key b'),
  },
  'a pull: the value of a broader context': {
    ...{
      reads: 'token',
      on: 'pull',
      at: /^Prod *; *Web/,
      tell: changing('a', { val: '1', context: ['*', '*'] }),
    },
    says: ofPulls('key a'),
  },
  'a pull: another text of the same value': {
    ...{ reads: 'token', on: 'pull', at: /^Prod;x/, tell: changing('b', { val: 'old' }) },
    says: ofPulls('key b'),
  },
  'a pull: another type': {
    ...{ reads: 'token', on: 'pull', at: /^Prod;x/, tell: changing('b', { type: 'Code' }) },
    says: ofPulls('key b'),
  },
  'a pull: no files in a narrow context': {
    ...{ reads: 'token', on: 'pull', at: /^Prod;x/, tell: (truth) => ({ ...truth, files: {} }) },
    says: ofPulls('file f'),
  },
  'info, against pulls: no files': {
    ...{ reads: 'token', on: 'info', tell: (truth) => ({ ...truth, files: [] }) },
    says: between('info', 'pull', 'the file f'),
  },
  'info/all, against pulls: fewer keys': {
    ...{ reads: 'token', on: 'info/all', tell: counting(-1) },
    says: between('info/all', 'pull', 'the number of keys and values'),
  },
  'info/all, against info: other levels': {
    ...{
      reads: 'token',
      on: 'info/all',
      tell: (all) => all.map((one: Json) => ({ ...one, context: ['A', 'B'] })),
    },
    says: between('info', 'info/all', 'the context levels'),
  },
  'info, against the export: no files': {
    ...{ reads: 'all', on: 'info', tell: (truth) => ({ ...truth, files: [] }) },
    says: between('info', 'export', 'the file f'),
  },
  'info, against the export: an element is missing': {
    ...{
      reads: 'all',
      on: 'info',
      tell: (truth) => ({ ...truth, contextElements: { Application: ['Web'] } }),
    },
    says: between('info', 'export', 'the context Prod;*'),
  },
};

interface Stage {
  team: Team;
  member: Member;
  /** How many more answers are lies. */
  lies: { left: number };
}

function onStage(
  { reads, on, at, tell }: Lie,
  use: (stage: Stage) => Promise<void>,
): Promise<void> {
  return withTeam(
    async (team) => {
      const lies = { left: 0 };
      const isLie = ({ path, headers }: Request) => {
        const [, endpoint] = /^\/rest\/(info\/all|\w+)/.exec(path) ?? [];
        return endpoint === on && (at ?? /^/).test(String(headers.context)) && lies.left > 0;
      };
      const fault = (asked: Request) => {
        if (!isLie(asked)) return 'pass';
        lies.left--;
        return { pour: () => told(asked) };
      };
      async function* told({ path, headers: { host: _, connection: __, ...headers } }: Request) {
        const { status, body, headers: given } = await request(team.server, { path, headers });
        const { 'content-length': ___, 'transfer-encoding': ____, ...rest } = given;
        yield answer(status, { headers: rest, body: JSON.stringify(tell(JSON.parse(body))) });
      }
      return withFaults({ behind: team.server, fault }, async ({ url }) => {
        team.url = url;
        const member = team.member('ada');
        const options = member.options.bind(member);
        member.options = (given) => options({ reads, ...given });
        await use({ team, member, lies });
      });
    },
    { repositories: [REPOSITORY] },
  );
}

async function prepared({ member }: Stage): Promise<void> {
  member.commit(BEFORE);
  await member.apply();
  member.commit(AFTER);
}

describe.concurrent.for(representatives(Object.entries(LIES), 3))('%s', ([, lie]) => {
  test('told again is an error, and nothing is sent; told once, the plan is made from the truth', async () => {
    await onStage(lie, async (stage) => {
      const { member, team, lies } = stage;
      await prepared(stage);
      const before = team.pushes();
      lies.left = 1000;
      const error = await member.apply().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CommandError);
      expect(error).toMatchObject({ code: 'answers-contradict', message: lie.says, exitCode: 1 });
      expect(team.pushes()).toBe(before);
      lies.left = 1;
      expect((await member.applyApproved()).outcome).toBe('verified');
      expect(lies.left).toBe(0);
      const keys = (await exported(team.server)) as { key?: string }[];
      expect(keys.flatMap(({ key }) => key ?? []).sort()).toEqual(['a', 'b', 'd']);
    });
  });
});
