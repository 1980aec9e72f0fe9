// A project file that is renamed, moved, split or gone: its record follows the documents, and no printed line loses anything.
import { describe, expect } from 'vitest';
import { drift } from '../../src/commands/drift.ts';
import { history } from '../../src/commands/history.ts';
import { planTarget } from '../../src/commands/plan.ts';
import { unlock } from '../../src/commands/unlock.ts';
import { apply } from '../helpers/apply.ts';
import { run } from '../helpers/run.ts';
import { push } from '../helpers/server.ts';
import type { Member, Team } from '../helpers/team.ts';
import { representatives } from '../helpers/suite.ts';
import { test, nightly } from '../helpers/test.ts';

const PROJECT = 'version: 1\nlevels: [Environment, Application]\n';
const doc = (...keys: string[]) =>
  keys.length === 0 ? 'keys: {}\n' : `keys:\n${keys.map((key) => `  ${key}: ${key}\n`).join('')}`;
const including = (folder: string) => `${PROJECT}include: ['${folder}/*.yaml']\n`;
const printf = (text: string, path: string) => `printf "${text.replaceAll('\n', '\\n')}" > ${path}`;

interface Outcome {
  plan: {
    findings: readonly {
      severity: string;
      code: string;
      message: string;
      hint?: string | undefined;
    }[];
  };
}
const codes = ({ plan: { findings } }: Outcome) => findings.map(({ code }) => code);
const changed = ({
  plan: { changes },
}: {
  plan: { changes: { kind: string; action: string; name: string }[] };
}) => changes.flatMap(({ kind, action, name }) => (kind === 'key' ? [] : [`${action} ${name}`]));

/** Commits what a script of Git commands did, and pushes it. */
function change({ sandbox }: Team, { dir }: Member, script: string): string {
  sandbox.script(
    dir,
    `git fetch -q origin main; git reset -q --hard FETCH_HEAD; ${script}; git add -A; git commit -qm Change; git push -q origin HEAD:main`,
  );
  return sandbox.git(dir, 'rev-parse', 'HEAD');
}

/** The project files that have a record. */
function recorded(team: Team): string[] {
  return team.refNames().map((name) => decodeURIComponent(name.split('/').at(-2) ?? ''));
}

