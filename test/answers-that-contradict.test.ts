// Something between answers a read of its own: what two reads of one plan say about the same item must agree.
import { expect, test } from 'vitest';
import { CommandError } from '../src/errors.ts';
import type { Fault, Request } from './helpers/faulty-server.ts';
import { representatives } from './helpers/suite.ts';
import { withKeys, withTeam } from './helpers/team.ts';

const FILES = 'files: { f: { "*": { content: x }, Prod;*: { content: y } } }';
const KEPT = 'b: 1, d: { values: { Prod;Web: 1 } }';
const BEFORE = withKeys(
  `{ a: { vdt: Text, values: { "*": 1, Prod;*: 2 } }, ${KEPT}, c: { values: { Prod;*: 1 } } }\n${FILES}`,
);
/** A value changes, and a key goes. */
const AFTER = withKeys(`{ a: { vdt: Text, values: { "*": 9, Prod;*: 2 } }, ${KEPT} }\n${FILES}`);

// biome-ignore lint/suspicious/noExplicitAny: a lie may be anything.
type Json = any;

const setting = (fields: object) => (truth: Json) => ({ ...truth, ...fields });
const changing = (key: string, fields: object) => (truth: Json) => ({
  ...truth,
  properties: { ...truth.properties, [key]: { ...truth.properties[key], ...fields } },
});
const without = (key: string) => (truth: Json) => {
  const { [key]: _, ...properties } = truth.properties;
  return { ...truth, properties };
};
const ofAll = (tell: (one: Json) => Json) => (all: Json[]) => all.map(tell);
const fewer = (one: Json) => ({ ...one, keyCount: one.keyCount - 1 });

/** Which answers are lies: those of an endpoint, and of a pull in a context, as it is asked for. */
const NARROW = /^pull Prod;x/;
const WEB = /^pull Prod *; *Web/;
const BROAD = /^pull x/;

const between = (first: string, second: string, what: string) =>
  `The answers to GET /rest/${first} and GET /rest/${second} contradict each other about ${what}.`;
const ofPulls = (what: string) =>
  `Two answers to GET /rest/pull contradict each other about the ${what}.`;
const ofA = between('pull', 'keyData', 'the key a');

/** Each pair of reads that one plan makes, by `reads` of the plan: which answer lies, how, and what is said. */
const LIES: Record<
  'token' | 'all',
  Record<string, [on: RegExp, tell: (truth: Json) => Json, says: string]>
> = {
  token: {
    'keyData: a key is missing': [/^keyData/, () => ({}), ofA],
    'keyData: another type': [/^keyData/, setting({ vdt: 'Code' }), ofA],
    'keyData: a readme': [/^keyData/, setting({ readme: 'x' }), ofA],
    'a pull: nothing in a narrow context': [NARROW, setting({ properties: {} }), ofPulls('key a')],
    'a pull: a key is missing in a broad context': [BROAD, without('b'), ofPulls('key b')],
    'a pull: the value of a broader context': [
      WEB,
      changing('a', { val: '1', context: ['*', '*'] }),
      ofPulls('key a'),
    ],
    'a pull: another text of the same value': [
      NARROW,
      changing('b', { val: 'old' }),
      ofPulls('key b'),
    ],
    'a pull: another type': [NARROW, changing('b', { type: 'Code' }), ofPulls('key b')],
    'a pull: no files in a narrow context': [NARROW, setting({ files: {} }), ofPulls('file f')],
    'info, against pulls: no files': [
      /^info /,
      setting({ files: [] }),
      between('info', 'pull', 'the file f'),
    ],
    'info/all, against pulls: fewer keys': [
      /^info\/all/,
      ofAll(fewer),
      between('info/all', 'pull', 'the number of keys and values'),
    ],
    'info/all, against info: other levels': [
      /^info\/all/,
      ofAll(setting({ context: ['A', 'B'] })),
      between('info', 'info/all', 'the context levels'),
    ],
  },
  all: {
    'info, against the export: no files': [
      /^info /,
      setting({ files: [] }),
      between('info', 'export', 'the file f'),
    ],
    'info, against the export: an element is missing': [
      /^info /,
      setting({ contextElements: { Application: ['Web'] } }),
      between('info', 'export', 'the context Prod;*'),
    ],
  },
};
const CASES = (['token', 'all'] as const).flatMap((reads) =>
  Object.entries(LIES[reads]).map(([name, lie]) => [name, reads, ...lie] as const),
);

test.concurrent.for(representatives(CASES, 3))(
  '%s: told again is an error, and nothing is sent; told once, the plan is made from the truth',
  async ([, reads, on, tell, says]) => {
    /** How many more answers are lies. */
    let lies = 0;
    const fault = ({ path, headers }: Request): Fault => {
      const [, endpoint] = /^\/rest\/(info\/all|\w+)/.exec(path) ?? [];
      if (lies === 0 || !on.test(`${endpoint} ${headers.context ?? ''}`)) return 'pass';
      lies--;
      return { changed: tell };
    };
    await withTeam(
      async (team) => {
        const ada = team.member('ada');
        ada.commit(BEFORE);
        await ada.apply();
        ada.commit(AFTER);
        const before = team.pushes();
        lies = 1000;
        const error = await ada.apply().catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(CommandError);
        expect(error).toMatchObject({ code: 'answers-contradict', message: says, exitCode: 1 });
        expect(team.pushes()).toBe(before);
        lies = 1;
        expect((await ada.applyApproved()).outcome).toBe('verified');
        expect(lies).toBe(0);
        expect(await team.keys()).toEqual(['a', 'b', 'd']);
      },
      { given: { reads }, fault },
    );
  },
);
