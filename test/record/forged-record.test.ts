// Whoever may push refs can write a record: what it claims is deleted only where history confirms it, or a person approves.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { unlock } from '../../src/commands/unlock.ts';
import { FACTS_PATH, keptFolder } from '../../src/record/record-format.ts';
import { IS_NIGHTLY, representatives } from '../helpers/suite.ts';
import { declaring, type Member, type Team } from '../helpers/team.ts';
import { test as plain } from '../helpers/test.ts';
import { applyFiles, codes, doc, ONE, othersSet, projects, recordMessage, TWO } from './records.ts';

/** Applied is `a`; `theirs` is on the server, made by others. */
const test = plain.extend<{ owner: Member }>({
  owner: async ({ team, ada }, use) => {
    await applyFiles(ada, declaring('a'));
    await othersSet(team, 'theirs');
    await use(ada);
  },
});
const nightly = test.runIf(IS_NIGHTLY);

interface Forged {
  /** Default: a commit that is nowhere; `own`: the one whose documents it has, on another branch. */
  source?: string;
  keys: string[];
  /** The project file that it is of; default: that of the real one, in whose place it is. */
  name?: string;
  state?: string;
  more?: readonly string[];
  /** On top of the real record. */
  isOnTop?: boolean;
}

/** Puts a record in the place of the real one, beside it or on top of it. */
function forge(team: Team, record: Forged): void {
  const { sandbox, origin } = team;
  const { source = '1'.repeat(40), keys, name = 'confighub.yaml', isOnTop } = record;
  const mallory = sandbox.clone(origin, `mallory-${randomUUID()}`);
  const commit = sandbox.commit(mallory, 'Forged', declaring(...keys));
  const [ref = ''] = team.refNames();
  sandbox.git(mallory, 'fetch', '--quiet', 'origin', ref);
  const message = recordMessage(source === 'own' ? commit : source, record);
  const parents = isOnTop ? ['-p', 'FETCH_HEAD'] : [];
  const forged = sandbox.git(mallory, 'commit-tree', `${commit}^{tree}`, ...parents, '-m', message);
  const to = ref.replace('confighub.yaml', name.replaceAll('/', '%2F'));
  const refs = [`${forged}:${to}`, `${commit}:refs/heads/mallory`];
  sandbox.git(mallory, 'push', '--quiet', '--force', 'origin', ...refs);
}

const mainOf = ({ sandbox, origin }: Team) => sandbox.headOf(origin, 'main') ?? '';

