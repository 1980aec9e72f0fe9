// An apply that may still be running, and whose whole work is on the server: the next one closes its record at once.
import { describe, expect } from 'vitest';
import type { GivenOptions } from '../../src/options.ts';
import type { ApplyResult } from '../helpers/apply.ts';
import { type Fault, type Request, withFaults } from '../helpers/faulty-server.ts';
import { push } from '../helpers/server.ts';
import { declaring, type Member, type Team, withTeam } from '../helpers/team.ts';
import { representatives } from '../helpers/suite.ts';
import { test, nightly } from '../helpers/test.ts';

const document = (keys: string) => ({ ...declaring(), 'config/shop.yaml': `keys: ${keys}\n` });
const BEFORE = document('{ changed: 1, gone: 1, kept: 1 }');
const AFTER = document('{ changed: 2, kept: 1, new: 1 }');

interface Held {
  team: Team;
  ada: Member;
  bob: Member;
  /** Lets her go on, and how she ends. */
  release: () => Promise<ApplyResult>;
}

/** Ada's push has arrived, and she has not looked yet: she may have been interrupted as well. */
async function whileSheLooks(
  files: Record<string, string>,
  use: (held: Held) => Promise<void>,
): Promise<void> {
  await withTeam(async (team) => {
    const [ada, bob] = [team.member('ada'), team.member('bob')];
    const [look, go] = [latch(), latch()];
    let [isPushed, looks] = [false, 1];
    const fault = ({ method }: Request): Fault => {
      if (method === 'POST') isPushed = true;
      else if (isPushed && looks++ === 0) {
        look.open();
        return { held: go.opened };
      }
      return 'pass';
    };
    await withFaults({ behind: team.server, fault }, async ({ url }) => {
      team.url = url;
      ada.commit(BEFORE);
      await ada.apply();
      ada.commit(files);
      bob.commit({});
      [isPushed, looks] = [false, 0];
      const applied = ada.apply();
      await Promise.race([look.opened, applied]);
      const release = () => {
        go.open();
        return applied;
      };
      await use({ team, ada, bob, release }).finally(() => release().catch(() => undefined));
    });
  });
}

function latch() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

function diesBeforeItsPush(member: Member, given: GivenOptions): Promise<void> {
  return new Promise((resolve) => {
    void member.apply(given, () => new Promise(() => resolve()));
  });
}

function idIn(team: Team, at = ''): string {
  const [ref] = team.refNames();
  return team.sandbox.git(
    team.origin,
    'log',
    '-1',
    '--format=%(trailers:key=Apply-Id)',
    `${ref}${at}`,
  );
}

const codes = ({ plan }: ApplyResult) => plan.findings.map(({ code }) => code);

describe.concurrent('what was begun is all there', () => {
  test('an apply of the same commit closes its record, and it finds itself done', async () => {
    await whileSheLooks(AFTER, async ({ team, bob, release }) => {
      const id = idIn(team);
      const { outcome, remarks, plan } = await bob.apply();
      expect({ outcome, remarks, sentBy: plan.sentBy }).toMatchObject({
        outcome: 'taken-over',
        remarks: [],
      });
      expect(plan.sentBy).toContain('by ada');
      expect({ states: team.refStates(), id: idIn(team) }).toEqual({ states: ['done'], id });
      expect(await release()).toMatchObject({ outcome: 'verified', remarks: [] });
      expect({ states: team.refStates(), id: idIn(team) }).toEqual({ states: ['done'], id });
    });
  });

  test.for([
    ['more keys', '{ changed: 2, kept: 1, new: 1, more: 1 }', ['changed', 'kept', 'more', 'new']],
    ['what it sent changed again', '{ changed: 3, kept: 1 }', ['changed', 'kept']],
  ] as const)(
    'an apply of another commit goes on at once, and it has finished: %s',
    async ([, keys, left]) => {
      await whileSheLooks(AFTER, async ({ team, bob, release }) => {
        const id = idIn(team);
        bob.commit(document(keys));
        expect((await bob.apply()).outcome).toBe('verified');
        expect(await release()).toMatchObject({ outcome: 'verified', remarks: [] });
        expect({ keys: await team.keys(), states: team.refStates() }).toEqual({
          keys: left,
          states: ['done'],
        });
        expect(idIn(team, '~1')).toBe(id);
        expect((await bob.plan()).plan).toMatchObject({ changes: [], unmanaged: 0 });
      });
    },
  );
});

describe.concurrent('what was begun is not all there, or cannot be told', () => {
  const write = (data: object) => async (team: Team) => {
    const answered = await push(
      team.server,
      { enableKeyCreation: true, data: [data] },
      { token: 'default' },
    );
    expect(answered.status).toBe(200);
  };
  const value = (key: string, text: string) => ({
    key,
    push: true,
    values: [{ context: '*;*', value: text }],
  });

  const others = [
    ['a value is another', AFTER, write(value('changed', '1'))],
    ['a value of others is in the place of one', AFTER, write(value('changed', 'theirs'))],
    ['a key is not there', AFTER, write({ key: 'new', opp: 'delete' })],
    ['a key is there again', AFTER, write(value('gone', '1'))],
    [
      'a text is not known',
      { ...AFTER, 'config/more.yaml': 'keys: { env: { value: { env: PATH } } }\n' },
      undefined,
    ],
    [
      'a secret is among it',
      document('{ changed: 1, kept: 1, api.password: hunter2hunter2 }'),
      undefined,
    ],
  ] as const;
  test.for(representatives(others, 3))('so others wait: %s', async ([, files, happens]) => {
    await whileSheLooks(files, async ({ team, bob }) => {
      await happens?.(team);
      bob.commit({ 'config/more.yaml': 'keys: { more: 1 }\n' });
      for (const onDrift of ['keep', 'overwrite'] as const)
        expect(codes(await bob.apply({ onDrift }))).toContain('apply-running');
      expect(team.refStates()).toEqual(['begun', 'done']);
    });
  });

  nightly(
    'so others wait: it was about to take back what others changed, and not what is there already',
    async ({ team, ada, bob }) => {
      ada.commit(document('{ drifted: 1, there: 1 }'));
      await ada.apply();
      await write(value('drifted', 'theirs'))(team);
      await write(value('there', '2'))(team);
      ada.commit(document('{ drifted: 1, there: 2 }'));
      bob.commit({});
      await diesBeforeItsPush(ada, { onDrift: 'overwrite' });
      await bob.apply({ onDrift: 'keep' });
      expect(team.refStates()).toEqual(['begun', 'done']);
    },
  );

  nightly(
    'so others wait: it was about to delete what nobody declares',
    async ({ team, ada, bob }) => {
      ada.commit(BEFORE);
      await ada.apply();
      await write(value('theirs', '1'))(team);
      bob.commit({});
      await diesBeforeItsPush(ada, { prune: 'all' });
      bob.commit(document('{ kept: 1, theirs: 2 }'));
      expect(codes(await bob.apply())).toContain('apply-running');
      expect(team.refStates()).toEqual(['begun', 'done']);
    },
  );
});
