// Items that an earlier apply deleted, and that the server has again, as after a restored backup.
import { expect, test } from 'vitest';
import { drift } from '../../src/commands/drift.ts';
import type { Plan } from '../../src/model/plan.ts';
import { push } from '../helpers/server.ts';
import { declaring, type Member, type Team, withTeam } from '../helpers/team.ts';

const MESSAGE =
  '1 item on the server matches an earlier apply, but the last apply did not include it: b in `*;*`.';
const HINT =
  'A restored backup may have brought it back, or others created it, so an apply leaves it alone. To keep it, declare it. To delete it, declare it with `opp: delete`.';

const said = ({ findings }: Plan) =>
  findings
    .filter(({ code }) => code === 'deleted-before')
    .map(({ severity, message }) => `${severity}: ${message}`);
const look = async (member: Member) =>
  said((await drift(member.options(), member.runtime())).plan as Plan);

/** `b` was declared, and deleted by a later apply, and two more applies followed. */
async function withoutB(
  use: (ada: Member, team: Team, write: Write) => Promise<void>,
  ...options: string[]
) {
  await withTeam(async (team) => {
    const ada = team.member('ada', ...options);
    for (const keys of [['a', 'b'], ['a'], ['a', 'c'], ['a', 'c', 'd']]) {
      ada.commit(declaring(...keys));
      expect((await ada.applyApproved()).outcome).toBe('verified');
    }
    await use(ada, team, async (texts) => {
      const entries = Object.entries(texts);
      const data = entries.map(([key, value]) => ({
        key,
        push: true,
        values: [{ context: '*;*', value }],
      }));
      const answer = await push(
        team.server,
        { enableKeyCreation: true, data },
        { token: 'default' },
      );
      expect(answer).toMatchObject({ status: 200 });
    });
  });
}
type Write = (texts: Record<string, string>) => Promise<void>;

test('are named beside other drift in plans, applies and drift, and stay', () =>
  withoutB(async (ada, team, write) => {
    await write({ a: 'older', b: 'b', e: 'of others' });
    const { plan } = await ada.plan();
    expect(said(plan)).toEqual([`warning: ${MESSAGE}`]);
    expect(plan.findings.find(({ code }) => code === 'deleted-before')?.hint).toBe(HINT);
    expect(await look(ada)).toEqual([`warning: ${MESSAGE}`]);
    const applied = await ada.apply();
    expect([applied.outcome, said(applied.plan)]).toEqual(['verified', [`warning: ${MESSAGE}`]]);
    expect(await team.keys()).toEqual(['a', 'b', 'c', 'd', 'e']);
    // Without other drift, a plan does not read so much; `drift` does.
    expect(said((await ada.plan()).plan)).toEqual([]);
    expect(await look(ada)).toEqual([`warning: ${MESSAGE}`]);
  }));

test('in a shallow clone too', () =>
  withoutB(async (ada, team, write) => {
    await write({ a: 'older', b: 'b' });
    expect(said((await team.member('job', '--depth=1').plan()).plan)).toEqual([
      `warning: ${MESSAGE}`,
    ]);
    expect(await look(ada)).toEqual([`warning: ${MESSAGE}`]);
  }));

test('are not those of others, with another text, declared again, or about to be deleted', () =>
  withoutB(async (ada, _, write) => {
    await write({ a: 'older', b: 'another', e: 'of others' });
    expect(said((await ada.plan()).plan)).toEqual([]);
    expect(await look(ada)).toEqual([]);
    await write({ b: 'b' });
    for (const prune of ['all', 'none'] as const)
      expect(said((await ada.plan({ prune })).plan)).toEqual([]);
    ada.commit(declaring('a', 'b', 'c', 'd'));
    expect(said((await ada.plan()).plan)).toEqual([]);
    expect(await look(ada)).toEqual([]);
  }));
