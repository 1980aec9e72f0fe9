// `command: unlock` after a job was cancelled during its push.
import { expect } from 'vitest';
import { type Fault, withFaults } from '../helpers/faulty-server.ts';
import { Desk, TOKEN } from '../helpers/process.ts';
import { declaring, type Member, type Team } from '../helpers/team.ts';
import { runStep } from '../helpers/workflow.ts';
import { test } from '../helpers/test.ts';

/** A runner whose workspace is the clone of a member. */
async function onRunner(
  team: Team,
  member: Member,
  use: (desk: Desk) => Promise<void>,
): Promise<void> {
  const desk = new Desk();
  Object.assign(desk.env, {
    CONFIGHUB_URL: team.url,
    CONFIGHUB_REPOSITORY: 'acme/shop',
    CONFIGHUB_TOKEN: TOKEN,
  });
  try {
    await use(Object.create(desk, { dir: { value: member.dir } }) as Desk);
  } finally {
    desk.dispose();
  }
}

test('lets the next apply take over from a cancelled job', async ({ team }) => {
  let cancel: (() => Promise<unknown>) | undefined;
  const fault = ({ method }: { method: string }): Fault =>
    method === 'POST' && cancel !== undefined ? { bytes: '', first: cancel } : 'pass';
  await withFaults({ behind: team.server, fault }, async ({ url }) => {
    team.url = url;
    const ada = team.member('ada');
    const commit = ada.commit(declaring('a', 'b'));
    const job = ada.start('apply');
    cancel = () => job.stop('SIGKILL');
    await job.ended;
    cancel = undefined;
    ada.commit(declaring('a'));
    await onRunner(team, ada, async (desk) => {
      const refused = await runStep(desk);
      expect(refused).toMatchObject({ status: 3, outputs: { result: 'refused' } });
      expect(refused.stdout).toContain('`command: unlock`');
      // The plan was shown before, without the refusal.
      expect(refused.stdout.match(/^ {2}\+ a /gm)).toHaveLength(1);
      expect(refused.stdout.match(/^refused apply-running: /gm)).toHaveLength(1);
      const unlocked = await runStep(desk, { with: { command: 'unlock' } });
      expect(unlocked).toMatchObject({ status: 0, outputs: { result: 'unlocked' } });
      const log = unlocked.log.shown.join('\n');
      expect(log).toMatch(/^confighub-sync unlock \(input `command`\)$/m);
      expect(log).toMatch(
        new RegExp(
          `^Lock released\\. It was held by the apply of commit ${commit.slice(0, 10)}.*, started .* ago.*\\. The next apply takes over its work`,
          'm',
        ),
      );
      expect(log).toMatch(
        /^It may have sent a push since \d{4}-\d\d-\d\d [\d:]{8} UTC, which the server may still be processing\./m,
      );
      const again = await runStep(desk, { with: { command: 'unlock' } });
      expect(again).toMatchObject({ status: 0, outputs: { result: 'nothing' } });
      expect(again.log.shown).toContain('Nothing to unlock.');
      expect(await runStep(desk)).toMatchObject({ status: 0, outputs: { result: 'applied' } });
    });
    expect({ states: team.refStates(), keys: await team.keys() }).toEqual({
      states: ['done'],
      keys: ['a'],
    });
  });
});
