// The workflows that rely on an environment, in a real runner: they apply nothing unless the Git host says that it protects.
import { describe, expect } from 'vitest';
import { parse } from 'yaml';
import { BAD_GATEWAY } from '../github/server.ts';
import { WITHOUT_DATABASE } from '../action/stage.ts';
import { Running } from '../helpers/run.ts';
import { expectRun, history } from './shop.ts';
import { GITHUB_TOKEN, LIMITED, REVIEWED, type RunnerStage, test, WORKFLOWS } from './stage.ts';

/** Says it, and does it not: a text that somebody wrote, and the name of an app. */
const BOAST = {
  ...{
    id: 2,
    type: 'wait_timer',
    wait_timer: 30,
    name: '"type":"required_reviewers","reviewers":[{',
  },
  app: { slug: 'required_reviewers', name: '"custom_branch_policies":true' },
};
const UNPROTECTED = { protection_rules: [BOAST], deployment_branch_policy: null };
const WITHOUT_REVIEWERS = {
  ...REVIEWED,
  protection_rules: [{ id: 1, type: 'required_reviewers', reviewers: [] }],
};
/** If no branch is protected, all may use it. */
const PROTECTED = {
  ...LIMITED,
  deployment_branch_policy: { protected_branches: true, custom_branch_policies: false },
};

interface Gate {
  workflow: string;
  /** The job with the environment. */
  job: string;
  environment: string;
  /** What protects it, and what does not. */
  enough: object;
  wrong: object[];
  says: RegExp;
}

const GATES: readonly Gate[] = [
  {
    workflow: 'approve-deletions.yml',
    job: 'approve',
    environment: 'configuration-deletions',
    enough: REVIEWED,
    wrong: [UNPROTECTED, LIMITED, WITHOUT_REVIEWERS],
    says: /^::error::.* no required reviewers were found /m,
  },
  {
    workflow: 'two-tokens-apply.yml',
    job: 'apply',
    environment: 'configuration',
    enough: LIMITED,
    wrong: [UNPROTECTED, REVIEWED, PROTECTED],
    says: /^::error::.* no selected deployment branches were found /m,
  },
];

/** The first step of the job alone, in the shell of a runner: act loses the output of a step that ends at once. */
function checking({ gitHost }: RunnerStage, { workflow, job }: Pick<Gate, 'workflow' | 'job'>) {
  const [{ run }] = parse(WORKFLOWS.get(workflow) ?? '').jobs[job].steps;
  const env = { GITHUB_API_URL: gitHost.url, GITHUB_REPOSITORY: 'acme/shop', TOKEN: GITHUB_TOKEN };
  const shell = { cwd: '/', env: { ...env, PATH: process.env.PATH } };
  return new Running('bash', ['-e', '-c', run], shell).ended;
}

describe.each(GATES)('$workflow', ({ workflow, job, environment, enough, wrong, says }) => {
  const secret = workflow.startsWith('two-tokens') ? { secret: 'CONFIGHUB_WRITE_TOKEN' } : {};
  const run = (stage: RunnerStage) => stage.run('push', { workflow, ...secret });
  /** The first apply is done; the next one deletes. */
  const open = async (stage: RunnerStage) => {
    stage.git('switch', '--quiet', 'main');
    stage.protect(environment, enough);
    expectRun(await run(stage), 'success', { result: 'applied' });
    stage.commit(WITHOUT_DATABASE);
  };

  test.for([0, 2])(
    'applies where the environment protects, with JSON that has %i spaces',
    async (indent, { stage }) => {
      await open(stage);
      stage.gitHost.gitHost.indent = indent;
      expectRun(await run(stage), 'success', { result: 'applied', 'to-delete': '2' });
      expect(history(stage)).toBe(2);
    },
  );

  test('applies nothing where it does not protect, does not exist, or nobody knows', async ({
    stage,
  }) => {
    await open(stage);
    const { gitHost } = stage;
    const on = new RegExp(`^GET /repos/acme/shop/environments/${environment}$`);
    const cases: [string, () => void][] = [
      ...wrong.map((rules, index): [string, () => void] => [
        `protected otherwise (${index})`,
        () => stage.protect(environment, rules),
      ]),
      ['missing, as on Gitea', () => stage.protect(environment, undefined)],
      ['an error that has the words', () => gitHost.fail(on, { status: 404, data: enough })],
      ['a Git host that is down', () => gitHost.fail(on, BAD_GATEWAY)],
      ['a Git host that does not answer', () => gitHost.fail(on, 'cut')],
    ];
    for (const [name, arrange] of cases) {
      stage.protect(environment, enough);
      arrange();
      const ran = await run(stage);
      expect(ran, `${name}\n${ran.log}`).toMatchObject({ status: 1, jobs: { [job]: 'failure' } });
      expect(history(stage), name).toBe(1);
      arrange();
      const { status, output } = await checking(stage, { workflow, job });
      const refused = { status: 1, output: expect.stringMatching(says) };
      expect({ status, output }, name).toMatchObject(refused);
    }
  });
});
