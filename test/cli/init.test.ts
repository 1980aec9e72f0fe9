// init asks what a new project needs, takes the same from flags, and never overwrites.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { WORKFLOWS } from '../../src/cli/setup/workflows.ts';
import { APPLY_WORKFLOW } from '../../src/model/plan.ts';
import { type Desk, REPOSITORY, SMALL, withDesk, withShop } from '../helpers/process.ts';
import { ROOT } from '../helpers/run.ts';
import { push } from '../helpers/server.ts';
import { hasScript, onTerminal } from './terminal.ts';

const QUESTION = 'Address of the server';
const SEVERAL = {
  repositories: [{ ...REPOSITORY, repository: 'warehouse', levels: ['Site', 'Role'] }, REPOSITORY],
};

function ask(desk: Desk, answers: readonly string[], args: readonly string[] = []) {
  const input = answers.map((answer) => `${answer}\n`).join('');
  return desk.cli(['init', '--no-color', ...args], { terminal: { question: QUESTION, input } });
}

function file(desk: Desk, path = 'confighub.yaml'): string {
  return readFileSync(desk.path(path), 'utf8');
}

/** Without those of Git. */
function filesOf(desk: Desk): string[] {
  return readdirSync(desk.dir, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && !entry.parentPath.includes('.git/') && !entry.parentPath.endsWith('.git'),
    )
    .map((entry) => join(entry.parentPath, entry.name).slice(desk.dir.length + 1))
    .sort();
}

describe.concurrent('init in a terminal', () => {
  test('asks for what is missing, and offers what the server has', async () => {
    await withShop({}, async ({ desk, server }) => {
      desk.env.CONFIGHUB_URL = undefined;
      desk.env.CONFIGHUB_REPOSITORY = undefined;
      const { status, stdout, stderr } = await ask(desk, ['no address', server.url, '']);
      expect(status).toBe(0);
      expect(stderr).toBe('This is not an address such as https://config.example.com.\n');
      expect(stdout).toContain('Repository, as account/name [acme/shop]: ');
      expect(stdout).toContain('Wrote confighub.yaml and config/first.yaml.\n');
      expect(stdout).not.toContain('Context levels');
      expect(file(desk)).toContain(
        `url: ${server.url}\nrepository: acme/shop\nlevels: [Environment, Application]\n`,
      );
      expect(await desk.cli(['validate'])).toMatchObject({ status: 0, stderr: '' });
    });
  });

  test('names the repositories of the server, and asks again after an error', async () => {
    await withShop(
      {},
      async ({ desk, server }) => {
        desk.env.CONFIGHUB_URL = undefined;
        desk.env.CONFIGHUB_REPOSITORY = undefined;
        const { stdout, stderr } = await ask(desk, [server.url, 'warehouse', 'acme/warehouse']);
        expect(stdout).toContain('Repositories on this server: acme/shop, acme/warehouse\n');
        expect(stderr).toBe('Type the account and the name, as in acme/shop.\n');
        expect(file(desk)).toContain('repository: acme/warehouse\nlevels: [Site, Role]\n');
      },
      SEVERAL,
    );
  });

  test('without a server, asks for the levels too', async () => {
    await withDesk({}, async (desk) => {
      const answers = ['http://127.0.0.1:9', 'acme/shop', 'Environment, Application'];
      const { status, stderr } = await ask(desk, answers);
      expect({ status, stderr }).toEqual({
        status: 0,
        stderr: expect.stringMatching(/^warning: .*refused/),
      });
      expect(file(desk)).toContain('levels: [Environment, Application]\n');
    });
  });

  test.for([
    ['no answer to the last question', ['http://127.0.0.1:9']],
    ['no answer at all', []],
    ['Ctrl-C', ['', '\u0003']],
  ] as const)('writes nothing: %s', async ([, answers]) => {
    await withDesk({}, async (desk) => {
      const ended = await ask(desk, answers);
      expect(ended.status).toBe(1);
      expect(ended.output).toContain('cancelled: There was no answer; nothing was written.');
      expect(filesOf(desk)).toEqual([]);
    });
  });

  test('asks nothing if flags and the server say all, for a project that is there, or with --yes', async () => {
    await withShop(SMALL, async ({ desk, server, requests }) => {
      const ended = await ask(desk, []);
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr).toContain('confighub.yaml already exists; nothing was written.');
      desk.write({ 'a/.keep': '', 'b/.keep': '', 'c/.keep': '' });
      const asked = ['init', '--config', 'confighub.yaml'];
      const flags = ['--url', server.url, '--repository', 'acme/shop'];
      for (const [cwd, args] of [
        ['a', flags],
        ['b', [...flags, '--levels', 'Environment;Application']],
        ['c', ['--yes']],
      ] as const) {
        const plain = await desk.cli([...asked, ...args], { cwd, terminal: {} });
        expect(plain).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Wrote /) });
        expect(file(desk, `${cwd}/confighub.yaml`)).toContain(
          'levels: [Environment, Application]\n',
        );
      }
      // Not with --levels.
      expect(requests).toEqual(['GET /rest/info/all', 'GET /rest/info/all']);
    });
  });
});

