// What another project treats as secret is masked, wherever it says so: in the checkout, its base, or a record.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { IS_NIGHTLY } from '../helpers/suite.ts';
import { nightly } from '../helpers/test.ts';
import { type Desk, REPOSITORY, type Shop, withShop } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';

/** Every text on the server that must not be seen holds this; it stands in no commit. */
const MARK = 'hunter2';
const ENV = { RELAY: `${MARK}-relay`, CONF: `${MARK}-conf\n` };

const PROJECT =
  'levels: [Environment, Application]\nlimits: { existing: 1000, deletes: 100%, updates: 100% }\n';
const MAIN = {
  'confighub.yaml': PROJECT,
  'config/shop.yaml': 'keys:\n  shop.title: Corner Shop\n',
};
const MAIL = {
  'confighub-mail.yaml': `${PROJECT}include: [mail/*.yaml]\nredact: ["*.license"]\n`,
  'mail/mail.yaml': `keys:
  mailer.relay: { value: { env: RELAY } }
  mailer.license: of the files
files:
  mailer.conf: { "*": { env: CONF } }
`,
};
/** What others do on the server: `redact` of the owner alone makes it a secret. */
const BY_OTHERS = {
  enableKeyCreation: true,
  data: [
    { key: 'mailer.license', values: [{ context: '*;*', value: `${MARK}-license` }] },
    { key: 'others.license', values: [{ context: '*;*', value: `${MARK}-others` }] },
  ],
};

/** Files of a commit; `undefined`: it removes what is there. */
type Changed = Record<string, string | undefined>;

interface Two extends Shop {
  base: string;
  /** Commits these files; nothing that any command prints or writes holds a secret. Answers with the text of the plan. */
  see: (files: Changed, ...commands: string[]) => Promise<string>;
}

/** Both projects are applied, and others have changed the server. */
function withTwo(
  use: (two: Two) => Promise<void>,
  settings: Partial<typeof REPOSITORY> = {},
): Promise<void> {
  const started = async (shop: Shop) => {
    const { desk, server } = shop;
    Object.assign(desk.env, ENV);
    const origin = desk.sandbox.bare();
    const base = desk.commit('Both');
    desk.git('remote', 'add', 'origin', `file://${origin}`);
    desk.git('push', '--quiet', 'origin', 'HEAD:refs/heads/main');
    expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
    const second = ['apply', '--config', 'confighub-mail.yaml'];
    const { output } = await desk.cli(second);
    const approval = /--approve ([0-9a-f]{32})/.exec(output)?.[1] ?? '';
    expect(await desk.cli([...second, '--approve', approval])).toMatchObject({ status: 0 });
    expect((await push(server, BY_OTHERS, { token: 'force' })).status).toBe(200);
    await use({ ...shop, base, see: (files, ...commands) => see(shop, files, commands) });
  };
  return withShop({ ...MAIN, ...MAIL }, started, {
    repositories: [{ ...REPOSITORY, ...settings }],
  });
}

const pageOf = ({ desk }: Shop) => desk.sandbox.path('plan.html');

const everyCommand = (base: string, page: string): string[] => [
  ...[
    'plan --json --show-push',
    `plan --unmanaged --html ${page}`,
    `plan --base ${base} --markdown`,
  ],
  ...[`plan --base ${base} --offline`, 'plan --prune all --json', 'drift', 'drift --json'],
  ...['show --live --json', 'show --live --context Production;*', 'import --dry-run'],
  ...['import --only drift --dry-run --json', 'import --yes'],
];

async function see(shop: Shop, files: Changed, commands: readonly string[]): Promise<string> {
  const { desk } = shop;
  for (const [path, text] of Object.entries(files))
    if (text === undefined) desk.git('rm', '-rq', path);
    else desk.write({ [path]: text });
  desk.commit('Change');
  const page = pageOf(shop);
  const texts: string[] = [];
  const committed = textsOf(desk.dir);
  for (const line of ['plan', ...commands]) {
    const { output, status } = await desk.cli(line.split(' '));
    expect([0, 3], output).toContain(status);
    const html = existsSync(page) ? readFileSync(page, 'utf8') : '';
    const found = textsOf(desk.dir);
    const written = Object.keys(found).filter((path) => found[path]?.includes(MARK));
    if (!isDeepStrictEqual(found, committed))
      desk.sandbox.script(desk.dir, 'git checkout -q .; git clean -fdq');
    expect({ line, output, isInPage: html.includes(MARK), written }).toEqual({
      line,
      output: expect.not.stringContaining(MARK),
      isInPage: false,
      written: [],
    });
    rmSync(page, { force: true });
    texts.push(output);
  }
  return texts[0] ?? '';
}

