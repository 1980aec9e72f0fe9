// A read that the last apply used and that is missing now is an error, until somebody says that it is gone for good.
import { describe, expect, test } from 'vitest';
import { answer, type Fault, page, type Request } from '../helpers/faulty-server.ts';
import { REPOSITORY, TOKEN } from '../helpers/process.ts';
import { declaring, type Member, type Team, withTeam } from '../helpers/team.ts';
import { representatives } from '../helpers/suite.ts';
import { nightly } from '../helpers/test.ts';

interface Losing {
  team: Team;
  ada: Member;
  /** From now on these paths answer like this; absent: as the server does. */
  lose: (paths: RegExp, fault?: Fault) => void;
}

/** After a first apply that read all that it could. */
function withApplied(
  flags: { tokenFreePull: boolean },
  use: (losing: Losing) => Promise<void>,
): Promise<void> {
  let [gone, how]: [RegExp, Fault] = [/^never$/, 'pass'];
  const lose: Losing['lose'] = (paths, fault = { bytes: page(404) }) => {
    [gone, how] = [paths, fault];
  };
  const applied = async (team: Team) => {
    const ada = team.member('ada');
    ada.commit(declaring('a'));
    await ada.apply();
    await use({ team, ada, lose });
  };
  const fault = ({ path }: Request) => (gone.test(path) ? how : 'pass');
  return withTeam(applied, { repositories: [{ ...REPOSITORY, flags }], fault });
}

/** The line of the record that names reads. */
function recorded(team: Team): string | undefined {
  const [ref = ''] = team.refNames();
  const message = team.sandbox.git(team.origin, 'log', '-1', '--format=%B', ref);
  return /^Reads: (.*)$/m.exec(message)?.[1];
}

const OPEN = { tokenFreePull: true };
const BY_TOKEN = { tokenFreePull: false };
const ANY: readonly [how: string, bytes: Buffer, reason: string][] = [
  ['404', page(404), 'status 404'],
  ['a login page', page(200), 'answered with a web page'],
  ['a redirect to a login', answer(302, { headers: { location: '/login' } }), 'a redirect'],
  ['403', answer(403), 'status 403'],
];
/** The error of a plan that misses a read, saying so with this, and what to do with that. */
const lost = (message: string, hint: string) => ({
  code: 'read-lost',
  exitCode: 1,
  message: expect.stringContaining(message),
  hint: expect.stringContaining(hint),
});
/** Two keys, and one more line in the project file. */
function withLine(line: string, ...keys: string[]): Record<string, string> {
  const files = declaring(...keys);
  return { ...files, 'confighub.yaml': `${files['confighub.yaml']}${line}\n` };
}

