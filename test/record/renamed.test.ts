// A project file that is renamed, moved, split or gone: its record follows the documents, and no printed line loses anything.
import { describe, expect } from 'vitest';
import { drift } from '../../src/commands/drift.ts';
import { history } from '../../src/commands/history.ts';
import { planTarget } from '../../src/commands/plan.ts';
import { unlock } from '../../src/commands/unlock.ts';
import type { Finding, Plan } from '../../src/model/plan.ts';
import type { GivenOptions } from '../../src/options.ts';
import { apply } from '../helpers/apply.ts';
import { run } from '../helpers/run.ts';
import type { Member, Team } from '../helpers/team.ts';
import { representatives } from '../helpers/suite.ts';
import { test, nightly } from '../helpers/test.ts';
import {
  applyFiles,
  change,
  codes,
  doc,
  endsBeforePush,
  othersPush,
  othersSet,
  PROJECT,
  recordedFiles,
  recordMessage,
  shop,
} from './records.ts';

const including = (folder: string) => `${PROJECT}include: ['${folder}/*.yaml']\n`;
const printf = (text: string, path: string) => `printf "${text.replaceAll('\n', '\\n')}" > ${path}`;
const config = 'shop.yaml';
const RENAME = `git mv confighub.yaml ${config}`;

interface Planned {
  plan: Pick<Plan, 'changes'> & { findings: readonly Finding[] };
}

const changed = ({ plan: { changes } }: Planned) =>
  changes.flatMap(({ kind, action, name }) => (kind === 'key' ? [] : [`${action} ${name}`]));

const textOf = ({ plan: { findings } }: Planned) =>
  findings.map(({ message, hint }) => `${message} ${hint}`).join('\n');