/** The files of a project, without those of Git. */
function textsOf(dir: string): Record<string, string> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const own = files.filter((path) => !path.startsWith(join(dir, '.git/')));
  return Object.fromEntries(own.map((path) => [path, readFileSync(path, 'utf8')]));
}

const document = (...lines: string[]) =>
  `keys:\n  shop.title: Corner Shop\n${lines.map((line) => `  ${line}\n`).join('')}`;
const inShop = (...lines: string[]): Changed => ({ 'config/shop.yaml': document(...lines) });

/** How a plan shows the change of something secret. */
const UPDATED = (name: string) => new RegExp(`~ ${name} .*\\(secret, updated\\)`);

/** What this project and the other one become, and how the plan shows the change. */
const CHANGES: [what: string, Changed, shown: RegExp][] = [
  [
    'a value is added in a context of its own',
    inShop('mailer.relay: { values: { "Production;*": mx.prod } }'),
    /\+ mailer\.relay .*"mx\.prod".*\n +instead of \(secret\) from \*;\*/,
  ],
  [
    'the item moves to this project as a literal',
    { ...inShop('mailer.relay: mx.prod', 'mailer.license: x'), 'mail/mail.yaml': 'keys: {}\n' },
    UPDATED('mailer.relay'),
  ],
  [
    'both declare it',
    inShop('mailer.relay: mx.prod', 'mailer.license: x', 'others.license: x'),
    UPDATED('mailer.license'),
  ],
  [
    'the other one deletes it',
    {
      ...inShop('mailer.relay: { opp: delete }'),
      'mail/mail.yaml': 'keys:\n  mailer.relay: { opp: delete }\n',
    },
    /- mailer\.relay .*\(secret, deleted\)/,
  ],
  [
    'only `redact` of the other one names it',
    inShop('others.license: x', 'mailer.license: { values: { "Production;*": x } }'),
    UPDATED('others.license'),
  ],
  [
    'the other one is gone, and its file is here',
    {
      'confighub-mail.yaml': undefined,
      'config/shop.yaml': `${document('mailer.relay: x', 'mailer.license: x')}files: { mailer.conf: { "*": { content: x } } }\n`,
    },
    UPDATED('mailer.conf'),
  ],
  [
    'the other one names another server',
    {
      'confighub-mail.yaml': `${MAIL['confighub-mail.yaml']}url: https://other.example.com\n`,
      ...inShop('mailer.relay: x'),
    },
    UPDATED('mailer.relay'),
  ],
  [
    'the other one becomes this one',
    {
      'confighub.yaml': MAIL['confighub-mail.yaml'],
      'mail/mail.yaml': document('mailer.relay: x'),
    },
    UPDATED('mailer.relay'),
  ],
];

test('whatever becomes of the two projects, and in an import into a new folder', async () => {
  await withTwo(async (two) => {
    const { see, desk, base } = two;
    for (const [at, [what, files, shown]] of CHANGES.entries()) {
      // In the ordinary suite, each command sees a third of the changes.
      const every = everyCommand(base, pageOf(two));
      const commands = every.filter((_, index) => IS_NIGHTLY || (index + at) % 3 === 0);
      expect(await see(files, ...commands), what).toMatch(shown);
      desk.git('reset', '--quiet', '--hard', base);
    }

    // An import into a new folder takes them from variables.
    desk.sandbox.write(desk.path('new/.keep'), '');
    const { output, status } = await desk.cli(['import', '--yes'], { cwd: 'new' });
    expect({ status, output }).toEqual({ status: 0, output: expect.not.stringContaining(MARK) });
    const found = desk.sandbox.script(desk.dir, `grep -rl --exclude-dir=.git ${MARK} new || true`);
    expect(found).toBe('');
    expect(output).toContain('MAILER_RELAY');
  });
});

