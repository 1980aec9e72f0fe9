// history of a key or a file: which apply runs changed it, and which commits they brought it with.
import { describe, expect, test, vi } from 'vitest';
import { type Team, withTeam } from '../helpers/team.ts';

// Each test starts many processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const PROJECT = 'version: 1\nlevels: [Environment, Application]\n';
const shop = (size: number, more = '') => ({
  'confighub.yaml': PROJECT,
  'config/shop.yaml': `keys:\n  db.pool.size: ${size}\n${more}`,
});

type Member = ReturnType<Team['member']>;

/** Pulls what is at origin, runs this script, and pushes the branch. */
function script(team: Team, { dir }: Member, text: string): string {
  team.sandbox.script(
    dir,
    `git pull --quiet origin main; ${text}; git push --quiet origin HEAD:main`,
  );
  return team.sandbox.git(dir, 'rev-parse', 'HEAD');
}

const commit = (author: string, subject: string) =>
  `git add --all; git commit --quiet --author '${author} <x@example.com>' -m '${subject}'`;

async function applied(member: Member) {
  await member.applyApproved();
  member.minutes += 60;
}

/** The first apply, then one of two merges that changed the same key. */
async function withTwoMerges(use: (team: Team, ada: Member) => Promise<void>): Promise<void> {
  await withTeam(async (team) => {
    const ada = team.member('ada');
    ada.commit(shop(10, '  other: a\n'));
    await applied(ada);
    script(
      team,
      ada,
      `git checkout --quiet -b one; sed -i s/10/20/ config/shop.yaml; ${commit('Grace', 'Raise the pool')}
       git checkout --quiet main; git merge --quiet --no-ff -m 'Merge one' one
       git checkout --quiet -b two; sed -i s/20/30/ config/shop.yaml; ${commit('Linus', 'Raise it again')}
       sed -i 's/other: a/other: b/' config/shop.yaml; ${commit('Bob', 'Something else')}
       git checkout --quiet main; git merge --quiet --no-ff -m 'Merge two' two`,
    );
    await applied(ada);
    await use(team, ada);
  });
}

