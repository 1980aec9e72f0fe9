// Projects that come, go, move and are renamed, and records that are odd: nothing of others is deleted, and nothing of ours stays.
import { readFileSync, rmSync } from 'node:fs';
import { describe, expect } from 'vitest';

import { planTarget } from '../../src/commands/plan.ts';
import { move } from '../../src/commands/history.ts';
import { unlock } from '../../src/commands/unlock.ts';
import { apply } from '../helpers/apply.ts';
import { declaring, type Member, type Team } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';

const PROJECT = 'version: 1\nlevels: [Environment, Application]\n';
const ONE = { config: 'one/confighub.yaml' };
const TWO = { config: 'two/confighub.yaml' };
const doc = (...keys: string[]) =>
  keys.length === 0 ? 'keys: {}\n' : `keys:\n${keys.map((key) => `  ${key}: ${key}\n`).join('')}`;
const projects = (one: string[], two: string[], more = '') => ({
  'one/confighub.yaml': `${PROJECT}${more}`,
  'one/config/shop.yaml': doc(...one),
  'two/confighub.yaml': `${PROJECT}${more}`,
  'two/config/shop.yaml': doc(...two),
});
const codes = ({ plan: { findings } }: { plan: { findings: { code: string }[] } }) =>
  findings.map(({ code }) => code);

/** Removes paths and pushes; what comes next is one commit later. */
function remove(team: Team, { dir }: Member, ...paths: string[]) {
  team.sandbox.git(dir, 'rm', '-rq', ...paths);
  team.sandbox.git(dir, 'commit', '-qm', 'Remove');
  team.sandbox.git(dir, 'push', '-q', 'origin', 'HEAD:main');
}
function rename(team: Team, { dir }: Member, from: string, to: string) {
  team.sandbox.git(dir, 'mv', from, to);
  team.sandbox.git(dir, 'commit', '-qm', 'Rename');
  team.sandbox.git(dir, 'push', '-q', 'origin', 'HEAD:main');
}
const values = (team: Team) =>
  team.sandbox
    .git(team.origin, 'for-each-ref', '--format=%(refname) %(objectname)', 'refs/confighub-sync')
    .split('\n');
function restore(team: Team, lines: string[]) {
  for (const line of lines)
    team.sandbox.git(team.origin, 'update-ref', ...(line.split(' ') as [string, string]));
}
async function bothApplied(ada: Member, files: Record<string, string>) {
  ada.commit(files);
  expect((await ada.apply(ONE)).outcome).toBe('verified');
  await ada.applyApproved(TWO);
}

describe.concurrent('is not deleted without an approval:', () => {
  test('a job that waited deletes what the other project has recorded since, at a newer commit of main', async ({
    team,
    ada,
    bob,
  }) => {
    await bothApplied(ada, projects(['first', 'shared'], ['second']));
    ada.commit(projects(['first'], ['second']));
    bob.commit(projects(['first'], ['second', 'shared']));
    await bob.apply(TWO);
    await ada.apply(ONE);
    expect(await team.keys()).toContain('shared');
  });
  test('one names the url in its file, the other takes the same one from the environment', async ({
    team,
    ada,
  }) => {
    const files = (one: string[], two: string[]) => ({
      ...projects(one, two),
      'one/confighub.yaml': `${PROJECT}url: ${team.url}\nrepository: acme/shop\n`,
    });
    ada.commit(files(['first', 'shared'], []));
    await ada.apply(ONE);
    ada.commit(files(['first'], ['shared']));
    await ada.apply(ONE);
    expect(await team.keys()).toContain('shared');
  });
  test('the new project file cannot be parsed', async ({ team, ada }) => {
    const target = `url: ${team.url}\nrepository: acme/shop\n`;
    ada.commit(projects(['first', 'shared'], [], target));
    await ada.apply(ONE);
    ada.commit({
      ...projects(['first'], ['shared'], target),
      'two/confighub.yaml': `${PROJECT}${target}: [\n`,
    });
    await ada.apply(ONE);
    expect(await team.keys()).toContain('shared');
  });
});

