// Projects that come, go, move and are renamed, and records that are odd: nothing of others is deleted, and nothing of ours stays.
import { rmSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { planTarget } from '../../src/commands/plan.ts';
import { move } from '../../src/commands/history.ts';
import { unlock } from '../../src/commands/unlock.ts';
import { apply } from '../helpers/apply.ts';
import { declaring, type Member, type Team } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';
import {
  applyFiles,
  change,
  codes,
  doc,
  endsBeforePush,
  ONE,
  PROJECT,
  projects,
  shop,
  TWO,
} from './records.ts';

const targeting = ({ url }: Team, name = 'shop') => `url: ${url}\nrepository: acme/${name}\n`;
const TEXT = 'files:\n  t.txt:\n    "*": { path: t.txt }\n';

/** Puts the only record at a ref of another project file; with a message: its documents in a commit that says so. */
function copyRecord(team: Team, name: string, message?: string): void {
  const git = (...args: string[]) => team.sandbox.git(team.origin, ...args);
  const [ref = ''] = team.refNames();
  const id = message === undefined ? ref : git('commit-tree', `${ref}^{tree}`, '-m', message);
  git('update-ref', ref.replace('/confighub.yaml/', `/${name}/`), id);
}

async function bothApplied(ada: Member, files: Record<string, string>): Promise<void> {
  expect((await applyFiles(ada, files, ONE)).outcome).toBe('verified');
  await ada.applyApproved(TWO);
}

describe.concurrent('is not deleted without an approval:', () => {
  test('what the other project has recorded at a newer commit', async ({ team, ada, bob }) => {
    await bothApplied(ada, projects(['first', 'shared'], ['second']));
    ada.commit(projects(['first'], ['second']));
    await applyFiles(bob, projects(['first'], ['second', 'shared']), TWO);
    await ada.apply(ONE);
    expect(await team.keys()).toContain('shared');
  });
  test.for([
    ['takes from the environment the url that this one names', false],
    ['has a project file that cannot be parsed', true],
  ] as const)('what moved to a project that %s', async ([, isBroken], { team, ada }) => {
    const target = targeting(team);
    const one = { 'one/confighub.yaml': PROJECT + target };
    await applyFiles(ada, { ...projects(['first', 'shared'], []), ...one }, ONE);
    const two = { 'two/confighub.yaml': PROJECT + (isBroken ? `${target}: [\n` : '') };
    await applyFiles(ada, { ...projects(['first'], ['shared']), ...one, ...two }, ONE);
    expect(await team.keys()).toContain('shared');
  });
});

describe.concurrent('is pruned in the end:', () => {
  test('the other project has no documents left', async ({ team, ada }) => {
    await bothApplied(ada, projects(['first'], ['second']));
    change(team, ada, 'git rm -q two/config/shop.yaml');
    for (const keys of [['first', 'second'], ['first']]) {
      await applyFiles(ada, { 'one/config/shop.yaml': doc(...keys) }, ONE);
    }
    expect(await team.keys()).toEqual(['first']);
  });
  test("a copy of the project's own record at another ref", async ({ team, ada }) => {
    await applyFiles(ada, declaring('a', 'b'));
    copyRecord(team, 'other.yaml');
    await applyFiles(ada, declaring('a'));
    expect(await team.keys()).toEqual(['a']);
  });
  test('a compose file whose name has `confighub` in it', async ({ team, ada }) => {
    const compose = { 'docker-compose.confighub.yml': 'services: {}\n' };
    await applyFiles(ada, { ...declaring('a'), 'config/other.yaml': doc('z'), ...compose });
    await applyFiles(ada, { 'confighub.yaml': `${PROJECT}include: [config/shop.yaml]\n` });
    expect(await team.keys()).toEqual(['a']);
  });
});

describe.concurrent('is not refused:', () => {
  test('the other project is for another repository by now', async ({ team, ada }) => {
    const files = (one: string[], two: string) => ({
      ...projects(one, ['second']),
      'one/confighub.yaml': PROJECT + targeting(team),
      'two/confighub.yaml': PROJECT + targeting(team, two),
    });
    await bothApplied(ada, files(['first'], 'shop'));
    ada.commit(files(['first', 'second'], 'other'));
    expect(codes(await ada.plan(ONE))).toEqual([]);
  });
  test.for([
    ['ident', '*.txt ident\n', 'rev $Id$\n'],
    ['a filter, as of LFS', '*.txt filter=up\n', 'hello\n'],
  ] as const)('a file with an attribute of Git: %s', async ([, rule, text], { team, ada }) => {
    team.sandbox.git(ada.dir, 'config', 'filter.up.clean', 'tr a-z A-Z');
    team.sandbox.git(ada.dir, 'config', 'filter.up.smudge', 'tr A-Z a-z');
    const attributes = { '.gitattributes': rule, 'config/t.txt': text };
    ada.commit({ ...shop(doc('a', 'b') + TEXT), ...attributes });
    rmSync(`${ada.dir}/config/t.txt`);
    team.sandbox.git(ada.dir, 'checkout', '-q', '--', 'config/t.txt');
    await ada.apply();
    expect(codes(await applyFiles(ada, { 'config/shop.yaml': doc('a') + TEXT }))).toEqual([]);
  });
  test('two project files with the same documents and different options', async ({ team, ada }) => {
    const target = PROJECT + targeting(team);
    ada.commit({ ...shop(doc('a'), target), 'confighub.nightly.yaml': `${target}prune: all\n` });
    expect(codes(await ada.plan())).toEqual([]);
  });
  test('a folder with two spaces in a row', async ({ ada }) => {
    const options = { config: 'my  app/confighub.yaml' };
    for (const keys of [['a', 'b'], ['a']]) {
      expect(
        codes(
          await applyFiles(
            ada,
            { 'my  app/confighub.yaml': PROJECT, 'my  app/config/shop.yaml': doc(...keys) },
            options,
          ),
        ),
      ).toEqual([]);
    }
  });
});

describe.concurrent('records, unlock and output:', () => {
  test('what a renamed project file began is moved with its record', async ({ team, ada }) => {
    await applyFiles(ada, declaring('a'));
    ada.commit(declaring('a', 'b'));
    await endsBeforePush(ada);
    change(team, ada, 'git mv confighub.yaml shop.yaml');
    const config = 'shop.yaml';
    expect(
      codes(await applyFiles(ada, { 'config/shop.yaml': doc('a', 'b', 'c') }, { config })),
    ).toEqual(['apply-running']);
    const moved = () => move(ada.options({ config }), ada.runtime(), 'confighub.yaml');
    await expect(moved()).rejects.toMatchObject({ code: 'record-unchanged' });
    await unlock(ada.options(), ada.runtime());
    expect(await moved()).toEqual({ from: 'confighub.yaml', to: config });
    expect(team.refStates()).toEqual(['begun', 'done']);
    expect((await ada.apply({ config })).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['a', 'b', 'c']);
  });
  test('a ref whose name decodes to a NUL does not end in a stack trace', async ({ team, ada }) => {
    await applyFiles(ada, declaring('a', 'b'));
    copyRecord(team, 'a%00b.yaml');
    ada.commit(declaring('a', 'b', 'c'));
    expect((await ada.plan()).plan.changes).not.toEqual([]);
  });
  test('the name of a forged record writes no line of its own', async ({ team, ada }) => {
    await applyFiles(ada, declaring('a', 'b'));
    copyRecord(team, 'x%0A%3A%3Aerror%3A%3Apwned%1B%5B31m%2Fconfighub.yaml', 'Apply x');
    ada.commit(declaring('a'));
    const { stdout } = await ada.start('plan').ended;
    expect(stdout).not.toMatch(/^::error|\u001b/m);
  });
  test('`prune: all` says nothing of what was never declared', async ({ ada }) => {
    await bothApplied(ada, projects(['first'], ['second'], 'prune: all\n'));
    expect((await ada.plan(ONE)).plan.notes.join()).not.toContain('no longer declares');
  });
});

describe.concurrent('a clone of depth 1', () => {
  /** The command lines of Git that match, of what a new member does in such a clone. */
  async function gitOf(
    team: Team,
    use: (bob: Member, env: object) => Promise<unknown>,
    which: RegExp,
  ) {
    const { env, calls } = team.sandbox.spy();
    await use(team.member('bob', '--depth=1'), env);
    return calls().filter((call) => which.test(call));
  }

  test('asks origin as often for many projects as for few', async ({ team, ada }) => {
    const files = (...more: string[]) =>
      Object.fromEntries(
        Array.from({ length: 6 }, (_, i) => [
          [`p${i}/confighub.yaml`, PROJECT],
          [`p${i}/config/a.yaml`, doc(`k${i}`, ...(i === 0 ? more : []))],
        ]).flat(),
      );
    ada.commit(files('gone'));
    for (let i = 0; i < 6; i++) await ada.applyApproved({ config: `p${i}/confighub.yaml` });
    ada.commit(files());
    const plan = (bob: Member, env: object) =>
      planTarget(bob.options({ config: 'p0/confighub.yaml' }), bob.runtime({ env: { ...env } }));
    expect((await gitOf(team, plan, /\x1f(fetch|ls-remote)\x1f/)).length).toBeLessThanOrEqual(5);
  });
  test('fetches the history once for an apply', async ({ team, ada }) => {
    await applyFiles(ada, declaring('a', 'b'));
    ada.commit(declaring('a'));
    // Its parents are in the commit itself: what was applied is further back.
    ada.commit({ 'notes.md': 'Nothing to apply.' });
    const applied = (bob: Member, env: object) =>
      apply(bob.options(), bob.runtime({ env: { ...env } }));
    expect(await gitOf(team, applied, /--git-dir=.*\x1ffetch\x1f/)).toHaveLength(1);
  });
});
