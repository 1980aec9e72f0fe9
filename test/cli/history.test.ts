// history and unlock on the command line.
import { userInfo } from 'node:os';
import { describe, expect, test } from 'vitest';
import { shownTime } from '../../src/model/apply-entry.ts';
import { apply } from '../helpers/apply.ts';
import { SMALL, withDesk, withShop } from '../helpers/process.ts';
import { declaring, type Team, withTeam } from '../helpers/team.ts';

/** Three applies, an hour after each other. */
async function applied(team: Team): Promise<string[]> {
  const ada = team.member('ada');
  const commits: string[] = [];
  for (const keys of [
    ['a', 'b'],
    ['a', 'c'],
    ['a', 'c', 'd'],
  ]) {
    commits.push(ada.commit(declaring(...keys)));
    await ada.apply();
    ada.minutes += 60;
  }
  return commits.reverse();
}

describe.concurrent('history', () => {
  test('names who applied, by USER, or by the system', async () => {
    await withShop(SMALL, async ({ desk }) => {
      for (const [title, env] of Object.entries({
        one: { USER: 'ada' },
        two: {},
        three: { USER: '' },
      })) {
        desk.commit('Rename', { 'config/shop.yaml': `keys: { shop.title: ${title} }\n` });
        expect(await desk.cli(['apply'], { env })).toMatchObject({ status: 0 });
      }
      const { stdout } = await desk.cli(['history', '--json']);
      const { username } = userInfo();
      expect(JSON.parse(stdout).applies).toMatchObject([
        { actor: username },
        { actor: username },
        { actor: 'ada' },
      ]);
    });
  });

  test.for([
    ['Git', 'Grace Hopper', 'Grace Hopper'],
    ['nothing', '', 'unknown'],
  ] as const)('names who applied, by %s where the entry knows nobody', async ([, name, actor]) => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(declaring('a'));
      team.sandbox.git(ada.dir, 'config', 'user.name', name);
      const { actor: _, ...nobody } = ada.runtime();
      await apply(ada.options({ changeComment: 'by {actor}' }), nobody);
      const { stdout } = await ada.cli('history', '--json');
      expect(JSON.parse(stdout).applies).toMatchObject([{ actor }]);
      const [revision] = team.server.history('acme', 'shop');
      expect(revision?.comment).toBe(name === '' ? 'by' : `by ${name}`);
    });
  });

  test('lists every apply, even in a clone without the records', async () => {
    await withTeam(async (team) => {
      const commits = await applied(team);
      const job = team.member('job', '--depth=1');
      const before = team.sandbox.git(job.dir, 'count-objects', '-v');
      const { stdout, status } = await job.cli('history');
      expect(status).toBe(0);
      const run = 'https://git.example.com/runs/ada';
      const lines = stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/\s{2,}/));
      const [third, second, first] = commits.map((commit) => commit.slice(0, 10));
      const who = ['Change', 'Ada', 'ada'];
      expect(lines).toEqual([
        ['time', 'commit', 'subject', 'author', 'actor', 'created', 'updated', 'deleted', 'run'],
        ['2024-05-06 09:08:09 UTC', third, ...who, '1', '0', '0', run],
        ['2024-05-06 08:08:09 UTC', second, ...who, '1', '0', '1', run],
        ['2024-05-06 07:08:09 UTC', first, ...who, '2', '0', '0', run],
        [''],
        [`To undo the newest apply, run this and apply again: git revert --no-edit ${third}`],
      ]);
      const limited = await job.cli('history', '--limit', '2', '--json');
      expect(JSON.parse(limited.stdout)).toEqual({
        version: 1,
        applies: [
          {
            time: '2024-05-06T09:08:09.000Z',
            commit: commits[0],
            author: 'Ada',
            subject: 'Change',
            actor: 'ada',
            run,
            counts: { create: 1, update: 0, delete: 0 },
            undo: `git revert --no-edit ${commits[0]?.slice(0, 10)}`,
          },
          expect.objectContaining({
            commit: commits[1],
            counts: { create: 1, update: 0, delete: 1 },
          }),
        ],
      });
      expect(team.sandbox.git(job.dir, 'count-objects', '-v')).toBe(before);
      expect(team.sandbox.git(job.dir, 'for-each-ref', 'refs/confighub-sync')).toBe('');
    });
  });

  test('of a clone without origin is local, and empty before the first apply', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(declaring('a'));
      team.sandbox.git(ada.dir, 'remote', 'remove', 'origin');
      expect(await ada.cli('history')).toMatchObject({
        status: 0,
        stdout: 'No apply runs are recorded.\n',
      });
      await ada.apply();
      expect(JSON.parse((await ada.cli('history', '--json')).stdout).applies).toHaveLength(1);
    });
  });

  test('removes the record of a deleted project, and prints how to restore it', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      const gone = { 'gone/confighub.yaml': 'version: 1\nlevels: [Environment, Application]\n' };
      ada.commit({ ...gone, 'gone/config/shop.yaml': 'keys: {a: a}\n', ...declaring('b') });
      await ada.apply({ config: 'gone/confighub.yaml' });
      await ada.applyApproved();
      team.sandbox.git(ada.dir, 'rm', '-rq', 'gone');
      team.sandbox.commit(ada.dir, 'Close the other shop', {});
      const [ref = '', ...others] = team.refNames().filter((name) => name.includes('gone'));
      expect(others).toEqual([]);
      const commit = team.sandbox.git(team.origin, 'rev-parse', ref);
      const restore = `git push origin ${commit}:${ref}`;
      const name = 'gone/confighub.yaml';
      const repository = `acme/shop at ${team.url}`;
      expect(await ada.cli('history', '--forget', '--config', name)).toMatchObject({
        status: 0,
        stdout: `Removed the record of ${name} for ${repository}. What it declared stays on the server as unmanaged items.\nTo restore the record:\n  ${restore}\n`,
      });
      expect(team.refNames()).toEqual([ref.replace('gone%2F', '')]);
      expect((await ada.cli('history', '--forget', '--config', name)).stdout).toBe(
        `Nothing to forget: there is no record of ${name} for ${repository}.\n`,
      );
      team.sandbox.git(ada.dir, ...restore.split(' ').slice(1));
      const again = await ada.cli('history', '--forget', '--json', '--config', name);
      expect(JSON.parse(again.stdout)).toEqual({
        version: 1,
        projectFile: name,
        removed: [{ ref, commit, restore }],
      });
      expect(await team.keys()).toEqual(['a', 'b']);
    });
  });

  test('does not remove the record while an apply is open', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(declaring('a'));
      await ada.apply({}, async () => {
        expect(await ada.cli('history', '--forget')).toMatchObject({
          status: 1,
          stderr: expect.stringContaining('An apply has started and has not finished.'),
        });
      });
      expect(team.refStates()).toEqual(['done']);
    });
  });

  test('refuses a limit that is no number of apply runs', async () => {
    await withDesk({}, async (desk) => {
      for (const limit of ['0', '-1', 'ten', '1.5']) {
        const { status, stderr } = await desk.cli(['history', `--limit=${limit}`]);
        expect({ limit, status }).toEqual({ limit, status: 1 });
        expect(stderr).toContain('Invalid limit: expected a number of apply runs');
      }
    });
  });
});