describe.concurrent('is pruned in the end:', () => {
  test('the other project has no documents left, so that it can never be applied again', async ({
    team,
    ada,
  }) => {
    await bothApplied(ada, projects(['first'], ['second']));
    remove(team, ada, 'two/config/shop.yaml');
    ada.commit({ 'one/config/shop.yaml': doc('first', 'second') });
    await ada.apply(ONE);
    ada.commit({ 'one/config/shop.yaml': doc('first') });
    await ada.apply(ONE);
    expect(await team.keys()).toEqual(['first']);
  });
  test("a copy of the project's own record at another ref", async ({ team, ada }) => {
    ada.commit(declaring('a', 'b'));
    await ada.apply();
    const [line = ''] = values(team);
    restore(team, [line.replace('/confighub.yaml/', '/other.yaml/')]);
    ada.commit(declaring('a'));
    await ada.apply();
    expect(await team.keys()).toEqual(['a']);
  });
  test('a compose file whose name has `confighub` in it', async ({ team, ada }) => {
    ada.commit({
      ...declaring('a'),
      'config/other.yaml': doc('z'),
      'docker-compose.confighub.yml': 'services: {}\n',
    });
    await ada.apply();
    ada.commit({ 'confighub.yaml': `${PROJECT}include: [config/shop.yaml]\n` });
    await ada.apply();
    expect(await team.keys()).toEqual(['a']);
  });
});

describe.concurrent('is not refused:', () => {
  test('the other project is for another repository by now', async ({ team, ada }) => {
    const target = (name: string) => `${PROJECT}url: ${team.url}\nrepository: acme/${name}\n`;
    const files = (one: string[], two: string) => ({
      ...projects(one, ['second']),
      'one/confighub.yaml': target('shop'),
      'two/confighub.yaml': target(two),
    });
    await bothApplied(ada, files(['first'], 'shop'));
    ada.commit(files(['first', 'second'], 'other'));
    expect(codes(await ada.plan(ONE))).toEqual([]);
  });
  test.for([
    ['ident', '*.txt ident\n', 'rev $Id$\n'],
    ['a filter, as of LFS', '*.txt filter=up\n', 'hello\n'],
  ] as const)(
    'a file with an attribute of Git: %s',
    async ([_, attributes, text], { team, ada }) => {
      team.sandbox.git(ada.dir, 'config', 'filter.up.clean', 'tr a-z A-Z');
      team.sandbox.git(ada.dir, 'config', 'filter.up.smudge', 'tr A-Z a-z');
      const shop = (...keys: string[]) =>
        `${doc(...keys)}files:\n  t.txt:\n    "*": { path: t.txt }\n`;
      ada.commit({
        'confighub.yaml': PROJECT,
        '.gitattributes': attributes,
        'config/t.txt': text,
        'config/shop.yaml': shop('a', 'b'),
      });
      rmSync(`${ada.dir}/config/t.txt`);
      team.sandbox.git(ada.dir, 'checkout', '-q', '--', 'config/t.txt');
      await ada.apply();
      ada.commit({ 'config/shop.yaml': shop('a') });
      expect(codes(await ada.apply())).toEqual([]);
    },
  );
  test('two project files with the same documents and different options', async ({ team, ada }) => {
    const target = `${PROJECT}url: ${team.url}\nrepository: acme/shop\n`;
    ada.commit({
      ...declaring('a'),
      'confighub.yaml': target,
      'confighub.nightly.yaml': `${target}prune: all\n`,
    });
    expect(codes(await ada.plan())).toEqual([]);
  });
  test('a folder with two spaces in a row', async ({ ada }) => {
    const options = { config: 'my  app/confighub.yaml' };
    ada.commit({ 'my  app/confighub.yaml': PROJECT, 'my  app/config/shop.yaml': doc('a', 'b') });
    await ada.apply(options);
    ada.commit({ 'my  app/config/shop.yaml': doc('a') });
    expect(codes(await ada.apply(options))).toEqual([]);
  });
});

describe.concurrent('is refused, because it is not as it is committed:', () => {
  test('but not what line endings make of it in the working tree, which is applied as it is committed', async ({
    team,
    ada,
  }) => {
    const shop = `${doc('a')}files:\n  t.txt:\n    "*": { path: t.txt }\n`;
    ada.commit({ ...declaring(), 'config/shop.yaml': shop, 'config/t.txt': 'one\ntwo\n' });
    team.sandbox.git(ada.dir, 'config', 'core.autocrlf', 'true');
    team.sandbox.git(ada.dir, 'rm', '-rq', '--cached', '.');
    team.sandbox.git(ada.dir, 'reset', '--quiet', '--hard');
    expect(readFileSync(`${ada.dir}/config/t.txt`, 'utf8')).toBe('one\r\ntwo\r\n');
    expect((await ada.apply()).outcome).toBe('verified');
    const bob = team.member('bob');
    expect((await bob.plan()).plan).toMatchObject({ changes: [], drift: [] });
  });
});

