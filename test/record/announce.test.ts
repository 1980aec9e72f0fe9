// An apply announces itself: one at a time, nothing left behind, and what a dead run began is ours.
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { readApplied, writeApplied } from '../../src/record/applied-record.ts';
import { announce, withdraw } from '../../src/record/announcement.ts';
import { openRepository } from '../../src/record/git-repository.ts';
import { plan } from '../../src/commands/plan.ts';
import { type Fault, page, type Request, withFaults } from '../helpers/faulty-server.ts';
import { Gate } from '../helpers/gate.ts';
import { exported, push } from '../helpers/server.ts';
import { declaring, type Member, START, type Team, withTeam } from '../helpers/team.ts';

// Many processes each: a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 });

const codes = ({ plan }: { plan: { findings: { severity: string; code: string }[] } }) =>
  plan.findings.map(({ severity, code }) => `${severity} ${code}`);

/** Makes origin refuse what a hook's condition says of `$1`, the ref. */
function refuse({ origin, sandbox }: Team, condition: string, sentence: string): void {
  const hook = join(origin, 'hooks/update');
  sandbox.write(hook, `#!/bin/sh\nif ${condition}; then echo '${sentence}' >&2; exit 1; fi\n`);
  chmodSync(hook, 0o755);
}

describe.concurrent('while an apply runs', () => {
  test('what it is about to apply is at origin, and afterwards only what it applied', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      const commit = ada.commit(declaring('a', 'b'));
      await ada.apply({}, async () => {
        expect(team.refs()).toEqual(['applying']);
        const [ref = ''] = team.refNames();
        const git = (...args: string[]) => team.sandbox.git(team.origin, ...args);
        expect(git('ls-tree', '-r', '--name-only', ref).split('\n')).toEqual([
          '0/config/shop.yaml',
          '0/confighub.yaml',
        ]);
        const message = git('log', '-1', '--format=%B', ref);
        expect(message).toMatch(
          new RegExp(
            `^Apply ${commit.slice(0, 10)}: 2 created, 0 updated, 0 deleted\n\nSource-Commit: ${commit}\n` +
              'Project-File: confighub.yaml\nRun: https://forge.example.com/runs/ada\nActor: ada\nSince: 2024-05-06T07:08:09.000Z\n' +
              'Expires: 2024-05-06T07:23:09.000Z\nAnnouncement: [0-9a-f-]{36}$',
          ),
        );
      });
      expect(team.refs()).toEqual(['applied']);
      expect(await team.keys()).toEqual(['a', 'b']);
    });
  });

  test('a ref that somebody else moves just then is asked for again, and nothing goes on without it', async () => {
    await withTeam(async (team) => {
      const busy = 'error: cannot lock ref: Unable to create applying.lock: File exists.';
      refuse(team, `[ "$(basename "$1")" = applying ] && mkdir once 2> /dev/null`, busy);
      const ada = team.member('ada');
      ada.commit(declaring('a', 'b'));
      const seen: string[][] = [];
      const applied = await ada.apply({}, async () => void seen.push(team.refs()));
      expect({ seen, outcome: applied.outcome }).toEqual({ seen: [['applying']], outcome: 'verified' });
      expect(existsSync(join(team.origin, 'once'))).toBe(true);
    });
  });

  test('another one is refused, and a plan names the running one', async () => {
    await withTeam(async (team) => {
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      ada.commit(declaring('a'));
      bob.commit(declaring('b'));
      bob.minutes = 3;
      await ada.apply({}, async () => {
        const refused = await bob.apply();
        expect(refused.outcome).toBe('refused');
        expect(codes(refused)).toEqual(['refusal apply-running']);
        const [finding] = refused.plan.findings;
        expect(finding?.message).toMatch(
          /announced 3 minutes ago by ada, commit [0-9a-f]{10}, https:\/\/forge.example.com\/runs\/ada\.$/,
        );
        expect(finding?.hint).toContain('it expires at 2024-05-06 07:23:09 UTC');
        expect(finding?.hint).toContain('`confighub-sync unlock`');
        const before = team.sandbox.git(team.origin, 'for-each-ref');
        expect(codes(await bob.plan())).toEqual(['warning apply-running']);
        expect(team.sandbox.git(team.origin, 'for-each-ref')).toBe(before);
        expect(team.pushes()).toBe(0);
      });
      expect(await team.keys()).toEqual(['a']);
      expect(codes(await bob.plan())).toEqual([]);
    });
  });

  test('one that was planned before another came to its end is refused, and nothing of it is sent', async () => {
    await withTeam(async (team) => {
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      ada.commit(declaring('a', 'b'));
      await ada.apply();
      ada.commit(declaring('a'));
      bob.commit(declaring('b', 'c'));
      const gate = new Gate(team, 'applying');
      const late = ada.apply();
      await gate.reached();
      expect((await bob.apply()).outcome).toBe('verified');
      await gate.open(true);
      const overtaken = await late;
      expect(overtaken.outcome).toBe('refused');
      expect(codes(overtaken)).toEqual(['refusal apply-overtaken']);
      expect(team.pushes()).toBe(2);
      expect({ keys: await team.keys(), refs: team.refs() }).toEqual({ keys: ['b', 'c'], refs: ['applied'] });
    });
  });

  test('what others change while it announces itself is not written over', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(declaring('a'));
      await ada.apply();
      ada.commit({ ...declaring(), 'config/shop.yaml': 'keys: { a: new }\n' });
      const gate = new Gate(team, 'applying');
      const late = ada.apply();
      await gate.reached();
      const hotfix = [{ key: 'a', values: [{ context: '*;*', value: 'hotfix' }] }];
      expect((await push(team.server, { data: hotfix }, { token: 'default' })).status).toBe(200);
      // Origin is slow: a plan that is fresh would be pushed without another look.
      ada.minutes += 1;
      await gate.open(true);
      await expect(late).rejects.toMatchObject({ code: 'changed-meanwhile', exitStatus: 1 });
      expect(JSON.stringify(await exported(team.server))).toContain('hotfix');
      expect(team.refs()).toEqual(['applied']);
      // What nobody planned is not overwritten; the next plan shows it, and its apply makes it what the files say.
      expect(codes(await ada.apply({ onDrift: 'keep' }))).toEqual(['refusal conflict']);
      const { plan } = await ada.apply();
      expect(plan.changes).toMatchObject([{ cause: 'conflict', before: 'hotfix', after: 'new' }]);
    });
  });

  test('two that start together run one after the other, and both succeed', async () => {
    await withTeam(async (team) => {
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      ada.commit(declaring('a'));
      bob.commit(declaring('b'));
      const options = { allowOlder: true };
      for (let round = 0; round < 3; round++) {
        const results = await Promise.all([ada.apply(options), bob.apply(options)]);
        const refused = results.filter(({ outcome }) => outcome === 'refused');
        const whys = refused.flatMap(codes);
        expect(whys.filter((why) => !/apply-(running|overtaken)$|record-unconfirmed$/.test(why))).toEqual([]);
        expect(refused.length).toBeLessThan(2);
        // Whoever was refused knows what to do: apply again, and approve what takes back a newer commit.
        for (const [i, { outcome }] of results.entries()) {
          if (outcome === 'refused') expect((await [ada, bob][i]?.applyApproved(options))?.outcome).toBe('verified');
        }
        expect(team.refs()).toEqual(['applied']);
        // Everything that is there is what one of them declares, and the last one's baseline knows it.
        expect([['a'], ['b']]).toContainEqual(await team.keys());
      }
    });
  });
});

