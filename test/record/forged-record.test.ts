// Whoever may push refs can write a record: what it claims is deleted only where history confirms it, or a person approves.
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { unlock } from '../../src/commands/unlock.ts';
import { representatives } from '../helpers/suite.ts';
import { push } from '../helpers/server.ts';
import { declaring, type Member, type Team, withTeam } from '../helpers/team.ts';
import { test, nightly } from '../helpers/test.ts';

const codes = ({ plan }: { plan: { findings: { code: string }[] } }) =>
  plan.findings.map(({ code }) => code);

/** `theirs` is on the server, made by others. */
async function withTheirs(use: (team: Team, ada: Member) => Promise<void>): Promise<void> {
  await withTeam(async (team) => {
    const ada = team.member('ada');
    ada.commit(declaring('a'));
    await ada.apply();
    await pushTheirs(team);
    await use(team, ada);
  });
}

async function pushTheirs({ server }: Team): Promise<void> {
  const data = [{ key: 'theirs', push: true, values: [{ context: '*;*', value: 'theirs' }] }];
  expect((await push(server, { enableKeyCreation: true, data }, { token: 'default' })).status).toBe(
    200,
  );
}

/** What the commit of an apply says. */
function messageOf({
  source = '1'.repeat(40),
  projectFile = 'confighub.yaml',
  state = 'done',
  more = [],
}: {
  source?: string | undefined;
  projectFile?: string | undefined;
  state?: string;
  more?: string[];
}): string {
  const fields = [
    `State: ${state}`,
    'Apply-Id: 1',
    `Project-File: ${projectFile}`,
    `Source-Commit: ${source}`,
    ...more,
  ];
  return `Apply x: 0 created, 0 updated, 0 deleted\n\n${fields.join('\n')}`;
}

