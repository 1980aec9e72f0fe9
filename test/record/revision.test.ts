// `--last-applied <revision>`: what is ours, named by a person.
import { describe, expect } from 'vitest';
import { declaring, type Member, type Team, withTeam } from '../helpers/team.ts';
import { test, nightly } from '../helpers/test.ts';

const FOLDER = 'Größe ü/mit Leerzeichen';
/** A document, a content file that it names, and what has nothing to do with the project. */
const FIRST = {
  'confighub.yaml':
    'version: 1\nlevels: [Environment, Application]\ninclude: ["**/*.yaml", "!texts/**"]\n',
  'ä ö/shop.yaml':
    'keys:\n  a: a\n  old: old\nfiles:\n  banner: { "*;*": { path: ../texts/ß.yaml } }\n',
  'texts/ß.yaml': 'hello\n',
  'unrelated.bin': '\0',
};
const SECOND = { ...FIRST, 'ä ö/shop.yaml': 'keys:\n  a: a\n' };

const deleted = async (member: Member, given: { lastApplied?: string }) => {
  const { plan, remarks } = await member.plan(given);
  const items = plan.changes.filter(({ action }) => action === 'delete');
  return {
    items: items.map((change) => change.name),
    notes: plan.notes,
    remarks,
  };
};

/** What the first commit declares is on the server, and no record says so. */
async function unrecorded(team: Team): Promise<{ ada: Member; first: string }> {
  const ada = team.member('ada');
  const first = ada.commit(FIRST);
  await ada.apply();
  for (const ref of team.refNames()) team.sandbox.git(team.origin, 'update-ref', '-d', ref);
  ada.commit(SECOND);
  return { ada, first };
}

describe.concurrent('--last-applied', () => {
  test('takes the documents of any commit, by any name, in a folder with odd names', async () => {
    await withTeam(
      async (team) => {
        const { ada, first } = await unrecorded(team);
        expect((await deleted(ada, {})).items).toEqual([]);
        team.sandbox.git(ada.dir, 'tag', 'v1', first);
        team.sandbox.git(ada.dir, 'checkout', '--quiet', '--detach');
        for (const lastApplied of [first, first.slice(0, 12), 'HEAD~1', 'v1']) {
          const { items, notes, remarks } = await deleted(ada, { lastApplied });
          expect(items, lastApplied).toEqual(['old', 'old', 'banner']);
          expect(notes).toEqual([
            `Commit ${first.slice(0, 10)} is used as the last applied one, instead of the one in the record.`,
          ]);
          expect(remarks).toEqual([]);
        }
        const named = await ada.cli('plan', '--last-applied', 'v1');
        expect(named.stdout).toContain(
          `Commit ${first.slice(0, 10)} is used as the last applied one, instead`,
        );
        expect(named.stdout).toMatch(/ 2 to delete/);
        expect((await ada.apply({ lastApplied: 'v1' })).outcome).toBe('verified');
        expect(await team.keys()).toEqual(['a']);
      },
      { folder: FOLDER },
    );
  });

  nightly('fetches a full commit SHA into a shallow clone, and nothing else', async ({ team }) => {
    const { first } = await unrecorded(team);
    const job = team.member('job', '--depth=1');
    expect((await deleted(job, { lastApplied: first })).items).toEqual(['old', 'old', 'banner']);
    for (const lastApplied of ['HEAD~1', 'no-such', '--all', '0'.repeat(40)]) {
      await expect(job.plan({ lastApplied }), lastApplied).rejects.toMatchObject({
        code: 'unknown-revision',
        exitCode: 1,
        hint: expect.stringContaining('`fetch-depth: 0`'),
      });
    }
  });

  test('of documents that cannot be read is a warning, and nothing counts as last applied', async ({
    ada,
  }) => {
    ada.commit({ ...FIRST, 'ä ö/shop.yaml': 'keys: [\n' });
    ada.commit(SECOND);
    const { items, notes, remarks } = await deleted(ada, { lastApplied: 'HEAD~1' });
    expect(items).toEqual([]);
    // The server has nothing that could be pruned.
    expect(notes).toEqual([]);
    expect(remarks).toEqual([
      expect.stringMatching(
        /^The documents of the last applied commit cannot be used: .*ä ö\/shop\.yaml:\d+:\d+: /,
      ),
    ]);
  });

  nightly('leaves the check for an older commit to the record', async ({ team, ada }) => {
    const first = ada.commit(FIRST);
    ada.commit(SECOND);
    await ada.apply();
    team.sandbox.git(ada.dir, 'checkout', '--quiet', first);
    const planned = await ada.plan({ lastApplied: first, onDrift: 'overwrite' });
    expect(planned.plan.findings).toEqual([
      expect.objectContaining({
        severity: 'warning',
        code: 'older-commit',
        message: expect.stringMatching(
          /^An apply of this commit will be refused\. The last applied commit/,
        ),
      }),
    ]);
    const { outcome, plan } = await ada.apply({ lastApplied: first, onDrift: 'overwrite' });
    expect(outcome).toBe('refused');
    expect(plan.findings.map(({ code }) => code)).toEqual(['older-commit']);
  });
});

describe.concurrent('a record', () => {
  test('that no longer parses refuses the plan, until an approved apply replaces it and prunes nothing', async ({
    team,
    ada,
  }) => {
    ada.commit(declaring('a', 'old'));
    await ada.apply();
    const [ref = ''] = team.refNames();
    const broken = ada.commit({ ...declaring(), 'config/shop.yaml': 'keys: [\n' });
    team.sandbox.git(team.origin, 'update-ref', ref, broken);
    ada.commit(declaring('a'));
    const { plan } = await ada.plan();
    expect(plan.changes.filter(({ action }) => action === 'delete')).toEqual([]);
    expect(plan.findings).toMatchObject([
      {
        severity: 'refusal',
        code: 'record-unreadable',
        message: expect.stringContaining('Cannot read the apply record'),
      },
    ]);
    ada.commit(declaring('a', 'new'));
    expect((await ada.apply()).outcome).toBe('refused');
    const { approval = '' } = (await ada.plan()).plan;
    expect((await ada.apply({ approve: approval })).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['a', 'new', 'old']);
    ada.commit(declaring('a'));
    expect((await deleted(ada, {})).items).toEqual(['new', 'new']);
  });
});
