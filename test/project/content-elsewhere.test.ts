// Files whose content Git keeps elsewhere: a plan refuses what every apply refuses, and LFS files that are checked out are applied.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { drift } from '../../src/commands/drift.ts';
import type { PlanResult } from '../../src/core/plan-facts.ts';
import { withPullRequest } from '../helpers/pull-requests.ts';
import { SMALL, withShop } from '../helpers/process.ts';
import { exported, push } from '../helpers/server.ts';
import { declaring, type Member, type Team } from '../helpers/team.ts';
import { representatives } from '../helpers/suite.ts';
import { test, nightly } from '../helpers/test.ts';

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
const pointer = (content: string) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256(content)}\nsize ${Buffer.byteLength(content)}\n`;

const FILES = 'files: { big.txt: { path: big.txt } }\n';
const FIRST = { 'config/big.txt': 'first content\n' };
const SECOND = { 'config/big.txt': 'second content\n' };

/** What is said of each kind: the end of the message, and the hint. */
const SAID = {
  symlink: [
    'Git stores only the path that a link points to, without the content, so an apply cannot push it.',
    /^Replace the link .* or let `include` or `path` name the file/,
  ],
  submodule: [
    'Git stores only the commit of a submodule, without its files, so an apply cannot push them.',
    /^Copy the files into this Git repository, or apply them from the submodule's own/,
  ],
  'lfs-pointer': [
    'the content was not checked out, so an apply cannot push it.',
    /^Run `git lfs pull` \(in a workflow, set `lfs: true` for/,
  ],
} as const;

type Kind = readonly [
  what: string,
  code: keyof typeof SAID,
  message: string,
  files: Record<string, string>,
  /** What happens in the clone before everything in it is committed. */
  script: string,
];

const SHARED = { 'common/s.yaml': 'keys: { s: 1 }\n' };
const KINDS: readonly Kind[] = [
  [
    'a link to a document',
    'symlink',
    'config/s.yaml is a symbolic link',
    SHARED,
    'ln -s ../common/s.yaml config/s.yaml',
  ],
  [
    'a link to a folder of documents',
    'symlink',
    'config/common is a symbolic link',
    { ...SHARED, 'common/t.yaml': 'keys: { t: 1 }\n' },
    'ln -s ../common config/common',
  ],
  [
    'links to content files',
    'symlink',
    'config/big.txt, config/more.txt are symbolic links',
    {
      'config/files.yaml': 'files: { big.txt: { path: big.txt }, more.txt: { path: more.txt } }\n',
      'text.txt': 'x',
    },
    'ln -s ../text.txt config/big.txt; ln -s ../text.txt config/more.txt',
  ],
  [
    'documents in a submodule',
    'submodule',
    'config/shared is a submodule',
    {},
    'git submodule --quiet add "file://$1" config/shared',
  ],
  [
    'a content file that is a pointer of Git LFS',
    'lfs-pointer',
    'config/big.txt is only a Git LFS pointer',
    { 'config/files.yaml': FILES, 'config/big.txt': pointer('x') },
    '',
  ],
  [
    'a source that is a pointer of Git LFS',
    'lfs-pointer',
    'app.properties is only a Git LFS pointer',
    {
      'confighub.yaml': `${declaring()['confighub.yaml']}sources: [app.properties]\n`,
      'app.properties': pointer('x'),
    },
    '',
  ],
];

const refusals = ({ plan: { findings } }: Pick<PlanResult, 'plan'>) =>
  findings.filter(({ severity }) => severity === 'refusal');

describe.concurrent('a plan says what every apply says', () => {
  test.for(representatives(KINDS, 3))('%s', async (kind, { team, ada }) => {
    const [, code, message, files, script] = kind;
    const { sandbox } = team;
    ada.commit(declaring('a'));
    expect((await ada.apply()).outcome).toBe('verified');
    const shared = sandbox.init('shared');
    sandbox.commit(shared, 'Shared', { 's.yaml': 'keys: { s: 1 }\n' });
    for (const [path, text] of Object.entries(files)) sandbox.write(`${ada.dir}/${path}`, text);
    sandbox.script(ada.dir, script, shared);
    const before = sandbox.git(ada.dir, 'rev-parse', 'HEAD');
    const [end, hint] = SAID[code];
    const said = { severity: 'refusal', code, message: `${message}: ${end}` };
    const expected = [{ ...said, hint: expect.stringMatching(hint) }];
    // What is not committed yet is refused for the same reason, not with the advice to commit it.
    if (code !== 'submodule') expect(refusals(await ada.plan())).toEqual(expected);
    sandbox.commit(ada.dir, 'Change');
    sandbox.git(ada.dir, 'push', '--quiet', 'origin', 'HEAD:main');
    expect(refusals(await ada.plan())).toEqual(expected);
    expect(refusals(await ada.planUntrusted(before))).toEqual(expected);
    expect(refusals(await ada.plan({ base: before, offline: true }))).toEqual(expected);
    const applied = await ada.apply();
    expect(applied.outcome).toBe('refused');
    expect(refusals(applied)).toEqual(expected);
    expect(team.pushes()).toBe(1);
  });

  nightly('a comment does not promise a merge that is refused', async () => {
    await withPullRequest({}, async ({ desk, propose, plan, gitHost }) => {
      expect((await plan()).summary).not.toContain('refused');
      symlinkSync('../more.yaml', desk.path('config/other.yaml'));
      propose({
        'config/shop.yaml': 'keys: { shop.title: Best Shop }\n',
        'more.yaml': 'keys: { more: 1 }\n',
      });
      const { status, summary } = await plan();
      expect(status).toBe(3);
      expect(summary).toContain('symbolic link');
      expect(summary).not.toContain('Commit them');
      expect(JSON.stringify(gitHost.gitHost.comments)).not.toContain('applies this');
    });
  });

  test('a document that is a pointer has one error, in every command', async () => {
    await withShop({ ...SMALL, 'config/shop.yaml': pointer('keys: {}\n') }, async ({ desk }) => {
      desk.commit('Open the shop');
      for (const command of ['plan', 'apply', 'validate', 'drift']) {
        const { status, stderr } = await desk.cli([command]);
        expect(status).toBe(1);
        expect(stderr.match(/^config\/shop\.yaml.*/gm)).toEqual([
          expect.stringContaining('lfs-pointer'),
        ]);
      }
    });
  });
});

/** What git-lfs does, with a folder as its store: a commit has pointers, the working tree has contents. Returns that folder. */
function setUpLfs({ sandbox }: Team): string {
  const store = sandbox.path('store');
  const scripts = {
    clean: `mkdir -p '${store}'; cat > '${store}/new.'$$