describe.concurrent('an announcement', () => {
  const folder = 'refs/confighub-sync/h/acme/shop';
  const ref = `${folder}/confighub.yaml/applied`;
  const request = { ref, files: new Map([['a', Buffer.from('1')]]), summary: 'x', now: START, until: START };

  test.for(['with', 'without'])(
    'is refused where somebody applied since the baseline was read, %s origin',
    async (how) => {
      await withTeam(async (team) => {
        const { dir } = team.member('ada');
        if (how === 'without') team.sandbox.git(dir, 'remote', 'remove', 'origin');
        const repository = await openRepository(dir, { env: team.sandbox.env });
        if (repository === undefined) throw new Error('no repository');
        for (const outcome of ['announced', 'overtaken']) {
          const applied = await readApplied(repository, { ref, folder });
          await writeApplied(repository, { ...request, previous: applied });
          const fresh = outcome === 'announced' ? await readApplied(repository, { ref, folder }) : applied;
          const result = await announce(repository, { ...request, applied: fresh, dead: undefined });
          expect(result.outcome).toBe(outcome);
          if ('held' in result) {
            expect((await readApplied(repository, { ref, folder })).applying?.commit).toBe(result.held.commit);
            expect(await withdraw(repository, { held: result.held, now: START })).toEqual({
              outcome: 'moved',
            });
          }
          expect((await readApplied(repository, { ref, folder })).applying).toBeUndefined();
        }
      });
    },
  );

  test('made twice at the same time belongs to one of them', async () => {
    await withTeam(async (team) => {
      const members = [team.member('ada'), team.member('bob')];
      const results = await Promise.all(
        members.map(async ({ dir }) => {
          const repository = await openRepository(dir, { env: team.sandbox.env });
          if (repository === undefined) throw new Error('no repository');
          const applied = { where: 'local' } as const;
          return announce(repository, { ...request, applied, dead: undefined });
        }),
      );
      expect(results.map(({ outcome }) => outcome).sort()).toEqual(['announced', 'running']);
    });
  });

  test('adds no request to origin to a plan', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(declaring('a'));
      const grace = team.member('grace');
      await ada.apply({}, async () => {
        const requests = async (member: Member) => {
          const { env, calls } = team.sandbox.spy();
          await plan(member.options(), { ...member.runtime(), env });
          return calls().flatMap((call) => /\x1f(ls-remote|fetch|push)\x1f/.exec(call)?.[1] ?? []);
        };
        expect(await requests(grace)).toEqual(['ls-remote', 'fetch']);
        // What a clone has is not fetched again.
        expect(await requests(grace)).toEqual(['ls-remote']);
        expect(await requests(ada)).toEqual(['ls-remote']);
      });
    });
  });
});

