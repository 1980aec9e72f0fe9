// `--last-applied <revision>`: what is ours, named by a person.
import { describe, expect } from 'vitest';
import type { GivenOptions } from '../../src/options.ts';
import { type Member, type Team, withTeam } from '../helpers/team.ts';
import { test, nightly } from '../helpers/test.ts';
import { applyFiles, codes, PROJECT } from './records.ts';

const FOLDER = 'Größe ü/mit Leerzeichen';
/** A document, a content file that it names, and what has nothing to do with the project. */
const FIRST = {
  'confighub.yaml': `${PROJECT}include: ["**/*.yaml", "!texts/**"]\n`,
  'ä ö/shop.yaml':
    'keys:\n  a: a\n  old: old\nfiles:\n  banner: { "*;*": { path: ../texts/ß.yaml } }\n',
  'texts/ß.yaml': 'hello\n',
  'unrelated.bin': '\0',
};
const SECOND = { ...FIRST, 'ä ö/shop.yaml': 'keys:\n  a: a\n' };
const OLD = ['old', 'old', 'banner'];

/** The names of what is deleted, and what a plan says. */
async function deleted(member: Member, given: GivenOptions = {}) {
  const { plan, remarks } = await member.plan(given);
  const items = plan.changes.filter(({ action }) => action === 'delete');
  return { items: items.map(({ name }) => name), notes: plan.notes, remarks };
}

/** What the first commit declares is on the server, and no record says so. Returns that commit. */
async function unrecorded(team: Team, ada: Member): Promise<string> {
  const first = ada.commit(FIRST);
  await ada.apply();
  for (const ref of team.refNames()) team.sandbox.git(team.origin, 'update-ref', '-d', ref);
  ada.commit(SECOND);
  return first;
}

describe.concurrent('--last-applied', () => {
  test('takes the documents of any commit, by any name, in a folder with odd names', () =>
    withTeam(
      async (team) => {
        const ada = team.member('ada');
        const first = await unrecorded(team, ada);
        expect((await deleted(ada)).items).toEqual([]);
        team.sandbox.git(ada.dir, 'tag', 'v1', first);
        team.sandbox.git(ada.dir, 'checkout', '--quiet', '--detach');
        const note = `Commit ${first.slice(0, 10)} is used as the last applied one, instead of the one in the record.`;
        for (const lastApplied of [first, first.slice(0, 12), 'HEAD~1', 'v1']) {
          const expected = { items: OLD, notes: [note], remarks: [] };
          expect(await deleted(ada, { lastApplied }), lastApplied).toEqual(expected);
        }
        const named = await ada.cli('plan', '--last-applied', 'v1');
        expect(named.stdout).toContain(note);
        expect(named.stdout).toMatch(/ 2 to delete/);
        expect((await ada.apply({ lastApplied: 'v1' })).outcome).toBe('verified');
        expect(await team.keys()).toEqual(['a']);
      },
      { folder: FOLDER },
    ));

  nightly('fetches a full commit SHA alone into a shallow clone', async ({ team, ada }) => {
    const first = await unrecorded(team, ada);
    const job = team.member('job', '--depth=1');
    expect((await deleted(job, { lastApplied: first })).items).toEqual(OLD);
    for (const lastApplied of ['HEAD~1', 'no-such', '--all', '0'.repeat(40)]) {
      await expect(job.plan({ lastApplied }), lastApplied).rejects.toMatchObject({
        code: 'unknown-revision',
        exitCode: 1,
        hint: expect.stringContaining('`fetch-depth: 0`'),
      });
    }
  });

  test('of documents that cannot be read warns, and nothing counts as last applied', async ({
    ada,
  }) => {
    ada.commit({ ...FIRST, 'ä ö/shop.yaml': 'keys: [\n' });
    ada.commit(SECOND);
    expect(await deleted(ada, { lastApplied: 'HEAD~1' })).toEqual({
      items: [],
      // The server has nothing that could be pruned.
      notes: [],
      remarks: [
        expect.stringMatching(
          /^The documents of the last applied commit cannot be used: .*ä ö\/shop\.yaml:\d+:\d+: /,
        ),
      ],
    });
  });

  nightly('leaves the check for an older commit to the record', async ({ team, ada }) => {
    const first = ada.commit(FIRST);
    await applyFiles(ada, SECOND);
    team.sandbox.git(ada.dir, 'checkout', '--quiet', first);
    const given = { lastApplied: first, onDrift: 'overwrite' } as const;
    const message = expect.stringMatching(
      /^An apply of this commit will be refused\. The last applied commit/,
    );
    expect((await ada.plan(given)).plan.findings).toEqual([
      expect.objectContaining({ severity: 'warning', code: 'older-commit', message }),
    ]);
    const applied = await ada.apply(given);
    expect([applied.outcome, codes(applied)]).toEqual(['refused', ['older-commit']]);
  });
});
