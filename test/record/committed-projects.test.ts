// Which version of another project counts: the commit, as for everything that an apply does, and what is staged besides.
import { describe, expect } from 'vitest';
import { treeId } from '../../src/record/git-objects.ts';
import { GitSandbox } from '../helpers/git.ts';
import type { Member, Team } from '../helpers/team.ts';
import { test, nightly } from '../helpers/test.ts';
import { doc, ONE, othersPush, projects, TWO } from './records.ts';

/** Both are applied, and `shared` is of the second, in a document of its own; then this is done. */
async function bothThen(team: Team, ada: Member, script: string): Promise<void> {
  const shared = { 'two/config/shared.yaml': doc('shared') };
  ada.commit({ ...projects(['first'], ['second']), ...shared });
  for (const project of [ONE, TWO])
    expect((await ada.applyApproved(project)).outcome).toBe('verified');
  team.sandbox.script(ada.dir, script);
}

const PUSH = 'git push -q origin HEAD:main';
const COMMIT = `git commit -qm Change; ${PUSH}`;
const MOVE = 'git mv two/config/shared.yaml one/config/';
const UNSTAGE = 'git rm -q --cached one/config/shared.yaml';

const deleted = async (ada: Member) =>
  (await ada.plan(TWO)).plan.changes.flatMap(({ action, name, kind }) =>
    action === 'delete' && kind === 'key' ? [name] : [],
  );

test('the id of the tree of an index is that of Git', () => {
  const sandbox = new GitSandbox();
  try {
    const dir = sandbox.init();
    const paths = ['aa', 'a.b', 'a-b/c', 'a/b', 'a/b.c/d', 'a/b-c', 'a0', 'ü/é', 'z/z/z/z'];
    sandbox.commit(dir, 'All', Object.fromEntries(paths.map((path) => [path, path])));
    sandbox.script(dir, 'ln -s aa link; chmod +x a0; git add -A');
    const listed = sandbox.git(dir, '-c', 'core.quotePath=false', 'ls-files', '--stage');
    const entries = listed.split('\n').map((line) => {
      const [mode = '', id = ''] = line.split(' ');
      return { mode, id, path: line.slice(line.indexOf('\t') + 1) };
    });
    expect(treeId(entries)).toBe(sandbox.git(dir, 'write-tree'));
  } finally {
    sandbox.dispose();
  }
});

describe.concurrent('what another project declares', () => {
  test('stays where the commit has it, and the index no longer does', async ({ team, ada }) => {
    await bothThen(team, ada, `${MOVE}; ${COMMIT}; ${UNSTAGE}`);
    expect(await deleted(ada)).toEqual([]);
    expect((await ada.apply(TWO)).outcome).toBe('nothing');
    expect(await team.keys()).toEqual(['first', 'second', 'shared']);
  });

  test('is kept by a plan where it is staged or in the commit', async ({ team, ada }) => {
    await bothThen(team, ada, MOVE);
    expect(await deleted(ada)).toEqual([]);
    // Not declared twice, although the commit has it in the other project.
    expect((await ada.plan(ONE)).plan.findings).toEqual([]);
    const script = `${COMMIT}; ${UNSTAGE}; echo '# more' >> two/config/shop.yaml`;
    team.sandbox.script(ada.dir, script);
    expect(await deleted(ada)).toEqual([]);
  });

  nightly('is kept by the plan of a branch where its base has it since', async ({ team, ada }) => {
    await bothThen(
      team,
      ada,
      `git checkout -qb work; git rm -q two/config/shared.yaml; git commit -qm Remove
      git checkout -q main; git rm -q two/config/shared.yaml
      printf 'keys:\\n  # From the other project, whose it was.\\n  shared: shared\\n' > one/config/other.yaml
      git add one; ${COMMIT}; git checkout -q work`,
    );
    const { stdout } = await ada.cli('plan', '--base', 'origin/main', '--config', TWO.config);
    expect(stdout).toContain('No changes.');
  });

  nightly('is deleted by a plan of the commit if it is only staged', async ({ team, ada }) => {
    await bothThen(team, ada, `${MOVE}; git commit -qm Change -- two; ${PUSH}`);
    expect(await deleted(ada)).toEqual(['shared']);
    expect((await ada.apply(TWO)).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['first', 'second']);
  });

  test.for([
    ['in the commit alone', 'git rm -q --cached two/confighub.yaml'],
    ['in the index alone', 'git reset -q --soft HEAD~1'],
  ])('is secret where it says so %s', async ([_, change], { team, ada }) => {
    const redact = "echo 'redact: [first]' >> two/confighub.yaml; git add two";
    await bothThen(team, ada, `${redact}; ${COMMIT}; ${change}`);
    await othersPush(team, { key: 'first', values: [{ context: '*;*', value: 'hunter2' }] });
    const { plan } = await ada.plan(ONE);
    expect(plan.changes).toMatchObject([{ name: 'first', secret: true }]);
  });
});
