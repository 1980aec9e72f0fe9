// Files of which Git stores other bytes than a checkout has, by a filter or `eol=crlf`: every command reads what a checkout has.
import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { asMerged } from '../../src/project/git-files.ts';
import { drift } from '../../src/commands/drift.ts';
import { planTarget } from '../../src/commands/plan.ts';
import type { PlanResult } from '../../src/core/plan-facts.ts';
import { exported, push } from '../helpers/server.ts';
import { SEAL, setUpFilter } from '../helpers/git-filter.ts';
import { type Team, withTeam } from '../helpers/team.ts';
import { test, nightly } from '../helpers/test.ts';

const ATTRIBUTES = `secret/* filter=seal
*.ini text eol=crlf
*.auto text=auto eol=crlf
*.bin -text eol=crlf
`;

const PROJECT = {
  '.gitattributes': ATTRIBUTES,
  'confighub.yaml': `levels: [Environment, Application]
include: [config/*.yaml, secret/*.yaml]
sources: [{ path: secret/*.env }]
limits: { updates: 100% }
allowSecrets: [seal.shown]
`,
  'config/shop.yaml': `keys:
  plain: 1
  seal.path: { value: { path: ../secret/value.txt } }
files:
  seal.conf: { path: ../secret/seal.conf }
  win.ini: { path: win.ini }
  lines.auto: { path: lines.auto }
  mixed.auto: { path: mixed.auto }
  lines.bin: { path: lines.bin }
`,
};

/** By path, two versions of each; the working tree has them so after a checkout. */
const CONTENTS: Record<string, [first: string, second: string]> = {
  'secret/seal.conf': ['workers=4\n', 'workers=5\n'],
  'secret/value.txt': ['one', 'two'],
  'secret/app.env': ['SEAL_ENV=one\nSEAL_SHOWN=one\n', 'SEAL_ENV=two\nSEAL_SHOWN=two\n'],
  'secret/keys.yaml': [
    'keys: { seal.key: one, seal.shown: one }\n',
    'keys: { seal.key: two, seal.shown: two }\n',
  ],
  'config/win.ini': ['a=1\r\n', 'a=2\r\n'],
  'config/lines.auto': ['a=1\r\n', 'a=2\r\n'],
  // Binary, as Git sees it: its line ends stay.
  'config/mixed.auto': ['a\u0001=1\n', 'a\u0001=2\n'],
  'config/lines.bin': ['a=1\n', 'a=2\n'],
};

const version = (at: 0 | 1) =>
  Object.fromEntries(Object.entries(CONTENTS).map(([path, texts]) => [path, texts[at]]));

/** What the server has then, by name. */
const onServer = (at: 0 | 1) => ({
  plain: '1',
  'seal.path': ['one', 'two'][at],
  SEAL_ENV: ['one', 'two'][at],
  SEAL_SHOWN: ['one', 'two'][at],
  'seal.key': ['one', 'two'][at],
  'seal.shown': ['one', 'two'][at],
  'seal.conf': CONTENTS['secret/seal.conf']?.[at],
  'win.ini': CONTENTS['config/win.ini']?.[at],
  'lines.auto': CONTENTS['config/lines.auto']?.[at],
  'mixed.auto': CONTENTS['config/mixed.auto']?.[at],
  'lines.bin': CONTENTS['config/lines.bin']?.[at],
});

async function liveOf({ server }: Team): Promise<Record<string, unknown>> {
  const entries = (await exported(server)) as {
    key?: string;
    file?: string;
    content?: string;
    values?: { value: string }[];
  }[];
  return Object.fromEntries(
    entries.map(({ key, file, content, values }) => [key ?? file, content ?? values?.[0]?.value]),
  );
}

/** The changes of rows: their texts by name, and whether they are masked. */
const rowsOf = ({ plan: { changes } }: PlanResult, side: 'before' | 'after') =>
  Object.fromEntries(
    changes.flatMap((change) => (change.kind === 'key' ? [] : [[change.name, change[side]]])),
  );
const masked = ({ plan: { changes } }: PlanResult) =>
  changes.flatMap((change) => (change.kind !== 'key' && change.secret ? [change.name] : [])).sort();

const SECRET = ['SEAL_ENV', 'SEAL_SHOWN', 'seal.conf', 'seal.key', 'seal.path'];

const refused = (result: Pick<PlanResult, 'plan'>) =>
  result.plan.findings.filter(({ severity }) => severity === 'refusal').map(({ code }) => code);