/** Each line that a text shows to be run. */
function printed(text: string): string[][] {
  return [...text.matchAll(/`confighub-sync (history [^`]*)`/g)].map(([, line = '']) =>
    line.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1')),
  );
}

function textOf({ plan: { findings } }: Outcome): string {
  return findings.map(({ message, hint }) => `${message} ${hint}`).join('\n');
}

/** By people who have set nothing in their environment. */
function runs({ sandbox }: Team, { dir }: Member, line: readonly string[], folder = '') {
  return run(line, { cwd: `${dir}/${folder}`, env: sandbox.env });
}

const MOVES: [what: string, script: string, config: string][] = [
  ['is renamed', 'git mv confighub.yaml shop.yaml', 'shop.yaml'],
  [
    'moves with its documents',
    'mkdir ops; git mv confighub.yaml config ops/',
    'ops/confighub.yaml',
  ],
  [
    'moves, and its documents to another folder of it',
    `mkdir ops; git mv confighub.yaml ops/; git mv config ops/settings; ${printf(including('settings'), 'ops/confighub.yaml')}`,
    'ops/confighub.yaml',
  ],
  [
    'moves to where its documents are',
    `git mv confighub.yaml config/shop.yml; ${printf(`${PROJECT}include: ['[abm]*.yaml']\n`, 'config/shop.yml')}`,
    'config/shop.yml',
  ],
];

describe.concurrent('a project file that', () => {
  test.for(representatives(MOVES, 4))(
    '%s keeps its record',
    async ([, script, config], { team, ada }) => {
      const base = ada.commit({
        'confighub.yaml': PROJECT,
        'config/a.yaml': doc('a', 'gone'),
        'config/b.yaml': doc('b'),
        'config/more.yaml': doc('c', 'd', 'e'),
      });
      await ada.apply();
      change(team, ada, script);
      const folder = config.startsWith('ops')
        ? script.includes('settings')
          ? 'ops/settings'
          : 'ops/config'
        : 'config';
      // Several commits, as in a pull request.
      const head = change(team, ada, printf(doc('a'), `${folder}/a.yaml`));
      for (const kind of [[], ['--depth=1']]) {
        const bob = team.member(`bob${kind.length}`, ...kind);
        const branch = await planTarget(
          {
            ...bob.options({ config, base }),
            untrusted: { commit: base },
          },
          bob.runtime(),
        );
        expect(changed(branch)).toEqual(['delete gone']);
        expect(branch.plan.findings).toEqual([]);
        const changedSettings = branch.plan.safety?.map(({ setting }) => setting);
        expect(changedSettings).toEqual(script.includes('include') ? ['include'] : []);
        const here = await bob.plan({ config });
        expect(changed(here)).toEqual(['delete gone']);
        expect(codes(here)).toEqual([]);
        expect((await drift(bob.options({ config }), bob.runtime())).outcome).toBe('clean');
        const { entries } = await history(bob.options({ config }), bob.runtime(), undefined);
        expect(entries).toMatchObject([{ commit: base }]);
      }
      const job = team.member('job', '--depth=1');
      expect((await job.apply({ config })).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(recorded(team)).toEqual([config]);
      const { entries } = await history(job.options({ config }), job.runtime(), undefined);
      expect(entries).toMatchObject([{ commit: head }, { commit: base }]);
      expect((await job.apply({ config })).outcome).toBe('nothing');
    },
  );

  nightly(
    'is renamed has its record moved by an apply that has nothing to send, so that another one may have its old name',
    async ({ team, ada }) => {
      ada.commit({
        'confighub.yaml': including('one'),
        'one/a.yaml': doc('a'),
      });
      await ada.apply();
      const head = change(team, ada, 'git mv confighub.yaml shop.yaml');
      expect(await ada.apply({ config: 'shop.yaml' })).toMatchObject({
        outcome: 'nothing',
        recorded: 'origin',
      });
      expect(recorded(team)).toEqual(['shop.yaml']);
      const { entries } = await history(
        ada.options({ config: 'shop.yaml' }),
        ada.runtime(),
        undefined,
      );
      expect(entries[0]).toMatchObject({ commit: head });
      ada.commit({
        'confighub.yaml': including('two'),
        'two/b.yaml': doc('b'),
      });
      expect((await ada.applyApproved()).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['a', 'b']);
      // What it declared under its former name is still its own.
      ada.commit({ 'one/a.yaml': doc('c') });
      expect((await ada.apply({ config: 'shop.yaml' })).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['b', 'c']);
    },
  );

  test('a removal that is not committed is no rename', async ({ team, ada }) => {
    ada.commit({
      'confighub.yaml': PROJECT,
      'config/a.yaml': doc('a', 'gone'),
    });
    await ada.apply();
    change(team, ada, `cp confighub.yaml shop.yaml; ${printf(doc('a'), 'config/a.yaml')}`);
    team.sandbox.git(ada.dir, 'rm', '-q', '--cached', 'confighub.yaml');
    const { plan: planned, outcome } = await ada.apply({
      config: 'shop.yaml',
    });
    expect(outcome).toBe('refused');
    expect(planned.findings.find(({ code }) => code === 'not-committed')?.message).toContain(
      'confighub.yaml (removed)',
    );
    expect(await team.keys()).toEqual(['a', 'gone']);
  });

  test('is renamed, and for another server, takes nothing along', async ({ team, ada }) => {
    const url = (at: string) => `url: ${at}\nrepository: acme/shop\n${PROJECT}`;
    const base = ada.commit({
      'confighub.yaml': url(team.url),
      'config/a.yaml': doc('a'),
    });
    const options = (config: string) => ({ config, url: '', repository: '' });
    await ada.apply(options('confighub.yaml'));
    const trusting = (config: string) =>
      planTarget(
        {
          ...ada.options({ ...options(config), base }),
          untrusted: { commit: base },
        },
        ada.runtime(),
      );
    change(team, ada, 'git mv confighub.yaml shop.yaml');
    // The same address under another name is trusted as before.
    expect((await trusting('shop.yaml')).plan).toMatchObject({
      live: 'export',
      changes: [],
      safety: [],
    });
    const other = team.url.replace('127.0.0.1', 'localhost');
    change(team, ada, `sed -i 's#${team.url}#${other}#' shop.yaml`);
    const { remarks, plan: offline } = await trusting('shop.yaml');
    expect(offline.live).toBe('base');
    expect(remarks.join()).toContain('Planned without the server');
    // An option that replaces the address of both files changes nothing.
    team.sandbox.git(ada.dir, 'checkout', '-q', 'HEAD~1');
    expect((await ada.plan({ config: 'shop.yaml', url: other })).lastAppliedCommit).toBeUndefined();
    team.sandbox.git(ada.dir, 'checkout', '-q', '-');
    const elsewhere = await ada.plan(options('shop.yaml'));
    expect(elsewhere.lastAppliedCommit).toBeUndefined();
  });
});

describe.concurrent('of several project files', () => {
  nightly('two that are renamed in one commit keep their own records', async ({ team, ada }) => {
    ada.commit({
      'one.yaml': including('one'),
      'two.yaml': including('two'),
      'one/doc.yaml': doc('first', 'old'),
      'one/more.yaml': doc('more'),
      'two/doc.yaml': doc('second'),
    });
    await ada.apply({ config: 'one.yaml' });
    await ada.applyApproved({ config: 'two.yaml' });
    change(
      team,
      ada,
      `git mv one.yaml eins.yaml; git mv two.yaml zwei.yaml; ${printf(doc('first'), 'one/doc.yaml')}`,
    );
    expect(changed(await ada.plan({ config: 'zwei.yaml' }))).toEqual([]);
    expect(changed(await ada.apply({ config: 'eins.yaml' }))).toEqual(['delete old']);
    await ada.apply({ config: 'zwei.yaml' });
    expect(recorded(team)).toEqual(['eins.yaml', 'zwei.yaml']);
    expect(await team.keys()).toEqual(['first', 'more', 'second']);
  });

  nightly(
    'a new one beside a renamed one gets nothing of it, whatever it is called, and no line says that it could',
    async ({ team, ada }) => {
      ada.commit({
        'confighub.yaml': PROJECT,
        'config/a.yaml': doc('a'),
        'config/b.yaml': doc('b'),
        'config/c.yaml': doc('c'),
      });
      await ada.apply();
      change(
        team,
        ada,
        `git mv confighub.yaml shop.yaml; mkdir part; git mv config/c.yaml part/; ${printf(including('part'), 'team.yml')}`,
      );
      // The part first: it has no record, and asks for none.
      expect(codes(await ada.plan({ config: 'team.yml' }))).toEqual([]);
      const approved = await ada.cli('history', '--move', 'confighub.yaml', '--config', 'team.yml');
      expect(approved).toMatchObject({ status: 1 });
      expect(approved.stderr).toContain(
        'team.yml does not continue confighub.yaml: of its 3 documents, shop.yaml has 2 and team.yml has 1.',
      );
      expect((await ada.apply({ config: 'shop.yaml' })).outcome).toBe('nothing');
      expect(await team.keys()).toEqual(['a', 'b', 'c']);
      expect((await ada.apply({ config: 'team.yml' })).outcome).toBe('nothing');
      expect(recorded(team)).toEqual(['shop.yaml', 'team.yml']);
    },
  );

  nightly(
    'of two halves, each says what fits, and every line works in every folder',
    async ({ team, ada }) => {
      ada.commit({
        'confighub.yaml': PROJECT,
        'config/a.yaml': doc('a'),
        'config/b.yaml': doc('b'),
      });
      await ada.apply();
      const before = change(
        team,
        ada,
        'mkdir l r; git mv config/a.yaml l/; git mv config/b.yaml r/; git mv confighub.yaml l/left.yaml; cp l/left.yaml r/right.yaml; for p in l/left r/right; do echo "include: [\\"?.yaml\\"]" >> $p.yaml; done',
      );
      const refs = team.sandbox.git(
        team.origin,
        'for-each-ref',
        '--format=%(refname) %(objectname)',
        'refs/confighub-sync',
      );
      const restore = () => {
        for (const name of team.refNames()) team.sandbox.git(team.origin, 'update-ref', '-d', name);
        for (const line of refs.split('\n'))
          team.sandbox.git(team.origin, 'update-ref', ...line.split(' '));
      };
      for (const config of ['l/left.yaml', 'r/right.yaml']) {
        // There is nothing to send, and yet it is not known what it declared before.
        const refused = await ada.plan({ config });
        expect(refused.plan.findings).toMatchObject([
          {
            severity: 'refusal',
            code: 'record-orphaned',
            message: `It is not clear whether ${config} continues confighub.yaml, which has an apply record and is not in this commit: of its 2 documents, l/left.yaml has 1 and r/right.yaml has 1.`,
            hint: `If ${config} continues it, run \`confighub-sync history --move :/confighub.yaml --config :/${config} --url ${team.url} --repository acme/shop\`. If it was removed for good, run \`confighub-sync history --forget --config :/confighub.yaml --url ${team.url} --repository acme/shop\`: what it declared then stays on the server.`,
          },
        ]);
        expect((await ada.apply({ config })).outcome).toBe('refused');
        await expect(drift(ada.options({ config }), ada.runtime())).rejects.toMatchObject({
          code: 'drift-unknown',
          hint: expect.stringContaining('history --move :/confighub.yaml'),
        });
        const lines = printed(textOf(refused));
        expect(lines).toHaveLength(2);
        for (const line of lines)
          for (const folder of ['', 'l', 'r']) {
            expect({
              line,
              ...(await runs(team, ada, line, folder)),
            }).toMatchObject({ status: 0 });
            expect(recorded(team)).toEqual(line[1] === '--move' ? [config] : []);
            restore();
          }
      }
      expect(team.sandbox.git(ada.dir, 'rev-parse', 'HEAD')).toBe(before);
      expect(await team.keys()).toEqual(['a', 'b']);
    },
  );

  nightly(
    'one that is removed while another comes is not continued, and its line works where it is gone',
    async ({ team, ada }) => {
      ada.commit({
        'old/confighub.yaml': PROJECT,
        'old/config/shop.yaml': doc('old'),
      });
      await ada.apply({ config: 'old/confighub.yaml' });
      change(
        team,
        ada,
        `git rm -qr old; mkdir -p new/config; ${printf(PROJECT, 'new/confighub.yaml')}; ${printf(doc('new'), 'new/config/shop.yaml')}`,
      );
      const config = 'new/confighub.yaml';
      const refused = await ada.apply({ config });
      expect(refused.outcome).toBe('refused');
      expect(textOf(refused)).toContain('no new project file has any of its 1 document.');
      const [line = [], ...others] = printed(textOf(refused));
      expect(others).toEqual([]);
      const moved = await ada.cli('history', '--move', ':/old/confighub.yaml', '--config', config);
      expect(moved.stderr).toContain('new/confighub.yaml does not continue old/confighub.yaml');
      expect(await runs(team, ada, line, 'new')).toMatchObject({ status: 0 });
      expect((await ada.applyApproved({ config })).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['new', 'old']);
    },
  );

  nightly(
    'one that only looks like one that is gone, as made from the same template, does not delete what that declared',
    async ({ team, ada }) => {
      const old = {
        'dev.yaml': doc(),
        'test.yaml': `# Test\n${doc()}`,
        'team.yaml': doc('team'),
        'all.yaml': doc('a', 'b'),
      };
      const files = Object.entries(old).map(([name, text]) => [`old/config/${name}`, text]);
      ada.commit({
        'old/confighub.yaml': PROJECT,
        ...Object.fromEntries(files),
      });
      await ada.apply({ config: 'old/confighub.yaml' });
      change(team, ada, `git mv old new; ${printf(doc('new'), 'new/config/all.yaml')}`);
      const config = 'new/confighub.yaml';
      const refused = await ada.apply({ config });
      expect(refused.outcome).toBe('refused');
      expect(textOf(refused)).toContain(
        'of its 4 documents, new/confighub.yaml has 3, but not most of its keys and files.',
      );
      // A person who says so is asked once more.
      for (const line of printed(textOf(refused)).slice(0, 1))
        expect(await runs(team, ada, line)).toMatchObject({ status: 0 });
      expect(codes(await ada.apply({ config }))).toContain('record-unconfirmed');
      expect(await team.keys()).toEqual(['a', 'b', 'team']);
    },
  );

  test('one that existed together with another, and has nothing of it, is not asked about it once that is gone', async ({
    team,
    ada,
  }) => {
    ada.commit({
      'one.yaml': including('one'),
      'two.yaml': including('two'),
      'one/a.yaml': doc('a'),
      'two/b.yaml': doc('b'),
    });
    await ada.apply({ config: 'one.yaml' });
    change(team, ada, 'git rm -qr one.yaml one');
    const beside = await ada.applyApproved({ config: 'two.yaml' });
    expect(codes(beside)).not.toContain('record-orphaned');
    expect(beside.outcome).toBe('verified');
    expect(await team.keys()).toEqual(['a', 'b']);
    expect(recorded(team)).toEqual(['one.yaml', 'two.yaml']);
  });

  test('one that takes over all of two asks which it continues', async ({ team, ada }) => {
    ada.commit({
      'one.yaml': including('one'),
      'two.yaml': including('two'),
      'one/a.yaml': doc('a', 'x'),
      'two/b.yaml': doc('b'),
    });
    await ada.apply({ config: 'one.yaml' });
    await ada.applyApproved({ config: 'two.yaml' });
    change(
      team,
      ada,
      `git mv one.yaml both.yaml; git rm -q two.yaml; ${printf(including('*'), 'both.yaml')}`,
    );
    const refused = await ada.plan({ config: 'both.yaml' });
    expect(textOf(refused)).toContain(
      'of its 1 document, both.yaml has 1, but it may also continue two.yaml.',
    );
    const [line = []] = printed(textOf(refused));
    expect(await runs(team, ada, line)).toMatchObject({ status: 0 });
    expect((await ada.apply({ config: 'both.yaml' })).outcome).toBe('nothing');
    expect(await team.keys()).toEqual(['a', 'b', 'x']);
  });
});

