// Whose record is whose: by the project file, under its former names too; and what is there and cannot be read.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apply } from '../../src/commands/apply.ts';
import { declaring, type Team, withTeam } from '../helpers/team.ts';

const PROJECT = 'version: 1\nlevels: [Environment, Application]\n';

/** The record as it was when records were named after folders, and did not say which project file they are of. */
function asBefore(team: Team, folder = '=root'): string {
  const [ref = ''] = team.refNames();
  const git = (...args: string[]) => team.sandbox.git(team.origin, ...args);
  const message = git('log', '-1', '--format=%B', ref).replace(/^Project-File: .*\n/m, '');
  const former = ref.replace(/[^/]+\/applied$/, `${folder}/applied`);
  const commit = git('commit-tree', `${ref}^{tree}`, '-m', message);
  if (former !== ref) git('update-ref', '-d', ref);
  git('update-ref', former, commit);
  return former;
}

const deleted = ({ plan }: { plan: { changes: { kind: string; action: string; key?: string }[] } }) =>
  plan.changes.flatMap(({ kind, action, key }) => (kind === 'value' && action === 'delete' ? [key] : []));

describe.concurrent('a record', () => {
  test('is of one of two project files in a folder', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      const files = (one: string, two: string) => ({
        'one.yaml': `${PROJECT}include: [one/*.yaml]\n`,
        'two.yaml': `${PROJECT}include: [two/*.yaml]\n`,
        'one/doc.yaml': `keys: {first: 1${one}}\n`,
        'two/doc.yaml': `keys: {second: 2${two}}\n`,
      });
      ada.commit(files(', gone: 1', ''));
      await ada.apply({ config: 'one.yaml' });
      await ada.applyApproved({ config: 'two.yaml' });
      expect(team.refNames().map((name) => name.split('/').at(-2))).toEqual(['one.yaml', 'two.yaml']);
      ada.commit(files('', ''));
      expect((await ada.apply({ config: 'two.yaml' })).outcome).toBe('nothing');
      expect(deleted(await ada.apply({ config: 'one.yaml' }))).toEqual(['gone']);
      expect(await team.keys()).toEqual(['first', 'second']);
    });
  });

  test('of the former naming is taken over', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(declaring('a', 'gone'));
      await ada.apply();
      const former = asBefore(team);
      ada.commit(declaring('a'));
      expect(deleted(await ada.plan())).toEqual(['gone']);
      expect(team.refNames()).toEqual([former]);
      expect((await ada.apply()).outcome).toBe('verified');
      expect(team.refNames()).toEqual([former.replace('=root', 'confighub.yaml')]);
      expect((await ada.plan()).plan.changes).toEqual([]);
    });
  });

  test('of the former naming and another project file of the folder is not', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(declaring('a', 'gone'));
      await ada.apply();
      const former = asBefore(team);
      const two = { 'two.yaml': `${PROJECT}include: [two/*.yaml]\n`, 'two/doc.yaml': 'keys: {second: 2}\n' };
      ada.commit({ ...declaring('a'), ...two });
      const { plan } = await ada.plan({ config: 'two.yaml' });
      expect(plan.findings.map(({ code }) => code)).toEqual(['first-apply']);
      expect((await ada.applyApproved({ config: 'two.yaml' })).outcome).toBe('verified');
      expect(team.refNames()).toContain(former);
      expect(deleted(await ada.apply())).toEqual(['gone']);
    });
  });

  test.for([
    ['is renamed', { 'shop.yaml': PROJECT }, 'shop.yaml', ['confighub.yaml']],
    [
      'moves with its documents',
      {
        'svc/confighub.yaml': PROJECT,
        'svc/config/more.yaml': 'keys: {b: b}\n',
        'svc/config/shop.yaml': 'keys: {}\n',
      },
      'svc/confighub.yaml',
      ['confighub.yaml', 'config'],
    ],
  ] as const)('is found where its project file %s', async ([_, files, config, gone]) => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit({
        ...declaring('a'),
        'config/more.yaml': 'keys: {b: b}\n',
        'config/same.yaml': 'keys: {c: c}\n',
      });
      await ada.apply();
      team.sandbox.git(ada.dir, 'rm', '-rq', ...gone);
      const documents =
        'svc/config/shop.yaml' in files
          ? { 'svc/config/same.yaml': 'keys: {c: c}\n' }
          : { 'config/shop.yaml': 'keys: {}\n' };
      team.sandbox.commit(ada.dir, 'Rename', { ...files, ...documents });
      const planned = await ada.plan({ config });
      expect(planned.remarks).toEqual([
        'Using the record of confighub.yaml: that file no longer exists, this project has more than half of the documents in that record, and no record of its own. The next apply renames the record.',
      ]);
      expect(deleted(planned)).toEqual(['a']);
      expect((await ada.apply({ config })).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['b', 'c']);
      const [ref, ...others] = team.refNames();
      expect(others).toEqual([]);
      expect(decodeURIComponent(ref?.split('/').at(-2) ?? '')).toBe(config);
    });
  });

  test('is found by its name where it does not say which project file it is of', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(declaring('a', 'b'));
      await ada.apply();
      const [ref = ''] = team.refNames();
      asBefore(team, 'confighub.yaml');
      team.sandbox.git(ada.dir, 'mv', 'confighub.yaml', 'shop.yaml');
      team.sandbox.commit(ada.dir, 'Rename', {});
      const { plan, remarks } = await ada.plan({ config: 'shop.yaml' });
      expect(ref).toContain('/confighub.yaml/');
      expect(plan.findings).toEqual([]);
      expect(remarks).toEqual([expect.stringContaining('Using the record of confighub.yaml')]);
    });
  });

  test.for([
    ['leads to a blob', (team: Team) => team.sandbox.git(team.origin, 'rev-parse', 'main:confighub.yaml')],
    [
      'leads to a commit without documents',
      (team: Team) => {
        const tree = team.sandbox.git(team.origin, 'mktree', '--missing');
        return team.sandbox.git(team.origin, 'commit-tree', tree, '-m', 'Nothing');
      },
    ],
    [
      'holds a file that is too large',
      (team: Team) => {
        const large = join(team.origin, 'large');
        execFileSync('truncate', ['-s', String(256 * 1024 * 1024 + 1), large]);
        const blob = team.sandbox.git(team.origin, 'hash-object', '-w', large);
        const list = join(team.origin, 'list');
        team.sandbox.write(list, `100644 blob ${blob}\tconfighub.yaml\n`);
        const tree = execFileSync('sh', ['-c', `git mktree < ${list}`], { cwd: team.origin })
          .toString()
          .trim();
        return team.sandbox.git(team.origin, 'commit-tree', tree, '-m', 'Large');
      },
    ],
  ] as const)('that %s refuses the apply, and says how to go on', async ([_, make]) => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(declaring('a', 'b'));
      await ada.apply();
      const [ref = ''] = team.refNames();
      team.sandbox.git(team.origin, 'update-ref', ref, make(team));
      ada.commit(declaring('a'));
      const { outcome, plan } = await ada.apply();
      expect(outcome).toBe('refused');
      expect(plan.findings).toMatchObject([
        { code: 'record-unreadable', hint: expect.stringContaining('nothing is pruned') },
      ]);
      expect(await team.keys()).toEqual(['a', 'b']);
      ada.commit(declaring('a', 'c'));
      const { force = '' } = (await ada.plan()).plan;
      expect((await ada.apply({ force })).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['a', 'b', 'c']);
      expect((await ada.plan()).plan.findings).toEqual([]);
    });
  });

  test('is not taken for none where there is no git program', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(declaring('a', 'b'));
      await ada.apply();
      ada.commit(declaring('a'));
      const env = { ...team.sandbox.env, PATH: '/nowhere' };
      const runtime = ada.runtime({ env });
      const applied = apply(ada.options(), runtime, async () => undefined);
      await expect(applied).rejects.toMatchObject({
        code: 'git-missing',
        message: 'Cannot read the Git repository of this project: git is not installed, or not in PATH',
        hint: expect.stringContaining('Install Git'),
      });
      expect(team.pushes()).toBe(1);
    });
  });
});
