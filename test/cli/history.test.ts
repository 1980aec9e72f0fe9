// history and unlock on the command line.
import { describe, expect } from 'vitest';
import { shownTime } from '../../src/model/apply-entry.ts';
import { apply } from '../helpers/apply.ts';
import { declaring } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';

describe.concurrent('history', () => {
  test.for([
    ['Git', 'Grace Hopper', 'Grace Hopper'],
    ['nothing', '', 'unknown'],
  ] as const)(
    'names who applied, by %s where the entry knows nobody',
    async ([, name, actor], { team, ada }) => {
      ada.commit(declaring('a'));
      team.sandbox.git(ada.dir, 'config', 'user.name', name);
      const { actor: _, ...nobody } = ada.runtime();
      await apply(ada.options({ changeComment: 'by {actor}' }), nobody);
      const { stdout } = await ada.cli('history', '--json');
      expect(JSON.parse(stdout).applies).toMatchObject([{ actor }]);
      const [revision] = team.server.history('acme', 'shop');
      expect(revision?.comment).toBe(name === '' ? 'by' : `by ${name}`);
    },
  );

  test('says that a change may not have reached the server, until another apply is done', async ({
    ada,
  }) => {
    ada.commit(declaring('a'));
    await ada.apply();
    ada.commit({ 'config/shop.yaml': 'keys: { a: b }\n' });
    await ada.apply({}, async () => {
      const text = (await ada.cli('history', 'a')).stdout;
      expect(text).toContain('applied by ada, not finished, may not have reached the server, ');
    });
    expect((await ada.cli('history', 'a')).stdout).not.toContain('may not have');
  });

  test('does not remove the record while an apply is open', async ({ team, ada }) => {
    ada.commit(declaring('a'));
    await ada.apply({}, async () => {
      const { status, stderr } = await ada.cli('history', '--forget');
      expect(status).toBe(1);
      expect(stderr).toContain('An apply has started and has not finished.');
    });
    expect(team.refStates()).toEqual(['done']);
  });
});

describe.concurrent('unlock', () => {
  test('prints the apply that it released, or that there is none', async ({ team }) => {
    const [ada, bob] = [team.member('ada').minutesFromNow(0), team.member('bob')];
    const commit = ada.commit(declaring('a'));
    await ada.apply({}, async () => {
      const { stdout, status } = await bob.cli('unlock');
      expect(status).toBe(0);
      const since = shownTime(ada.runtime().now().toISOString());
      expect(stdout.replace(/started .* ago/, 'started long ago')).toContain(
        `Lock released. It was held by the apply of commit ${commit.slice(0, 10)} by ada, started long ago, https://git`,
      );
      expect(stdout).toContain(
        `It may have sent a push since ${since}, which the server may still be processing.`,
      );
      expect(team.refStates()).toEqual(['begun']);
    });
    const { stdout } = await bob.cli('unlock', '--json');
    expect(JSON.parse(stdout)).toEqual({ version: 1, unlocked: false });
    expect((await bob.cli('unlock')).stdout).toBe('Nothing to unlock.\n');
  });
});
