// What becomes of a push that the server refuses: the name of the error, the lines that it names, and another try.
import { describe, expect, test } from 'vitest';
import { apply, type ApplyResult } from '../../src/commands/apply.ts';
import type { CommandError } from '../../src/errors.ts';
import { resolveOptions } from '../../src/options.ts';
import { answer, type Fault, type Request, withFaults } from '../helpers/faulty-server.ts';
import { type Desk, type Shop, withShop } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';

const FILES = {
  'confighub.yaml': 'levels: [Environment, Application]\n',
  'config/shop.yaml': `keys:
  db.host: db.internal
  db.port: { vdt: Integer, value: 5432 }
  db.password:
    values:
      Production;*: hunter2-of-mine
  title: { values: { Production;*: Shop } }
files:
  größe.txt: { "*;*": { content: hunter2-in-a-file } }
`,
};

interface Tried {
  result?: ApplyResult;
  error?: CommandError;
  pauses: number[];
  steps: string[];
  /** `GET` of the export and `POST` of a push, in their order. */
  requests: string[];
}

/** An apply in this process, so that its pauses can be counted instead of waited for. */
async function applied(desk: Desk, requests: string[]): Promise<Tried> {
  const tried: Tried = { pauses: [], steps: [], requests };
  const surroundings = {
    cwd: desk.dir,
    env: desk.environment(),
    now: () => new Date(0),
    onSecret: () => undefined,
    onStep: (step: string) => tried.steps.push(step),
    pause: async (milliseconds: number) => {
      tried.pauses.push(milliseconds);
      requests.push('pause');
    },
  };
  try {
    return {
      ...tried,
      result: await apply(resolveOptions({}, desk.environment()), surroundings, async () => {}),
    };
  } catch (error) {
    return { ...tried, error: error as CommandError };
  }
}

function withRefusals<T>(
  fault: (request: Request, shop: Shop) => Fault,
  use: (tried: Tried, shop: Shop) => T | Promise<T>,
  files: Record<string, string> = FILES,
): Promise<T> {
  return withShop(files, (shop) =>
    withFaults({ behind: shop.server, fault: (request) => fault(request, shop) }, async (faulty) => {
      shop.desk.env.CONFIGHUB_URL = faulty.url;
      return use(await applied(shop.desk, faulty.requests), shop);
    }),
  );
}

const refusal = (reason: string) => ({ bytes: answer(304, { headers: { etag: `"${reason}"` } }) });

/** Every push is refused for this reason. */
function refusedFor(reason: string, use: (error: CommandError) => void): Promise<void> {
  return withRefusals(
    ({ method }) => (method === 'POST' ? refusal(reason) : 'pass'),
    ({ error }) => {
      expect(`${error?.message} ${error?.hint}`).not.toMatch(/hunter2|54321/);
      if (error === undefined) throw new Error('not refused');
      use(error);
    },
  );
}

const BAD_VALUE = 'Value specified is not valid format for key specified Value-Data-Type.';

describe.concurrent('the line that declared what is refused', () => {
  test.for<[name: string, reason: string, code: string, about: string, places: string[]]>([
    [
      'a key',
      'Push updates are disabled for specified key.; {"key":"DB.host","push":false}',
      'key-locked',
      ' (db.host) Declared at config/shop.yaml:2:3.',
      ['config/shop.yaml:2:3'],
    ],
    [
      'a file whose name came through as UTF-8',
      `Another file with the same context exists.; {"file":"${Buffer.from('größe.txt').toString('latin1')}","context":"*;*","content":"hunter2-in-a-file"}`,
      'duplicate-row',
      ' (größe.txt in *;*) Declared at config/shop.yaml:9:16.',
      ['config/shop.yaml:9:16'],
    ],
    [
      'a value, which only its text tells from another one',
      `${BAD_VALUE}; {"context":"*;*","value":"5432"}`,
      'value-type',
      ' (db.port in *;*) Declared at config/shop.yaml:3:28.',
      ['config/shop.yaml:3:28'],
    ],
    [
      'a value that is cut off, so that it may be one of two',
      `${BAD_VALUE}; {"context":"Production;*","value":"hunter2-of`,
      'value-type',
      ' It is one of the values for Production;*: db.password (config/shop.yaml:6:7), title (config/shop.yaml:7:22).',
      ['config/shop.yaml:6:7', 'config/shop.yaml:7:22'],
    ],
    ['nothing that the plan has', 'Key cannot be blank.; {"key":"hunter2"}', 'key-blank', '', []],
    [
      'a context that the plan has not',
      `${BAD_VALUE}; {"context":"hunter2;*","value":"x"}`,
      'value-type',
      '',
      [],
    ],
    [
      'a value of 200 KB',
      `${BAD_VALUE}; {"context":"x;*","value":"${'x'.repeat(200_000)}"}`,
      'value-type',
      '',
      [],
    ],
  ])('%s', async ([, reason, code, about, places]) => {
    await refusedFor(reason, (error) => {
      expect({ code: error.code, exitStatus: error.exitStatus }).toEqual({ code, exitStatus: 1 });
      expect(error.message).toBe(
        `The server refused the push, nothing was changed: ${reason.slice(0, reason.indexOf('; {'))}${about}`,
      );
      expect(error.places.map(String)).toEqual(places);
    });
  });

  test('is named of the second of two pushes as well, with the status of what is partly done', async () => {
    await withRefusals(
      ({ method, before }) =>
        method === 'POST' && before > 0
          ? refusal('Required parameters not specified.; {"file":"f","context":"*;*"}')
          : 'pass',
      ({ error, pauses }, { server }) => {
        expect(pauses).toEqual([]);
        expect(error).toMatchObject({ code: 'file-new-key', exitStatus: 4 });
        expect(error?.message).toBe(
          'The server refused push 2 of 2: Required parameters not specified. (f in *;*) Declared at config/shop.yaml:4:8. 1 of 2 pushes was taken before, and stays.',
        );
        expect(server.history('acme', 'shop')).toHaveLength(1);
      },
      {
        ...FILES,
        'config/shop.yaml': 'keys:\n  new.key: x\nfiles:\n  f: { "*;*": { content: "${new.key}" } }\n',
      },
    );
  });

  test('a reason that nobody knows is not shown', async () => {
    await refusedFor('Cannot store value=hunter2; {"key":"db.host","value":"hunter2"}', (error) => {
      expect(error.code).toBe('push-refused');
      expect(error.message).toContain('The server gave a reason that is not known. (db.host)');
    });
  });
});

