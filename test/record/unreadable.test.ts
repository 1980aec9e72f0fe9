// A record that cannot be read: an apply is refused until it is approved, and then writes a new record, or says why not yet.
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { unlock } from '../../src/commands/unlock.ts';
import { declaring, type Member, type Team } from '../helpers/team.ts';
import { representatives } from '../helpers/suite.ts';
import { test } from '../helpers/test.ts';
import { applyFiles, codes, recordMessage } from './records.ts';

interface Forged {
  state?: string;
  until?: string;
  document?: string;
  times?: number;
}

/** Puts on top of the record of an apply of `a` one with documents that nobody can read, or too many of them. */
async function forgeUnreadable(
  team: Team,
  ada: Member,
  { state = 'begun', until = '', document = 'keys: [\n', times = 1 }: Forged,
): Promise<void> {
  const { sandbox, origin } = team;
  expect((await applyFiles(ada, declaring('a'))).outcome).toBe('verified');
  const other = sandbox.clone(origin, 'other');
  const source = sandbox.commit(other, 'Broken', { 'config/shop.yaml': document });
  const [ref = ''] = team.refNames();
  const more = ['Since: 2024-05-06T07:00:00.000Z', `Until: ${until}`];
  const message = recordMessage(source, { state, more });
  const script = `git fetch -q origin "$1"; git update-ref refs/new FETCH_HEAD
    for i in $(seq "$3"); do git update-ref refs/new "$(git commit-tree 'HEAD^{tree}' -p refs/new -m "$2")"; done
    git push -q origin "refs/new:$1"`;
  sandbox.script(other, script, ref, message, String(times));
}

const ENDED = '2024-05-06T07:05:00.000Z';
const RUNNING = '2024-05-06T07:10:00.000Z';
const RELEASE = /at the latest at 2024-05-06 07:10:00 UTC.*`confighub-sync unlock`/;
/** One more than too many, because one that is unlocked does not count. */
const TOO_MANY = { document: 'keys: {}\n', times: 22 };

/** A commit with the documents of the record, after it. */
function after(team: Team, state: string, ...more: string[]): string {
  const [ref = ''] = team.refNames();
  const source = team.sandbox.headOf(team.origin, 'main') ?? '';
  const message = recordMessage(source, { state, more });
  return team.sandbox.git(team.origin, 'commit-tree', `${ref}^{tree}`, '-p', ref, '-m', message);
}

const END = 'Until: 2020-01-01T00:00:00Z';
const LARGE = `truncate -s ${256 * 1024 * 1024 + 1} large; blob=$(git hash-object -w large)
  tree=$(printf '100644 blob %s\\tconfighub.yaml\\n' $blob | git mktree); git commit-tree $tree -m Large`;
const EMPTY = 'git commit-tree $(git mktree < /dev/null) -m Nothing';

const GONE = 'a commit that is gone';
/** What is at the ref of the record. */
const UNREADABLE: [what: string, made: (team: Team, ada: Member) => string][] = [
  [GONE, () => '1'.repeat(40)],
  ['a blob', ({ sandbox, origin }) => sandbox.git(origin, 'rev-parse', 'main:confighub.yaml')],
  ['a commit without documents', ({ sandbox, origin }) => sandbox.script(origin, EMPTY)],
  ['a file that is too large', ({ sandbox, origin }) => sandbox.script(origin, LARGE)],
  ['an unknown state', (team) => after(team, 'pushed')],
  ['what does not parse', (_, ada) => ada.commit({ 'config/shop.yaml': 'keys: [\n' })],
  ['two ends', (team) => after(team, 'begun', END, END)],
  ['lines that are no fields', (team) => after(team, 'begun', 'no field')],
];

describe.concurrent('an apply whose record cannot be read', () => {
  test.for(representatives(UNREADABLE, 5))(
    'is refused until it is approved, and then prunes nothing and writes a new one: %s',
    async ([what, made], { team, ada }) => {
      await applyFiles(ada, declaring('a', 'b'));
      const [ref = ''] = team.refNames();
      team.sandbox.write(join(team.origin, ref), `${made(team, ada)}\n`);
      const refused = await applyFiles(ada, declaring('a'));
      expect([refused.outcome, refused.plan.changes]).toEqual(['refused', []]);
      expect(refused.plan.findings).toMatchObject([
        {
          severity: 'refusal',
          code: 'record-unreadable',
          message: expect.stringContaining('Cannot read the apply record'),
          hint: expect.stringContaining('nothing is pruned'),
        },
      ]);
      expect(refused.plan.notes).toEqual([
        'What the files no longer declare stays on the server: the apply record cannot be read.',
      ]);
      const [all] = (await ada.plan({ prune: 'all' })).plan.findings;
      expect(all?.hint).not.toContain('nothing is pruned');
      // Git itself writes no ref over one that leads nowhere.
      if (what === GONE) return;
      expect((await applyFiles(ada, declaring('a', 'c'))).outcome).toBe('refused');
      expect((await ada.applyApproved()).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['a', 'b', 'c']);
      ada.commit(declaring('a'));
      const { plan } = await ada.plan();
      expect(codes({ plan })).toEqual([]);
      expect(plan.changes).toMatchObject([
        { kind: 'key', action: 'delete', name: 'c' },
        { kind: 'value', action: 'delete', name: 'c' },
      ]);
    },
  );
});

describe.concurrent('an approved apply with nothing to send, whose record cannot be read', () => {
  const unreadable = [
    ['an apply that was interrupted', { until: ENDED }],
    ['one that is done', { state: 'done' }],
    ['too many that were interrupted', { until: ENDED, ...TOO_MANY }],
  ] as const;
  test.for(representatives(unreadable, 3))(
    'writes a new record over %s, of whatever commit',
    async ([_, forged], { team, ada }) => {
      await forgeUnreadable(team, ada, forged);
      const refused = await ada.apply();
      expect([refused.outcome, codes(refused)]).toEqual(['refused', ['record-unreadable']]);
      if ('times' in forged)
        expect(refused.plan.findings[0]?.message).toContain('more than 20 apply runs have started');
      const { outcome, recorded, remarks } = await ada.applyApproved();
      expect([outcome, recorded, remarks]).toEqual(['nothing', 'origin', []]);
      expect(codes(await ada.plan())).toEqual([]);
    },
  );

  test.for([
    ['an apply', {}],
    ['the last of too many', TOO_MANY],
  ] as const)('is refused while %s may still be running', async (row, { team, ada }) => {
    await forgeUnreadable(team, ada, { until: RUNNING, ...row[1] });
    const { outcome, plan } = await ada.applyApproved();
    expect(outcome).toBe('refused');
    expect(plan.findings.at(-1)).toMatchObject({
      code: 'apply-running',
      hint: expect.stringMatching(RELEASE),
    });
    await unlock(ada.options(), ada.runtime());
    expect((await ada.applyApproved()).recorded).toBe('origin');
    expect(codes(await ada.plan())).toEqual([]);
  });
});

test('an apply with nothing to send says until when another may run', async ({ team, ada }) => {
  await forgeUnreadable(team, ada, { until: RUNNING, document: 'keys: { a: a, b: b }\n' });
  const { outcome, recorded, remarks } = await ada.apply({ allowOlder: true });
  expect([outcome, recorded]).toEqual(['nothing', undefined]);
  const text = remarks.join();
  expect(text).toMatch(
    /^Nothing was recorded. Another apply may still be running: apply of commit /,
  );
  expect(text).toMatch(RELEASE);
  expect(team.refStates()).toEqual(['begun', 'done']);
});
