// Files of which Git stores other bytes than a checkout has, by a filter or `eol=crlf`: every command reads what a checkout has.
import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { asMerged } from '../../src/project/git-files.ts';
import { drift } from '../../src/commands/drift.ts';
import { planTarget } from '../../src/commands/plan.ts';
import type { PlanResult } from '../../src/core/plan-facts.ts';
import { exported, push } from '../helpers/server.ts';
import { SEAL, setUpFilter } from '../helpers/git-filter.ts';
import type { Member, Team } from '../helpers/team.ts';
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

const SEALED = ['seal.path', 'SEAL_ENV', 'SEAL_SHOWN', 'seal.key', 'seal.shown'];

/** What the server has then, by name. */
const onServer = (at: 0 | 1): Record<string, string | undefined> => ({
  plain: '1',
  ...Object.fromEntries(SEALED.map((name) => [name, ['one', 'two'][at]])),
  'seal.conf': CONTENTS['secret/seal.conf']?.[at],
  ...Object.fromEntries(
    ['win.ini', 'lines.auto', 'mixed.auto', 'lines.bin'].map((name) => [
      name,
      CONTENTS[`config/${name}`]?.[at],
    ]),
  ),
});

interface Entry {
  key?: string;
  file?: string;
  content?: string;
  values?: { value: string }[];
}

async function liveOf({ server }: Team): Promise<Record<string, unknown>> {
  const entries = (await exported(server)) as Entry[];
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

/** A member whose clone has the filter. */
function memberWithFilter(team: Team, name: string): Member {
  const member = team.member(name);
  setUpFilter(team.sandbox, member.dir);
  return member;
}

function write({ sandbox }: Team, { dir }: Member, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) sandbox.write(`${dir}/${path}`, text);
}