nightly('by token too', async () => {
  const files = inShop('mailer.relay: { values: { "Production;*": mx.prod } }');
  const flags = { tokenFreePull: false };
  await withTwo(
    async ({ see, base }) => {
      const text = await see(files, 'plan --json --show-push', `plan --base ${base}`, 'drift');
      expect(text).toMatch(/\+ mailer\.relay .*"mx\.prod"/);
    },
    { flags },
  );
});

test('by its files before it is recorded, and by those of the base', async () => {
  await withTwo(async ({ see, desk, base }) => {
    const refs = desk.git('ls-remote', 'origin', 'refs/confighub-sync/*mail*').split('\n');
    for (const line of refs) desk.git('push', '--quiet', 'origin', `:${line.split('\t')[1]}`);
    const local = desk.git('for-each-ref', '--format=%(refname)', 'refs/confighub-sync');
    expect(local).not.toContain('mail');
    expect(await see(inShop('mailer.relay: mx.prod'), `plan --base ${base}`)).toMatch(
      UPDATED('mailer.relay'),
    );
    desk.git('rm', '-q', 'confighub-mail.yaml');
    desk.commit('Only the base has it');
    const { stdout } = await desk.cli(['plan', '--base', base]);
    expect(stdout).toMatch(UPDATED('mailer.relay'));
    expect(stdout).not.toContain(MARK);
  });
});

test('by its record, confirmed or not', async () => {
  await withTwo(async ({ see, desk }) => {
    // Its commit is in no history any more.
    desk.sandbox.script(
      desk.dir,
      'git checkout -q --orphan new && git rm -rq --cached confighub-mail.yaml mail',
    );
    rmSync(join(desk.dir, 'confighub-mail.yaml'));
    rmSync(join(desk.dir, 'mail'), { recursive: true });
    desk.commit('New');
    desk.git('push', '--quiet', '--force', 'origin', 'HEAD:refs/heads/main');
    expect(await see(inShop('mailer.relay: mx.prod'), 'plan --json', 'drift')).toMatch(
      UPDATED('mailer.relay'),
    );
  });
});

/** What makes it unknown what the other project treats as secret. */
const UNKNOWN: [what: string, breaking: (two: Two) => void][] = [
  ['its files have errors', ({ desk }) => desk.write({ 'mail/mail.yaml': 'keys: [\n' })],
  ['its record has errors', brokenRecord],
  [
    'its record cannot be read',
    ({ desk }) => {
      const blob = desk.sandbox.script(desk.dir, 'echo x | git hash-object -w --stdin');
      desk.git('push', '--quiet', '--force', 'origin', `${blob}:${recordOf(desk).ref}`);
    },
  ],
];

test('all live values where that is unknown', async () => {
  await withTwo(async (two) => {
    for (const [what, breaking] of UNKNOWN) {
      breaking(two);
      const files = {
        'config/shop.yaml': document('mailer.relay: mx.prod').replace('Corner Shop', 'Shop'),
      };
      const text = await two.see(files, 'plan --json');
      expect(text, what).toMatch(UPDATED('shop.title'));
      expect(text, what).toMatch(/All live values are masked: .*confighub-mail\.yaml/);
      two.desk.git('reset', '--quiet', '--hard', two.base);
    }
  });
});

/** The record of the other project at origin. */
function recordOf(desk: Desk): { commit: string; ref: string } {
  const [line = ''] = desk.git('ls-remote', 'origin', 'refs/confighub-sync/*mail*').split('\n');
  const [commit = '', ref = ''] = line.split('\t');
  return { commit, ref };
}

/** The record with a document that is no YAML, under the same name. */
function brokenRecord({ desk }: Two): void {
  const { commit, ref } = recordOf(desk);
  desk.sandbox.script(
    desk.dir,
    `export GIT_INDEX_FILE=.git/other && git read-tree $1 && blob=$(echo 'keys: [' | git hash-object -w --stdin) &&
    git update-index --add --cacheinfo 100644,$blob,mail/mail.yaml &&
    made=$(git log -1 --format=%B $1 | git commit-tree $(git write-tree)) && rm .git/other &&
    git push --quiet --force origin $made:$2`,
    commit,
    ref,
  );
}
