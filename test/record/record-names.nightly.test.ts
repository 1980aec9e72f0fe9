// Whose record is whose: by the project file; and what is there and cannot be read.
import { describe, expect } from 'vitest';
import { apply } from '../helpers/apply.ts';
import type { PlanResult } from '../../src/core/plan-facts.ts';
import { declaring } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';
import { applyFiles, change, PROJECT, recordedFiles } from './records.ts';

const deleted = ({ plan }: Pick<PlanResult, 'plan'>) =>
  plan.changes.flatMap(({ kind, action, name }) =>
    kind === 'value' && action === 'delete' ? [name] : [],
  );

describe.concurrent('a record', () => {
  test('is of one of two project files in a folder', async ({ team, ada }) => {
    const files = (more: string) => ({
      'one.yaml': `${PROJECT}include: [one/*.yaml]\n`,
      'two.yaml': `${PROJECT}include: [two/*.yaml]\n`,
      'one/doc.yaml': `keys: {first: 1${more}}\n`,
      'two/doc.yaml': 'keys: {second: 2}\n',
    });
    await applyFiles(ada, files(', gone: 1'), { config: 'one.yaml' });
    await ada.applyApproved({ config: 'two.yaml' });
    expect(recordedFiles(team)).toEqual(['one.yaml', 'two.yaml']);
    expect((await applyFiles(ada, files(''), { config: 'two.yaml' })).outcome).toBe('nothing');
    expect(deleted(await ada.apply({ config: 'one.yaml' }))).toEqual(['gone']);
    expect(await team.keys()).toEqual(['first', 'second']);
  });

  test.for([
    ['is renamed', 'shop.yaml', 'config', 'git mv confighub.yaml shop.yaml'],
    [
      'moves with its documents',
      'svc/confighub.yaml',
      'svc/config',
      'mkdir svc; git mv confighub.yaml config svc/',
    ],
  ] as const)('is moved where its project file %s', async (row, { team, ada }) => {
    const [, config, folder, moving] = row;
    const documents = {
      'config/more.yaml': 'keys: {b: b}\n',
      'config/same.yaml': 'keys: {c: c}\n',
    };
    await applyFiles(ada, { ...declaring('a'), ...documents });
    change(team, ada, `${moving}; echo 'keys: {}' > ${folder}/shop.yaml`);
    expect(deleted(await ada.plan({ config }))).toEqual(['a']);
    // An apply would do the same.
    const moved = await ada.start('history', '--move', 'confighub.yaml', '--config', config).ended;
    const stdout = `Moved the record of confighub.yaml to ${config}.\n`;
    expect(moved).toMatchObject({ status: 0, stdout });
    expect(deleted(await ada.plan({ config }))).toEqual(['a']);
    expect((await ada.apply({ config })).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['b', 'c']);
    expect(recordedFiles(team)).toEqual([config]);
  });

  test('is not taken for none where there is no git program', async ({ team, ada }) => {
    await applyFiles(ada, declaring('a', 'b'));
    ada.commit(declaring('a'));
    const runtime = ada.runtime({ env: { ...team.sandbox.env, PATH: '/nowhere' } });
    await expect(apply(ada.options(), runtime)).rejects.toMatchObject({
      code: 'git-missing',
      message:
        'Cannot read the Git repository of this project: git is not installed, or not in PATH',
      hint: expect.stringContaining('Install Git'),
    });
    expect(team.pushes()).toBe(1);
  });
});
