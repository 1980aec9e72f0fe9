// Commands that write files, killed while they do: each file is old or new, and the next run ends where one without a kill does.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { appearing, killAfter, killsOf, randomOf, SEED } from './kills.ts';
import { type Desk, SMALL, withDesk, withShop } from '../helpers/process.ts';
import { push, type TestServer } from '../helpers/server.ts';

const KILLS = killsOf(3);
vi.setConfig({ testTimeout: 300_000 + KILLS * 10_000 });

const counts: Record<string, number> = {};
const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
afterAll(() => {
  if (process.env.CONFIGHUB_TEST_KILLS !== undefined) console.info(counts);
});

type Contents = Record<string, string>;

/** Every file of the project but Git's own. */
function filesOf({ dir }: Desk): Contents {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }) as string[];
  const own = names.filter(
    (name) => !/^\.git(?:\/|$)/.test(name) && statSync(`${dir}/${name}`).isFile(),
  );
  return Object.fromEntries(
    own.sort().map((name) => [name, readFileSync(`${dir}/${name}`, 'utf8')]),
  );
}

/** A file that is half, or that nobody asked for, apart from what is hidden for the next run to clear. */
function wrong(
  found: Contents,
  { before, after }: { before: Contents; after: Contents },
): string[] {
  return Object.entries(found).flatMap(([name, content]) => {
    const isWhole = content === before[name] || content === after[name];
    return isWhole || name.startsWith('.confighub-sync.tmp/') ? [] : [name];
  });
}

/** A sign that it writes, and for how many milliseconds it may go on after that. */
interface Sign {
  folder: string;
  name: RegExp;
  within: number;
}

/** What is written beside its place; what is put in place takes no time, unless it is written there. */
const STAGED: Sign = { folder: '', name: /^\.confighub-sync\.tmp$/, within: 12 };
const IMPORTED = [
  STAGED,
  { folder: 'config', name: /yaml$/, within: 1 },
  { folder: 'config/files', name: /^app\.conf$/, within: 0 },
];
const PLACED: Sign = { folder: '', name: /^plan\.json$/, within: 0 };
const PLANNED = [PLACED, { folder: '', name: /^plan\.json\.\d+\.tmp$/, within: 12 }, PLACED];

interface Killing {
  args: string[];
  signs: Sign[];
  turn: number;
  random: () => number;
}

/** Starts it, and kills it at one of the signs, by turns, or at any other time. */
async function killed(desk: Desk, { args, signs, turn, random }: Killing): Promise<void> {
  const sign = signs[turn % (signs.length + 1)];
  const writing = sign && appearing(desk.path(sign.folder), sign.name);
  const run = desk.start(args);
  const milliseconds = random() * (sign?.within ?? 500);
  const wasKilled = await killAfter(run, { ...(writing && { since: writing.seen }), milliseconds });
  writing?.close();
  count(`${args[0]} ${wasKilled ? 'killed' : 'too late'}`);
}

/** So long that it takes a while to be written. */
const long = (text: string) => `${text} ${'x'.repeat(5_000_000)}\n`;

const DOCUMENTS = 20;

function project(): Contents {
  const documents = Array.from({ length: DOCUMENTS }, (__, i): [string, string] => [
    `config/d${i}.yaml`,
    `# Of team ${i}.\nkeys:\n  d${i}.a: old # stays\n  d${i}.b: { values: { "*": old, Production;*: old } }\n${`# ${'x'.repeat(99)}\n`.repeat(i * 5)}`,
  ]);
  const file = 'files: { app.conf: { "*;*": { path: files/app.conf } } }\n';
  return {
    'confighub.yaml': SMALL['confighub.yaml'],
    'config/files.yaml': file,
    'config/files/app.conf': long('old'),
    ...Object.fromEntries(documents),
  };
}

