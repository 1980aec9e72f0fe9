// Files whose content Git keeps elsewhere: a plan refuses what every apply refuses, and LFS files that are checked out are applied.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
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
const SYMLINK =
  'Git stores only the path that a link points to, without the content, so an apply cannot push it.';
const SUBMODULE =
  'Git stores only the commit of a submodule, without its files, so an apply cannot push them.';
const LFS = 'the content was not checked out, so an apply cannot push it.';

interface Kind {
  code: string;
  message: string;
  hint: RegExp;
  /** Changes the clone before everything in it is committed. */
  prepare: (member: Member, team: Team) => void;
  files?: Record<string, string>;
}

const link = (to: string, from: string) => (member: Member) => {
  mkdirSync(`${member.dir}/config`, { recursive: true });
  symlinkSync(to, `${member.dir}/${from}`);
};
const asLink = {
  code: 'symlink',
  hint: /^Replace the link .* or let `include` or `path` name the file/,
};
const asPointer = {
  code: 'lfs-pointer',
  hint: /^Run `git lfs pull` \(in a workflow, set `lfs: true` for/,
};

const KINDS: [what: string, kind: Kind][] = [
  [
    'a link to a document',
    {
      ...asLink,
      message: `config/s.yaml is a symbolic link: ${SYMLINK}`,
      files: { 'common/s.yaml': 'keys: { s: 1 }\n' },
      prepare: link('../common/s.yaml', 'config/s.yaml'),
    },
  ],
  [
    'a link to a folder of documents',
    {
      ...asLink,
      message: `config/common is a symbolic link: ${SYMLINK}`,
      files: { 'common/s.yaml': 'keys: { s: 1 }\n', 'common/t.yaml': 'keys: { t: 1 }\n' },
      prepare: link('../common', 'config/common'),
    },
  ],
  [
    'links to content files',
    {
      ...asLink,
      message: `config/big.txt, config/more.txt are symbolic links: ${SYMLINK}`,
      files: {
        'config/files.yaml':
          'files: { big.txt: { path: big.txt }, more.txt: { path: more.txt } }\n',
        'text.txt': 'x',
      },
      prepare: (member) => {
        link('../text.txt', 'config/big.txt')(member);
        link('../text.txt', 'config/more.txt')(member);
      },
    },
  ],
  [
    'documents in a submodule',
    {
      code: 'submodule',
      hint: /^Copy the files into this Git repository, or apply them from the submodule's own/,
      message: `config/shared is a submodule: ${SUBMODULE}`,
      prepare: ({ dir }, { sandbox }) => {
        const shared = sandbox.init('shared');
        sandbox.commit(shared, 'Shared', { 's.yaml': 'keys: { s: 1 }\n' });
        sandbox.git(dir, 'submodule', '--quiet', 'add', `file://${shared}`, 'config/shared');
      },
    },
  ],
  [
    'a content file that is a pointer of Git LFS',
    {
      ...asPointer,
      message: `config/big.txt is only a Git LFS pointer: ${LFS}`,
      files: { 'config/files.yaml': FILES, 'config/big.txt': pointer('x') },
      prepare: () => undefined,
    },
  ],
  [
    'a source that is a pointer of Git LFS',
    {
      ...asPointer,
      message: `app.properties is only a Git LFS pointer: ${LFS}`,
      files: {
        'confighub.yaml': `${declaring()['confighub.yaml']}sources: [app.properties]\n`,
        'app.properties': pointer('x'),
      },
      prepare: () => undefined,
    },
  ],
];

const refusals = ({ plan: { findings } }: Pick<PlanResult, 'plan'>) =>
  findings.filter(({ severity }) => severity === 'refusal');

describe.concurrent('a plan says what every apply says', () => {
  test.for(representatives(KINDS, 3))(
    '%s',
    async ([, { code, message, hint, files = {}, prepare }], { team, ada }) => {
      ada.commit(declaring('a'));
      expect((await ada.apply()).outcome).toBe('verified');
      prepare(ada, team);
      const before = team.sandbox.git(ada.dir, 'rev-parse', 'HEAD');
      for (const [path, text] of Object.entries(files))
        team.sandbox.write(`${ada.dir}/${path}`, text);
      // What is not committed yet is refused for the same reason, not with the advice to commit it.
      const early = code === 'submodule' ? [] : refusals(await ada.plan());
      team.sandbox.commit(ada.dir, 'Change');
      team.sandbox.git(ada.dir, 'push', '--quiet', 'origin', 'HEAD:main');
      const said = [{ severity: 'refusal', code, message, hint: expect.stringMatching(hint) }];
      expect(refusals(await ada.plan())).toEqual(said);
      expect(refusals(await ada.planUntrusted(before))).toEqual(said);
      expect(refusals(await ada.plan({ base: before, offline: true }))).toEqual(said);
      const { outcome, plan } = await ada.apply();
      expect({ outcome, findings: refusals({ plan }) }).toEqual({
        outcome: 'refused',
        findings: said,
      });
      expect(early).toEqual(code === 'submodule' ? [] : said);
      expect(team.pushes()).toBe(1);
    },
  );

  nightly('a comment on a pull request does not promise a merge that is refused', async () => {
    await withPullRequest({}, async ({ desk, propose, plan, gitHost }) => {
      const { outputs: _, summary } = await plan();
      expect(summary).not.toContain('refused');
      const files = {
        'config/shop.yaml': 'keys: { shop.title: Best Shop }\n',
        'more.yaml': 'keys: { more: 1 }\n',
      };
      symlinkSync('../more.yaml', desk.path('config/other.yaml'));
      propose(files);
      const { status, summary: refused } = await plan();
      expect(status).toBe(3);
      expect(refused).toContain('symbolic link');
      expect(refused).not.toContain('Commit them');
      expect(gitHost.gitHost.comments.map(({ body }) => body).join('\n')).not.toContain(
        'applies this',
      );
    });
  });

  test('a document that is a pointer has one error, in every command', async () => {
    await withShop({ ...SMALL, 'config/shop.yaml': pointer('keys: {}\n') }, async ({ desk }) => {
      desk.commit('Open the shop');
      for (const command of ['plan', 'apply', 'validate', 'drift']) {
        const { status, stderr } = await desk.cli([command]);
        expect(status).toBe(1);
        expect(stderr).toMatch(/^config\/shop\.yaml.*lfs-pointer/m);
        expect(stderr.match(/^config\/shop\.yaml/gm)).toHaveLength(1);
      }
    });
  });
});

/** What git-lfs does, with a folder as its store: a commit has pointers, the working tree has contents. */
function withLfs(team: Team, store: string): void {
  const { sandbox } = team;
  sandbox.write(
    'lfs/clean',
    `#!/bin/sh
mkdir -p '${store}'; cat > '${store}/new.'$$
id=$(sha256sum < '${store}/new.'$$ | cut -d' ' -f1); size=$(wc -c < '${store}/new.'$$ | tr -d ' ')
mv '${store}/new.'$$ '${store}/'$id
printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%s\\nsize %s\\n' $id $size
`,
  );
  sandbox.write(
    'lfs/smudge',
    `#!/bin/sh
pointer=$(cat); id=$(printf '%s' "$pointer" | sed -n 's/^oid sha256://p')
if [ -f '${store}/'$id ]; then cat '${store}/'$id; else printf '%s\\n' "$pointer"; fi
`,
  );
  for (const name of ['clean', 'smudge']) chmodSync(sandbox.path('lfs', name), 0o755);
  const settings = ['clean', 'smudge'].map((name) => `\t${name} = ${sandbox.path('lfs', name)}\n`);
  sandbox.write(
    'home/.gitconfig',
    `${readFileSync(sandbox.path('home/.gitconfig'), 'utf8')}[filter "lfs"]\n${settings.join('')}`,
  );
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

describe.concurrent('a file in Git LFS that is checked out', () => {
  test('is applied with its content, recorded as its pointer, and neither drifts nor changes', async ({
    team,
  }) => {
    const store = team.sandbox.path('store');
    withLfs(team, store);
    const ada = team.member('ada');
    const first = ada.commit({ ...PROJECT, 'config/big.txt': 'first content\n' });
    expect(team.sandbox.git(ada.dir, 'cat-file', 'blob', `${first}:config/big.txt`)).toContain(
      'git-lfs',
    );
    expect((await ada.apply()).outcome).toBe('verified');
    expect(await contentOn(team)).toBe('first content\n');
    const bob = team.member('bob');
    expect(readFileSync(`${bob.dir}/config/big.txt`, 'utf8')).toBe('first content\n');
    for (const member of [ada, bob]) {
      expect((await member.plan()).plan).toMatchObject({ changes: [], drift: [] });
      expect((await drift(member.options(), member.runtime())).outcome).toBe('clean');
    }

    // A change that is not committed is planned, and refused by an apply.
    team.sandbox.write(`${ada.dir}/config/big.txt`, 'draft\n');
    const draft = await ada.plan();
    expect(draft.plan.changes).toMatchObject([
      { kind: 'file', action: 'update', cause: 'declared', after: 'draft\n' },
    ]);
    expect(refusals(draft)).toEqual([]);
    expect(refusals(await ada.apply())).toMatchObject([
      { code: 'not-committed', message: expect.stringContaining('config/big.txt (changed)') },
    ]);

    ada.commit({ 'config/big.txt': 'second content\n' });
    expect((await ada.plan()).plan).toMatchObject({
      drift: [],
      changes: [
        { kind: 'file', before: 'first content\n', after: 'second content\n', cause: 'declared' },
      ],
    });
    expect((await ada.apply()).outcome).toBe('verified');
    expect(await contentOn(team)).toBe('second content\n');
  });

  nightly(
    'counts as unknown, and never as drift, where the content of the record is not at hand',
    async ({ team }) => {
      const store = team.sandbox.path('store');
      withLfs(team, store);
      const ada = team.member('ada');
      ada.commit({ ...PROJECT, 'config/big.txt': 'first content\n' });
      await ada.apply();
      ada.commit({ 'config/big.txt': 'second content\n' });
      rmSync(`${store}/${sha256('first content\n')}`);
      const planned = await ada.plan();
      expect(planned.plan).toMatchObject({
        drift: [],
        changes: [{ before: 'first content\n', cause: 'declared' }],
      });
      expect(refusals(planned)).toEqual([]);
      expect((await drift(ada.options(), ada.runtime())).outcome).toBe('clean');
      expect((await ada.apply()).outcome).toBe('verified');
      expect((await ada.plan()).plan).toMatchObject({ changes: [], drift: [] });
    },
  );

  const hasLfs = spawnSync('git', ['lfs', 'version']).status === 0;

  test.skipIf(!hasLfs)(
    'with git-lfs itself, whose store has the content of the record',
    async ({ team, ada }) => {
      team.sandbox.git(ada.dir, 'lfs', 'install', '--local');
      ada.commit({ ...PROJECT, 'config/big.txt': 'first content\n' });
      expect((await ada.apply()).outcome).toBe('verified');
      ada.commit({ 'config/big.txt': 'second content\n' });
      const store = `${ada.dir}/.git/lfs/objects`;
      // What others change is drift only if the content of the record is known.
      const data = [{ file: 'big.txt', context: '*;*', content: 'theirs\n' }];
      expect((await push(team.server, { data }, { token: 'default' })).status).toBe(200);
      expect((await drift(ada.options(), ada.runtime())).outcome).toBe('drifted');
      rmSync(store, { recursive: true });
      expect((await drift(ada.options(), ada.runtime())).outcome).toBe('clean');
    },
  );

  nightly(
    'a branch that does not touch it is compared with its base, with and without the server',
    async ({ team }) => {
      withLfs(team, team.sandbox.path('store'));
      const ada = team.member('ada');
      const base = ada.commit({ ...PROJECT, 'config/big.txt': 'first content\n' });
      ada.commit({ 'config/shop.yaml': 'keys: { a: 2 }\n' });
      const { plan } = await ada.planUntrusted(base);
      expect(plan.changes.filter(({ pending }) => !pending)).toMatchObject([{ name: 'a' }]);
      const offline = await ada.plan({ base, offline: true });
      expect(offline.plan.changes).toMatchObject([{ name: 'a' }]);
    },
  );

  test('no filter runs for content that is not in Git LFS', async ({ team }) => {
    const mark = team.sandbox.path('ran');
    const ada = team.member('ada');
    ada.commit({ ...PROJECT, 'config/big.txt': 'first\n' });
    await ada.apply();
    ada.commit({ 'config/big.txt': 'second\n' });
    team.sandbox.git(ada.dir, 'config', 'filter.lfs.smudge', `touch '${mark}'; cat`);
    expect((await ada.plan()).plan.changes).toMatchObject([
      { before: 'first\n', after: 'second\n' },
    ]);
    expect(existsSync(mark)).toBe(false);
  });
});
