// Plans and tables fit terminals of 60 to 200 columns; what they look like in three of them: width/*.txt.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import stringWidth from 'fast-string-width';
import { expect } from 'vitest';
import { historyTable, infoText } from '../../src/render/tables.ts';
import { unlockedText } from '../../src/render/text.ts';
import { SMALL, withShop } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';
import { test } from '../helpers/test.ts';

const GOLDEN = fileURLToPath(new URL('width/', import.meta.url));
/** Narrow, where texts are below their rows; as wide as a log; and wide, where they are beside them. */
const SHOWN = [60, 120, 200];

const WORDS = 'the quick brown fox jumps over the lazy dog '.repeat(6);
const wide = '構成の値は表示幅で切られます。'.repeat(8);
const combining = 'e\u0301a\u0308'.repeat(60);

function documents(version: 'before' | 'after'): string {
  const isAfter = version === 'after';
  const value = {
    'a.short': isAfter ? '20' : '10',
    'b.long.changed': `${WORDS}${version} ${WORDS}`,
    'c.escaped': `${version}\t\u001b[31m\u202e"quoted"`,
    'd.wide': `${wide}${version}`,
    'e.combining': `${combining}${version}`,
    'f.long.name.of.a.key.that.takes.most.of.a.narrow.terminal': version,
    'g.lines': `server {\n  listen ${isAfter ? 443 : 80};\n  root /srv;\n}\n`,
    ...(isAfter ? { 'h.created': `${WORDS}${WORDS}` } : { 'i.deleted': WORDS }),
  };
  const files = {
    'app/app.conf': { 'Production;Storefront': { content: `a\nb ${version}\nc\n` } },
  };
  const rows = Object.entries(value).map(([name, text]) => {
    return [name, { values: { 'Production;Storefront': text } }];
  });
  return JSON.stringify({ keys: Object.fromEntries(rows), files }, null, 1);
}

test('a plan fits the terminal, and without one it is always the same', async () => {
  await withShop(
    { ...SMALL, 'config/shop.yaml': documents('before') },
    async ({ desk, server }) => {
      desk.commit('Before');
      expect((await desk.cli(['apply'])).status).toBe(0);
      desk.commit('After', { 'config/shop.yaml': documents('after') });
      const planned = async (columns?: number) => {
        const terminal = columns ? { terminal: { columns } } : {};
        const { stdout, stderr } = await desk.cli(['plan', '--no-color'], terminal);
        expect(stderr).toBe('');
        return stdout.replaceAll(server.url, 'http://config.example.com');
      };
      const texts = new Map<number, string>();
      for (const columns of [60, 80, 120, 200]) {
        const text = await planned(columns);
        texts.set(columns, text);
        if (SHOWN.includes(columns))
          await expect(text).toMatchFileSnapshot(join(GOLDEN, `${columns}.txt`));
        const lines = text.split('\n').filter((line) => line.startsWith('  '));
        expect(
          lines.filter((line) => stringWidth(line) > columns && !line.includes('f.long.name')),
        ).toEqual([]);
      }
      expect([await planned(20), await planned(500)]).toEqual(
        [60, 200].map((one) => texts.get(one)),
      );
      // A log does not break sentences.
      const inOneLine = (text?: string) => text?.replaceAll('\n', ' ');
      expect(inOneLine(await planned())).toBe(inOneLine(texts.get(120)));
    },
  );
});