/** Each line that the findings of a plan show to be run. */
function linesIn(planned: Planned): string[][] {
  return [...textOf(planned).matchAll(/`confighub-sync (history [^`]*)`/g)].map(([, line = '']) =>
    line.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1')),
  );
}

/** By people who have set nothing in their environment. */
function runs({ sandbox }: Team, { dir }: Member, line: readonly string[] = [], folder = '') {
  return run(line, { cwd: `${dir}/${folder}`, env: sandbox.env });
}

/** The commits of the applies in the history of a project, newest first. */
async function commitsIn(member: Member, given: GivenOptions): Promise<string[]> {
  const { entries } = await history(member.options(given), member.runtime(), undefined);
  return entries.map(({ commit = '' }) => commit);
}

/** As a pull request onto this base is planned. */
function planBranch(member: Member, base: string, given: GivenOptions) {
  const options = { ...member.options({ ...given, base }), untrusted: { commit: base } };
  return planTarget(options, member.runtime());
}

const MOVES: [what: string, script: string, config: string, folder: string][] = [
  ['is renamed', RENAME, config, 'config'],
  [
    'moves with its documents',
    'mkdir ops; git mv confighub.yaml config ops/',
    'ops/confighub.yaml',
    'ops/config',
  ],
  [
    'moves, and its documents to another folder of it',
    `mkdir ops; git mv confighub.yaml ops/; git mv config ops/settings; ${printf(including('settings'), 'ops/confighub.yaml')}`,
    'ops/confighub.yaml',
    'ops/settings',
  ],
  [
    'moves to where its documents are',
    `git mv confighub.yaml config/shop.yml; ${printf(`${PROJECT}include: ['[abm]*.yaml']\n`, 'config/shop.yml')}`,
    'config/shop.yml',
    'config',
  ],
];

describe.concurrent('a project file that', () => {
  test.for(representatives(MOVES, 4))('%s keeps its record', async (row, { team, ada }) => {
    const [, script, config, folder] = row;
    const documents = { 'config/b.yaml': doc('b'), 'config/more.yaml': doc('c', 'd', 'e') };
    const first = { 'confighub.yaml': PROJECT, 'config/a.yaml': doc('a', 'gone') };
    const base = ada.commit({ ...first, ...documents });
    await ada.apply();
    // Several commits, as in a pull request.
    change(team, ada, script);
    const head = change(team, ada, printf(doc('a'), `${folder}/a.yaml`));
    for (const kind of [[], ['--depth=1']]) {
      const bob = team.member(`bob${kind.length}`, ...kind);
      const branch = await planBranch(bob, base, { config });
      expect([changed(branch), branch.plan.findings]).toEqual([['delete gone'], []]);
      const changedSettings = branch.plan.safety?.map(({ setting }) => setting);
      expect(changedSettings).toEqual(script.includes('include') ? ['include'] : []);
      const here = await bob.plan({ config });
      expect([changed(here), codes(here)]).toEqual([['delete gone'], []]);
      expect((await drift(bob.options({ config }), bob.runtime())).outcome).toBe('clean');
      expect(await commitsIn(bob, { config })).toEqual([base]);
    }
    const job = team.member('job', '--depth=1');
    expect((await job.apply({ config })).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(recordedFiles(team)).toEqual([config]);
    expect(await commitsIn(job, { config })).toEqual([head, base]);
    expect((await job.apply({ config })).outcome).toBe('nothing');
  });

  nightly('is renamed has its record moved without anything to send', async ({ team, ada }) => {
    await applyFiles(ada, { 'confighub.yaml': including('one'), 'one/a.yaml': doc('a') });
    const head = change(team, ada, RENAME);
    const moved = { outcome: 'nothing', recorded: 'origin' };
    expect(await ada.apply({ config })).toMatchObject(moved);
    expect(recordedFiles(team)).toEqual([config]);
    expect((await commitsIn(ada, { config }))[0]).toBe(head);
    // Another one may have its former name.
    ada.commit({ 'confighub.yaml': including('two'), 'two/b.yaml': doc('b') });
    expect((await ada.applyApproved()).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['a', 'b']);
    // What it declared under its former name is still its own.
    expect((await applyFiles(ada, { 'one/a.yaml': doc('c') }, { config })).outcome).toBe(
      'verified',
    );
    expect(await team.keys()).toEqual(['b', 'c']);
  });

  test('is copied, and whose removal is not committed, is not renamed', async ({ team, ada }) => {
    await applyFiles(ada, shop(doc('a', 'gone')));
    change(team, ada, `cp confighub.yaml ${config}; ${printf(doc('a'), 'config/shop.yaml')}`);
    team.sandbox.git(ada.dir, 'rm', '-q', '--cached', 'confighub.yaml');
    const { plan, outcome } = await ada.apply({ config });
    expect(outcome).toBe('refused');
    expect(plan.findings.find(({ code }) => code === 'not-committed')?.message).toContain(
      'confighub.yaml (removed)',
    );
    expect(await team.keys()).toEqual(['a', 'gone']);
  });

  test('is renamed, and for another server, takes nothing along', async ({ team, ada }) => {
    const base = ada.commit(shop(doc('a'), `url: ${team.url}\nrepository: acme/shop\n${PROJECT}`));
    const inFile = { url: '', repository: '' };
    await ada.apply(inFile);
    change(team, ada, RENAME);
    // The same address under another name is trusted as before.
    const same = await planBranch(ada, base, { ...inFile, config });
    expect(same.plan).toMatchObject({ live: 'export', changes: [], safety: [] });
    const other = team.url.replace('127.0.0.1', 'localhost');
    change(team, ada, `sed -i 's#${team.url}#${other}#' ${config}`);
    const { remarks, plan } = await planBranch(ada, base, { ...inFile, config });
    expect(plan.live).toBe('base');
    expect(remarks.join()).toContain('Planned without the server');
    expect((await ada.plan({ ...inFile, config })).lastAppliedCommit).toBeUndefined();
    // An option that replaces the address of both files changes nothing.
    team.sandbox.git(ada.dir, 'checkout', '-q', 'HEAD~1');
    expect((await ada.plan({ config, url: other })).lastAppliedCommit).toBeUndefined();
  });
});

/** Two projects of one folder, each with documents in a folder of its own, by path; both are applied. */
async function applyTwo(ada: Member, documents: Record<string, string>): Promise<void> {
  ada.commit({ 'one.yaml': including('one'), 'two.yaml': including('two'), ...documents });
  await ada.apply({ config: 'one.yaml' });
  await ada.applyApproved({ config: 'two.yaml' });
}

describe.concurrent('of several project files', () => {
  nightly('two that are renamed in one commit keep their own records', async ({ team, ada }) => {
    const [one, two] = [doc('first', 'old'), doc('second')];
    await applyTwo(ada, { 'one/doc.yaml': one, 'one/more.yaml': doc('more'), 'two/doc.yaml': two });
    const moves = 'git mv one.yaml eins.yaml; git mv two.yaml zwei.yaml';
    change(team, ada, `${moves}; ${printf(doc('first'), 'one/doc.yaml')}`);
    expect(changed(await ada.plan({ config: 'zwei.yaml' }))).toEqual([]);
    expect(changed(await ada.apply({ config: 'eins.yaml' }))).toEqual(['delete old']);
    await ada.apply({ config: 'zwei.yaml' });
    expect(recordedFiles(team)).toEqual(['eins.yaml', 'zwei.yaml']);
    expect(await team.keys()).toEqual(['first', 'more', 'second']);
  });

  nightly('a new one beside a renamed one gets nothing of it', async ({ team, ada }) => {
    const documents = ['a', 'b', 'c'].map((name) => [`config/${name}.yaml`, doc(name)]);
    await applyFiles(ada, { 'confighub.yaml': PROJECT, ...Object.fromEntries(documents) });
    const part = `mkdir part; git mv config/c.yaml part/; ${printf(including('part'), 'team.yml')}`;
    change(team, ada, `${RENAME}; ${part}`);
    // The part first: it has no record, and asks for none.
    expect(codes(await ada.plan({ config: 'team.yml' }))).toEqual([]);
    const moved = await ada.cli('history', '--move', 'confighub.yaml', '--config', 'team.yml');
    expect(moved).toMatchObject({ status: 1 });
    expect(moved.stderr).toContain(
      'team.yml does not continue confighub.yaml: of its 3 documents, shop.yaml has 2 and team.yml has 1.',
    );
    expect((await ada.apply({ config })).outcome).toBe('nothing');
    expect(await team.keys()).toEqual(['a', 'b', 'c']);
    expect((await ada.apply({ config: 'team.yml' })).outcome).toBe('nothing');
    expect(recordedFiles(team)).toEqual([config, 'team.yml']);
  });

  nightly('of two halves, each says what fits, and its lines work', async ({ team, ada }) => {
    ada.commit({
      'confighub.yaml': PROJECT,
      'config/a.yaml': doc('a'),
      'config/b.yaml': doc('b'),
    });
    await ada.apply();
    change(
      team,
      ada,
      'mkdir l r; git mv config/a.yaml l/; git mv config/b.yaml r/; git mv confighub.yaml l/left.yaml; cp l/left.yaml r/right.yaml; for p in l/left r/right; do echo "include: [\\"?.yaml\\"]" >> $p.yaml; done',
    );
    const git = (...args: string[]) => team.sandbox.git(team.origin, ...args);
    const [ref = ''] = team.refNames();
    const record = git('rev-parse', ref);
    const restore = () => {
      for (const name of team.refNames()) git('update-ref', '-d', name);
      git('update-ref', ref, record);
    };
    for (const config of ['l/left.yaml', 'r/right.yaml']) {
      // There is nothing to send, and yet it is not known what it declared before.
      const refused = await ada.plan({ config });
      expect(refused.plan.findings).toMatchObject([
        {
          severity: 'refusal',
          code: 'record-orphaned',
          message: `It is not clear whether ${config} continues confighub.yaml, which has an apply record and is not in this commit: of its 2 documents, l/left.yaml has 1 and r/right.yaml has 1.`,
          hint: `If ${config} continues it, run \`confighub-sync history --move :/confighub.yaml --config :/${config} --url ${team.url} --repository acme/shop\`. If a newer commit has it, apply that one. If it was removed for good, run \`confighub-sync history --forget --config :/confighub.yaml --url ${team.url} --repository acme/shop\`: what it declared then stays on the server.`,
        },
      ]);
      expect((await ada.apply({ config })).outcome).toBe('refused');
      await expect(drift(ada.options({ config }), ada.runtime())).rejects.toMatchObject({
        code: 'drift-unknown',
        hint: expect.stringContaining('history --move :/confighub.yaml'),
      });
      const lines = linesIn(refused);
      expect(lines).toHaveLength(2);
      for (const line of lines)
        for (const folder of ['', 'l', 'r']) {
          const { status } = await runs(team, ada, line, folder);
          const left = line[1] === '--move' ? [config] : [];
          expect({ line, status, left: recordedFiles(team) }).toEqual({ line, status: 0, left });
          restore();
        }
    }
    expect(await team.keys()).toEqual(['a', 'b']);
  });

  nightly('one that is removed while another comes is not continued', async ({ team, ada }) => {
    ada.commit({ 'old/confighub.yaml': PROJECT, 'old/config/shop.yaml': doc('old') });
    await ada.apply({ config: 'old/confighub.yaml' });
    const config = 'new/confighub.yaml';
    const files = `${printf(PROJECT, config)}; ${printf(doc('new'), 'new/config/shop.yaml')}`;
    change(team, ada, `git rm -qr old; mkdir -p new/config; ${files}`);
    const refused = await ada.apply({ config });
    expect(refused.outcome).toBe('refused');
    expect(textOf(refused)).toContain('no new project file has any of its 1 document.');
    const [line, ...others] = linesIn(refused);
    expect(others).toEqual([]);
    const moved = await ada.cli('history', '--move', ':/old/confighub.yaml', '--config', config);
    expect(moved.stderr).toContain('new/confighub.yaml does not continue old/confighub.yaml');
    expect(await runs(team, ada, line, 'new')).toMatchObject({ status: 0 });
    expect((await ada.applyApproved({ config })).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['new', 'old']);
  });

  nightly('one of the same template as one that is gone deletes nothing', async ({ team, ada }) => {
    ada.commit({
      'old/confighub.yaml': PROJECT,
      'old/config/dev.yaml': doc(),
      'old/config/test.yaml': `# Test\n${doc()}`,
      'old/config/team.yaml': doc('team'),
      'old/config/all.yaml': doc('a', 'b'),
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
    expect(await runs(team, ada, linesIn(refused)[0])).toMatchObject({ status: 0 });
    expect(codes(await ada.apply({ config }))).toContain('record-unconfirmed');
    expect(await team.keys()).toEqual(['a', 'b', 'team']);
  });

  test('one that was there beside another does not continue it', async ({ team, ada }) => {
    const documents = { 'one/a.yaml': doc('a'), 'two/b.yaml': doc('b') };
    ada.commit({ 'one.yaml': including('one'), 'two.yaml': including('two'), ...documents });
    await ada.apply({ config: 'one.yaml' });
    change(team, ada, 'git rm -qr one.yaml one');
    const beside = await ada.applyApproved({ config: 'two.yaml' });
    expect(codes(beside)).not.toContain('record-orphaned');
    expect(beside.outcome).toBe('verified');
    expect(await team.keys()).toEqual(['a', 'b']);
    expect(recordedFiles(team)).toEqual(['one.yaml', 'two.yaml']);
  });

  test('one that takes over all of two asks which it continues', async ({ team, ada }) => {
    await applyTwo(ada, { 'one/a.yaml': doc('a', 'x'), 'two/b.yaml': doc('b') });
    const moves = 'git mv one.yaml both.yaml; git rm -q two.yaml';
    change(team, ada, `${moves}; ${printf(including('*'), 'both.yaml')}`);
    const refused = await ada.plan({ config: 'both.yaml' });
    expect(textOf(refused)).toContain(
      'of its 1 document, both.yaml has 1, but it may also continue two.yaml.',
    );
    const stdout = 'Moved the record of one.yaml to both.yaml.\n';
    expect(await runs(team, ada, linesIn(refused)[0])).toMatchObject({ status: 0, stdout });
    expect((await ada.apply({ config: 'both.yaml' })).outcome).toBe('nothing');
    expect(await team.keys()).toEqual(['a', 'b', 'x']);
  });
});

