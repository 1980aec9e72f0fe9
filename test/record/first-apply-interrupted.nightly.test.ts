// A first apply that did not come to its end: what it announced and the server lacks is ours to push.
import { describe, expect, test } from 'vitest';
import { type Fault, page, withFaults } from '../helpers/faulty-server.ts';
import { REPOSITORY } from '../helpers/process.ts';
import { declaring, type Team, withTeam } from '../helpers/team.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e'];
const READS = [
  ['by export', true],
  ['by token', false],
] as const;
const CHOICES = ['keep', 'overwrite'] as const;

/** How many pushes the server takes before it is away. */
function withPushes<T>(
  { taken, tokenFreePull }: { taken: number; tokenFreePull: boolean },
  use: (team: Team, back: () => void) => Promise<T>,
): Promise<T> {
  return withTeam(
    (team) => {
      let pushes = 0;
      let isAway = true;
      const fault = ({ method }: { method: string }): Fault => {
        if (!isAway) return 'pass';
        if (method === 'POST') pushes += 1;
        return pushes > taken ? { bytes: page(503) } : 'pass';
      };
      return withFaults({ behind: team.server, fault }, ({ url }) => {
        team.url = url;
        return use(team, () => {
          isAway = false;
        });
      });
    },
    { repositories: [{ ...REPOSITORY, flags: { tokenFreePull } }] },
  );
}

describe.concurrent('a first apply that is interrupted', () => {
  for (const [how, tokenFreePull] of READS)
    for (const onDrift of CHOICES)
      test.for([0, 1, 2] as const)(
        `${how}, onDrift ${onDrift}: after %i pushes of a batch`,
        async (taken) => {
          await withPushes({ taken, tokenFreePull }, async (team, back) => {
            const ada = team.member('ada');
            const files = declaring(...KEYS);
            const project = `${files['confighub.yaml']}batch: 2\nonDrift: ${onDrift}\n`;
            ada.commit({ ...files, 'confighub.yaml': project });
            await expect(ada.apply()).rejects.toMatchObject({ exitCode: 4 });
            expect(team.pushes()).toBe(taken);
            back();
            // What is left is planned, and applied, whatever else happens.
            const left = (await ada.plan()).plan.changes.filter(({ kind }) => kind === 'value');
            expect(left).toHaveLength(KEYS.length - 2 * taken);
            expect((await ada.apply()).outcome).toBe('verified');
            const again = await ada.plan();
            expect(again.plan).toMatchObject({ changes: [], drift: [] });
            expect(team.server.history('acme', 'shop').length).toBeGreaterThan(taken);
          });
        },
      );

  test('what it pushed and nobody declares any more is ours to prune', async () => {
    await withPushes({ taken: 1, tokenFreePull: true }, async (team, back) => {
      const ada = team.member('ada');
      const files = declaring(...KEYS);
      ada.commit({ ...files, 'confighub.yaml': `${files['confighub.yaml']}batch: 2\n` });
      await expect(ada.apply()).rejects.toMatchObject({ exitCode: 4 });
      back();
      ada.commit(declaring('a', 'f'));
      await ada.apply();
      expect(await team.keys()).toEqual(['a', 'f']);
    });
  });
});
