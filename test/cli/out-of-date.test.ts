// A branch that lacks what was applied last, in a terminal: its plan is that of the merge, and its apply is refused.
import { expect, test } from 'vitest';
import type { Plan } from '../../src/model/plan.ts';
import { declaring, type Member, type Team, withTeam } from '../helpers/team.ts';

const MANY = Array.from({ length: 30 }, (_, i) => `theirs.${i + 1}`);
const OWN = { 'config/own.yaml': 'keys:\n  own: 1\n' };
const UPDATE = 'run `git fetch origin`, then `git merge origin/main` or `git rebase origin/main`.';
const REFUSED = `An apply here is refused until you update the branch: ${UPDATE}`;

/** A branch of `main`, on which others went on and applied: 30 keys of theirs. */
async function behind(
  use: (ada: Member, team: Team) => Promise<void>,
  branch = OWN as Record<string, string>,
) {
  await withTeam(async (team) => {
    const { sandbox } = team;
    const [ada, bob] = [team.member('ada'), team.member('bob')];
    bob.commit(declaring('a', 'gone'));
    await bob.apply();
    sandbox.script(ada.dir, 'git pull --quiet origin main; git checkout --quiet -b topic');
    sandbox.commit(ada.dir, 'On a branch', branch);
    bob.commit(declaring('a', 'gone', 'z'));
    bob.commit(declaring('a', ...MANY));
    await bob.apply();
    await use(ada, team);
  });
}

const planOf = ({ stdout }: { stdout: string }): Plan => JSON.parse(stdout) as Plan;
const linesOf = ({ stdout }: { stdout: string }): string[] => stdout.split('\n');

test('the plan begins with that, shows what the merge changes, and offers no approval', () =>
  behind(async (ada) => {
    const planned = await ada.cli('plan');
    const told = `This branch is 2 commits behind \`main\` and lacks the last applied commit. This plan shows the result of the merge. ${REFUSED}`;
    expect(linesOf(planned)[1]).toBe(told);
    expect(planned.stdout).toContain('Plan: 1 to create, 0 to update, 0 to delete.');
    expect(planned.stdout).not.toContain('theirs');
    expect(planned).toMatchObject({ status: 0, stderr: '' });

    const summary = await ada.cli('plan', '--summary');
    expect(linesOf(summary)[1]).toBe(told);
    const { behind: base, changes } = planOf(await ada.cli('plan', '--json'));
    expect(base).toEqual({ base: 'main', commits: 2, merged: true, applyRefused: true });
    expect(changes.filter(({ kind }) => kind === 'value')).toMatchObject([
      { key: 'own', action: 'create' },
    ]);
    expect((await ada.cli('plan', '--markdown')).stdout).toContain(told.slice(0, 60));
  }));

test('a plan of the merge that is refused offers no approval either', () =>
  behind(
    async (ada) => {
      const planned = await ada.cli('plan');
      expect(planned.status).toBe(3);
      expect(planned.stdout).toContain('all-deleted');
      expect(planned.stdout).not.toMatch(/--approve|--allow-older/);
      const json = await ada.cli('plan', '--json');
      expect(planOf(json).approval).toBeUndefined();
      expect((await ada.cli('plan', '--markdown')).stdout).not.toMatch(
        /approve this plan|--approve/,
      );
    },
    {
      'confighub.yaml':
        'version: 1\nlevels: [Environment, Application]\ninclude: [config/none.yaml]\n',
      'config/none.yaml': 'keys: {}\n',
    },
  ));

test('where it cannot be merged, it is planned as it is, and says that', () =>
  behind(async (ada, { sandbox }) => {
    const planned = await ada.cli('plan');
    expect(linesOf(planned)[1]).toBe(
      `This branch is 2 commits behind \`main\` and lacks the last applied commit. This plan shows them as undone. ${REFUSED}`,
    );
    expect(planned.stdout).toContain('31 to delete');
    expect(planned.stdout).not.toMatch(/--approve|--allow-older/);
    expect(planOf(await ada.cli('plan', '--json')).behind).toEqual({
      base: 'main',
      commits: 2,
      applyRefused: true,
    });
    sandbox.git(ada.dir, 'reset', '--quiet', '--hard', 'HEAD^');
    sandbox.commit(ada.dir, 'Harmless', OWN);
    sandbox.write(`${ada.dir}/config/shop.yaml`, 'keys: { a: not committed }\n');
    expect(planOf(await ada.cli('plan', '--json')).behind).toEqual({
      base: 'main',
      commits: 2,
      applyRefused: true,
    });
  }, declaring('conflict')));

test('where the merge has errors, it is planned as it is', () =>
  behind(
    async (ada) => {
      const planned = await ada.cli('plan', '--json');
      expect(planned.stderr).toBe('');
      expect(planOf(planned).behind).toEqual({ base: 'main', commits: 2, applyRefused: true });
    },
    { 'config/own.yaml': 'keys:\n  theirs.7: mine\n' },
  ));

test('an apply is refused, says what the branch lacks and how to update it, and cannot be approved', () =>
  behind(async (ada, team) => {
    const pushes = team.pushes();
    const applied = team.sandbox.git(team.origin, 'rev-parse', '--short=10', 'main');
    const refused = await ada.cli('apply', '--yes');
    expect(refused.status).toBe(3);
    expect(refused.stdout).toContain(
      `refused older-commit: The last applied commit, ${applied}, is on \`main\` and not on this branch: an apply would undo it.\n  To update the branch, ${UPDATE} Then apply again.\n`,
    );
    expect(refused.stdout).not.toMatch(/--approve|--allow-older/);
    expect(team.pushes()).toBe(pushes);

    team.sandbox.script(ada.dir, 'git fetch --quiet origin; git rebase --quiet origin/main');
    const planned = await ada.cli('plan');
    expect(planned.stdout).not.toContain('behind');
    expect((await ada.cli('apply', '--yes')).status).toBe(0);
    expect(await team.keys()).toContain('theirs.30');
  }));

test('a commit of `main`, or `--allow-older`, is a rollback: planned as it is, with its digest', () =>
  behind(async (ada, team) => {
    team.sandbox.git(ada.dir, 'checkout', '--quiet', '--detach', 'HEAD^');
    const planned = await ada.cli('plan');
    expect(planned.stdout).toContain('30 to delete');
    expect(planned.stdout).toMatch(/confighub-sync apply --allow-older --approve [0-9a-f]{32}/);
    team.sandbox.git(ada.dir, 'checkout', '--quiet', 'topic');
    const refused = await ada.cli('apply', '--yes', '--allow-older');
    expect(refused.stdout).toMatch(
      /confighub-sync apply --yes --allow-older --approve [0-9a-f]{32}/,
    );
    expect(refused.stdout).not.toContain('refused older-commit');
  }));

test('a plan with a base starts no more of Git and says no more than before', () =>
  behind(async (ada) => {
    const { stdout } = await ada.cli('plan', '--base', 'origin/main');
    expect(stdout).not.toContain(REFUSED);
  }));