describe.concurrent('the record of a renamed project', () => {
  const renamed = (...keys: string[]) => `${RENAME}; ${printf(doc(...keys), 'config/shop.yaml')}`;
  const MOVED = [[config], ['done']];
  const recordOf = (team: Team) => [recordedFiles(team), team.refStates()];

  /** `a` and `gone` are applied. */
  async function start(ada: Member): Promise<void> {
    await applyFiles(ada, shop(doc('a', 'gone')));
  }

  /** What origin has of records now, to be there again. */
  function snapshot({ sandbox, origin }: Team): () => void {
    const ref = sandbox.git(origin, 'for-each-ref', '--format=%(refname)', 'refs/confighub-sync');
    const id = sandbox.git(origin, 'rev-parse', ref);
    return () => void sandbox.git(origin, 'update-ref', ref, id);
  }

  test('is under its new name before anything is sent', async ({ team, ada }) => {
    await start(ada);
    change(team, ada, renamed('a'));
    const seen: unknown[] = [];
    const { outcome } = await ada.apply({ config }, async () => void seen.push(recordOf(team)));
    expect([outcome, seen]).toEqual(['verified', [[[config], ['begun', 'done']]]]);
    expect(await team.keys()).toEqual(['a']);
  });

  nightly('is left if an apply under the former name begins just then', async ({ team, ada }) => {
    await start(ada);
    const old = team.member('old');
    change(team, ada, renamed('a'));
    const confirm = async () => {
      await othersSet(team, 'a');
      expect((await old.apply({ allowOlder: true })).outcome).toBe('verified');
      return true;
    };
    const applied = await apply(ada.options({ config }), ada.runtime(), undefined, { confirm });
    expect(codes(applied)).toContain('apply-overtaken');
    expect(recordedFiles(team)).toEqual(['confighub.yaml']);
  });

  nightly('waits under its new name if nothing was sent', async ({ team, ada }) => {
    await applyFiles(ada, shop(doc('a')));
    await start(ada);
    change(team, ada, renamed('a'));
    const stopping = new AbortController();
    const isHeld: string[][] = [];
    const onStep = (step: string) => {
      if (!step.startsWith('Pushing')) return;
      isHeld.push(team.refStates());
      stopping.abort();
    };
    const job = team.member('job', '--depth=1');
    const heedSignals = () => ({ wanted: stopping.signal, atOnce: stopping.signal });
    const runtime = job.runtime({ onStep });
    const applied = apply(job.options({ config }), runtime, undefined, { heedSignals });
    await expect(applied).rejects.toMatchObject({ code: 'stopped' });
    expect(isHeld).toEqual([['begun', 'done']]);
    expect(recordOf(team)).toEqual(MOVED);
    expect(changed(await ada.plan({ config }))).toEqual(['delete gone']);
    // Whoever returns to the former name gets it back.
    const old = team.member('old');
    team.sandbox.git(old.dir, 'reset', '-q', '--hard', 'HEAD~1');
    expect(changed(await old.plan())).toEqual([]);
    // What began under the former name, and may still run.
    await othersSet(team, 'a');
    await endsBeforePush(old, { allowOlder: true });
    expect(codes(await ada.apply({ config }))).toContain('apply-running');
    expect((await unlock(ada.options({ config }), ada.runtime())).removed).toBeDefined();
    // One that has only the newest commit of the record, and continues what was begun before.
    const other = team.member('other', '--depth=1');
    expect((await other.apply({ config, allowOlder: true })).outcome).toBe('verified');
    expect(recordedFiles(team)).toEqual([config]);
  });

  test('takes over what was applied under the former name', async ({ team, ada }) => {
    await start(ada);
    const restore = snapshot(team);
    const old = team.member('old');
    old.commit({ 'config/shop.yaml': doc('a', 'gone', 'more') });
    change(team, ada, renamed('a', 'gone'));
    expect((await ada.apply({ config })).outcome).toBe('nothing');
    expect(recordedFiles(team)).toEqual([config]);
    restore();
    // The newest commit has taken it back since.
    await old.apply({ allowOlder: true });
    expect(await team.keys()).toEqual(['a', 'gone', 'more']);
    expect((await ada.apply({ config })).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['a', 'gone']);
    expect(recordOf(team)).toEqual(MOVED);
  });

  const ENDS = ['was killed before its push', 'was killed after it', 'has ended'] as const;
  test.for(representatives(ENDS, 3))(
    'takes over what began under the former name after an apply was killed in between, and %s',
    async (end, { team, ada }) => {
      await start(ada);
      const restore = snapshot(team);
      const old = team.member('old');
      old.commit({ 'config/shop.yaml': doc('a', 'gone', 'more') });
      change(team, ada, renamed('a'));
      await endsBeforePush(ada, { config });
      restore();
      if (end === 'has ended') expect((await old.apply()).outcome).toBe('verified');
      else await endsBeforePush(old);
      if (end === 'was killed after it') {
        const values = [{ context: '*;*', value: 'more' }];
        await othersPush(team, { key: 'more', push: true, vdt: 'Text', values });
      }
      // Both hold a lock of their own, until their time is over or they are unlocked.
      if (end === 'was killed before its push') {
        expect(codes(await ada.apply({ config }))).toContain('apply-running');
        for (const actor of ['ada', 'old']) {
          const { removed } = await unlock(ada.options({ config }), ada.runtime());
          expect(removed).toMatchObject({ actor });
        }
      } else ada.minutes += 60;
      if (end === 'was killed after it') {
        // So is the next one: by then, what it takes over is in its own record alone.
        await endsBeforePush(ada, { config });
        ada.minutes += 60;
      }
      const applied = await ada.apply({ config });
      expect([applied.outcome, textOf(applied)]).toEqual(['verified', '']);
      expect(await team.keys()).toEqual(['a']);
      expect(recordOf(team)).toEqual(MOVED);
    },
  );
});

