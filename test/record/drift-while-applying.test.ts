// drift while an apply of the same project runs, or after one that did not finish: its own work is no drift.
import { describe, expect } from 'vitest';
import type { TargetRow } from '../../src/core/target-rows.ts';
import { drift } from '../../src/commands/drift.ts';
import { isCounted } from '../../src/model/plan.ts';
import { answer, type Fault, page, type Request, withFaults } from '../helpers/faulty-server.ts';
import { push } from '../helpers/server.ts';
import { declaring, type Member, type Team, withTeam } from '../helpers/team.ts';
import { representatives } from '../helpers/suite.ts';
import { test, nightly } from '../helpers/test.ts';

const BEFORE = `keys:
  changed: { deprecated: false, values: { "*;*": 1, "Production;*": 1 } }
  removed: 1
  kept: 1
  theirs: 1
files: { f.conf: { content: one } }
`;
const AFTER = `keys:
  changed: { deprecated: true, values: { "*;*": 2 } }
  created: { vdt: Integer, value: 1 }
  kept: 1
  theirs: 2
files: { f.conf: { content: two }, g.conf: { content: new } }
`;

const shop = (document: string) => ({
  ...declaring(),
  'confighub.yaml':
    'version: 1\nlevels: [Environment, Application]\nallowNewContexts: [Production]\nlimits: { deletes: 100%, updates: 100% }\n',
  'config/shop.yaml': document,
});

const found = ({ outcome, plan }: TargetRow) => ({
  outcome,
  drift: (plan?.drift ?? []).filter(isCounted).map(({ name }) => name),
});
const codes = ({ plan }: TargetRow) =>
  plan?.findings.map(({ severity, code }) => `${severity} ${code}`);
const look = (member: Member, reads: 'all' | 'token' = 'all') =>
  drift(member.options({ reads }), member.runtime());

async function others({ server }: Team, key: string, value: string): Promise<void> {
  const data = [{ key, values: [{ context: '*;*', value }] }];
  expect((await push(server, { data }, { token: 'default' })).status).toBe(200);
}

/** Every push reaches the server, and its answer is lost: nobody knows the end of the apply. */
function withLostAnswers(team: Team, use: () => Promise<void>): Promise<void> {
  const fault = ({ method }: Request): Fault => {
    if (method === 'POST' && team.isFaulty) {
      team.isBlind = true;
      return { passed: '' };
    }
    return team.isBlind ? { bytes: page(500) } : 'pass';
  };
  return withFaults({ behind: team.server, fault }, async ({ url }) => {
    team.url = url;
    await use();
  });
}

async function leaves(team: Team, member: Member, document: string): Promise<void> {
  team.isFaulty = true;
  member.commit(shop(document));
  await expect(member.apply()).rejects.toMatchObject({ code: 'push-unknown' });
  Object.assign(team, { isFaulty: false, isBlind: false });
}

describe.concurrent('drift', () => {
  test.for(representatives(['all', 'token'] as const, 2))(
    'is not what the running apply sends, before and after its push, read with `reads: %s`',
    async (reads, { team }) => {
      let whilePushed: (() => Promise<void>) | undefined;
      const fault = ({ method }: Request): Fault =>
        method === 'POST' && whilePushed ? { passed: answer(200), after: whilePushed } : 'pass';
      await withFaults({ behind: team.server, fault }, async ({ url }) => {
        team.url = url;
        const ada = team.member('ada');
        ada.commit(shop(BEFORE));
        expect((await ada.apply()).outcome).toBe('verified');
        const bob = team.member('bob');
        ada.commit(shop(AFTER));
        whilePushed = async () => {
          const sent = await look(bob, reads);
          expect(found(sent)).toEqual({ outcome: 'clean', drift: [] });
          expect(codes(sent)).toEqual(['warning apply-running']);
          // What neither the last apply nor this one declared is the work of others.
          await others(team, 'kept', 'of others');
          await others(team, 'theirs', 'of others');
          expect(found(await look(bob, reads))).toEqual({
            outcome: 'drifted',
            drift: ['kept', 'theirs'],
          });
          seen++;
        };
        let seen = 0;
        const applied = ada.apply({}, async () => {
          expect(found(await look(bob, reads))).toEqual({ outcome: 'clean', drift: [] });
          seen++;
        });
        await expect(applied).rejects.toMatchObject({ code: 'verify-failed' });
        expect({ seen, states: team.refStates() }).toEqual({ seen: 2, states: ['begun', 'done'] });
        const over = await look(bob, reads);
        expect(found(over)).toEqual({ outcome: 'drifted', drift: ['kept', 'theirs'] });
        expect(codes(over)).toEqual([]);
      });
    },
  );

  test('is not what applies sent that did not finish, and what they would have undone is', async () => {
    await withTeam((team) =>
      withLostAnswers(team, async () => {
        const ada = team.member('ada');
        ada.commit(shop(BEFORE));
        await ada.apply();
        await leaves(team, ada, AFTER);
        const once = await look(ada);
        expect(found(once)).toEqual({ outcome: 'clean', drift: [] });
        expect(once.remarks).toEqual([
          expect.stringMatching(/^An earlier apply of commit .* did not finish/),
        ]);
        ada.commit(shop(BEFORE));
        expect((await ada.cli('import', '--only', 'drift', '--yes')).stdout).toContain(
          'Nothing to import',
        );
        await leaves(team, ada, AFTER.replace('theirs: 2', 'theirs: 3'));
        const twice = await look(ada);
        expect(found(twice)).toEqual({ outcome: 'clean', drift: [] });
        expect(twice.remarks).toHaveLength(2);
        await others(team, 'theirs', '2');
        expect(found(await look(ada))).toEqual({ outcome: 'clean', drift: [] });
        await others(team, 'theirs', 'of others');
        expect(found(await look(ada))).toEqual({ outcome: 'drifted', drift: ['theirs'] });
      }),
    );
  });

  nightly(
    'is not what an apply sends that begins and ends while the server is read',
    async ({ team }) => {
      let meanwhile: (() => Promise<unknown>) | undefined;
      const fault = ({ path }: Request): Fault => {
        if (meanwhile === undefined || !path.startsWith('/rest/export')) return 'pass';
        const held = meanwhile();
        meanwhile = undefined;
        return { held };
      };
      await withFaults({ behind: team.server, fault }, async ({ url }) => {
        team.url = url;
        const ada = team.member('ada');
        ada.commit(shop(BEFORE));
        await ada.apply();
        const bob = team.member('bob');
        ada.commit(shop(AFTER));
        meanwhile = () => ada.apply();
        expect(found(await look(bob))).toEqual({ outcome: 'clean', drift: [] });
        expect({ pushes: team.pushes(), states: team.refStates() }).toEqual({
          pushes: 2,
          states: ['done'],
        });
      });
    },
  );

  test('is not known before the first apply has ended', async () => {
    await withTeam((team) =>
      withLostAnswers(team, async () => {
        const ada = team.member('ada');
        await leaves(team, ada, BEFORE);
        await expect(look(ada)).rejects.toMatchObject({
          code: 'drift-unknown',
          message: 'Cannot determine drift: the first apply of this project has not finished.',
          hint: 'Wait for it to finish. If it was interrupted, apply again.',
        });
      }),
    );
  });
});
