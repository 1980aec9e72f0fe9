// The action in the environment of a runner, for an event of the project's repository.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOKEN } from './projects.js';

const NOT_A_COMMIT = '0'.repeat(40);

/** A dispatched plan, unless `event` and `payload` say otherwise. */
export function actionCase(
  made,
  { dist, until, event = 'workflow_dispatch', payload = {}, env = {} },
) {
  const { project } = made;
  const runner = join(project.folder, '..', 'runner');
  mkdirSync(runner, { recursive: true });
  const file = (name, content = '') => {
    writeFileSync(join(runner, name), content);
    return join(runner, name);
  };
  const { CONFIGHUB_TOKEN: _, ...own } = project.env;
  const repository = { default_branch: 'main', full_name: 'acme/shop' };
  const given = {
    ...own,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    INPUT_TOKEN: TOKEN,
    INPUT_COMMAND: 'plan',
    GITHUB_EVENT_NAME: event,
    GITHUB_EVENT_PATH: file('event.json', JSON.stringify({ repository, ...payload })),
    GITHUB_REF: 'refs/heads/main',
    GITHUB_SHA: NOT_A_COMMIT,
    GITHUB_WORKFLOW: 'Configuration',
    GITHUB_WORKSPACE: project.folder,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ID: '42',
    GITHUB_OUTPUT: file('output'),
    GITHUB_STEP_SUMMARY: file('summary.md'),
    RUNNER_TEMP: runner,
    ...env,
  };
  const one = made.caseOf({ args: [join(dist, 'action/index.js')] });
  return { ...one, env: given, ...(until && { until }) };
}
