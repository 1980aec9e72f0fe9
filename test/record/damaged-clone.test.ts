// A clone that lacks an object which Git needs: what Git says is an error that explains itself, wherever it is met.
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { apply } from '../helpers/apply.ts';
import { declaring, type Team } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';
import { doc, PROJECT } from './records.ts';

test('a document of another project', async ({ team, ada }) => {
  // Projects beside it are read for what is secret in them.
  const mail = { 'confighub-mail.yaml': `${PROJECT}include: [mail.yaml]\n` };
  ada.commit({ ...declaring('a'), ...mail, 'mail.yaml': doc('mail.host') });
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
function withoutRefs({ sandbox }: Team) {
  const { PATH } = sandbox.env;
  const script = `#!/bin/sh
for arg; do [ "$arg" = for-each-ref ] && echo "fatal: bad ref" >&2 && exit 128; done
PATH='${PATH}' exec git "$@"
`;
  sandbox.write('damaged/git', script);
  chmodSync(sandbox.path('damaged/git'), 0o755);
  return { ...sandbox.env, PATH: `${sandbox.path('damaged')}:${PATH}` };
}

test('its refs: an apply that cannot know its record sends nothing', async ({ team, ada }) => {
  ada.commit(declaring('a'));
  team.sandbox.git(ada.dir, 'remote', 'remove', 'origin');
  expect((await ada.apply()).recorded).toBe('local');
  team.sandbox.commit(ada.dir, 'Another key', declaring('b'));
  const applied = apply(ada.options(), ada.runtime({ env: withoutRefs(team) }));
  await expect(applied).rejects.toMatchObject({
    code: 'not-recorded',
    message: expect.stringMatching(/nothing was sent: Cannot read the refs of this clone/),
    exitCode: 1,
  });
  expect(team.pushes()).toBe(1);
});