describe.concurrent('a read that the last apply used', () => {
  test('is named in its record', async () => {
    await withApplied(OPEN, async ({ team }) => {
      expect(recorded(team)).toBe('info/all info export');
    });
    await withApplied(BY_TOKEN, async ({ team }) => {
      expect(recorded(team)).toMatch(/^info\/all info pull/);
    });
  });

  test.for(representatives(ANY, 3))(
    'is lost (%s): nothing is planned or sent',
    async ([, bytes, reason]) => {
      await withApplied(OPEN, async ({ team, ada, lose }) => {
        lose(/^\/rest\/export/, { bytes });
        ada.commit(declaring('a', 'b'));
        const pushes = team.pushes();
        const error = lost(`GET /rest/export (${reason})`, '--reads token');
        await expect(ada.plan()).rejects.toMatchObject(error);
        await expect(ada.apply()).rejects.toMatchObject(error);
        expect(team.pushes()).toBe(pushes);
      });
    },
  );

  const reads = [
    ['info', /^\/rest\/info$/],
    ['pull', /^\/rest\/pull/],
  ] as const;
  test.for(representatives(reads, 2))(
    'by token, `%s`: `--reads documented` goes on',
    async ([read, paths]) => {
      await withApplied(BY_TOKEN, async ({ team, ada, lose }) => {
        lose(paths);
        ada.commit(declaring('a', 'b'));
        const error = lost(`GET /rest/${read} (status 404)`, '--reads documented');
        await expect(ada.plan()).rejects.toMatchObject(error);
        const { plan } = await ada.apply({ reads: 'documented' });
        expect(plan.live).toBe('last-applied');
        expect(team.pushes()).toBe(2);
        // What was done without is not missed from then on.
        expect((await ada.plan()).plan.changes).toEqual([]);
      });
    },
  );

  test('`info/all`: `--reads documented` goes on with the levels of the project file', async () => {
    await withApplied(OPEN, async ({ team, ada, lose }) => {
      lose(/^\/rest\/info/);
      ada.commit(declaring('a', 'b'));
      const hint = 'list the `levels` in confighub.yaml, and apply once with `--reads documented`';
      await expect(ada.plan()).rejects.toMatchObject(lost('', hint));
      expect((await ada.apply({ reads: 'documented' })).plan.live).toBe('last-applied');
      expect(recorded(team)).toBe('none');
      expect((await ada.plan({ reads: 'documented' })).plan.changes).toEqual([]);
      ada.commit({ ...declaring('a', 'b'), 'confighub.yaml': 'forceKeyPush: true\n' });
      const unknown = { code: 'levels-unknown' };
      await expect(ada.plan({ reads: 'documented' })).rejects.toMatchObject(unknown);
    });
  });

  nightly(
    'is missed too where another one took its place: nothing is planned from the record',
    async () => {
      await withApplied(OPEN, async ({ ada, lose }) => {
        lose(/^\/rest\/(?:export|pull)/);
        const error = lost('GET /rest/pull (status 404)', '--reads documented');
        await expect(ada.plan({ reads: 'token' })).rejects.toMatchObject(error);
      });
    },
  );

  nightly('the export, with `--reads token` once: pulls take its place', async () => {
    await withApplied(OPEN, async ({ team, ada, lose }) => {
      lose(/^\/rest\/export/);
      const { plan, outcome } = await ada.apply({ reads: 'token' });
      expect({ live: plan.live, outcome }).toEqual({ live: 'pulls', outcome: 'nothing' });
      expect(recorded(team)).toBe('info/all info pull');
      expect((await ada.plan()).plan.live).toBe('pulls');
    });
  });

  test('`reads: documented` in the project file goes on, and reads nothing else', async () => {
    await withApplied(OPEN, async ({ ada, lose }) => {
      lose(/^\/rest\/(?:export|info$)/);
      ada.commit(withLine('reads: documented', 'a', 'b'));
      expect((await ada.apply()).plan.live).toBe('last-applied');
    });
  });

  nightly('is read again as soon as it is there', async () => {
    await withApplied(OPEN, async ({ team, ada, lose }) => {
      lose(/^\/rest\/export/);
      await ada.apply({ reads: 'documented' });
      expect(recorded(team)).toBe('info/all');
      lose(/^never$/);
      expect((await ada.apply()).plan.live).toBe('export');
      expect(recorded(team)).toBe('info/all info export');
    });
  });

  test('is not lost where the token has expired; without a token it is', async () => {
    await withApplied(BY_TOKEN, async ({ ada, lose }) => {
      const expired = answer(406, { headers: { etag: '"API token has expired."' } });
      lose(/^\/rest\/(?:pull|keyData)/, { bytes: expired });
      const message = expect.stringContaining('API token has expired.');
      await expect(ada.plan()).rejects.toMatchObject({ code: 'token-expired', message });
      lose(/^never$/);
      const error = lost('GET /rest/pull (no token is given)', '');
      await expect(ada.plan({ token: '' })).rejects.toMatchObject(error);
      expect((await ada.plan({ token: TOKEN })).plan.live).toBe('pulls');
    });
  });

  test('that fails is an error of its own, whatever was recorded', async () => {
    await withApplied(OPEN, async ({ ada, lose }) => {
      lose(/^\/rest\/export/, { bytes: page(503) });
      await expect(ada.plan()).rejects.toMatchObject({ code: 'http-status' });
      expect((await ada.plan({ reads: 'token' })).plan.live).toBe('pulls');
    });
  });
});

describe.concurrent('a pull request', () => {
  test('cannot plan itself with fewer reads than its base', async () => {
    await withApplied(OPEN, async ({ team, ada }) => {
      const base = team.sandbox.git(ada.dir, 'rev-parse', 'HEAD');
      ada.commit(withLine('reads: documented', 'a', 'b'));
      const { plan, remarks } = await ada.planUntrusted(base);
      expect(plan.live).toBe('export');
      const safety = { setting: 'reads', before: 'all', after: 'documented', effect: 'looser' };
      expect(plan.safety).toMatchObject([safety]);
      expect(remarks.join('\n')).toMatch(
        /^This branch sets `reads` to `documented`\. Planned with `all`/,
      );
    });
  });

  test('cannot plan itself without the record', async () => {
    await withApplied(OPEN, async ({ team, ada }) => {
      const base = team.sandbox.git(ada.dir, 'rev-parse', 'HEAD');
      ada.commit(withLine('record: false', 'b'));
      const { plan, remarks } = await ada.planUntrusted(base);
      const safety = { setting: 'record', before: 'true', after: 'false', effect: 'looser' };
      expect(plan.safety).toMatchObject([safety]);
      expect(plan.notes.join()).not.toContain('`record: false`');
      expect(plan.changes.map(({ action }) => action)).toContain('delete');
      expect(remarks.join('\n')).toMatch(
        /^This branch sets `record` to `false`\. Planned with `true`/,
      );
    });
  });
});