/** Puts a record of these keys in the place of the real one, or beside it. */
function gitHost(
  team: Team,
  { source, keys, name }: { source: string | undefined; keys: string[]; name?: string },
): void {
  const mallory = team.sandbox.clone(team.origin, `mallory-${randomUUID()}`);
  const commit = team.sandbox.commit(mallory, 'Forged', declaring(...keys));
  const [ref = ''] = team.refNames();
  const message = messageOf({ source: source === 'own' ? commit : source, projectFile: name });
  const forged = team.sandbox.git(mallory, 'commit-tree', `${commit}^{tree}`, '-m', message);
  const target =
    name === undefined ? ref : ref.replace('confighub.yaml', name.replaceAll('/', '%2F'));
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
  test('deletes nothing that others made, unless a digest approves it', async () => {
    const cases = [
      // A commit that is nowhere, and one of another branch.
      [() => '1'.repeat(40), 'names commit 1111111111, which is not part of this history'],
      [() => 'own', 'which is not part of this history'],
      // One that has other documents.
      [
        (team: Team) => team.sandbox.git(team.origin, 'rev-parse', 'main'),
        'where config/shop.yaml differs from the record',
      ],
    ] as const;
    await withTheirs(async (team, ada) => {
      for (const [sourceOf, why] of cases) {
        gitHost(team, { source: sourceOf(team), keys: ['a', 'theirs'] });
        ada.commit(declaring('a', 'b'));
        const options = { allowOlder: true };
        const refused = await ada.apply(options);
        expect(refused.outcome).toBe('refused');
        expect(refused.plan.findings).toMatchObject([
          { code: 'record-unconfirmed', message: expect.stringContaining(why), approvable: true },
        ]);
        expect(await team.keys()).toEqual(['a', 'theirs']);
        expect((await ada.applyApproved(options)).outcome).toBe('verified');
        expect(await team.keys()).toEqual(['a', 'b']);
        // The new record is a real one again.
        ada.commit(declaring('a'));
        expect(codes(await ada.apply())).toEqual([]);
        expect(await team.keys()).toEqual(['a']);
        await pushTheirs(team);
      }
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
        gitHost(team, {
          source: team.sandbox.git(team.origin, 'rev-parse', 'main'),
          keys: ['a', 'b', 'theirs'],
        });
        expect(codes(await bob.apply())).toEqual(['record-unconfirmed']);
      });
    },
  );

  nightly(
    'of another project protects nothing, and is said to; one that deletes nothing blocks nothing',
    async () => {
      await withTheirs(async (team, ada) => {
        ada.commit(declaring('a', 'mine'));
        await ada.apply();
        gitHost(team, { source: undefined, keys: ['mine'], name: 'two/confighub.yaml' });
        ada.commit(declaring('a'));
        const { plan, outcome } = await ada.apply();
        expect(outcome).toBe('verified');
        expect(plan.notes).toEqual([
          'Ignoring the record of two/confighub.yaml: it names commit 1111111111, which is not part of this history.',
        ]);
        expect(await team.keys()).toEqual(['a', 'theirs']);
        gitHost(team, {
          source: team.sandbox.git(team.origin, 'rev-parse', 'main'),
          keys: ['a', 'theirs'],
        });
        ada.commit(declaring('a', 'theirs', 'b'));
        expect((await ada.apply()).outcome).toBe('verified');
      });
    },
  );

  nightly(
    'that is genuine, of another project, deletes nothing in the place of ours',
    async ({ team, ada }) => {
      const of = (folder: string, key: string) =>
        Object.fromEntries(
          Object.entries(declaring(key)).map(([path, text]) => [`${folder}/${path}`, text]),
        );
      const both = ada.commit({ ...of('one', 'first'), ...of('two', 'second') });
      const [one, two] = [{ config: 'one/confighub.yaml' }, { config: 'two/confighub.yaml' }];
      await ada.apply(one);
      const [ours = ''] = team.refNames();
      await ada.applyApproved(two);
      const theirs = ours.replace('one', 'two');
      team.sandbox.git(team.origin, 'update-ref', ours, theirs);
      team.sandbox.git(team.origin, 'update-ref', '-d', theirs);
      // The other project is gone, or declares the key no longer.
      for (const change of ['git rm -rq two', 'git mv two/config/shop.yaml kept.yaml']) {
        const script = `git reset -q --hard ${both}; ${change}; git commit -qm Change; git push -qf origin HEAD:main`;
        team.sandbox.script(ada.dir, script);
        const { outcome, plan } = await ada.apply(one);
        expect({ change, outcome }).toEqual({ change, outcome: 'refused' });
        expect(plan.findings).toMatchObject([
          {
            code: 'record-unreadable',
            message: expect.stringContaining('it belongs to two/confighub.yaml'),
          },
        ]);
        expect(await team.keys()).toEqual(['first', 'second']);
      }
    },
  );

  nightly('of line endings alone is none', async ({ team, ada }) => {
    ada.commit({ ...declaring('a', 'b'), '.gitattributes': '*.yaml text eol=crlf\n' });
    team.sandbox.git(ada.dir, 'rm', '-rq', '--cached', '.');
    team.sandbox.git(ada.dir, 'reset', '--quiet', '--hard');
    await ada.apply();
    ada.commit(declaring('a'));
    expect((await ada.apply()).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['a']);
  });
});

describe.concurrent('a record in the clone', () => {
  test('counts for nothing where there is an origin', async () => {
    await withTheirs(async (team, ada) => {
      gitHost(team, { source: undefined, keys: ['a', 'theirs'] });
      const [ref = ''] = team.refNames();
      team.sandbox.git(ada.dir, 'fetch', '--quiet', 'origin', `${ref}:${ref}`);
      team.sandbox.git(ada.dir, 'push', '--quiet', 'origin', `:${ref}`);
      ada.commit(declaring('a', 'b'));
      expect(codes(await ada.plan())).toEqual(['first-apply']);
      expect((await ada.applyApproved()).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['a', 'b', 'theirs']);
    });
  });
});

