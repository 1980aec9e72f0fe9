// Two branches, one for each environment, apply the same project file in turn.
import { expect } from 'vitest';
import { planTarget } from '../../src/commands/plan.ts';
import { isCounted } from '../../src/model/plan.ts';
import type { PlanResult } from '../../src/core/plan-facts.ts';
import { apply } from '../helpers/apply.ts';
import { push } from '../helpers/server.ts';
import { type Member, type Team, withTeam } from '../helpers/team.ts';
import { test, nightly } from '../helpers/test.ts';

type Environment = 'Staging' | 'Production';

/** What a branch declares: its own environment alone. */
function files(environment: Environment, value: string): Record<string, string> {
  return {
    'confighub.yaml': `version: 1\nlevels: [Environment, Application]\nallowNewContexts: [Staging, Production]\nscope: { contexts: ['${environment};*'] }\n`,
    'config/shop.yaml': `keys:\n  a: { values: { '${environment};*': ${value} } }\n`,
  };
}

/** Commits on the branch of an environment, pushes it, and leaves it checked out. */
function commitOn(
  { sandbox }: Team,
  { dir }: Member,
  environment: Environment,
  value: string,
): string {
  const branches = sandbox
    .git(dir, 'for-each-ref', '--format=%(refname:short)', 'refs/heads')
    .split('\n');
  const create = branches.includes(environment) ? [] : ['-b'];
  sandbox.git(
    dir,
    'checkout',
    '--quiet',
    ...create,
    environment,
    ...(create.length > 0 ? ['main'] : []),
  );
  const commit = sandbox.commit(dir, `${environment}: ${value}`, files(environment, value));
  sandbox.git(dir, 'push', '--quiet', 'origin', environment);
  return commit;
}

const causes = ({ plan }: Pick<PlanResult, 'plan'>) =>
  plan.changes
    .filter(isCounted)
    .map(({ action, name, context, cause }) => [action, name, context, cause].join(' '));

/** Each branch has applied once, and Production last. */
async function inTurn(use: (ada: Member, team: Team) => Promise<void>, ...options: string[]) {
  await withTeam(async (team) => {
    const ada = team.member('ada', ...options);
    team.sandbox.commit(ada.dir, 'Begin', { 'README.md': 'Shop\n' });
    team.sandbox.git(ada.dir, 'push', '--quiet', 'origin', 'HEAD:main');
    commitOn(team, ada, 'Staging', '1');
    expect((await ada.applyApproved()).outcome).toBe('verified');
    commitOn(team, ada, 'Production', '1');
    expect((await ada.apply({ allowOlder: true })).outcome).toBe('verified');
    await use(ada, team);
  });
}

test('a change of the files is no conflict with what the other branch applied in between', () =>
  inTurn(async (ada, team) => {
    commitOn(team, ada, 'Staging', '2');
    const planned = await ada.plan({ onDrift: 'keep' });
    expect(causes(planned)).toEqual(['update a Staging;* declared']);
    expect(planned.plan.findings.filter(({ severity }) => severity === 'refusal')).toEqual([]);
    expect((await ada.apply({ onDrift: 'keep', allowOlder: true })).outcome).toBe('verified');
    commitOn(team, ada, 'Production', '3');
    expect(causes(await ada.plan({ base: 'main' }))).toEqual(['update a Production;* declared']);
    expect((await ada.apply({ onDrift: 'fail', allowOlder: true })).outcome).toBe('verified');
  }));

nightly('in a shallow clone too', () =>
  inTurn(async (ada, team) => {
    const commit = commitOn(team, ada, 'Staging', '2');
    const job = team.member('job', '--no-checkout', '--depth=1');
    team.sandbox.git(job.dir, 'fetch', '--quiet', '--depth=1', 'origin', commit);
    team.sandbox.git(job.dir, 'checkout', '--quiet', '--detach', commit);
    expect(causes(await job.plan())).toEqual(['update a Staging;* declared']);
  }),
);

nightly(
  'what others changed on the server is a conflict or drift, and the plan says what else it may be',
  () =>
    inTurn(async (ada, team) => {
      const { server } = team;
      const applied = team.sandbox.git(ada.dir, 'rev-parse', 'Production');
      const data = [{ key: 'a', values: [{ context: 'Staging;*', value: '9' }] }];
      expect(await push(server, { data }, { token: 'default' })).toMatchObject({ status: 200 });
      commitOn(team, ada, 'Staging', '2');
      const { plan } = await ada.plan();
      expect(causes({ plan })).toEqual(['update a Staging;* conflict']);
      expect(plan.notes).toContain(
        `The last applied commit, ${applied.slice(0, 10)}, is not on this branch, so what was changed on the server may be the work of another branch. If each environment has a branch of its own, give each branch its own project file and \`scope\` (docs/targets.md).`,
      );
      commitOn(team, ada, 'Staging', '1');
      expect(causes(await ada.plan())).toEqual(['update a Staging;* drift']);
    }),
);

test('what a branch declared for a later stage and did not apply is unmanaged', async ({
  team,
  ada,
}) => {
  const { sandbox, server } = team;
  const commit = (branch: string, keys: string) => {
    sandbox.git(ada.dir, 'checkout', '--quiet', '-B', branch);
    return sandbox.commit(ada.dir, keys, {
      'confighub.yaml':
        'version: 1\nlevels: [Environment, Application]\nallowNewContexts: [Staging, Production]\nstages: [Staging, Production]\n',
      'config/shop.yaml': `keys:\n  a: { values: { 'Staging;*': ${keys}, 'Production;*': 1 } }\n`,
    });
  };
  const of = (name: string) => ({
    ...ada.options({ allowOlder: true }),
    chosenStage: { name, after: [] },
  });
  const applyStage = async (name: string) =>
    expect(['verified', 'nothing']).toContain((await apply(of(name), ada.runtime())).outcome);
  const first = commit('main', '1');
  await applyStage('Staging');
  await applyStage('Production');
  const second = commit('main', "2, 'Production;b': 5");
  await applyStage('Staging');
  sandbox.git(ada.dir, 'checkout', '--quiet', first);
  commit('topic', '3');
  await applyStage('Staging');
  await applyStage('Production');
  const data = [{ key: 'a', values: [{ context: 'Production;b', value: '5' }] }];
  expect(await push(server, { data }, { token: 'default' })).toMatchObject({ status: 200 });
  sandbox.git(ada.dir, 'checkout', '--quiet', second);
  commit('main', "2, 'Production;b': 6");
  const planned = await planTarget(of('Production'), ada.runtime());
  expect(causes(planned)).toEqual(['update a Production;b unmanaged']);
});