describe.concurrent('a forged record', () => {
  test.for([
    [
      'a commit that is nowhere',
      () => undefined,
      'names commit 1111111111, which is not part of this history',
    ],
    ['a commit of another branch', () => 'own', 'which is not part of this history'],
    ['a commit with other documents', mainOf, 'where config/shop.yaml differs from the record'],
  ] as const)(
    'of %s deletes nothing that others made, unless a digest approves it',
    async ([, sourceOf, why], { team, owner }) => {
      const source = sourceOf(team);
      forge(team, { ...(source && { source }), keys: ['a', 'theirs'] });
      owner.commit(declaring('a', 'b'));
      const options = { allowOlder: true };
      const { outcome, plan } = await owner.apply(options);
      expect(outcome).toBe('refused');
      const message = expect.stringContaining(why);
      expect(plan.findings).toMatchObject([
        { code: 'record-unconfirmed', message, approvable: true },
      ]);
      expect(await team.keys()).toEqual(['a', 'theirs']);
      expect((await owner.applyApproved(options)).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['a', 'b']);
      // The new record is a real one again.
      expect(codes(await applyFiles(owner, declaring('a')))).toEqual([]);
      expect(await team.keys()).toEqual(['a']);
    },
  );

  test.for(representatives([['--depth=1'], [], ['--filter=blob:none']], 3))(
    'is told from a real one in a clone with %j',
    async (clone, { team, owner }) => {
      await applyFiles(owner, declaring('a', 'b', 'c'));
      owner.commit(declaring('a', 'b', 'c', 'd'));
      owner.commit(declaring('a', 'b'));
      const bob = team.member('bob', ...clone);
      expect((await bob.apply()).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['a', 'b', 'theirs']);
      forge(team, { source: mainOf(team), keys: ['a', 'b', 'theirs'] });
      expect(codes(await bob.apply())).toEqual(['record-unconfirmed']);
    },
  );

  nightly('of another project protects nothing, and is said to', async ({ team, owner }) => {
    await applyFiles(owner, declaring('a', 'mine'));
    forge(team, { keys: ['mine'], name: 'two/confighub.yaml' });
    const { plan, outcome } = await applyFiles(owner, declaring('a'));
    expect(outcome).toBe('verified');
    expect(plan.notes).toEqual([
      'Ignoring the record of two/confighub.yaml: it names commit 1111111111, which is not part of this history.',
    ]);
    expect(await team.keys()).toEqual(['a', 'theirs']);
    forge(team, { source: mainOf(team), keys: ['a', 'theirs'] });
    expect((await applyFiles(owner, declaring('a', 'theirs', 'b'))).outcome).toBe('verified');
  });

  nightly('that is genuine, but of another project, deletes nothing', async ({ team, ada }) => {
    const both = ada.commit(projects(['first'], ['second']));
    await ada.apply(ONE);
    const [ours = ''] = team.refNames();
    await ada.applyApproved(TWO);
    const theirs = ours.replace('one', 'two');
    team.sandbox.git(team.origin, 'update-ref', ours, theirs);
    team.sandbox.git(team.origin, 'update-ref', '-d', theirs);
    // The other project is gone, or declares the key no longer.
    for (const change of ['git rm -rq two', 'git mv two/config/shop.yaml kept.yaml']) {
      const script = `git reset -q --hard ${both}; ${change}; git commit -qm Change; git push -qf origin HEAD:main`;
      team.sandbox.script(ada.dir, script);
      const { outcome, plan } = await ada.apply(ONE);
      expect({ change, outcome }).toEqual({ change, outcome: 'refused' });
      const message = expect.stringContaining('it belongs to two/confighub.yaml');
      expect(plan.findings).toMatchObject([{ code: 'record-unreadable', message }]);
      expect(await team.keys()).toEqual(['first', 'second']);
    }
  });

  test('that keeps a genuine apply of another project deletes nothing of it', async ({
    team,
    ada,
  }) => {
    ada.commit(projects(['first'], ['second']));
    await ada.apply(ONE);
    await ada.applyApproved(TWO);
    const { sandbox, origin } = team;
    const [ours = '', theirs = ''] = team.refNames();
    const messageOf = (ref: string) => sandbox.git(origin, 'log', '-1', '--format=%B', ref);
    const rows = { keys: {}, files: {} };
    const facts = {
      version: 1,
      stage: { name: 'x', contexts: ['none;**'], isLast: false, later: rows, taken: rows },
      kept: [{ commit: theirs, time: '2026-01-02T03:04:05Z', message: messageOf(theirs) }],
    };
    sandbox.write(join(origin, 'facts'), JSON.stringify(facts));
    sandbox.write(join(origin, 'message'), messageOf(ours).replace('State:', 'Stage: x\nState:'));
    sandbox.script(
      origin,
      `export GIT_INDEX_FILE=forged GIT_WORK_TREE=.; git read-tree ${ours}; git read-tree --prefix=${keptFolder(0)} ${theirs}; git update-index --add --cacheinfo 100644,$(git hash-object -w facts),${FACTS_PATH}; git update-ref ${ours} $(git commit-tree -F message $(git write-tree)); git update-ref -d ${theirs}`,
    );
    sandbox.script(ada.dir, 'git rm -rq two; git commit -qm Remove; git push -q origin main');
    const { outcome, plan } = await ada.apply(ONE);
    expect(codes({ plan })).toEqual(['record-unconfirmed']);
    expect(outcome).toBe('refused');
  });

  nightly('that is a copy under a third name protects nothing', async ({ team, ada }) => {
    ada.commit(projects(['first', 'moved'], ['second']));
    await ada.apply(ONE);
    ada.commit(projects(['first'], ['second', 'moved']));
    await ada.applyApproved(TWO);
    const [, theirs = ''] = team.refNames();
    const copy = theirs.replace('two', 'three');
    team.sandbox.git(team.origin, 'update-ref', copy, theirs);
    team.sandbox.git(team.origin, 'update-ref', '-d', theirs);
    team.sandbox.script(ada.dir, 'git rm -rq two; git commit -qm Remove; git push -q origin main');
    const { plan, outcome } = await ada.apply(ONE);
    expect({ outcome, notes: plan.notes }).toEqual({
      outcome: 'verified',
      notes: ['Ignoring the record of two/confighub.yaml: it is stored under another name.'],
    });
    expect(await team.keys()).toEqual(['first', 'second']);
  });

  nightly('of line endings alone is none', async ({ team, ada }) => {
    ada.commit({ ...declaring('a', 'b'), '.gitattributes': '*.yaml text eol=crlf\n' });
    team.sandbox.script(ada.dir, 'git rm -rq --cached .; git reset -q --hard');
    await ada.apply();
    expect((await applyFiles(ada, { 'config/shop.yaml': doc('a') })).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['a']);
  });

  test('in the clone counts for nothing where there is an origin', async ({ team, owner }) => {
    forge(team, { keys: ['a', 'theirs'] });
    const [ref = ''] = team.refNames();
    team.sandbox.git(owner.dir, 'fetch', '--quiet', 'origin', `${ref}:${ref}`);
    team.sandbox.git(owner.dir, 'push', '--quiet', 'origin', `:${ref}`);
    owner.commit(declaring('a', 'b'));
    expect(codes(await owner.plan())).toEqual(['first-apply']);
    expect((await owner.applyApproved()).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['a', 'b', 'theirs']);
  });
});

