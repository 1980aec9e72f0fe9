// An apply that has nothing to send, approved although the record cannot be read: it writes a new record, or says why not yet.
import { describe, expect, test } from 'vitest';
import { unlock } from '../../src/commands/unlock.ts';
import { declaring, type Member, type Team, withTeam } from '../helpers/team.ts';
import { representatives } from '../helpers/suite.ts';

const codes = ({ plan }: { plan: { findings: { code: string }[] } }) =>
  plan.findings.map(({ code }) => code);

interface Forged {
  state?: string;
  until?: string;
  document?: string;
  times?: number;
}

const BROKEN = 'keys: [\n';

/** On top of the record of an apply of `a`: one with documents that nobody can read, or too many of them. */
async function withUnreadable(
  { state = 'begun', until = '', document = BROKEN, times = 1 }: Forged,
  use: (team: Team, ada: Member) => Promise<void>,
): Promise<void> {
  await withTeam(async (team) => {
    const ada = team.member('ada');
    ada.commit(declaring('a'));
    expect((await ada.apply()).outcome).toBe('verified');
    const other = team.sandbox.clone(team.origin, 'other');
    const source = team.sandbox.commit(other, 'Broken', { 'config/shop.yaml': document });
    const [ref = ''] = team.refNames();
    const fields = [
      `State: ${state}`,
      'Apply-Id: 1',
      'Project-File: confighub.yaml',
      `Source-Commit: ${source}`,
    ];
    const said = [...fields, 'Since: 2024-05-06T07:00:00.000Z', `Until: ${until}`];
    const script = `git fetch -q origin "$1"; git update-ref refs/new FETCH_HEAD
      for i in $(seq "$3"); do git update-ref refs/new "$(git commit-tree 'HEAD^{tree}' -p refs/new -m "$2")"; done
      git push -q origin "refs/new:$1"`;
    const message = `Apply x: 0 created, 0 updated, 0 deleted\n\n${said.join('\n')}`;
    team.sandbox.script(other, script, ref, message, String(times));
    await use(team, ada);
  });
}

const ENDED = '2024-05-06T07:05:00.000Z';
const RUNNING = '2024-05-06T07:10:00.000Z';
/** One more than too many, because one that is unlocked does not count. */
const TOO_MANY = { document: 'keys: {}\n', times: 22 };

describe.concurrent('an approved apply with nothing to send, whose record cannot be read', () => {
  const unreadable = [
    ['an apply that was interrupted', { until: ENDED }],
    ['one that is done', { state: 'done' }],
    ['too many that were interrupted', { until: ENDED, ...TOO_MANY }],
  ] as const;
  test.for(representatives(unreadable, 3))(
    'writes a new record over %s, of whatever commit',
    async ([_, forged]) => {
      await withUnreadable(forged, async (_team, ada) => {
        const refused = await ada.apply();
        expect({ outcome: refused.outcome, codes: codes(refused) }).toEqual({
          outcome: 'refused',
          codes: ['record-unreadable'],
        });
        const { outcome, recorded, remarks } = await ada.applyApproved();
        expect({ outcome, recorded, remarks }).toEqual({
          outcome: 'nothing',
          recorded: 'origin',
          remarks: [],
        });
        expect(codes(await ada.plan())).toEqual([]);
      });
    },
  );

  test.for([
    ['an apply', { document: BROKEN }],
    ['the last of too many', TOO_MANY],
  ] as const)(
    'is refused while %s may still be running, until it is unlocked',
    async ([_, forged]) => {
      await withUnreadable({ until: RUNNING, ...forged }, async (_team, ada) => {
        const refused = await ada.applyApproved();
        expect({
          outcome: refused.outcome,
          findings: refused.plan.findings.slice(-1),
        }).toMatchObject({
          outcome: 'refused',
          findings: [
            {
              code: 'apply-running',
              hint: expect.stringMatching(
                /at the latest at 2024-05-06 07:10:00 UTC.*`confighub-sync unlock`/,
              ),
            },
          ],
        });
        await unlock(ada.options(), ada.runtime());
        expect((await ada.applyApproved()).recorded).toBe('origin');
        expect(codes(await ada.plan())).toEqual([]);
      });
    },
  );
});

test('an apply with nothing to send says until when another one may be running, which it leaves alone', async () => {
  await withUnreadable(
    { until: RUNNING, document: 'keys: { a: a, b: b }\n' },
    async (team, ada) => {
      const { outcome, recorded, remarks } = await ada.apply({ allowOlder: true });
      expect({ outcome, recorded }).toEqual({ outcome: 'nothing', recorded: undefined });
      expect(remarks.join()).toMatch(
        /^Nothing was recorded. Another apply may still be running: apply of commit .* at the latest at 2024-05-06 07:10:00 UTC.*`confighub-sync unlock`/,
      );
      expect(team.refStates()).toEqual(['begun', 'done']);
    },
  );
});
