// An apply that the record of another one refuses after its plan was shown says why, and shows no plan again.
import { expect } from 'vitest';
import { declaring, type Team } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';

/** Another apply has begun, and has not sent anything yet. */
async function whileAnotherRuns(team: Team) {
  const [ada, bob] = [team.member('ada').minutesFromNow(0), team.member('bob').minutesFromNow(0)];
  ada.commit(declaring('a'));
  bob.commit({});
  await new Promise<void>((resolve) => {
    void ada.apply({}, () => new Promise(() => resolve()));
  });
  return bob;
}

test('as text', async ({ team }) => {
  const bob = await whileAnotherRuns(team);
  const { status, output, stdout } = await bob.cli('apply', '--yes');
  expect(status).toBe(3);
  expect(output.match(/^ {2}\+ a /gm)).toHaveLength(1);
  const [, ...after] = stdout.split(/^.* to create.*$/m);
  expect(after.join('')).toMatch(
    /^\n+refused apply-running: Another apply may still be running: apply of commit .*\n {2}Wait for it to finish, .*\nThe apply was refused: nothing was sent\.\n$/,
  );
  const quiet = await bob.cli('apply', '--yes', '--quiet');
  expect(quiet.output).toMatch(
    /^refused apply-running: .*\n {2}Wait .*\nThe apply was refused: nothing was sent\.\n$/,
  );
});

test('as JSON, in the plan', async ({ team }) => {
  const bob = await whileAnotherRuns(team);
  const { outcome, changes, findings } = JSON.parse(
    (await bob.cli('apply', '--yes', '--json')).stdout,
  );
  expect({ outcome, changes, findings }).toMatchObject({
    outcome: 'refused',
    changes: [{ kind: 'key' }, { kind: 'value', key: 'a' }],
    findings: [{ severity: 'refusal', code: 'apply-running' }],
  });
});
