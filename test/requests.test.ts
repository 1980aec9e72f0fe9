// What a plan and an apply ask a server for. A request more is seconds on a real one (behaviour.md, section 16).
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from './helpers/process.ts';
import { representatives } from './helpers/suite.ts';
import { type Member, UNLIMITED, withTeam } from './helpers/team.ts';

/** Five keys in three contexts, the first of them with this text. */
function shop(text: string, more = ''): Record<string, string> {
  const values = (first: string) =>
    `{ values: { "*": ${first}, Production;*: 2, Production;Web: 3 } }`;
  const keys = ['a', 'b', 'c', 'd'].map((name) => `  ${name}: ${values('1')}\n`).join('');
  return {
    'confighub.yaml': UNLIMITED,
    'config/shop.yaml': `keys:\n  first: ${values(text)}\n${keys}${more}`,
  };
}

const many = (text: string) =>
  Array.from(
    { length: 40 },
    (_, at) => `  m${at}: { values: { "*": ${text}, Production;*: 2 } }\n`,
  ).join('');

type Reads = 'all' | 'token' | 'documented';

interface Stage {
  member: Member;
  /** What was asked for since it was called last: `1 export, 3 pull; push; 1 keys`. Sorted between two pushes. */
  asked: () => string;
  /** The contexts of pulls since then, as they were written. */
  contexts: string[];
}

async function withShop(reads: Reads, use: (stage: Stage) => Promise<void>): Promise<void> {
  const requests: string[] = [];
  const contexts: string[] = [];
  const onRequest = ({ path, headers }: { path: string; headers: IncomingHttpHeaders }) => {
    const [, , name = '', all] = path.split('/');
    const isKeys = name === 'export' && 'omit-values' in headers;
    requests.push(isKeys ? 'keys' : all === 'all' ? 'info/all' : name);
    if (name === 'pull') contexts.push(String(headers.context));
  };
  const asked = () => {
    const between = requests.splice(0).join(' ').split('push');
    return between.map((part) => counted(part.trim().split(' '))).join('; push; ');
  };
  const repositories = [{ ...REPOSITORY, flags: { tokenFreePull: reads === 'all' } }];
  await withTeam((team) => use({ member: team.member('ada'), asked, contexts }), {
    repositories,
    onRequest,
    given: { reads },
  });
}

function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names.filter((one) => one !== ''))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

/** What each asks for. Of a plan by export one pull tells what is wrong with the token. */
const ALL = {
  'first plan': '1 export, 1 info, 1 info/all, 1 pull',
  'first apply': '1 export, 1 info, 1 info/all, 1 pull; push; 3 pull',
  'plan without changes': '1 export, 1 info, 1 pull',
  'plan of one value': '1 export, 1 info, 1 pull',
  'apply of one value': '1 export, 1 info, 1 pull; push; 1 pull',
  'apply of one value that had to wait': '1 export, 1 info, 2 pull; push; 1 pull',
  'plan of forty new keys': '1 export, 1 info, 1 pull',
  'apply of forty new keys': '1 export, 1 info, 1 pull; push; 2 pull',
  'apply of forty values': '1 export, 1 info, 1 pull; push; 1 pull',
  'apply of a deletion': '1 export, 1 info, 1 pull; push; 1 export',
};
const BY_TOKEN = {
  'first plan': '1 info, 1 info/all, 1 pull',
  'first apply': '1 info, 1 info/all, 1 pull; push; 3 pull',
  'plan without changes': '1 info, 3 pull',
  'plan of one value': '1 info, 1 keyData, 3 pull',
  'apply of one value': '1 info, 1 keyData, 3 pull; push; 1 pull',
  'apply of one value that had to wait': '1 info, 1 keyData, 4 pull; push; 1 pull',
  'plan of forty new keys': '1 info, 1 info/all, 3 pull',
  'apply of forty new keys': '1 info, 1 info/all, 3 pull; push; 2 pull',
  'apply of forty values': '1 info, 40 keyData, 3 pull; push; 1 pull',
  'apply of a deletion': '1 info, 1 info/all, 40 keyData, 3 pull; push; 3 pull',
};
/** Every plan asks for the same, and so does every apply. */
const DOCUMENTED = Object.fromEntries(
  Object.keys(ALL).map((what) => [
    what,
    what.includes('plan') ? '1 info/all' : '1 info/all; push; 1 info/all',
  ]),
);
const WAYS: [reads: Reads, asks: Record<string, string>][] = [
  ['all', ALL],
  ['token', BY_TOKEN],
  ['documented', DOCUMENTED],
];

describe.concurrent('requests', () => {
  test.for(representatives(WAYS, 3))('with reads %s', async ([reads, asks]) => {
    await withShop(reads, async ({ member, asked, contexts }) => {
      const found: Record<string, string> = {};
      const plan = async (what: string) => {
        await member.plan();
        found[`plan ${what}`.replace('plan first', 'first plan')] = asked();
      };
      const apply = async (what: string, wait = 0) => {
        contexts.length = 0;
        // A plan that is fresh is pushed without another look.
        const { outcome } = await member.apply({}, async () => {
          member.minutes += wait;
        });
        expect(outcome).toMatch(/verified$/);
        // A cache between them must not answer what it was asked before the push.
        expect(new Set(contexts).size, `contexts asked by the apply ${what}`).toBe(contexts.length);
        found[`apply ${what}`.replace('apply first', 'first apply')] = asked();
      };
      member.commit(shop('1'));
      await plan('first');
      await apply('first');
      await plan('without changes');
      member.commit(shop('9'));
      await plan('of one value');
      await apply('of one value');
      member.commit(shop('8'));
      await apply('of one value that had to wait', 1);
      member.commit(shop('8', many('1')));
      await plan('of forty new keys');
      await apply('of forty new keys');
      member.commit(shop('8', many('2')));
      await apply('of forty values');
      member.commit(shop('8'));
      await apply('of a deletion');
      expect(found).toEqual(asks);
    });
  });
});

test('docs/how-it-works.md has these numbers', () => {
  const page = readFileSync(new URL('../docs/how-it-works.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('## How many requests\n');
  const rows = [
    ...section.matchAll(/^\| ((?:first )?(?:plan|apply)[^|]*) \| (\d+) \| (\d+) \| (\d+) \|$/gm),
  ];
  const shown = rows.map(([, what = '', ...numbers]) => [
    what.replace('first apply, of five keys', 'first apply'),
    numbers,
  ]);
  expect(shown).toHaveLength(5);
  for (const [what, numbers] of shown)
    expect(numbers, `${what}`).toEqual(WAYS.map(([, asks]) => String(total(asks[`${what}`]))));
});

/** `1 export, 2 pull; push; 1 keys`: five. */
function total(asked = ''): number {
  const counts = [...asked.matchAll(/\d+/g)].map(([count]) => Number(count));
  return counts.reduce((sum, count) => sum + count, 0) + asked.split('push').length - 1;
}
