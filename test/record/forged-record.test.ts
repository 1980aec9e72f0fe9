// Whoever may push refs can write a record: what it claims is deleted only where history confirms it, or a person approves.
import { describe, expect, test } from 'vitest';
import { representatives } from '../helpers/lane.ts';
import { push } from '../helpers/server.ts';
import { declaring, type Member, type Team, withTeam } from '../helpers/team.ts';

const codes = ({ plan }: { plan: { findings: { code: string }[] } }) => plan.findings.map(({ code }) => code);

/** `theirs` is on the server, made by others. */
async function withTheirs(use: (team: Team, ada: Member) => Promise<void>): Promise<void> {
  await withTeam(async (team) => {
    const ada = team.member('ada');
    ada.commit(declaring('a'));
    await ada.apply();
    const body = {
      enableKeyCreation: true,
      data: [{ key: 'theirs', push: true, values: [{ context: '*;*', value: 'theirs' }] }],
    };
    expect((await push(team.server, body, { token: 'default' })).status).toBe(200);
    await use(team, ada);
  });
}

/** Puts a record of these keys in the place of the real one, or beside it. */
function forge(
  team: Team,
  { source, keys, name }: { source: string | undefined; keys: string[]; name?: string },
): void {
  const mallory = team.sandbox.clone(team.origin, `mallory-${keys.length}`);
  const commit = team.sandbox.commit(mallory, 'Forged', declaring(...keys));
  const trailers = [
    ...(source === undefined ? [] : [`Source-Commit: ${source === 'own' ? commit : source}`]),
    `Project-File: ${name ?? 'confighub.yaml'}`,
  ];
  const [ref = ''] = team.refNames();
  const message = `Apply x: 0 created, 0 updated, 0 deleted\n\n${trailers.join('\n')}`;
  const forged = team.sandbox.git(mallory, 'commit-tree', `${commit}^{tree}`, '-m', message);
  const target = name === undefined ? ref : ref.replace('confighub.yaml', name.replaceAll('/', '%2F'));
  team.sandbox.git(
    mallory,
    'push',
    '--quiet',
    '--force',
    'origin',
    `${forged}:${target}`,
    `${commit}:refs/heads/mallory`,
  );
}