/** With `<id>` for every abbreviated commit. */
async function historyText(member: Member, ...args: string[]): Promise<string> {
  const { stdout, status, stderr } = await member.cli('history', ...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.replace(/\b[0-9a-f]{10}\b/g, '<id>');
}

const END =
  'The record shows what was applied, not what the server had. It contains neither the drift that an apply overwrote nor values from environment variables.\n';

describe.concurrent('history <name>', () => {
  test('names each apply that changed a key, and the commits of its range that did', async () => {
    await withTwoMerges(async (team, ada) => {
      const job = team.member('job', '--depth=1');
      const partial = team.member('partial', '--filter=blob:none');
      for (const member of [ada, job, partial])
        expect(await historyText(member, 'DB.pool.*')).toBe(`\
2024-05-06 08:08:09 UTC  commit <id>  Merge two (Ada)
  applied by ada, https://git.example.com/runs/ada
  ~ db.pool.size  *;*  "10" → "30"  config/shop.yaml:2:3
      changed by <id> Raise it again (Linus); <id> Raise the pool (Grace)
  to undo this apply, run this and apply again: git revert --no-edit -m 1 <id> <id>

2024-05-06 07:08:09 UTC  commit <id>  Change (Ada)
  applied by ada, https://git.example.com/runs/ada
  + db.pool.size  *;*  "10"  new key, Text  config/shop.yaml:2:3
  the first apply: there is nothing to roll back to

Looked through 2 apply runs, down to the first, 2024-05-06 07:08:09 UTC.
${END}`);
      expect(team.sandbox.git(job.dir, 'rev-parse', '--is-shallow-repository')).toBe('true');
      const other = await historyText(ada, 'other', '--limit', '1');
      expect(other).toContain('~ other  *;*  "a" → "b"');
      expect(other).toContain('changed by <id> Something else (Bob)\n');
      expect(other).toContain(
        '1 older apply run also changed this. To see more, pass a higher `--limit`.\n',
      );
      const { stdout } = await ada.cli('history', 'other', '--json');
      const [change] = JSON.parse(stdout).applies[0].changes;
      expect(change).toMatchObject({ key: 'other', context: '*;*', before: 'a', after: 'b' });
      expect(change.changedBy.commits).toMatchObject([
        { subject: 'Something else', author: 'Bob' },
      ]);
      expect(JSON.parse(stdout)).toMatchObject({ version: 1, older: 0, looked: { applies: 2 } });
    });
  });

  test('the command that it prints undoes merges, squashes and plain commits, and nothing else', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit({ ...shop(10), 'code/main.c': '1\n' });
      await applied(ada);
      const change = (from: number, to: number) => `sed -i s/${from}/${to}/ config/shop.yaml`;
      const ranges = {
        merge: `git checkout --quiet -b topic; ${change(10, 20)}; ${commit('Grace', 'One')}; ${change(20, 30)}; ${commit('Grace', 'Two')}
          git checkout --quiet main; git merge --quiet --no-ff -m Merge topic; git branch --quiet -D topic`,
        squash: `git checkout --quiet -b topic; ${change(10, 20)}; ${commit('Grace', 'One')}; ${change(20, 30)}; ${commit('Grace', 'Two')}
          git checkout --quiet main; git merge --quiet --squash topic; ${commit('Ada', 'Squash')}; git branch --quiet -D topic`,
        'plain commits': `${change(10, 20)}; ${commit('Grace', 'One')}; ${change(20, 30)}; ${commit('Grace', 'Two')}`,
        all: `${change(10, 20)}; ${commit('Grace', 'One')}; git commit --quiet --allow-empty -m 'Start the workflow'
          git checkout --quiet -b topic; ${change(20, 30)}; ${commit('Grace', 'Two')}
          git checkout --quiet main; git merge --quiet --no-ff -m Merge topic; git branch --quiet -D topic
          echo 2 > code/main.c; ${commit('Bob', 'Code')}; ${change(30, 40)}; ${commit('Bob', 'Three')}`,
      };
      for (const [kind, range] of Object.entries(ranges)) {
        script(team, ada, range);
        await applied(ada);
        const { stdout } = await ada.cli('history', '--limit', '1');
        const [, command = ''] =
          /^To undo the newest apply, run this and apply again: (.*)$/m.exec(stdout) ?? [];
        expect((await ada.cli('history', 'db.pool.size')).stdout).toContain(
          `\n  to undo this apply, run this and apply again: ${command}\n`,
        );
        script(team, ada, command);
        const git = (...args: string[]) => team.sandbox.git(ada.dir, ...args);
        const shown = { kind, document: git('show', 'HEAD:config/shop.yaml') };
        expect(shown).toEqual({ kind, document: 'keys:\n  db.pool.size: 10' });
        expect(git('show', 'HEAD:code/main.c')).toBe(kind === 'all' ? '2' : '1');
        await applied(ada);
      }
    });
  });

  test('marks a roll-back, and has no command that undoes it', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      const first = ada.commit(shop(10));
      await applied(ada);
      ada.commit(shop(20));
      await applied(ada);
      team.sandbox.git(ada.dir, 'checkout', '--quiet', first);
      await ada.apply({ allowOlder: true });
      const text = await historyText(ada, 'db.pool.size');
      expect(text.slice(0, text.indexOf('\n\n'))).toBe(`\
2024-05-06 09:08:09 UTC  commit <id>  Change (Ada)
  applied by ada, roll-back, https://git.example.com/runs/ada
  ~ db.pool.size  *;*  "20" → "10"  config/shop.yaml:2:3
      restored by the rollback`);
      expect((await ada.cli('history')).stdout).not.toContain('To undo');
      const [newest, ...others] = JSON.parse((await ada.cli('history', '--json')).stdout).applies;
      expect(newest).toMatchObject({ commit: first, rollback: true, subject: 'Change' });
      expect(others.map((one: object) => 'rollback' in one)).toEqual([false, false]);
    });
  });

  test('says that a change may not have reached the server, until another apply is done', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(shop(10));
      await applied(ada);
      ada.commit(shop(20));
      await ada.apply({}, async () => {
        const text = await historyText(ada, 'db.pool.size');
        expect(text).toContain('applied by ada, not finished, may not have reached the server, ');
      });
      expect(await historyText(ada, 'db.pool.size')).not.toContain('may not have');
    });
  });

  test('masks what any apply run called secret, also what moved or is clear text now', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      const env = { DB_LOGIN: 'made-up-1' };
      const apply = async (text: string) => {
        ada.commit({ ...shop(10), 'config/login.yaml': `keys:\n${text}` });
        await applied(ada);
      };
      await apply('  db.login: made-up-0\n');
      Object.assign(team.sandbox.env, env);
      await apply('  db.login: { value: { env: DB_LOGIN } }\n');
      await apply('  db.login: { values: { Production;*: made-up-2 } }\n');
      for (const args of [[], ['--json']]) {
        const { stdout, status } = await ada.cli('history', 'db.login', ...args);
        expect(status).toBe(0);
        expect(stdout).not.toContain('made-up');
        expect(stdout).toContain('(secret');
      }
    });
  });

  test('says so where nobody can tell which commit it was', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      const sources = (context: string) =>
        `${PROJECT}sources: [{ path: app.env, context: "${context}" }]\n`;
      ada.commit({ 'confighub.yaml': sources('*;*'), 'app.env': 'POOL=10\n' });
      await applied(ada);
      ada.commit({ 'confighub.yaml': sources('Production;*') });
      ada.commit({ README: 'x' });
      await applied(ada);
      expect(await historyText(ada, 'POOL')).toContain('changed by one of 2 commits, <id>..<id>\n');
      // The branch was rewritten, and origin has the old commits no more.
      const rewrite = `git checkout --quiet --orphan new; ${commit('Grace', 'New')}; git push --quiet --force origin new:main`;
      team.sandbox.script(ada.dir, rewrite);
      team.sandbox.git(team.origin, 'gc', '--quiet', '--prune=now');
      const text = await historyText(team.member('eve'), 'POOL');
      expect(text).toContain('commit <id>  which no longer exists\n  applied by ada, https:');
      expect(text).toContain('changed by an unknown commit\n');
    });
  });

  test('reads files, their contents, and what was renamed', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      const files = (text: string) => ({
        'confighub.yaml': PROJECT,
        'config/web.yaml': 'files: { web/a.conf: { "*": { path: ../content/a.conf } } }\n',
        'content/a.conf': `first\n${text}\n`,
      });
      ada.commit(files('one'));
      await applied(ada);
      script(
        team,
        ada,
        `git mv config/web.yaml config/other.yaml; ${commit('Grace', 'Move the document')}; printf 'first\\ntwo\\n' > content/a.conf; ${commit('Linus', 'Change the content')}`,
      );
      await applied(ada);
      script(
        team,
        ada,
        `mkdir x; git mv confighub.yaml config content x; ${commit('Grace', 'Move all')}`,
      );
      ada.minutes += 60;
      const text = await historyText(ada, 'web/a.conf', '--config', 'x/confighub.yaml');
      expect(text).toMatch(/~ web\/a\.conf .*1 of 2 lines changed/);
      expect(text).toContain('-one\n');
      expect(text).toContain('commit <id>  Change the content (Linus)\n');
    });
  });

  test('refuses a name that neither the files nor the record have, and one beside --forget', async () => {
    await withTwoMerges(async (team, ada) => {
      const forget = await ada.cli('history', 'other', '--forget');
      expect(forget.stderr).toContain('`--forget` and `--move` are for a whole record');
      expect(team.refStates()).toEqual(['done']);
      const { status, stderr } = await ada.cli('history', 'db.pol.size');
      expect(status).toBe(1);
      expect(stderr).toContain(
        'The files and the apply record have no key or file `db.pol.size`. Did you mean `db.pool.size`?',
      );
    });
  });
});
