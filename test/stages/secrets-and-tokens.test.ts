// A stage needs only its own variables and its own token: the job of Staging does not have those of Production.
import { expect, it } from 'vitest';
import { apply } from '../../src/commands/apply.ts';
import { planTarget, type StageReads } from '../../src/commands/plan.ts';
import type { TargetRow } from '../../src/core/target-rows.ts';
import type { GivenOptions } from '../../src/options.ts';
import { chosenTargets, withStages } from '../../src/project/chosen-targets.ts';
import { TOKEN } from '../helpers/process.ts';
import { exported } from '../helpers/server.ts';
import { type Member, withTeam } from '../helpers/team.ts';

const files = (more = '') => ({
  'confighub.yaml': `version: 1\nlevels: [Environment, Application]\nstages: [Staging, Production]\n${more}`,
  'config/shop.yaml': `keys:
  db.password:
    values:
      "Staging;*": { env: STAGING_PASSWORD }
      "Production;*": { env: PRODUCTION_PASSWORD }
`,
});

function stagesFor(ada: Member, given: GivenOptions, env: Record<string, string>, isApply = true) {
  const runtime = ada.runtime({ env: { ...ada.runtime().env, ...env } });
  return {
    targets: withStages(chosenTargets(ada.options(given), runtime), runtime, { isApply }),
    runtime,
  };
}

async function applied(
  ada: Member,
  given: GivenOptions,
  env: Record<string, string>,
): Promise<TargetRow[]> {
  const { targets, runtime } = stagesFor(ada, given, env);
  return apply(targets, runtime, { report: () => undefined });
}

const outcomes = (rows: readonly TargetRow[]) =>
  rows.map(({ name, outcome, error }) => [name, outcome, error?.code]);

it('applies each stage with the variables and the token of that stage', async () => {
  await withTeam(async (team) => {
    const ada = team.member('ada');
    ada.commit(files());
    const planning = stagesFor(ada, {}, {}, false);
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
    const wrong = { token: 'of-another-repository' };
    expect(
      outcomes(
        await applied(
          ada,
          { ...wrong, stage: 'staging' },
          { ...staging, CONFIGHUB_TOKEN_STAGING: TOKEN },
        ),
      ),
    ).toEqual([['Staging', 'verified', undefined]]);
    // Only the variable of this stage is missing.
    const [missing] = await applied(ada, { stage: 'Production' }, staging);
    expect(missing?.error?.diagnostics).toMatchObject([
      { code: 'env-missing', severity: 'error', place: { line: 5 } },
    ]);
    const production = { PRODUCTION_PASSWORD: 's3cret-of-production' };
    expect(outcomes(await applied(ada, { stage: 'Production' }, production))).toEqual([
      ['Production', 'verified', undefined],
    ]);
    const all = await applied(ada, {}, { ...staging, ...production });
    expect(outcomes(all)).toEqual([
      ['Staging', 'nothing', undefined],
      ['Production', 'nothing', undefined],
    ]);
    const { 'config/shop.yaml': document } = files();
    ada.commit({ 'config/shop.yaml': document.replace('{ env: STAGING_PASSWORD }', 'in-clear') });
    const [early] = await applied(ada, { stage: 'Production' }, production);
    expect(early?.plan?.findings.map(({ code }) => code)).toContain('stage-order');
  });
});

it('applies by itself each stage of a project file that says so', async () => {
  await withTeam(async (team) => {
    const ada = team.member('ada');
    ada.commit(files('applyStages: separately\n'));
    expect(() => stagesFor(ada, {}, {})).toThrow('an apply is of one stage');
    expect(() => stagesFor(ada, { stage: 'Stagin' }, {})).toThrow('No stage is named `Stagin`');
    expect(stagesFor(ada, {}, {}, false).targets.map(({ chosenStage }) => chosenStage)).toEqual([
      { name: 'Staging', after: [] },
      { name: 'Production', after: ['Staging'] },
    ]);
  });
});

it('names the commits of Git that waited for a stage, as far as they change the project', async () => {
  await withTeam(async (team) => {
    const ada = team.member('ada');
    const shop = (value: number) => ({
      'confighub.yaml': files()['confighub.yaml'],
      'config/shop.yaml': `keys:\n  a: { values: { "Staging;*": 1, "Production;*": ${value} } }\n`,
    });
    ada.commit(shop(1));
    await applied(ada, {}, {});
    const waited = ada.commit(shop(2));
    ada.commit(shop(3));
    const { targets, runtime } = stagesFor(ada, { stage: 'Production' }, {}, false);
    const [target] = targets;
    const planned = target && (await planTarget(target, runtime));
    expect(planned?.plan.notes).toEqual([
      `Since the last apply of this stage, 1 earlier commit changed the project: \`${waited.slice(0, 10)}\`. What it changed for this stage is applied, too.`,
    ]);
  });
});

it.each(['all', 'token'])(
  'reads the server once for all stages with the same token, with `reads: %s`',
  async (reads) => {
    const asked: string[] = [];
    const onRequest = ({ path }: { path: string }) => void asked.push(path.split('/')[2] ?? '');
    await withTeam(
      async (team) => {
        const ada = team.member('ada');
        ada.commit(files());
        const askedBy = async (given: GivenOptions, env: Record<string, string> = {}) => {
          const { targets, runtime } = stagesFor(ada, { reads, ...given }, env, false);
          const shared: StageReads = new Map();
          await Promise.all(
            targets.map((target) => planTarget(target, runtime, { reads: shared })),
          );
          return asked.splice(0).toSorted();
        };
        const alone = await askedBy({ stage: 'Production' });
        expect(await askedBy({})).toEqual(alone);
        const forced = { CONFIGHUB_TOKEN_STAGING: `${TOKEN}-force` };
        expect(await askedBy({}, forced)).toEqual([...alone, ...alone].toSorted());
      },
      { onRequest },
    );
  },
);

it.each(['old', 'new'])(
  'leaves a deletion that would uncover a variable to the stage that has it, where it is now %s',
  async (text) => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      const { 'confighub.yaml': project } = files();
      const titles = (more = '') =>
        `keys:\n  title: { values: { "*;*": { env: TITLE }${more} } }\n  b: { values: { "Production;*": 1 } }\n`;
      const rows = async () => {
        const keys = (await exported(team.server)) as {
          key: string;
          values: { context: string; value: string }[];
        }[];
        const titlesNow = keys.filter(({ key }) => key === 'title');
        return titlesNow.flatMap(({ values }) =>
          values.map((row) => `${row.context} ${row.value}`),
        );
      };
      ada.commit({ 'confighub.yaml': project, 'config/shop.yaml': titles(', "Staging;*": own') });
      await applied(ada, {}, { TITLE: 'old' });
      expect(await rows()).toEqual(['Staging;* own', '*;* old']);
      ada.commit({ 'config/shop.yaml': titles() });
      const [staging] = await applied(ada, { stage: 'Staging' }, {});
      expect(await rows()).toEqual(['Staging;* own', '*;* old']);
      expect(staging?.plan?.notes.join()).toContain(
        '1 deletion of this stage waits for `Production`',
      );
      const production = await applied(ada, { stage: 'Production' }, { TITLE: text });
      expect(outcomes(production)).toEqual([['Production', 'verified', undefined]]);
      expect(await rows()).toEqual([`*;* ${text}`]);
    });
  },
);