describe.concurrent('a forged record', () => {
  test.for([
    ['names no commit', () => undefined, 'names no commit'],
    [
      'names a commit that is nowhere',
      () => '1'.repeat(40),
      'names commit 1111111111, which is not part of this history',
    ],
    ['names a commit of another branch', () => 'own', 'which is not part of this history'],
    [
      'holds other documents than its commit',
      (team: Team) => team.sandbox.git(team.origin, 'rev-parse', 'main'),
      'where config/shop.yaml differs from the record',
    ],
  ] as const)('deletes nothing that others made, unless a digest approves it: it %s', async ([_, sourceOf, why]) => {
    await withTheirs(async (team, ada) => {
      forge(team, { source: sourceOf(team), keys: ['a', 'theirs'] });
      ada.commit(declaring('a', 'b'));
      const options = { allowOlder: true };
      const refused = await ada.apply(options);
      expect(refused.outcome).toBe('refused');
      expect(refused.plan.findings).toMatchObject([
        {
          code: 'record-unconfirmed',
          message: expect.stringContaining(why),
          approvable: true,
        },
      ]);
      expect(await team.keys()).toEqual(['a', 'theirs']);
      expect((await ada.applyApproved(options)).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['a', 'b']);
      // The new record is a real one again.
      ada.commit(declaring('a'));
      expect(codes(await ada.apply())).toEqual([]);
      expect(await team.keys()).toEqual(['a']);
    });
  });

  test.for(representatives([['--depth=1'], [], ['--filter=blob:none']], 3))(
    'is told from a real one in a clone with %j',
    async (clone) => {
      await withTheirs(async (team, ada) => {
        ada.commit(declaring('a', 'b', 'c'));
        await ada.apply();
        ada.commit(declaring('a', 'b', 'c', 'd'));
        ada.commit(declaring('a', 'b'));
        const bob = team.member('bob', ...clone);
        expect((await bob.apply()).outcome).toBe('verified');
        expect(await team.keys()).toEqual(['a', 'b', 'theirs']);
        forge(team, {
          source: team.sandbox.git(team.origin, 'rev-parse', 'main'),
          keys: ['a', 'b', 'theirs'],
        });
        expect(codes(await bob.apply())).toEqual(['record-unconfirmed']);
      });
    },
  );

  test('that deletes nothing blocks nothing', async () => {
    await withTheirs(async (team, ada) => {
      forge(team, { source: undefined, keys: ['a'] });
      ada.commit(declaring('a', 'b'));
      expect((await ada.apply()).outcome).toBe('verified');
    });
  });

  test('of another project protects nothing, and is said to', async () => {
    await withTheirs(async (team, ada) => {
      ada.commit(declaring('a', 'mine'));
      await ada.apply();
      forge(team, { source: undefined, keys: ['mine'], name: 'two/confighub.yaml' });
      ada.commit(declaring('a'));
      const { plan, outcome } = await ada.apply();
      expect(outcome).toBe('verified');
      expect(plan.notes).toEqual(['Ignoring the record of two/confighub.yaml: it names no commit.']);
      expect(await team.keys()).toEqual(['a', 'theirs']);
    });
  });

  test.for([
    ['is gone', ['rm', '-rq', 'two']],
    ['declares the key no longer', ['mv', 'two/config/shop.yaml', 'kept.yaml']],
  ] as const)('that is genuine, of another project, deletes nothing in the place of ours: it %s', async ([_, git]) => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      const of = (folder: string, key: string) =>
        Object.fromEntries(Object.entries(declaring(key)).map(([path, text]) => [`${folder}/${path}`, text]));
      ada.commit({ ...of('one', 'first'), ...of('two', 'second') });
      const [one, two] = [{ config: 'one/confighub.yaml' }, { config: 'two/confighub.yaml' }];
      await ada.apply(one);
      const [ours = ''] = team.refNames();
      await ada.applyApproved(two);
      const theirs = ours.replace('one', 'two');
      team.sandbox.git(team.origin, 'update-ref', ours, theirs);
      team.sandbox.git(team.origin, 'update-ref', '-d', theirs);
      team.sandbox.git(ada.dir, ...git);
      team.sandbox.script(ada.dir, 'git commit -qam Change; git push -q origin HEAD:main');
      const { outcome, plan } = await ada.apply(one);
      expect(outcome).toBe('refused');
      expect(plan.findings).toMatchObject([
        { code: 'record-unconfirmed', message: expect.stringContaining('is that of two/confighub.yaml') },
      ]);
      expect(await team.keys()).toEqual(['first', 'second']);
    });
  });

  test('of line endings alone is none', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit({ ...declaring('a', 'b'), '.gitattributes': '*.yaml text eol=crlf\n' });
      team.sandbox.git(ada.dir, 'rm', '-rq', '--cached', '.');
      team.sandbox.git(ada.dir, 'reset', '--quiet', '--hard');
      await ada.apply();
      ada.commit(declaring('a'));
      expect((await ada.apply()).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['a']);
    });
  });
});

describe.concurrent('a record that only this clone has', () => {
  /** Ada records at origin; then origin takes no more refs of this program. */
  async function withOlderAtOrigin(use: (team: Team, ada: Member) => Promise<void>): Promise<void> {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(declaring('a'));
      await ada.apply();
      const hook = 'while read old new ref; do case $ref in refs/confighub-sync/*) exit 1;; esac; done';
      team.sandbox.hook(team.origin, 'pre-receive', hook);
      ada.commit(declaring('a', 'b'));
      expect((await ada.apply()).outcome).toBe('verified');
      await use(team, ada);
    });
  }

  test('counts before an older one at origin', async () => {
    await withOlderAtOrigin(async (team, ada) => {
      const changed = { ...declaring(), 'config/shop.yaml': 'keys: {a: a, b: new}\n' };
      ada.commit(changed);
      const { plan } = await ada.apply({ onDrift: 'keep' });
      expect(plan.changes).toMatchObject([{ key: 'b', cause: 'declared', after: 'new' }]);
      team.sandbox.hook(team.origin, 'pre-receive', 'exit 0');
      ada.commit(declaring('a'));
      expect((await ada.apply()).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['a']);
      expect(await ada.plan()).toMatchObject({ plan: { changes: [] }, remarks: [] });
    });
  });

  test('counts beside what others recorded since', async () => {
    await withOlderAtOrigin(async (team, ada) => {
      team.sandbox.hook(team.origin, 'pre-receive', 'exit 0');
      const bob = team.member('bob');
      bob.commit(declaring('a', 'b', 'c'));
      expect((await bob.apply()).outcome).toBe('verified');
      ada.commit(declaring('c'));
      const { plan } = await ada.apply();
      expect(plan.changes.flatMap((change) => (change.kind === 'value' ? [change.key] : []))).toEqual(['a', 'b']);
      expect(await team.keys()).toEqual(['c']);
    });
  });
});
