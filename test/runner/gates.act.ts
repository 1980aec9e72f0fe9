// The workflows that rely on an environment, in a real runner: they apply nothing unless the Git host says that it protects.
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { BAD_GATEWAY } from '../github/server.ts';
import { Running } from '../helpers/run.ts';
import { expectRun, history, WITHOUT_DATABASE } from './shop.ts';
import { GITHUB_TOKEN, LIMITED, onRunner, REVIEWED, type RunnerStage, WORKFLOWS } from './stage.ts';

/** Says it, and does it not: a text that somebody wrote, and the name of an app. */
const BOAST = {
  ...{
    id: 2,
    type: 'wait_timer',
    wait_timer: 30,
    name: '"type":"required_reviewers","reviewers":[{',
  },
  ...{ app: { slug: 'required_reviewers', name: '"custom_branch_policies":true' } },
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
    ...{
      workflow: 'approve-deletions.yml',
      job: 'approve',
      environment: 'configuration-deletions',
    },
    ...{ enough: REVIEWED, wrong: [UNPROTECTED, LIMITED, WITHOUT_REVIEWERS] },
    says: /^::error::.* no required reviewers were found /m,
  },
  {
    ...{ workflow: 'two-tokens-apply.yml', job: 'apply', environment: 'configuration' },
    ...{ enough: LIMITED, wrong: [UNPROTECTED, REVIEWED, PROTECTED] },
    says: /^::error::.* no selected deployment branches were found /m,
  },
];

function protect({ gitHost }: RunnerStage, environment: string, rules: object | undefined): void {
  gitHost.gitHost.environments.clear();
  if (rules) gitHost.gitHost.environments.set(environment, { id: 1, name: environment, ...rules });
}

/** The first step of the job alone, in the shell of a runner: act loses the output of a step that ends at once. */
function checking({ gitHost }: RunnerStage, { workflow, job }: Pick<Gate, 'workflow' | 'job'>) {
  const [{ run }] = parse(WORKFLOWS.get(workflow) ?? '').jobs[job].steps;
  const env = { GITHUB_API_URL: gitHost.url, GITHUB_REPOSITORY: 'acme/shop', TOKEN: GITHUB_TOKEN };
  return new Running('bash', ['-e', '-c', run], {
    cwd: '/',
    env: { ...env, PATH: process.env.PATH },
  }).ended;
}

describe.each(GATES)('$workflow', ({ workflow, job, environment, enough, wrong, says }) => {
  const onMain = (
    use: (stage: RunnerStage, run: () => ReturnType<RunnerStage['run']>) => Promise<void>,
  ) =>
    onRunner(async (stage) => {
      const secret = workflow.startsWith('two-tokens') ? { secret: 'CONFIGHUB_WRITE_TOKEN' } : {};
      const run = () => stage.run('push', { workflow, ...secret });
      stage.git('switch', '--quiet', 'main');
      protect(stage, environment, enough);
      const first = await run();
      expectRun(first, 'success', { result: 'applied' });
      stage.commit(WITHOUT_DATABASE);
      await use(stage, run);
    });

  test.each([0, 2])(
    'applies where the environment protects, with JSON that has %i spaces',
    async (indent) => {
      await onMain(async (stage, run) => {
        stage.gitHost.gitHost.indent = indent;
        const ran = await run();
        expectRun(ran, 'success', { result: 'applied', 'to-delete': '2' });
        expect(history(stage)).toBe(2);
      });
    },
  );

  test('applies nothing where it does not protect, does not exist, or nobody knows', async () => {
    await onMain(async (stage, run) => {
      const { gitHost } = stage;
      const on = new RegExp(`^GET /repos/acme/shop/environments/${environment}$`);
      const boast = { status: 404, data: enough };
      const cases: [string, () => void][] = [
        ...wrong.map((rules, index): [string, () => void] => [
          `protected otherwise (${index})`,
          () => protect(stage, environment, rules),
        ]),
        ['missing, as on Gitea', () => protect(stage, environment, undefined)],
        [
          'an error that has the words',
          () => gitHost.faults.push({ on, when: 'before', answer: boast }),
        ],
        [
          'a Git host that is down',
          () => gitHost.faults.push({ on, when: 'before', answer: BAD_GATEWAY }),
        ],
        [
          'a Git host that does not answer',
          () => gitHost.faults.push({ on, when: 'before', answer: 'cut' }),
        ],
      ];
      for (const [name, arrange] of cases) {
        protect(stage, environment, enough);
        arrange();
        const ran = await run();
        expect(ran, `${name}\n${ran.log}`).toMatchObject({ status: 1, jobs: { [job]: 'failure' } });
        expect(history(stage), name).toBe(1);
        arrange();
        const { status, output } = await checking(stage, { workflow, job });
        expect({ name, status, output }).toMatchObject({
          status: 1,
          output: expect.stringMatching(says),
        });
      }
    });
  });
});
