// A document that is moved to where the project does not look: the plan that deletes its items says where it is now.
import { mkdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Desk, withShop } from '../helpers/process.ts';

const SHARED = ['one', 'two', 'three'].map((name) => `  ${name}: 1\n`).join('');
const FILES = {
  'confighub.yaml':
    'version: 1\nlevels: [Environment, Application]\nlimits: { maxDeletes: 50, deletes: 100% }\n',
  'config/a.yaml': `keys:\n${SHARED}`,
  'config/b.yaml': 'keys: { b: 1 }\n',
};
const HINT =
  'To keep them, let `include` or the `path` of a source match the new place. If they are no longer needed, ignore this warning.';

function move(desk: Desk, from: string, to: string): void {
  mkdirSync(desk.path(to, '..'), { recursive: true });
  desk.git('mv', from, to);
}

/** The warnings of a plan, in JSON. */
async function warnings(desk: Desk, ...flags: string[]): Promise<string[]> {
  const { stdout } = await desk.cli(['plan', '--json', ...flags]);
  const { findings } = JSON.parse(stdout) as {
    findings: { code: string; message: string; hint?: string }[];
  };
  return findings
    .filter(({ code }) => code === 'document-moved-out')
    .map(({ message, hint }) => (hint === HINT ? message : `${message} ${hint}`));
}

const MOVED =
  'config/a.yaml was moved to other/a.yaml, where the project does not look, so this plan deletes its items.';

async function afterApply(use: (desk: Desk) => Promise<void>, folder = ''): Promise<void> {
  const files = Object.fromEntries(
    Object.entries(FILES).map(([path, text]) => [`${folder}${path}`, text]),
  );
  await withShop(files, async ({ desk }) => {
    desk.commit('Open the shop');
    expect(await desk.cli(['apply', '--config', `${folder}confighub.yaml`])).toMatchObject({
      status: 0,
      stderr: '',
    });
    await use(desk);
  });
}

describe('a moved document', () => {
  test('as it was, and with changes', () =>
    afterApply(async (desk) => {
      move(desk, 'config/a.yaml', 'other/a.yaml');
      desk.commit('Move');
      expect(await warnings(desk)).toEqual([MOVED]);
      desk.commit('Change', { 'other/a.yaml': `keys:\n${SHARED}  four: 1\n` });
      expect(await warnings(desk)).toEqual([MOVED]);
      // An apply says so, too, before it asks.
      const { output } = await desk.cli(['apply']);
      expect(output).toContain(MOVED);
      expect(await warnings(desk)).toEqual([]);
    }));

  test('of a branch, planned as it is, as merged with its base, and without the server', () =>
    afterApply(async (desk) => {
      desk.git('switch', '--quiet', '--create', 'feature');
      move(desk, 'config/a.yaml', 'other/a.yaml');
      desk.commit('Move');
      expect(await warnings(desk, '--base', 'main')).toEqual([MOVED]);
      expect(await warnings(desk, '--base', 'main', '--offline')).toEqual([MOVED]);
      desk.git('switch', '--quiet', 'main');
      desk.commit('Late', { 'config/late.yaml': 'keys: { late: 1 }\n' });
      desk.git('switch', '--quiet', 'feature');
      expect(await warnings(desk, '--base', 'main')).toEqual([MOVED]);
      expect(await warnings(desk, '--base', 'main', '--offline')).toEqual([MOVED]);
    }));

  test('that the base moved: the merge does not read it', () =>
    afterApply(async (desk) => {
      desk.git('switch', '--quiet', '--create', 'feature');
      desk.commit('More', { 'config/more.yaml': 'keys: { more: 1 }\n' });
      desk.git('switch', '--quiet', 'main');
      move(desk, 'config/a.yaml', 'other/a.yaml');
      desk.commit('Move');
      desk.git('switch', '--quiet', 'feature');
      expect(await warnings(desk, '--base', 'main')).toEqual([MOVED]);
    }));

  test('of several, and out of the folder of the project', () =>
    afterApply(async (desk) => {
      for (const name of ['a', 'b']) move(desk, `shop/config/${name}.yaml`, `old/${name}.yaml`);
      desk.commit('Move', { 'shop/config/c.yaml': 'keys: { c: 1 }\n' });
      expect(await warnings(desk, '--config', 'shop/confighub.yaml')).toEqual([
        'shop/config/a.yaml was moved to old/a.yaml, where the project does not look, and the same is true of 1 more document, so this plan deletes their items. To keep them, move the file back: a project cannot read what is outside the folder of its project file. If they are no longer needed, ignore this warning.',
      ]);
    }, 'shop/'));

  test('that stays where it is, while `include` changes', () =>
    afterApply(async (desk) => {
      desk.commit('Only b', {
        'confighub.yaml': `${FILES['confighub.yaml']}include: [config/b.yaml]\n`,
      });
      expect(await warnings(desk)).toEqual([
        'The project no longer reads config/a.yaml, so this plan deletes its items. To keep them, let `include` or the `path` of a source match the file. If they are no longer needed, ignore this warning.',
      ]);
    }));
});

describe('no warning', () => {
  test.each([
    ['if it is deleted, and another file has its name', {}, 'charts/a.yaml'],
    ['if it moves to where `include` looks', {}, 'config/sub/a.yaml'],
    ['if nothing is deleted', { prune: 'none' }, 'other/a.yaml'],
  ])('%s', (_, { prune = 'managed' }: { prune?: string }, to) =>
    afterApply(async (desk) => {
      if (to === 'charts/a.yaml') {
        desk.git('rm', '--quiet', 'config/a.yaml');
        desk.write({ [to]: 'keys:\n  something: else\n  entirely: true\n' });
      } else move(desk, 'config/a.yaml', to);
      desk.commit('Move');
      expect(await warnings(desk, '--prune', prune)).toEqual([]);
    }),
  );
});
