// `command: unlock` after a job was cancelled during its push.
import { expect } from 'vitest';
import type { Fault } from '../helpers/faulty-server.ts';
import { type Desk, TOKEN } from '../helpers/process.ts';
import { declaring } from '../helpers/team.ts';
import { runStep } from '../helpers/workflow.ts';
import { outcome, test } from './stage.ts';

test('lets the next apply take over from a cancelled job', async ({ team, desk }) => {
  let cancel: (() => Promise<unknown>) | undefined;
  const fault = ({ method }: { method: string }): Fault =>
    method === 'POST' && cancel !== undefined ? { bytes: '', first: cancel } : 'pass';
  await team.withFault(fault, async () => {
    const ada = team.member('ada');
    const commit = ada.commit(declaring('a', 'b')).slice(0, 10);
    const job = ada.start('apply');
    cancel = () => job.stop('SIGKILL');
    await job.ended;
    cancel = undefined;
    ada.commit(declaring('a'));
    const target = { CONFIGHUB_URL: team.url, CONFIGHUB_REPOSITORY: 'acme/shop' };
    Object.assign(desk.env, target, { CONFIGHUB_TOKEN: TOKEN });
    // A runner whose workspace is the clone.
    const runner: Desk = Object.create(desk, { dir: { value: ada.dir } });
    const refused = await runStep(runner);
    expect(outcome(refused)).toBe('3 refused');
    expect(refused.stdout).toContain('`command: unlock`');
    // The plan was shown before, without the refusal.
    expect(refused.stdout.match(/^ {2}\+ a /gm)).toHaveLength(1);
    expect(refused.stdout.match(/^refused apply-running: /gm)).toHaveLength(1);
    const unlocked = await runStep(runner, { with: { command: 'unlock' } });
    expect(outcome(unlocked)).toBe('0 unlocked');
    const log = unlocked.log.shown.join('\n');
    expect(log).toMatch(/^confighub-sync unlock \(input `command`\)$/m);
    const released = `^Lock released\\. It was held by the apply of commit ${commit}.*, started .* ago.*\\. The next apply takes over its work`;
    expect(log).toMatch(new RegExp(released, 'm'));
    expect(log).toMatch(
      /^It may have sent a push since \d{4}-\d\d-\d\d [\d:]{8} UTC, which the server may still be processing\./m,
    );
    const again = await runStep(runner, { with: { command: 'unlock' } });
    expect(outcome(again)).toBe('0 nothing');
    expect(again.log.shown).toContain('Nothing to unlock.');
    expect(outcome(await runStep(runner))).toBe('0 applied');
    expect([team.refStates(), await team.keys()]).toEqual([['done'], ['a']]);
  });
});