const DEPLOY = {
  'deploy/prod/api.env': 'DB_HOST=db.prod\nPORT=80\n',
  'deploy/dev/api.env': 'DB_HOST=db.dev\n',
  'deploy/dev/web.env': 'PORT=81\n',
};
const TARGET = [
  '--url',
  'http://127.0.0.1:9',
  '--repository',
  'acme/shop',
  '--levels',
  'Environment,Application',
];

describe.concurrent('init keeps .env out of Git', () => {
  const ADDED = 'Added /.env to .gitignore, so that the secrets in it stay out of Git.\n';

  test.for([
    ['a new .gitignore', {}, [], '/.env\n'],
    ['one that is there', { '.gitignore': 'dist' }, [], 'dist\n/.env\n'],
    ['one that names it', { '.gitignore': 'a\n.env\nb\n' }, [], undefined],
    ['one that matches it', { '.gitignore': '*.env*\n' }, [], undefined],
    ['a source that reads it', { '.env': 'A=1\n' }, ['--source', '.env*'], undefined],
    ['a .env that Git tracks', { '.env': 'A=1\n' }, [], undefined],
  ] as const)('%s', async ([, files, flags, expected]) => {
    await withDesk(files, async (desk) => {
      desk.git('init', '--quiet');
      // Whoever else clones it has no such file.
      desk.write({ '.git/everywhere': '.env\n' });
      desk.git('config', 'core.excludesFile', desk.path('.git/everywhere'));
      if ('.env' in files) desk.git('add', '--force', '.env');
      const { status, stdout } = await desk.cli(['init', ...flags]);
      expect(status).toBe(0);
      expect(stdout.includes(ADDED)).toBe(expected !== undefined);
      const before = '.gitignore' in files ? files['.gitignore'] : undefined;
      expect(existsSync(desk.path('.gitignore')) ? file(desk, '.gitignore') : undefined).toBe(
        expected ?? before,
      );
      const isTracked = '.env' in files && flags.length === 0;
      expect((await desk.cli(['validate'])).stderr).toBe(
        isTracked
          ? '.env warning env-tracked: Git tracks `.env`: everyone with access to this repository can read it once it is pushed.\n  If it has secrets, run `git rm --cached .env`, add /.env to .gitignore, and change the secrets.\n'
          : '',
      );
    });
  });

  test('outside of Git, too', async () => {
    await withDesk({}, async (desk) => {
      expect((await desk.cli(['init'])).stdout).toContain(ADDED);
      expect(file(desk, '.gitignore')).toBe('/.env\n');
    });
  });
});

