// A clone that lacks an object which Git needs: what Git says is an error that explains itself, wherever it is met.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { declaring, withTeam } from '../helpers/team.ts';

/** Projects beside it are read for what is secret in them. */
const MAIL = 'version: 1\nlevels: [Environment, Application]\ninclude: [mail.yaml]\n';

test('a document of another project', async () => {
  await withTeam(async (team) => {
    const ada = team.member('ada');
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
});
