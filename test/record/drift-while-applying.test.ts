// drift while an apply of the same project runs, or after one that did not finish: its own work is no drift.
import { describe, expect } from 'vitest';
import type { TargetRow } from '../../src/core/target-rows.ts';
import { drift } from '../../src/commands/drift.ts';
import { isCounted } from '../../src/model/plan.ts';
import { answer, type Fault, type Request } from '../helpers/faulty-server.ts';
import type { Member } from '../helpers/team.ts';
import { representatives } from '../helpers/suite.ts';
import { test, nightly } from '../helpers/test.ts';
import {
  applyFiles,
  losesAnswer,
  othersPush,
  PROJECT,
  severities,
  shop,
  withLostAnswers,
} from './records.ts';

const document = (keys: string, files: string) =>
  shop(
    `keys:\n  kept: 1\n${keys}files: { ${files} }\n`,
    `${PROJECT}allowNewContexts: [Production]\nlimits: { deletes: 100%, updates: 100% }\n`,
  );
const BEFORE = document(
  '  changed: { deprecated: false, values: { "*;*": 1, "Production;*": 1 } }\n  removed: 1\n  theirs: 1\n',
  'f.conf: { content: one }',
);
const after = (theirs: number) =>
  document(
    `  changed: { deprecated: true, values: { "*;*": 2 } }\n  created: { vdt: Integer, value: 1 }\n  theirs: ${theirs}\n`,
    'f.conf: { content: two }, g.conf: { content: new }',
  );
const AFTER = after(2);

const driftIn = ({ outcome, plan }: TargetRow) => [
  outcome,
  ...(plan?.drift ?? []).filter(isCounted).map(({ name }) => name),
];
const look = (member: Member, reads: 'all' | 'token' = 'all') =>
  drift(member.options({ reads }), member.runtime());
const set = (key: string, value: string) => ({ key, values: [{ context: '*;*', value }] });

describe.concurrent('drift', () => {
  test.for(representatives(['all', 'token'] as const, 2))(
    'is not what the running apply sends, before and after its push, read with `reads: %s`',
    async (reads, { team }) => {
      let whilePushed: (() => Promise<void>) | undefined;
      const fault = ({ method }: Request): Fault =>
        method === 'POST' && whilePushed ? { passed: answer(200), after: whilePushed } : 'pass';
      await team.withFault(fault, async () => {
        const ada = team.member('ada');
        expect((await applyFiles(ada, BEFORE)).outcome).toBe('verified');
        const bob = team.member('bob');
        ada.commit(AFTER);
        const seen: unknown[] = [];
        whilePushed = async () => {
          const sent = await look(bob, reads);
          seen.push(driftIn(sent), severities(sent));
          // What neither the last apply nor this one declared is the work of others.
          await othersPush(team, set('kept', 'of others'), set('theirs', 'of others'));
          seen.push(driftIn(await look(bob, reads)));
        };
        const applied = ada.apply({}, async () => void seen.push(driftIn(await look(bob, reads))));
        await expect(applied).rejects.toMatchObject({ code: 'verify-failed' });
        const theirs = ['drifted', 'kept', 'theirs'];
        expect(seen).toEqual([['clean'], ['clean'], ['warning apply-running'], theirs]);
        expect(team.refStates()).toEqual(['begun', 'done']);
        const over = await look(bob, reads);
        expect([driftIn(over), severities(over)]).toEqual([theirs, []]);
      });
    },
  );

  test('is not what unfinished applies sent, but what they undo', async ({ team, ada }) => {
    await withLostAnswers(team, async () => {
      await applyFiles(ada, BEFORE);
      await losesAnswer(team, ada, AFTER);
      const once = await look(ada);
      expect(driftIn(once)).toEqual(['clean']);
      expect(once.remarks).toEqual([
        expect.stringMatching(/^An earlier apply of commit .* did not finish/),
      ]);
      ada.commit(BEFORE);
      const { stdout } = await ada.cli('import', '--only', 'drift', '--yes');
      expect(stdout).toContain('Nothing to import');
      await losesAnswer(team, ada, after(3));
      const twice = await look(ada);
      expect(driftIn(twice)).toEqual(['clean']);
      expect(twice.remarks).toHaveLength(2);
      await othersPush(team, set('theirs', '2'));
      expect(driftIn(await look(ada))).toEqual(['clean']);
      await othersPush(team, set('theirs', 'of others'));
      expect(driftIn(await look(ada))).toEqual(['drifted', 'theirs']);
    });
  });

  nightly('is not what an apply sends between two reads of the server', async ({ team }) => {
    let meanwhile: (() => Promise<unknown>) | undefined;
    const fault = ({ path }: Request): Fault => {
      if (meanwhile === undefined || !path.startsWith('/rest/export')) return 'pass';
      const held = meanwhile();
      meanwhile = undefined;
      return { held };
    };
    await team.withFault(fault, async () => {
      const ada = team.member('ada');
      await applyFiles(ada, BEFORE);
      const bob = team.member('bob');
      ada.commit(AFTER);
      meanwhile = () => ada.apply();
      expect(driftIn(await look(bob))).toEqual(['clean']);
      expect([team.pushes(), team.refStates()]).toEqual([2, ['done']]);
    });
  });

  test('is not known before the first apply has ended', async ({ team, ada }) => {
    await withLostAnswers(team, async () => {
      await losesAnswer(team, ada, BEFORE);
      await expect(look(ada)).rejects.toMatchObject({
        code: 'drift-unknown',
        message: 'Cannot determine drift: the first apply of this project has not finished.',
        hint: 'Wait for it to finish. If it was interrupted, apply again.',
      });
    });
  });
});