describe.concurrent('files that a checkout converts', () => {
  test('are planned, validated, applied and recorded as a checkout has them, and what a filter hides is secret', async ({
    team,
  }) => {
    const { sandbox } = team;
    const ada = team.member('ada');
    setUpFilter(sandbox, ada.dir);
    for (const [path, text] of Object.entries({ ...PROJECT, ...version(0) }))
      sandbox.write(`${ada.dir}/${path}`, text);
    const early = await ada.plan();
    expect(rowsOf(early, 'after')).toEqual(onServer(0));
    expect(masked(early)).toEqual(SECRET);

    const first = ada.commit({});
    expect(sandbox.git(ada.dir, 'cat-file', 'blob', `${first}:secret/seal.conf`)).toContain(
      'sealed',
    );
    expect(sandbox.git(ada.dir, 'cat-file', 'blob', `${first}:config/win.ini`)).toBe('a=1');
    const validated = await ada.cli('validate', '--json');
    expect(JSON.parse(validated.stdout)).toMatchObject({ warnings: [] });
    expect(rowsOf(await ada.plan(), 'after')).toEqual(onServer(0));
    expect((await ada.apply()).outcome).toBe('verified');
    expect(await liveOf(team)).toEqual(onServer(0));

    // A clone whose working tree has LF everywhere: Git calls it unchanged.
    const bob = team.member('bob');
    setUpFilter(sandbox, bob.dir);
    writeFileSync(`${bob.dir}/config/win.ini`, 'a=1\n');
    for (const member of [ada, bob]) {
      expect((await member.plan()).plan).toMatchObject({ changes: [], drift: [] });
      expect((await drift(member.options(), member.runtime())).outcome).toBe('clean');
      expect((await member.apply()).outcome).toBe('nothing');
    }

    for (const [path, text] of Object.entries(version(1)))
      sandbox.write(`${ada.dir}/${path}`, text);
    const { plain: _, ...second } = onServer(1);
    const edited = await ada.plan();
    expect(rowsOf(edited, 'after')).toEqual(second);
    expect(masked(edited)).toEqual(SECRET);
    expect(refused(await ada.apply())).toEqual(['not-committed']);
    ada.commit(version(1));
    const planned = await ada.plan();
    const { plain: __, ...former } = onServer(0);
    expect(planned.plan.drift).toEqual([]);
    expect([rowsOf(planned, 'before'), rowsOf(planned, 'after')]).toEqual([former, second]);
    expect(masked(planned)).toEqual(SECRET);
    for (const given of [{ base: first }, { base: first, offline: true }])
      expect(rowsOf(await ada.plan(given), 'after')).toEqual(second);

    // On a branch that is behind, the project is read as it would be after the merge.
    setUpFilter(sandbox, bob.dir);
    const third = bob.commit({ 'secret/seal.conf': 'workers=6\n' });
    sandbox.script(ada.dir, 'git fetch --quiet');
    sandbox.commit(ada.dir, 'Branch', { 'config/more.yaml': 'keys: { more: 1 }\n' });
    const options = ada.options({ base: third });
    const merged = await planTarget(
      options,
      (await asMerged({ base: third }, options, ada.runtime())).runtime,
    );
    expect(rowsOf(merged, 'after')).toEqual({ ...second, 'seal.conf': 'workers=6\n', more: '1' });
    expect(masked(merged)).toEqual(SECRET);
    ada.commit({});
    expect((await ada.apply()).outcome).toBe('verified');
    expect(await liveOf(team)).toEqual({ ...onServer(1), 'seal.conf': 'workers=6\n' });
  });

  nightly(
    'are an error that names the filter in every command, where the filter does not give them',
    async ({ team }) => {
      const { sandbox } = team;
      const ada = team.member('ada');
      setUpFilter(sandbox, ada.dir);
      ada.commit({ ...PROJECT, ...version(0) });
      const bob = team.member('bob');
      const refuses = async (command: string) => {
        const { status, output } = await bob.cli(command);
        const errors = output.match(/^.* error .*$/gm) ?? [];
        const files = errors.map((line) => /^[^ :]*/.exec(line)?.[0]);
        const expected = [
          'config/shop.yaml',
          'config/shop.yaml',
          'secret/app.env',
          'secret/keys.yaml',
        ];
        expect({ command, status, files }).toEqual({ command, status: 1, files: expected });
        for (const line of errors)
          expect(line).toMatch(/git-filter: The content of secret\/.* the Git filter `seal` /);
      };
      for (const command of ['plan', 'apply', 'show', 'drift', 'import']) await refuses(command);
      expect(team.pushes()).toBe(0);
      for (const settings of LOCKED) {
        sandbox.script(bob.dir, 'git config --remove-section filter.seal || true');
        for (const [name, value] of Object.entries(settings))
          sandbox.git(bob.dir, 'config', `filter.seal.${name}`, value);
        await refuses('validate');
      }
    },
  );

  nightly(
    'are an error where they were committed before the filter, or Git has them without it',
    async ({ team, ada }) => {
      ada.commit({
        'confighub.yaml': 'levels: [Environment, Application]\n',
        ...ONE_FILE,
        'config/a.txt': 'clear\n',
      });
      expect((await ada.apply()).outcome).toBe('verified');
      setUpFilter(team.sandbox, ada.dir);
      team.sandbox.write(`${ada.dir}/.gitattributes`, '*.txt filter=seal\n');
      expect((await ada.cli('plan')).stderr).toContain('git-filter: The content of config/a.txt');
      team.sandbox.script(
        ada.dir,
        'git add --renormalize .; git add .; git commit --quiet -m Hide; git push --quiet origin HEAD:main',
      );
      // What it declares is as before, and secret from now on.
      expect((await ada.plan()).plan).toMatchObject({ changes: [], drift: [] });
      team.sandbox.write(`${ada.dir}/config/a.txt`, 'hidden\n');
      expect((await ada.plan()).plan.changes).toMatchObject([
        { before: 'clear\n', after: 'hidden\n', secret: true },
      ]);
    },
  );

  nightly(
    'that an older version sent as Git stores them are updated to what a checkout has',
    async ({ team, ada }) => {
      const settings = {
        'confighub.yaml': 'levels: [Environment, Application]\nlimits: { updates: 100% }\n',
      };
      ada.commit({ ...settings, ...ONE_FILE, 'config/a.txt': 'sealed\nuvqqra\n' });
      await ada.apply();
      setUpFilter(team.sandbox, ada.dir);
      ada.commit({ '.gitattributes': '*.txt filter=seal\n', 'config/a.txt': 'hidden\n' });
      const planned = await ada.plan();
      expect(planned.plan).toMatchObject({
        drift: [],
        changes: [{ cause: 'declared', after: 'hidden\n', secret: true }],
      });
      expect((await ada.apply()).outcome).toBe('verified');
      expect(await liveOf(team)).toMatchObject({ 'a.txt': 'hidden\n' });
    },
  );
});

