// Whose record is whose: by the project file; and what is there and cannot be read.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { apply } from '../helpers/apply.ts';
import { declaring, type Team } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';

const PROJECT = 'version: 1\nlevels: [Environment, Application]\n';

const deleted = ({
  plan,
}: {
  plan: { changes: { kind: string; action: string; name: string }[] };
}) =>
  plan.changes.flatMap(({ kind, action, name }) =>
    kind === 'value' && action === 'delete' ? [name] : [],
  );

describe.concurrent('a record', () => {
  test('is of one of two project files in a folder', async ({ team, ada }) => {
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
  ] as const)(
    'is moved where its project file %s',
    async ([_, files, config, gone], { team, ada }) => {
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
      team.sandbox.git(ada.dir, 'push', '--quiet', 'origin', 'HEAD:main');
      expect(deleted(await ada.plan({ config }))).toEqual(['a']);
      // An apply would do the same.
      const moved = await ada.start('history', '--move', 'confighub.yaml', '--config', config)
        .ended;
      expect(moved).toMatchObject({
        status: 0,
        stdout: `Moved the record of confighub.yaml to ${config}.\n`,
      });
      expect(deleted(await ada.plan({ config }))).toEqual(['a']);
      expect((await ada.apply({ config })).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['b', 'c']);
      const [ref, ...others] = team.refNames();
      expect(others).toEqual([]);
      expect(decodeURIComponent(ref?.split('/').at(-2) ?? '')).toBe(config);
    },
  );

  test.for([
    [
      'leads to a blob',
      (team: Team) => team.sandbox.git(team.origin, 'rev-parse', 'main:confighub.yaml'),
    ],
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
  ] as const)(
    'that %s refuses the apply, and says how to go on',
    async ([_, make], { team, ada }) => {
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
      const { approval = '' } = (await ada.plan()).plan;
      expect((await ada.apply({ approve: approval })).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['a', 'b', 'c']);
      expect((await ada.plan()).plan.findings).toEqual([]);
    },
  );

  test('is not taken for none where there is no git program', async ({ team, ada }) => {
    ada.commit(declaring('a', 'b'));
    await ada.apply();
    ada.commit(declaring('a'));
    const env = { ...team.sandbox.env, PATH: '/nowhere' };
    const runtime = ada.runtime({ env });
    const applied = apply(ada.options(), runtime);
    await expect(applied).rejects.toMatchObject({
      code: 'git-missing',
      message:
        'Cannot read the Git repository of this project: git is not installed, or not in PATH',
      hint: expect.stringContaining('Install Git'),
    });
    expect(team.pushes()).toBe(1);
  });
});