describe.concurrent('a forged record of an apply that has begun', () => {
  /** In the place of what was there before. */
  function forgeBegun(team: Team, real: string, more: readonly string[]): void {
    team.sandbox.git(team.origin, 'update-ref', team.refNames()[0] ?? '', real);
    forge(team, { source: 'own', keys: ['a', 'theirs'], state: 'begun', more, isOnTop: true });
  }
  const recordOf = (team: Team) =>
    team.sandbox.git(team.origin, 'rev-parse', team.refNames()[0] ?? '');

  test('deletes nothing of others, and is unlocked', async ({ team, owner }) => {
    const real = recordOf(team);
    const given = { allowOlder: true };
    const refusedFor = async (more: readonly string[]) => {
      forgeBegun(team, real, more);
      owner.commit(declaring('a', 'b'));
      return codes(await owner.apply(given));
    };
    expect(await refusedFor(['Until: 2020-01-01T00:00:00.000Z'])).toEqual(['record-unconfirmed']);
    for (const more of [[], ['Until: soon'], ['Until: 2025-05-06T07:08:09.000Z']]) {
      expect(await refusedFor(more), more.join()).toContain('record-unconfirmed');
      const running = await applyFiles(owner, declaring('a', 'theirs', 'b'), given);
      expect(codes(running), more.join()).toEqual(['apply-running']);
      expect(running.plan.findings[0]?.hint).toContain('`confighub-sync unlock`');
      await unlock(owner.options(), owner.runtime());
      expect(codes(await owner.plan(given)), more.join()).toEqual([]);
    }
    expect(await team.keys()).toEqual(['a', 'theirs']);
    expect((await owner.apply(given)).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['a', 'b', 'theirs']);
  });
});