describe.concurrent('a forged record of an apply that has begun', () => {
  /** On top of the real record. */
  function forgeBegun(team: Team, more: string[], state = 'begun'): void {
    const mallory = team.sandbox.clone(team.origin, `mallory-${randomUUID()}`);
    const commit = team.sandbox.commit(mallory, 'Forged', declaring('a', 'theirs'));
    const [ref = ''] = team.refNames();
    team.sandbox.git(mallory, 'fetch', '--quiet', 'origin', ref);
    const message = messageOf({ source: commit, state, more });
    const args = ['commit-tree', `${commit}^{tree}`, '-p', 'FETCH_HEAD', '-m', message];
    const forged = team.sandbox.git(mallory, ...args);
    team.sandbox.git(
      mallory,
      'push',
      '--quiet',
      '--force',
      'origin',
      `${forged}:${ref}`,
      `${commit}:refs/heads/mallory`,
    );
  }

  test('deletes nothing that others made, and without a near end stops applies until it is unlocked', async () => {
    await withTheirs(async (team, ada) => {
      const [ref = ''] = team.refNames();
      const record = team.sandbox.git(team.origin, 'rev-parse', ref);
      const refusedFor = async (more: string[]) => {
        team.sandbox.git(team.origin, 'update-ref', ref, record);
        forgeBegun(team, more);
        ada.commit(declaring('a', 'b'));
        return codes(await ada.apply({ allowOlder: true }));
      };
      expect(await refusedFor(['Until: 2020-01-01T00:00:00.000Z'])).toEqual(['record-unconfirmed']);
      for (const more of [[], ['Until: soon'], ['Until: 2025-05-06T07:08:09.000Z']]) {
        expect(await refusedFor(more), more.join()).toContain('record-unconfirmed');
        ada.commit(declaring('a', 'theirs', 'b'));
        const running = await ada.apply({ allowOlder: true });
        expect(codes(running), more.join()).toEqual(['apply-running']);
        expect(running.plan.findings[0]?.hint).toContain('`confighub-sync unlock`');
        await unlock(ada.options(), ada.runtime());
        expect(codes(await ada.plan({ allowOlder: true })), more.join()).toEqual([]);
      }
      expect(await team.keys()).toEqual(['a', 'theirs']);
      expect((await ada.apply({ allowOlder: true })).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['a', 'b', 'theirs']);
    });
  });

  nightly(
    'cannot be read in an unknown state, with two ends, with lines that are no fields, or after too many',
    async () => {
      const end = 'Until: 2020-01-01T00:00:00Z';
      await withTheirs(async (team, ada) => {
        const [ref = ''] = team.refNames();
        const record = team.sandbox.git(team.origin, 'rev-parse', ref);
        ada.commit(declaring('b'));
        for (const [state, more] of [
          ['pushed', []],
          ['begun', [end, end]],
          ['begun', ['no field']],
        ] as const) {
          team.sandbox.git(team.origin, 'update-ref', ref, record);
          forgeBegun(team, [...more], state);
          const { outcome, plan } = await ada.apply();
          expect({ state, more, outcome }).toEqual({ state, more, outcome: 'refused' });
          expect(plan.findings.map(({ code }) => code)).toEqual(['record-unreadable']);
          expect(await team.keys()).toEqual(['a', 'theirs']);
        }

        team.sandbox.git(team.origin, 'update-ref', ref, record);
        const message = messageOf({
          source: team.sandbox.git(team.origin, 'rev-parse', 'main'),
          state: 'begun',
        });
        const script =
          'for i in $(seq 21); do git update-ref "$1" "$(git commit-tree "$1^{tree}" -p "$1" -m "$2")"; done';
        team.sandbox.script(team.origin, script, ref, message);
        const { outcome, plan } = await ada.apply();
        expect(outcome).toBe('refused');
        expect(plan.findings).toMatchObject([
          {
            code: 'record-unreadable',
            message: expect.stringContaining('more than 20 apply runs have started'),
          },
        ]);
      });
    },
  );
});