const PASSING = [
  'A relationship to another item exists, preventing this transaction.',
  'We have encountered an error - please try again. If the problem persists please contact support.',
];

/** What happens to the repository: reads of it, pauses and pushes. */
function courseOf({ requests }: Tried): string[] {
  const names = requests.map((one) =>
    one.startsWith('GET /rest/export') ? 'read' : (one.split(' ')[0] ?? ''),
  );
  return names.filter((name) => name !== 'GET');
}

describe.concurrent('another try', () => {
  test.for(PASSING)('comes three times, after a growing pause and a fresh read: %s', async (reason) => {
    await withRefusals(
      ({ method }) => (method === 'POST' ? refusal(reason) : 'pass'),
      (tried, { server }) => {
        expect(tried.pauses).toEqual([1000, 2000, 4000]);
        const again = ['pause', 'read', 'POST'];
        expect(courseOf(tried)).toEqual(['read', 'POST', ...again, ...again, ...again]);
        expect(tried.error).toMatchObject({ exitStatus: 1, message: expect.stringContaining(reason) });
        expect(tried.error?.message).toMatch(/ Tried 4 times, each time after a fresh read\.$/);
        expect(tried.steps.filter((step) => step.includes('attempt')).map((step) => step.slice(-14))).toEqual(
          ['attempt 2 of 4', 'attempt 3 of 4', 'attempt 4 of 4'],
        );
        expect(server.history('acme', 'shop')).toEqual([]);
      },
    );
  });

  test('ends as soon as one is taken, and that is said', async () => {
    await withRefusals(
      ({ method, before }) => (method === 'POST' && before < 2 ? refusal(PASSING[0] ?? '') : 'pass'),
      (tried, { server }) => {
        expect(tried.pauses).toEqual([1000, 2000]);
        expect(tried.result?.outcome).toBe('verified');
        expect(tried.result?.remarks).toContain('The server took the push at attempt 3.');
        expect(server.history('acme', 'shop')).toHaveLength(1);
      },
    );
  });

  test('sends only what a fresh plan still has to do', async () => {
    const host = { key: 'db.host', vdt: 'Text', values: [{ context: '*;*', value: 'db.internal' }] };
    await withRefusals(
      ({ method, before }, { server }) => {
        if (method !== 'POST' || before > 0) return 'pass';
        // Somebody else writes one of the values just then.
        const first = () => push(server, { enableKeyCreation: true, data: [host] }, { token: 'default' });
        return { ...refusal(PASSING[0] ?? ''), first };
      },
      async (tried, { server }) => {
        expect(tried.result?.outcome).toBe('verified');
        expect(tried.pauses).toEqual([1000]);
        expect(server.history('acme', 'shop')).toHaveLength(2);
      },
    );
  });

  test.for([
    ['Invalid API token.', 'token-unknown'],
    [`${BAD_VALUE}; {"context":"*;*","value":"x"}`, 'value-type'],
    [
      'Posted data is not in expected JSON format.  Consult the API documentation for formatting specifications.',
      'push-not-understood',
    ],
    ['Something else: A relationship to another item exists, preventing this transaction.', 'push-refused'],
  ] as const)('does not come for %s', async ([reason, code]) => {
    await withRefusals(
      ({ method }) => (method === 'POST' ? refusal(reason) : 'pass'),
      (tried) => {
        expect(courseOf(tried)).toEqual(['read', 'POST']);
        expect(tried.error?.code).toBe(code);
        expect(tried.error?.message).not.toContain('Tried');
      },
    );
  });

  test('does not come where the repository changed so that the plan is another one', async () => {
    const theirs = { key: 'db.host', vdt: 'Text', values: [{ context: '*;*', value: 'db.theirs' }] };
    await withRefusals(
      ({ method }, { server }) => {
        if (method !== 'POST') return 'pass';
        const first = () => push(server, { enableKeyCreation: true, data: [theirs] }, { token: 'default' });
        return { ...refusal(PASSING[0] ?? ''), first };
      },
      (tried) => {
        expect(courseOf(tried)).toEqual(['read', 'POST', 'pause', 'read']);
        expect(tried.error?.code).toBe('constraint');
      },
    );
  });
});