const EXAMPLES = [
  ['another server', 'url: https://other.example.com\nrepository: acme/shop\n', true],
  ['the same one', '', true],
  ['the same one, and gone', '', false],
] as const;
test.concurrent.for(representatives(EXAMPLES, 3))(
  'a forged record that names an example for %s as its former file deletes nothing unasked',
  async ([, at, isThere], { team, ada }) => {
    ada.commit({
      ...shop(doc('a')),
      'examples/confighub.yaml': `${at}${PROJECT}`,
      'examples/config/shop.yaml': doc('theirs', 'others'),
    });
    await ada.apply();
    await othersSet(team, 'theirs');
    // Of documents that a commit of main has under another project file.
    const git = (...args: string[]) => team.sandbox.git(team.origin, ...args);
    const more = ['Former-File: examples/confighub.yaml'];
    const message = recordMessage(git('rev-parse', 'main'), { more });
    const forged = git('commit-tree', 'main:examples', '-m', message);
    git('update-ref', ...team.refNames(), forged);
    if (!isThere) change(team, ada, 'git rm -qr examples');
    const refused = await applyFiles(ada, { 'config/shop.yaml': doc('a', 'b') });
    if (!isThere || at !== '') expect(refused.outcome).toBe('refused');
    if (refused.outcome === 'refused') expect(codes(refused)).toContain('record-unconfirmed');
    expect(await team.keys()).toContain('theirs');
  },
);