describe.concurrent('init --source', () => {
  test('shows how each file is read, and writes the source', async () => {
    const others = { 'config/routes.yml': 'routes: 1\n', 'config/app.properties': 'a=1\n' };
    await withDesk({ ...DEPLOY, ...others }, async (desk) => {
      const source = ['--source', 'deploy/{Environment}/{Application}.env'];
      const { status, stdout, stderr } = await desk.cli(['init', ...source, ...TARGET]);
      expect(status).toBe(0);
      expect(stdout.slice(0, stdout.indexOf('Next:'))).toBe(`file                 context   values
deploy/dev/api.env   dev;api        1
deploy/dev/web.env   dev;web        1
deploy/prod/api.env  prod;api       2

Environment: dev, prod
Application: api, web
3 files with 4 values of 2 keys.
Wrote confighub.yaml.
Added /.env to .gitignore, so that the secrets in it stay out of Git.
`);
      expect(stderr).toMatch(/^config\/app\.properties warning unread-file: /);
      expect(file(desk).replace(/^(?:#|url|repository|levels).*\n/gm, '')).toBe(
        'include: []\nsources:\n  - deploy/{Environment}/{Application}.env\n',
      );
      expect(await desk.cli(['validate'])).toMatchObject({ status: 0 });
    });
  });

  test('takes the longer name of an element that the server has, if it has only one', async () => {
    await withShop({}, async ({ desk, server }) => {
      const contexts = ['Production;*', 'Test;*', 'Testing;*'];
      const values = contexts.map((context) => ({ context, value: 'x' }));
      const data = [{ key: 'a', vdt: 'Text', push: true, values }];
      expect(
        await push(server, { enableKeyCreation: true, data }, { token: 'default' }),
      ).toMatchObject({
        status: 200,
      });
      desk.write({ 'd/prod.env': 'A=1\n', 'd/tes.env': 'A=1\n', 'd/qa.env': 'A=1\n' });
      const { status, stdout } = await desk.cli([
        'init',
        '--yes',
        '--source',
        'd/{Environment}.env',
      ]);
      expect(status).toBe(0);
      expect(stdout).toContain(
        'Environment: Production (prod in the paths), qa (not on the server yet), tes (not on the server yet)\n',
      );
      expect(file(desk)).toContain('elements: {prod: Production}\n');
    });
  });

  test('can be given several times, beside documents', async () => {
    await withDesk({ ...DEPLOY, 'web.properties': 'title=x\n' }, async (desk) => {
      const sources = [
        '--source',
        'deploy/{Environment}/{Application}.env',
        '--source',
        'web.properties',
      ];
      const { stdout } = await desk.cli(['init', ...sources, ...TARGET]);
      expect(stdout).toMatch(/^web\.properties +\*;\* +1$/m);
      expect(file(desk)).not.toContain('include');
      desk.write({ 'config/a.yaml': 'keys: { a: 1 }\n' });
      expect((await desk.cli(['validate'])).stdout).toContain('4 keys');
    });
  });

  test('names what collides, writes what it read, and the lines that solve it', async () => {
    const fileErrors = {
      'deploy/prod/api.properties': 'DB_HOST=other\nbad/key=1\n',
      'deploy/prod/ports.yml': 'list: [1]\n',
      'deploy/dev/ports.yml': 'list: [{ a: 1 }]\n',
      'deploy/dev/x.ini': '[x]\n',
      'deploy/my dev/api.env': 'A=1\n',
      'config/a.yaml': 'keys: { a: 1 }\n',
    };
    await withDesk({ ...DEPLOY, ...fileErrors }, async (desk) => {
      const sources = ['--source', 'deploy/{Environment}/*', '--source', 'deploy/dev/*.ini'];
      const { status, stdout, stderr } = await desk.cli(['init', '--yes', ...sources, ...TARGET]);
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /^deploy\/prod\/api\.properties:1:1 error duplicate-value: .*DB_HOST.*\n {2}See also: deploy\/prod\/api\.env:1:1\n/m,
      );
      const places = [...stderr.matchAll(/^confighub\.yaml:(\d+):5 error (\S+):/gm)].map(
        ([, ...found]) => found,
      );
      expect(places).toEqual([
        ['7', 'bad-option'],
        ['8', 'conflict'],
      ]);
      expect(stdout.slice(stdout.indexOf('Wrote'))).toBe(`Wrote confighub.yaml.
Added /.env to .gitignore, so that the secrets in it stay out of Git.

To solve this in confighub.yaml instead of the files, add some of these lines:

below line 7, the path deploy/{Environment}/*
    exclude: [deploy/dev/*.ini, deploy/prod/api.properties]  # leave whole files out
    ignore: [bad/key]  # leave keys out
    types: {list: JSON}  # one type for a key
    elements: {my dev: my-dev}  # other names for elements of paths
`);
      expect(stderr).toMatch(
        /\nerror invalid: confighub\.yaml was written, but 6 errors remain\.\n {2}Fix them there or in the files, then run `confighub-sync validate`\.\n$/,
      );
      const written = file(desk).split('\n');
      expect(written.slice(5)).toEqual([
        'sources:',
        '  - path: deploy/{Environment}/*',
        '  - path: deploy/dev/*.ini',
        '',
      ]);
      const solved = `${written.slice(0, 7).join('\n')}
    exclude: [deploy/dev/*.ini, deploy/prod/api.properties]
    types: {list: JSON}
    elements: {my dev: my-dev}
`;
      desk.write({ 'confighub.yaml': solved });
      expect(await desk.cli(['validate'])).toMatchObject({ status: 0, stderr: '' });

      const again = await desk.cli(['init', '--yes', ...sources, ...TARGET]);
      expect(again.stderr).toContain('confighub.yaml already exists; nothing was written.');
      expect(file(desk)).toBe(solved);
    });
  });

  test('leaves out what Git ignores, and examples', async () => {
    const files = {
      '.env.production': 'A=1\n',
      '.env.local': 'A=2\n',
      '.env.production.local': 'A=3\n',
      '.env.example': 'A=\n',
      'apps/a/dev.env': 'B=1\n',
      'apps/a/local.env': 'B=1\n',
      'apps/b/local.env': 'B=1\n',
      'apps/b/dev.sample.env': 'B=\n',
      '.gitignore': '.env\n*local*\n',
    };
    await withDesk(files, async (desk) => {
      desk.git('init', '--quiet');
      desk.git('add', '.');
      const sources = [
        '--source',
        '.env.{Environment}',
        '--source',
        'apps/{Application}/{Environment}.env',
      ];
      const { status, stdout, stderr } = await desk.cli(['init', ...sources, ...TARGET]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain(`
Left out (ignored by Git): .env.local, .env.production.local, apps/a/local.env and 1 more file
Left out (example files): .env.example, apps/b/dev.sample.env
2 files with 2 values of 2 keys.
`);
      expect(file(desk)).toContain(`sources:
  - path: .env.{Environment}
    exclude: [.env.example, .env.local, .env.production.local]
  - path: apps/{Application}/{Environment}.env
    exclude: [apps/*/local.env, apps/b/dev.sample.env]
`);
      expect(await desk.cli(['validate'])).toMatchObject({ status: 0, stderr: '' });
      const none = await desk.cli(['init', '--config', 'other.yaml', '--source', '.env.local']);
      expect(none.stderr).toContain(
        'error no-documents: Every file that `.env.local` matches is an example, or Git ignores it.\n',
      );
    });
  });

  test('reads the names of what is common as `*`, and says which value wins where contexts cross', async () => {
    const files = {
      'config/application.yml': 'pool: 1\nhost: a\n',
      'config/application-prod.yml': 'host: b\n',
      'config/customers.yml': 'host: c\npool: 2\n',
      'base/default.json': '{ "x": 1 }',
    };
    const sources = [
      '--source',
      'config/application-{Environment}.yml',
      '--source',
      'config/{Application}.yml',
      '--source',
      '{Environment}/{Application}.json',
    ];
    await withDesk(files, async (desk) => {
      const first = await desk.cli(['init', '--yes', ...sources, ...TARGET]);
      expect(first.stdout).toContain(`
Environment: * (base in the paths), prod
Application: * (application, default in the paths), customers
host has values for prod;* and *;customers. An application in both gets the one for *;customers: later levels count more.
In Spring, the file of a profile wins. See "Who wins" in docs/adopt.md of confighub-sync.
`);
      expect(file(desk)).toContain('elements: {application: "*", base: "*", default: "*"}\n');
      expect(first.stdout).toContain(
        '    exclude: [config/application-*.yml]  # leave whole files out\n',
      );

      desk.write({ 'other/x': '' });
      const spring = ['--levels', 'Application,Environment', '--config', 'other.yaml'];
      const other = await desk.cli(['init', '--yes', ...sources, ...TARGET, ...spring]);
      expect(other.stdout).toContain(
        'An application in both gets the one for *;prod: later levels count more.\n',
      );
      expect(other.stdout).not.toContain('In Spring');
    });
  });

  test.for([
    [['deploi/*.env'], 'error no-documents: No file matches `deploi/*.env`.'],
    [['deploy/{Environmnt}/*.env'], 'Did you mean `Environment`?'],
    [['deploy/{Environment}/*.txt'], 'error no-documents: No file matches'],
  ] as const)('refuses %j', async ([paths, message]) => {
    await withDesk(DEPLOY, async (desk) => {
      const { status, stderr } = await desk.cli([
        'init',
        ...paths.flatMap((path) => ['--source', path]),
        ...TARGET,
      ]);
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) });
      // There is no such file.
      expect(stderr).not.toContain('confighub.yaml:');
      expect(filesOf(desk)).toEqual(Object.keys(DEPLOY).sort());
    });
  });

  test('needs the levels for elements in paths', async () => {
    await withDesk(DEPLOY, async (desk) => {
      const { status, stderr } = await desk.cli([
        'init',
        '--source',
        'deploy/{Environment}/{Application}.env',
      ]);
      expect(status).toBe(1);
      expect(stderr).toContain(
        'names a level, but the levels are not known.\n  Pass the levels of the server',
      );
    });
  });
});