describe.concurrent('an origin', () => {
  test('without transactions gets the record before the announcement is removed', async () => {
    await withTeam(async (team) => {
      team.sandbox.git(team.origin, 'config', 'receive.advertiseAtomic', 'false');
      const ada = team.member('ada');
      for (const keys of [['a'], ['b']]) {
        ada.commit(declaring(...keys));
        expect(await ada.apply()).toMatchObject({ outcome: 'verified', remarks: [] });
        expect({ refs: team.refs(), keys: await team.keys() }).toEqual({ refs: ['applied'], keys });
      }
    });
  });

  test('whose record leads to a commit that is gone is a warning, in a clone as well', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(declaring('a'));
      await ada.apply();
      ada.commit(declaring('a', 'b'));
      const [ref = ''] = team.refNames();
      team.sandbox.write(join(team.origin, ref), `${'1'.repeat(40)}\n`);
      expect(codes(await ada.apply())).toEqual(['refusal record-unreadable']);
      const { force = '' } = (await ada.plan()).plan;
      const { outcome, remarks } = await ada.apply({ force });
      expect({ outcome, remarks }).toEqual({
        outcome: 'verified',
        remarks: [expect.stringMatching(/^origin rejected the record of this apply \(.+\): only this clone has it/)],
      });
      expect(await team.keys()).toEqual(['a', 'b']);
      team.sandbox.git(ada.dir, 'remote', 'remove', 'origin');
      team.sandbox.write(join(ada.dir, '.git', ref), `${'1'.repeat(40)}\n`);
      const seen = await ada.plan();
      expect(seen.plan.notes).toEqual(['Nothing is pruned: the record of the last apply cannot be read.']);
      expect(codes(seen)).toEqual(['refusal record-unreadable']);
      expect(seen.remarks).toEqual([]);
    });
  });
});

