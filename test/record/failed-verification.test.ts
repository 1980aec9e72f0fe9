// A push that the server accepted and that a read does not show: the record keeps what was last confirmed.
import { expect } from 'vitest';
import { answer, type Fault, page, type Request } from '../helpers/faulty-server.ts';
import { declaring, type Member, type Team } from '../helpers/team.ts';
import { test, nightly } from '../helpers/test.ts';
import { representatives } from '../helpers/suite.ts';
import { applyFiles, othersSet, shop } from './records.ts';

const READS = ['export', 'token'] as const;

/** Answers pushes itself while `team.isFaulty`; if `team.isGone`, nothing can be read after one. */
function withLies<T>(team: Team, reads: (typeof READS)[number], use: () => Promise<T>): Promise<T> {
  const fault = ({ method, path }: Request): Fault => {
    if (method === 'POST') {
      team.isBlind = team.isGone;
      return team.isFaulty ? { bytes: answer(200) } : 'pass';
    }
    if (reads === 'token' && path.startsWith('/rest/export')) return { bytes: answer(406) };
    return team.isBlind ? { bytes: page(500) } : 'pass';
  };
  return team.withFault(fault, use);
}

async function applyInVain(team: Team, ada: Member, files: Record<string, string>): Promise<void> {
  team.isFaulty = true;
  ada.commit(files);
  await expect(ada.apply()).rejects.toMatchObject({ code: 'verify-failed', exitCode: 4 });
  team.isFaulty = false;
}

test.for(representatives(READS, 2))(
  'what was not deleted, created or changed is still to be done, by %s',
  async (reads, { team, ada, bob }) => {
    await withLies(team, reads, async () => {
      await applyFiles(ada, shop('keys: { changed: 1, gone: 1, kept: 1 }\n'));
      await applyInVain(team, ada, shop('keys: { changed: 2, kept: 1, new: 1 }\n'));
      expect(team.refStates()).toEqual(['begun', 'done']);
      bob.commit({});
      // At once, and nothing of it is the work of others.
      const { outcome, plan } = await bob.apply({ onDrift: 'keep' });
      expect(outcome).toBe('verified');
      expect(plan.changes.filter(({ kind }) => kind === 'value')).toMatchObject([
        { action: 'update', name: 'changed', cause: 'declared' },
        { action: 'delete', name: 'gone', cause: 'declared' },
        { action: 'create', name: 'new', cause: 'declared' },
      ]);
      expect([await team.keys(), team.refStates()]).toEqual([['changed', 'kept', 'new'], ['done']]);
    });
  },
);

test('what another client wrote at the same moment is its work', async ({ team, ada }) => {
  const after = () => othersSet(team, 'a');
  const fault = ({ method }: Request): Fault =>
    method === 'POST' && team.isFaulty ? { passed: answer(200), after } : 'pass';
  await team.withFault(fault, async () => {
    await applyFiles(ada, declaring('a'));
    await applyInVain(team, ada, shop('keys: { a: 2 }\n'));
    expect(team.refStates()).toEqual(['begun', 'done']);
    expect((await ada.plan()).plan.changes).toMatchObject([
      { name: 'a', before: 'theirs', after: '2', cause: 'drift' },
    ]);
  });
});

test('a push is not confirmed if nobody could look, unless none should', async ({ team, ada }) => {
  await withLies(team, 'export', async () => {
    await applyFiles(ada, declaring('a', 'b'));
    ada.commit(declaring('a'));
    Object.assign(team, { isFaulty: true, isGone: true });
    await expect(ada.apply()).rejects.toMatchObject({ code: 'unverified', exitCode: 4 });
    expect(team.refStates()).toEqual(['begun', 'done']);
    Object.assign(team, { isGone: false, isBlind: false });
    expect((await ada.apply({ verify: false })).outcome).toBe('unchecked');
    expect(team.refStates()).toEqual(['done']);
  });
});

/** More than the record may have of applies that are not done. */
const MANY = 22;

nightly.for([
  ['another commit each', (round: number) => declaring('a', `of.${round}`)],
  ['the same commit', () => declaring('a', 'b')],
] as const)('so many in a row can be read: %s', async ([, files], { team, ada }) => {
  await withLies(team, 'export', async () => {
    await applyFiles(ada, declaring('a', 'gone'));
    for (let round = 0; round < MANY; round++) await applyInVain(team, ada, files(round));
    const { outcome, plan } = await ada.apply();
    expect([outcome, plan.findings]).toEqual(['verified', []]);
    expect(await team.keys()).not.toContain('gone');
    expect(team.refStates()).toEqual(['done']);
  });
});