describe.concurrent('init --workflow', () => {
  const PATHS = Object.keys(WORKFLOWS).map((name) => `.github/workflows/${name}`);
  const EXAMPLES = Object.keys(WORKFLOWS).map((name) =>
    readFileSync(join(ROOT, 'examples/workflows', name), 'utf8'),
  );
  const ACTION = `team/confighub-sync@${'a1'.repeat(20)}`;
  const texts = (desk: Desk) => PATHS.map((path) => file(desk, path));

  test('calls the workflow that applies what a refused plan calls it', () =>
    expect(parse(readFileSync(WORKFLOWS['configuration-apply.yml'], 'utf8'))).toMatchObject({
      ...{
        name: APPLY_WORKFLOW.name,
        on: { workflow_dispatch: { inputs: { command: {}, approve: {}, 'allow-older': {} } } },
      },
    }));

  test('beside a new project', async () => {
    await withDesk({}, async (desk) => {
      const { stdout } = await desk.cli(['init', '--workflow']);
      expect(stdout).toContain(
        `Wrote confighub.yaml and config/first.yaml and ${PATHS.join(' and ')}.`,
      );
      expect(stdout).toContain(
        `Replace <owner>/confighub-sync@<commit> in ${PATHS.join(' and ')} with`,
      );
      expect(texts(desk)).toEqual(EXAMPLES);
    });
  });

  test('for a project that is there, filled in, and never overwritten', async () => {
    await withDesk(SMALL, async (desk) => {
      const { status, stdout } = await desk.cli(['init', '--workflow', '--action', ACTION]);
      expect(status).toBe(0);
      expect(stdout).not.toContain('Replace');
      const filled = EXAMPLES.map((text) =>
        text.replaceAll('<owner>/confighub-sync@<commit>', ACTION),
      );
      expect(texts(desk)).toEqual(filled);
      expect(await desk.cli(['init', '--workflow'])).toMatchObject({ status: 1 });
      expect(texts(desk)).toEqual(filled);
    });
  });

  test('has the tokens of several targets, and the name of the project file', async () => {
    const targets =
      'targets:\n  shop: { repository: acme/shop }\n  shop-eu: { repository: acme/eu }\n';
    await withDesk({ 'other.yaml': targets, 'config/a.yaml': 'keys: { a: 1 }\n' }, async (desk) => {
      expect(await desk.cli(['init', '--workflow', '--config', 'other.yaml'])).toMatchObject({
        status: 0,
      });
      const commands = ['plan', "${{ inputs.command || 'apply' }}"];
      for (const [index, text] of texts(desk).entries())
        expect(text).toContain(
          `
        env:
          CONFIGHUB_TOKEN_SHOP: \${{ secrets.CONFIGHUB_TOKEN_SHOP }}
          CONFIGHUB_TOKEN_SHOP_EU: \${{ secrets.CONFIGHUB_TOKEN_SHOP_EU }}
        with:
          command: ${commands[index]}
          config: 'other.yaml'
`,
        );
    });
  });

  test('has every variable that the documents name, of all targets, as secrets of the Git host', async () => {
    const files = {
      'confighub.yaml':
        'targets:\n  a: { repository: acme/a, include: [a.yaml] }\n  b: { repository: acme/b, include: [b.yaml], passwords: { G: { env: GROUP } } }\n',
      'a.yaml': 'keys: { k: { values: { "*": { env: ONE }, "P;*": { env: SHARED } } } }\n',
      'b.yaml':
        'keys: { k: { value: { env: SHARED } } }\nfiles: { f: { "*;*": { env: CERTIFICATE } } }\n',
    };
    await withDesk(files, async (desk) => {
      const { status, stdout } = await desk.cli(['init', '--workflow'], {
        env: { ONE: 'hunter2' },
      });
      expect(status).toBe(0);
      for (const text of texts(desk)) {
        const { jobs } = parse(text) as { jobs: Record<string, { steps: { env?: object }[] }> };
        const [{ steps } = { steps: [] }] = Object.values(jobs);
        const names = [
          'CONFIGHUB_TOKEN_A',
          'CONFIGHUB_TOKEN_B',
          'CERTIFICATE',
          'GROUP',
          'ONE',
          'SHARED',
        ];
        const secrets = names.map((name) => [name, `\${{ secrets.${name} }}`]);
        expect(steps.at(-1)?.env).toEqual(Object.fromEntries(secrets));
        expect(text).not.toContain('hunter2');
      }
      expect(stdout).toContain(
        'add these secrets to the repository: CERTIFICATE, CONFIGHUB_TOKEN, CONFIGHUB_TOKEN_A, CONFIGHUB_TOKEN_B, GROUP, ONE, SHARED.',
      );
    });
  });

  test('writes nothing for documents with errors', async () => {
    await withDesk({ ...SMALL, 'config/shop.yaml': 'keys: [\n' }, async (desk) => {
      const { status, stderr } = await desk.cli(['init', '--workflow']);
      expect(status).toBe(1);
      expect(stderr).toContain('config/shop.yaml:');
      expect(stderr).toContain('; nothing was written.');
      expect(existsSync(desk.path('.github'))).toBe(false);
    });
  });

  test.for([
    ['--action', 'team/confighub-sync@main'],
    ['--action', 'x'],
  ])('refuses %j', async (flags) => {
    await withDesk(SMALL, async (desk) => {
      const { status, stderr } = await desk.cli(['init', '--workflow', ...flags]);
      expect(status).toBe(1);
      expect(stderr).toContain('full commit SHA');
    });
  });

  test('refuses a folder below the top', async () => {
    await withDesk({ 'below/confighub.yaml': 'version: 1\n' }, async (desk) => {
      desk.git('init', '--quiet');
      const { status, stderr } = await desk.cli(['init', '--workflow'], { cwd: 'below' });
      expect(status).toBe(1);
      expect(stderr).toContain('belong to the top folder');
      expect(existsSync(desk.path('below', '.github'))).toBe(false);
    });
  });
});

describe.skipIf(!hasScript())('on a terminal (needs util-linux script)', () => {
  test('init asks and writes', async () => {
    await withDesk({}, async (desk) => {
      const input = 'http://127.0.0.1:9\nacme/shop\nEnvironment,Application\n';
      const { status, stdout } = await onTerminal(desk, ['init', '--no-color'], { input });
      expect(status).toBe(0);
      expect(stdout).toContain('Wrote confighub.yaml and config/first.yaml.');
      expect(file(desk)).toContain('levels: [Environment, Application]\n');
    });
  });
});
