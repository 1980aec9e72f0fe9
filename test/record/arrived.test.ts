// An apply that may still be running, and whose whole work is on the server: the next one closes its record at once.
import { describe, expect } from 'vitest';
import type { ApplyResult } from '../helpers/apply.ts';
import { type Fault, latch, type Request } from '../helpers/faulty-server.ts';
import type { Member, Team } from '../helpers/team.ts';
import { representatives } from '../helpers/suite.ts';
import { test, nightly } from '../helpers/test.ts';
import { applyFiles, codes, endsBeforePush, othersPush, othersSet, shop } from './records.ts';

const document = (keys: string) => shop(`keys: ${keys}\n`);
const BEFORE = document('{ changed: 1, gone: 1, kept: 1 }');
const AFTER = document('{ changed: 2, kept: 1, new: 1 }');

interface Stage {
  team: Team;
  ada: Member;
  bob: Member;
}

/** Ada's push of these files has arrived, and she has not looked yet: she may have been interrupted as well. */
async function whileSheLooks(
  { team, ada, bob }: Stage,
  files: Record<string, string>,
  use: (release: () => Promise<ApplyResult>) => Promise<void>,
): Promise<void> {
  const [look, go] = [latch(), latch()];
  let [isPushed, isLooking] = [false, true];
  const fault = ({ method }: Request): Fault => {
    if (method === 'POST') isPushed = true;
    else if (isPushed && !isLooking) {
      isLooking = true;
      look.open();
      return { held: go.opened };
    }
    return 'pass';
  };
  await team.withFault(fault, async () => {
    await applyFiles(ada, BEFORE);
    ada.commit(files);
    bob.commit({});
    [isPushed, isLooking] = [false, false];
    const applied = ada.apply();
    await Promise.race([look.opened, applied]);
    const release = () => {
      go.open();
      return applied;
    };
    await use(release).finally(() => release().catch(() => undefined));
  });
}

function idIn(team: Team, at = ''): string {
  const [ref] = team.refNames();
  const format = '--format=%(trailers:key=Apply-Id)';
  return team.sandbox.git(team.origin, 'log', '-1', format, `${ref}${at}`);
}

describe.concurrent('what was begun is all there', () => {
  test('the same commit closes its record', async ({ team, ada, bob }) => {
    await whileSheLooks({ team, ada, bob }, AFTER, async (release) => {
      const id = idIn(team);
      const { outcome, remarks, plan } = await bob.apply();
      expect({ outcome, remarks }).toEqual({ outcome: 'taken-over', remarks: [] });
      expect(plan.sentBy).toContain('by ada');
      expect([team.refStates(), idIn(team)]).toEqual([['done'], id]);
      expect(await release()).toMatchObject({ outcome: 'verified', remarks: [] });
      expect([team.refStates(), idIn(team)]).toEqual([['done'], id]);
    });
  });

  test.for([
    ['more keys', '{ changed: 2, kept: 1, new: 1, more: 1 }', ['changed', 'kept', 'more', 'new']],
    ['what it sent changed again', '{ changed: 3, kept: 1 }', ['changed', 'kept']],
  ] as const)('another commit goes on at once: %s', async ([, keys, left], { team, ada, bob }) => {
    await whileSheLooks({ team, ada, bob }, AFTER, async (release) => {
      const id = idIn(team);
      expect((await applyFiles(bob, document(keys))).outcome).toBe('verified');
      expect(await release()).toMatchObject({ outcome: 'verified', remarks: [] });
      expect([await team.keys(), team.refStates()]).toEqual([left, ['done']]);
      expect(idIn(team, '~1')).toBe(id);
      expect((await bob.plan()).plan).toMatchObject({ changes: [], unmanaged: 0 });
    });
  });
});

describe.concurrent('what was begun is not all there, or cannot be told, so others wait:', () => {
  const deletes = (team: Team) => othersPush(team, { key: 'new', opp: 'delete' });
  const isNone = async () => undefined;
  const unknown = 'keys: { env: { value: { env: PATH } } }\n';
  const secret = document('{ changed: 1, kept: 1, api.password: hunter2hunter2 }');
  const others = [
    ['a value is another', AFTER, (team: Team) => othersSet(team, 'changed', '1')],
    ['a value of others is in its place', AFTER, (team: Team) => othersSet(team, 'changed')],
    ['a key is not there', AFTER, deletes],
    ['a key is there again', AFTER, (team: Team) => othersSet(team, 'gone', '1')],
    ['a text is not known', { ...AFTER, 'config/more.yaml': unknown }, isNone],
    ['a secret is among it', secret, isNone],
  ] as const;
  test.for(representatives(others, 3))('%s', async ([, files, happens], { team, ada, bob }) => {
    await whileSheLooks({ team, ada, bob }, files, async () => {
      await happens(team);
      bob.commit({ 'config/more.yaml': 'keys: { more: 1 }\n' });
      for (const onDrift of ['keep', 'overwrite'] as const)
        expect(codes(await bob.apply({ onDrift }))).toContain('apply-running');
      expect(team.refStates()).toEqual(['begun', 'done']);
    });
  });

  nightly('it was about to take back what others changed', async ({ team, ada, bob }) => {
    await applyFiles(ada, document('{ drifted: 1, there: 1 }'));
    await othersSet(team, 'drifted');
    await othersSet(team, 'there', '2');
    ada.commit(document('{ drifted: 1, there: 2 }'));
    bob.commit({});
    await endsBeforePush(ada, { onDrift: 'overwrite' });
    await bob.apply({ onDrift: 'keep' });
    expect(team.refStates()).toEqual(['begun', 'done']);
  });

  nightly('it was about to delete what nobody declares', async ({ team, ada, bob }) => {
    await applyFiles(ada, BEFORE);
    await othersSet(team, 'theirs', '1');
    bob.commit({});
    await endsBeforePush(ada, { prune: 'all' });
    bob.commit(document('{ kept: 1, theirs: 2 }'));
    expect(codes(await bob.apply())).toContain('apply-running');
    expect(team.refStates()).toEqual(['begun', 'done']);
  });
});
