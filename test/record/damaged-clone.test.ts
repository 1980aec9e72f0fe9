// A clone that lacks an object which Git needs: what Git says is an error that explains itself, wherever it is met.
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { apply } from '../helpers/apply.ts';
import { declaring, type Team } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';

/** Projects beside it are read for what is secret in them. */
const MAIL = 'version: 1\nlevels: [Environment, Application]\ninclude: [mail.yaml]\n';

test('a document of another project', async ({ team, ada }) => {
  ada.commit({
    ...declaring('a'),
    'confighub-mail.yaml': MAIL,
    'mail.yaml': 'keys:\n  mail.host: of mail\n',
  });
  const id = team.sandbox.git(ada.dir, 'rev-parse', 'HEAD:mail.yaml');
  rmSync(join(ada.dir, '.git/objects', id.slice(0, 2), id.slice(2)), { force: true });
  await expect(ada.apply()).rejects.toMatchObject({
    name: 'CommandError',
    code: 'git-failed',
    exitCode: 1,
    hint: expect.stringMatching(/git status/),
  });
  expect(team.pushes()).toBe(0);
});

/** A `git` in front of the real one that cannot list refs, as where the folder of refs is damaged. */
function withoutRefs(team: Team): { PATH: string } {
  const { sandbox } = team;
  const real = `PATH='${sandbox.env.PATH}' exec git "$@"`;
  const fails =
    'for arg; do [ "$arg" = for-each-ref ] && echo "fatal: bad ref" >&2 && exit 128; done';
  sandbox.write('damaged/git', `#!/bin/sh\n${fails}\n${real}\n`);
  chmodSync(sandbox.path('damaged/git'), 0o755);
  return { PATH: `${sandbox.path('damaged')}:${sandbox.env.PATH}` };
}

test('its refs: an apply that cannot know its record sends nothing', async ({ team, ada }) => {
  ada.commit(declaring('a'));
  team.sandbox.git(ada.dir, 'remote', 'remove', 'origin');
  expect((await ada.apply()).recorded).toBe('local');
  team.sandbox.write(join(ada.dir, 'config/shop.yaml'), 'keys:\n  b: b\n');
  team.sandbox.git(ada.dir, 'commit', '--quiet', '--all', '--message', 'Another key');
  const runtime = ada.runtime({ env: { ...team.sandbox.env, ...withoutRefs(team) } });
  await expect(apply(ada.options(), runtime)).rejects.toMatchObject({
    code: 'not-recorded',
    message: expect.stringMatching(/nothing was sent: Cannot read the refs of this clone/),
    exitCode: 1,
  });
  expect(team.pushes()).toBe(1);
});