/** Settings of a filter with which nothing can be read. */
const LOCKED: readonly Record<string, string>[] = [
  {},
  { clean: SEAL.clean },
  { ...SEAL, smudge: 'exit 1' },
  { ...SEAL, smudge: 'exit 1', required: 'false' },
  // As a filter does that lacks its key.
  { ...SEAL, smudge: "sed ''" },
  // As transcrypt does with another password: what came out until it noticed, then what Git stores.
  { ...SEAL, smudge: "printf 'x: '; cat" },
];

const ONE_FILE = { 'config/a.yaml': 'files: { a.txt: { path: a.txt } }\n' };

describe.concurrent('what was read through a filter before', () => {
  /** Applied with the filter, changed by others, then proposed without it. */
  const proposed = (use: (team: Team, base: string) => Promise<void>) =>
    withTeam(async (team) => {
      const { sandbox } = team;
      const ada = team.member('ada');
      setUpFilter(sandbox, ada.dir);
      const base = ada.commit({ ...PROJECT, ...version(0) });
      expect((await ada.apply()).outcome).toBe('verified');
      const data = [
        { key: 'SEAL_ENV', values: [{ context: '*;*', value: 'theirs' }] },
        { file: 'seal.conf', context: '*;*', content: 'theirs\n' },
      ];
      expect((await push(team.server, { data }, { token: 'default' })).status).toBe(200);
      rmSync(`${ada.dir}/secret`, { recursive: true });
      sandbox.commit(ada.dir, 'Open', {
        '.gitattributes': '*.ini text eol=crlf\n',
        'confighub.yaml':
          'levels: [Environment, Application]\nlimits: { updates: 100%, deletes: 100% }\n',
        'config/shop.yaml':
          'keys: { plain: 1, SEAL_ENV: mine }\nfiles: { seal.conf: { path: seal.conf } }\n',
        'config/seal.conf': 'mine\n',
      });
      await use(team, base);
    });

  test('is secret in a plan of a branch without the filter, and is known by its driver', async () => {
    await proposed(async ({ members: [ada] }, base) => {
      for (const planned of [await ada?.planUntrusted(base), await ada?.plan()]) {
        const changes =
          planned?.plan.changes.flatMap((change) => (change.kind === 'key' ? [] : [change])) ?? [];
        const of = (names: readonly string[]) => changes.filter(({ name }) => names.includes(name));
        expect(of(['SEAL_ENV', 'seal.conf'])).toMatchObject([
          { before: 'theirs', after: 'mine', cause: 'conflict', secret: true },
          { before: 'theirs\n', after: 'mine\n', cause: 'conflict', secret: true },
        ]);
        expect(
          of(['SEAL_SHOWN', 'seal.path']).map(({ action, secret }) => [action, secret]),
        ).toEqual([
          ['delete', true],
          ['delete', true],
        ]);
      }
    });
  });

  test('is not taken for undeclared where it cannot be read: nothing is deleted, and all of live is masked', async () => {
    await proposed(async ({ sandbox, members: [ada] }, base) => {
      for (const name of Object.keys(SEAL))
        sandbox.git(ada?.dir ?? '', 'config', '--unset', `filter.seal.${name}`);
      for (const planned of [await ada?.planUntrusted(base), await ada?.plan()]) {
        const made = planned?.plan;
        expect(made?.changes.map(({ action }) => action)).not.toContain('delete');
        expect(made?.changes.every((change) => change.kind === 'key' || change.secret)).toBe(true);
        expect(made?.findings.map(({ code }) => code)).toContain('record-unreadable');
        expect(made?.notes.join('\n')).toContain(
          'All live values are masked: an earlier version of the files cannot be read',
        );
      }
      expect((await ada?.apply())?.outcome).toBe('refused');
    });
  });
});
