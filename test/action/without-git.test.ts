// A workflow whose workspace has no `.git`: nothing runs without a record in silence.
import { describe, expect } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';
import { runStep, type StepOptions } from '../helpers/workflow.ts';
import { test } from '../helpers/test.ts';
import { having, outcome } from './stage.ts';

const KEPT = { ...SMALL, 'confighub.yaml': 'onDrift: keep\n' };
const OFF = having('record: false');
const CANNOT =
  'no-git: confighub.yaml is not in a Git repository, so this workflow cannot record or lock its apply runs, prune, or detect drift.\n  Install Git 2.31 or newer before the checkout: without Git, actions/checkout downloads only the files.';
const ALLOW =
  ' To work without a record on purpose, set `record: false` in the project file and, for the action, the input `url` in the workflow.';
const NOT_CONFIRMED =
  ' `record: false` is ignored here: without Git, it counts only in a run for the trusted branch itself, such as a push to it.';

const repo = { full_name: 'acme/shop-config' };
function pullRequest(from: string): StepOptions {
  const head = { sha: '2'.repeat(40), ref: 'x', repo: { full_name: from } };
  const base = { sha: '1'.repeat(40), ref: 'main', repo };
  const repository = { default_branch: 'main', ...repo };
  const payload = { pull_request: { number: 7, head, base }, repository };
  return { event: 'pull_request', ref: 'refs/pull/7/merge', payload };
}
const OWN = pullRequest(repo.full_name);
const FORK = { ...pullRequest('eve/shop-config'), env: { INPUT_TOKEN: '' } };
const QUEUE = { event: 'merge_group', ref: 'refs/heads/gh-readonly-queue/main/pr-7' };
const MANUAL = { event: 'workflow_dispatch' };
const TOPIC = { ref: 'refs/heads/topic' };
const OF_RUN = { event: 'workflow_run', with: { command: 'apply' } };

describe.concurrent('in a workflow without .git', () => {
  test.for<[string, StepOptions, files: typeof SMALL, way: string]>([
    ['an apply', {}, KEPT, ALLOW],
    ['an apply that was started manually', MANUAL, KEPT, ALLOW],
    ['a plan', { with: { command: 'plan' } }, KEPT, ALLOW],
    ['drift', { event: 'schedule' }, KEPT, ALLOW],
    ['a push to another branch', TOPIC, KEPT, ''],
    ['a pull request', OWN, KEPT, ''],
    ['a pull request of a fork, planned without the server', FORK, KEPT, ''],
    ['a merge queue', QUEUE, KEPT, ''],
    ['a pull request, whose `record: false` does not count', OWN, OFF, NOT_CONFIRMED],
    ['the same of a fork', FORK, OFF, NOT_CONFIRMED],
    ['the same of a merge queue', QUEUE, OFF, NOT_CONFIRMED],
    ['the same of a push to another branch', TOPIC, OFF, NOT_CONFIRMED],
    [
      'the same of a comment, whatever is checked out',
      { event: 'issue_comment' },
      OFF,
      NOT_CONFIRMED,
    ],
    ['the same of the run of another workflow', OF_RUN, OFF, NOT_CONFIRMED],
  ])('%s is an error that says what to install', ([, step, files, way]) =>
    withShop(files, async ({ desk, requests }) => {
      const failed = await runStep(desk, { ...step, isWithoutGit: true });
      expect(outcome(failed)).toBe('1 failed no-git');
      expect(failed.log.annotations).toContainEqual({ kind: 'error', text: CANNOT + way });
      expect(requests).toEqual([]);
    }),
  );

  test.for<[string, StepOptions, string]>([
    ['a push to the trusted branch', {}, 'applied'],
    ['a plan of it', { with: { 'dry-run': 'true' } }, 'planned'],
    ['an apply that was started manually', MANUAL, 'applied'],
  ])('`record: false` allows %s', ([, step, result]) =>
    withShop(OFF, async ({ desk, server }) => {
      const ended = await runStep(desk, { ...step, isWithoutGit: true });
      expect(outcome(ended)).toBe(`0 ${result}`);
      const shown = ended.log.shown.join('\n');
      expect(shown).toContain('`record: false`: apply runs are not recorded');
      expect(shown).not.toContain('This branch sets');
      expect(server.history('acme', 'shop')).toHaveLength(result === 'applied' ? 1 : 0);
    }),
  );

  test('an empty workspace has no project file, which is said instead; validate needs no record', () =>
    withShop({}, async ({ desk }) => {
      const { log } = await runStep(desk, { isWithoutGit: true });
      expect(log.annotations[0]?.text).toContain('File not found: confighub.yaml');
      desk.write(SMALL);
      const valid = await runStep(desk, { isWithoutGit: true, with: { command: 'validate' } });
      expect(valid.outputs.result).toBe('valid');
    }));

  test.for([['plan'], ['apply', '--yes'], ['drift'], ['plan', '--offline', '--base', 'HEAD']])(
    'the command line says the same, and trusts its checkout: %j',
    async (args, { shop: { desk, requests } }) => {
      const env = { CI: 'true' };
      const { status, stderr } = await desk.cli(args, { env });
      expect({ status, stderr }).toEqual({ status: 1, stderr: `error ${CANNOT}${ALLOW}\n` });
      expect(requests).toEqual([]);
      desk.write(OFF);
      if (args[0] === 'apply') expect(await desk.cli(args, { env })).toMatchObject({ status: 0 });
    },
  );
});