describe.concurrent('the record of a renamed project', () => {
  const RENAME = `git mv confighub.yaml shop.yaml; ${printf(doc('a'), 'config/a.yaml')}`;
  const config = 'shop.yaml';
  const start = (ada: Member) =>
    ada.commit({
      'confighub.yaml': PROJECT,
      'config/a.yaml': doc('a', 'gone'),
    });

  test('is under its new name before anything is sent', async ({ team, ada }) => {
    start(ada);
    await ada.apply();
    change(team, ada, RENAME);
    const seen: string[][] = [];
    const applied = await ada.apply(
      { config },
      async () => void seen.push(recorded(team), team.refStates()),
    );
    expect(applied.outcome).toBe('verified');
    expect(seen).toEqual([['shop.yaml'], ['begun', 'done']]);
    expect(await team.keys()).toEqual(['a']);
  });

  nightly(
    'is left where it is if an apply under the former name begins just then',
    async ({ team, ada }) => {
      start(ada);
      await ada.apply();
      const old = team.member('old');
      change(team, ada, RENAME);
      const confirm = async () => {
        await push(
          team.server,
          {
            enableKeyCreation: true,
            data: [{ key: 'a', push: true, values: [{ context: '*;*', value: 'x' }] }],
          },
          { token: 'default' },
        );
        expect((await old.apply({ allowOlder: true })).outcome).toBe('verified');
        return true;
      };
      const applied = await apply(ada.options({ config }), ada.runtime(), undefined, { confirm });
      expect(codes(applied)).toContain('apply-overtaken');
      expect(recorded(team)).toEqual(['confighub.yaml']);
    },
  );

  nightly(
    'waits under its new name if nothing was sent, follows it back, and is unlocked there',
    async ({ team, ada }) => {
      ada.commit({ 'confighub.yaml': PROJECT, 'config/a.yaml': doc('a') });
      await ada.apply();
      start(ada);
      await ada.apply();
      change(team, ada, RENAME);
      const stopping = new AbortController();
      const isHeld: string[][] = [];
      const onStep = (step: string) => {
        if (!step.startsWith('Pushing')) return;
        isHeld.push(team.refStates());
        stopping.abort();
      };
      const job = team.member('job', '--depth=1');
      const heedSignals = () => ({ wanted: stopping.signal, atOnce: stopping.signal });
      const applied = apply(job.options({ config }), job.runtime({ onStep }), undefined, {
        heedSignals,
      });
      await expect(applied).rejects.toMatchObject({ code: 'stopped' });
      expect(isHeld).toEqual([['begun', 'done']]);
      expect([recorded(team), team.refStates()]).toEqual([['shop.yaml'], ['done']]);
      expect(changed(await ada.plan({ config }))).toEqual(['delete gone']);
      // Whoever returns to the former name gets it back.
      const old = team.member('old');
      team.sandbox.git(old.dir, 'reset', '-q', '--hard', 'HEAD~1');
      expect(changed(await old.plan())).toEqual([]);
      // What began under the former name, and may still run.
      await push(
        team.server,
        {
          enableKeyCreation: true,
          data: [{ key: 'a', push: true, values: [{ context: '*;*', value: 'x' }] }],
        },
        { token: 'default' },
      );
      await new Promise<void>((resolve) => {
        void old.apply({ allowOlder: true }, () => new Promise(() => resolve()));
      });
      expect(codes(await ada.apply({ config }))).toContain('apply-running');
      expect((await unlock(ada.options({ config }), ada.runtime())).removed).toBeDefined();
      // One that has only the newest commit of the record, and continues what was begun before.
      expect(
        (await team.member('other', '--depth=1').apply({ config, allowOlder: true })).outcome,
      ).toBe('verified');
      expect(recorded(team)).toEqual(['shop.yaml']);
    },
  );

  test('takes over what was applied under the former name, even if an apply without changes was killed in between', async ({
    team,
    ada,
  }) => {
    start(ada);
    await ada.apply();
    const [ref = ''] = team.refNames();
    const left = team.sandbox.git(team.origin, 'rev-parse', ref);
    const old = team.member('old');
    old.commit({ 'config/a.yaml': doc('a', 'gone', 'more') });
    const same = printf(doc('a', 'gone'), 'config/a.yaml');
    change(team, ada, `git mv confighub.yaml shop.yaml; ${same}`);
    expect((await ada.apply({ config })).outcome).toBe('nothing');
    expect(recorded(team)).toEqual(['shop.yaml']);
    team.sandbox.git(team.origin, 'update-ref', ref, left);
    await old.apply();
    expect(await team.keys()).toEqual(['a', 'gone', 'more']);
    expect((await ada.apply({ config })).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['a', 'gone']);
    expect([recorded(team), team.refStates()]).toEqual([['shop.yaml'], ['done']]);
  });

  test.for(
    representatives(['was killed before its push', 'was killed after it', 'has ended'] as const, 3),
  )(
    'takes over what began under the former name after an apply was killed in between, and %s',
    async (end, { team, ada }) => {
      start(ada);
      await ada.apply();
      const [ref = ''] = team.refNames();
      const left = team.sandbox.git(team.origin, 'rev-parse', ref);
      const old = team.member('old');
      old.commit({ 'config/a.yaml': doc('a', 'gone', 'more') });
      change(team, ada, RENAME);
      await new Promise<void>((resolve) => {
        void ada.apply({ config }, () => new Promise(() => resolve()));
      });
      team.sandbox.git(team.origin, 'update-ref', ref, left);
      if (end === 'has ended') expect((await old.apply()).outcome).toBe('verified');
      else {
        await new Promise<void>((resolve) => {
          void old.apply({}, () => new Promise(() => resolve()));
        });
      }
      if (end === 'was killed after it') {
        const values = [{ context: '*;*', value: 'more' }];
        const data = [{ key: 'more', push: true, vdt: 'Text', values }];
        await push(team.server, { enableKeyCreation: true, data }, { token: 'default' });
      }
      // Both hold a lock of their own, until their time is over or they are unlocked.
      if (end === 'was killed before its push') {
        expect(codes(await ada.apply({ config }))).toContain('apply-running');
        for (const name of ['ada', 'old'])
          expect((await unlock(ada.options({ config }), ada.runtime())).removed).toMatchObject({
            actor: name,
          });
      } else ada.minutes += 60;
      if (end === 'was killed after it') {
        // So is the next one: by then, what it takes over is in its own record alone.
        await new Promise<void>((resolve) => {
          void ada.apply({ config }, () => new Promise(() => resolve()));
        });
        ada.minutes += 60;
      }
      const applied = await ada.apply({ config });
      expect([applied.outcome, textOf(applied)]).toEqual(['verified', '']);
      expect(await team.keys()).toEqual(['a']);
      expect([recorded(team), team.refStates()]).toEqual([['shop.yaml'], ['done']]);
    },
  );
});