const RUN = 'https://git.example.com/corner-shop/configuration/actions/runs/4242424242';
const ENTRY = {
  time: '2026-05-06T07:08:09.123Z',
  commit: '1497bc16bc744b187f9a0d2317682146cdb0e284',
  actor: 'ada',
  run: RUN,
  counts: { create: 3, update: 0, delete: 0 },
};
const APPLIES = [
  {
    ...ENTRY,
    author: 'Grace Hopper',
    subject: 'A subject that says in many words what the commit changes, and why',
    approved: { approval: 'f00', by: 'grace-hopper' },
    counts: { create: 1200, update: 34, delete: 5 },
  },
  {
    ...ENTRY,
    actor: 'an-actor-with-a-name-that-does-not-fit-anywhere-in-a-narrow-terminal',
    unfinished: true as const,
  },
  { time: ENTRY.time, actor: '構成の値', tookOver: [{ actor: 'bob' }] },
];
const FLAGS = { isPrivate: false, vdtEnabled: true, securityEnabled: true };
const REPOSITORIES = [
  { description: `${WORDS}${WORDS}${WORDS}`, levels: ['Environment', 'Application', 'Instance'] },
  { description: 'short', levels: ['Environment'] },
].map((one, i) => ({
  account: 'acme',
  name: `shop-${i}`,
  keyCount: 12,
  valueCount: 345,
  ...FLAGS,
  ...one,
}));
const UNDESCRIBED = REPOSITORIES.map((one) => ({ ...one, description: '' }));
const MISSING = [
  { read: 'info', reason: `404, ${wide}` },
  { read: 'pull', reason: 'no token is given' },
] as const;
const TARGET = { url: 'https://config.example.com', repository: { account: 'acme', name: 'shop' } };

test.for([60, 80, 120, 200])('tables fit a terminal of %i columns', async (columns) => {
  const text = [
    historyTable(APPLIES, columns),
    historyTable([ENTRY], columns),
    infoText({ repositories: REPOSITORIES }, columns),
    infoText({ repositories: UNDESCRIBED, target: TARGET, missing: MISSING }, columns),
  ].join('\n');
  if (SHOWN.includes(columns))
    await expect(text).toMatchFileSnapshot(join(GOLDEN, `tables-${columns}.txt`));
  const lines = text.split('\n').filter((line) => line.trim() !== RUN);
  expect(lines.filter((line) => stringWidth(line) > columns)).toEqual([]);
});

test('info and history use the width of the terminal', async ({ shop: { desk } }) => {
  desk.commit('Before');
  await desk.cli(['apply'], { env: { USER: 'somebody with a long name' } });
  for (const args of [['history'], ['info']]) {
    const widest = async (terminal?: { columns: number }) => {
      const { status, stdout } = await desk.cli(args, terminal && { terminal });
      expect(status).toBe(0);
      return stdout;
    };
    const narrow = (await widest({ columns: 60 }))
      .split('\n')
      .filter((line) => !line.includes('http'));
    expect(narrow.filter((line) => stringWidth(line) > 60)).toEqual([]);
    expect(await widest()).toBe(await widest({ columns: 120 }));
  }
});

test.for([60, 80, 200])('init, import and unlock fit a terminal of %i columns', async (columns) => {
  await withShop({}, async ({ desk, server }) => {
    const data = [{ key: 'db.password', values: [{ context: '*;*', value: 'x' }] }];
    await push(server, { enableKeyCreation: true, data }, { token: 'default' });
    const shown = async (...args: string[]) => {
      const { stdout, stderr } = await desk.cli([...args, '--no-color'], { terminal: { columns } });
      expect(stderr).toBe('');
      return stdout;
    };
    const imported = await shown('import', '--dry-run');
    const init = await shown('init', '--workflow', '--yes');
    expect(init).toContain('\n  7. ');
    const apply =
      'apply of commit 0123456789 by ada, started 9 minutes ago, https://git.example.com/1';
    const removed = { text: apply, pushSince: ENTRY.time };
    const unlocked = unlockedText({ removed }, { color: false, proseWidth: columns });
    const lines = `${imported}${init}${unlocked}`.split('\n');
    // What is to be copied is never broken.
    const isCommand = (line: string) => /^ +(?:git|export|confighub-sync) /.test(line);
    expect(lines.filter((line) => stringWidth(line) > columns && !isCommand(line))).toEqual([]);
    expect(init).toMatch(/ git add \.github\/workflows\/\S+\.yml \S+\.yml && git commit\n/);
  });
});
