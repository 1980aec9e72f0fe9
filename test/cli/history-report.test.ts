// history --since and --html: what an auditor asks, from the report alone.
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { printedErrors } from '../helpers/json-schemas.ts';
import type { Member } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';

const shop = (size: number, more = '') => ({
  'confighub.yaml': 'version: 1\nlevels: [Environment, Application]\n',
  'config/shop.yaml': `keys:\n  db.pool.size: ${size}\n${more}`,
});

async function report(member: Member, ...args: string[]) {
  const flags = ['--html', 'report.html', '--json', ...args];
  const { status, stderr, stdout } = await member.cli('history', ...flags);
  expect({ status, stderr }).toEqual({ status: 0, stderr: 'Wrote report.html.\n' });
  const page = readFileSync(`${member.dir}/report.html`, 'utf8');
  const said = page
    .replace(/<(style|script)>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\b[0-9a-f]{10}\b/g, '<id>');
  return { json: JSON.parse(stdout), page, said };
}

describe.concurrent('history --html', () => {
  test('has each apply with its commits, people, approval and changes, and marks a rollback', async ({
    team,
    ada,
  }) => {
    const first = ada.commit(shop(10, '  db.login: { value: { env: LOGIN } }\n'));
    Object.assign(team.sandbox.env, { LOGIN: 'made-up-1' });
    await ada.applyApproved();
    ada.minutes += 60;
    ada.commit(shop(20, '  db.login: made-up-2\n'));
    const second = ada.commit(shop(30, '  db.login: made-up-2\n'));
    await ada.applyApproved();
    ada.minutes += 60;
    team.sandbox.git(ada.dir, 'checkout', '--quiet', first);
    await ada.apply({ allowOlder: true });
    const { json, page, said } = await report(ada);
    expect(page + JSON.stringify(json)).not.toContain('made-up');
    expect(page).not.toMatch(/(?:src|href)="(?!data:|https?:\/\/git\.example\.com)/);
    for (const text of [
      '3 apply runs, 1 of them a rollback',
      'Applied before nothing: no older apply is recorded',
      '2024-05-06 09:08:09 UTC: back to Change rollback Commit <id> Author of the commit Ada',
      'Applied by ada',
      '2 commits <id> Change (Ada) <id> Change (Ada)',
      '&quot;10&quot; &quot;30&quot; changed by <id> Change (Ada); <id> Change (Ada)',
      'It undid <id> Change (Ada), and brought back an older commit.',
      'restored by the rollback',
    ])
      expect(said).toContain(text);
    expect(said).toMatch(/Created \d{4}-\d\d-\d\d \d\d:\d\d UTC Program confighub-sync \d/);
    expect(json.applies[0].inPlaceOf.commit).toBe(second);
    expect(printedErrors('history', json)).toEqual([]);
    const { stdout } = await ada.cli('history', '--json');
    expect(printedErrors('history', JSON.parse(stdout))).toEqual([]);
    expect(json).toMatchObject({ version: 1, programVersion: expect.any(String), older: 0 });
    expect(json.applies.map((one: object) => 'rollback' in one)).toEqual([true, false, false]);
    expect(json.applies[1].commits[0].commit).toBe(second);
    expect(new Date(json.createdAt).toISOString()).toBe(json.createdAt);
  });

  test('begins with the apply runs since a date, and says what was applied before', async ({
    ada,
  }) => {
    const first = ada.commit(shop(10));
    await ada.applyApproved();
    ada.minutes += 60;
    ada.commit(shop(20, '  other: x\n'));
    await ada.applyApproved();
    ada.minutes += 60;
    // An apply that changes nothing is one, too.
    ada.commit({ README: 'x' });
    await ada.applyApproved();
    const { json, said } = await report(ada, '--since', '2024-05-06T08:00');
    expect(json).toMatchObject({
      since: '2024-05-06T08:00:00.000Z',
      base: { commit: first, time: '2024-05-06T07:08:09.000Z' },
    });
    expect(said).toContain('since 2024-05-06 08:00 UTC');
    expect(said).toContain('Applied before <id>, applied 2024-05-06 07:08:09 UTC');
    expect(json.applies.at(-1).changes).toHaveLength(3);
    const named = await report(ada, '--since', '2024-05-06', 'other');
    expect(named.json.applies).toHaveLength(1);
    const none = await ada.cli('history', '--since', '2030-01-01');
    expect(none.stdout).toContain(
      'No recorded apply changed this since 2030-01-01 00:00:00 UTC. Looked through',
    );
    for (const since of ['march', '2026-02-30', '2026-13-01', '2026-1-1', '2026-01-01junk'])
      expect(await ada.cli('history', '--since', since)).toMatchObject({
        status: 1,
        stderr: `error bad-option: \`${since}\` is not a date.\n  For example: --since 2026-01-01.\n`,
      });
    const zoned = await ada.cli('history', '--json', '--since', '2024-05-06 10:00:00+02:00');
    expect(JSON.parse(zoned.stdout).since).toBe(json.since);
  });
});