id=$(sha256sum < '${store}/new.'$$ | cut -d' ' -f1); size=$(wc -c < '${store}/new.'$$ | tr -d ' ')
mv '${store}/new.'$$ '${store}/'$id
printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%s\\nsize %s\\n' $id $size`,
    smudge: `pointer=$(cat); id=$(printf '%s' "$pointer" | sed -n 's/^oid sha256://p')
if [ -f '${store}/'$id ]; then cat '${store}/'$id; else printf '%s\\n' "$pointer"; fi`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    const path = sandbox.path('lfs', name);
    sandbox.write(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    sandbox.git(sandbox.dir, 'config', '--global', `filter.lfs.${name}`, path);
  }
  return store;
}

const PROJECT = {
  ...declaring('a'),
  '.gitattributes': '*.txt filter=lfs\n',
  'config/files.yaml': FILES,
};

async function contentOn({ server }: Team): Promise<string | undefined> {
  const entries = (await exported(server)) as { file?: string; content?: string }[];
  return entries.find(({ file }) => file === 'big.txt')?.content;
}

const driftFor = async (member: Member) =>
  (await drift(member.options(), member.runtime())).outcome;

describe.concurrent('a file in Git LFS that is checked out', () => {
  test('is applied with its content, and recorded as its pointer', async ({ team }) => {
    setUpLfs(team);
    const ada = team.member('ada');
    const first = ada.commit({ ...PROJECT, ...FIRST });
    const stored = team.sandbox.git(ada.dir, 'cat-file', 'blob', `${first}:config/big.txt`);
    expect(stored).toContain('git-lfs');
    expect((await ada.apply()).outcome).toBe('verified');
    expect(await contentOn(team)).toBe('first content\n');
    const bob = team.member('bob');
    expect(readFileSync(`${bob.dir}/config/big.txt`, 'utf8')).toBe('first content\n');
    for (const member of [ada, bob]) {
      expect((await member.plan()).plan).toMatchObject({ changes: [], drift: [] });
      expect(await driftFor(member)).toBe('clean');
    }

    // A change that is not committed is planned, and refused by an apply.
    team.sandbox.write(`${ada.dir}/config/big.txt`, 'draft\n');
    const draft = await ada.plan();
    expect(draft.plan.changes).toMatchObject([
      { kind: 'file', action: 'update', cause: 'declared', after: 'draft\n' },
    ]);
    expect(refusals(draft)).toEqual([]);
    const message = expect.stringContaining('config/big.txt (changed)');
    expect(refusals(await ada.apply())).toMatchObject([{ code: 'not-committed', message }]);

    ada.commit(SECOND);
    const [before, after] = ['first content\n', 'second content\n'];
    expect((await ada.plan()).plan).toMatchObject({
      drift: [],
      changes: [{ kind: 'file', before, after, cause: 'declared' }],
    });
    expect((await ada.apply()).outcome).toBe('verified');
    expect(await contentOn(team)).toBe(after);
  });

  nightly('counts as unknown, not as drift, if its record is not at hand', async ({ team }) => {
    const store = setUpLfs(team);
    const ada = team.member('ada');
    ada.commit({ ...PROJECT, ...FIRST });
    await ada.apply();
    ada.commit(SECOND);
    rmSync(`${store}/${sha256('first content\n')}`);
    const planned = await ada.plan();
    expect(planned.plan).toMatchObject({
      drift: [],
      changes: [{ before: 'first content\n', cause: 'declared' }],
    });
    expect(refusals(planned)).toEqual([]);
    expect(await driftFor(ada)).toBe('clean');
    expect((await ada.apply()).outcome).toBe('verified');
    expect((await ada.plan()).plan).toMatchObject({ changes: [], drift: [] });
  });

  const hasLfs = spawnSync('git', ['lfs', 'version']).status === 0;

  test.skipIf(!hasLfs)('with git-lfs itself, whose store has the record', async ({ team, ada }) => {
    team.sandbox.git(ada.dir, 'lfs', 'install', '--local');
    ada.commit({ ...PROJECT, ...FIRST });
    expect((await ada.apply()).outcome).toBe('verified');
    ada.commit(SECOND);
    // What others change is drift only if the content of the record is known.
    const data = [{ file: 'big.txt', context: '*;*', content: 'theirs\n' }];
    expect((await push(team.server, { data }, { token: 'default' })).status).toBe(200);
    expect(await driftFor(ada)).toBe('drifted');
    rmSync(`${ada.dir}/.git/lfs/objects`, { recursive: true });
    expect(await driftFor(ada)).toBe('clean');
  });

  nightly('is compared with that of the base of a branch', async ({ team }) => {
    setUpLfs(team);
    const ada = team.member('ada');
    const base = ada.commit({ ...PROJECT, ...FIRST });
    ada.commit({ 'config/shop.yaml': 'keys: { a: 2 }\n' });
    const { plan } = await ada.planUntrusted(base);
    expect(plan.changes.filter(({ pending }) => !pending)).toMatchObject([{ name: 'a' }]);
    const offline = await ada.plan({ base, offline: true });
    expect(offline.plan.changes).toMatchObject([{ name: 'a' }]);
  });

  test('no filter runs for content that is not in Git LFS', async ({ team, ada }) => {
    const mark = team.sandbox.path('ran');
    ada.commit({ ...PROJECT, 'config/big.txt': 'first\n' });
    await ada.apply();
    ada.commit({ 'config/big.txt': 'second\n' });
    team.sandbox.git(ada.dir, 'config', 'filter.lfs.smudge', `touch '${mark}'; cat`);
    const { changes } = (await ada.plan()).plan;
    expect(changes).toMatchObject([{ before: 'first\n', after: 'second\n' }]);
    expect(existsSync(mark)).toBe(false);
  });
});
