// Keys that any known version of the project declares secret are masked: base, record, announcement, previous commit.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Fault, page, withFaults } from '../helpers/faulty-server.ts';
import { REPOSITORY, type Shop, TOKEN, withShop } from '../helpers/process.ts';
import { push, withServer } from '../helpers/server.ts';

/** Every text on the server that must not be seen holds this; it stands in no commit. */
const MARK = 'hunter2';

const PROJECT =
  'levels: [Environment, Application]\nlimits: { existing: 1000, deletes: 100%, updates: 100% }\n';
const TIGHT = {
  'confighub.yaml': `${PROJECT}redact: ["*.license", "certs/**"]\npasswords: { Clear: { env: GROUP } }\n`,
  'config/shop.yaml': `keys:
  shop.title: Corner Shop
  shop.license: of the files
  app.pin: { value: { env: PIN } }
  app.moved: { value: { env: PIN } }
  db.user: { securityGroup: Clear, value: { env: PIN } }
files:
  certs/server.pem: { "*": { content: of the files } }
  app/env.conf: { "*": { env: PIN } }
`,
};
/** Nothing is secret any more. */
const LOOSE = {
  'confighub.yaml': PROJECT,
  'config/shop.yaml': `keys:
  shop.title: Corner Store
  shop.license: of the new files
  app.pin: a literal
  app.moved: { values: { Production;*: a literal } }
  db.user: a literal
files:
  certs/server.pem: { "*": { content: of the new files } }
  app/env.conf: { "*": { content: a literal } }
`,
};
const SECRET = ['shop.license', 'app.pin', 'db.user', 'certs/server.pem', 'app/env.conf'];

/** What others do on the server: the values are live, and in no file. */
const BY_OTHERS = {
  enableKeyCreation: true,
  data: [
    { key: 'shop.license', values: [{ context: '*;*', value: `${MARK}-license` }] },
    { key: 'others.license', values: [{ context: '*;*', value: `${MARK}-others` }] },
    { file: 'certs/server.pem', context: '*;*', content: `${MARK}-pem\n` },
  ],
};

const GROUP = { name: 'Clear', password: 'of the group', cipher: null } as const;
const SETTINGS = {
  ...REPOSITORY,
  tokens: {
    default: { value: TOKEN, securityGroups: ['Clear'] },
    force: { value: `${TOKEN}-force`, forceKeyPush: true, securityGroups: ['Clear'] },
  },
  securityGroups: [GROUP],
};
const OPTIONS = { repositories: [SETTINGS] };
const BY_TOKEN = { repositories: [{ ...SETTINGS, flags: { tokenFreePull: false } }] };
const ENV = { PIN: `${MARK}-of-the-environment`, GROUP: GROUP.password };

interface Loosened extends Shop {
  base: string;
  /** Runs with each argument list; nothing that is printed holds a secret. Answers with the outputs. */
  see: (...commands: string[]) => Promise<string[]>;
  /** As if nothing had ever been recorded. */
  forget: () => void;
}

/** The first version is applied, others have changed the server, and a later commit calls nothing secret. */
function withLoosened(
  use: (loosened: Loosened) => Promise<void>,
  { head = LOOSE, options = OPTIONS }: { head?: typeof LOOSE; options?: typeof OPTIONS } = {},
) {
  return withShop(
    TIGHT,
    async (shop) => {
      const { desk, server } = shop;
      Object.assign(desk.env, ENV);
      const base = desk.commit('Secret');
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
      expect((await push(server, BY_OTHERS, { token: 'force' })).status).toBe(200);
      desk.commit('Open', head);
      const see = async (...commands: string[]) => {
        const all: string[] = [];
        for (const line of commands) {
          const { output, status } = await desk.cli(line.split(' '));
          // A limit may refuse it: it is shown all the same.
          expect([0, 3], output).toContain(status);
          expect({ line, output }).toEqual({ line, output: expect.not.stringContaining(MARK) });
          all.push(output);
        }
        return all;
      };
      const forget = () => {
        const refs = desk.git('for-each-ref', '--format=%(refname)', 'refs/confighub-sync');
        for (const ref of refs.split('\n')) desk.git('update-ref', '-d', ref);
      };
      await use({ ...shop, base, see, forget });
    },
    options,
  );
}

const everyForm = (flags = ''): string[] => [`plan${flags}`, `plan --json --show-push${flags}`];

/** All of them change, and neither side of any is shown. */
function expectMasked(text = ''): void {
  for (const name of SECRET) {
    const [line = ''] = new RegExp(`^ +[-+~] ${name} .*`, 'm').exec(text) ?? [];
    expect(line).toContain('(secret, ');
    expect(line).not.toMatch(/a literal|of the (new )?files/);
  }
  expect(text).toContain('"Corner Shop" → "Corner Store"');
}

