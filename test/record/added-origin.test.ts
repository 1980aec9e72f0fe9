// A clone that was without an origin when its project was applied: its record is not used, and can be taken over.
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { type Desk, SMALL, withShop } from '../helpers/process.ts';
import { runStep } from '../helpers/workflow.ts';

const ONE = { 'config/shop.yaml': 'keys:\n  shop.title: Best Shop\n' };
const SAYS =
  'This project was applied before `origin` was added. The record of those apply runs exists only in this clone, so it is ignored.';

/** Applied without an origin, which is there now, perhaps with the applied commit; `db.host` is no longer declared. */
function addOrigin(desk: Desk, { isPushed }: { isPushed: boolean }): string {
  const origin = desk.sandbox.bare();
  desk.git('remote', 'add', 'origin', `file://${origin}`);
  if (isPushed) desk.git('push', '--quiet', '--set-upstream', 'origin', 'HEAD:main');
  desk.commit('No database', ONE);
  return origin;
}

/** Runs what a hint says, as a person pastes it into a shell. */
function paste(desk: Desk, text: string, start: string): void {
  const line = [...text.matchAll(/`([^`]+)`/g)]
    .map(([, code = '']) => code)
    .find((code) => code.startsWith(start));
  execFileSync('sh', ['-c', line ?? 'false'], {
    cwd: desk.dir,
    env: { ...desk.sandbox.env },
    stdio: 'pipe',
  });
}

async function withApplied(use: (desk: Desk) => Promise<void>): Promise<void> {
  await withShop(SMALL, async ({ desk }) => {
    desk.commit('Open the shop');
    expect((await desk.cli(['apply'])).stdout).toContain('so the apply was recorded only here');
    await use(desk);
  });
}

describe.concurrent('a record from before origin was added', () => {
  test('is named by plan, apply and history, with a line that takes it over: what was removed is pruned, confirmed', async () => {
    await withApplied(async (desk) => {
      addOrigin(desk, { isPushed: true });
      const planned = await desk.cli(['plan']);
      expect(planned.stdout).toContain(`warning record-in-clone: ${SAYS}`);
      expect(planned.stdout).toMatch(/To take it over, run `git push origin \S+`\./);
      expect(planned.stdout).not.toContain('to delete.\n- ');
      const history = await desk.cli(['history']);
      expect(history.stderr).toContain(SAYS);
      expect(history.stderr).toContain('To take it over, run `git push origin ');
      const refused = await desk.cli(['apply']);
      expect(refused.status).toBe(3);
      expect(refused.stdout).toContain(`refused record-in-clone: ${SAYS}`);

      paste(desk, refused.stdout, 'git push');
      const again = await desk.cli(['plan']);
      expect(again.stdout).toContain('Plan: 0 to create, 1 to update, 2 to delete.');
      expect(again.stdout).not.toMatch(/record-in-clone|record-unconfirmed|first-apply/);
      expect((await desk.cli(['history'])).stdout).toMatch(/ 3 +0 +0/);
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
      expect((await desk.cli(['history'])).stderr).toBe('');
    });
  });

  test('is confirmed in a workflow, too', async () => {
    await withApplied(async (desk) => {
      addOrigin(desk, { isPushed: true });
      paste(desk, (await desk.cli(['plan'])).stdout, 'git push');
      desk.git('push', '--quiet', 'origin', 'HEAD:main');
      const sha = desk.git('rev-parse', 'HEAD');
      expect((await runStep(desk, { env: { GITHUB_SHA: sha } })).outputs).toMatchObject({
        result: 'applied',
      });
    });
  });

  test('of a commit that is not pushed yet: that comes first', async () => {
    await withApplied(async (desk) => {
      const commit = desk.git('rev-parse', 'HEAD');
      addOrigin(desk, { isPushed: false });
      const { stdout } = await desk.cli(['plan']);
      expect(stdout).toContain(
        `To take it over, first push the applied commit, ${commit.slice(0, 10)}, to the main branch of origin. Then run \`git push origin `,
      );
    });
  });

  test('may be left behind', async () => {
    await withApplied(async (desk) => {
      addOrigin(desk, { isPushed: true });
      paste(desk, (await desk.cli(['plan'])).stdout, 'git update-ref');
      const { stdout } = await desk.cli(['plan']);
      expect(stdout).not.toContain('record-in-clone');
      expect(stdout).toContain('first-apply');
      expect((await desk.cli(['history'])).stderr).toBe('');
    });
  });

  test('is not named where origin has one, and of another project never', async () => {
    await withApplied(async (desk) => {
      addOrigin(desk, { isPushed: true });
      const { stdout } = await desk.cli(['plan', '--repository', 'acme/other']);
      expect(stdout).not.toContain('record-in-clone');
      const ref = desk.git('for-each-ref', '--format=%(refname)', 'refs/confighub-sync');
      desk.git('push', '--quiet', 'origin', `${ref}:${ref}`);
      expect((await desk.cli(['plan'])).stdout).not.toContain('record-in-clone');
    });
  });
});
