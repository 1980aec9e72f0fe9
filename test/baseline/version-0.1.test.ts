// A project that version 0.1 applied: its record, its files, and the plan that it printed for the next commit.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formerRef } from '../../src/baseline/ref-names.ts';
import { history } from '../../src/commands/history.ts';
import type { Change } from '../../src/model/plan.ts';
import { push } from '../helpers/server.ts';
import { type Member, type Team, withTeam } from '../helpers/team.ts';

const FIXTURE = join(import.meta.dirname, '../fixtures/version-0.1');
const read = (path: string) => readFileSync(join(FIXTURE, path), 'utf8');

function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(join(FIXTURE, folder), { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => statSync(join(FIXTURE, folder, name)).isFile());
  return Object.fromEntries(paths.map((path) => [path, read(`${folder}/${path}`)]));
}

/** Replaces the record by one as version 0.1 wrote it: named after the folder, with other words and without the project file. */
function asVersion01(team: Team): string {
  const { sandbox, origin, url } = team;
  const [ref = ''] = team.refNames();
  const source = sandbox.git(origin, 'rev-parse', 'refs/heads/main');
  const message = `Apply ${source.slice(0, 10)}: 14 added, 0 changed, 0 destroyed\n\nSource-Commit: ${source}\nReads: info/all info export\n`;
  const tree = sandbox.script(origin, 'git ls-tree "$1" | grep -v .confighub-sync | git mktree', `${ref}^{tree}`);
  sandbox.git(origin, 'update-ref', '-d', ref);
  const former = formerRef({ url, repository: 'acme/shop' }, '');
  sandbox.git(origin, 'update-ref', former, sandbox.git(origin, 'commit-tree', tree, '-m', message));
  return former;
}

/** What version 0.1 knew of a change. */
function known(changes: readonly Change[]): unknown[] {
  return JSON.parse(JSON.stringify(changes)).map(
    ({ received: _, contentPath: __, ...change }: Record<string, unknown>) => change,
  );
}

/** What is applied, changed by hand and committed next, as when the plan was printed. */
async function withProject(use: (team: Team, ada: Member) => Promise<void>): Promise<void> {
  await withTeam(async (team) => {
    team.sandbox.env.DB_PASSWORD = 'as-it-was-then';
    const ada = team.member('ada');
    ada.commit(filesOf('before'));
    await ada.apply();
    asVersion01(team);
    expect((await push(team.server, read('by-hand.json'), { token: 'default' })).status).toBe(200);
    team.sandbox.script(ada.dir, 'rm -r config');
    ada.commit(filesOf('after'));
    await use(team, ada);
  });
}

const NOTE =
  'The last apply was made with an early version, which kept drift by default. An apply now overwrites drift by default. To keep it, set `onDrift: keep`.';

describe.concurrent('a project that version 0.1 applied', () => {
  test('has the same plan where drift is kept', async () => {
    await withProject(async (_, ada) => {
      const { plan } = await ada.plan({ onDrift: 'keep' });
      const then = JSON.parse(read('plan.json'));
      expect(known(plan.changes)).toEqual(then.changes);
      // Version 0.1 did not show values that were added next to declared ones.
      expect(known(plan.drift.filter(({ cause }) => cause !== 'override'))).toEqual(then.drift);
      expect(plan.findings.map(({ code }) => code)).toEqual(then.findings);
      expect(plan.notes).not.toContain(NOTE);
    });
  });

  test('is told once that drift is overwritten now', async () => {
    await withProject(async (team, ada) => {
      const { plan } = await ada.plan();
      expect(plan.notes).toContain(NOTE);
      const then = JSON.parse(read('plan.json'));
      const [restored, declared] = [true, false].map((isDrift) =>
        plan.changes.filter(({ cause }) => (cause === 'drift') === isDrift),
      );
      expect(known(declared ?? [])).toEqual(then.changes);
      expect(restored?.map(({ kind, action }) => `${kind} ${action}`)).toEqual(
        then.drift.map(({ kind, action }: Change) => `${kind} ${action}`),
      );
      expect((await ada.plan({ onDrift: 'overwrite' })).plan.notes).not.toContain(NOTE);
      expect((await ada.apply({ force: `${plan.force} db.host` })).outcome).toBe('verified');
      ada.commit({ 'config/more.yaml': 'keys: { more: 1 }\n' });
      const next = await ada.plan();
      expect(next.plan.changes).toHaveLength(2);
      expect(next.plan.notes).not.toContain(NOTE);
      const { entries } = await history(ada.options(), ada.runtime(), undefined);
      expect(entries.map(({ counts }) => counts)).toEqual([
        expect.objectContaining({ delete: 3 }),
        { create: 14, update: 0, delete: 0 },
      ]);
      expect(team.refNames()).toHaveLength(1);
    });
  });

  test('is not told where the project file says what happens to drift', async () => {
    await withProject(async (_, ada) => {
      ada.commit({ 'confighub.yaml': `${read('after/confighub.yaml')}onDrift: overwrite\n` });
      expect((await ada.plan()).plan.notes).not.toContain(NOTE);
    });
  });
});
