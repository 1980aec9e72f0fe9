// Which version of another project counts: the commit, as for everything that an apply does, and what is staged besides.
import { describe, expect, test } from 'vitest';
import { treeId } from '../../src/record/git-objects.ts';
import { GitSandbox } from '../helpers/git.ts';
import { push } from '../helpers/server.ts';
import { type Member, type Team, withTeam } from '../helpers/team.ts';
import { nightly } from '../helpers/test.ts';

const PROJECT = 'version: 1\nlevels: [Environment, Application]\n';
const ONE = { config: 'one/confighub.yaml' };
const TWO = { config: 'two/confighub.yaml' };

const declaring = (...keys: string[]) =>
  `keys: { ${keys.map((key) => `${key}: ${key}`).join(', ')} }\n`;

/** Both are applied, and `shared` is of the second, in a document of its own. */
async function withBoth(
  use: (team: Team, ada: Member, script: (lines: string) => string) => Promise<void>,
) {
  await withTeam(async (team) => {
    const ada = team.member('ada');
    ada.commit({
      'one/confighub.yaml': PROJECT,
      'one/config/first.yaml': declaring('first'),
      'two/confighub.yaml': PROJECT,
      'two/config/second.yaml': declaring('second'),
      'two/config/shared.yaml': declaring('shared'),
    });
    expect((await ada.applyApproved(ONE)).outcome).toBe('verified');
    expect((await ada.applyApproved(TWO)).outcome).toBe('verified');
    await use(team, ada, (lines) => team.sandbox.script(ada.dir, lines));
  });
}

const COMMIT = 'git commit -qm Change; git push -q origin HEAD:main';
const MOVE = 'git mv two/config/shared.yaml one/config/';
const deleted = async (ada: Member) =>
  (await ada.plan(TWO)).plan.changes.flatMap(({ action, name, kind }) =>
    action === 'delete' && kind === 'key' ? [name] : [],
  );

test('the id of the tree of an index is that of Git', () => {
  const sandbox = new GitSandbox();
  try {
    const dir = sandbox.init();
    const paths = ['a', 'a.b', 'a-b/c', 'a/b', 'a/b.c/d', 'a/b-c', 'a0', 'ü/é', 'z/z/z/z'];
    sandbox.commit(
      dir,
      'All',
      Object.fromEntries(paths.map((path) => [path === 'a' ? 'aa' : path, path])),
    );
    sandbox.script(dir, 'ln -s aa link; chmod +x a0; git add -A');
    const listed = sandbox
      .git(dir, '-c', 'core.quotePath=false', 'ls-files', '--stage')
      .split('\n');
    const entries = listed.map((line) => {
      const [mode = '', id = ''] = line.split(' ');
      return { mode, id, path: line.slice(line.indexOf('\t') + 1) };
    });
    expect(treeId(entries)).toBe(sandbox.git(dir, 'write-tree'));
  } finally {
    sandbox.dispose();
  }
});

describe.concurrent('what another project declares', () => {
  test('is not deleted where the commit has it, and the index no longer does', async () => {
    await withBoth(async (team, ada, script) => {
      script(`${MOVE}; ${COMMIT}; git rm -q --cached one/config/shared.yaml`);
      expect(await deleted(ada)).toEqual([]);
      expect((await ada.apply(TWO)).outcome).toBe('nothing');
      expect(await team.keys()).toEqual(['first', 'second', 'shared']);
    });
  });

  test('is kept by a plan of work that is not committed, where it is staged or only in the commit', async () => {
    await withBoth(async (_team, ada, script) => {
      script(MOVE);
      expect(await deleted(ada)).toEqual([]);
      // Not declared twice, although the commit has it in the other project.
      expect((await ada.plan(ONE)).plan.findings).toEqual([]);
      script(
        `${COMMIT}; git rm -q --cached one/config/shared.yaml; echo '# more' >> two/config/second.yaml`,
      );
      expect(await deleted(ada)).toEqual([]);
    });
  });

  nightly(
    'is kept by the plan of a branch where its base has it since, as the merge has',
    async () => {
      await withBoth(async (_team, ada, script) => {
        script(`git checkout -qb work; git rm -q two/config/shared.yaml; git commit -qm Remove
        git checkout -q main; git rm -q two/config/shared.yaml
        printf 'keys:\\n  # From the other project, whose it was.\\n  shared: shared\\n' > one/config/other.yaml
        git add one; ${COMMIT}; git checkout -q work`);
        const { stdout } = await ada.cli('plan', '--base', 'origin/main', '--config', TWO.config);
        expect(stdout).toContain('No changes.');
      });
    },
  );

  nightly(
    'is not kept by a plan of what is committed, where it is only staged: an apply does not keep it either',
    async () => {
      await withBoth(async (team, ada, script) => {
        script(`${MOVE}; git commit -qm Change -- two; git push -q origin HEAD:main`);
        expect(await deleted(ada)).toEqual(['shared']);
        expect((await ada.apply(TWO)).outcome).toBe('verified');
        expect(await team.keys()).toEqual(['first', 'second']);
      });
    },
  );

  test.for([
    ['in the commit alone', 'git rm -q --cached two/confighub.yaml'],
    ['in the index alone', 'git reset -q --soft HEAD~1'],
  ])('is secret where it says so %s', async ([_, change]) => {
    await withBoth(async (team, ada, script) => {
      script(`echo 'redact: [first]' >> two/confighub.yaml; git add two; ${COMMIT}; ${change}`);
      const data = [{ key: 'first', values: [{ context: '*;*', value: 'hunter2' }] }];
      expect((await push(team.server, { data }, { token: 'default' })).status).toBe(200);
      const { plan } = await ada.plan(ONE);
      expect(plan.changes).toMatchObject([{ name: 'first', secret: true }]);
    });
  });
});