/** In each document something changes, in some a key goes, and there are keys and a file that no document has. */
async function changeServer(server: TestServer): Promise<void> {
  const key = (name: string, context: string) => ({
    key: name,
    push: true,
    vdt: 'Text',
    values: [{ context, value: 'new' }],
  });
  const keys = Array.from({ length: DOCUMENTS }, (__, i) => [
    key(`d${i}.a`, '*;*'),
    ...(i % 3 === 0 ? [] : [key(`d${i}.b`, '*;*')]),
    key(`d${i}.c`, 'Test;*'),
  ]).flat();
  const data = [{ file: 'app.conf', context: '*;*', content: long('new') }, ...keys];
  const body = { enableKeyCreation: true, data };
  expect((await push(server, body, { token: 'default' })).status).toBe(200);
}

describe.concurrent('killed while it writes files', () => {
  test(`import, ${KILLS} times (CONFIGHUB_TEST_SEED=${SEED})`, async () => {
    const random = randomOf(SEED);
    await withShop(project(), async ({ desk, server }) => {
      desk.commit('Open the shop');
      const before = filesOf(desk);
      await changeServer(server);
      const args = ['import', '--yes', '--remove-missing'];
      expect(await desk.cli(args)).toMatchObject({ status: 0 });
      const after = filesOf(desk);
      const changedIn = (found: Contents) =>
        Object.keys(after).filter((name) => found[name] !== before[name]).length;
      expect(changedIn(after)).toBeGreaterThan(DOCUMENTS);
      for (let turn = 0; turn < KILLS; turn++) {
        desk.git('checkout', '--quiet', '.');
        desk.git('clean', '--quiet', '-fdx');
        await killed(desk, { args, signs: IMPORTED, turn, random });
        const found = filesOf(desk);
        expect(wrong(found, { before, after })).toEqual([]);
        const done = changedIn(found);
        count(`import left ${done === 0 ? 'all old' : done < DOCUMENTS ? 'some new' : 'all new'}`);
        expect(desk.git('status', '--porcelain')).not.toContain('.tmp');
        expect(await desk.cli(args)).toMatchObject({ stderr: '', status: 0 });
        expect(filesOf(desk)).toEqual(after);
      }
    });
  });

  test(`init, ${KILLS} times (CONFIGHUB_TEST_SEED=${SEED})`, async () => {
    const random = randomOf(SEED + 1);
    await withDesk({}, async (desk) => {
      desk.commit('Nothing yet');
      await desk.cli(['init']);
      const after = filesOf(desk);
      for (let turn = 0; turn < KILLS; turn++) {
        desk.git('clean', '--quiet', '-fdx');
        await killed(desk, { args: ['init'], signs: [STAGED], turn, random });
        const found = filesOf(desk);
        expect(wrong(found, { before: {}, after })).toEqual([]);
        expect(desk.git('status', '--porcelain')).not.toContain('.tmp');
        const isWhole = Object.keys(after).every((name) => name in found);
        expect((await desk.cli(['init'])).status).toBe(isWhole ? 1 : 0);
        expect(filesOf(desk)).toEqual(after);
      }
    });
  });

  test(`plan --out, ${KILLS} times (CONFIGHUB_TEST_SEED=${SEED})`, async () => {
    const random = randomOf(SEED + 2);
    await withShop(project(), async ({ desk, server }) => {
      const args = ['plan', '--out', 'plan.json'];
      expect((await desk.cli(args)).status).toBe(0);
      const before = filesOf(desk);
      await changeServer(server);
      const { status } = await desk.cli(args);
      const after = filesOf(desk);
      expect(after['plan.json']).not.toBe(before['plan.json']);
      for (let turn = 0; turn < KILLS; turn++) {
        desk.write(before);
        await killed(desk, { args, signs: PLANNED, turn, random });
        const { 'plan.json': content = '' } = filesOf(desk);
        expect([before['plan.json'], after['plan.json']]).toContain(content);
        expect((await desk.cli(args)).status).toBe(status);
        expect(filesOf(desk)).toEqual(after);
      }
    });
  });
});