describe.concurrent('a forged record', () => {
  const theirs = {
    enableKeyCreation: true,
    data: [{ key: 'theirs', push: true, values: [{ context: '*;*', value: 'x' }] }],
  };

  /** Of documents that a commit of main has under another project file. */
  function gitHost(team: Team, { from, name }: { from: string; name: string }): void {
    const { sandbox, origin } = team;
    const [ref = ''] = team.refNames();
    const source = sandbox.git(origin, 'rev-parse', 'main');
    const fields = [
      'State: done',
      'Apply-Id: 1',
      `Project-File: ${name}`,
      `Former-File: ${from}`,
      `Source-Commit: ${source}`,
    ];
    const folder = from.includes('/') ? `:${from.slice(0, from.lastIndexOf('/'))}` : '^{tree}';
    const tree = sandbox.git(origin, 'rev-parse', `${source}${folder}`);
    const forged = sandbox.git(
      origin,
      'commit-tree',
      tree,
      '-m',
      `Apply x: 0 created, 0 updated, 0 deleted\n\n${fields.join('\n')}`,
    );
    sandbox.git(origin, 'update-ref', ref, forged);
  }

  const examples = [
    ['another server', 'url: https://other.example.com\nrepository: acme/shop\n', true],
    ['the same one', '', true],
    ['the same one, and gone', '', false],
  ] as const;
  test.for(representatives(examples, 3))(
    'that names an example for %s as its former file deletes nothing unasked',
    async ([, at, isThere], { team, ada }) => {
      ada.commit({
        'confighub.yaml': PROJECT,
        'config/shop.yaml': doc('a'),
        'examples/confighub.yaml': `${at}${PROJECT}`,
        'examples/config/shop.yaml': doc('theirs', 'others'),
      });
      await ada.apply();
      await push(team.server, theirs, { token: 'default' });
      gitHost(team, {
        from: 'examples/confighub.yaml',
        name: 'confighub.yaml',
      });
      if (!isThere) change(team, ada, 'git rm -qr examples');
      ada.commit({ 'config/shop.yaml': doc('a', 'b') });
      const refused = await ada.apply();
      expect(refused.outcome).toBe(isThere && at === '' ? refused.outcome : 'refused');
      if (refused.outcome === 'refused') expect(codes(refused)).toContain('record-unconfirmed');
      expect(await team.keys()).toContain('theirs');
    },
  );
});
