// A workflow whose workspace has no `.git`: nothing runs without a record in silence.
import { describe, expect } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';
import { runStep, type StepOptions } from '../helpers/workflow.ts';
import { test } from '../helpers/test.ts';

const OFF = { ...SMALL, 'confighub.yaml': `${SMALL['confighub.yaml']}record: false\n` };
const INSTALL =
  'Install Git 2.31 or newer before the checkout: without Git, actions/checkout downloads only the files.';
const CANNOT =
  'confighub.yaml is not in a Git repository, so this workflow cannot record or lock its apply runs, prune, or detect drift.';
const ALLOW =
  ' To work without a record on purpose, set `record: false` in the project file and, for the action, the input `url` in the workflow.';
const NOT_CONFIRMED =
  ' `record: false` is ignored here: without Git, it counts only in a run for the trusted branch itself, such as a push to it.';

const base = { sha: '1'.repeat(40), ref: 'main', repo: { full_name: 'acme/shop-config' } };
const pullRequest = (from: string): StepOptions => ({
  event: 'pull_request',
  ref: 'refs/pull/7/merge',
  payload: {
    pull_request: {
      number: 7,
      head: { sha: '2'.repeat(40), ref: 'x', repo: { full_name: from } },
      base,
    },
    repository: { default_branch: 'main', full_name: 'acme/shop-config' },
  },
});
const OWN = pullRequest('acme/shop-config');
const FORK = { ...pullRequest('eve/shop-config'), env: { INPUT_TOKEN: '' } };
const queue = { event: 'merge_group', ref: 'refs/heads/gh-readonly-queue/main/pr-7' };

describe.concurrent('in a workflow without .git', () => {
  test.for<[string, StepOptions, string]>([
    ['an apply', {}, ALLOW],
    ['an apply that was started manually', { event: 'workflow_dispatch' }, ALLOW],
    ['a plan', { with: { command: 'plan' } }, ALLOW],
    ['drift', { event: 'schedule' }, ALLOW],
    ['a push to another branch', { ref: 'refs/heads/topic' }, ''],
    ['a pull request', OWN, ''],
    ['a pull request of a fork, planned without the server', FORK, ''],
    ['a merge queue', queue, ''],
  ])('%s is an error that says what to install', async ([, step, way]) => {
    await withShop(
      { ...SMALL, 'confighub.yaml': 'onDrift: keep\n' },
      async ({ desk, requests }) => {
        const { status, outputs, log } = await runStep(desk, { ...step, isWithoutGit: true });
        expect({ status, code: outputs['error-code'] }).toEqual({ status: 1, code: 'no-git' });
        expect(log.annotations).toContainEqual({
          kind: 'error',
          text: `no-git: ${CANNOT}\n  ${INSTALL}${way}`,
        });
        expect(requests).toEqual([]);
      },
    );
  });

  test.for<[string, StepOptions, string]>([
    ['a push to the trusted branch', {}, 'applied'],
    ['a plan of it', { with: { 'dry-run': 'true' } }, 'planned'],
    ['an apply that was started manually', { event: 'workflow_dispatch' }, 'applied'],
  ])('`record: false` allows %s', async ([, step, result]) => {
    await withShop(OFF, async ({ desk, server }) => {
      const { status, outputs, log } = await runStep(desk, { ...step, isWithoutGit: true });
      expect({ status, result: outputs.result }).toEqual({ status: 0, result });
      expect(log.shown.join('\n')).toContain('`record: false`: apply runs are not recorded');
      expect(log.shown.join('\n')).not.toContain('This branch sets');
      expect(server.history('acme', 'shop')).toHaveLength(result === 'applied' ? 1 : 0);
    });
  });

  test.for<[string, StepOptions]>([
    ['a pull request', OWN],
    ['a pull request of a fork', FORK],
    ['a merge queue', queue],
    ['a push to another branch', { ref: 'refs/heads/topic' }],
    [
      'a comment, whose ref is the default branch whatever is checked out',
      { event: 'issue_comment' },
    ],
    ['the run of another workflow', { event: 'workflow_run', with: { command: 'apply' } }],
  ])('`record: false` does not count for %s', async ([, step]) => {
    await withShop(OFF, async ({ desk, requests }) => {
      const { outputs, log } = await runStep(desk, { ...step, isWithoutGit: true });
      expect(outputs['error-code']).toBe('no-git');
      expect(log.annotations).toContainEqual({
        kind: 'error',
        text: `no-git: ${CANNOT}\n  ${INSTALL}${NOT_CONFIRMED}`,
      });
      expect(requests).toEqual([]);
    });
  });

  test('an empty workspace has no project file, which is said instead; validate needs no record', async () => {
    await withShop({}, async ({ desk }) => {
      const { log } = await runStep(desk, { isWithoutGit: true });
      expect(log.annotations[0]?.text).toContain('File not found: confighub.yaml');
      desk.write(SMALL);
      const valid = await runStep(desk, { isWithoutGit: true, with: { command: 'validate' } });
      expect(valid.outputs.result).toBe('valid');
    });
  });

  test('the command line says the same, and trusts its checkout', async ({
    shop: { desk, requests },
  }) => {
    for (const args of [
      ['plan'],
      ['apply', '--yes'],
      ['drift'],
      ['plan', '--offline', '--base', 'HEAD'],
    ]) {
      const { status, stderr } = await desk.cli(args, { env: { CI: 'true' } });
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: `error no-git: ${CANNOT}\n  ${INSTALL}${ALLOW}\n`,
      });
    }
    expect(requests).toEqual([]);
    desk.write(OFF);
    expect(await desk.cli(['apply'], { env: { CI: 'true' } })).toMatchObject({ status: 0 });
  });
});