describe.concurrent('files that a checkout converts', () => {
  test('are read as a checkout has them, and hidden ones are secret', async ({ team }) => {
    const { sandbox } = team;
    const ada = memberWithFilter(team, 'ada');
    write(team, ada, { ...PROJECT, ...version(0) });
    const early = await ada.plan();
    expect([rowsOf(early, 'after'), masked(early)]).toEqual([onServer(0), SECRET]);

    const first = ada.commit({});
    const stored = (path: string) => sandbox.git(ada.dir, 'cat-file', 'blob', `${first}:${path}`);
    expect(stored('secret/seal.conf')).toContain('sealed');
    expect(stored('config/win.ini')).toBe('a=1');
    const validated = await ada.cli('validate', '--json');
    expect(JSON.parse(validated.stdout)).toMatchObject({ warnings: [] });
    expect(rowsOf(await ada.plan(), 'after')).toEqual(onServer(0));
    expect((await ada.apply()).outcome).toBe('verified');
    expect(await liveOf(team)).toEqual(onServer(0));

    // A clone whose working tree has LF everywhere: Git calls it unchanged.
    const bob = memberWithFilter(team, 'bob');
    writeFileSync(`${bob.dir}/config/win.ini`, 'a=1\n');
    for (const member of [ada, bob]) {
      expect((await member.plan()).plan).toMatchObject({ changes: [], drift: [] });
      expect((await drift(member.options(), member.runtime())).outcome).toBe('clean');
      expect((await member.apply()).outcome).toBe('nothing');
    }

    write(team, ada, version(1));
    const [{ plain: _, ...former }, { plain: __, ...second }] = [onServer(0), onServer(1)];
    const edited = await ada.plan();
    expect([rowsOf(edited, 'after'), masked(edited)]).toEqual([second, SECRET]);
    expect((await ada.apply()).plan.findings).toMatchObject([{ code: 'not-committed' }]);
    ada.commit(version(1));
    const planned = await ada.plan();
    expect(planned.plan.drift).toEqual([]);
    expect([rowsOf(planned, 'before'), rowsOf(planned, 'after')]).toEqual([former, second]);
    expect(masked(planned)).toEqual(SECRET);
    for (const given of [{ base: first }, { base: first, offline: true }])
      expect(rowsOf(await ada.plan(given), 'after')).toEqual(second);

    // On a branch that is behind, the project is read as it would be after the merge.
    const third = bob.commit({ 'secret/seal.conf': 'workers=6\n' });
    sandbox.script(ada.dir, 'git fetch --quiet');
    sandbox.commit(ada.dir, 'Branch', { 'config/more.yaml': 'keys: { more: 1 }\n' });
    const options = ada.options({ base: third });
    const { runtime } = await asMerged({ base: third }, options, ada.runtime());
    const merged = await planTarget(options, runtime);
    const workers = { 'seal.conf': 'workers=6\n' };
    expect(rowsOf(merged, 'after')).toEqual({ ...second, ...workers, more: '1' });
    expect(masked(merged)).toEqual(SECRET);
    ada.commit({});
    expect((await ada.apply()).outcome).toBe('verified');
    expect(await liveOf(team)).toEqual({ ...onServer(1), ...workers });
  });

  nightly('are an error that names the filter that does not give them', async ({ team }) => {
    memberWithFilter(team, 'ada').commit({ ...PROJECT, ...version(0) });
    const bob = team.member('bob');
    const lines = [
      'config/shop.yaml',
      'config/shop.yaml',
      'secret/app.env',
      'secret/keys.yaml',
    ].map((file) =>
      expect.stringMatching(
        `^${file}.*git-filter: The content of secret/.* the Git filter \`seal\` `,
      ),
    );
    const refuses = async (command: string) => {
      const { status, output } = await bob.cli(command);
      const errors = output.match(/^.* error .*$/gm);
      expect({ command, status, errors }).toEqual({ command, status: 1, errors: lines });
    };
    for (const command of ['plan', 'apply', 'show', 'drift', 'import']) await refuses(command);
    expect(team.pushes()).toBe(0);
    for (const settings of LOCKED) {
      team.sandbox.script(bob.dir, 'git config --remove-section filter.seal || true');
      for (const [name, value] of Object.entries(settings))
        team.sandbox.git(bob.dir, 'config', `filter.seal.${name}`, value);
      await refuses('validate');
    }
  });

  const SETTINGS = {
    'confighub.yaml': 'levels: [Environment, Application]\nlimits: { updates: 100% }\n',
    'config/a.yaml': 'files: { a.txt: { path: a.txt } }\n',
  };
  const SEALS = { '.gitattributes': '*.txt filter=seal\n' };

  nightly('are an error where Git has them without the filter', async ({ team, ada }) => {
    ada.commit({ ...SETTINGS, 'config/a.txt': 'clear\n' });
    expect((await ada.apply()).outcome).toBe('verified');
    setUpFilter(team.sandbox, ada.dir);
    write(team, ada, SEALS);
    expect((await ada.cli('plan')).stderr).toContain('git-filter: The content of config/a.txt');
    const push = 'git commit --quiet -m Hide; git push --quiet origin HEAD:main';
    team.sandbox.script(ada.dir, `git add --renormalize .; git add .; ${push}`);
    // What it declares is as before, and secret from now on.
    expect((await ada.plan()).plan).toMatchObject({ changes: [], drift: [] });
    write(team, ada, { 'config/a.txt': 'hidden\n' });
    expect((await ada.plan()).plan.changes).toMatchObject([
      { before: 'clear\n', after: 'hidden\n', secret: true },
    ]);
  });

  nightly('are updated if an older version sent what Git stores', async ({ team, ada }) => {
    ada.commit({ ...SETTINGS, 'config/a.txt': 'sealed\nuvqqra\n' });
    await ada.apply();
    setUpFilter(team.sandbox, ada.dir);
    ada.commit({ ...SEALS, 'config/a.txt': 'hidden\n' });
    const changes = [{ cause: 'declared', after: 'hidden\n', secret: true }];
    expect((await ada.plan()).plan).toMatchObject({ drift: [], changes });
    expect((await ada.apply()).outcome).toBe('verified');
    expect(await liveOf(team)).toMatchObject({ 'a.txt': 'hidden\n' });
  });
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

describe.concurrent('what was read through a filter before', () => {
  /** Applied with the filter, changed by others, then proposed without it. Returns the commit that was applied. */
  async function propose(team: Team, ada: Member): Promise<string> {
    setUpFilter(team.sandbox, ada.dir);
    const base = ada.commit({ ...PROJECT, ...version(0) });
    expect((await ada.apply()).outcome).toBe('verified');
    const data = [
      { key: 'SEAL_ENV', values: [{ context: '*;*', value: 'theirs' }] },
      { file: 'seal.conf', context: '*;*', content: 'theirs\n' },
    ];
    expect((await push(team.server, { data }, { token: 'default' })).status).toBe(200);
    rmSync(`${ada.dir}/secret`, { recursive: true });
    team.sandbox.commit(ada.dir, 'Open', {
      '.gitattributes': '*.ini text eol=crlf\n',
      'confighub.yaml':
        'levels: [Environment, Application]\nlimits: { updates: 100%, deletes: 100% }\n',
      'config/shop.yaml':
        'keys: { plain: 1, SEAL_ENV: mine }\nfiles: { seal.conf: { path: seal.conf } }\n',
      'config/seal.conf': 'mine\n',
    });
    return base;
  }

  test('is secret in a plan of a branch without the filter', async ({ team, ada }) => {
    const base = await propose(team, ada);
    for (const { plan } of [await ada.planUntrusted(base), await ada.plan()]) {
      const of = (...names: string[]) =>
        plan.changes.filter(({ kind, name }) => kind !== 'key' && names.includes(name));
      const conflict = { cause: 'conflict', secret: true };
      expect(of('SEAL_ENV', 'seal.conf')).toMatchObject([
        { before: 'theirs', after: 'mine', ...conflict },
        { before: 'theirs\n', after: 'mine\n', ...conflict },
      ]);
      const deletion = { action: 'delete', secret: true };
      expect(of('SEAL_SHOWN', 'seal.path')).toMatchObject([deletion, deletion]);
    }
  });

  test('is kept and masked, with all of live, where it cannot be read', async ({ team, ada }) => {
    const base = await propose(team, ada);
    team.sandbox.git(ada.dir, 'config', '--remove-section', 'filter.seal');
    for (const { plan } of [await ada.planUntrusted(base), await ada.plan()]) {
      expect(plan.changes.map(({ action }) => action)).not.toContain('delete');
      expect(plan.changes.every((change) => change.kind === 'key' || change.secret)).toBe(true);
      expect(plan.findings.map(({ code }) => code)).toContain('record-unreadable');
      expect(plan.notes.join('\n')).toContain(
        'All live values are masked: an earlier version of the files cannot be read',
      );
    }
    expect((await ada.apply()).outcome).toBe('refused');
  });
});