describe.concurrent('after it', () => {
  test('a push that did not reach the server leaves no announcement', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(declaring('a'));
      const unreachable = ada.apply({}, async () => {
        expect(team.refs()).toEqual(['applying']);
        await team.server.close();
      });
      await expect(unreachable).rejects.toMatchObject({ exitStatus: 1 });
      expect(team.refs()).toEqual([]);
    });
  });

  test('one that nobody knows the end of is over, and what it began is ours', async () => {
    await withTeam(async (team) => {
      await withFaults({ behind: team.server, fault: lost('cut') }, async ({ url }) => {
        team.url = url;
        const [ada, bob] = [team.member('ada'), team.member('bob')];
        ada.commit(declaring('a', 'begun'));
        await expect(ada.apply()).rejects.toMatchObject({ code: 'push-unknown', exitStatus: 4 });
        expect(team.refs()).toEqual(['applying']);
        expect(await team.keys()).toEqual(['a', 'begun']);
        bob.commit(declaring('a'));
        expect((await bob.apply()).outcome).toBe('verified');
        expect(await team.keys()).toEqual(['a']);
        expect(team.refs()).toEqual(['applied']);
      });
    });
  });

  test('a row that only a dead run announced stays where others have given it another text', async () => {
    await withTeam(async (team) => {
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      ada.commit(declaring('a'));
      await ada.apply();
      ada.commit(declaring('a', 'same', 'theirs'));
      // It dies before its push.
      await new Promise<void>((resolve) => {
        void ada.apply({}, () => new Promise(() => resolve()));
      });
      expect(team.refs()).toEqual(['applied', 'applying']);
      const written = [
        ['same', 'same'],
        ['theirs', 'of others'],
      ].map(([key, value]) => ({ key, push: true, values: [{ context: '*;*', value }] }));
      expect((await push(team.server, { enableKeyCreation: true, data: written }, { token: 'default' })).status).toBe(
        200,
      );
      bob.commit(declaring('a'));
      bob.minutes = 16;
      const applied = await bob.apply();
      expect({ outcome: applied.outcome, codes: codes(applied) }).toEqual({
        outcome: 'verified',
        codes: ['warning unfinished-only'],
      });
      expect(await team.keys()).toEqual(['a', 'theirs']);
      expect((await bob.plan()).plan).toMatchObject({ changes: [], findings: [], unmanaged: 1 });
    });
  });

  test('one that the server may still be at work on is waited for', async () => {
    await withTeam(async (team) => {
      await withFaults({ behind: team.server, fault: lost(page(504)) }, async ({ url }) => {
        team.url = url;
        const [ada, bob] = [team.member('ada'), team.member('bob')];
        ada.commit(declaring('a', 'begun'));
        await expect(ada.apply()).rejects.toMatchObject({ code: 'push-unknown' });
        bob.commit(declaring('a'));
        expect(codes(await bob.apply())).toEqual(['refusal apply-running']);
        bob.minutes = 15;
        expect((await bob.apply()).outcome).toBe('verified');
        expect(await team.keys()).toEqual(['a']);
      });
    });
  });
});

/** The first push is taken, and its answer lost; after it nothing can be read until the next run. */
function lost(how: 'cut' | Buffer): (request: Request) => Fault {
  let isPushed = false;
  let isBlind = false;
  return ({ method, path, headers }) => {
    if (method === 'POST' && !isPushed) {
      isPushed = true;
      isBlind = true;
      return { passed: how === 'cut' ? '' : how };
    }
    if (!isBlind) return 'pass';
    // The last that is tried.
    if (path.startsWith('/rest/export') && headers['omit-values'] === undefined) isBlind = false;
    return { bytes: page(500) };
  };
}

describe.concurrent('without the right to write refs', () => {
  const SENTENCE = 'Permission to acme/shop.git denied to github-actions[bot].';

  test('a plan that deletes is refused, one that does not warns', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(declaring('a', 'b'));
      await ada.apply();
      refuse(team, 'case "$1" in refs/confighub-sync/*) true;; *) false;; esac', SENTENCE);
      ada.commit(declaring('a'));
      const refused = await ada.apply();
      expect(refused.outcome).toBe('refused');
      expect(codes(refused)).toEqual(['refusal not-announced']);
      const [finding] = refused.plan.findings;
      expect(finding?.message).toContain(SENTENCE);
      expect(finding?.hint).toContain('`permissions: contents: write`');
      expect(team.pushes()).toBe(1);
      ada.commit(declaring('a', 'b', 'c'));
      const applied = await ada.apply();
      expect(applied.outcome).toBe('verified');
      expect(applied.remarks).toEqual([expect.stringContaining('`permissions: contents: write`')]);
      expect(await team.keys()).toEqual(['a', 'b', 'c']);
    });
  });

  test('nor with an origin that is gone', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(declaring('a', 'b'));
      await ada.apply();
      ada.commit(declaring('a'));
      rmSync(team.origin, { recursive: true });
      const refused = await ada.apply({ allowOlder: true, prune: 'all' });
      expect(codes(refused)).toEqual(['refusal not-announced']);
      expect(await team.keys()).toEqual(['a', 'b']);
    });
  });
});
