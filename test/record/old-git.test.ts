// A Git that is older than the one that is needed, and none.
import { chmodSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { type Desk, SMALL, withShop } from '../helpers/process.ts';
import { runStep } from '../helpers/workflow.ts';
import { test } from '../helpers/test.ts';

/** A `git` in front of the real one that knows no option younger than 2.31, as Git 2.25 does. */
function withOldGit({ sandbox, env: { PATH } }: Desk): { PATH: string } {
  const script = `#!/bin/sh
for arg; do [ "$arg" = version ] && echo "git version 2.25.1" && exit; done
for arg; do
  shift
  case $arg in --path-format=*) echo "$arg" ;; *) set -- "$@" "$arg" ;; esac
done
PATH='${PATH}' exec git "$@"
`;
  sandbox.write('old/git', script);
  chmodSync(sandbox.path('old/git'), 0o755);
  return { PATH: `${sandbox.path('old')}:${PATH}` };
}

describe.concurrent('a Git that is too old', () => {
  const OLD =
    'Cannot read the Git repository of this project: this is Git 2.25.1, and confighub-sync needs Git 2.31 or newer';

  test('is an error in a workflow, whatever the project file says', () =>
    withShop({ ...SMALL, 'confighub.yaml': 'record: false\n' }, async ({ desk, requests }) => {
      desk.commit('Open the shop');
      const { outputs, log } = await runStep(desk, { env: withOldGit(desk) });
      expect(outputs['error-code']).toBe('git-too-old');
      expect(log.annotations[0]?.text).toMatch(OLD);
      expect(requests).toEqual([]);
    }));

  test('is an error in a terminal, of every command that needs the repository', async ({
    shop,
  }) => {
    const { desk, requests } = shop;
    desk.commit('Open the shop');
    const env = { ...withOldGit(desk), CI: undefined };
    for (const line of ['plan', 'apply --yes', 'drift', 'history', 'unlock', 'validate']) {
      const { status, stderr } = await desk.cli(line.split(' '), { env });
      expect({ line, status }).toEqual({ line, status: 1 });
      expect(stderr).toContain(`error git-too-old: ${OLD}\n  Install a newer Git.`);
    }
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([]);
  });

  test('and one that is not there is not taken for a repository without a record', async ({
    shop: { desk, requests },
  }) => {
    desk.commit('Open the shop');
    const { status, stderr } = await desk.cli(['apply', '--yes'], { env: { PATH: '/nowhere' } });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'error git-missing: Cannot read the Git repository of this project: git is not installed, or not in PATH\n  Install Git 2.31 or newer: the apply record is stored in it.\n',
    });
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([]);
  });

  test('is not used where there is no repository', async ({ shop: { desk } }) => {
    const env = { ...withOldGit(desk), CI: undefined };
    expect(await desk.cli(['plan'], { env })).toMatchObject({ status: 0 });
  });
});