describe.concurrent('records, unlock and output:', () => {
  test('what a renamed project file began and did not finish is moved with its record', async ({
    team,
    ada,
  }) => {
    ada.commit(declaring('a'));
    await ada.apply();
    ada.commit(declaring('a', 'b'));
    await new Promise<void>((resolve) => {
      void ada.apply({}, () => new Promise(() => resolve()));
    });
    rename(team, ada, 'confighub.yaml', 'shop.yaml');
    const config = 'shop.yaml';
    ada.commit({ 'config/shop.yaml': doc('a', 'b', 'c') });
    expect(codes(await ada.apply({ config }))).toEqual(['apply-running']);
    const moved = () => move(ada.options({ config }), ada.runtime(), 'confighub.yaml');
    await expect(moved()).rejects.toMatchObject({ code: 'record-unchanged' });
    await unlock(ada.options(), ada.runtime());
    expect(await moved()).toEqual({ from: 'confighub.yaml', to: config });
    expect(team.refStates()).toEqual(['begun', 'done']);
    expect((await ada.apply({ config })).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['a', 'b', 'c']);
  });
  test('a ref whose name decodes to a NUL does not end in a stack trace', async ({ team, ada }) => {
    ada.commit(declaring('a', 'b'));
    await ada.apply();
    const [line = ''] = values(team);
    restore(team, [line.replace('/confighub.yaml/', '/a%00b.yaml/')]);
    ada.commit(declaring('a', 'b', 'c'));
    expect((await ada.plan()).plan.changes).not.toEqual([]);
  });
  test('the name of a forged record writes no line and no escape sequence of its own', async ({
    team,
    ada,
  }) => {
    ada.commit(declaring('a', 'b'));
    await ada.apply();
    const [ref = '', id = ''] = (values(team)[0] ?? '').split(' ');
    const forged = team.sandbox.git(team.origin, 'commit-tree', `${id}^{tree}`, '-m', 'Apply x');
    restore(team, [
      `${ref.replace('/confighub.yaml/', '/x%0A%3A%3Aerror%3A%3Apwned%1B%5B31m%2Fconfighub.yaml/')} ${forged}`,
    ]);
    ada.commit(declaring('a'));
    const { stdout } = await ada.start('plan').ended;
    expect(stdout).not.toMatch(/^::error|\u001b/m);
  });
  test('`prune: all` does not say of what was never declared that it is declared no longer', async ({
    ada,
  }) => {
    await bothApplied(ada, projects(['first'], ['second'], 'prune: all\n'));
    expect((await ada.plan(ONE)).plan.notes.join()).not.toContain('no longer declares');
  });
});

describe.concurrent('cost:', () => {
  test('conversations with origin do not grow with the number of projects, in a clone of depth 1', async ({
    team,
    ada,
  }) => {
    const count = 6;
    const files = (...more: string[]) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, i) => [
          [`p${i}/confighub.yaml`, PROJECT],
          [`p${i}/config/a.yaml`, doc(`k${i}`, ...(i === 0 ? more : []))],
        ]).flat(),
      );
    ada.commit(files('gone'));
    for (let i = 0; i < count; i++) await ada.applyApproved({ config: `p${i}/confighub.yaml` });
    ada.commit(files());
    const bob = team.member('bob', '--depth=1');
    const spy = team.sandbox.spy();
    const options = bob.options({ config: 'p0/confighub.yaml' });
    await planTarget(options, bob.runtime({ env: spy.env as Record<string, string> }));
    const network = spy.calls().filter((call) => /\u001f(fetch|ls-remote)\u001f/.test(call));
    expect(network.length).toBeLessThanOrEqual(5);
  });
  test('an apply in a clone of depth 1 fetches the history once', async ({ team, ada }) => {
    ada.commit(declaring('a', 'b'));
    await ada.apply();
    ada.commit(declaring('a'));
    // Its parents are in the commit itself: what was applied is further back.
    ada.commit({ 'notes.md': 'Nothing to apply.' });
    const bob = team.member('bob', '--depth=1');
    const spy = team.sandbox.spy();
    await apply(bob.options(), bob.runtime({ env: spy.env as Record<string, string> }));
    const histories = spy.calls().filter((call) => /--git-dir=.*\u001ffetch\u001f/.test(call));
    expect(histories).toHaveLength(1);
  });
});
