// A stage needs only its own variables and its own token: the job of Staging does not have those of Production.
import { expect } from 'vitest';
import { apply } from '../../src/commands/apply.ts';
import { planTarget, type StageReads } from '../../src/commands/plan.ts';
import type { TargetRow } from '../../src/core/target-rows.ts';
import type { GivenOptions } from '../../src/options.ts';
import { chosenTargets, withStages } from '../../src/project/chosen-targets.ts';
import { TOKEN } from '../helpers/process.ts';
import { type Member, withTeam } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';

const project = (more = '') =>
  `version: 1\nlevels: [Environment, Application]\nstages: [Staging, Production]\n${more}`;
const files = (more = '') => ({
  'confighub.yaml': project(more),
  'config/shop.yaml': `keys:
  db.password:
    values:
      "Staging;*": { env: STAGING_PASSWORD }
      "Production;*": { env: PRODUCTION_PASSWORD }
`,
});

type Variables = Record<string, string>;

/** The stages that a command of Ada is about. */
function stagesFor(ada: Member, given: GivenOptions = {}, env: Variables = {}, isApply = false) {
  const runtime = ada.runtime({ env: { ...ada.runtime().env, ...env } });
  const targets = withStages(chosenTargets(ada.options(given), runtime), runtime, { isApply });
  return { targets, runtime };
}

/** @param stage absent: all */
function applied(ada: Member, stage?: string, env: Variables = {}, more: GivenOptions = {}) {
  const given = { ...more, ...(stage !== undefined && { stage }) };
  const { targets, runtime } = stagesFor(ada, given, env, true);
  return apply(targets, runtime, { report: () => undefined });
}

const outcomes = (rows: readonly TargetRow[]) => rows.map(({ name, outcome }) => [name, outcome]);

test('applies each stage with the variables and the token of that stage', async ({ ada }) => {
  ada.commit(files());
  const planning = stagesFor(ada);
  const plans = [];
  for (const target of planning.targets) plans.push(await planTarget(target, planning.runtime));
  expect(plans.map(({ name, plan }) => [name, plan.unset])).toEqual([
    ['Staging', ['STAGING_PASSWORD']],
    ['Production', ['PRODUCTION_PASSWORD']],
  ]);
  expect(plans[1]?.plan.notes).toContain(
    'Without PRODUCTION_PASSWORD, not everything is compared. An apply of this stage may make a different plan, which an approval of this one does not cover.',
  );
  const staging = { STAGING_PASSWORD: 's3cret-of-staging' };
  const own = { ...staging, CONFIGHUB_TOKEN_STAGING: TOKEN };
  const wrong = { token: 'of-another-repository' };
  expect(outcomes(await applied(ada, 'staging', own, wrong))).toEqual([['Staging', 'verified']]);
  // Only the variable of this stage is missing.
  const [missing] = await applied(ada, 'Production', staging);
  expect(missing?.error?.diagnostics).toMatchObject([
    { code: 'env-missing', severity: 'error', place: { line: 5 } },
  ]);
  const production = { PRODUCTION_PASSWORD: 's3cret-of-production' };
  expect(outcomes(await applied(ada, 'Production', production))).toEqual([
    ['Production', 'verified'],
  ]);
  expect(outcomes(await applied(ada, undefined, { ...staging, ...production }))).toEqual([
    ['Staging', 'nothing'],
    ['Production', 'nothing'],
  ]);
  const { 'config/shop.yaml': document } = files();
  ada.commit({ 'config/shop.yaml': document.replace('{ env: STAGING_PASSWORD }', 'in-clear') });
  const [early] = await applied(ada, 'Production', production);
  expect(early?.plan?.findings.map(({ code }) => code)).toContain('stage-order');
});

test('applies by itself each stage of a project file that says so', ({ ada }) => {
  ada.commit(files('applyStages: separately\n'));
  expect(() => stagesFor(ada, {}, {}, true)).toThrow('an apply is of one stage');
  expect(() => stagesFor(ada, { stage: 'Stagin' }, {}, true)).toThrow('No stage is named `Stagin`');
  expect(stagesFor(ada).targets.map(({ chosenStage }) => chosenStage)).toEqual([
    { name: 'Staging', after: [] },
    { name: 'Production', after: ['Staging'] },
  ]);
});

test('names the commits that waited for a stage, if they change the project', async ({ ada }) => {
  const commit = (value: number) =>
    ada.commit({
      'confighub.yaml': project(),
      'config/shop.yaml': `keys:\n  a: { values: { "Staging;*": 1, "Production;*": ${value} } }\n`,
    });
  commit(1);
  await applied(ada);
  const waited = commit(2);
  commit(3);
  const { targets, runtime } = stagesFor(ada, { stage: 'Production' });
  const plans = await Promise.all(targets.map((target) => planTarget(target, runtime)));
  expect(plans.map(({ plan }) => plan.notes)).toEqual([
    [
      `Since the last apply of this stage, 1 earlier commit changed the project: \`${waited.slice(0, 10)}\`. What it changed for this stage is applied, too.`,
    ],
  ]);
});

test.for(['all', 'token'])(
  'reads the server once for all stages with the same token, with `reads: %s`',
  async (reads) => {
    const asked: string[] = [];
    const onRequest = ({ path }: { path: string }) => void asked.push(path.split('/')[2] ?? '');
    await withTeam(
      async (team) => {
        const ada = team.member('ada');
        ada.commit(files());
        const askedBy = async (given: GivenOptions = {}, env: Variables = {}) => {
          const { targets, runtime } = stagesFor(ada, { reads, ...given }, env);
          const shared: StageReads = new Map();
          const plan = (target: (typeof targets)[number]) =>
            planTarget(target, runtime, { reads: shared });
          await Promise.all(targets.map(plan));
          return asked.splice(0).toSorted();
        };
        const alone = await askedBy({ stage: 'Production' });
        expect(await askedBy()).toEqual(alone);
        const forced = { CONFIGHUB_TOKEN_STAGING: `${TOKEN}-force` };
        expect(await askedBy({}, forced)).toEqual([...alone, ...alone].toSorted());
      },
      { onRequest },
    );
  },
);

test.for(['old', 'new'])(
  'leaves a deletion that would uncover a variable to the stage that has it, where it is now %s',
  async (text, { team, ada }) => {
    const titles = (more = '') => ({
      'confighub.yaml': project(),
      'config/shop.yaml': `keys:\n  title: { values: { "*;*": { env: TITLE }${more} } }\n  b: { values: { "Production;*": 1 } }\n`,
    });
    const rows = async () => (await team.rows()).filter((row) => row.startsWith('title '));
    ada.commit(titles(', "Staging;*": own'));
    await applied(ada, undefined, { TITLE: 'old' });
    expect(await rows()).toEqual(['title *;*: old', 'title Staging;*: own']);
    ada.commit(titles());
    const [staging] = await applied(ada, 'Staging');
    expect(await rows()).toEqual(['title *;*: old', 'title Staging;*: own']);
    expect(staging?.plan?.notes.join()).toContain(
      '1 deletion of this stage waits for `Production`',
    );
    const production = await applied(ada, 'Production', { TITLE: text });
    expect(outcomes(production)).toEqual([['Production', 'verified']]);
    expect(await rows()).toEqual([`title *;*: ${text}`]);
  },
);
