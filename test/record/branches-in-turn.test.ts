// Two branches, one for each environment, apply the same project file in turn.
import { expect } from 'vitest';
import { planTarget } from '../../src/commands/plan.ts';
import { isCounted } from '../../src/model/plan.ts';
import type { PlanResult } from '../../src/core/plan-facts.ts';
import { apply } from '../helpers/apply.ts';
import type { Member, Team } from '../helpers/team.ts';
import { test, nightly } from '../helpers/test.ts';
import { othersPush, PROJECT, severities, shop } from './records.ts';

const CONTEXTS = `${PROJECT}allowNewContexts: [Staging, Production]\n`;

/** Commits on the branch of an environment, which declares that one alone; pushes it, and leaves it checked out. */
function commitOn(
  { sandbox }: Team,
  { dir }: Member,
  environment: 'Staging' | 'Production',
  value: string,
): string {
  const isNew = sandbox.headOf(dir, environment) === undefined;
  const checkout = isNew ? ['-b', environment, 'main'] : [environment];
  sandbox.git(dir, 'checkout', '--quiet', ...checkout);
  const files = shop(
    `keys:\n  a: { values: { '${environment};*': ${value} } }\n`,
    `${CONTEXTS}scope: { contexts: ['${environment};*'] }\n`,
  );
  const commit = sandbox.commit(dir, `${environment}: ${value}`, files);
  sandbox.git(dir, 'push', '--quiet', 'origin', environment);
  return commit;
}

const causes = ({ plan }: Pick<PlanResult, 'plan'>) =>
  plan.changes
    .filter(isCounted)
    .map(({ action, name, context, cause }) => [action, name, context, cause].join(' '));

/** Each branch has applied once, and Production last. */
async function applyInTurn(team: Team, ada: Member): Promise<void> {
  team.sandbox.commit(ada.dir, 'Begin', { 'README.md': 'Shop\n' });
  team.sandbox.git(ada.dir, 'push', '--quiet', 'origin', 'HEAD:main');
  commitOn(team, ada, 'Staging', '1');
  expect((await ada.applyApproved()).outcome).toBe('verified');
  commitOn(team, ada, 'Production', '1');
  expect((await ada.apply({ allowOlder: true })).outcome).toBe('verified');
}

const othersSetA = (team: Team, context: string, value: string) =>
  othersPush(team, { key: 'a', values: [{ context, value }] });

test('a change is no conflict with what the other branch applied', async ({ team, ada }) => {
  await applyInTurn(team, ada);
  commitOn(team, ada, 'Staging', '2');
  const planned = await ada.plan({ onDrift: 'keep' });
  expect(causes(planned)).toEqual(['update a Staging;* declared']);
  expect(severities(planned)?.join()).not.toContain('refusal');
  expect((await ada.apply({ onDrift: 'keep', allowOlder: true })).outcome).toBe('verified');
  commitOn(team, ada, 'Production', '3');
  expect(causes(await ada.plan({ base: 'main' }))).toEqual(['update a Production;* declared']);
  expect((await ada.apply({ onDrift: 'fail', allowOlder: true })).outcome).toBe('verified');
});

nightly('in a shallow clone too', async ({ team, ada }) => {
  await applyInTurn(team, ada);
  const commit = commitOn(team, ada, 'Staging', '2');
  const job = team.member('job', '--no-checkout', '--depth=1');
  team.sandbox.git(job.dir, 'fetch', '--quiet', '--depth=1', 'origin', commit);
  team.sandbox.git(job.dir, 'checkout', '--quiet', '--detach', commit);
  expect(causes(await job.plan())).toEqual(['update a Staging;* declared']);
});

nightly('what others changed may be the work of another branch', async ({ team, ada }) => {
  await applyInTurn(team, ada);
  const applied = team.sandbox.headOf(ada.dir, 'Production');
  await othersSetA(team, 'Staging;*', '9');
  commitOn(team, ada, 'Staging', '2');
  const planned = await ada.plan();
  expect(causes(planned)).toEqual(['update a Staging;* conflict']);
  expect(planned.plan.notes).toContain(
    `The last applied commit, ${applied?.slice(0, 10)}, is not on this branch, so what was changed on the server may be the work of another branch. If each environment has a branch of its own, give each branch its own project file and \`scope\` (docs/targets.md).`,
  );
  commitOn(team, ada, 'Staging', '1');
  expect(causes(await ada.plan())).toEqual(['update a Staging;* drift']);
});

test('what a branch declared and did not apply is unmanaged', async ({ team, ada }) => {
  const { sandbox } = team;
  const commit = (branch: string, values: string) => {
    sandbox.git(ada.dir, 'checkout', '--quiet', '-B', branch);
    const document = `keys:\n  a: { values: { 'Staging;*': ${values}, 'Production;*': 1 } }\n`;
    const files = shop(document, `${CONTEXTS}stages: [Staging, Production]\n`);
    return sandbox.commit(ada.dir, values, files);
  };
  const of = (name: string) => ({
    ...ada.options({ allowOlder: true }),
    chosenStage: { name, after: [] },
  });
  const applyStages = async (...names: string[]) => {
    for (const name of names)
      expect(['verified', 'nothing']).toContain((await apply(of(name), ada.runtime())).outcome);
  };
  const first = commit('main', '1');
  await applyStages('Staging', 'Production');
  const second = commit('main', "2, 'Production;b': 5");
  await applyStages('Staging');
  sandbox.git(ada.dir, 'checkout', '--quiet', first);
  commit('topic', '3');
  await applyStages('Staging', 'Production');
  await othersSetA(team, 'Production;b', '5');
  sandbox.git(ada.dir, 'checkout', '--quiet', second);
  commit('main', "2, 'Production;b': 6");
  const planned = await planTarget(of('Production'), ada.runtime());
  expect(causes(planned)).toEqual(['update a Production;b unmanaged']);
});