const mirroring = [...everyForm(' --prune all'), ...everyForm(' --prune none')];
/** What says that it is secret, how the others are put aside, and what shows it. */
const SAYING: [
  what: string,
  arrange: (loosened: Loosened) => void,
  shown: (base: string) => string[],
][] = [
  [
    'the record, whatever was last applied',
    () => undefined,
    () => [...everyForm(' --last-applied HEAD'), ...mirroring, 'apply --prune none --json'],
  ],
  [
    'the base, without a record',
    ({ forget }) => forget(),
    (base) => [...everyForm(` --base ${base}`), ...everyForm(` --base ${base} --prune all`)],
  ],
  [
    'the previous commit, without record and base',
    ({ forget }) => forget(),
    () => [...mirroring, 'apply'],
  ],
  [
    'the default branch',
    ({ desk, base, forget }) => {
      forget();
      desk.git('update-ref', 'refs/remotes/origin/main', base);
      desk.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
      desk.commit('Another', { 'README.md': 'A shop.\n' });
    },
    () => everyForm(),
  ],
];

describe.concurrent('masked on both sides although head declares nothing secret', () => {
  test.for(SAYING)('by %s', async ([, arrange, shown]) => {
    await withLoosened(async (loosened) => {
      arrange(loosened);
      const [text] = await loosened.see(...shown(loosened.base));
      expectMasked(text);
    });
  });

  test('by the record', async () => {
    await withLoosened(async ({ desk, see }) => {
      const [text] = await see(...everyForm());
      expectMasked(text);
      await see(...everyForm(' --prune all'), ...everyForm(' --on-drift keep'));
      const out = desk.sandbox.path('plan.json');
      await see('drift', 'drift --json', `plan --out ${out}`);
      expect(readFileSync(out, 'utf8')).not.toContain(MARK);
      await see('apply --show-push');
    });
  });

  test('by the record, in an import of drift, which writes variables', async () => {
    await withLoosened(async ({ desk, see }) => {
      const [text] = await see('import --only drift --dry-run', 'import --only drift --yes');
      expect(text).toContain('SHOP_LICENSE');
      const diff = desk.git('diff', '--unified=0');
      expect(diff).toContain('shop.license: { value: { env: SHOP_LICENSE } }');
      expect(diff).not.toContain(MARK);
      // The commit took it from the environment to the file: nothing tells that others changed it.
      expect(diff).not.toContain('app/env.conf');
    });
  });

  test('by the record and by the base, read by token', async () => {
    await withLoosened(
      async ({ base, see, forget }) => {
        expectMasked((await see(...mirroring, 'drift'))[0]);
        forget();
        expectMasked((await see(...everyForm(` --base ${base}`)))[0]);
      },
      { options: BY_TOKEN },
    );
  });

  test('by the base, with another URL', async () => {
    await withServer(OPTIONS, (other) =>
      withLoosened(async ({ desk, base, see }) => {
        const values = [{ context: '*;*', value: `${MARK}-there` }];
        const data = ['shop.license', 'app.pin'].map((key) => ({ key, push: true, values }));
        await push(other, { enableKeyCreation: true, data }, { token: 'force' });
        desk.env.CONFIGHUB_URL = other.url;
        const [text] = await see(...everyForm(` --base ${base}`));
        expect(text).toMatch(/~ app\.pin .*\(secret, updated, in clear text in Git\)/);
        expect(text).toMatch(/~ shop\.license .*\(secret, updated[,)]/);
      }),
    );
  });

  test('by the checked-out commit, with uncommitted edits', async () => {
    await withLoosened(
      async ({ desk, see, forget }) => {
        forget();
        desk.write(LOOSE);
        const [text] = await see(...everyForm());
        expectMasked(text);
      },
      { head: TIGHT },
    );
  });

  test('by the announcement of an interrupted apply', async () => {
    await withLoosened(async ({ desk, server, base, see, forget }) => {
      let isAway = false;
      let isBack = false;
      const fault = ({ method }: { method: string }): Fault => {
        isAway ||= method === 'POST';
        return isAway && !isBack ? { bytes: page(503) } : 'pass';
      };
      await withFaults({ behind: server, fault }, async ({ url }) => {
        // Neither head nor the commit before it calls anything secret.
        desk.commit('Another', { 'README.md': 'A shop.\n' });
        forget();
        desk.env.CONFIGHUB_URL = url;
        desk.git('switch', '--quiet', '--detach', base);
        const { stdout } = await desk.cli(['plan']);
        const digest = /--approve ([0-9a-f]+)/.exec(stdout)?.[1] ?? '';
        expect(await desk.cli(['apply', '--approve', digest])).toMatchObject({ status: 4 });
        desk.git('switch', '--quiet', 'main');
        isBack = true;
        const [text] = await see(...everyForm());
        expectMasked(text);
      });
    });
  });

  test('all live values, without base and record', async () => {
    await withLoosened(async ({ see, forget }) => {
      forget();
      const [text] = await see(...everyForm(` --base ${'f'.repeat(40)} --prune all`));
      expect(text).toMatch(/~ shop\.title .*\(secret, updated\)/);
      expect(text).toContain('All live values are masked');
    });
  });
});

test('a key that is no longer secret is shown after that was applied', async () => {
  await withLoosened(async ({ server, see }) => {
    const [applied] = await see('apply');
    expect(applied).toMatch(/\nApplied/);
    const values = [{ context: '*;*', value: 'seen by all' }];
    const data = ['shop.license', 'app.pin'].map((key) => ({ key, values }));
    expect((await push(server, { data }, { token: 'force' })).status).toBe(200);
    const [text] = await see('plan', 'plan --json');
    expect(text).toContain('"seen by all" → "of the new files"');
    expect(text).toContain('"seen by all" → "a literal"');
  });
});
