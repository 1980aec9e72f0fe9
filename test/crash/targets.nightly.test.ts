// Ctrl-C while several targets are applied, as a real signal: the targets behind the one at work are left alone.
import { expect, test } from 'vitest';
import { CHANGED_BILLING, CHANGED_SHOP, pushesIn, withTargets } from '../action/three-targets.ts';

const TAKEN = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

test('a signal during the push of one target: it is finished, and nothing is sent to the next', async () => {
  await withTargets(async ({ desk, faults, propose, seen }) => {
    propose({ ...CHANGED_SHOP, ...CHANGED_BILLING });
    const run = desk.start(['apply', '--yes']);
    let said = 0;
    const stopping = new Promise<void>((resolve) => {
      run.child.stderr?.on('data', (chunk: string) => {
        said += chunk.split('Stopping after').length - 1;
        if (said > 0) resolve();
      });
    });
    const stop = async () => {
      run.child.kill('SIGINT');
      await stopping;
    };
    faults.common = ({ method }) => (method === 'POST' ? { passed: TAKEN, after: stop } : 'pass');
    const { status, stdout, stderr } = await run.ended;
    expect(stdout).toMatch(
      /shop {5}applied and verified: 1 updated\nbilling {2}failed: stopped\nshop-eu {2}not attempted\nApply again /,
    );
    expect(stderr).toContain(
      'billing: error stopped: The apply was stopped: nothing was changed on the server.',
    );
    expect({ status, said, pushes: pushesIn(seen.common), eu: pushesIn(seen.eu) }).toEqual({
      status: 4,
      said: 1,
      pushes: 1,
      eu: 0,
    });
    // The record of billing is as it was.
    desk.git('fetch', '--quiet', 'origin', 'refs/confighub-sync/*:refs/seen/*');
    const records = desk.git('for-each-ref', '--format=%(contents)', 'refs/seen');
    expect(records.match(/^State: .*$/gm)).toEqual(['State: done', 'State: done', 'State: done']);
  });
});