describe.concurrent('unlock', () => {
  test('prints the apply that it released, or that there is none', async () => {
    await withTeam(async (team) => {
      const [ada, bob] = [team.member('ada').minutesFromNow(0), team.member('bob')];
      const commit = ada.commit(declaring('a'));
      await ada.apply({}, async () => {
        const { stdout, status } = await bob.cli('unlock');
        expect(status).toBe(0);
        expect(stdout).toMatch(
          new RegExp(
            `^Lock released. It was held by the apply of commit ${commit.slice(0, 10)} by ada, started .* ago, https://git`,
          ),
        );
        expect(stdout).toContain(
          `It may have sent a push since ${shownTime(ada.runtime().now().toISOString())}, which the server may still be processing.`,
        );
        expect(team.refStates()).toEqual(['begun']);
      });
      expect(JSON.parse((await bob.cli('unlock', '--json')).stdout)).toEqual({
        version: 1,
        unlocked: false,
      });
      expect((await bob.cli('unlock')).stdout).toBe('Nothing to unlock.\n');
    });
  });

  test('outside Git, reports that nothing is recorded', async () => {
    await withShop(SMALL, async ({ desk }) => {
      for (const command of ['unlock', 'history']) {
        const { status, stderr } = await desk.cli([command]);
        expect(status).toBe(1);
        expect(stderr).toContain('error no-git: Not a Git repository');
      }
    });
  });
});
